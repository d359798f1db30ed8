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
vars: {a, b, c: bool, time: 0..2}
init: time = 0
agents: {ann: {sees: [a]}, bob: {sees: [b, a & c]}}
actions:
  flip: {when: time < 2, then: {a: "!a", time: time + 1}}
  both: {when: "time < 2 & (a | b)", then: {a: "!a", b: a, time: time + 1}}
`, `
vars: {a, b, c: bool, time: 0..2}
init: [time = 0, a]
agents: {ann: {sees: [b, if time = 1 then c else a]}, bob: {sees: [a & b]}}
actions:
  wait: {when: time < 1, then: {time: time + 1}}
  out: {when: "time < 2 & a & K{ann} b", then: {a: "false", time: time + 1}}
`, `
vars: {a, b, c: bool}
init: [a != b, b -> c]
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
		"D{ann, bob} a -> a",
		"AG (C{ann, bob} a -> E{ann, bob; 3} a & C{bob} a & D{all} a)",
		"AG (C{all} a <-> K{bob} C{all} a)",
		"AG (K{ann} a -> D{ann, bob} K{ann} a)",
		"K{ann} a & K{bob} (a -> b) -> D{ann, bob} b",
		"C{all} (a -> b) & C{all} a -> C{all} b",
		"!D{ann, bob} b -> D{all} !D{ann, bob} b",
		"AG (K{ann} c -> AG K{ann} c)",
		"AG (K{bob} !c -> AX AG D{ann, bob} K{bob} !c)",
		"AG (C{all} (c | K{ann} c) & !c -> b)",
		"K{ann} (a -> c) -> K{ann} !AX{flip} (c & !c) | K{ann} AG c | !c | c",
		"AG (S{ann} AG c <-> S{ann} c)",
		"AG (K{ann} KW{bob} c -> AG (KW{bob} c & K{ann} KW{bob} c))",
		"K{ann} a | K{ann} !a | K{ann} b",
		"D{ann, bob} a -> K{ann} a",
		"(KW{ann} c & !a) & EX{flip} true -> AF{flip} KW{ann} c",
	} {
		if proved, listed := provedAlone(t, toldApart[0], "perfect", f); proved != verdict.Holds || listed != verdict.Holds {
			t.Errorf("%s: axioms %s, worlds %s", f, proved, listed)
		}
	}
	for _, f := range []string{
		"K{ann} b | K{ann} !b | K{ann} a",
		"K{ann} K{bob} b -> K{bob} K{ann} b",
		"K{ann} b -> K{bob} a",
		"K{ann} a -> AG a",
		"EF K{ann} a -> a",
		"AG (K{bob} c -> AG K{bob} c)", // nobody remembers that here
		"E{ann, bob} a -> C{ann, bob} a",
		"D{ann, bob} c -> K{ann} c",
		"E{ann, bob} a -> E{ann, bob; 2} a",
		"EF S{ann} c -> S{ann} c",
		"K{ann} !a -> AX K{ann} !a",
	} {
		if proved, _ := provedAlone(t, toldApart[0], "clock", f); proved == verdict.Holds {
			t.Errorf("%s is proved", f)
		}
	}
}

// What the axioms do not speak of is for other routes, whether it is asked of all or of some.
func TestAxiomsSilent(t *testing.T) {
	for _, kind := range []string{"formula", "some"} {
		for _, f := range []string{"K{ann} a & EX{?(K{bob} b); _} a", "K{ann} a | count(i in bool: K{ann} (a = i)) = 2", "K{if a then ann else bob} b"} {
			chk := parse(t, fmt.Sprintf("%srecall: perfect\ncheck: [{id: a, %s: %q}]\n", toldApart[0], kind, f)).Checks[0]
			a, err := alone("axioms", chk)
			if err != nil || a.Verdict != verdict.Unknown {
				t.Errorf("%s: %s: %+v, %v", kind, f, a, err)
			}
		}
	}
}

// What takes more bits than there are is for other routes, whichever operator takes the last one.
func TestAxiomsManyParts(t *testing.T) {
	const model = `
recall: perfect
vars: {x: 0..40, b: bool}
agents: {ann: {sees: [b]}}
check: [{id: a, formula: %q}]
`
	for _, before := range []string{"", "K{ann} x = 40 | ", "K{ann} x = 40 | K{ann} x = 39 | ", "KW{ann} x = 40 | K{ann} x = 39 | "} {
		for _, f := range []string{"forall i in 0..38: KW{ann} x = i", "exists i in 0..38: S{ann} x = i", "forall i in 0..38: K{ann} x = i"} {
			a, err := alone("axioms", parse(t, fmt.Sprintf(model, before+"("+f+")")).Checks[0])
			if err != nil || a.Verdict != verdict.Unknown {
				t.Errorf("%s%s: %+v, %v", before, f, a, err)
			}
		}
	}
}

// TestAxiomsRandom holds what is proved of random formulas to the worlds of models.
func TestAxiomsRandom(t *testing.T) {
	proofs := 0
	documents := seeds(t, *pairs/4, 5)
	for _, seed := range documents {
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
	if proofs < len(documents)/5 {
		t.Errorf("%d proofs: the test tests little", proofs)
	}
	t.Logf("%d proofs", proofs)
}

// randomTheorem is a formula that is often an axiom, with random parts.
func randomTheorem(r *rand.Rand) string {
	var of func(depth int) string
	of = func(depth int) string {
		if depth == 0 || r.IntN(6) == 0 {
			return []string{"a", "b", "c", "(a = b)", "(b -> c)", "true"}[r.IntN(6)]
		}
		x := of(depth - 1)
		switch i := r.IntN(14); {
		case i > 11:
			return fmt.Sprintf("%s{%s} %s", []string{"E", "D", "C", "C"}[r.IntN(4)], []string{"all", "ann, bob", "bob"}[r.IntN(3)], x)
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
	shape := []string{"K{i} X -> X", "K{i} X -> K{i} (X | Y)", "K{i} X <-> K{i} K{i} X", "K{i} (X -> Y) & K{i} X -> Y", "AG (K{i} X -> S{i} X)", "K{i} (X & Y) -> K{i} X", "X -> EF X", "K{i} X -> K{i} Y", "AG X -> X", "K{i} X -> Y",
		"C{all} X -> K{i} X", "K{i} X & K{bob} (X -> Y) -> D{all} Y", "D{all} X <-> K{i} D{all} X", "C{all} X <-> D{all} K{i} C{all} X", "AG (X -> AG X)", "AG (K{i} X -> AG K{i} X)", "X -> AX X", "AG X | EF !X"}[r.IntN(18)]
	return strings.NewReplacer("AX", "AX", "X", x, "Y", y, "{i}", []string{"{ann}", "{bob}"}[r.IntN(2)]).Replace("(" + shape + ") & KW{ann} true")
}
