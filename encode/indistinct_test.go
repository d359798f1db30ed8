package encode

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/spec"
)

// TestIndistinct compares the classes of random constants with those that come of
// listing all steps.
func TestIndistinct(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	one := func(texts ...string) string { return texts[r.IntN(len(texts))] }
	sizes := map[int]int{}
	for range 300 {
		law := func() string {
			return one("law.k = 0", "law.k > 1", "law.on", "law.on & law.k != 1", "law.k = 1 & x > 1", "x = 3", "!law.on | y", "law.k in {0, 2} -> y")
		}
		text := "types: {Law: {record: {k: 0..2, on: bool}}}\nvars: {law: Law, x: 0..3, y: bool}\nagents: {}\n" +
			fmt.Sprintf("init: %q\nactions:\n", one("x = 0", "x = 0 & y", "x = 1 & (law.on -> y)", "x = 0 & law.k < 2", "x = (if law.k = 2 then 1 else 0)"))
		for i := range 2 + r.IntN(2) {
			text += fmt.Sprintf("  a%d(n in 0..1): {when: %q, then: {x: %q, y: %q}}\n", i,
				one("true", "x < 3", "n = 1", "y", "x != n")+" & ("+law()+")", one("x", "(x + n) mod 4", "if "+law()+" then 0 else x", "max(x, n)"), one("y", "!y", "n = 0", law()))
		}
		m := load(t, text)
		v := m.Vars[0]
		s := build(t, m)
		oracle, err := explicit.New(m, "", explicit.Options{})
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		err = s.Space().Do(t.Context(), func() error {
			classes, err := Indistinct(s, v, s.Steps().Reach(s.Init(), nil))
			if got, want := inOrder(classes), inOrder(oracle.Indistinct(v)); got != want {
				t.Errorf("%s, by enumeration %s\n%s", got, want, text)
			}
			sizes[len(classes)]++
			return err
		})
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
	}
	t.Logf("models by number of classes: %v", sizes)
	if len(sizes) < 4 {
		t.Error("all models are alike")
	}
}

// inOrder writes classes of values in one order.
func inOrder(classes [][]spec.Value) string {
	var all []string
	for _, class := range classes {
		var names []string
		for _, v := range class {
			names = append(names, v.String())
		}
		slices.Sort(names)
		all = append(all, strings.Join(names, " "))
	}
	slices.Sort(all)
	return strings.Join(all, " | ")
}

// What is not a constant, or cannot be told apart by steps alone, is refused.
func TestIndistinctOfConstantsAlone(t *testing.T) {
	const model = "vars: {law: 0..5000, x: bool}\ninit: law %s\nagents: {i: {sees: []}, j: {}}\n%sactions: {a: {by: i, %sthen: {x: law < 2}}}\n"
	for _, c := range []struct{ text, want string }{
		{fmt.Sprintf(model, "< 4", "", ""), ""},
		{fmt.Sprintf(model, "< 4096", "", ""), ""},
		{fmt.Sprintf(model, ">= 0", "", ""), "law has 5001 values, and at most 4096 are sorted"},
		{fmt.Sprintf(model, "< 4", "steps: joint\n", ""), "what law can be told apart by is not looked for where steps are joint"},
		{fmt.Sprintf(model, "< 4", "", "when: \"K{j} x\", "), "what law can be told apart by is not looked for where actions depend on what somebody knows"},
	} {
		m := load(t, c.text)
		s := build(t, m)
		for i, want := range []string{c.want, "x is assigned by an action; only of a constant there is something to find out"} {
			err := s.Space().Do(t.Context(), func() error {
				_, err := Indistinct(s, m.Vars[i], s.Valid())
				return err
			})
			if got := fmt.Sprint(err); got != want && !(want == "" && err == nil) {
				t.Errorf("%s: %s, want %s\n%s", m.Vars[i].Name, got, want, c.text)
			}
		}
	}
}
