package encode

import (
	"slices"

	"github.com/epibdd/epibdd/encode/internal/codes"
	"github.com/epibdd/epibdd/encode/internal/eval"
	"github.com/epibdd/epibdd/encode/internal/layout"
	"github.com/epibdd/epibdd/encode/internal/value"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// A joint step is a conjunction over the movers, never a product of their moves:
// with bits d for what all of them do and o for the outcomes,
//
//	⋀ guard_i(s, d_i)  ∧  ⋀ given_i(s, d, o_i)  ∧  ⋀ (x'ᵦ ↔ code of x after the step)
//
// where the code of a cell is a chain over those who can assign it. d and o are
// auxiliary bits of the only part of the relation, and quantified as early as
// its conjuncts allow, which is mover by mover where they act on parts of the
// state of their own.
type joint struct {
	moves    []*move // by mover
	writes   []write
	meaning  symbolic.Set // of shared sums
	relation symbolic.Relation
	faults   []jointFault
}

// move is what a mover does, in symbolic form.
type move struct {
	*layout.Mover
	guard symbolic.Set   // over the state and the bits of its choice
	given []symbolic.Set // over all
	cells []*layout.Cell // that it may assign
}

// jointFault says in which steps something has no meaning: of one action or, if
// action is nil, because two agents assign different values.
type jointFault struct {
	mover  *layout.Mover
	option *layout.Option
	// guard says that a guard is undefined, whatever others do; elsewhere the fault is
	// one only where all can move.
	guard bool
	// early is a fault of a condition on the outcome: no outcome is possible yet.
	early bool
	where symbolic.Set
}

// encodeJoint encodes the joint steps of the model.
func encodeJoint(ev *eval.Evaluator) *joint {
	ev = ev.InStep()
	j := &joint{meaning: ev.Codes.Meaning()}
	cells := make(map[*layout.Cell]*cellWrite)
	var order []*cellWrite
	for _, m := range ev.Codes.Layout.Movers {
		mv := &move{Mover: m, guard: ev.Codes.Space.Empty()}
		j.moves = append(j.moves, mv)
		for _, o := range m.Options {
			order = addOption(ev, j, mv, o, cells, order)
		}
	}
	for _, w := range order {
		for i, b := range w.cell.Cur {
			cur := ev.Codes.Space.Lit(b)
			code := value.Ite(ev.Codes.Space, w.when, w.bits[i], cur)
			if !code.Xor(cur).And(ev.Codes.ValidCell(w.cell)).IsEmpty() {
				j.writes = append(j.writes, write{symbolic.Pair{Cur: b, Next: w.cell.Next[i]}, code})
			}
		}
	}
	j.relation = jointRelation(ev.Codes, j, j.writes)
	return j
}

// jointRelation is the relation of the joint steps with some writes.
func jointRelation(cs *codes.Codes, j *joint, writes []write) symbolic.Relation {
	conjuncts := j.conjuncts()
	part := symbolicPart(cs, conjuncts, writes, moversBits(cs))
	if steady(cs, writes) {
		part = part.Carrying(j.meaning, cs.Layout.SumBits())
	} else {
		part = symbolicPart(cs, append(conjuncts, j.meaning), writes, stepBits(cs))
	}
	return symbolic.NewRelation(part)
}

// conjuncts are the conditions on a joint step.
func (j *joint) conjuncts() []symbolic.Set {
	var sets []symbolic.Set
	for _, m := range j.moves {
		sets = append(sets, m.guard)
	}
	for _, m := range j.moves {
		sets = append(sets, m.given...)
	}
	for _, f := range j.faults {
		if !f.guard { // a guard that is undefined does not hold
			sets = append(sets, f.where.Not())
		}
	}
	return sets
}

// stepBits are the bits that say what is done in a joint step, and what is counted.
func stepBits(cs *codes.Codes) []symbolic.Bit {
	return append(moversBits(cs), cs.Layout.SumBits()...)
}

// moversBits are the bits that say what is done in a joint step.
func moversBits(cs *codes.Codes) []symbolic.Bit {
	var bits []symbolic.Bit
	for _, m := range cs.Layout.Movers {
		bits = slices.Concat(bits, m.MoveBits(), m.OutcomeBits())
	}
	return bits
}

// addOption adds what a mover can do, and its effect to what is known of the cells.
func addOption(ev *eval.Evaluator, j *joint, m *move, o *layout.Option, cells map[*layout.Cell]*cellWrite, order []*cellWrite) []*cellWrite {
	if ev.Modal == nil && asksKnowledge(o.Action) { // see Knowing
		return order
	}
	ns := ev.Codes.Names(o)
	chosen := ev.Codes.Takes(m.Mover, o)
	alive, undef := guarded(ev, o.Action.When, ns, legal(ev.Codes, chosen, o.Args))
	j.fault(jointFault{mover: m.Mover, option: o, guard: true, where: undef})
	if alive.IsEmpty() {
		return order
	}
	m.guard = m.guard.Or(alive)

	legal := legal(ev.Codes, ev.Codes.Space.Full(), o.Outcome)
	possible := alive.And(legal)
	for _, e := range append([]spec.Expr{nil}, o.Action.Given...) {
		in, undef := legal, ev.Codes.Space.Empty()
		if e != nil {
			in, undef = ev.Holds(e, ns)
		}
		j.fault(jointFault{mover: m.Mover, option: o, early: true, where: possible.And(undef)})
		possible = possible.And(in.Diff(undef))
		if c := chosen.Imp(in.Diff(undef)); !c.IsFull() {
			m.given = append(m.given, c)
		}
	}

	eff := &effects{ev: ev, cells: make(map[*layout.Cell]*cellWrite), fault: ev.Codes.Space.Empty()}
	for _, t := range o.Action.Then {
		eff.assign(t, ns)
	}
	j.fault(jointFault{mover: m.Mover, option: o, where: possible.And(eff.fault)})
	conflict := ev.Codes.Space.Empty()
	for _, w := range eff.order {
		m.cells = append(m.cells, w.cell)
		when := w.when.And(chosen)
		known := cells[w.cell]
		if known == nil {
			known = &cellWrite{w.cell, when, w.bits}
			cells[w.cell] = known
			order = append(order, known)
			continue
		}
		both := possible.And(known.when).And(when)
		merged := make([]symbolic.Set, len(w.bits))
		for i := range w.bits {
			if !both.IsEmpty() {
				conflict = conflict.Or(both.And(known.bits[i].Xor(w.bits[i])))
			}
			merged[i] = value.Ite(ev.Codes.Space, when, w.bits[i], known.bits[i])
		}
		known.when, known.bits = known.when.Or(when), merged
	}
	j.fault(jointFault{mover: m.Mover, option: o, where: conflict})
	return order
}

// fault notes a fault that there is.
func (j *joint) fault(f jointFault) {
	if !f.where.IsEmpty() {
		j.faults = append(j.faults, f)
	}
}

// legal cuts a set to where the bits of shapes hold values.
func legal(cs *codes.Codes, set symbolic.Set, shapes []*layout.Shape) symbolic.Set {
	for _, sh := range shapes {
		if sh != nil {
			set = set.And(cs.ValidShape(sh))
		}
	}
	return set
}

// guarded returns where all conditions hold, read from left to right, and where
// one is reached that is undefined.
func guarded(ev *eval.Evaluator, es []spec.Expr, ns value.Names, alive symbolic.Set) (in, undef symbolic.Set) {
	undef = ev.Codes.Space.Empty()
	for _, e := range es {
		if alive.Disjoint(ev.Codes.Valid) {
			break
		}
		holds, u := ev.Holds(e, ns)
		undef = undef.Or(alive.And(u))
		alive = alive.And(holds.Diff(u))
	}
	return alive, undef
}

// steady tells whether no term of a shared sum is written.
func steady(cs *codes.Codes, writes []write) bool {
	written := make(map[symbolic.Bit]bool)
	for _, w := range writes {
		written[w.pair.Cur] = true
	}
	for _, t := range cs.Layout.Sums {
		if slices.ContainsFunc(t.Terms, func(c *layout.Cell) bool { return written[c.Cur[0]] }) {
			return false
		}
	}
	return len(cs.Layout.Sums) > 0
}
