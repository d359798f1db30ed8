package kripke

import (
	"slices"

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

// Agreeing are the worlds that agree with one of x in all bits of the state and of the past that
// each of the agents, of whom there are some, sees as they are: no chain of confusions of these
// agents leads out of them.
func (m *Structure) Agreeing(agents []*spec.Agent, x Set) (Set, error) {
	y := m.Around(x)
	if m.Graph != nil {
		return y, nil
	}
	for k, part := range x {
		if part.IsEmpty() {
			continue
		}
		var seen []symbolic.Bit
		for i, a := range agents {
			view, err := m.Layers[k].System.View(a)
			if err != nil {
				return nil, err
			}
			if i == 0 {
				seen = view.Kept()
			}
			seen = slices.DeleteFunc(seen, func(b symbolic.Bit) bool { return !view.Keeps(b) })
		}
		if len(seen) > 0 {
			hidden := slices.DeleteFunc(part.Support(), func(b symbolic.Bit) bool { return slices.Contains(seen, b) })
			y[k] = y[k].And(part.Exists(m.Space().Cube(hidden...)))
		}
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
