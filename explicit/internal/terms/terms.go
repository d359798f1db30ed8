// Package terms evaluates what stands in formulas and programs beside formulas:
// agents, groups, numbers of repetitions, arguments, and the bodies of programs that
// have names or choose values. All of them are expressions, whose meaning is that of
// spec.Evaluator; what it says here is how they are put together and what has no
// value (spec.Undefined).
//
// Read agents.go first, then programs.go.
package terms

import (
	"fmt"
	"slices"

	"github.com/epibdd/epibdd/spec"
)

// MaxNodes bounds the evaluation of one expression in one state.
const MaxNodes = 1 << 22

// In evaluates expressions in a state (nil: those that read none).
func In(st spec.State) *spec.Evaluator { return &spec.Evaluator{State: st, Budget: MaxNodes} }

// Bound is how many repetitions of a program are looked at; -1: any number.
func Bound(e spec.Expr, env *spec.Env) (int, error) {
	if e == nil {
		return -1, nil
	}
	n, err := number(e, env)
	if err == nil && n < 0 {
		err = &spec.Undefined{Place: e.Span(), Reason: fmt.Sprintf("a run has no %d repetitions", n)}
	}
	return n, err
}

// Times is how often E is to be applied.
func Times(e *spec.GroupKnows, env *spec.Env) (int, error) {
	if e.Times == nil {
		return 1, nil
	}
	n, err := number(e.Times, env)
	if err == nil && n < 0 {
		err = &spec.Undefined{Place: e.Times.Span(), Reason: fmt.Sprintf("nothing is repeated %d times", n)}
	}
	return n, err
}

// number evaluates an expression that reads no state.
func number(e spec.Expr, env *spec.Env) (int, error) {
	if e.Traits()&(spec.ReadsState|spec.Modal) != 0 {
		return 0, fmt.Errorf("%q depends on the state", e.Span().Text())
	}
	v, err := In(nil).Eval(e, env)
	if err != nil {
		return 0, err
	}
	n, ok := v.(spec.Int)
	if !ok {
		return 0, &spec.Undefined{Place: e.Span(), Reason: fmt.Sprintf("%s is not a number", v)}
	}
	return int(n), nil
}

// Inside is env within a definition that is called, whose arguments do not depend on
// the state.
func Inside(e *spec.Call, env *spec.Env) (*spec.Env, error) {
	var values []spec.Value
	for _, a := range e.Args {
		v, err := In(nil).Eval(a, env)
		if err != nil {
			return nil, err
		}
		values = append(values, v)
	}
	return env.BindAll(e.Define.Params, values), nil
}

// SameState reports whether two states have equal values, all of which are there.
func SameState(a, b spec.State) bool {
	return slices.EqualFunc(a, b, func(x, y spec.Value) bool { return x != nil && y != nil && spec.Equal(x, y) })
}

// Sorted lists values in their order.
func Sorted(values []spec.Value) []spec.Value {
	return slices.SortedFunc(slices.Values(values), spec.Compare)
}
