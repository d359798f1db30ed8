package decide

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/verdict"
)

// shelf is a model with random sights of an array: of all of it, of some elements, of one that depends on the
// state or is seen under a condition, and of functions of these.
func shelf(r *rand.Rand) string {
	pick := func(of ...string) string { return of[r.IntN(len(of))] }
	see := func() string {
		var list []string
		for range 1 + r.IntN(4) {
			list = append(list, fmt.Sprintf("%q", pick("w", "w[0]", "w[1]", "n", "a", "w[n]", "w[i] for i in 0..2 if i != 1", "w[0] for i in 0..0 if a", "w[2] for i in 0..0 if 1 < 2", "w[2] for i in 0..0 if 2 < 1", "w[i] for i in 0..2 if w[i]",
				"w[j] for i in 0..2, j in 0..(n / i)", "w[j] for i in 0..2, j in 0..(n / (1 - i))", "a for i in 0..(2 / n)", "w[0] = w[1]", "n mod 2", "count(i in 0..2: w[i])", "1 / n", "w[i] for i in 0..n", "a & w[1]", "p.left", "p", "p.right for i in {}", "pair(n)")))
		}
		return "[" + strings.Join(list, ", ") + "]"
	}
	seen := pick("", "    seen: {}\n", "    seen: {all: [i]}\n", "    seen: {ann: [i]}\n", "    seen: {cid: [a]}\n",
		"    seen: {ann: [\"w[j] for k in 0..2, j in 0..(n / (1 - k))\"], \"q in Agent if w[n]\": [\"a for k in 0..(2 / n), j in 0..(n / (2 - k))\"]}\n")
	return fmt.Sprintf(`
types: {Pair: {record: {left: bool, right: bool}}}
vars: {w: array 0..2 of bool, n: 0..2, a: bool, p: Pair}
init: "%s"
define:
  pair(k in 0..2): "w[k] & p.left"
agents: {ann: {sees: %s}, bob: {sees: %s}, cid: {sees: %s}}
actions:
  turn(i in 0..2):
    when: %q
    then: {"w[i]": "%s", n: n + 1, a: "%s", p.left: "%s"}
%s`, pick("n = 0 & !p.left & !p.right", "n = 0 & w[0] & a & !p.right", "n = 1 & p.left & !a"), see(), see(), see(), pick("n < 2", "n < 2 & !K{cid} a", "n < 2 & S{bob} w[i]"),
		pick("!w[i]", "a"), pick("a", "w[i]", "!a"), pick("w[0]", "p.right"), seen)
}

// aboutShelf is a formula that is often true because of what agents see.
func aboutShelf(r *rand.Rand) string {
	pick := func(of ...string) string { return of[r.IntN(len(of))] }
	fact := func() string {
		return pick("w[0]", "w[1]", "w[2]", "a", "n = 1", "w[n]", "(w[0] = w[1])", "p.left", "p.right", "n mod 2 = 0", "(exists i in 0..2: w[i])", "count(i in 0..2: w[i]) = 1", "pair(1)", "pair(n)", "w = w", "p = p")
	}
	who := pick("ann", "bob", "cid")
	x, y := fact(), fact()
	return strings.NewReplacer("@X", x, "@Y", y, "@I", who, "@V", pick("n", "n mod 2", "w", "w[1]", "p", "p.left", "count(i in 0..2: w[i])", "{i in 0..2: w[i]}", "w[n]")).Replace(pick(
		"AG KV{@I} (@V)", "AG KW{@I} (@X)", "AG (@X -> K{@I} (@X))", "AG (!(@X) -> K{@I} !(@X))", "AG (K{@I} (@X -> @Y) & (@X) -> K{@I} (@Y))", "KV{@I} (@V)", "KW{@I} (@X)",
		"AG (@X -> D{ann, bob} (@X))", "AG (@X -> C{ann, bob} (@X))", "AG (C{all} (@X) <-> @X)", "AG (D{all} (@X) <-> @X)", "EF !KV{@I} (@V)", "AG (K{@I} K{ann} (@X) <-> @X)", "AG (KW{@I} KW{bob} (@X))", "AG ((@X -> AX @Y) -> K{@I} (@X | KV{@I} (@V)))"))
}

// TestSightRandom holds what is proved to be known because it is seen to histories that are listed one by one.
func TestSightRandom(t *testing.T) {
	documents := 2000
	if testing.Short() {
		documents = 200
	}
	proofs, _ := proveRandom(t, documents, shelf, aboutShelf)
	if proofs < documents/8 {
		t.Errorf("%d proofs: the test tests little", proofs)
	}
	t.Logf("%d documents, %d proofs", documents, proofs)
}

