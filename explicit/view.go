package explicit

import (
	"strings"

	"github.com/epibdd/epibdd/spec"
)

// View returns a text that is equal for the states that the agent confuses: its
// observables with their values.
func View(a *spec.Agent, st spec.State) string {
	if a.All {
		return spec.Key(st...)
	}
	ev := &spec.Evaluator{State: st, Budget: maxNodes}
	var b strings.Builder
	for i := range a.Sees {
		observe(&b, &a.Sees[i], ev)
		b.WriteByte('/')
	}
	return b.String()
}

// observe writes what an observable shows: one slot for each choice of the
// names that its binders bind.
func observe(b *strings.Builder, o *spec.Observable, ev *spec.Evaluator) {
	names := boundBy(o.Binders)
	for env, err := range ev.Instances(o.Binders, nil) {
		if err != nil {
			b.WriteString("undefined")
			return
		}
		for _, name := range names {
			b.WriteString(spec.Key(env.Lookup(name)))
		}
		b.WriteString(":" + slot(o, ev, env) + ",")
	}
}

// slot is what is seen in one slot. A condition that has no value shows what a
// value that does not exist shows.
func slot(o *spec.Observable, ev *spec.Evaluator, env *spec.Env) string {
	if o.Cond != nil {
		switch holds, err := ev.Holds(o.Cond, env); {
		case err != nil:
			return "undefined"
		case !holds:
			return "hidden"
		}
	}
	v, err := ev.Eval(o.Value, env)
	if err != nil {
		return "undefined"
	}
	return spec.Key(v)
}

// classes partition the worlds by what somebody sees: of[w] numbers the class
// of world w.
type classes struct {
	of []int
	n  int
}

// partition numbers classes by the keys of the worlds.
func partition(n int, key func(w int) string) classes {
	c := classes{of: make([]int, n)}
	number := map[string]int{}
	for w := range n {
		k := key(w)
		if _, ok := number[k]; !ok {
			number[k] = len(number)
		}
		c.of[w] = number[k]
	}
	c.n = len(number)
	return c
}

// all is the set of the worlds in whose class x holds everywhere.
func (c classes) all(x set) set {
	full := newSet(c.n, true)
	for w, k := range c.of {
		full[k] = full[k] && x[w]
	}
	y := make(set, len(x))
	for w, k := range c.of {
		y[w] = full[k]
	}
	return y
}
