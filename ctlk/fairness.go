package ctlk

import (
	"github.com/epibdd/epibdd/spec"
)

// restrict drops the worlds from which no run that counts begins, if runs have
// to be infinite or fair. The set of the others is F = νZ. ⋂_c EX E[true U c ∩ Z]
// over all steps (Act-CTL-Kn, fairness); runs: infinite is fairness with the
// predicate true. A state with a step into F is in F, so what remains is exactly
// what remains reachable.
func (c *Checker) restrict(f *states) error {
	fairness := c.sys.Model().Fairness
	if len(fairness) == 0 && c.runs != spec.InfiniteRuns {
		return nil
	}
	c.frame = f // for now: the predicates are evaluated in all reachable states
	defer func() { c.frame, c.known = nil, map[keyOf]entry{} }()
	constraints := []set{}
	for _, e := range fairness {
		x, err := c.formula(e, nil, f.all)
		if err != nil {
			return err
		}
		constraints = append(constraints, x)
	}
	if len(constraints) == 0 {
		constraints = append(constraints, f.all)
	}
	f.all = c.hull(f, constraints)
	f.starts = f.starts.And(f.all)
	if f.starts.IsEmpty() {
		return c.refuse(NoFairRun, c.initPlace(), "no initial state has %s", c.runsWanted())
	}
	c.fair = make([]set, len(constraints))
	for i, x := range constraints {
		c.fair[i] = x.And(f.all)
	}
	return nil
}

func (c *Checker) runsWanted() string {
	if len(c.sys.Model().Fairness) > 0 {
		return "a run along which every fairness condition holds again and again"
	}
	return "an infinite run"
}

// hull is νZ. ⋂_c EX E[true U c ∩ Z].
func (c *Checker) hull(f *states, constraints []set) set {
	tick := c.ticker("fair runs")
	steps := c.sys.Steps()
	z := f.all
	for i := 1; ; i++ {
		next := z
		for _, x := range constraints {
			goal := x.And(next)
			if !x.Equal(f.all) {
				goal = f.reaching(steps, goal, next, nil)
			}
			next = next.And(f.before(steps, goal))
		}
		tick(i, next, next)
		if next.Equal(z) {
			return z
		}
		z = next
	}
}
