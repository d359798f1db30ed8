// Package kleene has sets in Kleene's three-valued logic (Kleene, Introduction to
// Metamathematics, 1952, §64): of worlds of which not all steps were followed, or of
// positions of a run that is not known to its end.
package kleene

import (
	"errors"
	"strings"
)

// Value is a truth value: Open where what is known does not decide. Negation turns
// the order round, conjunction is the lesser and disjunction the greater value.
type Value int8

// The truth values.
const (
	No Value = iota
	Open
	Yes
)

// ErrOpen says that a truth value is open.
var ErrOpen = errors.New("this is not decided by what was enumerated")

// Of is the truth value of what is known.
func Of(b bool) Value {
	if b {
		return Yes
	}
	return No
}

// Decided is a truth value that was found without err; one that is open is ErrOpen.
func (v Value) Decided(err error) (bool, error) {
	if err == nil && v == Open {
		err = ErrOpen
	}
	return err == nil && v == Yes, err
}

// Estimated turns what Decided returned back into a truth value.
func Estimated(holds bool, err error) (Value, error) {
	if errors.Is(err, ErrOpen) {
		return Open, nil
	}
	return Of(holds), err
}

// Set is a set of things by number, as far as it is known: a thing is in it, or is
// not, or that is open. It stands for a lower set, of the things with Yes, and an
// upper one, of those without No. What the definitions make of the two sets,
// connective by connective and fixpoint by fixpoint, is what Kleene's logic makes of
// the values.
type Set []Value

// NewSet is the set of all, or of none, of n things.
func NewSet(n int, all bool) Set {
	s := make(Set, n)
	for w := range s {
		s[w] = Of(all)
	}
	return s
}

// Not is the complement.
func (s Set) Not() Set {
	t := make(Set, len(s))
	for w := range s {
		t[w] = Yes - s[w]
	}
	return t
}

// And is the intersection with a set of as many things.
func (s Set) And(t Set) Set {
	u := make(Set, len(s))
	for w := range s {
		u[w] = min(s[w], t[w])
	}
	return u
}

// Or is the union with a set of as many things.
func (s Set) Or(t Set) Set {
	u := make(Set, len(s))
	for w := range s {
		u[w] = max(s[w], t[w])
	}
	return u
}

// Equal reports whether the lower and the upper sets are equal.
func (s Set) Equal(t Set) bool {
	for w := range s {
		if s[w] != t[w] {
			return false
		}
	}
	return true
}

// Has reports whether a thing is in the set for sure.
func (s Set) Has(w int) bool { return s[w] == Yes }

// Decided is the truth value of a thing in a set that was computed without err.
func (s Set) Decided(w int, err error) (bool, error) {
	if err != nil {
		return false, err
	}
	return s[w].Decided(nil)
}

// Count is how many things are in the set for sure.
func (s Set) Count() int {
	n := 0
	for w := range s {
		if s.Has(w) {
			n++
		}
	}
	return n
}

// Key is a text that is equal for equal sets.
func (s Set) Key() string {
	var b strings.Builder
	for _, in := range s {
		b.WriteByte(byte('0' + in))
	}
	return b.String()
}

// Fixpoint iterates f from z until nothing changes.
func Fixpoint(z Set, f func(Set) Set) Set {
	for {
		next := f(z)
		if next.Equal(z) {
			return z
		}
		z = next
	}
}
