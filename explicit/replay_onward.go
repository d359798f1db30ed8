package explicit

import (
	"errors"
	"slices"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// Behind a knowledge action a path goes through the histories that were enumerated
// there, so that its steps are looked up, and all that it shows is decided again.

// pathBehind checks a path from a world behind a knowledge action.
func (r *replay) pathBehind(n *witness.Node, s *System, w int) error {
	t, ok := n.Formula.(*spec.Temporal)
	switch {
	case !ok || n.Jump != nil || len(n.Parts) > 0 || len(n.Path.Possible) > 0:
		return r.mismatch(n, "time is shown by a path alone")
	case n.Holds == t.All:
		return r.mismatch(n, "no single run shows that")
	}
	j := &journey{n: n, t: t, p: n.Path}
	var err error
	if j.bound, err = boundOf(t.Bound, n.Env); err != nil {
		return err
	}
	if err := r.marks(j); err != nil {
		return err
	}
	o := &onwardPath{replay: r, journey: j, system: s}
	if o.relation, err = s.relation(t.Program, n.Env); err != nil {
		return err
	}
	for _, check := range []func(int) error{o.walk, o.repeated, o.complete, o.shows} {
		if err := check(w); err != nil {
			return err
		}
	}
	return nil
}

// onwardPath is a path with the worlds that it goes through.
type onwardPath struct {
	*replay
	*journey
	system   *System
	relation relation
	along    []int
}

// mark is the world at a mark.
func (o *onwardPath) mark(k int) int { return o.along[o.p.Marks[k]] }

// walk takes the steps from a world. What comes of a step that was not followed is open.
func (o *onwardPath) walk(w int) error {
	o.along = []int{w}
	for i, step := range o.p.Steps {
		out := o.system.out[w]
		k := slices.IndexFunc(out, func(e edge) bool { return sameMoves(e.moves, step.Moves) })
		switch {
		case k < 0:
			return o.mismatch(o.n, "step %d, %s, cannot be taken", i+1, step)
		case out[k].to == beyond:
			return errOpen
		}
		if w = out[k].to; !sameState(o.system.worlds[w], step.To) {
			return o.mismatch(o.n, "step %d, %s, leads to %s", i+1, step, showState(o.model, o.system.worlds[w]))
		}
		o.along = append(o.along, w)
		o.report.Steps++
	}
	return nil
}

// repeated checks that the program is executed from mark to mark.
func (o *onwardPath) repeated(int) error {
	for k := range o.last() {
		to := newSet(len(o.system.worlds), false)
		to[o.mark(k+1)] = yes
		if !o.relation.pre(to).has(o.mark(k)) {
			return o.mismatch(o.n, "steps %d to %d are no execution of the program", o.p.Marks[k]+1, o.p.Marks[k+1])
		}
	}
	return nil
}

// complete checks that the path is a whole run where that matters.
func (o *onwardPath) complete(int) error {
	from, to := 0, o.mark(o.last())
	if o.p.Loop >= 0 {
		from = o.mark(o.p.Loop)
	}
	switch {
	case !o.wantsCompletion() && (o.p.Loop >= 0 || o.p.Ends):
		return o.mismatch(o.n, "how the run goes on does not matter")
	case o.p.Loop >= 0 && o.p.Ends:
		return o.mismatch(o.n, "it returns, and it ends")
	case !o.wantsCompletion():
		return nil
	case o.p.Loop >= 0 && !sameState(o.system.worlds[from], o.system.worlds[to]):
		return o.mismatch(o.n, "it does not return to the state at mark %d", o.p.Loop)
	case o.p.Loop >= 0:
		o.believe(o.n, "what agents consider possible is the same again", o.system.sameKind(from, to))
		return nil
	case o.p.Ends:
		ended, err := (&paths{o.system, o.relation, -1}).ends().decided(to, nil)
		if err == nil && !ended {
			err = o.mismatch(o.n, "its run can go on after mark %d", o.last())
		}
		return err
	case o.last() != o.bound:
		return o.mismatch(o.n, "its run neither returns nor ends")
	}
	return nil
}

// shows checks what the formula asks for at each mark.
func (o *onwardPath) shows(int) error {
	for _, d := range o.journey.duties() {
		by := o.shownAt(d)
		if by != nil {
			if by.Holds != d.want || !sameNames(d.f, by.Env, o.n.Env) {
				return o.mismatch(o.n, "the evidence at mark %d is for something else", d.mark)
			}
			if err := o.behind(by, o.system, o.mark(d.mark)); err != nil {
				return err
			}
			continue
		}
		holds, err := o.system.surely(d.f, o.n.Env, o.mark(d.mark))
		switch {
		case d.optional && errors.Is(err, errOpen):
		case err != nil:
			return err
		case holds != d.want && !d.optional:
			return o.mismatch(o.n, "%s is %v at mark %d", d.f.Span().Text(), holds, d.mark)
		}
	}
	return nil
}
