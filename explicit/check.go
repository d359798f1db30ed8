package explicit

import (
	"fmt"
	"slices"

	"github.com/epibdd/epibdd/explicit/internal/kleene"
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
	// Shows is a world that shows the verdict, nil: none does. Of a search for a number it
	// shows that the last one tried before does not do.
	Shows *Shows
}

// Shows is a world in which the formula of a check has a value, with names bound.
type Shows struct {
	World int
	Env   *spec.Env
	Holds bool
}

// Semantics says what formulas and knowledge actions mean in the worlds of a system.
type Semantics interface {
	// Holds evaluates a formula in a world; one that is open is kleene.ErrOpen.
	Holds(f spec.Expr, env *spec.Env, w int) (bool, error)
	// Executable tells whether a knowledge action can happen in a world.
	Executable(p spec.Program, w int) (bool, error)
	// CountAfter counts the worlds to which the type of the action of a check leads.
	CountAfter(c *spec.Check, worlds []int) (Answer, error)
}

// Check answers a check about the worlds that were enumerated, with the product
// interpretation of knowledge actions.
func (s *System) Check(c *spec.Check) (Answer, error) {
	if c.IsLiteral() {
		return Answer{}, fmt.Errorf("this decides by the product interpretation of knowledge actions, not by the %s one", c.Interpretation)
	}
	return s.CheckBy(s, c)
}

// CheckBy answers a check about the worlds that were enumerated, with another semantics of
// formulas.
func (s *System) CheckBy(by Semantics, c *spec.Check) (Answer, error) {
	switch {
	case c.Recall != s.recall && (c.Recall != spec.NoRecall || s.recall != ""):
		return Answer{}, fmt.Errorf("the worlds of recall %q were enumerated, not of %q", s.recall, c.Recall)
	case c.Runs != "" && c.Runs != s.runs:
		return Answer{}, fmt.Errorf("the worlds of runs %s were enumerated, not of %s", s.runs, c.Runs)
	}
	if err := FindIdle(c.At, c.Formula); err != nil {
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
		worlds, err = satisfying(worlds, func(w int) (bool, error) { return by.Executable(c.After, w) })
		if err == nil && len(worlds) == 0 {
			err = ErrNoWay
		}
	}
	switch {
	case err != nil:
		return Answer{}, err
	case c.Kind == spec.CountCheck && c.After != nil:
		return by.CountAfter(c, worlds)
	case c.Kind == spec.LeastCheck:
		return s.least(c, worlds, by)
	}
	return s.ask(c, nil, worlds, by)
}

// asked lists the worlds that a check asks about; they are not known where their
// layer lies beyond those that were enumerated.
func (s *structure) asked(c *spec.Check) (worlds []int, known bool) {
	switch {
	case s.recall == "" && c.Kind == spec.CountCheck:
		return everyIndex(len(s.worlds)), true
	case c.Layer == 0:
		return s.initial, true
	}
	layer := s.fold(c.Layer)
	if s.recall == spec.PerfectRecall && c.Kind == spec.CountCheck && layer != c.Layer {
		return nil, false // histories that are related need not be as many
	}
	for w, n := range s.layer {
		if n == layer {
			worlds = append(worlds, w)
		}
	}
	return worlds, layer <= s.last() || !s.cut
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

func everyIndex(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// Executable tells whether a knowledge action can happen in a world.
func (s *System) Executable(p spec.Program, w int) (bool, error) {
	ends, err := s.outcomes(p, nil, w, false)
	return len(ends) > 0, err
}

// CountAfter counts the worlds to which the type of the action of a check leads.
func (s *System) CountAfter(c *spec.Check, worlds []int) (Answer, error) {
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
			if holds != kleene.No {
				a.Most++
			}
			if holds == kleene.Yes {
				a.Count++
			}
		}
	}
	a.Holds, a.Open = a.Count > 0, a.Count < a.Most
	return a, nil
}

// filter lists the worlds in which a condition (nil: true) holds.
func (s *System) filter(f spec.Expr, env *spec.Env, worlds []int, by Semantics) ([]int, error) {
	if f == nil {
		return worlds, nil
	}
	return satisfying(worlds, func(w int) (bool, error) {
		return by.Holds(f, env, w)
	})
}

// ask evaluates the formula in all of the worlds: one in which it has no value
// is an error even where another decides the verdict.
func (s *System) ask(c *spec.Check, env *spec.Env, worlds []int, by Semantics) (Answer, error) {
	values := make([]kleene.Value, len(worlds))
	for i, w := range worlds {
		v, err := kleene.Estimated(by.Holds(c.Formula, env, w))
		if err != nil {
			return Answer{}, err
		}
		values[i] = v
	}
	if c.Kind == spec.CountCheck {
		a := Answer{}
		for _, v := range values {
			if v == kleene.Yes {
				a.Count++
			}
			if v != kleene.No {
				a.Most++
			}
		}
		a.Holds, a.Open = a.Count > 0, a.Count < a.Most
		return a, nil
	}
	want, decides := slices.Min(append(values, kleene.Yes)), kleene.No // the verdict for all worlds, and what one has that decides it
	if c.Kind == spec.SomeCheck {
		want, decides = slices.Max(append(values, kleene.No)), kleene.Yes
	}
	a := Answer{Holds: want == kleene.Yes, Open: want == kleene.Open}
	if i := slices.Index(values, decides); i >= 0 {
		a.Where = s.worlds[worlds[i]]
	}
	if !a.Open {
		for i, w := range worlds {
			if values[i] == kleene.Of(a.Holds) && (a.Shows == nil || s.before(w, a.Shows.World)) {
				a.Shows = &Shows{w, env, a.Holds}
			}
		}
	}
	return a, nil
}

// before tells whether the state of a world comes before that of another one: variables are compared in
// their order, and values in that of their types.
func (s *structure) before(w, other int) bool {
	for i, v := range s.model.Vars {
		if c := spec.CompareIn(v.Type, s.worlds[w][i], s.worlds[other][i]); c != 0 {
			return c < 0
		}
	}
	return false
}

// least tries the numbers upwards, as long as these do not do.
func (s *System) least(c *spec.Check, worlds []int, by Semantics) (Answer, error) {
	var before *Shows
	for n := c.Least.Lo; n <= c.Least.Hi; n++ {
		a, err := s.ask(c, (*spec.Env)(nil).Bind(c.Least.Bound, spec.Int(n)), worlds, by)
		switch {
		case err != nil:
			return Answer{}, err
		case a.Open:
			return Answer{Open: true}, nil
		case a.Holds:
			return Answer{Holds: true, Least: spec.Int(n), Shows: before}, nil
		}
		before = a.Shows
	}
	return Answer{Shows: before}, nil
}
