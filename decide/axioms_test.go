package decide

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/verdict"
)

// toldApart are models in which agents with memory see different things: bits that others
// flip in secret, and a lamp that may go out for good.
var toldApart = []string{
	`
vars: {a, b: bool, time: 0..2}
init: time = 0
agents: {ann: {sees: [a]}, bob: {sees: [b]}}
actions:
  flip: {when: time < 2, then: {a: "!a", time: time + 1}}
  both: {when: "time < 2 & (a | b)", then: {a: "!a", b: a, time: time + 1}}
`, `
vars: {a, b: bool, time: 0..2}
init: [time = 0, a]
agents: {ann: {sees: [b]}, bob: {sees: [a & b]}}
actions:
  wait: {when: time < 1, then: {time: time + 1}}
  out: {when: "time < 2 & a & K{ann} b", then: {a: "false", time: time + 1}}
`, `
vars: {a, b: bool}
init: a != b
agents: {ann: {sees: []}, bob: {sees: [a, b]}}
`,
}

// provedAlone says what the axioms prove of a formula: holds, or nothing. The other answer is that of
// worlds that are listed, where these decide.
func provedAlone(t *testing.T, model, recall, formula string) (proved, listed verdict.Verdict) {
	t.Helper()
	suite, err := spec.Parse("axioms.yaml", fmt.Sprintf("%srecall: %s\ncheck: [{id: a, formula: %q}]\n", model, recall, formula))
	if err != nil {
		t.Fatalf("%s: %v", formula, err)
	}
	chk := suite.Checks[0]
	answer := func(route string) verdict.Verdict {
		d := Lazy(chk.Model, func(ctx context.Context, chk *spec.Check) (*encode.System, error) {
			return encode.New(ctx, chk.Model, encode.Options{Asked: chk.Asked()})
		}, chk.Runs, Options{Routes: verdict.RouteChoice{Only: route}})
		a, err := d.Check(context.Background(), chk)
		if err != nil {
			t.Fatalf("%s: %v", formula, err)
		}
		return a.Verdict
	}
	return answer("axioms"), answer(SmallWorlds)
}

// TestAxiomsKnown asks for theorems of S5 and of time, and for what is none.
func TestAxiomsKnown(t *testing.T) {
	for _, f := range []string{
		"AG (K{ann} K{bob} b -> b)",
		"K{ann} (a -> b) & K{ann} a -> b",
		"AG (K{ann} a <-> K{ann} K{ann} a)",
		"AG (!K{ann} a <-> K{ann} !K{ann} a)",
		"K{ann} a -> K{ann} (a | b)",
		"AG (K{bob} K{ann} a -> S{bob} a)",
		"KW{ann} KW{ann} b",
		"AG K{ann} AX (b | !b)",
		"AG (K{bob} (a -> b) & K{bob} a -> K{bob} b)",
		"AG K{ann} a -> EF K{bob} b | a",
		"K{ann} (AG a -> K{bob} AG a | a)",
	} {
		if proved, listed := provedAlone(t, toldApart[0], "perfect", f); proved != verdict.Holds || listed != verdict.Holds {
			t.Errorf("%s: axioms %s, worlds %s", f, proved, listed)
		}
	}
	for _, f := range []string{
		"K{ann} a | K{ann} !a | K{ann} b", // holds where ann sees a
		"K{ann} K{bob} b -> K{bob} K{ann} b",
		"K{ann} b -> K{bob} a",
		"K{ann} a -> AG a",
		"EF K{ann} a -> a",
	} {
		if proved, _ := provedAlone(t, toldApart[0], "clock", f); proved == verdict.Holds {
			t.Errorf("%s is proved", f)
		}
	}
}

// TestAxiomsRandom holds what is proved of random formulas to the worlds of models.
func TestAxiomsRandom(t *testing.T) {
	proofs := 0
	for seed := uint64(1); seed <= 500; seed++ {
		r := rand.New(rand.NewPCG(seed, 1995))
		f := randomTheorem(r)
		for i, m := range toldApart {
			recall := []string{"clock", "perfect"}[r.IntN(2)]
			proved, listed := provedAlone(t, m, recall, f)
			if proved == verdict.Holds {
				proofs++
				if listed != verdict.Holds {
					t.Errorf("seed %d, model %d, recall %s: %s is proved, and %s", seed, i, recall, f, listed)
				}
			}
		}
	}
	if proofs < 100 {
		t.Errorf("%d proofs: the test tests little", proofs)
	}
	t.Logf("%d proofs", proofs)
}

// randomTheorem is a formula that is often an axiom, with random parts.
func randomTheorem(r *rand.Rand) string {
	var of func(depth int) string
	of = func(depth int) string {
		if depth == 0 || r.IntN(6) == 0 {
			return []string{"a", "b", "(a = b)", "true"}[r.IntN(4)]
		}
		x := of(depth - 1)
		switch i := r.IntN(12); {
		case i < 4:
			return fmt.Sprintf("%s{%s} %s", []string{"K", "K", "KW", "S"}[r.IntN(4)], []string{"ann", "bob"}[r.IntN(2)], x)
		case i < 6:
			return fmt.Sprintf("%s %s", []string{"AG", "EF", "AX", "EX", "AF", "EG"}[r.IntN(6)], x)
		case i < 8:
			return "!" + x
		}
		return fmt.Sprintf("(%s %s %s)", x, []string{"&", "|", "->", "<->"}[r.IntN(4)], of(depth-1))
	}
	x, y := of(2), of(2)
	shape := []string{"K{i} X -> X", "K{i} X -> K{i} (X | Y)", "K{i} X <-> K{i} K{i} X", "K{i} (X -> Y) & K{i} X -> Y", "AG (K{i} X -> S{i} X)", "K{i} (X & Y) -> K{i} X", "X -> EF X", "K{i} X -> K{i} Y", "AG X -> X", "K{i} X -> Y"}[r.IntN(10)]
	return strings.NewReplacer("X", x, "Y", y, "{i}", []string{"{ann}", "{bob}"}[r.IntN(2)]).Replace("(" + shape + ") & KW{ann} true")
}
