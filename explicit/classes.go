package explicit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/epibdd/epibdd/explicit/internal/kleene"
	"github.com/epibdd/epibdd/explicit/internal/memo"
	"github.com/epibdd/epibdd/spec"
)

// classes partition the worlds by what somebody sees: of[w] numbers the class
// of world w. Where worlds are trees, there is instead a list for each of those that it
// says are considered possible, nil where it says nothing of that (trees.go).
type classes struct {
	of       []int
	n        int
	possible [][]int
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
func (c classes) all(x kleene.Set) kleene.Set {
	if c.possible != nil {
		return c.each(func(possible []int) kleene.Value {
			all := kleene.Yes
			for _, v := range possible {
				all = min(all, x[v])
			}
			return all
		})
	}
	full := kleene.NewSet(c.n, true)
	for w, k := range c.of {
		full[k] = min(full[k], x[w])
	}
	y := make(kleene.Set, len(x))
	for w, k := range c.of {
		y[w] = full[k]
	}
	return y
}

// each is what a function makes of what is considered possible in each tree; open where
// that is not said.
func (c classes) each(f func(possible []int) kleene.Value) kleene.Set {
	y := make(kleene.Set, len(c.possible))
	for w, possible := range c.possible {
		if y[w] = kleene.Open; possible != nil {
			y[w] = f(possible)
		}
	}
	return y
}

// near is the set of the worlds that are considered possible in one; of a tree that does not
// say, it is empty.
func (c classes) near(w int) kleene.Set {
	if c.possible != nil {
		in := kleene.NewSet(len(c.possible), false)
		for _, v := range c.possible[w] {
			in[v] = kleene.Yes
		}
		return in
	}
	in := make(kleene.Set, len(c.of))
	for v := range in {
		in[v] = kleene.Of(c.of[v] == c.of[w])
	}
	return in
}

// constant is the set of the worlds in whose class there is one value.
func (c classes) constant(values []spec.Value) kleene.Set {
	if c.possible != nil {
		return c.each(func(possible []int) kleene.Value {
			return kleene.Of(!slices.ContainsFunc(possible, func(v int) bool { return !spec.Equal(values[v], values[possible[0]]) }))
		})
	}
	first := make([]spec.Value, c.n)
	same := kleene.NewSet(c.n, true)
	for w, v := range values {
		k := c.of[w]
		if first[k] == nil {
			first[k] = v
		}
		same[k] = min(same[k], kleene.Of(spec.Equal(first[k], v)))
	}
	y := make(kleene.Set, len(values))
	for w := range values {
		y[w] = same[c.of[w]]
	}
	return y
}

// classesOf partitions the worlds by what agents see together; over no agents
// all worlds are one class, with memory all that as many steps lead to.
func (s *structure) classesOf(agents ...*spec.Agent) classes {
	c, _ := memo.Once(s.views, keyOf(agents), func() (classes, error) {
		if s.trees != nil {
			return classes{possible: s.trees.possible(agents)}, nil
		}
		if len(agents) == 1 {
			return partition(len(s.worlds), func(w int) string { return s.look(agents[0], w) }), nil
		}
		return partition(len(s.worlds), func(w int) string {
			var b strings.Builder
			if s.recall != "" { // time is seen even by nobody
				fmt.Fprint(&b, s.layer[w], "/")
			}
			for _, a := range agents {
				fmt.Fprint(&b, s.classesOf(a).of[w], ",")
			}
			return b.String()
		}), nil
	})
	return c
}

// look is a text that is equal for the worlds that the agent confuses.
func (s *structure) look(a *spec.Agent, w int) string {
	if p := s.product; p != nil {
		return fmt.Sprint(p.before.classesOf(a).of[p.origin[w]], " ", p.alternatives[p.of[w]].view[a.Index])
	}
	switch s.recall {
	case spec.ClockRecall:
		return fmt.Sprint(s.layer[w], "/", View(a, s.worlds[w]))
	case spec.PerfectRecall:
		return fmt.Sprint(s.looks[a.Index][w])
	}
	return View(a, s.worlds[w])
}

// Confuses reports whether an agent confuses two worlds.
func (s *structure) Confuses(a *spec.Agent, v, w int) bool { return s.look(a, v) == s.look(a, w) }

// Classes numbers for each world the class of those that an agent confuses with it.
func (s *structure) Classes(a *spec.Agent) []int { return s.classesOf(a).of }
