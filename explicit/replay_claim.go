package explicit

import (
	"errors"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// system returns the enumerated model, nil where it is too large. Of histories as
// many steps are followed as the limits allow.
func (r *replay) system() (*System, error) {
	if s, ok := r.systems[r.reading]; ok {
		return s, nil
	}
	o := r.opts
	o.MaxStates, o.MaxWork, o.MaxTruth = o.MaxClaim, min(o.MaxWork, claimWork), min(o.MaxTruth, claimTruth)
	if o.MaxClaim < 0 {
		return nil, nil
	}
	s, err := Unroll(r.model, r.recall, r.runs, r.depth, o)
	if tooLarge(err) || errors.Is(err, ErrNotFair) {
		s, err = nil, nil
	}
	if err == nil {
		r.systems[r.reading] = s
	}
	return s, err
}

func tooLarge(err error) bool {
	var e *TooLarge
	return errors.As(err, &e)
}

// believe notes a claim.
func (r *replay) believe(n *witness.Node, what string, checked bool) {
	r.report.Claims = append(r.report.Claims, Claim{n, what, checked})
}

// decide asks the enumerated model about the end of a history; ok is false where
// it is too large to say.
func (r *replay) decide(n *witness.Node, h *history, ask func(s *System, w int) (bool, error)) (holds, ok bool, err error) {
	s, err := r.system()
	if s == nil || err != nil {
		return false, false, err
	}
	w, known := s.locate(h)
	switch {
	case w == beyond && !known:
		return false, false, nil
	case w == beyond:
		return false, false, r.mismatch(n, "%s is no reachable state", showState(r.model, h.now()))
	}
	s.memo.spent = 0
	holds, err = ask(s, w)
	if tooLarge(err) || errors.Is(err, errOpen) {
		return false, false, nil
	}
	return holds, err == nil, err
}

// claim checks a node that shows no run.
func (r *replay) claim(n *witness.Node, h *history) error {
	if n.Path != nil || n.Jump != nil {
		return r.mismatch(n, "a run is no evidence for a claim")
	}
	holds, ok, err := r.decide(n, h, func(s *System, w int) (bool, error) {
		if e, isGroup := n.Formula.(*spec.GroupKnows); isGroup && n.Times > 0 {
			holds, err := s.everybody(e, n.Env, n.Times, w)
			return holds, s.inWorld(w, err)
		}
		return s.surely(n.Formula, n.Env, w)
	})
	if err != nil {
		return err
	}
	if ok && holds != n.Holds {
		return r.mismatch(n, "enumeration decides that it is %v", holds)
	}
	r.believe(n, n.Claim, ok)
	return nil
}

// decided checks that a formula is true at the end of a history, for which there
// is no evidence.
func (r *replay) decided(n *witness.Node, f spec.Expr, h *history, what string) error {
	g, err := r.kleene(f, nil, h.now(), nil)
	if err != nil {
		return err
	}
	holds, ok := g.isTrue(), g.value != nil
	if !ok {
		holds, ok, err = r.decide(n, h, func(s *System, w int) (bool, error) { return s.surely(f, nil, w) })
		if err != nil {
			return err
		}
		r.believe(n, what, ok)
	}
	if ok && !holds {
		return r.mismatch(n, "%s is false in %s", what, showState(r.model, h.now()))
	}
	return nil
}

// admitted checks that the state now lies on a run that the document's runs and
// fairness admit, where not all states do.
func (r *replay) admitted(n *witness.Node, h *history) error {
	if !constrained(r.model, r.runs) {
		return nil
	}
	_, ok, err := r.decide(n, h, func(*System, int) (bool, error) { return true, nil })
	if err == nil {
		r.believe(n, "the state lies on an admitted run", ok)
	}
	return err
}

// evaluator evaluates at the end of a history; knowledge and temporal formulas are left to
// the enumerated model, and have the error errOpen where it is too large.
func (r *replay) evaluator(n *witness.Node, h *history) *spec.Evaluator {
	return &spec.Evaluator{State: h.now(), Budget: maxNodes, Modal: func(e spec.Expr, env *spec.Env) (bool, error) {
		holds, ok, err := r.decide(n, h, func(s *System, w int) (bool, error) { return s.modal(e, env, w) })
		if err == nil && !ok {
			err = errOpen
		}
		return holds, err
	}}
}
