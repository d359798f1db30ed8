package certificate_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/certificate"
	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/explicit/planning"
	"github.com/epibdd/epibdd/internal/certify"
	"github.com/epibdd/epibdd/internal/certify/question"
	"github.com/epibdd/epibdd/internal/randmodel"
	"github.com/epibdd/epibdd/plan"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/source"
)

var (
	plans     = flag.Int("plans", 300, "how many random documents that ask for plans")
	firstPlan = flag.Uint64("first-plan", 0, "the seed of the first of them")
)

// leastCost is what the best plan of a check costs in the worst case, by a search among states or among histories, which is
// the definition; without a number there is none.
func leastCost(c *spec.Check, g plan.Game) (answer certify.Answer, err error) {
	s, err := plan.New(g, plan.Options{Within: c.Plan.Within, Cheapest: c.Plan.Cheapest()})
	if err != nil {
		return answer, err
	}
	w := s.Worst()
	if w.Upper < plan.Never {
		answer.Count = big.NewInt(int64(w.Upper))
	}
	return answer, w.Stopped
}

// otherCosts are answers that contradict one: one less, one more, and that there is a plan or none.
func otherCosts(a certify.Answer) (list []certify.Answer) {
	if a.Count == nil {
		return []certify.Answer{{Count: big.NewInt(0)}, {Count: big.NewInt(2)}}
	}
	list = append(list, certify.Answer{}, certify.Answer{Count: new(big.Int).Add(a.Count, big.NewInt(1))})
	if a.Count.Sign() > 0 {
		list = append(list, certify.Answer{Count: new(big.Int).Sub(a.Count, big.NewInt(1))})
	}
	return list
}

// certifies writes and checks a certificate.
func certifies(t *testing.T, c *spec.Check, a certify.Answer) ([]byte, error) {
	var b bytes.Buffer
	err := certificate.Write(t.Context(), &b, c, a, encode.Options{})
	if err == nil {
		err = check(t.Context(), c, b.Bytes())
	}
	return b.Bytes(), err
}

// Small plans of specs are certified; that they cost less or more is not, nor that there is none.
func TestPlansOfSpecs(t *testing.T) {
	for _, of := range []struct {
		file, in string // of the label
		plans    int
	}{
		{"testdata/specs/eleusis-plans.yaml", "3S,4H]],threshold=3]", 1},
		{"testdata/specs/guess-who.yaml", "", 6},
		{"testdata/specs/plan-private.yaml", "at-all", 1},
		{"testdata/specs/weighings-between.yaml", "heavy-5", 1},
		{"models/weighings.yaml", "coins=3", 5},
		{"models/mastermind.yaml", "pegs=2,colours=3", 2},
	} {
		if testing.Short() && of.plans > 4 {
			continue
		}
		text, err := os.ReadFile("../" + of.file)
		if err != nil {
			t.Fatal(err)
		}
		certified := 0
		for _, c := range load(t, "../"+of.file, string(text)).Checks {
			if c.Kind != spec.PlanCheck || !strings.Contains(c.Label, of.in) {
				continue
			}
			g, err := planning.NewStates(c.Model, c.Plan, c.Formula, source.Span{}, explicit.Options{})
			if err != nil {
				t.Fatal(err)
			}
			found, err := leastCost(c, g)
			if err != nil {
				t.Fatal(err)
			}
			if expected := c.Plan.Worst; expected != nil && expected.Number != nil && expected.Number.Cmp(found.Count) != 0 {
				t.Errorf("%s: %v", c.Label, found)
			}
			if _, err := certifies(t, c, found); err != nil {
				t.Errorf("%s: %v: %v", c.Label, found, err)
			}
			certified++
			for _, a := range otherCosts(found) {
				if _, err := certifies(t, c, a); err == nil {
					t.Errorf("%s: %v is certified, not %v", c.Label, a, found)
				}
			}
		}
		if certified != of.plans {
			t.Errorf("%s: %d plans, not %d", of.file, certified, of.plans)
		}
	}
}

