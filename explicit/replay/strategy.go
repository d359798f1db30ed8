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

// follower follows a strategy wherever it leads.
type follower struct {
	*replay
	n     *witness.Node
	e     *spec.Coalition
	plays map[string]witness.Play // by key of the state
	group []*spec.Agent           // the coalition
	seat  []*spec.Agent           // the members that have a say
	done  map[string]bool         // states behind which all is well
	way   map[string]bool         // states on the way to the present one
	uses  map[string]string       // move by member and view, for a uniform strategy
	// unsure says that some state was taken to be a world that need not be one.
	unsure bool
}

// strategy checks that a coalition reaches its goal whatever happens.
func (r *replay) strategy(n *witness.Node, e *spec.Coalition, h *history) error {
	s := n.Strategy
	if s == nil || !n.Holds || n.Path != nil || n.Epistemic != nil || len(n.Parts) > 0 {
		return r.mismatch(n, "what a coalition brings about is shown by a strategy alone")
	}
	f := &follower{replay: r, n: n, e: e, plays: map[string]witness.Play{},
		done: map[string]bool{}, way: map[string]bool{}, uses: map[string]string{}}
	if err := f.seats(s); err != nil {
		return err
	}
	if r.recall == spec.ClockRecall || r.recall == spec.PerfectRecall {
		return (&rememberer{follower: f, s: s}).strategy(h)
	}
	for _, p := range s.Plays {
		if len(p.Moves) != len(s.Members) {
			return r.mismatch(n, "%d of %d members act in %s", len(p.Moves), len(s.Members), explicit.ShowState(r.model, p.State))
		}
		f.plays[spec.Key(p.State...)] = p
	}
	starts, err := f.starts()
	switch {
	case err != nil:
	case r.constrained():
		err = f.fairly(starts)
	default:
		for i := 0; i < len(starts) && err == nil; i++ {
			err = f.from(starts[i], true)
		}
	}
	if modal := spec.Modal; e.Subjective || e.X.Traits()&modal != 0 || e.Y != nil && e.Y.Traits()&modal != 0 {
		open := errors.Is(err, kleene.ErrOpen)
		if open {
			err = nil
		}
		if err == nil {
			r.believe(n, "what the strategy leads to", !open)
		}
	}
	if f.unsure && errors.As(err, new(*Mismatch)) { // perhaps on the way through a state that is no world
		r.believe(n, "the strategy, on runs that are admitted", false)
		return nil
	}
	return err
}

// seats finds the members, who have to be those of the coalition.
func (f *follower) seats(s *witness.Strategy) error {
	ev := terms.In(f.n.State)
	in := map[string]bool{}
	for _, m := range f.e.Group.Members {
		for env, err := range ev.Instances(m.Binders, f.n.Env) {
			if err != nil {
				return err
			}
			if m.Cond != nil {
				if holds, err := ev.Holds(m.Cond, env); err != nil {
					return err
				} else if !holds {
					continue
				}
			}
			v, err := ev.Eval(m.Agent, env)
			if err != nil {
				return err
			}
			in[spec.Key(v)] = true
		}
	}
	actors := f.model.Actors()
	for _, a := range f.model.Agents {
		if in[spec.Key(a.Name)] {
			if f.group = append(f.group, a); slices.Contains(actors, a) {
				f.seat = append(f.seat, a)
			}
		}
	}
	if !slices.Equal(f.seat, s.Members) {
		return f.mismatch(f.n, "its members are not those of the coalition")
	}
	return nil
}

// starts are the states from which the strategy has to win: a subjective one from all that
// some member considers possible. Where the model is too large these are not known, and the error
// is kleene.ErrOpen.
func (f *follower) starts() ([]spec.State, error) {
	if !f.e.Subjective {
		return []spec.State{f.n.State}, nil
	}
	s, err := f.system()
	if err != nil {
		return nil, err
	}
	if s == nil {
		return nil, kleene.ErrOpen
	}
	here, ok := s.World(f.n.State)
	if !ok {
		return nil, f.mismatch(f.n, "%s is no reachable state", explicit.ShowState(f.model, f.n.State))
	}
	all := []spec.State{f.n.State}
	for _, a := range f.group {
		of := s.Classes(a)
		for w, st := range s.States() {
			if of[w] == of[here] {
				all = append(all, st)
			}
		}
	}
	return all, nil
}

// from checks what the strategy leads to from a state; X is about the states
// after the first alone.
func (f *follower) from(st spec.State, first bool) error {
	key := spec.Key(st...)
	if f.done[key] && f.e.Op != spec.NextTime { // X says something else of the first states
		return nil
	}
	over, err := f.judge(st, first, func(e spec.Expr) (bool, error) { return f.holds(e, st) })
	if err != nil || over {
		return err
	}
	if f.way[key] {
		if f.e.Op == spec.Globally {
			return nil
		}
		return f.mismatch(f.n, "its strategy may lead round in a circle through %s", explicit.ShowState(f.model, st))
	}
	f.way[key] = true
	defer delete(f.way, key)
	steps, err := f.steps(st, key)
	if err != nil {
		return err
	}
	for _, step := range steps {
		f.report.Steps++
		if err := f.from(step.To, false); err != nil {
			return err
		}
	}
	f.done[key] = true
	return nil
}

