package explicit

import "github.com/epibdd/epibdd/spec"

// fold evaluates every instance: a fold protects nothing.
func (p *partial) fold(e *spec.Fold, env *spec.Env) guess {
	t := &findings{op: e.Op}
	complete := p.instances(e.Binders, env, func(inner *spec.Env) {
		g := p.eval(e.Body, inner)
		if e.Op == spec.Collect {
			t.collect(g, inner.Lookup(e.Binders[0].Bound))
			return
		}
		t.add(g)
	})
	if !complete {
		return anyOf(e.Type()).or(true)
	}
	return t.result().or(t.risky)
}

// instances runs f over all values of the binders, and reports whether all
// domains are known.
func (p *partial) instances(binders []spec.Binder, env *spec.Env, f func(*spec.Env)) bool {
	if len(binders) == 0 {
		f(env)
		return true
	}
	b := binders[0]
	values := b.Bound.Type.All()
	if b.Domain != nil {
		g := p.eval(b.Domain, env)
		domain, ok := g.value.(spec.Set)
		if !ok || g.risky {
			return false
		}
		values = spec.Ordered(b.Bound.Type, domain)
	}
	for v := range values {
		if p.err != nil || !p.instances(binders[1:], env.Bind(b.Bound, v), f) {
			return false
		}
	}
	return true
}

// wide is how far the bounds of a sum are from 0 at most, some of whose numbers are still to be added.
const wide = 1 << 62

// findings collects what is known of the instances of a fold.
type findings struct {
	op    spec.FoldOp
	risky bool
	n     int
	// yes and open count instances that are true and undecided.
	yes, open int
	// The sum and the extremes of the bounds; loose where an instance has none.
	loose        bool
	sumLo, sumHi int64
	minLo, minHi int64
	maxLo, maxHi int64
	members      []spec.Value
}

func (t *findings) collect(g guess, v spec.Value) {
	t.add(g)
	if g.isTrue() {
		t.members = append(t.members, v)
	}
}

func (t *findings) add(g guess) {
	t.risky = t.risky || g.risky
	t.n++
	switch {
	case g.isTrue():
		t.yes++
	case g.isOpen():
		t.open++
	}
	lo, hi, ok := g.bounds()
	if !ok {
		t.loose = true
		return
	}
	t.sumLo, t.sumHi = t.sumLo+lo, t.sumHi+hi
	t.loose = t.loose || t.sumLo < -wide || t.sumHi > wide
	if t.n == 1 {
		t.minLo, t.minHi, t.maxLo, t.maxHi = lo, hi, lo, hi
	}
	t.minLo, t.minHi = min(t.minLo, lo), min(t.minHi, hi)
	t.maxLo, t.maxHi = max(t.maxLo, lo), max(t.maxHi, hi)
}

func (t *findings) result() guess {
	switch t.op {
	case spec.Forall:
		return less(t.yes == t.n, t.yes+t.open < t.n)
	case spec.Exists:
		return less(t.yes > 0, t.open == 0)
	case spec.Count:
		return between(int64(t.yes), int64(t.yes+t.open))
	case spec.Collect:
		if t.open > 0 {
			return unknown
		}
		return known(spec.NewSet(t.members...))
	}
	return t.number()
}

func (t *findings) number() guess {
	switch {
	case t.loose, t.n == 0 && t.op != spec.Sum:
		return failed
	case t.op == spec.Sum:
		return near(t.sumLo, t.sumHi)
	case t.op == spec.MinOf:
		return between(t.minLo, t.minHi)
	}
	return between(t.maxLo, t.maxHi)
}
