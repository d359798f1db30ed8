package encode

import (
	"math/big"
	"slices"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// A quantifier over many values whose body asks about other worlds, such as which
// coins to weigh so that somebody will know, is decided for all values at once: names
// are bits beside those of worlds. They do not change with steps, and nobody confuses
// worlds in which they differ: then images, preimages and closures, which leave other
// bits as they are, mean for each value what they mean without.

// openKey is where the registers of open names are found: they hold a value while
// actions use others.
func openKey(t spec.Type) string { return "open " + t.String() }

// opens tells for each binder of a fold whether it is left open: all with a type for a
// domain, if the instances are many and the body can be evaluated so; nil: none.
func (t tuning) opens(e *spec.Fold) []bool {
	if e.Op != spec.Forall && e.Op != spec.Exists || e.Body.Traits()&spec.Modal == 0 {
		return nil
	}
	open := make([]bool, len(e.Binders))
	if instances(e.Binders, open).Cmp(big.NewInt(int64(t.instances))) <= 0 {
		return nil
	}
	var names []*spec.Bound
	for i, b := range e.Binders {
		if open[i] = b.Domain == nil; open[i] {
			names = append(names, b.Bound)
		}
	}
	for _, b := range e.Binders {
		if b.Domain != nil && (b.Domain.Traits()&spec.Modal != 0 || mentionsAny(b.Domain, names)) {
			return nil
		}
	}
	if len(names) == 0 || !openable(e.Body, names) {
		return nil
	}
	return open
}

func mentionsAny(e spec.Expr, names []*spec.Bound) bool {
	return slices.ContainsFunc(names, func(b *spec.Bound) bool { return mentions(e, b) })
}

// openable tells whether a formula can be evaluated with open names: they occur in what
// is decided in a state, in the operands of operators of knowledge and time, and as
// arguments of steps.
func openable(e spec.Expr, names []*spec.Bound) bool {
	if e == nil || e.Traits()&spec.Modal == 0 || !mentionsAny(e, names) {
		return true
	}
	closed := func(es ...spec.Expr) bool {
		return !slices.ContainsFunc(es, func(e spec.Expr) bool { return mentionsAny(e, names) })
	}
	switch e := e.(type) {
	case *spec.Unary:
		return e.Op == spec.Not && openable(e.X, names)
	case *spec.Binary:
		_, truth := e.X.Type().(spec.BoolType)
		return truth && openable(e.X, names) && openable(e.Y, names)
	case *spec.Cond:
		_, truth := e.Type().(spec.BoolType)
		return truth && openable(e.If, names) && openable(e.Then, names) && openable(e.Else, names)
	case *spec.Fold:
		return (e.Op == spec.Forall || e.Op == spec.Exists) && closed(spec.Domains(e.Binders)...) && openable(e.Body, names)
	case *spec.Call:
		return closed(e.Args...)
	case *spec.Knows:
		return closed(e.Agent) && e.Op != spec.KnowsValue && openable(e.X, names)
	case *spec.Temporal:
		switch e.Program.(type) {
		case nil, *spec.AnyStep, *spec.Step:
		default: // of repetitions it is told where they get stuck
			if e.Op != spec.NextTime {
				return false
			}
		}
		return (e.Bound == nil || closed(e.Bound)) && openable(e.X, names) && openable(e.Y, names) && openableProgram(e.Program, names)
	}
	return false
}

func openableProgram(p spec.Program, names []*spec.Bound) bool {
	switch p := p.(type) {
	case nil, *spec.AnyStep:
		return true
	case *spec.Step:
		for i, a := range p.Args {
			if a != nil && mentionsAny(a, names) && !isName(a, p.Action.Params[i].Type) {
				return false
			}
		}
		return true
	case *spec.Test:
		return openable(p.X, names)
	case *spec.Seq, *spec.Choice, *spec.Star:
		return !slices.ContainsFunc(spec.Subprograms(p), func(q spec.Program) bool { return !openableProgram(q, names) })
	}
	return !slices.ContainsFunc(spec.InProgram(p), func(e spec.Expr) bool { return mentionsAny(e, names) })
}

// isName tells whether an argument is a name of the type of its parameter.
func isName(e spec.Expr, t spec.Type) bool {
	ref, ok := e.(*spec.BoundRef)
	return ok && ref.Bound.Type.String() == t.String()
}

// pair finds the registers of actions that arguments of steps in e are compared with.
func (sc *scene) pair(e spec.Expr, ns names) {
	if t, ok := e.(*spec.Temporal); ok && t.Program != nil {
		sc.pairIn(t.Program, ns)
	}
	for _, below := range spec.Children(e) {
		sc.pair(below, ns)
	}
}

func (sc *scene) pairIn(p spec.Program, ns names) {
	for _, q := range spec.Subprograms(p) {
		sc.pairIn(q, ns)
	}
	step, ok := p.(*spec.Step)
	if !ok {
		return
	}
	taken := map[string]int{} // as actions take them
	for i, b := range step.Action.Params {
		if split := sc.plan.split[step.Action]; split == nil || split[i] {
			continue
		}
		key := b.Type.String()
		regs := sc.plan.registers[key][taken[key]:]
		taken[key]++
		if len(regs) == 0 || i >= len(step.Args) || step.Args[i] == nil {
			continue
		}
		if ref, ok := step.Args[i].(*spec.BoundRef); ok {
			if open, ok := ns.varies(ref.Bound).(placed); ok && open.typ.String() == b.Type.String() {
				sc.plan.setBeside(open.cells(), regs[0].shape.cells())
			}
		}
	}
}

// setBeside puts cells of an open name beside those with which it is compared first.
func (p *plan) setBeside(open, arg []*cell) {
	for i, c := range open {
		if p.beside[c] == nil && c != arg[i] {
			p.beside[c] = arg[i]
		}
	}
}

// besides moves open names to where their order wants them.
func (p *plan) besides(order []*cell) []*cell {
	if len(p.beside) == 0 {
		return order
	}
	below := map[*cell][]*cell{}
	for _, c := range order {
		if arg := p.beside[c]; arg != nil {
			below[arg] = append(below[arg], c)
		}
	}
	var moved []*cell
	for _, c := range order {
		if p.beside[c] == nil {
			moved = append(append(moved, c), below[c]...)
		}
	}
	return moved
}

// Opening are the open names of a fold.
type Opening struct {
	// Values are what names are bound to, by binder; nil for those that are not open.
	Values []spec.Value
	// Valid is where the bits of all names hold a value.
	Valid symbolic.Set
	// Bits are those of the names.
	Bits symbolic.Cube

	system    *System
	registers []*register // by binder
}

// Open leaves large binders of a quantifier open, beside others that are open already. It
// is nil where that is of no use, or no bits were planned for it.
func (s *System) Open(e *spec.Fold, others []*Opening) *Opening {
	open := s.tune.opens(e)
	if open == nil || s.joint != nil || s.informed {
		return nil
	}
	o := &Opening{Values: make([]spec.Value, len(open)), Valid: s.all(), system: s, registers: make([]*register, len(open))}
	var bits []symbolic.Bit
	for i, b := range e.Binders {
		if !open[i] {
			continue
		}
		reg := s.plan.openRegister(b.Bound.Type, append(slices.Clip(others), o))
		if reg == nil {
			return nil
		}
		o.registers[i] = reg
		o.Values[i] = spec.Open(slices.Index(s.plan.opened, reg))
		o.Valid = o.Valid.And(s.validShape(reg.shape))
		bits = append(bits, reg.bits()...)
	}
	o.Bits = s.space.Cube(bits...)
	return o
}

// openRegister returns a register for an open name that none of the openings uses.
func (p *plan) openRegister(t spec.Type, others []*Opening) *register {
	for _, reg := range p.registers[openKey(t)] {
		if !slices.ContainsFunc(others, func(o *Opening) bool { return slices.Contains(o.registers, reg) }) {
			return reg
		}
	}
	return nil
}

// leaveOpen returns an action of which arguments are open names, and how the bits of
// these are called in it. They are taken out of those that are given.
func (s *System) leaveOpen(act *action, p *spec.Step, env *spec.Env, given []value) (*action, symbolic.Renaming) {
	var from, to []symbolic.Bit
	taken := map[*register]bool{}
	for i, e := range p.Args {
		ref, ok := e.(*spec.BoundRef)
		if !ok || act.registers[i] == nil || !isName(e, act.spec.Params[i].Type) {
			continue
		}
		n, ok := env.Lookup(ref.Bound).(spec.Open)
		if !ok || taken[s.plan.opened[n]] { // the same name twice is compared
			continue
		}
		taken[s.plan.opened[n]] = true
		from, to = append(from, act.registers[i].bits()...), append(to, s.plan.opened[n].bits()...)
		given[i] = nil
	}
	if len(from) == 0 {
		return act, symbolic.Renaming{}
	}
	r, err := s.space.Renaming(from, to)
	if err != nil {
		panic(err)
	}
	a := *act
	a.aux = slices.DeleteFunc(slices.Clone(act.aux), func(b symbolic.Bit) bool { return slices.Contains(from, b) })
	return &a, r
}

// renamed is the part with other names for bits.
func (p *part) renamed(r symbolic.Renaming) *part {
	q := *p
	q.guards, q.writes = nil, nil
	for _, g := range p.guards {
		q.guards = append(q.guards, g.Rename(r))
	}
	for _, w := range p.writes {
		q.writes = append(q.writes, write{w.pair, w.code.Rename(r)})
	}
	q.enabled, q.fault = p.enabled.Rename(r), p.fault.Rename(r)
	return &q
}

// Least returns the least values of the names in a set that is not empty, by binder, nil
// for those that are not open.
func (o *Opening) Least(set symbolic.Set) []spec.Value {
	values := make([]spec.Value, len(o.Values))
	v := vector{}
	for i, reg := range o.registers {
		if reg != nil {
			set = o.system.least(set, reg.shape, v)
			values[i] = reg.shape.valueOf(func(c *cell) int { return v.code(c.cur) })
		}
	}
	return values
}
