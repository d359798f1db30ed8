package explicit

import (
	"errors"
	"fmt"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// onRuns checks a run that satisfies what stands below E, or refutes what stands
// below A: at each position it is found out which parts of the formula are true
// there, by the definition. A run that neither returns nor ends stands for
// all that go on from its last state, of which there is one.
func (r *replay) onRuns(n *witness.Node, e *spec.OnRuns, h *history) error {
	switch {
	case n.Jump != nil || len(n.Parts) > 0 || n.Strategy != nil:
		return r.mismatch(n, "a run is shown by a path alone")
	case n.Path == nil:
		return r.mismatch(n, "neither a path nor a claim shows it")
	case n.Holds == e.All:
		return r.mismatch(n, "no single run shows that")
	case len(n.Path.Marks) != len(n.Path.Steps)+1 || len(n.Path.Shown) > 0:
		return r.mismatch(n, "every step is one of the run, and nothing is shown along it")
	}
	run, err := r.steps(n, h, n.Path.Steps)
	if err != nil {
		return err
	}
	j := &journey{n: n, t: &spec.Temporal{Op: spec.Globally, X: e.X}, p: n.Path, start: len(h.steps), run: run, bound: -1}
	for _, check := range []func(*journey) error{r.marks, r.goesOn, r.fair} {
		if err := check(j); err != nil {
			return err
		}
	}
	l := &lineOf{replay: r, j: j}
	value, err := l.value(e.X, n.Env)
	switch {
	case err != nil:
		return err
	case value[0] == open && l.unknown:
		r.believe(n, "what is true along the run", false)
	case value[0] == open:
		return r.mismatch(n, "the run is too short to decide it")
	case value.has(0) != n.Holds:
		return r.mismatch(n, "along the run the formula is %v", value.has(0))
	}
	return nil
}

// goesOn checks the end of a run.
func (r *replay) goesOn(j *journey) error {
	switch {
	case j.p.Loop >= 0:
		return r.loop(j)
	case j.p.Ends:
		return r.ends(j)
	case r.runs == spec.IsplRuns && !constrained(r.model, r.runs):
		return r.mismatch(j.n, "its run neither returns nor ends")
	}
	return nil
}

// lineOf is a run as the positions of a path. Sets are of positions.
type lineOf struct {
	*replay
	j       *journey
	unknown bool // something is not known that would take enumeration
}

func (l *lineOf) positions() int { return len(l.j.p.Steps) + 1 }

// next is x one position later: at the last one as where the path returns to, nowhere
// if it ends there, and open if that is not said.
func (l *lineOf) next(x set) set {
	y := append(append(set{}, x[1:]...), open)
	switch last := len(y) - 1; {
	case l.j.p.Loop >= 0:
		y[last] = x[min(l.j.p.Loop+1, last)]
	case l.j.p.Ends:
		y[last] = no
	}
	return y
}

// value is where a formula about the rest of the run is true.
func (l *lineOf) value(e spec.Expr, env *spec.Env) (set, error) {
	if e.Traits()&spec.OnRun == 0 {
		return l.states(e, env)
	}
	switch e := e.(type) {
	case *spec.Unary:
		x, err := l.value(e.X, env)
		return x.not(), err
	case *spec.Binary:
		return l.connect(e, env)
	case *spec.Path:
		return l.path(e, env)
	case *spec.Fold:
		return l.fold(e, env)
	case *spec.Call:
		inner, err := inside(e, env)
		if err != nil {
			return nil, err
		}
		return l.value(e.Define.Body, inner)
	}
	panic(fmt.Sprintf("explicit: %T in a formula about runs", e))
}

// states evaluates a formula about states at each position; knowledge and what
// happens on other runs are left to enumeration.
func (l *lineOf) states(e spec.Expr, env *spec.Env) (set, error) {
	x := newSet(l.positions(), false)
	for i := range x {
		holds, err := l.evaluator(l.j.n, l.j.past(i)).Holds(e, env)
		switch {
		case errors.Is(err, errOpen):
			x[i], l.unknown = open, true
		case err != nil:
			return nil, err
		default:
			x[i] = kleeneOf(holds)
		}
	}
	return x, nil
}

func (l *lineOf) connect(e *spec.Binary, env *spec.Env) (set, error) {
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
		return x.and(y), nil
	case spec.Or:
		return x.or(y), nil
	case spec.Imp:
		return x.not().or(y), nil
	}
	same := x.and(y).or(x.not().and(y.not()))
	if e.Op == spec.Ne {
		same = same.not()
	}
	return same, nil
}

// path is the meaning of X, F, G and U: y is true later, x up to there.
func (l *lineOf) path(e *spec.Path, env *spec.Env) (set, error) {
	x, err := l.value(e.X, env)
	if err != nil {
		return nil, err
	}
	all := newSet(l.positions(), true)
	switch e.Op {
	case spec.NextTime:
		return l.next(x), nil
	case spec.Eventually:
		return l.until(all, x), nil
	case spec.Globally:
		return l.until(all, x.not()).not(), nil
	}
	y, err := l.value(e.Y, env)
	return l.until(x, y), err
}

func (l *lineOf) until(x, y set) set {
	return fixpoint(newSet(len(y), false), func(z set) set { return y.or(x.and(l.next(z))) })
}

func (l *lineOf) fold(e *spec.Fold, env *spec.Env) (set, error) {
	found := newSet(l.positions(), e.Op == spec.Forall)
	for inner, err := range (&spec.Evaluator{Budget: maxNodes}).Instances(e.Binders, env) {
		if err != nil {
			return nil, err
		}
		x, err := l.value(e.Body, inner)
		if err != nil {
			return nil, err
		}
		if e.Op == spec.Exists {
			found = found.or(x)
		} else {
			found = found.and(x)
		}
	}
	return found, nil
}
