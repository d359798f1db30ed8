package kripke

// Truth is what is known of a formula: it holds in all worlds of Lower, and in no
// world outside of Upper. Both are the same where runs were not cut off
// (docs/semantics.md#recall-perfect).
type Truth struct{ Lower, Upper Set }

// Exactly is the truth of a formula that holds in x and nowhere else.
func Exactly(x Set) Truth { return Truth{x, x} }

// Bound is one of the two sets.
func (t Truth) Bound(upper bool) Set {
	if upper {
		return t.Upper
	}
	return t.Lower
}

// Not is the truth of the negation, among the worlds of where.
func (t Truth) Not(where Set) Truth { return Exactly(where).Without(t) }

// And is the truth of the conjunction.
func (t Truth) And(u Truth) Truth { return t.with(u, Set.And) }

// Or is the truth of the disjunction.
func (t Truth) Or(u Truth) Truth { return t.with(u, Set.Or) }

// with applies an operation to both bounds, once where they are the same.
func (t Truth) with(u Truth, op func(x, y Set) Set) Truth {
	lower := op(t.Lower, u.Lower)
	if t.Exact() && u.Exact() {
		return Exactly(lower)
	}
	return Truth{lower, op(t.Upper, u.Upper)}
}

// Without is the truth where t is true and u is not.
func (t Truth) Without(u Truth) Truth { return t.with(Truth{u.Upper, u.Lower}, Set.Diff) }

// Within is the truth in the worlds of where.
func (t Truth) Within(where Set) Truth { return t.And(Exactly(where)) }

// Exact tells whether the formula is decided in all worlds.
func (t Truth) Exact() bool { return t.Lower.Equal(t.Upper) }

// Each applies a monotone operator to both bounds.
func (t Truth) Each(op func(Set) (Set, error)) (Truth, error) {
	lower, err := op(t.Lower)
	if err != nil || t.Exact() {
		return Exactly(lower), err
	}
	upper, err := op(t.Upper)
	return Truth{lower, upper}, err
}
