package explicit

import (
	"fmt"
	"slices"

	"github.com/epibdd/epibdd/spec"
)

// Answer is the answer to a check.
type Answer struct {
	// Holds is the verdict; for a count whether it is not 0, for a search whether
	// it found a number.
	Holds bool
	// Open says that the steps that were enumerated do not decide. The true count
	// is then one of Count..Most.
	Open bool
	// Count is the number of worlds, of a count alone; Most is -1 where it has no bound.
	Count, Most int
	// Again says that perfect recall was decided for runs of any length, since a layer
	// of histories was as an earlier one.
	Again bool
	// Least is the number found, nil: none.
	Least spec.Value
	// Where is a state that decides the verdict, of a world that the check asks
	// about: one in which a formula fails that should hold in all, or holds that
	// should in some.
	Where spec.State
}

// Decide answers a check with the recall, runs, depth and interpretation that it asks for. With
// memory it looks one step further until the answer is not open, or so many steps were
// followed as the check allows: what goes wrong after more steps does not matter. It looks at
// all layers where these are needed, to find which runs count, and with spec.AutoDepth under
// clock recall, where there are finitely many of them unless something goes wrong.
func Decide(c *spec.Check, o Options) (Answer, error) {
	if c.IsLiteral() {
		return decideLiterally(c, o)
	}
	memory := c.Recall == spec.PerfectRecall || c.Recall == spec.ClockRecall
	finite := c.Recall == spec.ClockRecall && c.Depth == spec.AutoDepth
	if !memory || finite || constrained(c.Model, c.Runs) {
		a, _, err := decide(c, c.Depth, o)
		if !finite || constrained(c.Model, c.Runs) || !isFault(err) {
			return a, err
		}
	}
	depth := c.Layer
	if c.Depth != spec.AutoDepth {
		depth = min(depth, c.Depth)
	}
	for ; ; depth++ {
		follow := depth
		if depth == 0 {
			follow = spec.NoSteps
		}
		if a, over, err := decide(c, follow, o); err != nil || over || !a.Open || depth == c.Depth && c.Depth != spec.AutoDepth {
			return a, err
		}
	}
}

// decide answers a check from at most so many steps. It tells whether there are no more.
func decide(c *spec.Check, depth int, o Options) (a Answer, over bool, err error) {
	s, err := Unroll(c.Model, c.Recall, c.Runs, depth, o)
	if err != nil {
		return Answer{}, false, err
	}
	m := &s.memory
	if a, err = s.Check(c); err == nil && m.full != nil && *m.full && (a.Open || depth != spec.AutoDepth) {
		err = &TooLarge{What: "histories", Limit: s.opts.MaxStates}
	}
	a.Again = c.Recall == spec.PerfectRecall && (m.layers > 0 || *m.rejoined)
	return a, !m.cut && (m.short == nil || !*m.short), err
}

// semantics says what formulas and knowledge actions mean in the worlds of a system.
type semantics interface {
	holds(f spec.Expr, env *spec.Env, w int) (kleene, error)
	// executable tells whether a knowledge action can happen in a world.
	executable(p spec.Program, w int) (bool, error)
	// countAfter counts the worlds to which the type of the action of a check leads.
	countAfter(c *spec.Check, worlds []int) (Answer, error)
}

// Check answers a check about the worlds that were enumerated, with the product
// interpretation of knowledge actions.
func (s *System) Check(c *spec.Check) (Answer, error) {
	if c.IsLiteral() {
		return Answer{}, fmt.Errorf("this decides by the product interpretation of knowledge actions, not by the %s one", c.Interpretation)
	}
	return s.check(c, s)
}

func (s *System) check(c *spec.Check, by semantics) (Answer, error) {
	switch {
	case c.Recall != s.memory.recall && (c.Recall != spec.NoRecall || s.memory.recall != ""):
		return Answer{}, fmt.Errorf("the worlds of recall %q were enumerated, not of %q", s.memory.recall, c.Recall)
	case c.Runs != "" && c.Runs != s.runs:
		return Answer{}, fmt.Errorf("the worlds of runs %s were enumerated, not of %s", s.runs, c.Runs)
	}
	if err := findIdle(c.At, c.Formula); err != nil {
		return Answer{}, err
	}
	worlds, known := s.asked(c)
	if !known {
		return Answer{Open: true, Most: -1}, nil
	}
	if len(worlds) == 0 && c.Kind == spec.CountCheck && c.At == nil {
		return Answer{}, nil
	}
	worlds, err := s.filter(c.At, nil, worlds, by)
	if err == nil && len(worlds) == 0 && (c.At != nil || !s.mayBeEmpty()) {
		err = ErrNothingAt
	}
	if err == nil && c.After != nil && c.Kind != spec.CountCheck {
		worlds, err = satisfying(worlds, func(w int) (bool, error) { return by.executable(c.After, w) })
		if err == nil && len(worlds) == 0 {
			err = ErrNoWay
		}
	}
	switch {
	case err != nil:
		return Answer{}, err
	case c.Kind == spec.CountCheck && c.After != nil:
		return by.countAfter(c, worlds)
	case c.Kind == spec.LeastCheck:
		return s.least(c, worlds, by)
	}
	return s.ask(c, nil, worlds, by)
}

