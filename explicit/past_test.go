package explicit

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/epibdd/epibdd/explicit/internal/sample"
	"github.com/epibdd/epibdd/spec"
)

// stroll is a model in which conditions on the past can be told apart: steps
// with arguments, a state that tests may ask, programs with parameters.
const stroll = `
vars: {x: 0..2, on: bool}
init: x = 0
agents: {a: {}}
actions:
  add(k in 1..2): {when: x + k <= 2, then: {x: x + k}}
  reset: {when: x > 0, then: {x: 0}}
  flip: {then: {on: "!on"}}
programs:
  up(k in 1..2): add(k); flip*
  two: flip; flip
  dull: (flip | reset)*
`

// TestConditionsOnThePastAreExecutions compares the automata that package spec
// adds to models with a reader of runs that knows none: at the end of each run of
// up to four steps the condition is true if and only if the program can read all
// of the run.
func TestConditionsOnThePastAreExecutions(t *testing.T) {
	for _, program := range []string{
		"_", "_*", "?(x = 0)", "flip", "flip*", "add", "add(1)", "add(x + 1)", "add(2); reset",
		"flip | add(1); flip", "(flip | add)*; reset", "dull; add", "(dull; add)*",
		"two*", "(two | reset)*; two", "up(1)", "up(_)", "up(x + 1)*", "(up(1) | up(2); reset)*",
		"_*; ?(x = 1)", "_*; ?(x = 1); _; ?(x = 1)", "(?(x = 0); _; ?(x > 0); _)*", "?on; _*; ?(!on)",
		"(_; ?(x > 0))*", "((flip*)*; (?(x = 0))*)*; add", "(?(x = 0) | flip)*; add(2)",
		"some k in 1..2: add(k); dull; add(k)", "(some k in 1..2: add(k); _; ?(x = k))*",
		"some k in {j in 1..2: j > x}: (_*; ?(x = k))", "_*; (some k in 0..2: (?(x = k); _; ?(x = k))); dull",
		"(some b in bool: (?(on = b); _; ?(on != b)))*", "some k in 1..2: up(3 - k); dull; up(k)",
	} {
		c := sample.Question(t, stroll, "formula", "past{"+program+"}")
		r := &runReader{t: t, p: programOf(t, program)}
		for _, st := range enumerate(t, c.Model, "").Initial() {
			r.walk(c, []spec.State{st}, nil, 4)
		}
		if r.yes == 0 || r.yes == r.runs && program != "_*" {
			t.Errorf("%s: true of %d of %d runs, which tells little", program, r.yes, r.runs)
		}
	}
}

// What a condition says of one value of its parameters it need not say of another.
func TestConditionsOnThePastOfEachValue(t *testing.T) {
	for _, program := range []string{
		"_*; ?(x = k); _*", "dull; add(k); _*", "(?(x <= k); _)*", "?(x = k); _; dull", "_*; add(k); ?(x = k)",
		"(some j in 1..2: (?(x <= k); add(j)))*; dull", "_*; up(3 - max(k, 1)); dull; (?(x > k); flip)*",
	} {
		for k := range 3 {
			value := fmt.Sprint(k)
			c := sample.Question(t, stroll, "formula", "exists k in {"+value+"}: past{"+program+"}")
			r := &runReader{t: t, p: programOf(t, regexp.MustCompile(`\bk\b`).ReplaceAllString(program, value))}
			for _, st := range enumerate(t, c.Model, "").Initial() {
				r.walk(c, []spec.State{st}, nil, 4)
			}
			t.Logf("%s for %d: %d of %d", program, k, r.yes, r.runs)
		}
	}
}

// programOf resolves a program as part of a formula, without an automaton.
func programOf(t *testing.T, program string) spec.Program {
	return sample.Question(t, stroll, "formula", "<"+program+"> true").Formula.(*spec.Temporal).Program
}

// runReader reads runs by the definition of programs.
type runReader struct {
	t         *testing.T
	p         spec.Program
	runs, yes int
}

func (r *runReader) walk(c *spec.Check, states []spec.State, steps []edge, depth int) {
	now := states[len(states)-1]
	got, err := (&spec.Evaluator{State: now}).Holds(c.Formula, nil)
	if err != nil {
		r.t.Fatal(err)
	}
	want := r.read(r.p, nil, states, steps, 0)[len(steps)]
	if got != want {
		r.t.Errorf("%s after %d steps in %s: %v, want %v", c.Text, len(steps), ShowState(c.Model, now), got, want)
	}
	r.runs++
	if want {
		r.yes++
	}
	if depth == 0 {
		return
	}
	next, err := successors(c.Model, now, newBudget(1e6), nil)
	if err != nil {
		r.t.Fatal(err)
	}
	for _, s := range next {
		step := edge{moves: s.Moves}
		r.walk(c, append(states[:len(states):len(states)], s.To), append(steps[:len(steps):len(steps)], step), depth-1)
	}
}

// read lists the positions that p can reach from position i.
func (r *runReader) read(p spec.Program, env *spec.Env, states []spec.State, steps []edge, i int) map[int]bool {
	ev := &spec.Evaluator{State: states[i]}
	eval := func(e spec.Expr) spec.Value {
		v, err := ev.Eval(e, env)
		if err != nil {
			r.t.Fatal(err)
		}
		return v
	}
	sub := func(p spec.Program, env *spec.Env, from map[int]bool) map[int]bool {
		to := map[int]bool{}
		for j := range from {
			for k := range r.read(p, env, states, steps, j) {
				to[k] = true
			}
		}
		return to
	}
	at := map[int]bool{i: true}
	switch p := p.(type) {
	case *spec.AnyStep:
		return r.step(i < len(steps), i)
	case *spec.Step:
		fits := i < len(steps) && steps[i].moves[0].Action.Name == p.Action.Name
		for k, arg := range p.Args {
			fits = fits && (arg == nil || spec.Equal(eval(arg), steps[i].moves[0].Args[k]))
		}
		return r.step(fits, i)
	case *spec.Test:
		if eval(p.X) != spec.Bool(true) {
			return nil
		}
		return at
	case *spec.Seq:
		for _, q := range p.Parts {
			at = sub(q, env, at)
		}
		return at
	case *spec.Choice:
		to := map[int]bool{}
		for _, q := range p.Parts {
			for k := range r.read(q, env, states, steps, i) {
				to[k] = true
			}
		}
		return to
	case *spec.Star:
		for n := -1; n < len(at); {
			n = len(at)
			for k := range sub(p.X, env, at) {
				at[k] = true
			}
		}
		return at
	case *spec.SomeOf:
		to := map[int]bool{}
		for inner, err := range ev.Instances(p.Binders, env) {
			if err != nil {
				r.t.Fatal(err)
			}
			for k := range r.read(p.Body, inner, states, steps, i) {
				to[k] = true
			}
		}
		return to
	case *spec.Run:
		inner := env
		for k, b := range p.Named.Params {
			v := eval(p.Args[k])
			if !b.Type.Has(v) {
				return nil // a value outside the type of a parameter fits no run
			}
			inner = inner.Bind(b, v)
		}
		return r.read(p.Named.Body, inner, states, steps, i)
	}
	r.t.Fatalf("%T", p)
	return nil
}

func (r *runReader) step(fits bool, i int) map[int]bool {
	if fits {
		return map[int]bool{i + 1: true}
	}
	return nil
}
