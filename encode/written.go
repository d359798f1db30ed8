package encode

import (
	"slices"

	"github.com/epibdd/epibdd/encode/internal/layout"
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
	fs := slices.Clone(v.seen)
	for _, b := range v.kept {
		fs = append(fs, v.codes.Space.Lit(b))
	}
	return fs
}
