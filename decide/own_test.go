package decide

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/spec"
)

// TestOwnBitsAgainstExplicit asks who knows the colour of his own hat, of agents who see all
// hats but their own, or a little more or less, also after announcements and steps. Diagrams
// find at once where nobody knows (ctlk/own.go); enumeration goes by the definition.
func TestOwnBitsAgainstExplicit(t *testing.T) {
	tally := map[string]int{}
	for _, seed := range seeds(t, 2000, 20) {
		suite, err := spec.Parse(fmt.Sprintf("seed%d.yaml", seed), hats(rand.New(rand.NewPCG(seed, 14))))
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		by, checker := enumeratorOf(suite.Models[0]), checkerFor(t, suite)
		for _, chk := range suite.Checks {
			by.compare(t, seed, checker, chk, tally)
		}
	}
	t.Logf("%v", tally)
	if tally["holds"] == 0 || tally["fails"] == 0 {
		t.Error("the questions are not about much")
	}
}

// hats writes a document about agents with hats.
func hats(r *rand.Rand) string {
	n := 2 + r.IntN(3)
	sees := "hat[d] for d in Person if d != a"
	switch r.IntN(6) {
	case 0: // one of them sees its own
		sees = "hat[d] for d in Person if d != a | a = 1"
	case 1: // one does not see another one
		sees = "hat[d] for d in Person if d != a & !(a = 1 & d = 2)"
	}
	also := []string{"", ", day", ", day = 1", ", \"hat[1] = hat[2]\""}[r.IntN(4)]
	init := make([]string, 0, 4)
	for range r.IntN(4) {
		init = append(init, fmt.Sprintf("(%s | %s)", someHat(r, n), someHat(r, n)))
	}
	init = append(init, "day = 0")
	var b strings.Builder
	fmt.Fprintf(&b, `types: {Person: 1..%d}
vars: {hat: array Person of bool, day: 0..1}
define:
  knows(a in Person): KW{a} hat[a]
  ignorant(a in Person): "!knows(a)"
  red: "count(a in Person: hat[a])"
init: "%s"
actions:
  turn(a in Person): {when: "day = 0", then: {"hat[a]": "!hat[a]", day: 1}}
  sleep: {when: day = 1, then: {day: 0}}
agents:
  a in Person: {sees: ["%s"%s]}
programs:
  hint: "L{all} ?(red > %d)"
  silence: "L{all} ?(forall a in Person: ignorant(a))"
  somebody: "L{all} ?(exists a in Person: knows(a))"
check:
`, n, strings.Join(init, " & "), sees, also, r.IntN(2))
	for i := range 3 {
		fmt.Fprintf(&b, "  - {id: q%d, %s: %q}\n", i, []string{"count", "formula"}[r.IntN(2)], about(r, n, 2))
	}
	return b.String()
}

// someHat says something about one hat.
func someHat(r *rand.Rand, n int) string {
	return []string{"", "!"}[r.IntN(2)] + fmt.Sprintf("hat[%d]", 1+r.IntN(n))
}

// about writes a formula about what agents with hats know.
func about(r *rand.Rand, n, depth int) string {
	if depth > 0 && r.IntN(2) == 0 {
		f := about(r, n, depth-1)
		switch r.IntN(5) {
		case 0:
			return "[hint] (" + f + ")"
		case 1:
			return "[silence] (" + f + ")"
		case 2:
			return "<somebody> (" + f + ")"
		case 3:
			return "(" + f + ") | (" + about(r, n, depth-1) + ")"
		}
		return "(" + someHat(r, n) + ") -> (" + f + ")"
	}
	domain := []string{"Person", "Person", "1..2", "{1, day + 1}"}[r.IntN(4)]
	operand := []string{"hat[a]", "hat[a]", "!hat[a]", "hat[1]", "(hat[a] & day = 0)"}[r.IntN(5)]
	return []string{"forall", "exists"}[r.IntN(2)] + " a in " + domain + ": " +
		[]string{"!", "", "!!"}[r.IntN(3)] + []string{"knows(a)", "ignorant(a)", "KW{a} " + operand, "K{a} " + operand}[r.IntN(4)]
}
