package decide

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/verdict"
)

// openTable is a model with random sights: of four agents some see the same in other words, some
// nearly the same, and steps are seen by all, by their owner, or in part.
func openTable(r *rand.Rand) string {
	pick := func(of ...string) string { return of[r.IntN(len(of))] }
	sight := func() string {
		return pick("[a, b]", "[b, a]", `["a = b", b]`, `["if a then b else !b", a]`, "[a]", `["!a"]`, "[b]", `[n]`, `["n > 0", n]`, `["n > 0"]`)
	}
	seen := pick("", "    seen: {all: [x]}\n", "    seen: {all: [x], ann: [x]}\n", "    seen: {ann: [x], bob: [x]}\n", "    seen: {all: [x], cid: [a]}\n", "    seen: {all: [a]}\n", "    seen: {ann: [x]}\n")
	by := pick("", "    by: ann\n", "    by: bob\n")
	return fmt.Sprintf(`
vars: {a, b: bool, n: 0..2}
init: %s
agents: {ann: {sees: %s}, bob: {sees: %s}, cid: {sees: %s}}
actions:
  flip(x in bool):
    when: n < 2
    then: {a: "%s", b: "%s", n: n + 1}
%s%s`, pick("n = 0", "a", "n = 0 & a"), sight(), sight(), sight(), pick("a != x", "b", "x"), pick("b", "a & x", "!b"), by, seen)
}

// aboutAlike is a formula that is often true, or false, because agents see the same.
func aboutAlike(r *rand.Rand) string {
	names := r.Perm(3)
	i, j := []string{"ann", "bob", "cid"}[names[0]], []string{"ann", "bob", "cid"}[names[1]]
	x := []string{"a", "b", "(n = 1)", "(a = b)"}[r.IntN(4)]
	know := []string{"K{%s} X", "KW{%s} X", "KV{%s} n", "K{%s} (X | b)", "S{%s} X"}[r.IntN(5)]
	know = strings.ReplaceAll(know, "X", x)
	shape := []string{"P -> Q", "P <-> Q", "AG (P <-> Q)", "EF (P & !Q)", "AF (P & !Q)", "E[a U P & !Q]", "A[a U P & !Q]", "EX{flip(_)} (P & !Q)",
		"AX{flip(_); flip(_)} (P -> Q)", "EG (P & !Q)", "EG (P -> Q)", "AF{flip(_); <= 1} (P & !Q)", "AG{flip(true)} (P -> Q)", "P", "EF P", "AX (P | !P)", "C{ann, bob} P & Q", "forall p in {ann, bob}: K{p} x -> Q"}[r.IntN(18)]
	return strings.NewReplacer("P", fmt.Sprintf(know, i), "Q", fmt.Sprintf(know, j), "K{p} x", "K{p} "+x).Replace(shape)
}

// TestSeeAlikeRandom holds what is proved of agents who see the same, and of time, to the
// definitions: to histories that are listed one by one.
func TestSeeAlikeRandom(t *testing.T) {
	documents := 2000
	if testing.Short() {
		documents = 200
	}
	proofs, alike := proveRandom(t, documents, openTable, aboutAlike)
	if proofs < documents/4 || alike < documents/10 {
		t.Errorf("%d proofs, %d pairs see alike: the test tests little", proofs, alike)
	}
	t.Logf("%d documents, %d proofs, %d times ann and bob see alike", documents, proofs, alike)
}

// proveRandom holds what the axioms prove of random questions about random models to histories that are listed one
// by one. It counts the proofs, and how often the first two agents see alike.
func proveRandom(t *testing.T, documents int, model, question func(*rand.Rand) string) (proofs, alike int) {
	for seed := uint64(1); seed <= uint64(documents); seed++ {
		r := rand.New(rand.NewPCG(seed, 1996))
		runs := []string{"maximal", "ispl"}[r.IntN(2)]
		text := fmt.Sprintf("runs: %s%srecall: %s\ncheck: [", runs, model(r), []string{"clock", "perfect"}[r.IntN(2)])
		for k := range 4 {
			f := question(r)
			text += fmt.Sprintf("{id: c%d, %s: %q}, ", k, []string{"formula", "some"}[r.IntN(2)], f)
		}
		suite, err := spec.Parse("alike.yaml", text+"]\n")
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		for _, chk := range suite.Checks {
			d := Lazy(chk.Model, func(ctx context.Context, chk *spec.Check) (*encode.System, error) {
				sys, err := encode.New(ctx, chk.Model, encode.Options{Asked: chk.Asked()})
				if err == nil && encode.SeeAlike(sys, chk.Model.Agents[0], chk.Model.Agents[1], chk.Recall == spec.PerfectRecall) {
					alike++
				}
				return sys, err
			}, chk.Runs, Options{Routes: verdict.RouteChoice{Only: "axioms"}})
			a, err := d.Check(context.Background(), chk)
			if err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, text)
			}
			if a.Verdict == verdict.Unknown {
				continue
			}
			proofs++
			want, err := explicit.Decide(chk, explicit.Options{})
			if err != nil || want.Open || want.Holds != (a.Verdict == verdict.Holds) {
				t.Errorf("seed %d: %s is proved to be %s, enumeration says %+v, %v\n%s", seed, chk.Label, a.Verdict, want, err, text)
			}
		}
	}
	return proofs, alike
}
