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

// Replayer checks evidence about one model: every step by guards and effects,
// every epistemic step by comparing views, every literal by evaluation. Claims are
// re-decided by enumeration where the model is small enough. A Replayer serves
// one goroutine at a time.
type Replayer struct {
	model   *spec.Model
	opts    explicit.Options
	agents  terms.Agents
	walker  *explicit.Walker
	systems map[reading]*explicit.System // nil: too large
	crowded map[reading]bool             // there was no room even for the histories along one
}

// reading is how a check reads the model.
type reading struct {
	runs   spec.Runs
	recall spec.Recall
	depth  int
	apart  bool // histories, of which shares are asked
}

func (rp *Replayer) readingOf(c *spec.Check) reading {
	runs := c.Runs
	if runs == "" {
		runs = rp.model.Runs
	}
	if c.Recall == "" || c.Recall == spec.NoRecall {
		return reading{runs: runs, apart: c.AsksShares()}
	}
	return reading{runs, c.Recall, c.Depth, c.AsksShares()}
}

// replay is one replay at work: what evidence of all kinds is held against.
type replay struct {
	*Replayer
	reading
	report *Report
	along  *along // nil: what is asked may be about whole layers
}

func (r *replay) mismatch(n *witness.Node, format string, args ...any) error {
	return &Mismatch{r.model, n, fmt.Sprintf(format, args...)}
}

// system returns the enumerated model, nil where it is too large. Of histories as
// many steps are followed as the limits allow.
func (r *replay) system() (*explicit.System, error) {
	if s, ok := r.systems[r.reading]; ok {
		return s, nil
	}
	o, ok := r.opts.ForClaims()
	if !ok {
		return nil, nil
	}
	o.Apart = r.apart
	s, err := explicit.Unroll(r.model, r.recall, r.runs, r.depth, o)
	if tooLarge(err) || errors.Is(err, explicit.ErrNotFair) {
		s, err = nil, nil
	}
	if err == nil {
		r.systems[r.reading] = s
	}
	return s, err
}

func tooLarge(err error) bool {
	var e *explicit.TooLarge
	return errors.As(err, &e)
}

// believe notes a claim.
func (r *replay) believe(n *witness.Node, what string, checked bool) {
	r.report.Claims = append(r.report.Claims, Claim{n, what, checked})
}

// decide asks the enumerated model about the end of a history; ok is false where
// it is too large to say.
func (r *replay) decide(n *witness.Node, h *history, ask func(s *explicit.System, w int) (bool, error)) (holds, ok bool, err error) {
	if holds, ok, err := r.alongside(h, ask); ok || err != nil {
		return holds, ok, err
	}
	s, err := r.system()
	if s == nil || err != nil {
		return false, false, err
	}
	w, known := s.Locate(h.states[0], h.steps)
	switch {
	case w == explicit.Beyond && !known:
		return false, false, nil
	case w == explicit.Beyond:
		return false, false, r.mismatch(n, "%s is no reachable state", explicit.ShowState(r.model, h.now()))
	}
	return answer(s, w, ask)
}

// answer is what is asked about a world; ok is false where it takes more to say.
func answer(s *explicit.System, w int, ask func(s *explicit.System, w int) (bool, error)) (holds, ok bool, err error) {
	s.Renew()
	holds, err = ask(s, w)
	if tooLarge(err) || errors.Is(err, kleene.ErrOpen) {
		return false, false, nil
	}
	return holds, err == nil, err
}

// enumerated decides in a world of a system what a node is about.
func (r *replay) enumerated(n *witness.Node, s *explicit.System, w int) (bool, error) {
	if err := r.counted(n, s, w); err != nil {
		return false, err
	}
	if e, isGroup := n.Formula.(*spec.GroupKnows); isGroup && n.Times > 0 {
		return s.Everybody(e, n.Env, n.Times, w)
	}
	return s.Holds(n.Formula, n.Env, w)
}

