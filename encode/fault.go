package encode

import (
	"errors"
	"fmt"

	"github.com/epibdd/epibdd/encode/internal/layout"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/symbolic"
)

// FaultError is a fault in a concrete state.
type FaultError struct {
	Action *spec.Action // nil: a condition on initial states
	Args   []spec.Value
	State  spec.State
	Place  source.Span
	Reason string
}

func (e *FaultError) Error() string {
	if e.Action == nil {
		return "init: " + e.Reason
	}
	return spec.Move{Action: e.Action, Args: e.Args}.String() + ": " + e.Reason
}

// Fault returns nil if no state of within has a faulty action and the initial
// conditions are defined in all states that they are asked of, and else a
// *FaultError.
func (s *System) Fault(within symbolic.Set) error {
	if st, ok := s.codes.Pick(s.initFault); ok {
		e := &FaultError{State: st}
		_, err := (&spec.Evaluator{State: st}).HoldsAll(s.model.Init, nil)
		e.blame(err)
		return e
	}
	return s.steps.faultIn(within, s.Past())
}

// faultIn returns nil if no action is faulty in some worlds, which have bits of the past
// beside those of states, and else a *FaultError.
func (s *Steps) faultIn(worlds symbolic.Set, past []symbolic.Bit) error {
	if s.joint != nil {
		return s.jointFaultIn(worlds, past)
	}
	for _, act := range s.actions {
		for _, f := range act.faults {
			if w := f.And(worlds); !w.IsEmpty() {
				return s.faultAt(act, w, past)
			}
		}
	}
	return nil
}

// faultAt finds the arguments and the reason of a fault in one of some worlds.
func (s *Steps) faultAt(act *action, within symbolic.Set, past []symbolic.Bit) error {
	st, here := s.worldOf(within, past)
	for _, p := range act.parts {
		if at := p.fault.And(here); !at.IsEmpty() {
			args, _ := leastArgs(s.codes, act, p, at)
			e := &FaultError{Action: act.spec, Args: args, State: st, Place: act.spec.Place}
			e.blame(performAt(s.evaluatorAt(st, here), act.spec, args))
			return e
		}
	}
	return fmt.Errorf("encode: no instance of %s is to blame for its fault", act.spec.Name)
}

// worldOf picks one of some worlds, and its state.
func (s *Steps) worldOf(worlds symbolic.Set, past []symbolic.Bit) (spec.State, symbolic.Set) {
	st, _ := s.codes.Pick(worlds)
	at, _ := worlds.And(s.codes.Single(st)).Pick(past)
	return st, s.codes.Single(st).And(s.codes.Space.Singleton(at))
}

// evaluatorAt evaluates expressions in a world.
func (s *Steps) evaluatorAt(st spec.State, world symbolic.Set) *spec.Evaluator {
	ev := &spec.Evaluator{State: st}
	if s.modal != nil {
		ev.Modal = func(e spec.Expr, env *spec.Env) (bool, error) {
			x, err := s.modal(e, env)
			return err == nil && !world.Disjoint(x), err
		}
	}
	return ev
}

// blame takes place and reason from the reference's verdict on the state.
func (e *FaultError) blame(err error) {
	var undefined *spec.Undefined
	switch {
	case errors.As(err, &undefined):
		e.Place, e.Reason = undefined.Place, undefined.Reason
	case err != nil:
		e.Reason = err.Error()
	default:
		e.Reason = "this has no meaning here, though an evaluation finds no reason"
	}
}

// performAt takes a step by the definitions and returns why that is impossible.
func performAt(ev *spec.Evaluator, a *spec.Action, args []spec.Value) error {
	env := (*spec.Env)(nil).BindAll(a.Params, args)
	if ok, err := ev.HoldsAll(a.When, env); err != nil || !ok {
		return err
	}
	return newPerformed(ev).action(spec.Move{Action: a, Args: args}, env)
}

// performed remembers the scalars assigned so far, by variable and path.
type performed struct {
	ev    *spec.Evaluator
	codes map[*spec.Var]map[string]assigned
	by    spec.Move
}

// assigned is a value with who assigned it.
type assigned struct {
	value spec.Value
	by    spec.Move
}

func newPerformed(ev *spec.Evaluator) *performed {
	return &performed{ev: ev, codes: make(map[*spec.Var]map[string]assigned)}
}

