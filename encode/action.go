package encode

import (
	"slices"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// action is an action in symbolic form.
type action struct {
	spec      *spec.Action
	registers []*register // of the arguments that are bits, by parameter; nil for others
	aux       []symbolic.Bit
	parts     []*part
	relation  symbolic.Relation
	fault     symbolic.Set
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

// action encodes an action, one part for each combination of the arguments that
// split it.
func (ev *evaluator) action(a *spec.Action) *action {
	act := &action{spec: a, registers: make([]*register, len(a.Params)), fault: ev.none()}
	ns := names{}
	args := make([]spec.Value, len(a.Params))
	legal := ev.all()
	var split []int
	for i, b := range a.Params {
		if ev.plan.split[a][i] {
			split = append(split, i)
			continue
		}
		reg := ev.acquire(b.Type)
		defer reg.release()
		act.registers[i] = reg
		act.aux = append(act.aux, reg.bits()...)
		ns = ns.bind(b, ev.read(reg.shape))
		legal = legal.And(ev.validShape(reg.shape))
	}
	types := make([]spec.Type, len(split))
	for k, i := range split {
		types[k] = a.Params[i].Type
	}
	for tuple := range spec.Tuples(types) {
		inner := ns
		for k, i := range split {
			args[i] = tuple[k]
			inner = inner.bind(a.Params[i], constant{tuple[k]})
		}
		act.parts = append(act.parts, ev.part(a, slices.Clone(args), legal, inner))
	}
	act.finish(ev.System)
	return act
}

// finish makes the relation and the faults of the whole action.
func (act *action) finish(s *System) {
	aux := s.space.Cube(act.aux...)
	var faults []symbolic.Set
	for _, p := range act.parts {
		faults = append(faults, p.fault.Exists(aux))
	}
	act.fault = s.space.OrAll(faults...).And(s.valid)
	act.relation = s.relation(act, act.parts)
}

// part encodes the instances of an action with some arguments fixed.
func (ev *evaluator) part(a *spec.Action, args []spec.Value, legal symbolic.Set, ns names) *part {
	p := &part{args: args, enabled: ev.all(), fault: ev.none()}
	p.guard(legal)
	for _, e := range a.When {
		in, undef := ev.holds(e, ns)
		p.fault = p.fault.Or(p.enabled.And(undef))
		if p.guard(in.Diff(undef)); p.enabled.IsEmpty() {
			return p
		}
	}
	eff := &effects{ev: ev, cells: make(map[*cell]*cellWrite), fault: ev.none()}
	for _, t := range a.Then {
		eff.assign(t, ns)
	}
	if fault := p.enabled.And(eff.fault); !fault.IsEmpty() {
		p.fault = p.fault.Or(fault)
		p.guard(eff.fault.Not())
	}
	p.writes = ev.changes(eff, p.guards)
	return p
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
func (s *System) changes(eff *effects, guards []symbolic.Set) []write {
	care := s.all()
	for _, g := range guards {
		if g.CountNodes() <= smallGuard {
			care = care.And(g)
		}
	}
	var ws []write
	for _, w := range eff.order {
		for i, b := range w.cell.cur {
			cur := s.space.Lit(b)
			code := w.when.Ite(w.bits[i], cur)
			if care.SubsetOf(w.when) {
				code = w.bits[i]
			}
			changed := code.Xor(cur).And(s.validCell(w.cell))
			if !changed.And(care).IsEmpty() {
				ws = append(ws, write{symbolic.Pair{Cur: b, Next: w.cell.next[i]}, code})
			}
		}
	}
	return ws
}

// relation makes the relation of parts. Parts with the same effect, such as
// those of an argument that only the guard looks at, become one.
func (s *System) relation(act *action, parts []*part) symbolic.Relation {
	type class struct {
		part    *part
		enabled []symbolic.Set
	}
	var classes []*class
	for _, p := range parts {
		if p.enabled.IsEmpty() {
			continue
		}
		i := slices.IndexFunc(classes, func(c *class) bool { return slices.Equal(c.part.writes, p.writes) })
		if i < 0 {
			i = len(classes)
			classes = append(classes, &class{part: p})
		}
		classes[i].enabled = append(classes[i].enabled, p.enabled)
	}
	var rel []*symbolic.Part
	for _, c := range classes {
		guards := c.part.guards
		if len(c.enabled) > 1 {
			guards = []symbolic.Set{s.space.OrAll(c.enabled...)}
		}
		rel = append(rel, s.symbolicPart(act, guards, c.part.writes))
	}
	return symbolic.NewRelation(rel...)
}

// symbolicPart joins guards and writes. The constraints on what is written keep
// preimages of states within the states: on what is not written a state and its
// successor agree.
func (s *System) symbolicPart(act *action, guards []symbolic.Set, writes []write) *symbolic.Part {
	conjuncts := slices.Clone(guards)
	var pairs []symbolic.Pair
	var cur []symbolic.Bit
	for _, w := range writes {
		conjuncts = append(conjuncts, s.space.Lit(w.pair.Next).Iff(w.code))
		pairs = append(pairs, w.pair)
		cur = append(cur, w.pair.Cur)
	}
	conjuncts = append(conjuncts, s.constraintsOn(cur)...)
	return s.space.NewPart(conjuncts, pairs, act.aux)
}
