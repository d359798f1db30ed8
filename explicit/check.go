package explicit

import (
	"fmt"

	"github.com/epibdd/epibdd/spec"
)

// Answer is the answer to a check.
type Answer struct {
	// Holds is the verdict; for a count whether it is not 0, for a search whether
	// it found a number.
	Holds bool
	// Count is the number of worlds, of a count alone.
	Count int
	// Least is the number found, nil: none.
	Least spec.Value
	// Where is an initial state that decides the verdict: one in which a formula
	// fails that should hold in all, or holds that should in some.
	Where spec.State
}

// Check answers a check under recall none.
func (s *System) Check(c *spec.Check) (Answer, error) {
	if c.Recall != "" && c.Recall != spec.NoRecall {
		return Answer{}, fmt.Errorf("recall %s is not decided by enumeration", c.Recall)
	}
	if c.Runs != "" && c.Runs != s.runs {
		return Answer{}, fmt.Errorf("the worlds of runs %s were enumerated, not of %s", s.runs, c.Runs)
	}
	if err := findIdle(c.At, c.Formula); err != nil {
		return Answer{}, err
	}
	worlds := s.initial
	if c.Kind == spec.CountCheck {
		worlds = everyIndex(len(s.worlds))
	}
	worlds, err := s.filter(c.At, nil, worlds)
	switch {
	case err != nil:
		return Answer{}, err
	case len(worlds) == 0:
		return Answer{}, ErrNothingAt
	case c.Kind == spec.LeastCheck:
		return s.least(c, worlds)
	}
	return s.ask(c, nil, worlds)
}

func everyIndex(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// filter lists the worlds in which f (nil: true) holds.
func (s *System) filter(f spec.Expr, env *spec.Env, worlds []int) ([]int, error) {
	if f == nil {
		return worlds, nil
	}
	var kept []int
	for _, w := range worlds {
		holds, err := s.holds(f, env, w)
		if err != nil {
			return nil, err
		}
		if holds {
			kept = append(kept, w)
		}
	}
	return kept, nil
}

// ask evaluates the formula in all of the worlds: one in which it has no value
// is an error even where another decides the verdict.
func (s *System) ask(c *spec.Check, env *spec.Env, worlds []int) (Answer, error) {
	yes, err := s.filter(c.Formula, env, worlds)
	if err != nil {
		return Answer{}, err
	}
	switch c.Kind {
	case spec.CountCheck:
		return Answer{Holds: len(yes) > 0, Count: len(yes)}, nil
	case spec.SomeCheck:
		a := Answer{Holds: len(yes) > 0}
		if a.Holds {
			a.Where = s.worlds[yes[0]]
		}
		return a, nil
	}
	a := Answer{Holds: len(yes) == len(worlds)}
	for i, w := range worlds {
		if i >= len(yes) || yes[i] != w {
			a.Where = s.worlds[w]
			break
		}
	}
	return a, nil
}

// least tries the numbers upwards.
func (s *System) least(c *spec.Check, worlds []int) (Answer, error) {
	for n := c.Least.Lo; n <= c.Least.Hi; n++ {
		a, err := s.ask(c, (*spec.Env)(nil).Bind(c.Least.Bound, spec.Int(n)), worlds)
		if err != nil {
			return Answer{}, err
		}
		if a.Holds {
			return Answer{Holds: true, Least: spec.Int(n)}, nil
		}
	}
	return Answer{}, nil
}
