package encode

import (
	"slices"

	"github.com/epibdd/epibdd/encode/internal/layout"
	"github.com/epibdd/epibdd/encode/internal/tune"
	"github.com/epibdd/epibdd/encode/internal/value"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// A quantifier over many values whose body asks about other worlds, such as which
// coins to weigh so that somebody will know, is decided for all values at once: names
// are bits beside those of worlds. They do not change with steps, and nobody confuses
// worlds in which they differ: then images, preimages and closures, which leave other
// bits as they are, mean for each value what they mean without.

// Opening are the open names of a fold.
type Opening struct {
	// Values are what names are bound to, by binder; nil for those that are not open.
	Values []spec.Value
	// Valid is where the bits of all names hold a value.
	Valid symbolic.Set
	// Bits are those of the names.
	Bits symbolic.Cube

	system    *System
	registers []*layout.Register // by binder
}

// Open leaves large binders of a quantifier open, beside others that are open already. It
// is nil where that is of no use, or no bits were planned for it.
func (s *System) Open(e *spec.Fold, others []*Opening) *Opening {
	open := s.codes.Sizes.Opens(e)
	if open == nil || s.steps.joint != nil || s.public {
		return nil
	}
	o := &Opening{Values: make([]spec.Value, len(open)), Valid: s.codes.Space.Full(), system: s, registers: make([]*layout.Register, len(open))}
	var bits []symbolic.Bit
	for i, b := range e.Binders {
		if !open[i] {
			continue
		}
		reg := openRegister(s, b.Bound.Type, append(slices.Clip(others), o))
		if reg == nil {
			return nil
		}
		o.registers[i] = reg
		o.Values[i] = spec.Open(slices.Index(s.codes.Layout.Opened, reg))
		o.Valid = o.Valid.And(s.codes.ValidShape(reg.Shape))
		bits = append(bits, reg.Bits()...)
	}
	o.Bits = s.codes.Space.Cube(bits...)
	return o
}

// leaveOpen returns an action of which arguments are open names, and how the bits of
// these are called in it. They are taken out of those that are given.
func (s *Steps) leaveOpen(act *action, p *spec.Step, env *spec.Env, given []value.Value) (*action, symbolic.Renaming) {
	var from, to []symbolic.Bit
	taken := map[*layout.Register]bool{}
	for i, e := range p.Args {
		ref, ok := e.(*spec.BoundRef)
		if !ok || act.registers[i] == nil || !tune.IsName(e, act.spec.Params[i].Type) {
			continue
		}
		n, ok := env.Lookup(ref.Bound).(spec.Open)
		if !ok || taken[s.codes.Layout.Opened[n]] { // the same name twice is compared
			continue
		}
		taken[s.codes.Layout.Opened[n]] = true
		from, to = append(from, act.registers[i].Bits()...), append(to, s.codes.Layout.Opened[n].Bits()...)
		given[i] = nil
	}
	if len(from) == 0 {
		return act, symbolic.Renaming{}
	}
	r, err := s.codes.Space.Renaming(from, to)
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
	v := layout.Vector{}
	for i, reg := range o.registers {
		if reg != nil {
			set = o.system.codes.Least(set, reg.Shape, v)
			values[i] = reg.Shape.ValueOf(func(c *layout.Cell) int { return v.Code(c.Cur) })
		}
	}
	return values
}

// openRegister returns a register for an open name that none of the openings uses.
func openRegister(s *System, t spec.Type, others []*Opening) *layout.Register {
	for _, reg := range s.codes.Layout.Registers[tune.OpenKey(t)] {
		if !slices.ContainsFunc(others, func(o *Opening) bool { return slices.Contains(o.registers, reg) }) {
			return reg
		}
	}
	return nil
}
