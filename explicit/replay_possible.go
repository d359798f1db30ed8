package explicit

import (
	"slices"

	"github.com/epibdd/epibdd/spec"
)

// possible checks what a path says that agents consider possible along it.
func (r *replay) possible(j *journey) error {
	checked := true
	for _, p := range j.p.Possible {
		switch {
		case p.After < 0 || p.After > len(j.p.Steps):
			return r.mismatch(j.n, "after %d steps of %d nothing is considered possible", p.After, len(j.p.Steps))
		case !slices.Contains(r.model.Agents, p.Agent):
			return r.mismatch(j.n, "no agent of the model considers that possible")
		case p.Values != nil && len(p.Values) != p.Count:
			return r.mismatch(j.n, "%d values are listed instead of %d", len(p.Values), p.Count)
		}
		same, ok, err := r.decide(j.n, j.past(p.After), func(s *System, w int) (bool, error) {
			values, err := s.supposed(p.Agent, p.About, w)
			return err == nil && len(values) == p.Count && (p.Values == nil || slices.EqualFunc(values, sorted(p.Values), spec.Equal)), err
		})
		if err != nil {
			return err
		}
		if ok && !same {
			return r.mismatch(j.n, "after %d steps %s does not consider %s = %v possible, the only ones", p.After, p.Agent.Name, p.About.Span().Text(), p.Values)
		}
		checked = checked && ok
	}
	if len(j.p.Possible) > 0 {
		r.believe(j.n, "what is considered possible along the way", checked)
	}
	return nil
}

// supposed lists the values that an expression has in the worlds that an agent
// considers possible, in their order.
func (s *System) supposed(a *spec.Agent, e spec.Expr, w int) ([]spec.Value, error) {
	c := s.views(a)
	var values []spec.Value
	for v := range s.worlds {
		if c.of[v] != c.of[w] {
			continue
		}
		x, err := s.evaluator(v).Eval(e, nil)
		if err != nil {
			return nil, s.inWorld(v, err)
		}
		values = append(values, x)
	}
	return slices.CompactFunc(sorted(values), spec.Equal), nil
}

func sorted(values []spec.Value) []spec.Value {
	return slices.SortedFunc(slices.Values(values), spec.Compare)
}
