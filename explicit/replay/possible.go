package replay

import (
	"slices"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/explicit/internal/terms"
	"github.com/epibdd/epibdd/spec"
)

// possible checks what a path says that agents consider possible along it.
func (j *journey) possible() error {
	checked := true
	for _, p := range j.p.Possible {
		switch {
		case p.After < 0 || p.After > len(j.p.Steps):
			return j.mismatch(j.n, "after %d steps of %d nothing is considered possible", p.After, len(j.p.Steps))
		case !slices.Contains(j.model.Agents, p.Agent):
			return j.mismatch(j.n, "no agent of the model considers that possible")
		case p.Values != nil && len(p.Values) != p.Count:
			return j.mismatch(j.n, "%d values are listed instead of %d", len(p.Values), p.Count)
		}
		j.along.concerns(p.Agent)
		same, ok, err := j.decide(j.n, j.past(p.After), func(s *explicit.System, w int) (bool, error) {
			values, err := s.Supposed(p.Agent, p.About, w)
			return err == nil && len(values) == p.Count && (p.Values == nil || slices.EqualFunc(values, terms.Sorted(p.Values), spec.Equal)), err
		})
		if err != nil {
			return err
		}
		if ok && !same {
			return j.mismatch(j.n, "after %d steps %s does not consider %s = %v possible, the only ones", p.After, p.Agent.Name, p.About.Span().Text(), p.Values)
		}
		checked = checked && ok
	}
	if len(j.p.Possible) > 0 {
		j.believe(j.n, "what is considered possible along the way", checked)
	}
	return nil
}
