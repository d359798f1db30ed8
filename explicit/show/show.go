package show

import (
	"errors"
	"slices"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/explicit/internal/kleene"
	"github.com/epibdd/epibdd/explicit/internal/memo"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// Verdict returns evidence that the formula of a check, with names bound by env, has the
// value holds in a world. Where histories are needed that were not enumerated it fails with
// ErrElsewhere.
func Verdict(s *explicit.System, chk *spec.Check, env *spec.Env, w int, holds bool) (*witness.Node, error) {
	left := witness.Plenty
	m := &maker{System: s, left: &left, subjects: witness.SubjectsOf(chk)}
	p := position{world: w}
	if s.Recall() != "" {
		p.steps = chk.Layer
	}
	n, err := m.node(chk.Formula, env, p, holds)
	if err == nil && p.steps > 0 {
		start, way, _, _, ok := s.Origin(m.only(w), p.steps)
		if !ok {
			return nil, ErrElsewhere
		}
		n.Past = &witness.Past{Start: start, Steps: stepsOf(way)}
	}
	return n, err
}

// maker makes evidence about the worlds of a system.
type maker struct {
	*explicit.System
	left     *int              // nodes of evidence that may still be made
	subjects []witness.Subject // what evidence says is considered possible
	away     bool              // behind an epistemic step: what is considered possible is not shown there
	onward   bool              // runs go on behind a knowledge action
}

// position is a world, and how many steps of a run led there: those of past, nil: none. The
// run is asked for among trees alone.
type position struct {
	world, steps int
	past         *past
}

// past is a run: a way that goes on from where another one leads.
type past struct {
	from position
	way  []explicit.Taken
}

// after is where a way from a position leads.
func (p position) after(way []explicit.Taken) position {
	if len(way) == 0 {
		return p
	}
	return position{way[len(way)-1].World, p.steps + len(way), &past{p, way}}
}

// run is where the run to a position begins, and its steps.
func (p position) run() (start int, way []explicit.Taken) {
	if p.past == nil {
		return p.world, nil
	}
	start, way = p.past.from.run()
	return start, append(way, p.past.way...)
}

func stepsOf(way []explicit.Taken) []witness.Step {
	steps := make([]witness.Step, len(way))
	for i, t := range way {
		steps[i] = t.Step
	}
	return steps
}

// only is the set of one world.
func (m *maker) only(w int) kleene.Set {
	x := m.none()
	x[w] = kleene.Yes
	return x
}

func (m *maker) none() kleene.Set { return kleene.NewSet(len(m.States()), false) }

func (m *maker) all() kleene.Set { return kleene.NewSet(len(m.States()), true) }

// isEmpty tells whether no world is surely in a set.
func isEmpty(x kleene.Set) bool { return !slices.Contains(x, kleene.Yes) }

// behindStep is the maker of evidence for a world to which an epistemic step leads.
func (m *maker) behindStep() *maker {
	n := *m
	n.away = true
	return &n
}

// node is evidence for any formula.
func (m *maker) node(e spec.Expr, env *spec.Env, p position, holds bool) (*witness.Node, error) {
	n := &witness.Node{Formula: e, Env: env, Holds: holds, State: m.States()[p.world]}
	if e.Traits()&spec.Modal == 0 {
		return n, nil
	}
	var err error
	switch e := e.(type) {
	case *spec.Knows:
		err = m.limited(n, func() error { return m.knows(n, e, p) })
	case *spec.GroupKnows:
		err = m.limited(n, func() error { return m.group(n, e, p) })
	case *spec.Share:
		err = m.limited(n, func() error { return m.share(n, e, p) })
	case *spec.Coalition:
		err = m.limited(n, func() error { return m.coalition(n, e, p) })
	case *spec.Temporal:
		err = m.limited(n, func() error { return m.temporal(n, e, p) })
	case *spec.Update:
		err = m.limited(n, func() error { return m.update(n, e, p) })
	case *spec.OnRuns:
		n.Claim = witness.RunsClaim(e, holds)
	default:
		n.Parts, err = m.parts(e, env, p, holds)
		if errors.Is(err, spec.ErrTooLarge) {
			n.Parts, n.Claim, err = nil, witness.TooMany, nil
		} else if errors.Is(err, kleene.ErrOpen) {
			n.Parts, n.Claim, err = nil, witness.CutOff, nil
		}
	}
	return n, err
}

// coalition shows a strategy. That there is none is a claim.
func (m *maker) coalition(n *witness.Node, e *spec.Coalition, p position) error {
	if !n.Holds {
		n.Claim = witness.NoStrategy
		return nil
	}
	var err error
	if m.Recall() != "" {
		n.Strategy, err = m.Remembered(e, n.Env, p.world, witness.LongestStrategy)
	} else {
		n.Strategy, err = m.Strategy(e, n.Env, p.world)
	}
	if err == nil && n.Strategy == nil {
		n.Claim = witness.LongWin
	}
	return err
}

// limited shows what is below n, unless there is too much already.
func (m *maker) limited(n *witness.Node, show func() error) error {
	if *m.left--; *m.left < 0 {
		n.Claim = witness.LeftOut
		return nil
	}
	return show()
}

// parts is evidence for modal subformulas that together decide e in a world: all
// that are needed for a conjunction, one for a disjunction.
func (m *maker) parts(e spec.Expr, env *spec.Env, p position, holds bool) ([]*witness.Node, error) {
	if e.Traits()&spec.Modal == 0 {
		return nil, nil
	}
	switch e := e.(type) {
	case *spec.Knows, *spec.GroupKnows, *spec.Share, *spec.Coalition, *spec.Temporal, *spec.Update, *spec.OnRuns:
		n, err := m.node(e, env, p, holds)
		return []*witness.Node{n}, err
	case *spec.Unary:
		if e.Op == spec.Not {
			return m.parts(e.X, env, p, !holds)
		}
	case *spec.Binary:
		if isTruth(e.X) && isTruth(e.Y) {
			return m.binary(e, env, p)
		}
	case *spec.Cond:
		return m.cond(e, env, p, holds)
	case *spec.Fold:
		if e.Op == spec.Forall || e.Op == spec.Exists {
			return m.fold(e, env, p, holds)
		}
	case *spec.Call:
		return m.call(e, env, p, holds)
	}
	return m.looked(e, env, p)
}

func isTruth(e spec.Expr) bool { _, ok := e.Type().(spec.BoolType); return ok }

// binary follows what the evaluation from left to right would look at. An operand whose
// value is open is not needed.
func (m *maker) binary(e *spec.Binary, env *spec.Env, p position) ([]*witness.Node, error) {
	x, err := m.Value(e.X, env, p.world)
	if err != nil {
		return nil, err
	}
	if e.Op == spec.And && x == kleene.No || e.Op == spec.Or && x == kleene.Yes || e.Op == spec.Imp && x == kleene.No {
		return m.parts(e.X, env, p, x == kleene.Yes)
	}
	y, err := m.Value(e.Y, env, p.world)
	if err != nil {
		return nil, err
	}
	right, err := m.parts(e.Y, env, p, y == kleene.Yes)
	if err != nil || e.Op == spec.And && y == kleene.No || (e.Op == spec.Or || e.Op == spec.Imp) && y == kleene.Yes {
		return right, err
	}
	left, err := m.parts(e.X, env, p, x == kleene.Yes)
	return append(left, right...), err
}

func (m *maker) cond(e *spec.Cond, env *spec.Env, p position, holds bool) ([]*witness.Node, error) {
	x, err := m.Value(e.If, env, p.world)
	if err != nil {
		return nil, err
	}
	if x == kleene.Open { // both branches decide alike
		then, err := m.parts(e.Then, env, p, holds)
		if err != nil {
			return nil, err
		}
		els, err := m.parts(e.Else, env, p, holds)
		return append(then, els...), err
	}
	condition, err := m.parts(e.If, env, p, x == kleene.Yes)
	if err != nil {
		return nil, err
	}
	taken := e.Else
	if x == kleene.Yes {
		taken = e.Then
	}
	rest, err := m.parts(taken, env, p, holds)
	return append(condition, rest...), err
}

// fold shows one instance where one decides, all of them otherwise.
func (m *maker) fold(e *spec.Fold, env *spec.Env, p position, holds bool) ([]*witness.Node, error) {
	if slices.ContainsFunc(e.Binders, func(b spec.Binder) bool { return b.Domain != nil && b.Domain.Traits()&spec.Modal != 0 }) {
		return m.looked(e, env, p)
	}
	var all []*witness.Node
	for inner, err := range m.Evaluator(p.world).Instances(e.Binders, env) {
		if err != nil {
			return nil, err
		}
		x, err := m.Value(e.Body, inner, p.world)
		if err != nil {
			return nil, err
		}
		if x != kleene.Of(holds) { // an instance that does not decide
			continue
		}
		parts, err := m.parts(e.Body, inner, p, holds)
		if err != nil || holds == (e.Op == spec.Exists) {
			return parts, err
		}
		all = append(all, parts...)
	}
	return all, nil
}

func (m *maker) call(e *spec.Call, env *spec.Env, p position, holds bool) ([]*witness.Node, error) {
	inner := env
	for i, arg := range e.Args {
		if arg.Traits()&spec.Modal != 0 {
			return m.looked(e, env, p)
		}
		v, err := m.Evaluator(p.world).Eval(arg, env)
		if err != nil {
			return nil, err
		}
		inner = inner.Bind(e.Define.Params[i], v)
	}
	return m.parts(e.Define.Body, inner, p, holds)
}

// looked is evidence for every modal subformula that the evaluation of e looks at.
func (m *maker) looked(e spec.Expr, env *spec.Env, p position) ([]*witness.Node, error) {
	var all []*witness.Node
	seen := map[memo.Key]bool{}
	ev := m.Evaluator(p.world)
	truth := ev.Modal
	ev.Modal = func(e spec.Expr, env *spec.Env) (bool, error) {
		holds, err := truth(e, env)
		if id := memo.KeyOf(e, env, ""); err == nil && !seen[id] {
			seen[id] = true
			var n *witness.Node
			n, err = m.node(e, env, p, holds)
			all = append(all, n)
		}
		return holds, err
	}
	_, err := ev.Eval(e, env)
	return all, err
}
