package explicit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/epibdd/epibdd/explicit/internal/terms"
	"github.com/epibdd/epibdd/spec"
)

// Indistinct divides the values that a constant has initially into classes: with two
// of a class, the same states but for the constant are initial, the same are
// reached, and the same steps lead from the same to the same.
func (s *structure) Indistinct(v *spec.Var) [][]spec.Value {
	rest := func(w int) string {
		st := slices.Clone(s.worlds[w])
		st[v.Index] = spec.Bool(true)
		return spec.Key(st...)
	}
	facts := map[string][]string{} // by value
	var values []spec.Value
	note := func(w int, fact string) {
		key := spec.Key(s.worlds[w][v.Index])
		if facts[key] == nil {
			values = append(values, s.worlds[w][v.Index])
		}
		facts[key] = append(facts[key], fact)
	}
	for _, w := range s.initial {
		note(w, "initial "+rest(w))
	}
	for w, out := range s.out {
		for _, e := range out {
			note(w, fmt.Sprint(rest(w), e.moves, rest(e.to)))
		}
	}
	var classes [][]spec.Value
	place := map[string]int{}
	for _, x := range terms.Sorted(values) {
		list := facts[spec.Key(x)]
		slices.Sort(list)
		all := strings.Join(list, "\n")
		i, ok := place[all]
		if !ok {
			i = len(classes)
			place[all] = i
			classes = append(classes, nil)
		}
		classes[i] = append(classes[i], x)
	}
	return classes
}
