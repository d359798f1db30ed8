package encode

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/epibdd/epibdd/encode/internal/failure"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// Two values of a constant, such as the law that a dealer has drawn, are indistinct if
// whoever sees all but the constant can never tell them apart, however often the
// game is played: with both the same states are initial, and from the same states
// the same steps lead to the same states. It is enough that steps do not differ in
// any state that is reached with one of the values: as long as they do not, both
// reach the same.

// mostValues is how many values of a constant are sorted.
const mostValues = 4096

// Indistinct divides the values that a variable has initially, which no action may
// assign, into classes of those that are indistinct. The reachable states are given.
// Steps are interleaved, and do not depend on what somebody knows.
func Indistinct(s *System, v *spec.Var, reached symbolic.Set) (classes [][]spec.Value, err error) {
	switch {
	case slices.ContainsFunc(s.model.Actions, func(a *spec.Action) bool {
		return slices.ContainsFunc(a.Then, func(t spec.Assign) bool { return t.Var == v })
	}):
		return nil, fmt.Errorf("%s is assigned by an action; only of a constant there is something to find out", v.Name)
	case s.model.Joint:
		return nil, fmt.Errorf("what %s can be told apart by is not looked for where steps are joint", v.Name)
	case s.model.AsksKnowledge() != nil:
		return nil, fmt.Errorf("what %s can be told apart by is not looked for where actions depend on what somebody knows", v.Name)
	}
	err = failure.Try(func() { classes = indistinct(s, v, reached) })
	return classes, err
}

func indistinct(s *System, v *spec.Var, reached symbolic.Set) [][]spec.Value {
	var here, there []symbolic.Bit // of one value, and of another in bits that no step writes
	for _, c := range s.codes.Layout.Vars[v.Index].Cells() {
		here, there = append(here, c.Cur...), append(there, c.Next...)
	}
	other, err := s.codes.Space.Renaming(here, there)
	if err != nil {
		panic(err)
	}
	back, err := s.codes.Space.Renaming(there, here)
	if err != nil {
		panic(err)
	}
	pairs := func(f symbolic.Set) symbolic.Set {
		drop := slices.DeleteFunc(f.Support(), func(b symbolic.Bit) bool { return slices.Contains(here, b) || slices.Contains(there, b) })
		return f.Exists(s.codes.Space.Cube(drop...))
	}
	apart := pairs(s.init.Xor(s.init.Rename(other)))
	for _, act := range s.steps.actions {
		for _, k := range publicSteps(s.codes, act) {
			both := k.enabled.And(k.enabled.Rename(other))
			differ := k.enabled.Xor(k.enabled.Rename(other))
			for _, w := range k.writes {
				differ = differ.Or(both.And(w.code.Xor(w.code.Rename(other))))
			}
			apart = apart.Or(pairs(differ.And(reached)))
		}
	}
	values := pairs(s.init)
	if n := values.Count(here); n.Cmp(big.NewInt(mostValues)) > 0 {
		failure.Fail("%s has %s values, and at most %d are sorted", v.Name, n, mostValues)
	}
	var classes [][]spec.Value
	for !values.IsEmpty() {
		first, _ := s.codes.Pick(values)
		bits, unlike := s.codes.VectorOf(first), apart
		for _, b := range here {
			unlike = unlike.Cofactor(b, bits[b])
		}
		class := values.Diff(unlike.Rename(back))
		values = values.Diff(class)
		classes = append(classes, valuesIn(s, v, here, class))
	}
	return classes
}

// valuesIn lists the values of a variable in a set over its bits.
func valuesIn(s *System, v *spec.Var, bits []symbolic.Bit, set symbolic.Set) []spec.Value {
	var all []spec.Value
	for !set.IsEmpty() {
		st, _ := s.codes.Pick(set)
		all = append(all, st[v.Index])
		set = set.Diff(s.codes.Space.Singleton(s.codes.VectorOf(st).Assignment(bits)))
	}
	return all
}
