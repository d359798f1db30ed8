package value

import (
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// Value is what an expression is worth in each state. Where the expression is
// undefined, and for bit vectors that are no states, a value may be anything.
type Value interface {
	// Constant is the value if it is the same in all states.
	Constant() (spec.Value, bool)
}

type (
	// Constant is the same value everywhere; the only form of lists.
	Constant struct{ V spec.Value }
	// Truth is a truth value: true in the set.
	Truth struct{ In symbolic.Set }
	// Scalar has disjoint cases with different values.
	Scalar struct{ Cases []Case }
	// Tuple is a record or an array, or none where it is absent.
	Tuple struct {
		Absent symbolic.Set
		Parts  []Value
		Record bool
	}
	// Family is a set. Its members are different and sorted by spec.Compare.
	Family struct {
		Absent  symbolic.Set
		Members []Member
	}
	// Nothing is the value of what is defined nowhere.
	Nothing struct{}
)

// Member says where elem is an element of a set.
type Member struct {
	Elem spec.Value
	In   symbolic.Set
}

func (c Constant) Constant() (spec.Value, bool) { return c.V, true }

// Constant finds that there is none.
func (Truth) Constant() (spec.Value, bool) { return nil, false }

// Constant finds that there is none.
func (Scalar) Constant() (spec.Value, bool) { return nil, false }

// Constant finds that there is none.
func (Tuple) Constant() (spec.Value, bool) { return nil, false }

// Constant finds that there is none.
func (Family) Constant() (spec.Value, bool) { return nil, false }

// Constant finds that there is none.
func (Nothing) Constant() (spec.Value, bool) { return nil, false }

// Case says that an expression has Value in the states of When.
type Case struct {
	Value spec.Value
	When  symbolic.Set
}

// AsTruth returns where v is true.
func AsTruth(sp *symbolic.Space, v Value) symbolic.Set {
	switch v := v.(type) {
	case Constant:
		return sp.Constant(v.V == spec.Bool(true))
	case Truth:
		return v.In
	case Scalar:
		return CaseOf(sp, v.Cases, spec.Bool(true))
	}
	return sp.Empty()
}

// CaseOf returns where the cases have the value w.
func CaseOf(sp *symbolic.Space, cases []Case, w spec.Value) symbolic.Set {
	for _, c := range cases {
		if spec.Equal(c.Value, w) {
			return c.When
		}
	}
	return sp.Empty()
}

// AsCases returns the cases of a value without parts.
func AsCases(sp *symbolic.Space, v Value) []Case {
	switch v := v.(type) {
	case Constant:
		return []Case{{v.V, sp.Full()}}
	case Truth:
		return []Case{{spec.Bool(false), v.In.Not()}, {spec.Bool(true), v.In}}
	case Scalar:
		return v.Cases
	case Tuple:
		return []Case{{spec.Absent{}, v.Absent}}
	case Family:
		return []Case{{spec.Absent{}, v.Absent}}
	}
	return nil
}

// AbsentIn returns where v is none.
func AbsentIn(sp *symbolic.Space, v Value) symbolic.Set {
	switch v := v.(type) {
	case Constant:
		return sp.Constant(v.V == spec.Absent{})
	case Scalar:
		return CaseOf(sp, v.Cases, spec.Absent{})
	case Tuple:
		return v.Absent
	case Family:
		return v.Absent
	}
	return sp.Empty()
}

// AsTuple returns v as parts; a constant without parts has none.
func AsTuple(sp *symbolic.Space, v Value) Tuple {
	switch v := v.(type) {
	case Tuple:
		return v
	case Constant:
		t := Tuple{Absent: AbsentIn(sp, v)}
		_, t.Record = v.V.(spec.Record)
		for _, p := range spec.Elems(v.V) {
			t.Parts = append(t.Parts, Constant{p})
		}
		return t
	}
	return Tuple{Absent: sp.Full()}
}

// AsFamily returns v as a family of elements.
func AsFamily(sp *symbolic.Space, v Value) Family {
	switch v := v.(type) {
	case Family:
		return v
	case Constant:
		f := Family{Absent: AbsentIn(sp, v)}
		for _, e := range spec.Elems(v.V) {
			f.Members = append(f.Members, Member{e, sp.Full()})
		}
		return f
	}
	return Family{Absent: sp.Full()}
}
