package codes

import (
	"github.com/epibdd/epibdd/encode/internal/layout"
	"github.com/epibdd/epibdd/encode/internal/value"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// SumIs returns where a shared sum is n. Numbers that are too large do not occur.
func (s *Codes) SumIs(t *layout.SharedSum, n int) symbolic.Set {
	if n == len(t.Terms) {
		return s.atMost(t.Cell.Cur, n-1).Not()
	}
	return s.Space.Singleton(t.Cell.Holds(t.Cell.Cur, n))
}

// CountOnes returns how many of the cells are 1.
func (s *Codes) CountOnes(cells layout.Edge) value.Value {
	ones := make([]symbolic.Set, len(cells))
	for i, c := range cells {
		ones[i] = s.Space.Lit(c.Cur[0])
	}
	return value.CountTrue(s.Space, ones, value.Precision{})
}

// Meaning says what the shared sums are.
func (s *Codes) Meaning() symbolic.Set {
	var sets []symbolic.Set
	for _, t := range s.Layout.Sums {
		var is []symbolic.Set
		for _, c := range value.AsCases(s.Space, s.CountOnes(t.Terms)) {
			n := int(c.Value.(spec.Int))
			is = append(is, s.Space.Singleton(t.Cell.Holds(t.Cell.Cur, n)).And(c.When))
		}
		sets = append(sets, s.Space.OrAll(is...))
	}
	return s.Space.AndAll(sets...)
}