// action takes the assignments of a move.
func (p *performed) action(move spec.Move, env *spec.Env) error {
	p.by = move
	for _, t := range move.Action.Then {
		for inner, err := range p.ev.Instances(t.Binders, env) {
			if err != nil {
				return err
			}
			if err := p.assign(t, inner); err != nil {
				return err
			}
		}
	}
	return nil
}

func (p *performed) assign(t spec.Assign, env *spec.Env) error {
	if t.Cond != nil {
		if ok, err := p.ev.Holds(t.Cond, env); err != nil || !ok {
			return err
		}
	}
	typ, path, through, err := p.follow(t, env)
	if err != nil {
		return err
	}
	v, err := p.ev.Eval(t.Value, env)
	if err != nil {
		return err
	}
	if !typ.Has(v) {
		return undefinedAt(t.Value.Span(), "%s is not a value of %s, the type of %s%s", v, typ, t.Var.Name, path)
	}
	for _, around := range through {
		if err := p.record(t, around, present); err != nil {
			return err
		}
	}
	scalars(typ, path, v, func(path string, v spec.Value) {
		if err == nil {
			err = p.record(t, path, v)
		}
	})
	return err
}

// present is recorded for an optional composite that is not none.
const present = spec.Symbol("a value")

func undefinedAt(at source.Span, format string, args ...any) error {
	return &spec.Undefined{Place: at, Reason: fmt.Sprintf(format, args...)}
}

// follow returns the type of the part assigned, its path as a text, and the
// paths of the optional composites around it.
func (p *performed) follow(t spec.Assign, env *spec.Env) (typ spec.Type, path string, through []string, err error) {
	typ = t.Var.Type
	cur := p.ev.State[t.Var.Index]
	for _, step := range t.Path {
		if cur == (spec.Absent{}) {
			return nil, "", nil, undefinedAt(t.Place, "%s%s is none, which has no parts", t.Var.Name, path)
		}
		if _, optional := typ.(*spec.OptionType); optional {
			through = append(through, path)
		}
		if step.Index == nil {
			f := spec.Present(typ).(*spec.RecordType).Fields[step.Field]
			typ, path, cur = f.Type, path+"."+f.Name, spec.Elems(cur)[step.Field]
			continue
		}
		array := spec.Present(typ).(*spec.ArrayType)
		index := make([]spec.Value, len(step.Index))
		for i, e := range step.Index {
			v, err := p.ev.Eval(e, env)
			if err != nil {
				return nil, "", nil, err
			}
			index[i] = v
		}
		cell := array.CellIndex(index)
		if cell < 0 {
			return nil, "", nil, undefinedAt(step.Index[0].Span(), "index %s is outside the type of %s%s", spec.Array(index), t.Var.Name, path)
		}
		typ, path, cur = array.Elem, path+"["+layout.ShowTuple(array.Index, index)+"]", spec.Elems(cur)[cell]
	}
	return typ, path, through, nil
}

// record compares with what was assigned before to the same scalar.
func (p *performed) record(t spec.Assign, path string, v spec.Value) error {
	known := p.codes[t.Var]
	if known == nil {
		known = make(map[string]assigned)
		p.codes[t.Var] = known
	}
	if old, ok := known[path]; ok && !spec.Equal(old.value, v) {
		if old.by.Action != p.by.Action {
			return undefinedAt(t.Place, "%s%s becomes %s by %s and %s by %s in one step", t.Var.Name, path, old.value, old.by, v, p.by)
		}
		return undefinedAt(t.Place, "%s%s becomes %s and %s in one step", t.Var.Name, path, old.value, v)
	}
	known[path] = assigned{v, p.by}
	return nil
}

// scalars calls f for the parts of a value that are compared: what is absent
// differs from what is present, whatever the parts.
func scalars(t spec.Type, path string, v spec.Value, f func(string, spec.Value)) {
	if v == (spec.Absent{}) || spec.IsScalar(t) {
		f(path, v)
		return
	}
	if _, optional := t.(*spec.OptionType); optional {
		f(path, present)
	}
	switch t := spec.Present(t).(type) {
	case *spec.RecordType:
		for i, field := range t.Fields {
			scalars(field.Type, path+"."+field.Name, spec.Elems(v)[i], f)
		}
	case *spec.ArrayType:
		i := 0
		for index := range spec.Tuples(t.Index) {
			scalars(t.Elem, path+"["+layout.ShowTuple(t.Index, index)+"]", spec.Elems(v)[i], f)
			i++
		}
	default:
		f(path, v)
	}
}
