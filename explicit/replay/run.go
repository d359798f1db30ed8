package replay

import (
	"errors"
	"fmt"

	"github.com/epibdd/epibdd/explicit/internal/kleene"
	"github.com/epibdd/epibdd/explicit/internal/terms"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// onRuns checks a run that satisfies what stands below E, or refutes what stands
// below A: at each position it is found out which parts of the formula are true
// there, by the definition. A run that neither returns nor ends stands for
// all that go on from its last state, of which there is one.
func (r *replay) onRuns(n *witness.Node, e *spec.OnRuns, h *history) error {
	switch {
	case n.Epistemic != nil || len(n.Parts) > 0 || n.Strategy != nil:
		return r.mismatch(n, "a run is shown by a path alone")
	case n.Path == nil:
		return r.mismatch(n, "neither a path nor a claim shows it")
	case n.Holds == e.All:
		return r.mismatch(n, "no single run shows that")
	case len(n.Path.Marks) != len(n.Path.Steps)+1 || len(n.Path.Shown) > 0:
		return r.mismatch(n, "every step is one of the run, and nothing is shown along it")
	}
	whole, err := r.steps(n, h, n.Path.Steps)
	if err != nil {
		return err
	}
	j := &journey{replay: r, n: n, t: &spec.Temporal{Op: spec.Globally, X: e.X}, p: n.Path, start: len(h.steps), whole: whole, bound: -1}
	for _, check := range []func() error{j.marks, j.goesOn, j.fair} {
		if err := check(); err != nil {
			return err
		}
	}
	l := &lineOf{journey: j}
	value, err := l.value(e.X, n.Env)
	switch {
	case err != nil:
		return err
	case value[0] == kleene.Open && l.unknown:
		r.believe(n, "what is true along the run", false)
	case value[0] == kleene.Open:
		return r.mismatch(n, "the run is too short to decide it")
	case value.Has(0) != n.Holds:
		return r.mismatch(n, "along the run the formula is %v", value.Has(0))
	}
	return nil
}

// goesOn checks the end of a run.
func (j *journey) goesOn() error {
	switch {
	case j.p.Loop >= 0:
		return j.loop()
	case j.p.Ends:
		return j.ends()
	case j.runs == spec.IsplRuns && !j.constrained():
		return j.mismatch(j.n, "its run neither returns nor ends")
	}
	return nil
}

// lineOf is a run as the positions of a path. Sets are of positions.
type lineOf struct {
	*journey
	unknown bool // something is not known that would take enumeration
}

func (l *lineOf) positions() int { return len(l.p.Steps) + 1 }

// next is x one position later: at the last one as where the path returns to, nowhere
// if it ends there, and open if that is not said.
func (l *lineOf) next(x kleene.Set) kleene.Set {
	y := append(append(kleene.Set{}, x[1:]...), kleene.Open)
	switch last := len(y) - 1; {
	case l.p.Loop >= 0:
		y[last] = x[min(l.p.Loop+1, last)]
	case l.p.Ends:
		y[last] = kleene.No
	}
	return y
}

// value is where a formula about the rest of the run is true.
func (l *lineOf) value(e spec.Expr, env *spec.Env) (kleene.Set, error) {
	if e.Traits()&spec.OnRun == 0 {
		return l.states(e, env)
	}
	switch e := e.(type) {
	case *spec.Unary:
		x, err := l.value(e.X, env)
		return x.Not(), err
	case *spec.Binary:
		return l.connect(e, env)
	case *spec.Path:
		return l.path(e, env)
	case *spec.Fold:
		return l.fold(e, env)
	case *spec.Call:
		inner, err := terms.Inside(e, env)
		if err != nil {
			return nil, err
		}
		return l.value(e.Define.Body, inner)
	}
	panic(fmt.Sprintf("explicit: %T in a formula about runs", e))
}

// states evaluates a formula about states at each position; knowledge and what
// happens on other runs are left to enumeration.
func (l *lineOf) states(e spec.Expr, env *spec.Env) (kleene.Set, error) {
	x := kleene.NewSet(l.positions(), false)
	for i := range x {
		holds, err := l.evaluator(l.n, l.past(i)).Holds(e, env)
		switch {
		case errors.Is(err, kleene.ErrOpen):
			x[i], l.unknown = kleene.Open, true
		case err != nil:
			return nil, err
		default:
			x[i] = kleene.Of(holds)
		}
	}
	return x, nil
}

func (l *lineOf) connect(e *spec.Binary, env *spec.Env) (kleene.Set, error) {
	x, err := l.value(e.X, env)
	if err != nil {
		return nil, err
	}
	y, err := l.value(e.Y, env)
	if err != nil {
		return nil, err
	}
	switch e.Op {
	case spec.And:
		return x.And(y), nil
	case spec.Or:
		return x.Or(y), nil
	case spec.Imp:
		return x.Not().Or(y), nil
	}
	same := x.And(y).Or(x.Not().And(y.Not()))
	if e.Op == spec.Ne {
		same = same.Not()
	}
	return same, nil
}

// path is the meaning of X, F, G and U: y is true later, x up to there.
func (l *lineOf) path(e *spec.Path, env *spec.Env) (kleene.Set, error) {
	x, err := l.value(e.X, env)
	if err != nil {
		return nil, err
	}
	all := kleene.NewSet(l.positions(), true)
	switch e.Op {
	case spec.NextTime:
		return l.next(x), nil
	case spec.Eventually:
		return l.until(all, x), nil
	case spec.Globally:
		return l.until(all, x.Not()).Not(), nil
	}
	y, err := l.value(e.Y, env)
	return l.until(x, y), err
}

func (l *lineOf) until(x, y kleene.Set) kleene.Set {
	return kleene.Fixpoint(kleene.NewSet(len(y), false), func(z kleene.Set) kleene.Set { return y.Or(x.And(l.next(z))) })
}

func (l *lineOf) fold(e *spec.Fold, env *spec.Env) (kleene.Set, error) {
	found := kleene.NewSet(l.positions(), e.Op == spec.Forall)
	for inner, err := range terms.In(nil).Instances(e.Binders, env) {
		if err != nil {
			return nil, err
		}
		x, err := l.value(e.Body, inner)
		if err != nil {
			return nil, err
		}
		if e.Op == spec.Exists {
			found = found.Or(x)
		} else {
			found = found.And(x)
		}
	}
	return found, nil
}
