package ctlk

import (
	"github.com/epibdd/epibdd/spec"
)

// restrict drops the worlds from which no run that counts begins, if runs have
// to be infinite or fair. The set of the others is F = νZ. ⋂_c EX E[true U c ∩ Z]
// over all steps (Act-CTL-Kn, fairness); runs: infinite is fairness with the
// predicate true. A state with a step into F is in F, so what remains is exactly
// what remains reachable.
func (c *Checker) restrict(f *frame) error {
	if !c.restricted() {
		return nil
	}
	defer f.forget() // the predicates are evaluated in all reachable states
	constraints := []set{}
	for _, e := range c.sys.Model().Fairness {
		x, err := c.formula(e, nil, f.all)
		if err != nil {
			return err
		}
		constraints = append(constraints, x.sure)
	}
	if len(constraints) == 0 {
		constraints = append(constraints, f.all)
	}
	f.all = c.hull(f, constraints)
	f.starts = f.starts.And(f.all)
	if f.starts.IsEmpty() && !c.mayBeEmpty() {
		return c.refuse(NoFairRun, c.initPlace(), "no initial state has %s", c.runsWanted())
	}
	f.fair = make([]set, len(constraints))
	for i, x := range constraints {
		f.fair[i] = x.And(f.all)
	}
	return nil
}

// restricted tells whether only some runs count.
func (c *Checker) restricted() bool {
	return len(c.sys.Model().Fairness) > 0 || c.runs == spec.InfiniteRuns
}

func (c *Checker) runsWanted() string {
	if len(c.sys.Model().Fairness) > 0 {
		return "a run along which every fairness condition holds again and again"
	}
	return "an infinite run"
}

// hull is νZ. ⋂_c EX E[true U c ∩ Z].
func (c *Checker) hull(f *frame, constraints []set) set {
	steps := f.every()
	z := f.all
	for i := 1; ; i++ {
		next := z
		for _, x := range constraints {
			goal := x.And(next)
			if !x.Equal(f.all) {
				goal = f.reaching(steps, goal, next, false, func(int, func() set) {})
			}
			next = next.And(f.before(steps, goal, false))
		}
		c.tick("fair runs", i, next)
		if next.Equal(z) {
			return z
		}
		z = next
	}
}
