package encode

import (
	"slices"

	"github.com/epibdd/epibdd/encode/internal/codes"
	"github.com/epibdd/epibdd/encode/internal/eval"
	"github.com/epibdd/epibdd/encode/internal/layout"
	"github.com/epibdd/epibdd/encode/internal/tune"
	"github.com/epibdd/epibdd/encode/internal/value"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// action is an action in symbolic form.
type action struct {
	spec      *spec.Action
	registers []*layout.Register // of the arguments that are bits, by parameter; nil for others
	aux       []symbolic.Bit
	parts     []*part
	relation  symbolic.Relation
	faults    []symbolic.Set // their union is where some instance is faulty
}

// part is an action with the arguments that split it.
type part struct {
	args    []spec.Value // by parameter; nil for those in registers
	guards  []symbolic.Set
	enabled symbolic.Set // where all guards hold and nothing is faulty
	fault   symbolic.Set // where a guard is reached that is undefined, or an effect is
	writes  []write
}

// write gives a bit its next value.
type write struct {
	pair symbolic.Pair
	code symbolic.Set
}

// guarding returns sets whose union is where a guard is true, outside of where it is
// undefined.
type guarding func(e spec.Expr, ns value.Names) (ins []symbolic.Set, undef symbolic.Set)

// encodeAction encodes an action, one part for each combination of the arguments that
// split it.
func encodeAction(ev *eval.Evaluator, a *spec.Action, guards guarding) *action {
	act := &action{spec: a, registers: make([]*layout.Register, len(a.Params))}
	ns := value.Names{}
	args := make([]spec.Value, len(a.Params))
	legal := ev.Codes.Space.Full()
	var split []int
	for i, b := range a.Params {
		if ev.Codes.Layout.Split[a][i] {
			split = append(split, i)
			continue
		}
		reg := ev.Acquire(b.Type)
		defer ev.Release(reg)
		act.registers[i] = reg
		act.aux = append(act.aux, reg.Bits()...)
		ns = ns.Bind(b, ev.Codes.Read(reg.Shape))
		legal = legal.And(ev.Codes.ValidShape(reg.Shape))
	}
	types := make([]spec.Type, len(split))
	for k, i := range split {
		types[k] = a.Params[i].Type
	}
	for tuple := range spec.Tuples(types) {
		inner := ns
		for k, i := range split {
			args[i] = tuple[k]
			inner = inner.Bind(a.Params[i], value.Constant{V: tuple[k]})
		}
		act.parts = append(act.parts, partsFor(ev, guards, a, slices.Clone(args), legal, inner)...)
	}
	act.finish(ev.Codes)
	return act
}

// finish makes the relation and the faults of the whole action.
func (act *action) finish(cs *codes.Codes) {
	aux := cs.Space.Cube(act.aux...)
	var faults []symbolic.Set
	for _, p := range act.parts {
		faults = append(faults, p.fault.Exists(aux))
	}
	for _, f := range eval.Unite(cs, faults) {
		if f = f.And(cs.Valid); !f.IsEmpty() {
			act.faults = append(act.faults, f)
		}
	}
	act.relation = relation(cs, act, act.parts)
}

// partsFor encodes the instances of an action with some arguments fixed. That is
// one part, unless the guards are a union that is better not built.
func partsFor(ev *eval.Evaluator, guards guarding, a *spec.Action, args []spec.Value, legal symbolic.Set, ns value.Names) []*part {
	whole := &part{args: args, enabled: ev.Codes.Space.Full(), fault: ev.Codes.Space.Empty()}
	whole.guard(legal)
	parts, common := []*part{whole}, []symbolic.Set{legal}
	fault := ev.Codes.Space.Empty()
	for _, e := range a.When {
		if !slices.ContainsFunc(parts, func(p *part) bool { return !p.enabled.Disjoint(ev.Codes.Valid) }) {
			break
		}
		ins, undef := guards(e, ns)
		if len(ins) == 1 && undef.IsEmpty() {
			common = append(common, ins[0])
		}
		for _, p := range parts {
			fault = fault.Or(p.enabled.And(undef))
		}
		parts = refine(ev.Codes, parts, ins, undef)
	}
	if len(parts) == 0 {
		whole.enabled, whole.fault = ev.Codes.Space.Empty(), fault
		return []*part{whole}
	}
	eff := &effects{ev: ev, cells: make(map[*layout.Cell]*cellWrite), fault: ev.Codes.Space.Empty()}
	for _, t := range a.Then {
		eff.assign(t, ns)
	}
	writes := changes(ev.Codes, eff, common)
	for _, p := range parts {
		if p.fault = p.enabled.And(eff.fault); !p.fault.IsEmpty() {
			p.guard(eff.fault.Not())
		}
		p.writes = writes
	}
	parts[0].fault = parts[0].fault.Or(fault)
	return parts
}

// refine adds a guard to parts, given as a union: a part for each of its members.
func refine(cs *codes.Codes, parts []*part, ins []symbolic.Set, undef symbolic.Set) []*part {
	if len(parts)*len(ins) > tune.MaxParts {
		ins = []symbolic.Set{cs.Space.OrAll(ins...)}
	}
	var finer []*part
	for _, p := range parts {
		for _, in := range ins {
			q := p.clone()
			if q.guard(in.Diff(undef)); !q.enabled.IsEmpty() {
				finer = append(finer, q)
			}
		}
	}
	return finer
}

// clone returns a copy whose guards can grow.
func (p *part) clone() *part {
	q := *p
	q.guards = slices.Clone(p.guards)
	return &q
}

// guard adds a conjunct.
func (p *part) guard(g symbolic.Set) {
	if !g.IsFull() {
		p.guards = append(p.guards, g)
		p.enabled = p.enabled.And(g)
	}
}

// smallGuard is the size up to which a guard helps to find out that a bit keeps
// its value.
const smallGuard = 200

// changes returns the bits whose value can change, with their next values. What
// an assignment leaves as it is, as in `mover: if pass then next(mover) else
// mover`, is not written at all.
func changes(cs *codes.Codes, eff *effects, guards []symbolic.Set) []write {
	care := cs.Space.Full()
	for _, g := range guards {
		if !g.IsLarger(smallGuard) {
			care = care.And(g)
		}
	}
	var ws []write
	for _, w := range eff.order {
		for i, b := range w.cell.Cur {
			cur := cs.Space.Lit(b)
			code := value.Ite(cs.Space, w.when, w.bits[i], cur)
			if care.SubsetOf(w.when) {
				code = w.bits[i]
			}
			changed := code.Xor(cur).And(cs.ValidCell(w.cell))
			if !changed.And(care).IsEmpty() {
				ws = append(ws, write{symbolic.Pair{Cur: b, Next: w.cell.Next[i]}, code})
			}
		}
	}
	return ws
}

// relation makes the relation of parts. Parts with the same effect, such as
// those of an argument that only the guard looks at, are joined as far as that
// keeps them small.
func relation(cs *codes.Codes, act *action, parts []*part) symbolic.Relation {
	var classes [][]*part
	for _, p := range parts {
		if p.enabled.IsEmpty() {
			continue
		}
		i := slices.IndexFunc(classes, func(c []*part) bool { return slices.Equal(c[0].writes, p.writes) })
		if i < 0 {
			i = len(classes)
			classes = append(classes, nil)
		}
		classes[i] = append(classes[i], p)
	}
	var rel []*symbolic.Part
	for _, c := range classes {
		guards, aux := c[0].guards, act.aux
		if len(c) > 1 {
			enabled := make([]symbolic.Set, len(c))
			for i, p := range c {
				enabled[i] = p.enabled
			}
			var guard symbolic.Set
			guard, aux = selected(cs, eval.Unite(cs, enabled), aux)
			guards = []symbolic.Set{guard}
		}
		rel = append(rel, symbolicPart(cs, guards, c[0].writes, aux))
	}
	return symbolic.NewRelation(rel...)
}

// selected returns a set that is the union of the members once the auxiliary
// bits are quantified. If the union is not built, the selector says which
// member is meant: an image then joins what the states at hand have in common
// with each member, which is small, and applies the effect once.
func selected(cs *codes.Codes, members []symbolic.Set, aux []symbolic.Bit) (symbolic.Set, []symbolic.Bit) {
	if len(members) == 1 {
		return members[0], aux
	}
	c := layout.Cell{Values: make([]spec.Value, 1<<layout.SelectorBits)}
	sets := make([]symbolic.Set, len(members))
	for i, m := range members {
		sets[i] = m.And(cs.Space.Singleton(c.Holds(cs.Layout.Selector, i)))
	}
	return cs.Space.OrAll(sets...), slices.Concat(aux, cs.Layout.Selector)
}

// symbolicPart joins guards and writes. The constraints on what is written keep
// preimages of states within the states: on what is not written a state and its
// successor agree.
func symbolicPart(cs *codes.Codes, guards []symbolic.Set, writes []write, aux []symbolic.Bit) *symbolic.Part {
	conjuncts := slices.Clone(guards)
	var pairs []symbolic.Pair
	var cur []symbolic.Bit
	for _, w := range writes {
		conjuncts = append(conjuncts, cs.Space.Lit(w.pair.Next).Iff(w.code))
		pairs = append(pairs, w.pair)
		cur = append(cur, w.pair.Cur)
	}
	conjuncts = append(conjuncts, cs.ConstraintsOn(cur)...)
	return cs.Space.NewPart(conjuncts, pairs, aux)
}
