package replay

import (
	"errors"
	"slices"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/explicit/internal/kleene"
	"github.com/epibdd/epibdd/explicit/internal/terms"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// repetitions checks that the program is executed from mark to mark.
func (j *journey) repetitions() error {
	w := &word{journey: j}
	for k := range j.last() {
		w.end = j.p.Marks[k+1]
		ok, err := w.accepted(j.p.Marks[k])
		if err != nil {
			return err
		}
		if !ok {
			return j.mismatch(j.n, "steps %d to %d are no execution of the program", j.p.Marks[k]+1, w.end)
		}
	}
	if w.tests {
		j.believe(j.n, "tests in the program", !w.assumed)
	}
	return nil
}

// completion checks that the path is a whole run, or as much of it as counts.
func (j *journey) completion() error {
	switch {
	case !j.wantsCompletion():
		if j.p.Loop >= 0 || j.p.Ends {
			return j.mismatch(j.n, "how the run goes on does not matter")
		}
		return nil
	case j.p.Loop >= 0:
		return j.loop()
	case j.p.Ends:
		return j.ends()
	case j.last() == j.bound:
		return nil
	}
	return j.mismatch(j.n, "its run neither returns nor ends")
}

func (j *journey) loop() error {
	from, to := j.at(j.p.Loop), j.at(j.last())
	if !terms.SameState(from.now(), to.now()) {
		return j.mismatch(j.n, "it does not return to the state at mark %d", j.p.Loop)
	}
	if j.p.Marks[j.p.Loop] == j.p.Marks[j.last()] {
		return j.mismatch(j.n, "its loop has no step")
	}
	return j.sameWorld(j.n, from, to)
}

// ends checks that no repetition follows.
func (j *journey) ends() error {
	if j.runs == spec.IsplRuns && !j.constrained() {
		return j.mismatch(j.n, "a run that ends does not count under runs: ispl")
	}
	ended, ok, err := j.endsHere()
	if err != nil {
		return err
	}
	if ok && !ended {
		return j.mismatch(j.n, "its run can go on after mark %d", j.last())
	}
	j.believe(j.n, "no repetition follows", ok)
	return nil
}

func (j *journey) endsHere() (ended, ok bool, err error) {
	end := j.at(j.last())
	if step, one := oneStep(j.t.Program); one && !j.constrained() {
		return j.noStep(step, end)
	}
	ends := func(s *explicit.System, w int) (bool, error) {
		x, err := s.Executions(j.t.Program, j.n.Env)
		if err != nil {
			return false, err
		}
		return x.End(w)
	}
	ended, ok, err = j.onward(end, spec.NoRecall, spec.AutoDepth, ends)
	if refutes(err) && j.stopsEarly() { // it may come after more steps than count
		ended, ok, err = j.onward(end, spec.ClockRecall, j.left(end), ends)
	}
	if ok || err != nil {
		return ended, ok, err
	}
	return j.decide(j.n, end, ends)
}

// onward asks among the states that the end of a history leads to, or those of so many steps at most, if steps are
// counted; ok is false where they are too many, or where other worlds have a say in what happens there. Often they
// are few, and the worlds of the model too many.
func (j *journey) onward(h *history, counting spec.Recall, depth int, ask func(s *explicit.System, w int) (bool, error)) (holds, ok bool, err error) {
	asks := func(e spec.Expr) bool { return e.Traits()&spec.Modal != 0 }
	o, ok := j.opts.ForClaims()
	if !ok || j.constrained() || j.model.AsksKnowledge() != nil || slices.ContainsFunc(spec.InProgram(j.t.Program), asks) {
		return false, false, nil
	}
	o.Starts = []spec.State{h.now()}
	s, err := explicit.Unroll(j.model, counting, j.runs, depth, o)
	switch {
	case tooLarge(err):
		return false, false, nil
	case err != nil:
		return false, false, err
	}
	w, _ := s.Locate(h.now(), nil)
	return answer(s, w, ask)
}

// stopsEarly tells whether the answer is based on the first steps of runs alone: what goes wrong after more of them
// is nothing against it.
func (r *replay) stopsEarly() bool {
	return r.recall != "" && r.recall != spec.NoRecall && r.depth != spec.AutoDepth
}

// left is how many steps behind a history the answer is based on.
func (r *replay) left(h *history) int {
	if n := r.depth - len(h.steps); n > 0 {
		return n
	}
	return spec.NoSteps
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
func (j *journey) noStep(step *spec.Step, h *history) (none, ok bool, err error) {
	all, err := j.walker.Successors(h.now(), j.evaluator(j.n, h).Modal)
	if tooLarge(err) || errors.Is(err, kleene.ErrOpen) {
		return false, false, nil
	}
	if err != nil || step == nil {
		return len(all) == 0, err == nil, err
	}
	want, err := terms.Arguments(j.evaluator(j.n, h), step.Args, step.Action.Params, j.n.Env)
	if err != nil {
		return false, false, err
	}
	return !slices.ContainsFunc(all, func(s witness.Step) bool {
		return terms.Does(s.Moves, step.Action, want)
	}), true, nil
}

// fair checks that the path lies on a run that is admitted. A loop within a bound
// stands for as much of it as counts: any admitted run may go on from there.
func (j *journey) fair() error {
	if !j.constrained() {
		return nil
	}
	if j.p.Loop >= 0 && j.bound < 0 {
		return j.fairLoop()
	}
	if s, err := j.system(); err != nil {
		return err
	} else if s == nil && !j.p.Fair {
		return j.mismatch(j.n, "nothing says that its run goes on as runs and fairness demand")
	}
	return j.admitted(j.n, j.at(j.last()))
}

// fairLoop checks that a loop meets every fairness predicate.
func (j *journey) fairLoop() error {
	for _, c := range j.model.Fairness {
		met := false
		for k := j.p.Loop; k < j.last() && !met; k++ {
			holds, err := terms.In(j.at(k).now()).Holds(c, nil)
			if err != nil {
				return err
			}
			met = holds
		}
		if !met {
			return j.mismatch(j.n, "its loop never meets the fairness condition %s", c.Span().Text())
		}
	}
	return nil
}
