package replay

import (
	"fmt"

	"github.com/epibdd/epibdd/explicit/internal/terms"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// temporal checks a path: a run that makes an existential formula true, or a
// universal one false.
func (t *tree) temporal(n *witness.Node, e *spec.Temporal, h *history) error {
	switch {
	case n.Epistemic != nil || len(n.Parts) > 0:
		return t.mismatch(n, "time is shown by a path alone")
	case n.Path == nil:
		return t.mismatch(n, "neither a path nor a claim shows it")
	case n.Holds == e.All:
		return t.mismatch(n, "no single run shows that")
	}
	whole, err := t.steps(n, h, n.Path.Steps)
	if err != nil {
		return err
	}
	j := &journey{replay: t.replay, n: n, t: e, p: n.Path, start: len(h.steps), whole: whole}
	if j.bound, err = terms.Bound(e.Bound, n.Env); err != nil {
		return err
	}
	shows := func() error { return t.shows(j) }
	for _, check := range []func() error{j.marks, j.repetitions, j.completion, shows, j.possible, j.fair} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// shows checks that what the formula asks for is shown at each mark.
func (t *tree) shows(j *journey) error {
	used := map[*witness.Node]bool{}
	for _, d := range j.duties() {
		by := j.shownAt(d)
		if by == nil && d.optional {
			continue
		}
		used[by] = true
		if err := t.shown(j.n, d.f, d.want, j.at(d.mark), by, fmt.Sprintf("at mark %d", d.mark)); err != nil {
			return err
		}
	}
	for _, s := range j.p.Shown {
		if !used[s.Node] {
			return t.mismatch(j.n, "what is shown at mark %d is not asked for", s.Mark)
		}
	}
	return nil
}