// judge reports whether the play is over in a state, and complains if that is bad.
func (f *follower) judge(st spec.State, first bool, holds func(spec.Expr) (bool, error)) (over bool, err error) {
	if f.e.Op == spec.NextTime && first {
		return false, nil
	}
	x, err := holds(f.e.X)
	if err != nil {
		return false, err
	}
	switch f.e.Op {
	case spec.Eventually:
		return x, nil
	case spec.NextTime:
		over = true
	case spec.Until:
		y, err := holds(f.e.Y)
		if err != nil || y {
			return y, err
		}
	}
	if !x {
		return false, f.mismatch(f.n, "its strategy may lead to %s", explicit.ShowState(f.model, st))
	}
	return over, nil
}

// holds decides what is said of a state; knowledge and time are left to the enumerated
// model, and have the error kleene.ErrOpen where it is too large.
func (f *follower) holds(e spec.Expr, st spec.State) (bool, error) {
	ev := terms.In(st)
	ev.Modal = func(e spec.Expr, env *spec.Env) (bool, error) {
		s, err := f.system()
		if err != nil {
			return false, err
		}
		if s == nil {
			return false, kleene.ErrOpen
		}
		w, ok := s.World(st)
		if !ok {
			return false, f.mismatch(f.n, "%s is no reachable state", explicit.ShowState(f.model, st))
		}
		s.Renew()
		holds, err := s.Modal(e, env, w)
		if tooLarge(err) {
			err = kleene.ErrOpen
		}
		return holds, err
	}
	return ev.Holds(e, f.n.Env)
}

// steps are those that the strategy leaves open in a state.
func (f *follower) steps(st spec.State, key string) ([]witness.Step, error) {
	play, ok := f.plays[key]
	if ok {
		if err := f.sameForSame(st, play); err != nil {
			return nil, err
		}
	}
	return f.left(st, play, ok)
}

// left are the steps that a play leaves open in a state, if there is one.
func (f *follower) left(st spec.State, play witness.Play, ok bool) ([]witness.Step, error) {
	all, err := f.walker.Successors(st, nil)
	if err != nil {
		return nil, err
	}
	if len(all) == 0 && f.e.Op == spec.Globally && f.runs != spec.IsplRuns {
		return nil, nil
	}
	var kept []witness.Step
	followed := false
	acts, follows := make([]bool, len(f.seat)), make([]bool, len(f.seat)) // has a step; has the one that is played
	played := make([]string, len(f.seat))
	for k := range played {
		if ok && play.Moves[k].Action != nil {
			played[k] = play.Moves[k].Key()
		}
	}
	for _, step := range all {
		agrees := true
		var own []int
		for _, m := range step.Moves {
			if k := explicit.OwnerAmong(f.seat, m, st); k >= 0 {
				own, acts[k] = append(own, k), true
				agrees = agrees && played[k] != "" && m.Key() == played[k]
			}
		}
		if !agrees {
			continue
		}
		followed = true
		for _, k := range own {
			follows[k] = true
		}
		exists, err := f.exists(step.To)
		if err != nil {
			return nil, err
		}
		if exists {
			kept = append(kept, step)
		}
	}
	switch {
	case !ok && slices.Contains(acts, true):
		return nil, f.mismatch(f.n, "its strategy says nothing about %s", explicit.ShowState(f.model, st))
	case !followed || !slices.Equal(acts, follows):
		return nil, f.mismatch(f.n, "its strategy cannot be followed in %s", explicit.ShowState(f.model, st))
	}
	return kept, nil
}

// exists tells whether a state is a world: where runs are restricted, others do
// not count. Where the model is too large they are all taken to be.
func (f *follower) exists(st spec.State) (bool, error) {
	if !f.constrained() {
		return true, nil
	}
	s, err := f.system()
	if err != nil {
		return false, err
	}
	if s == nil {
		f.unsure = true
		return true, nil
	}
	_, ok := s.World(st)
	return ok, nil
}

// sameForSame checks that a uniform strategy does the same where a member sees
// the same.
func (f *follower) sameForSame(st spec.State, play witness.Play) error {
	if !f.e.Uniform {
		return nil
	}
	for k, a := range f.seat {
		if play.Moves[k].Action == nil {
			continue
		}
		sees, does := fmt.Sprint(k, " ", explicit.View(a, st)), play.Moves[k].Key()
		if before, ok := f.uses[sees]; ok && before != does {
			return f.mismatch(f.n, "%s does different things where it sees the same, one of them in %s", a.Name, explicit.ShowState(f.model, st))
		}
		f.uses[sees] = does
	}
	return nil
}
