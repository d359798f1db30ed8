package randmodel

import "fmt"

// busyProgram is a program of which every execution takes a step.
func (a formulas) busyProgram(depth int, s scope) (text string, idle bool) {
	for range 20 {
		if text, idle = a.program(depth, s); !idle {
			return text, false
		}
	}
	return "_", false
}

// program is a program, and whether it may do nothing.
func (a formulas) program(depth int, s scope) (text string, idle bool) {
	if depth == 0 || a.chance(25) {
		return a.step(s)
	}
	x, xIdle := a.program(depth-1, s)
	y, yIdle := a.program(depth-1, s)
	switch a.rng.IntN(7) {
	case 0:
		return fmt.Sprintf("(%s)*", x), true
	case 1:
		return fmt.Sprintf("?(%s)", a.formula(1, s, timeless)), true
	case 2:
		name, k := a.name(), pick(a, color, agent)
		body, bodyIdle := a.program(depth-1, append(s[:len(s):len(s)], bound{name, k}))
		return fmt.Sprintf("(some %s in %s: %s)", name, k, body), bodyIdle
	case 3, 4:
		return fmt.Sprintf("(%s; %s)", x, y), xIdle && yIdle
	}
	return fmt.Sprintf("(%s | %s)", x, y), xIdle || yIdle
}

// step is an action or a named program, with some of its arguments.
func (a formulas) step(s scope) (text string, idle bool) {
	if a.chance(15) {
		return "_", false
	}
	if len(a.progs) > 0 && a.chance(25) {
		p := pick(a, a.progs...)
		return p.name + a.arguments(p.params, s), p.idle
	}
	if a.o.Joint && a.chance(25) {
		return "(" + a.together(s) + ")", false
	}
	act := pick(a, a.acts...)
	return act.name + a.arguments(act.params, s), false
}
