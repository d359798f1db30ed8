package spec

import "github.com/epibdd/epibdd/spec/source"

// Plan is what a check of kind PlanCheck asks besides its goal, the Formula: what By should
// do to reach it.
type Plan struct {
	// By are the agents who plan, and share what they see.
	By []*Agent
	// Costs are what a step costs, by Action.Index.
	Costs []int
	// Within is what a plan may cost at most; 0: anything.
	Within int
	// After is what has happened before, a list of steps and of tests of states; nil: nothing.
	After Program
	// Worst and Mean are what is expected of the best plans, Starts of the number of
	// beginnings that have one; nil: nothing.
	Worst, Mean, Starts *Expect
	Place               source.Span // of by, or of the check
}

// Cost is what a step costs.
func (p *Plan) Cost(moves []Move) (sum int) {
	for _, m := range moves {
		sum += p.Costs[m.Action.Index]
	}
	return sum
}

// Cheapest is the least cost of a step.
func (p *Plan) Cheapest() int {
	least := 0
	for i, c := range p.Costs {
		if i == 0 || c < least {
			least = c
		}
	}
	return least
}

// Asks tells whether one of the agents who plan has a name.
func (p *Plan) Asks(name Value) bool {
	for _, a := range p.By {
		if Equal(a.Name, name) {
			return true
		}
	}
	return false
}

// Happened lists what has happened before: each a Step, AnyStep or Test.
func (p *Plan) Happened() []Program { return Listed(p.After) }

// Owns tells whether an action is surely always one of those who plan: its owner has a value in all states, and no other.
func (p *Plan) Owns(m *Model, a *Action) bool {
	switch a.By.(type) {
	case *Const, *VarRef, *BoundRef:
	default: // it may have none
		return false
	}
	owners := m.MayBe(a.By)
	for _, owner := range owners {
		if !p.Asks(owner.Name) {
			return false
		}
	}
	_, constant := a.By.(*Const)
	return len(owners) > 0 && (constant || a.By.Type().Size().IsInt64() && a.By.Type().Size().Int64() == int64(len(owners)))
}

// OwnMind tells whether a goal asks of no other agents than those who plan what they know, nor of nobody,
// so that what they consider possible is all that it depends on.
func (p *Plan) OwnMind(m *Model, goal Expr) bool {
	own := true
	among := func(e Expr) {
		for _, a := range m.MayBe(e) {
			own = own && p.Asks(a.Name)
		}
	}
	Walk(goal, func(e Expr) bool {
		switch e := e.(type) {
		case *Knows:
			among(e.Agent)
		case *GroupKnows:
			for _, member := range e.Group.Members {
				among(member.Agent)
			}
			own = own && len(e.Group.Members) > 0 && (e.Op != Distributed || e.Group.hasMember())
		}
		return e.Traits()&Modal != 0
	})
	return own
}
