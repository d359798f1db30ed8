package explicit

import (
	"math/big"
	"slices"

	"github.com/epibdd/epibdd/explicit/internal/terms"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// Candidate is a history that may be the actual one: where it began, its steps, and how
// likely it is.
type Candidate struct {
	Start spec.State
	Steps []witness.Step
	Share *big.Rat
}

// State is the one in which the history ends.
func (c Candidate) State() spec.State {
	if n := len(c.Steps); n > 0 {
		return c.Steps[n-1].To
	}
	return c.Start
}

// Beginnings are the histories without steps, all of them equally likely.
func Beginnings(m *spec.Model, o Options) ([]Candidate, error) {
	states, err := InitialStates(m, o)
	if err == nil && len(states) == 0 {
		err = ErrNoInitial
	}
	all := make([]Candidate, len(states))
	for i, st := range states {
		all[i] = Candidate{Start: st, Share: big.NewRat(1, int64(len(states)))}
	}
	return all, err
}

// Happened lists the histories in which what happened is a list of steps and tests of
// states (nil: nothing). Of steps in which those who plan make the same moves, or none, each is
// equally likely.
func Happened(m *spec.Model, plan *spec.Plan, all []Candidate, stepsOf func(Candidate) ([]witness.Step, error)) ([]Candidate, error) {
	for _, p := range plan.Happened() {
		var next []Candidate
		for _, c := range all {
			if test, ok := p.(*spec.Test); ok {
				holds, err := terms.In(c.State()).Holds(test.X, nil)
				if err != nil {
					return nil, withModel(m, fault(spec.Move{}, c.State(), err))
				}
				if holds {
					next = append(next, c)
				}
				continue
			}
			steps, err := stepsOf(c)
			if err != nil {
				return nil, err
			}
			more, err := taken(m, plan, c, p, steps)
			if err != nil {
				return nil, err
			}
			next = append(next, more...)
		}
		all = next
	}
	return all, nil
}

// taken are the histories in which one of some steps follows that a program describes.
func taken(m *spec.Model, plan *spec.Plan, c Candidate, p spec.Program, steps []witness.Step) ([]Candidate, error) {
	alike := map[string]int64{} // how many steps there are, by the moves of those who plan
	own := make([]string, len(steps))
	for i, s := range steps {
		for _, move := range s.Moves {
			owner, err := Owner(m, move, c.State())
			if err != nil {
				return nil, err
			}
			if owner != nil && plan.Asks(owner.Name) {
				own[i] += move.Key() + " "
			}
		}
		alike[own[i]]++
	}
	var all []Candidate
	for i, s := range steps {
		if step, ok := p.(*spec.Step); ok {
			is, err := describes(step, s.Moves, c.State())
			if err != nil {
				return nil, err
			}
			if !is {
				continue
			}
		}
		share := new(big.Rat).Quo(c.Share, big.NewRat(alike[own[i]], 1))
		all = append(all, Candidate{c.Start, append(slices.Clip(c.Steps), s), share})
	}
	return all, nil
}

// describes tells whether one of some moves is the step of a program.
func describes(p *spec.Step, moves []spec.Move, st spec.State) (bool, error) {
	args := make([]spec.Value, len(p.Args))
	for i, x := range p.Args {
		if x == nil {
			continue
		}
		v, err := terms.In(st).Eval(x, nil)
		if err != nil {
			return false, err
		}
		args[i] = v
	}
	return slices.ContainsFunc(moves, func(m spec.Move) bool {
		if m.Action != p.Action {
			return false
		}
		for i, v := range args {
			if v != nil && !spec.Equal(v, m.Args[i]) {
				return false
			}
		}
		return true
	}), nil
}
