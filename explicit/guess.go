package explicit

import "github.com/epibdd/epibdd/spec"

// guess is what is known of the value of an expression while some of what it
// reads is open.
type guess struct {
	// value is the value of the expression in all completions, nil: not known.
	value spec.Value
	// part is a composite value with open cells; nil for any other.
	part *part
	// lo..hi bound a number, if bounded is set.
	bounded bool
	lo, hi  int64
	// risky says that in some completion the expression may have no value. What
	// else is said holds for the completions in which it has one.
	risky bool
}

// unknown says nothing; failed says that there is no value.
var (
	unknown = guess{}
	failed  = guess{risky: true}
)

func known(v spec.Value) guess { return guess{value: v} }

func truth(b bool) guess { return known(spec.Bool(b)) }

func between(lo, hi int64) guess {
	if lo == hi {
		return known(spec.Int(lo))
	}
	return guess{bounded: true, lo: lo, hi: hi}
}

// or adds risk.
func (g guess) or(risky bool) guess {
	g.risky = g.risky || risky
	return g
}

func (g guess) isTrue() bool  { return g.value == spec.Bool(true) }
func (g guess) isFalse() bool { return g.value == spec.Bool(false) }

// isOpen reports whether a formula is undecided.
func (g guess) isOpen() bool { return g.value == nil }

// bounds returns the bounds of a number; ok is false where there are none.
func (g guess) bounds() (lo, hi int64, ok bool) {
	if n, isInt := g.value.(spec.Int); isInt {
		return int64(n), int64(n), true
	}
	return g.lo, g.hi, g.bounded
}

// anyOf is what is known of an arbitrary value of t.
func anyOf(t spec.Type) guess {
	if r, ok := t.(*spec.IntType); ok {
		return between(r.Lo, r.Hi)
	}
	return unknown
}

// part is the value of a variable or an argument of which some cells are open:
// a tree whose leaves are cells. Arrays and records have their elements below
// them, a set one truth value for each possible element.
type part struct {
	typ  spec.Type
	cell *cell
	kids []*part
	last *cell // of all below it, the one that is assigned last; nil: none
}

// cell is what the search assigns in one step. An optional value is one cell.
type cell struct {
	typ   spec.Type
	value spec.Value // nil: open
}

// newPart returns the tree of a type with its cells, all open, in the order
// that makes the search enumerate the values of the type in its order.
func newPart(t spec.Type) (*part, []*cell) {
	p := &part{typ: t}
	var kids []spec.Type
	switch t := t.(type) {
	case *spec.ArrayType:
		kids = repeat(t.Elem, t.Cells().Int64())
	case *spec.RecordType:
		for _, f := range t.Fields {
			kids = append(kids, f.Type)
		}
	case *spec.SetType:
		return setPart(p, t)
	default:
		p.cell = &cell{typ: t}
		p.last = p.cell
		return p, []*cell{p.cell}
	}
	var cells []*cell
	for _, kid := range kids {
		below, more := newPart(kid)
		p.kids = append(p.kids, below)
		cells = append(cells, more...)
	}
	p.last = lastOf(cells)
	return p, cells
}

func lastOf(cells []*cell) *cell {
	if len(cells) == 0 {
		return nil
	}
	return cells[len(cells)-1]
}

// setPart gives each possible element a cell. The last element comes first: it
// is the highest bit of the set's place among the values of its type.
func setPart(p *part, t *spec.SetType) (*part, []*cell) {
	n := t.Elem.Size().Int64()
	cells := make([]*cell, n)
	for i := range n {
		c := &cell{typ: spec.BoolType{}}
		p.kids = append(p.kids, &part{typ: spec.BoolType{}, cell: c})
		cells[n-1-i] = c
	}
	p.last = lastOf(cells)
	return p, cells
}

func repeat(t spec.Type, n int64) []spec.Type {
	list := make([]spec.Type, n)
	for i := range list {
		list[i] = t
	}
	return list
}

// guess is what is known of the part: its value where no cell is open.
func (p *part) guess() guess {
	switch {
	case p.last == nil || p.last.value != nil:
		return known(p.value())
	case p.cell != nil:
		return anyOf(p.typ)
	}
	return guess{part: p}
}

// value returns the value of the part, all of whose cells are assigned.
func (p *part) value() spec.Value {
	if p.cell != nil {
		return p.cell.value
	}
	values := make([]spec.Value, len(p.kids))
	for i, kid := range p.kids {
		values[i] = kid.value()
	}
	switch t := p.typ.(type) {
	case *spec.ArrayType:
		return spec.Array(values)
	case *spec.SetType:
		return membersOf(t, values)
	}
	return spec.Record(values)
}

// membersOf is the set of the elements whose truth value is true.
func membersOf(t *spec.SetType, member []spec.Value) spec.Set {
	var elems []spec.Value
	i := 0
	for v := range t.Elem.All() {
		if member[i] == spec.Bool(true) {
			elems = append(elems, v)
		}
		i++
	}
	return spec.NewSet(elems...)
}

// equalTo reports whether the part equals v: nil, nothing known.
func (p *part) equalTo(v spec.Value) guess {
	switch {
	case p.cell != nil && p.cell.value == nil:
		return unknown
	case p.cell != nil:
		return truth(spec.Equal(p.cell.value, v))
	}
	elems := spec.Elems(v)
	if t, ok := p.typ.(*spec.SetType); ok {
		elems = indicators(t, v)
	}
	if len(elems) != len(p.kids) {
		return truth(false)
	}
	all := truth(true)
	for i, kid := range p.kids {
		switch g := kid.equalTo(elems[i]); {
		case g.isFalse():
			return g
		case g.isOpen():
			all = unknown
		}
	}
	return all
}

// indicators lists for each possible element whether the set v has it.
func indicators(t *spec.SetType, v spec.Value) []spec.Value {
	s, ok := v.(spec.Set)
	if !ok {
		return nil
	}
	var list []spec.Value
	for e := range t.Elem.All() {
		list = append(list, spec.Bool(s.Has(e)))
	}
	return list
}

// size bounds the number of elements of a set.
func (p *part) size() guess {
	lo, hi := int64(0), int64(0)
	for _, kid := range p.kids {
		switch kid.cell.value {
		case spec.Bool(true):
			lo, hi = lo+1, hi+1
		case nil:
			hi++
		}
	}
	return between(lo, hi)
}
