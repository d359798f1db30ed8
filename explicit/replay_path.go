package explicit

import (
	"errors"
	"fmt"
	"slices"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// journey is the path of a node with the states on it.
type journey struct {
	n     *witness.Node
	t     *spec.Temporal
	p     *witness.Path
	start int      // steps before the first one of the path
	run   *history // up to the end of the path
	bound int      // of repetitions, -1: none
}

// duty is what has to be true at a mark. An optional one is shown elsewhere.
type duty struct {
	mark     int
	f        spec.Expr
	optional bool
	want     bool
}

// temporal checks a path: a run that makes an existential formula true, or a
// universal one false.
func (r *replay) temporal(n *witness.Node, t *spec.Temporal, h *history) error {
	switch {
	case n.Jump != nil || len(n.Parts) > 0:
		return r.mismatch(n, "time is shown by a path alone")
	case n.Path == nil:
		return r.mismatch(n, "neither a path nor a claim shows it")
	case n.Holds == t.All:
		return r.mismatch(n, "no single run shows that")
	}
	run, err := r.steps(n, h, n.Path.Steps)
	if err != nil {
		return err
	}
	j := &journey{n: n, t: t, p: n.Path, start: len(h.steps), run: run}
	if j.bound, err = boundOf(t.Bound, n.Env); err != nil {
		return err
	}
	for _, check := range []func(*journey) error{r.marks, r.repetitions, r.completion, r.duties, r.possible, r.fair} {
		if err := check(j); err != nil {
			return err
		}
	}
	return nil
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
		to, enabled, err := apply(r.model, step.Moves, h.now(), ask.modal)
		if errors.Is(err, errOpen) {
			to, enabled, err = step.To, true, r.typed(n, step.To)
		}
		switch {
		case err != nil:
			return nil, r.mismatch(n, "%s cannot be taken: %v", name, err)
		case !enabled:
			return nil, r.mismatch(n, "%s is not enabled in %s", name, showState(r.model, h.now()))
		case !sameState(to, step.To):
			return nil, r.mismatch(n, "%s leads to %s, not to %s", name, showState(r.model, to), showState(r.model, step.To))
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
	modal       asking
}

func (r *replay) asksAt(n *witness.Node, h *history) *questioner {
	q := &questioner{}
	q.modal = func(e spec.Expr, env *spec.Env) (bool, error) {
		holds, err := r.evaluator(n, h).Modal(e, env)
		q.asked, q.open = true, q.open || errors.Is(err, errOpen)
		return holds, err
	}
	return q
}

func (j *journey) last() int { return len(j.p.Marks) - 1 }

// at is the history up to a mark.
func (j *journey) at(mark int) *history { return j.past(j.p.Marks[mark]) }

// past is the history after some steps of the path.
func (j *journey) past(steps int) *history { return j.run.after(j.start + steps) }

// marks checks their form.
func (r *replay) marks(j *journey) error {
	marks := j.p.Marks
	switch {
	case len(marks) == 0 || marks[0] != 0:
		return r.mismatch(j.n, "the first mark is not at its beginning")
	case !slices.IsSorted(marks):
		return r.mismatch(j.n, "the marks are not in order")
	case marks[j.last()] != len(j.p.Steps):
		return r.mismatch(j.n, "the last mark is not at its end")
	case j.p.Loop < -1 || j.p.Loop >= j.last():
		return r.mismatch(j.n, "it returns to mark %d of %d", j.p.Loop, j.last())
	case j.bound >= 0 && j.last() > j.bound:
		return r.mismatch(j.n, "it has %d repetitions, and at most %d count", j.last(), j.bound)
	case j.t.Op == spec.NextTime && j.last() != 1:
		return r.mismatch(j.n, "it has %d repetitions instead of one", j.last())
	}
	return nil
}

// repetitions checks that the program is executed from mark to mark.
func (r *replay) repetitions(j *journey) error {
	w := &word{replay: r, j: j}
	for k := range j.last() {
		w.end = j.p.Marks[k+1]
		ok, err := w.accepted(j.p.Marks[k])
		if err != nil {
			return err
		}
		if !ok {
			return r.mismatch(j.n, "steps %d to %d are no execution of the program", j.p.Marks[k]+1, w.end)
		}
	}
	if w.tests {
		r.believe(j.n, "tests in the program", !w.assumed)
	}
	return nil
}

// wantsCompletion reports whether the formula is about how the run goes on or
// ends. A[f U g] can be false for either reason: that depends on the path.
func (j *journey) wantsCompletion() bool {
	if j.t.Op == spec.Until && j.t.All {
		return j.p.Loop >= 0 || j.p.Ends || j.last() == j.bound
	}
	return alongRuns(j.t)
}

// completion checks that the path is a whole run, or as much of it as counts.
func (r *replay) completion(j *journey) error {
	switch {
	case !j.wantsCompletion():
		if j.p.Loop >= 0 || j.p.Ends {
			return r.mismatch(j.n, "how the run goes on does not matter")
		}
		return nil
	case j.p.Loop >= 0:
		return r.loop(j)
	case j.p.Ends:
		return r.ends(j)
	case j.last() == j.bound:
		return nil
	}
	return r.mismatch(j.n, "its run neither returns nor ends")
}

func (r *replay) loop(j *journey) error {
	from, to := j.at(j.p.Loop), j.at(j.last())
	if !sameState(from.now(), to.now()) {
		return r.mismatch(j.n, "it does not return to the state at mark %d", j.p.Loop)
	}
	if j.p.Marks[j.p.Loop] == j.p.Marks[j.last()] {
		return r.mismatch(j.n, "its loop has no step")
	}
	return r.sameWorld(j.n, from, to)
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
		v, known := s.locate(from)
		w, also := s.locate(to)
		ok = known && also && v != beyond && w != beyond
		switch {
		case ok && r.recall == spec.PerfectRecall:
			ok = s.sameKind(v, w)
		case ok && v != w:
			return r.mismatch(n, "its loop returns to the same state at a time that agents tell from the first")
		}
	}
	r.believe(n, "what agents consider possible is the same again", ok)
	return nil
}

// ends checks that no repetition follows.
func (r *replay) ends(j *journey) error {
	if r.runs == spec.IsplRuns && !constrained(r.model, r.runs) {
		return r.mismatch(j.n, "a run that ends does not count under runs: ispl")
	}
	ended, ok, err := r.endsHere(j)
	if err != nil {
		return err
	}
	if ok && !ended {
		return r.mismatch(j.n, "its run can go on after mark %d", j.last())
	}
	r.believe(j.n, "no repetition follows", ok)
	return nil
}

func (r *replay) endsHere(j *journey) (ended, ok bool, err error) {
	end := j.at(j.last())
	if step, one := oneStep(j.t.Program); one && !constrained(r.model, r.runs) {
		return r.noStep(j, step, end)
	}
	return r.decide(j.n, end, func(s *System, w int) (bool, error) {
		p, err := s.relation(j.t.Program, j.n.Env)
		if err != nil {
			return false, err
		}
		return (&paths{s, p, -1}).ends().decided(w, nil)
	})
}

// oneStep reports whether a program is a single step, and of which action; nil
// is any.
func oneStep(p spec.Program) (step *spec.Step, ok bool) {
	switch p := p.(type) {
	case nil, *spec.AnyStep:
		return nil, true
	case *spec.Step:
		return p, true
	}
	return nil, false
}

// noStep looks for the step in the state alone.
func (r *replay) noStep(j *journey, step *spec.Step, h *history) (none, ok bool, err error) {
	all, err := successors(r.model, h.now(), newBudget(successorWork), r.evaluator(j.n, h).Modal)
	if tooLarge(err) || errors.Is(err, errOpen) {
		return false, false, nil
	}
	if err != nil || step == nil {
		return len(all) == 0, err == nil, err
	}
	want, err := arguments(r.evaluator(j.n, h), step.Args, step.Action.Params, j.n.Env)
	if err != nil {
		return false, false, err
	}
	return !slices.ContainsFunc(all, func(s witness.Step) bool {
		return does(s.Moves, step.Action, want)
	}), true, nil
}

// duties checks that what the formula asks for is shown at each mark.
func (r *replay) duties(j *journey) error {
	used := map[*witness.Node]bool{}
	for _, d := range j.duties() {
		by := j.shownAt(d)
		if by == nil && d.optional {
			continue
		}
		used[by] = true
		if err := r.shown(j.n, d.f, d.want, j.at(d.mark), by, fmt.Sprintf("at mark %d", d.mark)); err != nil {
			return err
		}
	}
	for _, s := range j.p.Shown {
		if !used[s.Node] {
			return r.mismatch(j.n, "what is shown at mark %d is not asked for", s.Mark)
		}
	}
	return nil
}

func (j *journey) shownAt(d duty) *witness.Node {
	for _, s := range j.p.Shown {
		if s.Mark == d.mark && s.Node != nil && s.Node.Formula == d.f {
			return s.Node
		}
	}
	return nil
}

// duties lists what makes an existential formula true, with truth values as
// they are, or a universal one false, with the opposite ones.
func (j *journey) duties() []duty {
	t, want := j.t, j.n.Holds
	atEnd := []duty{{mark: j.last(), f: t.X, want: want}}
	switch {
	case j.wantsCompletion() && t.Op == spec.Until:
		return j.everywhere(t.Y, want)
	case j.wantsCompletion():
		return j.everywhere(t.X, want)
	case t.Op == spec.Until && t.All:
		return append(j.everywhere(t.Y, want), atEnd...)
	case t.Op == spec.Until:
		return append(j.before(t.X, want), duty{mark: j.last(), f: t.Y, want: want})
	}
	return atEnd
}

// everywhere asks for f at all marks; after a loop the last mark is as the one
// to which it returns.
func (j *journey) everywhere(f spec.Expr, want bool) []duty {
	return append(j.before(f, want), duty{mark: j.last(), f: f, want: want, optional: j.p.Loop >= 0})
}

func (j *journey) before(f spec.Expr, want bool) []duty {
	var list []duty
	for k := range j.last() {
		list = append(list, duty{mark: k, f: f, want: want})
	}
	return list
}

// fair checks that the path lies on a run that is admitted. A loop within a bound
// stands for as much of it as counts: any admitted run may go on from there.
func (r *replay) fair(j *journey) error {
	if !constrained(r.model, r.runs) {
		return nil
	}
	if j.p.Loop >= 0 && j.bound < 0 {
		return r.fairLoop(j)
	}
	if s, err := r.system(); err != nil {
		return err
	} else if s == nil && !j.p.Fair {
		return r.mismatch(j.n, "nothing says that its run goes on as runs and fairness demand")
	}
	return r.admitted(j.n, j.at(j.last()))
}

// fairLoop checks that a loop meets every fairness predicate.
func (r *replay) fairLoop(j *journey) error {
	for _, c := range r.model.Fairness {
		met := false
		for k := j.p.Loop; k < j.last() && !met; k++ {
			ev := spec.Evaluator{State: j.at(k).now(), Budget: maxNodes}
			holds, err := ev.Holds(c, nil)
			if err != nil {
				return err
			}
			met = holds
		}
		if !met {
			return r.mismatch(j.n, "its loop never meets the fairness condition %s", c.Span().Text())
		}
	}
	return nil
}
