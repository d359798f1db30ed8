package randmodel

import (
	"fmt"
	"math/rand/v2"
)

// vocabulary is what the expressions of one document may be about, and what decides
// among them.
type vocabulary struct {
	rng    *rand.Rand
	o      Options
	agents []string
	vars   []variable
	acts   []signature
	progs  []program
	asks   bool // actions ask what somebody knows
	past   bool // there is a condition on the past, with one argument of type Color
	back   bool // formulas may use it: no program is written any more
	define bool // there is a definition, with one argument of type Color
	asking bool // what others do may be asked
	fresh  int  // numbers bound names
}

// variable is a state variable.
type variable struct {
	name string
	typ  kind
}

// signature is a name with the types of its parameters.
type signature struct {
	name   string
	params []kind
}

// program is a named program; one that may do nothing is idle.
type program struct {
	signature
	idle bool
}

// bound is a name in scope.
type bound struct {
	name string
	typ  kind
}

// scope are the bound names that an expression may use.
type scope []bound

func (a *vocabulary) chance(percent int) bool { return a.rng.IntN(100) < percent }

func (a *vocabulary) risky() bool { return a.chance(a.o.Risky) }

// upTo is a number from 0 up to but not n.
func (a *vocabulary) upTo(n int) int { return a.rng.IntN(n) }

// pick chooses one of the alternatives.
func pick[T any](a interface{ upTo(int) int }, list ...T) T { return list[a.upTo(len(list))] }

func (a *vocabulary) name() string {
	a.fresh++
	return fmt.Sprintf("x%d", a.fresh)
}

// kind is a type, as it is written.
type kind string

// The types. Every kind of type of the language is among them but records.
const (
	boolean    kind = "bool"
	number     kind = "Small"
	color      kind = "Color"
	agent      kind = "Agent"
	maybeColor kind = "Color?"
	maybeAgent kind = "Agent?"
	colors     kind = "set Color"
	byColor    kind = "array Color of bool"
	byAgent    kind = "array Agent of Small"
	wide       kind = "-1..3"
)

func (a *vocabulary) kind() kind {
	return pick(a, boolean, boolean, number, color, color, agent, maybeColor, maybeAgent, colors, byColor, byAgent, wide)
}

func (a *vocabulary) size(k kind) int {
	n := len(a.agents)
	power := 1
	for range n {
		power *= 3
	}
	return map[kind]int{boolean: 2, number: 3, color: 3, agent: n, maybeColor: 4, maybeAgent: n + 1,
		colors: 8, byColor: 8, byAgent: power, wide: 5}[k]
}

// declare chooses agents, variables, and the heads of actions.
func (a *vocabulary) declare() {
	a.agents = []string{"ann", "bob", "cat"}[:1+a.rng.IntN(3)]
	states := 1
	for n := 2 + a.rng.IntN(3); len(a.vars) < n; {
		k := a.kind()
		if states*a.size(k) > a.o.States {
			k = boolean
		}
		states *= a.size(k)
		a.vars = append(a.vars, variable{fmt.Sprintf("v%d", len(a.vars)), k})
	}
	for i := range 1 + a.rng.IntN(4) {
		s := signature{name: fmt.Sprintf("act%d", i)}
		for range a.rng.IntN(3) {
			s.params = append(s.params, pick(a, boolean, number, color, agent, colors))
			if a.o.Recall == "perfect" {
				s.params = []kind{pick(a, boolean, number, color, agent)}
			}
		}
		a.acts = append(a.acts, s)
	}
	a.define = a.chance(40)
	if a.o.Recall != "" {
		a.asks, a.past = a.chance(30), a.chance(30)
	}
}

func (a *vocabulary) relation() string { return pick(a, "=", "!=", "<", "<=", ">", ">=") }

func (a *vocabulary) inScope(k kind, s scope) string {
	var names []string
	for _, b := range s {
		if b.typ == k {
			names = append(names, b.name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return pick(a, names...)
}
