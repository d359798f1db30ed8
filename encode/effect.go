package encode

import (
	"slices"

	"github.com/epibdd/epibdd/encode/internal/layout"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// effects collects what the assignments of an action do to each cell.
type effects struct {
	ev    *evaluator
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
// assign. What is around it has to be there after the step as well: through
// are the cells that say so.
type target struct {
	shape   *layout.Shape
	when    symbolic.Set
	through []*layout.Cell
}

// part is the i-th part of the target, in some states.
func (to target) part(i int, when symbolic.Set) target {
	through := to.through
	if to.shape.Present != nil {
		through = append(slices.Clone(through), to.shape.Present)
	}
	return target{to.shape.Parts[i], when, through}
}

// assign adds the instances of an assignment, in all states: the guards are left
// out here, since they may be large and say nothing about the new value.
func (eff *effects) assign(t spec.Assign, ns names) {
	undef := eff.ev.each(t.Binders, ns, eff.ev.all(), func(ns names, when symbolic.Set) symbolic.Set {
		return eff.instance(t, ns, when)
	})
	eff.fault = eff.fault.Or(undef)
}

// instance adds one assignment and returns where it has no meaning.
func (eff *effects) instance(t spec.Assign, ns names, when symbolic.Set) symbolic.Set {
	ev := eff.ev
	undef := ev.none()
	if t.Cond != nil {
		in, u := ev.holds(t.Cond, ns)
		when, undef = when.And(in).Diff(u), u
	}
	if when.IsEmpty() {
		return undef
	}
	targets, u := ev.targets(t, ns, when)
	undef = undef.Or(u)
	r := ev.eval(t.Value, ns)
	undef = undef.Or(when.And(r.undef))
	for _, to := range targets {
		undef = undef.Or(to.when.And(ev.outside(r.val, to.shape.Type)))
		for c, bits := range ev.codes(to.shape, r.val) {
			eff.write(c, to.when, bits)
		}
		for _, c := range to.through {
			eff.write(c, to.when, []symbolic.Set{ev.all()})
		}
	}
	return undef
}

// targets follows the path of an assignment. An index outside its type, and a
// part of what is absent, have no meaning.
func (ev *evaluator) targets(t spec.Assign, ns names, when symbolic.Set) ([]target, symbolic.Set) {
	ts := []target{{shape: ev.layout.Vars[t.Var.Index], when: when}}
	lost := ev.none()
	for _, step := range t.Path {
		var next []target
		for _, to := range ts {
			lost = lost.Or(to.when.And(ev.absentShape(to.shape)))
			if step.Index == nil {
				next = append(next, to.part(step.Field, to.when))
				continue
			}
			index, undef := ev.operands(ns, step.Index...)
			lost = lost.Or(to.when.And(undef))
			if undef.IsFull() {
				return nil, lost
			}
			elems := ev.elementsOf(to, index)
			lost = lost.Or(to.when.Diff(ev.anyOf(elems)))
			next = append(next, elems...)
		}
		ts = next
	}
	return ts, lost
}

// elementsOf returns the elements of an array that the index can select.
func (ev *evaluator) elementsOf(to target, index []value) []target {
	var ts []target
	for i, when := range ev.places(spec.Present(to.shape.Type).(*spec.ArrayType), index) {
		if when = when.And(to.when); !when.IsEmpty() {
			ts = append(ts, to.part(i, when))
		}
	}
	return ts
}

// anyOf returns where one of the targets is taken.
func (s *System) anyOf(ts []target) symbolic.Set {
	sets := make([]symbolic.Set, len(ts))
	for i, t := range ts {
		sets[i] = t.when
	}
	return s.space.OrAll(sets...)
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
		merged[i] = eff.ev.ite(when, bits[i], w.bits[i])
	}
	*w = cellWrite{c, w.when.Or(when), merged}
}

// codes yields the cells of a shape with the bits that hold v. Where v is absent
// all bits are 0.
func (ev *evaluator) codes(sh *layout.Shape, v value) func(func(*layout.Cell, []symbolic.Set) bool) {
	return func(yield func(*layout.Cell, []symbolic.Set) bool) {
		ev.shapeCodes(sh, v, ev.none(), yield)
	}
}

func (ev *evaluator) shapeCodes(sh *layout.Shape, v value, blank symbolic.Set, yield func(*layout.Cell, []symbolic.Set) bool) bool {
	if sh.Cell != nil {
		return yield(sh.Cell, ev.cellCodes(sh.Cell, v, blank))
	}
	if sh.Present != nil {
		blank = blank.Or(ev.absentIn(v))
		if !yield(sh.Present, []symbolic.Set{blank.Not()}) {
			return false
		}
	}
	if _, isSet := spec.Present(sh.Type).(*spec.SetType); isSet {
		return ev.memberCodes(sh, ev.asFamily(v), blank, yield)
	}
	parts := ev.asTuple(v).parts
	for i, p := range sh.Parts {
		part := value(nothing{})
		if i < len(parts) {
			part = parts[i]
		}
		if !ev.shapeCodes(p, part, blank, yield) {
			return false
		}
	}
	return true
}

func (ev *evaluator) memberCodes(sh *layout.Shape, f family, blank symbolic.Set, yield func(*layout.Cell, []symbolic.Set) bool) bool {
	in := make(map[string]symbolic.Set, len(f.members))
	for _, m := range f.members {
		in[spec.Key(m.elem)] = m.in
	}
	for i, e := range sh.Elems {
		has, ok := in[spec.Key(e)]
		if !ok {
			has = ev.none()
		}
		if !yield(sh.Members[i], []symbolic.Set{has.Diff(blank)}) {
			return false
		}
	}
	return true
}

func (ev *evaluator) cellCodes(c *layout.Cell, v value, blank symbolic.Set) []symbolic.Set {
	bits := make([]symbolic.Set, c.Width())
	if t, ok := v.(truth); ok && len(bits) == 1 {
		bits[0] = t.in.Diff(blank)
		return bits
	}
	for i := range bits {
		var sets []symbolic.Set
		for _, k := range ev.asCases(v) {
			if code := c.CodeOf(k.Value); code >= 0 && c.BitOf(code, i) {
				sets = append(sets, k.When)
			}
		}
		bits[i] = ev.space.OrAll(sets...).Diff(blank)
	}
	return bits
}
