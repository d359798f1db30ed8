package value

import (
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// Result is the value of an expression and where it has none.
type Result struct {
	Val   Value
	Undef symbolic.Set
}

func Defined(sp *symbolic.Space, v Value) Result { return Result{v, sp.Empty()} }

// Nowhere is the result of an expression that has a value in no state.
func Nowhere(sp *symbolic.Space) Result { return Result{Nothing{}, sp.Full()} }

// Mapped is f of each case, undefined where f has no value or there is no case.
func Mapped(sp *symbolic.Space, cases []Case, undef symbolic.Set, f func(spec.Value) spec.Value) Result {
	var choices []Choice
	for _, c := range cases {
		if v := f(c.Value); v != nil {
			choices = append(choices, Choice{c.When, Constant{v}})
		}
	}
	return Chosen(sp, choices, undef)
}

// Chosen is the value of the choices, undefined where none is taken.
func Chosen(sp *symbolic.Space, choices []Choice, undef symbolic.Set) Result {
	if len(choices) == 1 && choices[0].When.IsFull() {
		return Result{choices[0].Val, undef}
	}
	when := make([]symbolic.Set, len(choices))
	for i, c := range choices {
		when[i] = c.When
	}
	return Result{Choose(sp, choices), undef.Or(sp.OrAll(when...).Not())}
}

// Choice is one of several values, with the states in which it is taken.
type Choice struct {
	When symbolic.Set
	Val  Value
}
