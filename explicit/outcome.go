package explicit

import (
	"slices"

	"github.com/epibdd/epibdd/spec"
)

// An outcome of many names, such as the line of ISPL by which each of many variables changes,
// has conditions of which most are about one name. So names are taken together only if a
// condition is about both: what the names of one part can be does not depend on the others, and
// the outcomes are the product of the parts.

// outcomePart are names of an outcome with the conditions about them.
type outcomePart struct {
	names []int // by Action.Outcome
	given []spec.Expr
}

// partsOf are those of the outcome of an action: the first one has the conditions about no
// name.
func (s *stepper) partsOf(a *spec.Action) []outcomePart {
	if parts, ok := s.parts[a]; ok {
		return parts
	}
	parts := []outcomePart{{}}
	for k := range a.Outcome {
		parts = append(parts, outcomePart{names: []int{k}})
	}
	about := func(e spec.Expr) func(outcomePart) bool {
		return func(p outcomePart) bool {
			return slices.ContainsFunc(p.names, func(k int) bool { return slices.Contains(e.Free(), a.Outcome[k]) })
		}
	}
	for _, e := range a.Given {
		var joined outcomePart
		parts = slices.DeleteFunc(parts, func(p outcomePart) bool {
			is := about(e)(p)
			if is {
				joined.names = append(joined.names, p.names...)
			}
			return is
		})
		if len(joined.names) > 0 {
			slices.Sort(joined.names)
			parts = append(parts, joined)
		}
	}
	for _, e := range a.Given { // in the order in which they are read
		i := max(0, slices.IndexFunc(parts, about(e)))
		parts[i].given = append(parts[i].given, e)
	}
	s.parts[a] = parts
	return parts
}

// outcomes are the values of the outcome of a move for which all conditions hold.
func (s *stepper) outcomes(move spec.Move, moves []spec.Move, st spec.State, ask Asking) ([][]spec.Value, error) {
	all := [][]spec.Value{make([]spec.Value, len(move.Action.Outcome))}
	for _, p := range s.partsOf(move.Action) {
		ways, err := s.outcomesOf(p, move, moves, st, ask)
		if _, wrong := err.(*Fault); wrong { // in what order conditions are read matters
			whole := outcomePart{given: move.Action.Given}
			for k := range move.Action.Outcome {
				whole.names = append(whole.names, k)
			}
			return s.outcomesOf(whole, move, moves, st, ask)
		}
		if err != nil {
			return nil, err
		}
		var next [][]spec.Value
		for _, done := range all {
			for _, way := range ways {
				if !s.work.Spend(1) {
					return nil, s.work.Exceeded()
				}
				both := slices.Clone(done)
				for _, k := range p.names {
					both[k] = way[k]
				}
				next = append(next, both)
			}
		}
		all = next
	}
	return all, nil
}

// outcomesOf are the values of the names of a part for which its conditions hold, read from
// left to right; those of other names are not set.
func (s *stepper) outcomesOf(p outcomePart, move spec.Move, moves []spec.Move, st spec.State, ask Asking) ([][]spec.Value, error) {
	types := make([]spec.Type, len(p.names))
	for i, k := range p.names {
		types[i] = move.Action.Outcome[k].Type
	}
	var all [][]spec.Value
	for values := range spec.Tuples(types) {
		if !s.work.Spend(1) {
			return nil, s.work.Exceeded()
		}
		outcome, env := make([]spec.Value, len(move.Action.Outcome)), namesOf(move)
		for i, k := range p.names {
			outcome[k] = values[i]
			env = env.Bind(move.Action.Outcome[k], values[i])
		}
		ev := inStep(moves, st, ask)
		holds, err := ev.HoldsAll(p.given, env)
		if more := s.work.evaluations().evaluated(ev); more != nil {
			return nil, more
		}
		if err != nil {
			move.Outcome = outcome
			return nil, fault(move, st, err)
		}
		if holds {
			all = append(all, outcome)
		}
	}
	return all, nil
}
