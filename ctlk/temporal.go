package ctlk

import (
	"math/big"

	"github.com/epibdd/epibdd/internal/heuristic"
	"github.com/epibdd/epibdd/kripke"
	"github.com/epibdd/epibdd/spec"
)

// Shape is what a temporal operator says about some run.
type Shape int

// The shapes.
const (
	Next  Shape = iota // one repetition leads to goal
	Until              // hold up to a position with goal
	Weak               // hold up to a position with goal, or to the end, or for ever
)

// Literal is an operand of a temporal operator, or its negation.
type Literal struct {
	second  bool // the operand after U
	Negated bool
}

// Of is the operand of e.
func (l Literal) Of(e *spec.Temporal) spec.Expr {
	if l.second {
		return e.Y
	}
	return e.X
}

// Form is a temporal operator as a statement about some run: what it says, or
// for an operator about all runs what refutes it.
type Form struct {
	Shape      Shape
	Hold, Goal []Literal
}

// temporalKey is an operator of forms.
type temporalKey struct {
	all bool
	op  spec.PathOp
}

// In the table x is the operand of a temporal operator, of U the first, and y
// the second.
var (
	isX, notX = Literal{}, Literal{Negated: true}
	isY, notY = Literal{second: true}, Literal{second: true, Negated: true}
)

// forms are the operators: the first column is what the table is read by, the
// rest what must hold along the run. No hold is every world, no goal of weak is
// no world.
var forms = map[temporalKey]Form{
	{false, spec.NextTime}:   {Next, nil, []Literal{isX}},
	{true, spec.NextTime}:    {Next, nil, []Literal{notX}},
	{false, spec.Eventually}: {Until, nil, []Literal{isX}},
	{true, spec.Globally}:    {Until, nil, []Literal{notX}},
	{false, spec.Until}:      {Until, []Literal{isX}, []Literal{isY}},
	{true, spec.Until}:       {Weak, []Literal{notY}, []Literal{notX}},
	{false, spec.Globally}:   {Weak, []Literal{isX}, nil},
	{true, spec.Eventually}:  {Weak, []Literal{notX}, nil},
}

// SearchOf is a form with all that it is about. For the upper bound an operand holds
// wherever it may, and steps that were not followed lead wherever they should.
type Search struct {
	*setting
	Program    Program
	Bound      int // Forever: none
	Hold, Goal kripke.Set
	Dead       kripke.Set // for weak: where a run of the program ends and counts
	Form       Form
	upper      bool
}

// Forever is the bound of an operator without one.
const Forever = -1

// temporal is the meaning of a temporal operator (docs/semantics.md#time).
func temporal(c *Evaluator, x spec.Expr, env *spec.Env, _ kripke.Set) (meaning, error) {
	e := x.(*spec.Temporal)
	s, err := SearchOf(c, e, env, false)
	if err != nil {
		return meaning{}, err
	}
	if _, ok := steps(s.Program); !ok && e.Op != spec.NextTime {
		warnStuck(c, s.Program)
	}
	warnEnded(c, e, s)
	if none := c.m.None(); c.o.Static {
		return meaning{holds: kripke.Truth{Lower: none, Upper: c.m.Worlds}, undefined: none}, nil
	}
	run := kripke.Exactly(s.solve())
	if c.m.Cut {
		if s, err = SearchOf(c, e, env, true); err != nil {
			return meaning{}, err
		}
		run.Upper = s.solve()
	}
	if e.All {
		run = run.Not(c.m.Worlds)
	}
	return meaning{holds: run, undefined: c.m.None()}, nil
}

// temporalWithin is Formula of a temporal operator. What is reached from the only world in
// which runs begin is known: the search for the reachable worlds has found it. So of that world
// it is not asked where else a way into the goal begins.
func temporalWithin(c *Evaluator, x spec.Expr, env *spec.Env, where kripke.Set) (kripke.Truth, error) {
	e := x.(*spec.Temporal)
	form := forms[temporalKey{e.All, e.Op}]
	if e.Program != nil || e.Bound != nil || form.Shape != Until || form.Hold != nil || !c.fromStart(where) {
		return c.Modal(e, env, where)
	}
	goal, err := literals(c, form.Goal, e, env, false)
	if err != nil {
		return kripke.Truth{}, err
	}
	if goal.IsEmpty() == e.All {
		return kripke.Exactly(where), nil
	}
	return kripke.Exactly(c.m.None()), nil
}

// fromStart tells whether where is one world, from which steps lead to all others.
func (c *Evaluator) fromStart(where kripke.Set) bool {
	return c.m.FromStarts && !c.o.Static && len(c.open) == 0 && where.Equal(c.m.Starts) &&
		c.m.Count(where).Cmp(big.NewInt(1)) == 0 && !c.m.Space().Without(heuristic.OneStart)
}