// TestSight asks what follows from what is seen alone, and what does not.
func TestSight(t *testing.T) {
	const model = `
types: {P: 1..3}
vars: {x: 0..9, y: array P of bool, z: bool, k: 0..3}
init: k = 0
agents:
  ann: {sees: [x, "z = y[1]", "y[2] for i in 0..0 if z", "y[3] for i in 0..0 if 1 < 2"]}
  bob: {sees: ["y[k]", k]}
  i in P: {sees: ["y[j] for j in P if j != i"]}
actions:
  put(v in 0..9): {when: "k < 3 & S{1} y[1]", by: ann, seen: {}, then: {x: v, k: k + 1}}
`
	for f, want := range map[string]verdict.Verdict{
		"AG KV{ann} (x mod 2)":                             verdict.Holds,
		"AG KV{ann} (if x > 3 then x else k * 0)":          verdict.Unknown,
		"AG KV{ann} (if x > 3 then x else 0)":              verdict.Holds,
		"AG KW{ann} z = y[1]":                              verdict.Holds,
		"AG KW{ann} y[3]":                                  verdict.Holds,
		"AG KW{ann} y[2]":                                  verdict.Unknown, // seen under a condition
		"AG KW{ann} y[1]":                                  verdict.Unknown,
		"AG KV{ann} y":                                     verdict.Unknown,
		"AG KW{bob} y[1]":                                  verdict.Unknown, // of an index that depends on the state
		"AG KV{1} count(j in 2..3: y[j])":                  verdict.Holds,
		"AG KV{1} count(j in P: y[j])":                     verdict.Unknown,
		"AG forall i in P, j in P: i != j -> KW{i} y[j]":   verdict.Holds,
		"AG (y[1] -> D{1, 2} y[1])":                        verdict.Holds,
		"AG (y[1] -> C{1, 2} y[1])":                        verdict.Unknown, // 1 does not see it
		"AG (y[3] -> C{1, 2} y[3])":                        verdict.Holds,
		"AG (KV{1} y | !KV{1} y[2] | D{1, 2} (x > 3) | z)": verdict.Unknown,
	} {
		chk := parse(t, document(model+"recall: perfect\n", fmt.Sprintf("formula: %q", f))).Checks[0]
		if a, err := alone("axioms", chk); err != nil || a.Verdict != want {
			t.Errorf("%s: %+v, %v, want %s", f, a, err, want)
		}
	}
}

// TestSightsByRoute asks random questions about what agents see, of domains that may have no value too, of worlds that
// are listed and of diagrams: they answer the same.
func TestSightsByRoute(t *testing.T) {
	asked := 0
	all := seeds(t, *pairs/8, 5)
	for _, seed := range all {
		r := rand.New(rand.NewPCG(seed, 1997))
		text := shelf(r) + fmt.Sprintf("recall: %s\ncheck: [", []string{"none", "clock", "perfect"}[r.IntN(3)])
		if strings.Contains(text, "recall: none") {
			text = strings.NewReplacer("& !K{cid} a", "& a", "& S{bob} w[i]", "& w[i]").Replace(text)
		}
		for k := range 4 {
			text += fmt.Sprintf("{id: c%d, %s: %q}, ", k, []string{"formula", "some"}[r.IntN(2)], aboutShelf(r))
		}
		suite, err := spec.Parse("sights.yaml", text+"]\n")
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		for _, chk := range suite.Checks {
			a, err := counting(chk, verdict.RouteChoice{Only: SmallWorlds}, defaults).Check(context.Background(), chk)
			got := result(a, err, chk.Kind)
			chk.Limits.Nodes = 200_000
			a, err = counting(chk, verdict.RouteChoice{Without: append([]string{"axioms"}, listing...)}, defaults).Check(patient(), chk)
			if err == nil && a.Verdict == verdict.Unknown {
				continue
			}
			if asked++; got != result(a, err, chk.Kind) {
				t.Errorf("seed %d: %s: %s, by diagrams %s, %v\n%s", seed, chk.Label, got, result(a, err, chk.Kind), err, text)
			}
		}
	}
	if asked < 3*len(all) {
		t.Errorf("%d questions were compared: the test tests little", asked)
	}
	t.Logf("%d questions compared", asked)
}
