package decide

import (
	"strconv"
	"testing"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/verdict"
)

// Guards, effects and conditions of outcomes may ask what is so after a knowledge action with
// alternatives. By diagrams and by enumeration there are as many worlds afterwards in which something holds.
func TestStepsAskAfterKnowledgeActions(t *testing.T) {
	const (
		bits  = "vars: {p: bool, q: bool}\nagents: {ann: {sees: [p]}, bob: {sees: [q]}}\n"
		tells = "<L{ann, bob} (L{ann} ?p | L{ann} ?(!p))> K{ann} p"
	)
	for name, model := range map[string]string{
		"guard":     bits + `actions: {go: {when: "` + tells + `", then: {q: true}}}`,
		"arguments": bits + `actions: {go(x in bool): {when: "<L{ann} (L{ann} ?(p = x) | L{ann} ?(p != x))> K{ann} (p = x)", then: {q: x}}}`,
		"effect":    bits + `actions: {go: {then: {q: "(` + tells + `)"}}}`,
		"outcome":   bits + "steps: joint\n" + `actions: {go: {by: ann, outcome: o in bool, given: "o -> (` + tells + `)", then: {q: o}}}`,
		"confused": bits + `
actions:
  go(x in bool):
    frame:
      true: {when: "` + tells + `"}
      false: {when: "!p"}
    confuses: {bob: [true, false]}`,
	} {
		for _, f := range []string{"q", "K{bob} p", "!K{ann} q", "EX q"} {
			for _, question := range []string{
				"count: \"" + f + "\"\nrecall: clock\nlayer: 1",
				"count: \"" + f + "\"\nrecall: clock\nlayer: 2",
				"some: \"" + f + "\"\nrecall: perfect\nlayer: 1",
				"formula: \"" + f + "\"\nrecall: perfect\nlayer: 2",
			} {
				chk := parse(t, document(model, question+"\ndepth: 3")).Checks[0]
				listed, err := explicit.Unroll(chk.Model, chk.Recall, chk.Runs, chk.Depth, explicit.Options{})
				if err != nil {
					t.Fatal(err)
				}
				a, err := listed.Check(chk)
				if err != nil || a.Open {
					t.Fatalf("%s, %s: %v", name, question, err)
				}
				want := map[bool]string{true: "holds", false: "fails"}[a.Holds]
				if chk.Kind == spec.CountCheck {
					want = strconv.Itoa(a.Count)
				}
				found, _ := askedBy(t, chk, verdict.RouteChoice{Without: []string{SmallWorlds}})
				if got := inShort(found, chk.Kind); got != want {
					t.Errorf("%s, %s: %s by enumeration, %s by diagrams", name, question, want, got)
				}
			}
		}
	}
}
