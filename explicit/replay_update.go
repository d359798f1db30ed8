package explicit

import (
	"slices"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// Behind knowledge actions evidence is followed in the enumerated worlds, where each
// node is decided again as well; where the model is too large it is a claim.

// update checks a node that shows one way in which a knowledge action happens.
func (r *replay) update(n *witness.Node, h *history) error {
	_, ok, err := r.decide(n, h, func(s *System, w int) (bool, error) { return true, r.behind(n, s, w) })
	if err == nil && !ok {
		err = r.stepsBehind(n, h)
	}
	if err == nil {
		r.believe(n, "what this knowledge action leads to", ok)
	}
	return err
}

// stepsBehind takes at least the steps that go on behind a knowledge action where
// nothing was enumerated, unless what somebody has learnt lets them be taken.
func (r *replay) stepsBehind(n *witness.Node, h *history) error {
	for n.After != nil {
		to := n.After.Node
		if to == nil || !sameState(to.State, h.now()) {
			return r.mismatch(n, "a knowledge action changes no state")
		}
		n = to
	}
	if n.Path == nil || r.model.AsksKnowledge() != nil {
		return nil
	}
	_, err := r.steps(n, h, n.Path.Steps)
	return err
}

// behind checks a node that stands in a world of a system.
func (r *replay) behind(n *witness.Node, s *System, w int) error {
	if n.Formula == nil || !sameState(n.State, s.worlds[w]) {
		return r.mismatch(n, "it stands where the state is %s", showState(r.model, s.worlds[w]))
	}
	holds, err := s.surely(n.Formula, n.Env, w)
	if e, isGroup := n.Formula.(*spec.GroupKnows); isGroup && n.Times > 0 {
		holds, err = s.everybody(e, n.Env, n.Times, w)
		err = s.inWorld(w, err)
	}
	if err != nil {
		return err
	}
	if holds != n.Holds {
		return r.mismatch(n, "enumeration decides that it is %v", holds)
	}
	for _, part := range n.Parts {
		if err := r.behind(part, s, w); err != nil {
			return err
		}
	}
	if n.Jump != nil {
		if err := r.jumpBehind(n, s, w); err != nil {
			return err
		}
	}
	switch {
	case n.After != nil:
		return r.after(n, s, w)
	case n.Path != nil:
		return r.pathBehind(n, s, w)
	}
	return nil
}

// after checks that a knowledge action can happen as a node says, and that this decides.
func (r *replay) after(n *witness.Node, s *System, w int) error {
	e, ok := n.Formula.(*spec.Update)
	if !ok || n.After.Node == nil || n.After.Node.Formula != e.X || !sameNames(e.X, n.After.Node.Env, n.Env) {
		return r.mismatch(n, "the evidence is not about what the knowledge action leads to")
	}
	if n.Holds == e.All || n.After.Node.Holds == e.All {
		return r.mismatch(n, "one way in which the knowledge action happens does not decide it")
	}
	ends, err := s.outcomes(e.Action, n.Env, w, false)
	if err != nil {
		return err
	}
	ends = slices.DeleteFunc(ends, func(o outcome) bool { return !slices.Equal(o.done, n.After.Done) })
	return r.some(n, len(ends), "the knowledge action cannot happen by %q", n.After.Done, func(i int) error {
		next := ends[i].system
		if e.X.Traits()&spec.IsTemporal != 0 {
			var err error
			if next, err = next.onward(); err != nil {
				return err
			}
		}
		return r.behind(n.After.Node, next, ends[i].world)
	})
}

// some checks that evidence fits one of a number of worlds: the words of knowledge actions
// may be the same for more than one of them.
func (r *replay) some(n *witness.Node, worlds int, none string, done []string, fits func(i int) error) error {
	err := r.mismatch(n, none, done)
	for i := range worlds {
		if err = fits(i); err == nil {
			return nil
		}
	}
	return err
}

// jumpBehind checks a jump between worlds behind knowledge actions.
func (r *replay) jumpBehind(n *witness.Node, s *System, w int) error {
	j := n.Jump
	h, err := r.run(n, j.Start, j.Origin)
	if err != nil {
		return err
	}
	worlds := slices.DeleteFunc(everyIndex(len(s.worlds)), func(v int) bool {
		base, origin, done := s.comesFrom(v)
		at, known := base.locate(h)
		return !known || at != origin || !slices.Equal(done, j.Done)
	})
	return r.some(n, len(worlds), "no world comes of this by %q", j.Done, func(i int) error {
		return r.landing(n, s, w, worlds[i])
	})
}

// landing checks that a jump from w leads to v.
func (r *replay) landing(n *witness.Node, s *System, w, v int) error {
	j := n.Jump
	for _, a := range j.Agents {
		if s.look(a, v) != s.look(a, w) {
			return r.mismatch(n, "%s tells the two worlds apart", a.Name)
		}
	}
	if j.To == nil {
		if !sameState(j.Other, s.worlds[v]) {
			return r.mismatch(n, "the state there is %s", showState(r.model, s.worlds[v]))
		}
		return nil
	}
	return r.behind(j.To, s, v)
}

// comesFrom is the world before all knowledge actions from which a world comes, and
// what was done since.
func (s *System) comesFrom(w int) (base *System, origin int, done []string) {
	for s.extension != nil {
		x := s.extension
		done = append([]string{x.alternatives[x.of[w]].done}, done...)
		s, w = x.base, x.origin[w]
	}
	return s, w, done
}
