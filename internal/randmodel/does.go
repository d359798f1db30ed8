package randmodel

import (
	"fmt"
	"strings"
)

// does asks whether somebody takes an action, or two.
func (a expressions) does(s scope) string {
	a.asking = false
	defer func() { a.asking = true }()
	return "does{" + a.together(s) + "}"
}

// together is what is done in one step.
func (a expressions) together(s scope) string {
	act := pick(a, a.acts...)
	text := act.name + a.arguments(act.params, s)
	switch a.rng.IntN(6) {
	case 0:
		return fmt.Sprintf("(%s | %s)", text, a.together(s))
	case 1:
		return fmt.Sprintf("(%s & %s)", text, a.together(s))
	case 2:
		x := a.name()
		return fmt.Sprintf("(some %s in Color: %s)", x, a.together(append(s[:len(s):len(s)], bound{x, color})))
	}
	return text
}

func (a expressions) arguments(params []kind, s scope) string {
	if len(params) == 0 || a.chance(40) {
		return ""
	}
	args := make([]string, len(params))
	for i, k := range params {
		args[i] = "_"
		if a.chance(60) {
			args[i] = a.argument(k, s)
		}
	}
	return "(" + strings.Join(args, ", ") + ")"
}

// argument is a value, of a formula about one state where the type is bool.
func (a expressions) argument(k kind, s scope) string {
	if k == boolean {
		return a.state(1, s)
	}
	return a.value(k, s)
}
