package encode

import (
	"context"
	"errors"

	"github.com/epibdd/epibdd/encode/internal/codes"
	"github.com/epibdd/epibdd/encode/internal/eval"
	"github.com/epibdd/epibdd/encode/internal/failure"
	"github.com/epibdd/epibdd/encode/internal/layout"
	"github.com/epibdd/epibdd/encode/internal/plan"
	"github.com/epibdd/epibdd/encode/internal/tune"
	"github.com/epibdd/epibdd/encode/internal/value"
	"github.com/epibdd/epibdd/encode/order"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// Options choose how a system is built.
type Options struct {
	// Symbolic chooses the engine and the limits of the space.
	Symbolic symbolic.Options
	// Asked are expressions and formulas that will be asked of the system: bits for
	// their binders are planned, and the order takes them into account.
	Asked []spec.Expr
	// Order says where cells stand, or nil.
	Order order.File

	tune    tune.Sizes    // zero: the defaults
	history []plan.Anchor // what is to be recorded of runs, see record.go
}

func (o Options) tuning() tune.Sizes {
	sizes := o.tune
	if sizes == (tune.Sizes{}) {
		sizes = tune.Defaults
	}
	sizes.Without = o.Symbolic.Without
	return sizes
}

// System is a model in symbolic form. Like its space it belongs to one
// goroutine at a time. Methods other than New do not apply limits by
// themselves: call them inside Space.Do.
type System struct {
	model   *spec.Model
	options Options
	codes   *codes.Codes
	care    symbolic.Set // see WithCare
	memo    *eval.Memo   // of expressions, in the care set

	init      symbolic.Set
	excludes  spec.Expr // see Excludes
	initFault symbolic.Set
	steps     *Steps
	sight     *sight

	traced *observations // what agents see of steps; nil: it was not asked
	public bool          // worlds say what is publicly known of hidden constants, see public.go
}

// New encodes m: it plans the bits and their order, makes a space, and builds
// the initial states and the relations of all actions, within the limits of the
// options and until ctx is done.
func New(ctx context.Context, m *spec.Model, o Options) (*System, error) {
	for attempt := 0; o.Order == nil && attempt < order.Arrangements; attempt++ {
		within := o
		if within.Symbolic.Nodes == 0 || within.Symbolic.Nodes > order.EncodingNodes {
			within.Symbolic.Nodes = order.EncodingNodes
		}
		s, err := encoded(ctx, m, within, attempt)
		if limit := (*symbolic.LimitError)(nil); errors.As(err, &limit) && limit.Kind == symbolic.Nodes {
			continue
		}
		if err == nil {
			s.options = o
			s.codes.Space.SetLimits(symbolic.Limits{Nodes: o.Symbolic.Nodes, Memory: o.Symbolic.Memory})
		}
		return s, err
	}
	return encoded(ctx, m, o, 0)
}

// encoded is New under one of the orders of arrange.
func encoded(ctx context.Context, m *spec.Model, o Options, attempt int) (*System, error) {
	var cells *layout.Layout
	var planned symbolic.Meter
	err := failure.Try(func() {
		cells = plan.New(ctx, m, plan.Options{Asked: o.Asked, Order: o.Order, History: o.history, Sizes: o.tuning(), Meter: &planned, Attempt: attempt})
	})
	if m := o.Symbolic.Meter; m != nil {
		m.Planning += planned.Planning
	}
	if err != nil {
		return nil, err
	}
	o.Symbolic.Beside = int(planned.Planning) // large models take much planning
	space, err := symbolic.NewSpace(cells.Bits, o.Symbolic)
	if err != nil {
		return nil, err
	}
	if err := space.SetGroups(cells.Groups()...); err != nil {
		return nil, err
	}
	var s *System
	err = space.Do(ctx, func() error {
		return failure.Try(func() { s = newSystem(m, o, codes.New(space, cells, o.tuning())) })
	})
	return s, err
}

// newSystem makes the initial states and the steps of a model.
func newSystem(m *spec.Model, o Options, cs *codes.Codes) *System {
	memo := eval.NewMemo()
	s := &System{model: m, options: o, codes: cs, care: cs.Valid, memo: memo, sight: newSight(cs, cs.Valid, memo)}
	ev := s.evaluator(nil)
	s.init, s.initFault, s.excludes = initial(ev, m)
	if m.Joint {
		s.steps = jointSteps(cs, encodeJoint(ev))
		return s
	}
	var actions []*action
	for _, a := range m.Actions {
		if asksKnowledge(a) {
			actions = append(actions, &action{spec: a, registers: make([]*layout.Register, len(a.Params))})
			continue
		}
		actions = append(actions, encodeAction(ev, a, ev.Disjuncts))
	}
	s.steps = interleaved(cs, actions)
	return s
}

// initial reads the conditions on initial states from left to right, each where those
// before it hold. It returns where all do, where one is reached that is undefined, and
// the one, if any, that none of the states satisfies that are left.
func initial(ev *eval.Evaluator, m *spec.Model) (init, fault symbolic.Set, excludes spec.Expr) {
	init, fault = ev.Codes.Valid, ev.Codes.Space.Empty()
	for _, e := range m.Init {
		in, undef := ev.Holds(e, value.Names{})
		fault = fault.Or(init.And(undef))
		if init = init.And(in.Diff(undef)); init.IsEmpty() && excludes == nil {
			excludes = e
		}
	}
	return init, fault, excludes
}

// Space returns the space of all sets of s.
func (s *System) Space() *symbolic.Space { return s.codes.Space }

// Model returns the model that s encodes.
func (s *System) Model() *spec.Model { return s.model }

// Valid returns the set of all states: bit vectors without unused codes.
func (s *System) Valid() symbolic.Set { return s.codes.Valid }

// Init returns the initial states.
func (s *System) Init() symbolic.Set { return s.init }

// Excludes is the initial condition that no state satisfies which satisfies those before it; nil: there is none.
func (s *System) Excludes() spec.Expr { return s.excludes }

// WithCare returns the system for those who ask about the given states alone, such as
// the reachable ones, its care set: results of Truth, Cases and Bits are cut to them,
// and closures may be wrong elsewhere. Quantifiers may be much smaller there. New cares for all valid states.
func (s *System) WithCare(states symbolic.Set) *System {
	states = states.And(s.codes.Valid)
	if states.Equal(s.care) {
		return s
	}
	t := *s
	t.care, t.memo = states, eval.NewMemo()
	if states.SubsetOf(s.care) { // what is right in more states is right in these
		t.memo = s.memo.Clone()
	}
	t.sight = s.sight.caring(states, t.memo)
	return &t
}

// WithInvariant returns the system for those who ask about states that no step leaves, an
// invariant such as the reachable ones: preimages are wrong in others, and otherwise
// easier.
func (s *System) WithInvariant(states symbolic.Set) *System {
	t := *s
	t.steps = s.steps.within(func(r symbolic.Relation) symbolic.Relation { return r.Within(states) })
	return &t
}

// WithFew is WithInvariant for few states: the steps from these are made one by one, where each
// takes so many nodes at most.
func (s *System) WithFew(states symbolic.Set, nodes int) *System {
	t := *s
	t.steps = s.steps.within(func(r symbolic.Relation) symbolic.Relation { return r.ClosedIn(states, nodes) })
	return &t
}

// Reordering runs f, meanwhile looking for better orders of the bits, unless the order
// was chosen.
func (s *System) Reordering(f func()) {
	if o := s.options; o.Order == nil && !o.Symbolic.Reorder {
		s.codes.Space.Reorder(true)
		defer s.codes.Space.Reorder(false)
	}
	f()
}

// Modal gives knowledge and temporal formulas a meaning: the states in which e is true,
// with names bound by env.
type Modal = eval.Modal

// Case says that an expression has a value in some states.
type Case = value.Case

// Meaning is what a formula means: disjoint sets of states in which it is true, and in
// which it has no value.
type Meaning struct{ True, Undefined symbolic.Set }

// Truth returns the meaning of a formula. A nil modal stands for one that
// returns spec.ErrModal.
func (s *System) Truth(e spec.Expr, env *spec.Env, modal eval.Modal) (t Meaning, err error) {
	err = failure.Try(func() {
		in, undef := s.evaluator(modal).Holds(e, s.codes.OpenNames(env))
		t = Meaning{s.care.And(in.Diff(undef)), s.care.And(undef)}
	})
	return t, err
}

// Cases returns the values of a scalar expression: a partition of the states in
// which it is defined, ordered by value, and the states in which it is not.
func (s *System) Cases(e spec.Expr, env *spec.Env, modal eval.Modal) (cases []value.Case, undef symbolic.Set, err error) {
	err = failure.Try(func() {
		r := s.evaluator(modal).Eval(e, s.codes.OpenNames(env))
		undef = s.care.And(r.Undef)
		defined := s.care.Diff(undef)
		switch r.Val.(type) {
		case value.Tuple, value.Family:
			failure.Fail("%s is not the type of a value without parts", e.Type())
		}
		for _, c := range value.AsCases(s.codes.Space, r.Val) {
			if when := defined.And(c.When); !when.IsEmpty() {
				cases = append(cases, value.Case{Value: c.Value, When: when})
			}
		}
	})
	return cases, undef, err
}

// Bits returns functions of the state that together determine the value of e,
// and where it is undefined. No function holds in a state in which e is
// undefined; what is the same in all states is left out.
func (s *System) Bits(e spec.Expr, env *spec.Env, modal eval.Modal) (bits []symbolic.Set, undef symbolic.Set, err error) {
	err = failure.Try(func() {
		r := s.evaluator(modal).Eval(e, s.codes.OpenNames(env))
		undef = s.care.And(r.Undef)
		defined := s.care.Diff(undef)
		for _, f := range value.Functions(s.codes.Space, r.Val) {
			if f = defined.And(f); !f.IsEmpty() && !f.Equal(defined) {
				bits = append(bits, f)
			}
		}
	})
	return bits, undef, err
}

// Undefined returns the states in which an expression that is not modal has no value.
func (s *System) Undefined(e spec.Expr, env *spec.Env) (undef symbolic.Set, err error) {
	err = failure.Try(func() { undef = s.care.And(s.evaluator(nil).Eval(e, s.codes.OpenNames(env)).Undef) })
	return undef, err
}

// evaluator computes the values of expressions in the states that s cares for.
func (s *System) evaluator(modal eval.Modal) *eval.Evaluator {
	return eval.New(s.codes, s.care, modal, s.memo)
}
