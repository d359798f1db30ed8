package kripke

import (
	"math/big"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// AtLeast are the worlds, of those layers in which there are some of where, in which the share
// of x among all that the agents together confuse with the world is at least the bound, or
// above it. Over nobody these are all worlds of the layer.
func (m *Structure) AtLeast(agents []*spec.Agent, where, x Set, bound *big.Rat, above bool) (Set, error) {
	compare := func(part, all symbolic.Tally) symbolic.Set {
		part, all = part.Times(bound.Denom()), all.Times(bound.Num())
		switch {
		case above && len(part) == 0:
			return m.Space().Empty()
		case above:
			return all.AtLeast(part).Not()
		case len(all) == 0:
			return m.Space().Full()
		}
		return part.AtLeast(all)
	}
	y := m.None()
	for k := range y {
		if where[k].IsEmpty() || m.Worlds[k].IsEmpty() {
			continue
		}
		view, err := m.Layers[k].System.View(agents...)
		if err != nil {
			return nil, err
		}
		y[k] = m.Product.compared(view, agents, k, symbolic.Tally{x[k].And(m.Worlds[k])}, symbolic.Tally{m.Worlds[k]}, compare).And(m.Worlds[k])
	}
	return y, nil
}

// compared is View.Compared of worlds that may be behind knowledge actions (nil: none), in
// layer k: those confuse alternatives as well.
func (p *Product) compared(view *encode.View, agents []*spec.Agent, k int, part, all symbolic.Tally, compare func(part, all symbolic.Tally) symbolic.Set) symbolic.Set {
	if p == nil {
		return view.Compared(part, all, compare)
	}
	if p.index == nil {
		return p.Before.Product.compared(view, agents, k, part, all, compare)
	}
	var found []symbolic.Set
	for _, class := range p.classesOf(agents, k) {
		x, y := part.And(class.numbers), all.And(class.numbers)
		if !class.apart {
			x, y = x.Sum(p.index.Bits()), y.Sum(p.index.Bits())
		}
		found = append(found, p.Before.Product.compared(view, agents, k, x, y, compare).And(class.numbers))
	}
	return p.space.OrAll(found...)
}

// Share counts the worlds of x, and all worlds, that agents together confuse with w.
func (m *Structure) Share(agents []*spec.Agent, w World, x Set) (part, all *big.Int, err error) {
	near, err := m.Closure(agents, m.Only(w))
	if err != nil {
		return nil, nil, err
	}
	return m.Count(near.And(x)), m.Count(near), nil
}