// asked lists the worlds that a check asks about; they are not known where their
// layer lies beyond those that were enumerated.
func (s *System) asked(c *spec.Check) (worlds []int, known bool) {
	switch {
	case s.memory.recall == "" && c.Kind == spec.CountCheck:
		return everyIndex(len(s.worlds)), true
	case c.Layer == 0:
		return s.initial, true
	}
	layer := s.fold(c.Layer)
	if s.memory.recall == spec.PerfectRecall && c.Kind == spec.CountCheck && layer != c.Layer {
		return nil, false // histories that are related need not be as many
	}
	for w, n := range s.memory.steps {
		if n == layer {
			worlds = append(worlds, w)
		}
	}
	return worlds, layer <= s.last() || !s.memory.cut
}

// satisfying lists the worlds that satisfy a condition.
func satisfying(worlds []int, condition func(w int) (bool, error)) ([]int, error) {
	var kept []int
	for _, w := range worlds {
		holds, err := condition(w)
		if err != nil {
			return nil, err
		}
		if holds {
			kept = append(kept, w)
		}
	}
	return kept, nil
}

func (s *System) executable(p spec.Program, w int) (bool, error) {
	ends, err := s.outcomes(p, nil, w, false)
	return len(ends) > 0, err
}

func (s *System) countAfter(c *spec.Check, worlds []int) (Answer, error) {
	a := Answer{}
	for _, w := range worlds {
		ends, err := s.outcomes(c.After, nil, w, true)
		if err != nil {
			return Answer{}, err
		}
		for _, end := range ends {
			holds, err := end.holds(c.Formula, nil)
			if err != nil {
				return Answer{}, err
			}
			if holds != no {
				a.Most++
			}
			if holds == yes {
				a.Count++
			}
		}
	}
	a.Holds, a.Open = a.Count > 0, a.Count < a.Most
	return a, nil
}

func everyIndex(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// filter lists the worlds in which a condition (nil: true) holds.
func (s *System) filter(f spec.Expr, env *spec.Env, worlds []int, by semantics) ([]int, error) {
	if f == nil {
		return worlds, nil
	}
	return satisfying(worlds, func(w int) (bool, error) {
		holds, err := by.holds(f, env, w)
		if err == nil && holds == open {
			err = errOpen
		}
		return holds == yes, err
	})
}

// ask evaluates the formula in all of the worlds: one in which it has no value
// is an error even where another decides the verdict.
func (s *System) ask(c *spec.Check, env *spec.Env, worlds []int, by semantics) (Answer, error) {
	values := make([]kleene, len(worlds))
	for i, w := range worlds {
		v, err := by.holds(c.Formula, env, w)
		if err != nil {
			return Answer{}, err
		}
		values[i] = v
	}
	if c.Kind == spec.CountCheck {
		a := Answer{}
		for _, v := range values {
			if v == yes {
				a.Count++
			}
			if v != no {
				a.Most++
			}
		}
		a.Holds, a.Open = a.Count > 0, a.Count < a.Most
		return a, nil
	}
	want, decides := slices.Min(append(values, yes)), no // the verdict for all worlds, and what one has that decides it
	if c.Kind == spec.SomeCheck {
		want, decides = slices.Max(append(values, no)), yes
	}
	a := Answer{Holds: want == yes, Open: want == open}
	if i := slices.Index(values, decides); i >= 0 {
		a.Where = s.worlds[worlds[i]]
	}
	return a, nil
}

// least tries the numbers upwards, as long as these do not do.
func (s *System) least(c *spec.Check, worlds []int, by semantics) (Answer, error) {
	for n := c.Least.Lo; n <= c.Least.Hi; n++ {
		a, err := s.ask(c, (*spec.Env)(nil).Bind(c.Least.Bound, spec.Int(n)), worlds, by)
		switch {
		case err != nil:
			return Answer{}, err
		case a.Open:
			return Answer{Open: true}, nil
		case a.Holds:
			return Answer{Holds: true, Least: spec.Int(n)}, nil
		}
	}
	return Answer{}, nil
}
