package replay

import (
	"slices"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// journey is the path of a node with the states on it.
type journey struct {
	*replay
	n     *witness.Node
	t     *spec.Temporal
	p     *witness.Path
	start int      // steps before the first one of the path
	whole *history // up to the end of the path
	bound int      // of repetitions, -1: none
}

// duty is what has to be true at a mark. An optional one is shown elsewhere.
type duty struct {
	mark     int
	f        spec.Expr
	optional bool
	want     bool
}

func (j *journey) last() int { return len(j.p.Marks) - 1 }

// at is the history up to a mark.
func (j *journey) at(mark int) *history { return j.past(j.p.Marks[mark]) }

// past is the history after some steps of the path.
func (j *journey) past(steps int) *history { return j.whole.after(j.start + steps) }

// marks checks their form.
func (j *journey) marks() error {
	marks := j.p.Marks
	switch {
	case len(marks) == 0 || marks[0] != 0:
		return j.mismatch(j.n, "the first mark is not at its beginning")
	case !slices.IsSorted(marks):
		return j.mismatch(j.n, "the marks are not in order")
	case marks[j.last()] != len(j.p.Steps):
		return j.mismatch(j.n, "the last mark is not at its end")
	case j.p.Loop < -1 || j.p.Loop >= j.last():
		return j.mismatch(j.n, "it returns to mark %d of %d", j.p.Loop, j.last())
	case j.bound >= 0 && j.last() > j.bound:
		return j.mismatch(j.n, "it has %d repetitions, and at most %d count", j.last(), j.bound)
	case j.t.Op == spec.NextTime && j.last() != 1:
		return j.mismatch(j.n, "it has %d repetitions instead of one", j.last())
	}
	return nil
}

// wantsCompletion reports whether the formula is about how the run goes on or
// ends. A[f U g] can be false for either reason: that depends on the path.
func (j *journey) wantsCompletion() bool {
	if j.t.Op == spec.Until && j.t.All {
		return j.p.Loop >= 0 || j.p.Ends || j.last() == j.bound
	}
	return j.t.AlongRuns()
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