// Random plans cost what certificates say, and nothing else, whatever is changed in these.
func TestRandomPlans(t *testing.T) {
	documents, mutants := *plans, min(5, 1500/(*plans)) // changes of each certificate
	if testing.Short() {
		documents, mutants = 150, 2
	}
	certified, none, compared, refused, kept, uncovered := 0, 0, 0, 0, 0, map[string]int{}
	for seed := *firstPlan; seed < *firstPlan+uint64(documents); seed++ {
		write := randmodel.Contingent
		if seed%4 == 0 {
			write = randmodel.Planning
		}
		text := write(rand.New(rand.NewPCG(seed, 18)))
		suite, err := spec.Parse(fmt.Sprintf("seed%d.yaml", seed), text)
		if err != nil {
			t.Fatal(err)
		}
		c := suite.Checks[0]
		if _, err := question.Needs(c, true); err != nil {
			uncovered[err.Error()]++
			continue
		}
		s, err := planning.NewStates(c.Model, c.Plan, c.Formula, source.Span{}, explicit.Options{})
		var found certify.Answer
		if err == nil {
			found, err = leastCost(c, s)
		}
		if err != nil {
			uncovered[err.Error()]++
			continue
		}
		if h, longer, err := planning.NewHistories(c.Model, c, source.Span{}, 3, explicit.Options{MaxStates: 40_000}); err == nil && !longer {
			if byHistories, err := leastCost(c, h); err == nil {
				if compared++; byHistories.String() != found.String() {
					t.Fatalf("seed %d: %v among states, and %v among histories\n%s", seed, found, byHistories, text)
				}
			}
		}
		for i, claimed := range append([]certify.Answer{found}, otherCosts(found)...) {
			written, err := certifies(t, c, claimed)
			switch reason, open := certify.Uncovered(err); {
			case open:
				uncovered[reason]++
			case i == 0 && err != nil:
				t.Errorf("seed %d: %v: %v\n%s", seed, claimed, err, text)
			case i > 0 && err == nil:
				t.Errorf("seed %d: %v is certified, not %v\n%s", seed, claimed, found, text)
			case err == nil:
				if certified++; found.Count == nil {
					none++
				}
			}
			rng := rand.New(rand.NewPCG(seed, 19))
			for range mutants {
				if len(written) == 0 {
					break
				}
				changed := mutated(rng, written)
				if check(t.Context(), c, changed) != nil {
					refused++
					continue
				}
				kept++
				if now, _ := certify.Read(bytes.NewReader(changed)); now.Answer.String() != found.String() {
					t.Errorf("seed %d: %v is certified after a change, not %v\n%s", seed, now.Answer, found, text)
				}
			}
		}
	}
	t.Logf("%d certified, of these %d that there is no plan; %d compared with histories; of changed ones %d refused and %d still proofs of true verdicts; not covered: %v", certified, none, compared, refused, kept, uncovered)
	if certified < documents/4 || none < documents/20 || certified-none < documents/20 {
		t.Errorf("only %d certified, of these %d that there is no plan", certified, none)
	}
}

// hear(1) leads to s = 3 as what looks like hear(2) from s = 2 does, and looks different there.
func TestPlansOfWhatLooksLikeMore(t *testing.T) {
	c := load(t, "t.yaml", `
recall: perfect
vars: {s: 2..3, heard, won: bool}
init: "!heard & !won"
agents: {ann: {sees: [heard, won]}}
actions:
  hear(x in 1..4): {when: "!heard", then: {heard: true}, seen: {ann: ["(x + s) mod 3"]}}
  guess(y in 2..3): {by: ann, when: heard, then: {won: "won | y = s"}}
check: [{id: q, plan: "KV{ann} s", by: ann}]
`).Checks[0]
	_, err := certifies(t, c, certify.Answer{Count: big.NewInt(2)})
	if reason, open := certify.Uncovered(err); !open || !strings.HasPrefix(reason, "plans where more is seen of a step") {
		t.Error(err)
	}
}

// What plans cost on average is not what a certificate says, nor what others know.
func TestPlansWithoutRules(t *testing.T) {
	for text, reason := range map[string]string{
		`plan: "KV{ann} s & !KV{bob} s"`:  "plans for what others know",
		`plan: "!KV{ann} s"`:              "plans for not knowing something",
		`plan: "KV{ann} s", starts: 1`:    "plans after what has happened, and how many beginnings have one",
		`plan: "KV{ann} s <-> KW{ann} s"`: "plans for not knowing something",
		`plan: "K{ann} S{ann} s"`:         "plans for not knowing something",
	} {
		c := load(t, "t.yaml", "recall: perfect\nvars: {s: bool}\nagents: {ann: {sees: []}, bob: {sees: []}}\nactions: {look: {by: ann, then: {s: s}}}\ncheck: [{id: q, by: ann, "+text+"}]").Checks[0]
		_, err := certifies(t, c, certify.Answer{})
		if got, open := certify.Uncovered(err); !open || got != reason {
			t.Errorf("%s: %v, not %s", text, err, reason)
		}
		if errors.As(err, new(*planning.Refusal)) {
			t.Error(err)
		}
	}
}
