package ctlk

import (
	"slices"

	"github.com/epibdd/epibdd/ctlk/buchi"
	"github.com/epibdd/epibdd/kripke"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/verdict"
)

// onRuns is E f, where f is about runs: the worlds from which some run that counts
// is accepted by the automaton of f. A f is ¬E ¬f (docs/semantics.md#runs). The product
// of worlds and automaton is never built: its sets are vectors of sets of worlds, one
// for each state of the automaton.
//
// With runs: ispl and no fairness, runs that end do not count, as in EG.
func onRuns(c *Evaluator, x spec.Expr, env *spec.Env, where kripke.Set) (meaning, error) {
	e := x.(*spec.OnRuns)
	p, err := productOf(c, e, env, where, false)
	if err != nil {
		return meaning{}, err
	}
	c.memo.kept[productKey(Key(e, env))] = p
	warnEndedRuns(c, e, p)
	m := meaning{holds: kripke.Exactly(p.Good[0]), undefined: c.m.None()}
	switch {
	case p.cut:
		m.holds.Upper = c.m.Worlds
	case c.m.Cut:
		if p, err = productOf(c, e, env, where, true); err != nil {
			return meaning{}, err
		}
		m.holds.Upper = p.Good[0]
	}
	if e.All {
		m.holds = m.holds.Not(c.m.Worlds)
	}
	return m, nil
}

// productKey is an operator about runs with the values of its names.
type productKey KeyOf

// ProductOf decides from which worlds of where some run satisfies the formula below E, or
// refutes that below A: as it is known, or else anew.
func ProductOf(c *Evaluator, e *spec.OnRuns, env *spec.Env, where kripke.Set) (*Product, error) {
	if p, ok := recall[*Product](c, productKey(Key(e, env))); ok {
		return p, nil
	}
	return productOf(c, e, env, where, false)
}

func productOf(c *Evaluator, e *spec.OnRuns, env *spec.Env, where kripke.Set, upper bool) (*Product, error) {
	l := &linear{Evaluator: c, formulas: buchi.About(c.m), upper: upper}
	f, err := l.build(e.X, env, e.All)
	if err != nil {
		return nil, err
	}
	a, err := l.formulas.Automaton(f)
	if err != nil {
		return nil, c.refuse(verdict.Unsupported, e.Span(), "%s", err)
	}
	p := &Product{setting: c.setting, Automaton: a, upper: upper, every: c.m.Every(), dead: c.m.None()}
	if c.o.Runs != spec.IsplRuns && c.m.Fair == nil {
		p.dead = p.stuck()
	}
	for _, states := range a.Components() {
		p.parts = append(p.parts, newComponent(p, states))
	}
	p.look(where)
	p.decide()
	return p, nil
}

// Product is the search for runs that an automaton accepts.
type Product struct {
	*setting
	*buchi.Automaton
	Good  []kripke.Set // by state of the automaton: worlds from which the run can be accepted
	upper bool
	every kripke.Moves
	dead  kripke.Set   // where runs end and count
	near  []kripke.Set // by state: worlds that are looked at, see near.go
	some  bool         // these are not all
	cut   bool         // nor all that runs come to
	parts []*Component
}

// stuck is where a run ends.
func (p *Product) stuck() kripke.Set {
	return p.m.Worlds.Diff(p.m.Before(p.every, p.m.Worlds, !p.upper))
}

// decide completes Good, component by component.
func (p *Product) decide() {
	p.Good = make([]kripke.Set, len(p.States))
	for i := range p.Good {
		p.Good[i] = p.m.None()
	}
	for _, part := range p.parts {
		part.decide()
	}
}

// ending is p where runs that end count; nil: none ends.
func (p *Product) ending() *Product {
	q := *p
	if q.dead = p.stuck(); q.dead.IsEmpty() {
		return nil
	}
	q.parts = make([]*Component, len(p.parts))
	for i, part := range p.parts {
		q.parts[i] = &Component{&q, part.states, part.inside}
	}
	q.decide()
	return &q
}

// EndsAt tells whether the run may end in a world where the automaton is in a state.
func (p *Product) EndsAt(w kripke.World, s *buchi.State) bool { return w.In(s.Done.And(p.dead)) }

// Before is the preimage of all steps.
func (p *Product) Before(x kripke.Set) kripke.Set { return p.m.Before(p.every, x, p.upper) }

// Easy tells a state that asks for nothing, where from every world some run
// counts: all do, or no run ends.
func (p *Product) Easy(s *buchi.State) bool {
	worlds := p.m.Worlds
	if p.o.Runs == spec.IsplRuns && p.m.Fair == nil && !worlds.SubsetOf(p.Before(worlds)) {
		return false
	}
	return s.Free
}

// ComponentOf is the component of a state.
func (p *Product) ComponentOf(s *buchi.State) *Component {
	return p.parts[slices.IndexFunc(p.parts, func(c *Component) bool { return slices.Contains(c.states, s) })]
}
