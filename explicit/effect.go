package explicit

import (
	"fmt"
	"slices"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/source"
)

// write gives one part of a variable a value.
type write struct {
	v     *spec.Var
	path  []int // elements and fields, from the outside
	value spec.Value
	place source.Span
	by    spec.Move
}

// effect returns the state after moves that are possible. All writes are made,
// then all are read back: one that another has changed is a conflict.
func effect(moves []spec.Move, st spec.State, work *Budget, ask Asking) (spec.State, error) {
	var writes []write
	for _, move := range moves {
		more, err := writesOf(move, moves, st, work, ask)
		if err != nil {
			return nil, fault(move, st, err)
		}
		writes = append(writes, more...)
	}
	to := slices.Clone(st)
	for _, w := range writes {
		to[w.v.Index] = replaced(to[w.v.Index], w.path, w.value)
	}
	for _, w := range writes {
		if got := at(to[w.v.Index], w.path); !spec.Equal(got, w.value) {
			return nil, &Fault{Action: w.by.Action, Args: w.by.Args, State: st, Place: w.place, Reason: conflict(w, writes, to, got)}
		}
	}
	return to, nil
}

// conflict says what has changed a write, and by whose action.
func conflict(w write, writes []write, to spec.State, got spec.Value) string {
	reason := fmt.Sprintf("a part of %s is assigned two different values, %s and %s", w.v.Name, w.value, got)
	for _, other := range writes {
		if other.v == w.v && other.by.Action != w.by.Action && spec.Equal(at(to[w.v.Index], other.path), other.value) {
			return reason + " by " + other.by.String()
		}
	}
	return reason
}

// writesOf evaluates all assignments of one of the moves in the state before the
// step.
func writesOf(move spec.Move, moves []spec.Move, st spec.State, work *Budget, ask Asking) ([]write, error) {
	ev, env := inStep(moves, st, ask), namesOf(move)
	var writes []write
	for i := range move.Action.Then {
		as := &move.Action.Then[i]
		for inner, err := range ev.Instances(as.Binders, env) {
			if err != nil {
				return nil, err
			}
			w, assigned, err := writeOf(as, ev, inner)
			if err != nil {
				return nil, err
			}
			w.by = move
			if assigned {
				writes = append(writes, w)
			}
		}
	}
	return writes, work.evaluations().evaluated(ev)
}

func writeOf(as *spec.Assign, ev *spec.Evaluator, env *spec.Env) (w write, assigned bool, err error) {
	if as.Cond != nil {
		if holds, err := ev.Holds(as.Cond, env); err != nil || !holds {
			return w, false, err
		}
	}
	path, t, err := cellOf(as, ev, env)
	if err != nil {
		return w, false, err
	}
	value, err := ev.Eval(as.Value, env)
	if err != nil {
		return w, false, err
	}
	if !t.Has(value) {
		return w, false, &spec.Undefined{Place: as.Value.Span(),
			Reason: fmt.Sprintf("%s is assigned %s, which is not a value of %s", as.Var.Name, value, t)}
	}
	return write{v: as.Var, path: path, value: value, place: as.Place}, true, nil
}

// cellOf returns the place of the assigned part in its variable, and its type.
func cellOf(as *spec.Assign, ev *spec.Evaluator, env *spec.Env) ([]int, spec.Type, error) {
	var path []int
	t, now := as.Var.Type, ev.State[as.Var.Index]
	for _, step := range as.Path {
		if now == (spec.Absent{}) {
			return nil, nil, &spec.Undefined{Place: as.Place, Reason: "none has no parts to assign to"}
		}
		n, below, err := stepOf(as, step, spec.Present(t), ev, env)
		if err != nil {
			return nil, nil, err
		}
		path, t, now = append(path, n), below, spec.Elems(now)[n]
	}
	return path, t, nil
}

func stepOf(as *spec.Assign, step spec.PathStep, t spec.Type, ev *spec.Evaluator, env *spec.Env) (int, spec.Type, error) {
	if step.Index == nil {
		return step.Field, t.(*spec.RecordType).Fields[step.Field].Type, nil
	}
	array := t.(*spec.ArrayType)
	index := make([]spec.Value, len(step.Index))
	for i, e := range step.Index {
		v, err := ev.Eval(e, env)
		if err != nil {
			return 0, nil, err
		}
		index[i] = v
	}
	n := array.CellIndex(index)
	if n < 0 {
		return 0, nil, &spec.Undefined{Place: as.Place, Reason: fmt.Sprintf("%s has no element %v", as.Var.Name, index)}
	}
	return n, array.Elem, nil
}

// replaced is v with the part at path replaced.
func replaced(v spec.Value, path []int, part spec.Value) spec.Value {
	if len(path) == 0 {
		return part
	}
	elems := slices.Clone(spec.Elems(v))
	if path[0] >= len(elems) { // another write has made it none
		return v
	}
	elems[path[0]] = replaced(elems[path[0]], path[1:], part)
	if _, ok := v.(spec.Record); ok {
		return spec.Record(elems)
	}
	return spec.Array(elems)
}

// at is the part of v at path.
func at(v spec.Value, path []int) spec.Value {
	for _, n := range path {
		elems := spec.Elems(v)
		if n >= len(elems) {
			return v
		}
		v = elems[n]
	}
	return v
}
