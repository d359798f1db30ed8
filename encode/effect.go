package encode

import (
	"github.com/epibdd/epibdd/encode/internal/codes"
	"github.com/epibdd/epibdd/encode/internal/eval"
	"github.com/epibdd/epibdd/encode/internal/layout"
	"github.com/epibdd/epibdd/encode/internal/value"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// effects collects what the assignments of an action do to each cell.
type effects struct {
	ev    *eval.Evaluator
	cells map[*layout.Cell]*cellWrite
	order []*cellWrite
	fault symbolic.Set
}

// cellWrite says where a cell is assigned, and the bits of its new code there.
type cellWrite struct {
	cell *layout.Cell
	when symbolic.Set
	bits []symbolic.Set
}

// target is a part of a variable and the states in which it is the one to
// assign. What is around it is there in all states: what may be absent is assigned as a whole.
type target struct {
	shape *layout.Shape
	when  symbolic.Set
}

// assign adds the instances of an assignment, in all states: the guards are left
// out here, since they may be large and say nothing about the new value.
func (eff *effects) assign(t spec.Assign, ns value.Names) {
	undef := eff.ev.Each(t.Binders, ns, eff.ev.Codes.Space.Full(), func(ns value.Names, when symbolic.Set) symbolic.Set {
		return eff.instance(t, ns, when)
	})
	eff.fault = eff.fault.Or(undef)
}

// instance adds one assignment and returns where it has no meaning: what it assigns there does not matter, since
// no step is taken where there is a fault.
func (eff *effects) instance(t spec.Assign, ns value.Names, when symbolic.Set) symbolic.Set {
	ev := eff.ev
	undef := ev.Codes.Space.Empty()
	if t.Cond != nil {
		in, u := ev.Holds(t.Cond, ns)
		when, undef = when.And(in), u
	}
	if when.IsEmpty() {
		return undef
	}
	targets, u := targets(ev, t, ns, when)
	undef = undef.Or(u)
	r := ev.Eval(t.Value, ns)
	undef = undef.Or(when.And(r.Undef))
	for _, to := range targets {
		undef = undef.Or(to.when.And(value.Outside(ev.Codes.Space, r.Val, to.shape.Type)))
		for c, bits := range ev.Codes.Write(to.shape, r.Val) {
			eff.write(c, to.when, bits)
		}
	}
	return undef
}

// targets follows the path of an assignment. An index outside its type has no meaning.
func targets(ev *eval.Evaluator, t spec.Assign, ns value.Names, when symbolic.Set) ([]target, symbolic.Set) {
	ts := []target{{shape: ev.Codes.Layout.Vars[t.Var.Index], when: when}}
	lost := ev.Codes.Space.Empty()
	for _, step := range t.Path {
		var next []target
		for _, to := range ts {
			if step.Index == nil {
				next = append(next, target{to.shape.Parts[step.Field], to.when})
				continue
			}
			index, undef := ev.Operands(ns, step.Index...)
			lost = lost.Or(to.when.And(undef))
			elems := elementsOf(ev, to, index)
			lost = lost.Or(to.when.Diff(anyOf(ev.Codes, elems)))
			next = append(next, elems...)
		}
		ts = next
	}
	return ts, lost
}

// elementsOf returns the elements of an array that the index can select.
func elementsOf(ev *eval.Evaluator, to target, index []value.Value) []target {
	var ts []target
	for i, when := range value.Places(ev.Codes.Space, to.shape.Type.(*spec.ArrayType), index) {
		if when = when.And(to.when); !when.IsEmpty() {
			ts = append(ts, target{to.shape.Parts[i], when})
		}
	}
	return ts
}

// anyOf returns where one of the targets is taken.
func anyOf(cs *codes.Codes, ts []target) symbolic.Set {
	sets := make([]symbolic.Set, len(ts))
	for i, t := range ts {
		sets[i] = t.when
	}
	return cs.Space.OrAll(sets...)
}

// write adds a new code for a cell; another one for it must be the same.
func (eff *effects) write(c *layout.Cell, when symbolic.Set, bits []symbolic.Set) {
	w, ok := eff.cells[c]
	if !ok {
		w = &cellWrite{c, when, bits}
		eff.cells[c] = w
		eff.order = append(eff.order, w)
		return
	}
	both := w.when.And(when)
	merged := make([]symbolic.Set, len(bits))
	for i := range bits {
		if !both.IsEmpty() {
			eff.fault = eff.fault.Or(both.And(w.bits[i].Xor(bits[i])))
		}
		merged[i] = value.Ite(eff.ev.Codes.Space, when, bits[i], w.bits[i])
	}
	*w = cellWrite{c, w.when.Or(when), merged}
}
