package replay

import (
	"errors"
	"fmt"
	"slices"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/explicit/internal/kleene"
	"github.com/epibdd/epibdd/explicit/internal/terms"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// run is a history from an initial state.
func (r *replay) run(n *witness.Node, start spec.State, steps []witness.Step) (*history, error) {
	if err := r.initial(n, start); err != nil {
		return nil, err
	}
	return r.steps(n, begin(start), steps)
}

// typed checks that a state gives each variable a value of its type.
func (r *replay) typed(n *witness.Node, st spec.State) error {
	if len(st) != len(r.model.Vars) {
		return r.mismatch(n, "a state has %d values for %d variables", len(st), len(r.model.Vars))
	}
	for i, v := range r.model.Vars {
		if st[i] == nil || !v.Type.Has(st[i]) {
			return r.mismatch(n, "%s has a value outside its type", v.Name)
		}
	}
	return nil
}

// initial checks that a state is initial.
func (r *replay) initial(n *witness.Node, st spec.State) error {
	if err := r.typed(n, st); err != nil {
		return err
	}
	holds, err := explicit.IsInitial(r.model, st)
	if err == nil && !holds {
		err = r.mismatch(n, "%s is no initial state", explicit.ShowState(r.model, st))
	}
	return err
}

// steps takes the steps at the end of a history.
func (r *replay) steps(n *witness.Node, h *history, steps []witness.Step) (*history, error) {
	for i, step := range steps {
		for _, move := range step.Moves {
			if !slices.Contains(r.model.Actions, move.Action) {
				return nil, r.mismatch(n, "step %d is by no action of the model", i+1)
			}
		}
		name := fmt.Sprintf("step %d, %s,", i+1, step)
		ask := r.asksAt(n, h)
		to, enabled, err := explicit.ApplyAsking(r.model, step.Moves, h.now(), ask.modal)
		if errors.Is(err, kleene.ErrOpen) {
			to, enabled, err = step.To, true, r.typed(n, step.To)
		}
		switch {
		case err != nil && refutes(err):
			return nil, r.mismatch(n, "%s cannot be taken: %v", name, err)
		case err != nil:
			return nil, err
		case !enabled:
			return nil, r.mismatch(n, "%s is not enabled in %s", name, explicit.ShowState(r.model, h.now()))
		case !terms.SameState(to, step.To):
			return nil, r.mismatch(n, "%s leads to %s, not to %s", name, explicit.ShowState(r.model, to), explicit.ShowState(r.model, step.To))
		}
		if ask.asked {
			r.believe(n, fmt.Sprintf("what somebody knows lets step %d be taken", i+1), !ask.open)
		}
		h = h.then(step, to)
		r.report.Steps++
	}
	return h, nil
}

// questioner lets guards and effects ask what somebody knows at the end of a history,
// and notes that they do.
type questioner struct {
	asked, open bool
	modal       explicit.Asking
}

func (r *replay) asksAt(n *witness.Node, h *history) *questioner {
	q := &questioner{}
	q.modal = func(e spec.Expr, env *spec.Env) (bool, error) {
		holds, err := r.evaluator(n, h).Modal(e, env)
		q.asked, q.open = true, q.open || errors.Is(err, kleene.ErrOpen)
		return holds, err
	}
	return q
}
