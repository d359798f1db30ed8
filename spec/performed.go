package spec

import (
	"maps"
	"slices"
	"strings"
)

// What a knowledge action did is told by its tests, with the values of their names,
// and by who learnt of them.

// PerformedTest is a test that was found true, as in "?(holder[x] = p) with x = a, p = one".
func PerformedTest(p *Test, env *Env) string {
	text := strings.Join(strings.Fields(p.Span().Text()), " ")
	var with []string
	for _, b := range p.Free() {
		if v := env.Lookup(b); v != nil {
			with = append(with, b.Name+" = "+b.Type.Show(v))
		}
	}
	if len(with) == 0 {
		return text
	}
	return text + " with " + strings.Join(with, ", ")
}

// PerformedLearn is what a group has learnt was done.
func PerformedLearn(group map[*Agent]bool, done string) string {
	agents := slices.SortedFunc(maps.Keys(group), func(a, b *Agent) int { return a.Index - b.Index })
	names := make([]string, len(agents))
	for i, a := range agents {
		names[i] = a.Name.String()
	}
	if strings.Contains(done, "; ") || strings.Contains(done, " & ") {
		done = "(" + done + ")"
	}
	return "L{" + strings.Join(names, ", ") + "} " + done
}

// PerformedBoth are two actions at once; one of them may be none, "".
func PerformedBoth(x, y string) string {
	if x == "" {
		return y
	}
	return x + " & " + y
}