// SearchOf evaluates what e is about.
func SearchOf(c *Evaluator, e *spec.Temporal, env *spec.Env, upper bool) (*Search, error) {
	s := &Search{setting: c.setting, upper: upper, Form: forms[temporalKey{e.All, e.Op}], Bound: Forever}
	var err error
	if s.Program, err = ProgramOf(c, e.Program, env); err != nil {
		return nil, err
	}
	if e.Bound != nil {
		if s.Bound, err = c.number(e.Bound, env); err != nil {
			return nil, err
		}
	}
	if s.Hold, err = literals(c, s.Form.Hold, e, env, upper); err != nil {
		return nil, err
	}
	if s.Goal, err = literals(c, s.Form.Goal, e, env, upper); err != nil {
		return nil, err
	}
	if s.Form.Shape == Weak {
		s.ends()
	}
	return s, nil
}

// ends completes a search for weak: no goal is no world, and a run that ends
// counts unless runs are read as ispl does. With fairness only worlds with an
// infinite run are left, so that there an end is one of the program alone.
func (s *Search) ends() {
	if s.Form.Goal == nil {
		s.Goal = s.m.None()
	}
	s.Dead = s.m.None()
	if s.o.Runs != spec.IsplRuns || s.m.Fair != nil {
		s.Dead = s.m.Worlds.Diff(s.Program.Before(s.m.Worlds, !s.upper))
	}
}

// literals is the intersection of literals of an operator.
func literals(c *Evaluator, ls []Literal, e *spec.Temporal, env *spec.Env, upper bool) (kripke.Set, error) {
	found := kripke.Exactly(c.m.Worlds)
	for _, l := range ls {
		x, err := c.Everywhere(l.Of(e), env)
		if err != nil {
			return nil, err
		}
		if l.Negated {
			x = x.Not(c.m.Worlds)
		}
		found = found.And(x)
	}
	return found.Bound(upper), nil
}

// Before is the preimage of the program.
func (s *Search) Before(x kripke.Set) kripke.Set { return s.Program.Before(x, s.upper) }

// solve returns where the run exists.
func (s *Search) solve() kripke.Set {
	switch {
	case s.Form.Shape == Next:
		return s.Before(s.Goal)
	case s.Form.Shape == Until:
		return s.Until(s.Hold, s.Goal, s.Bound)
	case s.m.Fair == nil || s.Bound != Forever:
		return s.Weak(nil)
	}
	return s.Until(s.Hold, s.Hold.And(s.Goal.Or(s.Dead)), Forever).Or(s.FairForever())
}

// Until is μZ. goal ∪ hold ∩ before(Z), or its iterate from goal.
func (s *Search) Until(hold, goal kripke.Set, bound int) kripke.Set {
	if m, ok := steps(s.Program); ok && bound == Forever {
		return s.m.Reaching(m, goal, hold, s.upper, s.ticker("until"))
	}
	z, fresh := goal, goal
	for i := 1; (i == 1 || !fresh.IsEmpty()) && (bound == Forever || i <= bound); i++ {
		fresh = hold.And(s.Before(fresh)).Diff(z)
		z = z.Or(fresh)
		s.Tick("until", i, z)
	}
	return z
}

// Weak is νZ. hold ∩ (goal ∪ dead ∪ before(Z)), or its iterate from hold. If
// layers is not nil it gets the iterates.
func (s *Search) Weak(layers *[]kripke.Set) kripke.Set {
	over := s.Goal.Or(s.Dead)
	if m, ok := steps(s.Program); ok && s.Bound == Forever && layers == nil {
		return s.m.Lasting(m, s.Hold, over, s.upper, s.ticker("always"))
	}
	z := s.Hold
	for i := 1; ; i++ {
		if layers != nil {
			*layers = append(*layers, z)
		}
		if s.Bound != Forever && i > s.Bound {
			return z
		}
		next := s.Hold.And(over.Or(s.Before(z)))
		s.Tick("always", i, next)
		if next.Equal(z) {
			return z
		}
		z = next
	}
}

// FairForever is νZ. hold ∩ ⋂_c before(until(hold, hold ∩ c ∩ Z)): a run of
// hold without end that meets every fairness predicate again and again at its
// positions (docs/semantics.md#fairness).
func (s *Search) FairForever() kripke.Set {
	z := s.Hold
	for i := 1; ; i++ {
		next := z
		for _, c := range s.constraints() {
			goal := c.And(next)
			if !s.Hold.SubsetOf(c) {
				goal = s.Until(s.Hold, goal, Forever)
			}
			next = next.And(s.Before(goal))
		}
		s.Tick("fair runs", i, next)
		if next.Equal(z) {
			return z
		}
		z = next
	}
}

// constraints are the fairness predicates, or for runs without any the one that
// every run satisfies.
func (s *Search) constraints() []kripke.Set {
	if len(s.m.Fair) > 0 {
		return s.m.Fair
	}
	return []kripke.Set{s.m.Worlds}
}
