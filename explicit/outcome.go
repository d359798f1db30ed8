package explicit

import (
	"iter"
	"slices"

	"github.com/epibdd/epibdd/explicit/internal/terms"
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
	ways  []outcomeWay // nil: not known
}

// outcomeWay are values of the names of a part, with what its conditions say of these.
type outcomeWay struct {
	values []spec.Value
	given  []spec.Expr
}

// maxWays is how many ways of a part are kept.
const maxWays = 1024

// partsOf are those of the outcome of an action: the first one has the conditions about no
// name.
func (s *stepper) partsOf(a *spec.Action) []*outcomePart {
	if parts, ok := s.parts[a]; ok {
		return parts
	}
	parts := []*outcomePart{{}}
	for k := range a.Outcome {
		parts = append(parts, &outcomePart{names: []int{k}})
	}
	about := func(e spec.Expr) func(*outcomePart) bool {
		return func(p *outcomePart) bool {
			return slices.ContainsFunc(p.names, func(k int) bool { return slices.Contains(e.Free(), a.Outcome[k]) })
		}
	}
	for _, e := range a.Given {
		joined := &outcomePart{}
		parts = slices.DeleteFunc(parts, func(p *outcomePart) bool {
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
			whole := &outcomePart{given: move.Action.Given}
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
func (s *stepper) outcomesOf(p *outcomePart, move spec.Move, moves []spec.Move, st spec.State, ask Asking) ([][]spec.Value, error) {
	var all [][]spec.Value
	names, fresh, ev := namesOf(move), *inStep(moves, st, ask), new(spec.Evaluator)
	for way := range p.eachWay(move.Action) {
		if !s.work.Spend(1) {
			return nil, s.work.Exceeded()
		}
		env := names
		for i, k := range p.names {
			env = env.Bind(move.Action.Outcome[k], way.values[i])
		}
		*ev = fresh
		holds, err := ev.HoldsAll(way.given, env)
		if more := s.work.evaluations().evaluated(ev); more != nil {
			return nil, more
		}
		if err != nil {
			move.Outcome = way.outcome(p, move.Action)
			return nil, fault(move, st, err)
		}
		if holds {
			all = append(all, way.outcome(p, move.Action))
		}
	}
	return all, nil
}

// outcome are the values of a way where they stand in the outcome of the action.
func (w *outcomeWay) outcome(p *outcomePart, a *spec.Action) []spec.Value {
	outcome := make([]spec.Value, len(a.Outcome))
	for i, k := range p.names {
		outcome[k] = w.values[i]
	}
	return outcome
}

// eachWay yields the ways of a part, of which few are kept.
func (p *outcomePart) eachWay(a *spec.Action) iter.Seq[outcomeWay] {
	return func(yield func(outcomeWay) bool) {
		for _, w := range p.ways {
			if !yield(w) {
				return
			}
		}
		if p.ways != nil {
			return
		}
		types := make([]spec.Type, len(p.names))
		for i, k := range p.names {
			types[i] = a.Outcome[k].Type
		}
		var ways []outcomeWay
		for values := range spec.Tuples(types) {
			w := p.way(a, slices.Clone(values))
			if len(ways) <= maxWays {
				ways = append(ways, w)
			}
			if !yield(w) {
				return
			}
		}
		if len(ways) <= maxWays {
			p.ways = ways
		}
	}
}

// way is what the conditions say of some values: one such as line = 2 -> ... says something of
// one value alone.
func (p *outcomePart) way(a *spec.Action, values []spec.Value) outcomeWay {
	w := outcomeWay{values: values}
	env := (*spec.Env)(nil)
	for i, k := range p.names {
		env = env.Bind(a.Outcome[k], values[i])
	}
	for _, e := range p.given {
		if b, ok := e.(*spec.Binary); ok && b.Op == spec.Imp && isAbout(b.X, env) {
			applies, err := terms.In(nil).Holds(b.X, env)
			switch {
			case err == nil && !applies:
				continue
			case err == nil:
				e = b.Y
			}
		}
		w.given = append(w.given, e)
	}
	return w
}

// isAbout tells whether a condition is about names alone, and neither about the state nor about
// the step.
func isAbout(e spec.Expr, env *spec.Env) bool {
	return e.Traits() == 0 && !slices.ContainsFunc(e.Free(), func(b *spec.Bound) bool { return env.Lookup(b) == nil })
}
