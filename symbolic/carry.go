package symbolic

import "github.com/epibdd/epibdd/internal/heuristic"

// Some auxiliary bits are functions of current bits that no step writes, such as the
// number of elements of a set that never changes. In a search they keep their
// values from step to step: it finds states together with them, and lets them go in
// the end, instead of quantifying them in every image.

// carried are such bits with the set that says what they are.
type carried struct {
	meaning Set
	bits    Cube
	rest    *Part // without both
}

// Carrying returns p with further auxiliary bits, whose values follow by a further
// conjunct from current bits that p does not write.
func (p *Part) Carrying(meaning Set, bits []Bit) *Part {
	q := p.With(meaning)
	q.aux = p.space.Cube(append(q.aux.bits, bits...)...)
	if p.space.without.Has(heuristic.Carrying) {
		return q
	}
	q.carried = &carried{meaning, p.space.Cube(bits...), p}
	return q
}

// derive applies f to what is carried.
func (c *carried) derive(f func(*Part) *Part) *carried {
	if c == nil {
		return nil
	}
	return &carried{c.meaning, c.bits, f(c.rest)}
}

// enter adds what p carries to states, and leave takes it away.
func (c *carried) enter(x Set) Set {
	if c == nil {
		return x
	}
	return x.And(c.meaning)
}

func (c *carried) leave(x Set) Set {
	if c == nil {
		return x
	}
	return x.Exists(c.bits)
}
