package replay

import (
	"errors"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/explicit/internal/kleene"
	"github.com/epibdd/epibdd/explicit/internal/terms"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// path checks a path from a world behind a knowledge action. It goes through the
// histories that were enumerated there, so that its steps are looked up, and all that it
// shows is decided again.
func (b *behind) path(n *witness.Node, s *explicit.System, w int) error {
	t, ok := n.Formula.(*spec.Temporal)
	switch {
	case !ok || n.Epistemic != nil || len(n.Parts) > 0 || len(n.Path.Possible) > 0:
		return b.mismatch(n, "time is shown by a path alone")
	case n.Holds == t.All:
		return b.mismatch(n, "no single run shows that")
	}
	j := &journey{replay: b.replay, n: n, t: t, p: n.Path}
	var err error
	if j.bound, err = terms.Bound(t.Bound, n.Env); err != nil {
		return err
	}
	if err := j.marks(); err != nil {
		return err
	}
	o := &onwardPath{journey: j, system: s}
	if o.program, err = s.Executions(t.Program, n.Env); err != nil {
		return err
	}
	if err := o.walk(w); err != nil {
		return err
	}
	if err := o.repeated(); err != nil {
		return err
	}
	if err := o.complete(); err != nil {
		return err
	}
	return b.shows(o)
}

// onwardPath is a path with the worlds that it goes through.
type onwardPath struct {
	*journey
	system  *explicit.System
	program *explicit.Executions
	along   []int
}

// mark is the world at a mark.
func (o *onwardPath) mark(k int) int { return o.along[o.p.Marks[k]] }

func (o *onwardPath) state(w int) spec.State { return o.system.States()[w] }

// walk takes the steps from a world. What comes of a step that was not followed is open.
func (o *onwardPath) walk(w int) error {
	o.along = []int{w}
	for i, step := range o.p.Steps {
		to, ok := o.system.Follow(w, step.Moves)
		switch {
		case !ok:
			return o.mismatch(o.n, "step %d, %s, cannot be taken", i+1, step)
		case to == explicit.Beyond:
			return kleene.ErrOpen
		}
		if w = to; !terms.SameState(o.state(w), step.To) {
			return o.mismatch(o.n, "step %d, %s, leads to %s", i+1, step, explicit.ShowState(o.model, o.state(w)))
		}
		o.along = append(o.along, w)
		o.report.Steps++
	}
	return nil
}

// repeated checks that the program is executed from mark to mark.
func (o *onwardPath) repeated() error {
	for k := range o.last() {
		leads, err := o.program.Lead(o.mark(k), o.mark(k+1))
		if err != nil {
			return err
		}
		if !leads {
			return o.mismatch(o.n, "steps %d to %d are no execution of the program", o.p.Marks[k]+1, o.p.Marks[k+1])
		}
	}
	return nil
}

// complete checks that the path is a whole run where that matters.
func (o *onwardPath) complete() error {
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
	case o.p.Loop >= 0 && !terms.SameState(o.state(from), o.state(to)):
		return o.mismatch(o.n, "it does not return to the state at mark %d", o.p.Loop)
	case o.p.Loop >= 0:
		o.believe(o.n, "what agents consider possible is the same again", o.system.Bisimilar(from, to))
		return nil
	case o.p.Ends:
		ended, err := o.program.End(to)
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
func (b *behind) shows(o *onwardPath) error {
	for _, d := range o.duties() {
		by := o.shownAt(d)
		if by != nil {
			if by.Holds != d.want || !spec.SameNames(d.f, by.Env, o.n.Env) {
				return o.mismatch(o.n, "the evidence at mark %d is for something else", d.mark)
			}
			if err := b.node(by, o.system, o.mark(d.mark)); err != nil {
				return err
			}
			continue
		}
		holds, err := o.system.Holds(d.f, o.n.Env, o.mark(d.mark))
		switch {
		case d.optional && errors.Is(err, kleene.ErrOpen):
		case err != nil:
			return err
		case holds != d.want && !d.optional:
			return o.mismatch(o.n, "%s is %v at mark %d", d.f.Span().Text(), holds, d.mark)
		}
	}
	return nil
}
