package kripke

import (
	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// Closure are the worlds that the agents together confuse with one in x.
func (m *Structure) Closure(agents []*spec.Agent, x Set) (Set, error) {
	if m.Graph != nil {
		return m.supposed(agents, x), nil
	}
	y := make(Set, len(x))
	for k, part := range x {
		switch {
		case part.IsEmpty():
			y[k] = part
			continue
		case len(agents) == 0: // nobody sees anything
			y[k] = m.Worlds[k]
			continue
		}
		view, err := m.Layers[k].System.View(agents...)
		if err != nil {
			return nil, err
		}
		y[k] = m.LookingLike(view, agents, k, part).And(m.Worlds[k])
	}
	return y, nil
}

// Torn is what looks to the agents both like a world of part and like one of the
// rest of where, whether it is a world or not.
func (m *Structure) Torn(agents []*spec.Agent, where, part Set) (Set, error) {
	if m.Graph != nil {
		return m.supposed(agents, part).And(m.supposed(agents, where.Diff(part))), nil
	}
	y := m.None()
	for k := range y {
		switch {
		case part[k].IsEmpty() || part[k].Equal(where[k]):
			continue
		case len(agents) == 0: // nobody sees anything
			y[k] = m.Worlds[k]
			continue
		}
		view, err := m.Layers[k].System.View(agents...)
		if err != nil {
			return nil, err
		}
		y[k] = m.TornBy(view, agents, k, where[k], part[k])
	}
	return y, nil
}

// LookingLike are the vectors that look to agents, whose view of states is given, like
// one in part, in layer k, whether they are worlds or not.
func (m *Structure) LookingLike(view *encode.View, agents []*spec.Agent, k int, part symbolic.Set) symbolic.Set {
	for p := m.Product; p != nil; p = p.Before.Product {
		part = p.indistinguishable(agents, k, part)
	}
	return view.Closure(part)
}

// TornBy are the vectors that look to agents, whose view of states is given, both like
// one in part and like one in the rest of all, in layer k, whether they are worlds or not.
func (m *Structure) TornBy(view *encode.View, agents []*spec.Agent, k int, all, part symbolic.Set) symbolic.Set {
	for p := m.Product; p != nil; p = p.Before.Product {
		if p.index != nil {
			return m.LookingLike(view, agents, k, part).And(m.LookingLike(view, agents, k, all.Diff(part)))
		}
	}
	return view.Torn(all, part)
}
