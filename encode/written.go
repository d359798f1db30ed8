package encode

import (
	"slices"

	"github.com/epibdd/epibdd/encode/internal/layout"
	"github.com/epibdd/epibdd/encode/internal/value"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// Written says how a scalar of a state is written: its bits, the most significant first, and
// the values that have codes, from 0 on.
type Written struct {
	Type   spec.Type
	Bits   []symbolic.Bit
	Next   []symbolic.Bit // those of the state behind a step
	Values []spec.Value
}

// Written lists the scalars of a variable in the order of its type, of a set the elements
// from the last.
func (s *System) Written(v *spec.Var) []Written {
	var list []Written
	s.codes.Layout.Vars[v.Index].Each(func(c *layout.Cell) { list = append(list, Written{c.Type, c.Cur, c.Next, c.Values}) })
	return list
}

// Reads are the bits of a state on which depends what is seen of it.
func (v *View) Reads() []symbolic.Bit {
	if v.all {
		return v.worlds
	}
	bits := slices.Clone(v.kept)
	for _, f := range v.seen {
		bits = append(bits, f.Support()...)
	}
	slices.Sort(bits)
	return slices.Compact(bits)
}

// Functions are those of a state that tell what is seen of it.
func (v *View) Functions() []symbolic.Set {
	fs, kept := slices.Clone(v.seen), v.kept
	if v.all {
		kept = v.worlds
	}
	for _, b := range kept {
		fs = append(fs, v.codes.Space.Lit(b))
	}
	return fs
}

// Known are the agents who know what a history variable holds.
func (s *HistoryVariable) Known() []*spec.Agent { return s.of.who }

// Next is its bit in the worlds behind a step.
func (s *HistoryVariable) Next() symbolic.Bit { return s.next }

// Noted is where these moves, made in a state, are recorded as 1 in a history variable.
func (s *System) Noted(v *HistoryVariable, moves []spec.Move) symbolic.Set {
	space, f, is := s.codes.Space, symbolic.Set{}, s.codes.Space.Full()
	if j := s.steps.joint; j != nil {
		f, is = v.of.in[0], j.meaning
		for i, m := range s.codes.Layout.Movers {
			is = is.And(space.OrAll(s.makes(m, moves[i])...))
		}
	} else {
		act, args := s.steps.actions[moves[0].Action.Index], slices.Clone(moves[0].Args)
		for i, reg := range act.registers {
			if reg != nil {
				is = is.And(value.Equal(space, s.codes.Read(reg.Shape), value.Constant{V: args[i]}))
				args[i] = nil
			}
		}
		f = v.of.in[s.traced.kinds[kind{act.spec, args}.key()]]
	}
	return s.Onto(f.And(is), nil)
}

// makes is where a mover makes a move.
func (s *System) makes(m *layout.Mover, move spec.Move) (in []symbolic.Set) {
	for _, o := range m.Options {
		if o.Action != move.Action {
			continue
		}
		ns, is := s.codes.Names(o), s.codes.Takes(m, o)
		for i, b := range slices.Concat(move.Action.Params, move.Action.Outcome) {
			is = is.And(value.Equal(s.codes.Space, value.Lookup(ns, b), value.Constant{V: slices.Concat(move.Args, move.Outcome)[i]}))
		}
		in = append(in, is)
	}
	return in
}
