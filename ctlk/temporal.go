package ctlk

import (
	"github.com/epibdd/epibdd/spec"
)

// shape is what a temporal operator says about some run.
type shape int

const (
	next  shape = iota // one repetition leads to goal
	until              // hold up to a position with goal
	weak               // hold up to a position with goal, or to the end, or for ever
)

// literal is an operand, or its negation.
type literal struct {
	second  bool // the operand after U
	negated bool
}

// form is a temporal operator as a statement about some run: what it says, or
// for an operator about all runs what refutes it.
type form struct {
	shape      shape
	hold, goal []literal
}

type operator struct {
	all bool
	op  spec.PathOp
}

// In the table x is the operand of a temporal operator, of U the first, and y
// the second.
var (
	isX, notX = literal{}, literal{negated: true}
	isY, notY = literal{second: true}, literal{second: true, negated: true}
)

// forms are the operators: the first column is what the table is read by, the
// rest what must hold along the run. No hold is every world, no goal of weak is
// no world.
var forms = map[operator]form{
	{false, spec.NextTime}:   {next, nil, []literal{isX}},
	{true, spec.NextTime}:    {next, nil, []literal{notX}},
	{false, spec.Eventually}: {until, nil, []literal{isX}},
	{true, spec.Globally}:    {until, nil, []literal{notX}},
	{false, spec.Until}:      {until, []literal{isX}, []literal{isY}},
	{true, spec.Until}:       {weak, []literal{notY}, []literal{notX}},
	{false, spec.Globally}:   {weak, []literal{isX}, nil},
	{true, spec.Eventually}:  {weak, []literal{notX}, nil},
}

// search is a form with all that it is about. For the hopeful an operand holds
// wherever it may, and steps that were not followed lead wherever they should.
type search struct {
	*Checker
	e          *spec.Temporal
	env        *spec.Env
	hopeful    bool
	program    program
	bound      int // forever: none
	form       form
	hold, goal set
	dead       set // for weak: where a run of the program ends and counts
}

// forever is the bound of an operator without one.
const forever = -1

// temporal is the meaning of a temporal operator (Act-CTL-Kn, time).
func (c *Checker) temporal(e *spec.Temporal, env *spec.Env) (meaning, error) {
	s, err := c.search(e, env, false)
	if err != nil {
		return meaning{}, err
	}
	if _, ok := steps(s.program); !ok && e.Op != spec.NextTime {
		c.warnStuck(s.program)
	}
	s.warnEnded()
	if none := c.frame.none(); c.frame.rehearsal {
		return meaning{truth{none, c.frame.all}, none}, nil
	}
	run := exactly(s.solve())
	if c.frame.cut {
		if s, err = c.search(e, env, true); err != nil {
			return meaning{}, err
		}
		run.perhaps = s.solve()
	}
	if e.All {
		run = run.not(c.frame.all)
	}
	return meaning{run, c.frame.none()}, nil
}

// search evaluates what e is about.
func (c *Checker) search(e *spec.Temporal, env *spec.Env, hopeful bool) (*search, error) {
	s := &search{Checker: c, e: e, env: env, hopeful: hopeful, form: forms[operator{e.All, e.Op}], bound: forever}
	var err error
	if s.program, err = c.program(e.Program, env); err != nil {
		return nil, err
	}
	if e.Bound != nil {
		if s.bound, err = c.number(e.Bound, env); err != nil {
			return nil, err
		}
	}
	if s.hold, err = s.all(s.form.hold); err != nil {
		return nil, err
	}
	if s.goal, err = s.all(s.form.goal); err != nil {
		return nil, err
	}
	if s.form.shape == weak {
		s.ends()
	}
	return s, nil
}

// ends completes a search for weak: no goal is no world, and a run that ends
// counts unless runs are read as ispl does. With fairness only worlds with an
// infinite run are left, so that there an end is one of the program alone.
func (s *search) ends() {
	if s.form.goal == nil {
		s.goal = s.frame.none()
	}
	s.dead = s.frame.none()
	if s.runs != spec.IsplRuns || s.frame.fair != nil {
		s.dead = s.frame.all.Diff(s.program.before(s.frame.all, !s.hopeful))
	}
}

// all is the intersection of literals.
func (s *search) all(ls []literal) (set, error) {
	found := exactly(s.frame.all)
	for _, l := range ls {
		x, err := s.everywhere(s.operand(l), s.env)
		if err != nil {
			return nil, err
		}
		if l.negated {
			x = x.not(s.frame.all)
		}
		found = found.and(x)
	}
	return found.bound(s.hopeful), nil
}

func (s *search) operand(l literal) spec.Expr {
	if l.second {
		return s.e.Y
	}
	return s.e.X
}

// before is the preimage of the program.
func (s *search) before(x set) set { return s.program.before(x, s.hopeful) }

// solve returns where the run exists.
func (s *search) solve() set {
	switch {
	case s.form.shape == next:
		return s.before(s.goal)
	case s.form.shape == until:
		return s.until(s.hold, s.goal, s.bound)
	case s.frame.fair == nil || s.bound != forever:
		return s.weak(nil)
	}
	return s.until(s.hold, s.hold.And(s.goal.Or(s.dead)), forever).Or(s.fairForever())
}

// until is μZ. goal ∪ hold ∩ before(Z), or its iterate from goal.
func (s *search) until(hold, goal set, bound int) set {
	if m, ok := steps(s.program); ok && bound == forever {
		return s.frame.reaching(m, goal, hold, s.hopeful, s.ticker("until"))
	}
	z, fresh := goal, goal
	for i := 1; (i == 1 || !fresh.IsEmpty()) && (bound == forever || i <= bound); i++ {
		fresh = hold.And(s.before(fresh)).Diff(z)
		z = z.Or(fresh)
		s.tick("until", i, z)
	}
	return z
}

// weak is νZ. hold ∩ (goal ∪ dead ∪ before(Z)), or its iterate from hold. If
// layers is not nil it gets the iterates.
func (s *search) weak(layers *[]set) set {
	over := s.goal.Or(s.dead)
	if m, ok := steps(s.program); ok && s.bound == forever && layers == nil {
		return s.frame.lasting(m, s.hold, over, s.hopeful, s.ticker("always"))
	}
	z := s.hold
	for i := 1; ; i++ {
		if layers != nil {
			*layers = append(*layers, z)
		}
		if s.bound != forever && i > s.bound {
			return z
		}
		next := s.hold.And(over.Or(s.before(z)))
		s.tick("always", i, next)
		if next.Equal(z) {
			return z
		}
		z = next
	}
}

// fairForever is νZ. hold ∩ ⋂_c before(until(hold, hold ∩ c ∩ Z)): a run of
// hold without end that meets every fairness predicate again and again at its
// positions (Act-CTL-Kn, fairness).
func (s *search) fairForever() set {
	z := s.hold
	for i := 1; ; i++ {
		next := z
		for _, c := range s.constraints() {
			goal := c.And(next)
			if !s.hold.SubsetOf(c) {
				goal = s.until(s.hold, goal, forever)
			}
			next = next.And(s.before(goal))
		}
		s.tick("fair runs", i, next)
		if next.Equal(z) {
			return z
		}
		z = next
	}
}

// constraints are the fairness predicates, or for runs without any the one that
// every run satisfies.
func (s *search) constraints() []set {
	if len(s.frame.fair) > 0 {
		return s.frame.fair
	}
	return []set{s.frame.all}
}