// counted checks the numbers in a claim about a share. Where not all steps are followed bounds
// that have a number in common do not contradict one another.
func (r *replay) counted(n *witness.Node, s *explicit.System, w int) error {
	if n.Count == nil {
		return nil
	}
	e, ok := n.Formula.(*spec.Share)
	if !ok {
		return r.mismatch(n, "it counts worlds and is about no share")
	}
	found, err := s.Shared(e, n.Env, w)
	switch said := n.Count; {
	case err != nil:
		return err
	case !sameAgents(found.Agents, said.Agents), found.All.Cmp(said.All) != 0,
		found.Most.Cmp(said.Least) < 0, said.Most.Cmp(found.Least) < 0, n.Claim != witness.ShareClaim(e, said):
		return r.mismatch(n, "enumeration finds that %s", witness.ShareClaim(e, found))
	}
	return nil
}

func sameAgents(x, y []*spec.Agent) bool {
	other := func(in []*spec.Agent) func(*spec.Agent) bool {
		return func(a *spec.Agent) bool { return !slices.Contains(in, a) }
	}
	return !slices.ContainsFunc(x, other(y)) && !slices.ContainsFunc(y, other(x))
}

// decided checks that a formula is true at the end of a history, for which there
// is no evidence.
func (r *replay) decided(n *witness.Node, f spec.Expr, h *history, what string) error {
	v, err := r.estimate(f, nil, h.now(), nil)
	if err != nil {
		return err
	}
	holds, ok := v == kleene.Yes, v != kleene.Open
	if !ok {
		holds, ok, err = r.decide(n, h, func(s *explicit.System, w int) (bool, error) { return s.Holds(f, nil, w) })
		if err != nil {
			return err
		}
		r.believe(n, what, ok)
	}
	if ok && !holds {
		return r.mismatch(n, "%s is false in %s", what, explicit.ShowState(r.model, h.now()))
	}
	return nil
}

// estimate evaluates a formula in a state, with its knowledge and temporal subformulas
// known from evidence.
func (r *replay) estimate(f spec.Expr, env *spec.Env, st spec.State, parts []*witness.Node) (kleene.Value, error) {
	return explicit.Estimate(f, env, st, func(e spec.Expr, env *spec.Env) (bool, error) {
		for _, part := range parts {
			if part.Formula == e && spec.SameNames(e, part.Env, env) {
				return part.Holds, nil
			}
		}
		return false, kleene.ErrOpen
	})
}

// evaluator evaluates at the end of a history; knowledge and temporal formulas are left to
// the enumerated model, and have the error kleene.ErrOpen where it is too large.
func (r *replay) evaluator(n *witness.Node, h *history) *spec.Evaluator {
	ev := terms.In(h.now())
	ev.Modal = func(e spec.Expr, env *spec.Env) (bool, error) {
		holds, ok, err := r.decide(n, h, func(s *explicit.System, w int) (bool, error) { return s.Modal(e, env, w) })
		if err == nil && !ok {
			err = kleene.ErrOpen
		}
		return holds, err
	}
	return ev
}

// constrained reports whether only states exist that lie on a run that the document's
// runs and fairness admit.
func (r *replay) constrained() bool { return explicit.Constrained(r.model, r.runs) }

// admitted checks that the state now lies on a run that the document's runs and
// fairness admit, where not all states do.
func (r *replay) admitted(n *witness.Node, h *history) error {
	if !r.constrained() {
		return nil
	}
	_, ok, err := r.decide(n, h, func(*explicit.System, int) (bool, error) { return true, nil })
	if err == nil {
		r.believe(n, "the state lies on an admitted run", ok)
	}
	return err
}

// sameWorld checks of two histories that end in one state that what agents
// consider possible at their ends is the same, too, now and in all runs from there.
func (r *replay) sameWorld(n *witness.Node, from, to *history) error {
	if r.recall == "" || r.recall == spec.NoRecall {
		return nil
	}
	s, err := r.system()
	if err != nil {
		return err
	}
	ok := false
	if s != nil {
		v, known := s.Locate(from.states[0], from.steps)
		w, also := s.Locate(to.states[0], to.steps)
		ok = known && also && v != explicit.Beyond && w != explicit.Beyond
		switch {
		case ok && r.recall == spec.PerfectRecall:
			ok = s.Bisimilar(v, w)
		case ok && v != w:
			return r.mismatch(n, "its loop returns to the same state at a time that agents tell from the first")
		}
	}
	r.believe(n, "what agents consider possible is the same again", ok)
	return nil
}
