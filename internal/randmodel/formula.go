package randmodel

import (
	"fmt"
	"math/rand/v2"
)

// formulas writes formulas about knowledge and time, and the programs in them.
type formulas struct{ expressions }

// fragment says which operators a formula may have.
type fragment int

const (
	anything fragment = iota
	timeless          // no temporal operators and programs
)

// formula is a formula with operators nested up to depth.
func (a formulas) formula(depth int, s scope, f fragment) string {
	if a.back && a.chance(6) {
		return a.lookBack(s)
	}
	if depth == 0 {
		return a.state(1, s)
	}
	choice := a.rng.IntN(20)
	switch {
	case choice == 0 && f == anything:
		return fmt.Sprintf("%s(%s)", pick(a, "A", "E"), a.onRun(depth, s))
	case choice < 4 && f == anything && (a.o.Joint || a.o.Turns) && a.o.Recall == "":
		return a.coalition(depth, s)
	case choice < 6 && f == anything:
		return a.temporal(depth, s)
	case choice < 12:
		return a.knowledge(depth, s, f)
	}
	x := a.formula(depth-1, s, f)
	switch choice {
	case 12:
		return "!" + x
	case 13, 14:
		return fmt.Sprintf("(%s & %s)", x, a.formula(depth-1, s, f))
	case 15:
		return fmt.Sprintf("(%s | %s)", x, a.formula(depth-1, s, f))
	case 16:
		return fmt.Sprintf("(%s -> %s)", x, a.formula(depth-1, s, f))
	case 17:
		return a.quantified(depth, s, f)
	case 18:
		if a.define && f == anything {
			return fmt.Sprintf("def0(%s)", a.value(color, s))
		}
	}
	return a.state(2, s)
}

func (a formulas) quantified(depth int, s scope, f fragment) string {
	name, k := a.name(), pick(a, color, agent, number)
	inner := append(s[:len(s):len(s)], bound{name, k})
	if a.chance(20) {
		return fmt.Sprintf("(count(%s in %s: %s) %s %d)", name, k, a.formula(depth-1, inner, f), a.relation(), a.rng.IntN(3))
	}
	return fmt.Sprintf("(%s %s in %s: %s)", pick(a, "forall", "exists"), name, k, a.formula(depth-1, inner, f))
}

func (a formulas) knowledge(depth int, s scope, f fragment) string {
	x := a.formula(depth-1, s, f)
	switch a.rng.IntN(10) {
	case 0, 1:
		return fmt.Sprintf("(K{%s} %s)", a.who(s), x)
	case 2:
		return fmt.Sprintf("(S{%s} %s)", a.who(s), x)
	case 3:
		return fmt.Sprintf("(KW{%s} %s)", a.who(s), x)
	case 4:
		return fmt.Sprintf("(KV{%s} %s)", a.who(s), a.something(s))
	case 5:
		return fmt.Sprintf("(E{%s} (%s))", a.group(s), x)
	case 6:
		return fmt.Sprintf("(E{%s; %d} (%s))", a.group(s), a.rng.IntN(4), x)
	case 7:
		return fmt.Sprintf("(D{%s} %s)", a.group(s), x)
	case 8:
		if a.o.Plans {
			return fmt.Sprintf("(KV{%s} %s)", a.who(s), a.something(s))
		}
		who := ""
		if !a.chance(15) {
			who = "{" + a.group(s) + "}"
		}
		return fmt.Sprintf("(share%s(%s) %s)", who, x, fraction(a.rng))
	}
	return fmt.Sprintf("(C{%s} %s)", a.group(s), x)
}

// fraction is what a share is compared with.
func fraction(rng *rand.Rand) string {
	from := func(list ...string) string { return list[rng.IntN(len(list))] }
	return from("<", "<=", ">", ">=", "=", "!=") + " " + from("0", "1", "1/2", "1/3", "2/3", "1/4", "3/4", "2/5")
}

// temporal is a temporal formula. Those about how runs go on get a program that
// always does something, with few exceptions.
func (a formulas) temporal(depth int, s scope) string {
	op := pick(a, "AX", "EX", "AG", "EG", "AF", "EF", "AU", "EU", "[]", "<>")
	program := a.busyProgram
	switch op {
	case "AX", "EX", "EF", "AG", "EU", "[]", "<>":
		program = a.program
	default:
		if a.chance(2) {
			program = a.program
		}
	}
	body, _ := program(2, s)
	x, y := a.formula(depth-1, s, anything), a.formula(depth-1, s, anything)
	switch op {
	case "[]":
		return fmt.Sprintf("([%s] %s)", body, x)
	case "<>":
		return fmt.Sprintf("(<%s> %s)", body, x)
	case "AU", "EU":
		return fmt.Sprintf("(%s%s [%s U %s])", op[:1], a.super(op, body), x, y)
	}
	return fmt.Sprintf("(%s%s %s)", op, a.super(op, body), x)
}

// onRun is a formula about a run.
func (a formulas) onRun(depth int, s scope) string {
	if depth == 0 || a.chance(10) {
		return a.formula(max(depth-1, 0), s, anything)
	}
	x := a.onRun(depth-1, s)
	switch op := pick(a, "X", "G", "F", "U", "U", "G F", "F G", "!", "&", "|", "->", "<->", "all"); op {
	case "U", "&", "|", "->", "<->":
		return fmt.Sprintf("(%s %s %s)", x, op, a.onRun(depth-1, s))
	case "all":
		name, k := a.name(), pick(a, color, agent)
		inner := append(s[:len(s):len(s)], bound{name, k})
		return fmt.Sprintf("(%s %s in %s: %s)", pick(a, "forall", "exists"), name, k, a.onRun(depth-1, inner))
	default:
		return fmt.Sprintf("(%s (%s))", op, x)
	}
}

// super is the superscript: nothing, a program, or a program with a bound.
func (a formulas) super(op, program string) string {
	switch {
	case a.chance(40):
		return ""
	case op[1] == 'X' || a.chance(60):
		return "{" + program + "}"
	}
	return fmt.Sprintf("{%s; <= %d}", program, a.rng.IntN(4))
}

// coalition is a formula about what some agents can bring about.
func (a formulas) coalition(depth int, s scope) string {
	who := pick(a, a.agents...)
	if a.chance(30) {
		who += ", " + pick(a, a.agents...)
	}
	if a.chance(50) {
		who += "; uniform" + pick(a, "", "", ": objective", ": subjective")
	}
	x := a.formula(depth-1, s, anything)
	if a.chance(25) {
		return fmt.Sprintf("(<<%s>> [%s U %s])", who, a.formula(depth-1, s, anything), x)
	}
	return fmt.Sprintf("(<<%s>> %s %s)", who, pick(a, "X", "F", "G"), x)
}

// lookBack is a condition on the past.
func (a formulas) lookBack(s scope) string { return fmt.Sprintf("was(%s)", a.value(color, s)) }
