package explicit

import (
	"fmt"
	"strings"

	"github.com/epibdd/epibdd/explicit/internal/kleene"
	"github.com/epibdd/epibdd/explicit/internal/memo"
	"github.com/epibdd/epibdd/spec"
)

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
func (c classes) all(x kleene.Set) kleene.Set {
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

// constant is the set of the worlds in whose class there is one value.
func (c classes) constant(values []spec.Value) kleene.Set {
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
