package codes

import (
	"github.com/epibdd/epibdd/encode/internal/layout"
	"github.com/epibdd/epibdd/encode/internal/value"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// codes yields the cells of a shape with the bits that hold v. Where v is absent
// all bits are 0.
func (s *Codes) Write(sh *layout.Shape, v value.Value) func(func(*layout.Cell, []symbolic.Set) bool) {
	return func(yield func(*layout.Cell, []symbolic.Set) bool) {
		s.shapeCodes(sh, v, s.Space.Empty(), yield)
	}
}

func (s *Codes) shapeCodes(sh *layout.Shape, v value.Value, blank symbolic.Set, yield func(*layout.Cell, []symbolic.Set) bool) bool {
	if sh.Cell != nil {
		return yield(sh.Cell, s.cellCodes(sh.Cell, v, blank))
	}
	if sh.Present != nil {
		blank = blank.Or(value.AbsentIn(s.Space, v))
		if !yield(sh.Present, []symbolic.Set{blank.Not()}) {
			return false
		}
	}
	if _, isSet := spec.Present(sh.Type).(*spec.SetType); isSet {
		return s.memberCodes(sh, value.AsFamily(s.Space, v), blank, yield)
	}
	parts := value.AsTuple(s.Space, v).Parts
	for i, p := range sh.Parts {
		part := value.Value(value.Nothing{})
		if i < len(parts) {
			part = parts[i]
		}
		if !s.shapeCodes(p, part, blank, yield) {
			return false
		}
	}
	return true
}

func (s *Codes) memberCodes(sh *layout.Shape, f value.Family, blank symbolic.Set, yield func(*layout.Cell, []symbolic.Set) bool) bool {
	in := make(map[string]symbolic.Set, len(f.Members))
	for _, m := range f.Members {
		in[spec.Key(m.Elem)] = m.In
	}
	for i, e := range sh.Elems {
		has, ok := in[spec.Key(e)]
		if !ok {
			has = s.Space.Empty()
		}
		if !yield(sh.Members[i], []symbolic.Set{has.Diff(blank)}) {
			return false
		}
	}
	return true
}

func (s *Codes) cellCodes(c *layout.Cell, v value.Value, blank symbolic.Set) []symbolic.Set {
	bits := make([]symbolic.Set, c.Width())
	if t, ok := v.(value.Truth); ok && len(bits) == 1 {
		bits[0] = t.In.Diff(blank)
		return bits
	}
	for i := range bits {
		var sets []symbolic.Set
		for _, k := range value.AsCases(s.Space, v) {
			if code := c.CodeOf(k.Value); code >= 0 && c.BitOf(code, i) {
				sets = append(sets, k.When)
			}
		}
		bits[i] = s.Space.OrAll(sets...).Diff(blank)
	}
	return bits
}
