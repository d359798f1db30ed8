package spec

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// Nesting is what a question asks observers about one another: for each observer, an agent
// or a group that puts together what its members see, what is asked inside of its
// operators. Perfect recall has a finite structure for it where actions ask for no
// knowledge (docs/semantics.md#knowledge-trees).
type Nesting struct {
	Below []Inside // in the order of keys
	Depth int      // how many operators stand in one another at most
	key   string
}

// Inside is what is asked inside of the operators of an observer.
type Inside struct {
	Who []*Agent
	*Nesting
}

// nester finds nestings. Equal ones are one.
type nester struct {
	observers *Observers
	known     map[string]*Nesting
	unions    map[[2]*Nesting]*Nesting
}

// nestingOf is the nesting of a check, nil where trees do not decide: of common knowledge, of
// groups that put together what they know and depend on the state, of shares, coalitions and
// knowledge actions, and of histories as such.
func nestingOf(c *Check, historic bool) *Nesting {
	if historic || c.Model.AsksKnowledge() != nil {
		return nil
	}
	n := newNester(c.Model)
	return n.union(n.in(c.Formula), n.in(c.At))
}

// GoalNesting is the nesting of the goal of a coalition, nil where trees do not say what it asks for.
func GoalNesting(m *Model, e *Coalition) *Nesting {
	n := newNester(m)
	return n.union(n.in(e.X), n.in(e.Y))
}

func newNester(m *Model) *nester {
	return &nester{&Observers{model: m}, map[string]*Nesting{}, map[[2]*Nesting]*Nesting{}}
}

// of returns the nesting with some parts, each for another observer.
func (n *nester) of(below ...Inside) *Nesting {
	slices.SortFunc(below, func(x, y Inside) int { return cmp.Compare(keyOfAgents(x.Who), keyOfAgents(y.Who)) })
	var key strings.Builder
	depth := 0
	for _, b := range below {
		key.WriteString(keyOfAgents(b.Who) + ":" + b.key + ";")
		depth = max(depth, b.Depth+1)
	}
	found, ok := n.known[key.String()]
	if !ok {
		found = &Nesting{below, depth, strconv.Itoa(len(n.known))}
		n.known[key.String()] = found
	}
	return found
}

// union is what is asked in x and in y; nil where one of them is.
func (n *nester) union(x, y *Nesting) *Nesting {
	switch {
	case x == nil || y == nil:
		return nil
	case x == y || len(y.Below) == 0:
		return x
	}
	both := [2]*Nesting{x, y}
	if found, ok := n.unions[both]; ok {
		return found
	}
	below := slices.Clone(x.Below)
	for _, b := range y.Below {
		i := slices.IndexFunc(below, func(known Inside) bool { return slices.Equal(known.Who, b.Who) })
		if i < 0 {
			below = append(below, b)
		} else {
			below[i].Nesting = n.union(below[i].Nesting, b.Nesting)
		}
	}
	found := n.of(below...)
	n.unions[both] = found
	return found
}

// in is what is asked in an expression (nil: none).
func (n *nester) in(e Expr) *Nesting {
	all := n.of()
	if e == nil || e.Traits()&Modal == 0 {
		return all
	}
	below := Children(e)
	switch e := e.(type) {
	case *Update, *Coalition, *Share:
		return nil
	case *Knows:
		if e.Op == KnowsValue && e.X.Traits()&Modal != 0 {
			return nil
		}
		all = n.each(n.observers.model.MayBe(e.Agent), n.in(e.X))
		below = []Expr{e.Agent}
	case *GroupKnows:
		all = n.group(e)
		below = nil
	}
	for _, x := range below {
		all = n.union(all, n.in(x))
	}
	return all
}

// each is a nesting inside of the operators of each of some agents.
func (n *nester) each(agents []*Agent, inside *Nesting) *Nesting {
	if inside == nil {
		return nil
	}
	var below []Inside
	for _, a := range agents {
		below = append(below, Inside{[]*Agent{a}, inside})
	}
	return n.of(below...)
}

// mostTimes is how often E may be applied.
const mostTimes = 1 << 6

// group is what an operator about a group asks.
func (n *nester) group(e *GroupKnows) *Nesting {
	inside := n.in(e.X)
	agents, fixed := n.observers.fixed(e.Group)
	switch {
	case inside == nil:
		return nil
	case e.Op == Distributed && fixed:
		return n.of(Inside{agents, inside})
	case e.Op != Everybody:
		return nil
	}
	times := Int(1)
	if e.Times != nil {
		c, ok := e.Times.(*Const)
		if !ok {
			return nil
		}
		if times, ok = c.Value.(Int); !ok || times > mostTimes {
			return nil
		}
	}
	members := n.of() // who belongs to the group is asked at each level
	for _, x := range inGroup(e.Group) {
		members = n.union(members, n.in(x))
	}
	for range times {
		inside = n.union(members, n.each(agents, inside))
	}
	return inside
}
