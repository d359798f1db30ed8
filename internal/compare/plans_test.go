package main

import (
	"errors"
	"flag"
	"math/rand/v2"
	"testing"

	"github.com/epibdd/epibdd/internal/slowplan"
	"github.com/epibdd/epibdd/spec"
)

var plans = flag.Int("plans", 25, "how many random documents about plans are answered in all ways")

// What plans cost is what the definition says, by histories and by sets of states, and it is certified.
func TestPlans(t *testing.T) {
	tally := map[string]int{}
	for seed := range uint64(*plans) {
		text := planning(rand.New(rand.NewPCG(seed, 30)))
		for _, a := range compare(t.Context(), text) {
			if tally[a.kind]++; a.kind == "wrong" {
				t.Errorf("seed %d, %s: %s\n%s", seed, a.id, a.says, text)
			}
		}
	}
	t.Logf("seeds 0 to %d: %v", *plans-1, tally)
	for _, kind := range []string{"plans the same by histories", "plans the same by states", "no plans, same by states", "plans within bounds by histories", "certified", "certificates of the opposite refused"} {
		if tally[kind] == 0 {
			t.Errorf("nothing is %s", kind)
		}
	}
}

// answers holds the kinds of the answers to each question of a document, one after the other, to what they should be.
func answers(t *testing.T, text string, want map[string]string) {
	t.Helper()
	kinds := map[string]string{}
	for _, a := range compare(t.Context(), text) {
		kinds[a.id] += a.kind + ". "
		if a.kind == "wrong" {
			t.Errorf("%s: %s", a.id, a.says)
		}
	}
	for id, want := range want {
		if kinds[id] != want {
			t.Errorf("%s: %s", id, kinds[id])
		}
	}
}

// What those who plan know is asked among the histories in which has happened what has, and others are not asked then: to
// whoever does not see it no answer is given.
func TestPlansAfterWhatIsNotSeen(t *testing.T) {
	answers(t, `
recall: perfect
vars: {s: bool, told: bool}
init: "!told"
agents: {ann: {sees: [told]}, eve: {sees: []}}
actions: {look: {by: ann, when: "!told", then: {told: s}}}
check:
  - {id: own, plan: "K{ann} s", by: ann, after: "?s"}
  - {id: others, plan: "K{ann} s & !K{eve} s", by: ann, after: "?s"}
  - {id: seen, plan: "K{ann} s & !K{eve} s", by: ann, after: "look; ?told"}
`, map[string]string{
		"own":    "plans the same by histories. plans the same by states. ",
		"others": "plans refused alone, histories. plans about others. ",
		"seen":   "plans the same by histories. plans about others. ",
	})
}

// Who plans alone knows which steps were its own. Where that is not seen, no answer is given to questions about others,
// which are asked among histories.
func TestPlansWhereOwnStepsAreNotSeen(t *testing.T) {
	answers(t, `
vars: {turn: Agent}
init: turn != bob
agents: {ann: {}, bob: {}, cat: {sees: []}}
actions: {act: {by: turn}, tick: {then: {turn: ann}}}
recall: perfect
check:
  - {id: own, plan: "KW{cat} (turn = ann)", by: cat}
  - {id: others, plan: "KW{cat} (turn = ann) & (K{bob} (turn = ann) | !K{bob} (turn = ann))", by: cat}
`, map[string]string{
		"own":    "plans refused by definition alone, histories. plans the same by states. certified. certificates of the opposite refused. ",
		"others": "plans with errors in both ways. plans about others. ",
	})
}

// What nobody owns, since its owner has no value, is a matter of chance, also for who may own it.
func TestPlansWithStepsOfNobody(t *testing.T) {
	answers(t, `
vars: {s: 0..2, t: 0..2, who: "Agent?"}
init: t = 0 & s = 0 & who = none
agents: {ann: {sees: [t, s]}, eve: {sees: []}}
actions:
  dice(x in 1..2): {by: who, when: t = 0, then: {t: 1, s: x}}
  go: {by: ann, when: t = 1 & s = 1, then: {t: 2}}
  turn: {by: ann, when: t = 1 & s = 2, then: {s: 1}}
recall: perfect
check:
  - {id: own, plan: t = 2, by: ann}
  - {id: after, plan: t = 2, by: ann, after: dice(_)}
  - {id: others, plan: "t = 2 & !K{eve} false", by: ann}
`, map[string]string{
		"own":    "plans the same by histories. plans the same by states. certified. certificates of the opposite refused. ",
		"after":  "plans the same by histories. plans the same by states. ",
		"others": "plans the same by histories. plans about others. ",
	})
}

// What each knows of what each knows, many times over, is given up within one world.
func TestPlansAreGivenUp(t *testing.T) {
	suite, err := spec.Parse("many.yaml", `
recall: perfect
vars: {x: 0..9, done: bool}
init: "!done"
agents: {ann: {sees: [done]}, bob: {sees: [done]}}
actions: {end: {by: ann, when: "!done", then: {done: true}}}
check: [{id: all, plan: "done & E{ann, bob; 30} done", by: ann}]
`)
	if err != nil {
		t.Fatal(err)
	}
	enough, asked := errors.New("enough"), 0
	_, err = slowplan.ByHistories(suite.Checks[0], slowplan.Options{Histories: 600, Depth: 6, Beliefs: 2000, Steps: 9, Interrupted: func() error {
		if asked++; asked > 1000 {
			return enough
		}
		return nil
	}})
	if !errors.Is(err, enough) {
		t.Errorf("%v after it was asked %d times whether to give up", err, asked)
	}
}
