package decide

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/explicit/replay"
	"github.com/epibdd/epibdd/verdict"
)

// Plans of which one thing is as no random game has it.
func TestPlansAtCorners(t *testing.T) {
	const numbers = `
recall: perfect
vars: {n: 0..2, told: bool}
init: "!told"
agents: {ann: {sees: [told]}}
actions: {ask: {by: ann, when: "!told", then: {told: true}}}
`
	const nobodys = `
recall: perfect
vars: {s: 0..2, t: 0..2, who: "Agent?"}
init: t = 0 & s = 0 & who = none
agents: {ann: {sees: [t, s]}, eve: {sees: []}}
actions:
  dice(x in 1..2): {by: who, when: t = 0, then: {t: 1, s: x}}
  go: {by: ann, when: t = 1 & s = 1, then: {t: 2}}
  turn: {by: ann, when: t = 1 & s = 2, then: {s: 1}}
`
	const others = `
recall: perfect
steps: joint
vars: {t: 0..2, y: 0..1}
init: "t = 0 & y = 0"
agents: {ann: {sees: [t]}, eve: {sees: [t]}, nob: {sees: []}}
actions:
  say(v in 0..1): {by: eve, when: t = 0, then: {y: v, t: 1}}
  on: {by: eve, when: t = 1, then: {t: 2}}
`
	for name, test := range map[string]struct{ document, question, want string }{
		// Layers come again after the third step, and for two histories that ann confuses there stood two that she does not:
		// she would have known s by then.
		"layers that come again": {`
recall: perfect
vars: {k: 0..3, s: 1..2, t: 0..1, started, said, won: bool}
init:
  - "!started & !said & !won"
  - "(k = 0 -> s = 1 & t = 1) & (k = 1 -> s = 2 & t = 0) & (k = 2 -> s = 1 & t = 0) & (k = 3 -> s = 2 & t = 1)"
agents: {ann: {sees: [t]}, eve: {sees: []}}
actions:
  begin: {by: ann, when: "!started", then: {started: true, k: 0, t: 0}, seen: {}}
  idle: {by: ann, when: started, seen: {}}
  say(x in 1..2): {by: ann, when: "started & !said", then: {said: true, won: x = s}, seen: {}}
`, `plan: "won & !K{eve} won"
by: ann`, "none, none"},
		// Nobody is in the group, so that it is asked whether s = 1 in all histories as long.
		"what nobody knows": {`
recall: perfect
vars: {s: 1..2, told: bool}
init: "!told"
agents: {ann: {sees: [told]}}
actions: {ask: {by: ann, then: {told: s = 1}}}
`, `plan: "KW{ann} s = 1 & (D{p in Agent: s > 2} s = 1 | !(K{ann} s = 1))"
by: ann`, "none, none"},
		"an agent who is none": {`
recall: perfect
vars: {s: 1..2, told: bool, w: "Agent?"}
init: "!told & w = none"
agents: {ann: {sees: [told]}}
actions: {ask: {by: ann, then: {told: s = 1}}}
`, `plan: "told | K{w} s = 1"
by: ann`, "none is no agent, in state (s = 1, told = false, w = none)"},
		// Of the worlds that ann takes for possible the goal is false in the first, and has no value in the last.
		"a goal without a value behind a world where it is false": {numbers, `plan: "10 / (2 - n) > 20"
by: ann`, "division by 0, in state (n = 2, told = false)"},
		"the same below K": {numbers, `plan: "K{ann} (10 / (2 - n) > 20)"
by: ann`, "division by 0, in state (n = 2, told = false)"},
		"the same below KV": {numbers, `plan: "KV{ann} (10 / (2 - n))"
by: ann`, "division by 0, in state (n = 2, told = false)"},
		"the same below S": {numbers, `plan: "S{ann} (10 / (2 - n) <= 20) & told & told"
by: ann`, "division by 0, in state (n = 2, told = false)"},
		// Both answers leave both values of s possible, and what is best to guess is another one.
		"the same worlds with other chances": {`
recall: perfect
vars: {s: 1..2, heard, won: bool}
init: "!heard & !won"
agents: {ann: {sees: [heard, won]}}
actions:
  noise(x in 1..3): {when: "!heard", then: {heard: true}, seen: {ann: ["if s = 1 then x <= 2 else x <= 1"]}}
  guess(y in 1..2): {by: ann, when: heard, then: {won: y = s}}
`, `plan: won
by: ann`, "3, 7/3"},
		// Where s is 2 there are twice as many histories, of half the chance each.
		"chances of what has happened": {`
recall: perfect
vars: {s: 1..2, t: 0..2, won: bool}
init: "t = 0 & !won"
agents: {ann: {sees: [won]}}
actions:
  blow(x in 1..2): {when: "t = 0 & (x = 1 | s = 2)", then: {t: x}, seen: {}}
  guess(y in 1..2): {by: ann, when: "t > 0", then: {won: y = s}}
`, `plan: won
by: ann
after: blow(_)`, "2, 3/2"},
		// The same of outcomes of a joint step: s = 1 is as likely as s = 2.
		"chances of outcomes that have happened": {`
recall: perfect
steps: joint
vars: {s: 1..2, t: 0..3, won: bool}
init: "t = 0 & !won"
agents: {ann: {sees: [won]}, air: {sees: []}}
actions:
  look: {by: ann, when: "t = 0"}
  guess(y in 1..2): {by: ann, when: "t > 0", then: {won: y = s}}
  blow: {by: air, outcome: x in 1..3, given: "x = 1 | t = 0 & s = 2", then: {t: "if t = 0 then x else t"}}
`, `plan: won
by: ann
cost: {guess: 1}
after: look`, "2, 3/2"},
		// bob does not see which of them ann did, and who remembers what he saw does not know s then.
		"moves that one of two sees": {`
recall: perfect
vars: {s: 1..2, told: bool}
init: "!told"
agents: {ann: {sees: [told]}, bob: {sees: [told]}}
actions:
  one: {by: ann, then: {told: s = 1}, seen: {}}
  two: {by: ann, then: {told: s = 2}, seen: {}}
`, `plan: "KV{bob} s"
by: [ann, bob]`, "ann, bob plan together only if all of them see the same; bob does not see all that the others do; this happens in the reachable state s = 1, told = false"},
		// bob does not see which of them it was, and knows by what he saw before.
		"moves that one of two sees and both know": {`
recall: perfect
vars: {n: 0..2}
init: "n < 2"
agents: {ann: {sees: [n]}, bob: {sees: [n]}}
actions:
  one: {by: ann, when: n = 0, then: {n: 2}, seen: {}}
  two: {by: ann, when: n = 1, then: {n: 2}, seen: {}}
`, `plan: n = 2
by: [ann, bob]`, "1, 1"},
		// What ann knows is asked among the histories in which that has happened, and what eve knows among all.
		"what has happened unseen": {`
recall: perfect
vars: {s: bool}
agents: {ann: {sees: []}, eve: {sees: []}}
actions: {look: {by: ann}}
`, `plan: "K{ann} s"
by: ann
after: "?s"`, "0, 0"},
		"what has happened unseen, and what others know": {`
recall: perfect
vars: {s: bool}
agents: {ann: {sees: []}, eve: {sees: []}}
actions: {look: {by: ann}}
`, `plan: "K{ann} s & !K{eve} s"
by: ann
after: "?s"`, "ann cannot see that this has happened, which has to be seen where the goal or an action asks for more than what those who plan know; this happens in the reachable state s = false"},
		// To ask for 1 first takes 13/8 steps on average and 3 in the worst case.
		"the best of the plans within a bound": {`
recall: perfect
vars: {s: 1..4, w: 1..5, told: bool}
init: "!told & (s != 1 -> w = 1)"
agents: {ann: {sees: [told]}}
actions:
  ask(x in 1..4): {by: ann, then: {told: s = x}}
  halve: {by: ann, then: {told: s <= 2}}
`, `plan: KV{ann} s
by: ann
within: 2`, "2, 2"},
		// Behind x, z leads back to where the plan is already: that it is of no use there says nothing of plans that begin behind x.
		"steps that cost nothing, to and fro": {`
recall: perfect
vars: {at: 0..3}
init: at < 2
agents: {ann: {sees: [at]}}
actions:
  x: {by: ann, when: at = 0, then: {at: 1}}
  z: {by: ann, when: at = 1, then: {at: 0}}
  y: {by: ann, when: at = 0, then: {at: 2}}
  w: {by: ann, when: at = 1, then: {at: 2}}
  far: {by: ann, when: at = 0, then: {at: 3}}
  on: {by: ann, when: at = 3, then: {at: 2}}
`, `plan: at = 2
by: ann
cost: {y: 9, w: 9, far: 2, on: 3}`, "5, 5"},
		// ann has no moves, and which of two steps it is eve chooses: there is a worst case, and no mean, which is refused where it
		// is asked for, among states and among histories.
		"joint steps of others alone": {others, `plan: "t = 1 & !K{nob} false"
by: ann`, "1, "},
		"joint steps of others alone, and a mean": {others, `plan: "t = 1 & !K{nob} false"
by: ann
mean: 1`, "there is no mean, since not everything is a matter of chance: other agents, or what comes of a step, leave a choice; this happens in the reachable state t = 0, y = 0"},
		"joint steps of others alone, among states": {others, `plan: t = 1
by: ann
mean: 1`, "there is no mean, since not everything is a matter of chance: other agents, or what comes of a step, leave a choice; this happens in the reachable state t = 0, y = 0"},
		"joint steps of one other move": {others, `plan: "t = 2 & !K{nob} false"
by: ann
after: _`, "1, 1"},
		// A step whose owner has no value is nobody's, and as likely for all of its arguments.
		"an owner who is none": {nobodys, `plan: t = 2
by: ann`, "3, 5/2"},
		"an owner who is none, among histories": {nobodys, `plan: "t = 2 & !K{eve} false"
by: ann`, "3, 5/2"},
		"an owner without a value": {strings.Replace(nobodys, "by: who", "by: if 1 / s > 0 then ann else eve", 1), `plan: t = 2
by: ann`, "3, 5/2"},
		"an owner who is none, after a step": {nobodys, `plan: t = 2
by: ann
after: dice(_)`, "2, 3/2"},
		"an owner who may be none": {strings.Replace(nobodys, "who = none", "who != ann", 1), `plan: t = 2
by: ann
mean: 5 / 2`, "there is no mean, since not everything is a matter of chance: dice is chosen by somebody else; this happens in the reachable state s = 0, t = 0, who = eve"},
		// ann is the one who may own all steps, and does not.
		"an owner who is none or plans": {strings.Replace(nobodys, "eve: {sees: []}", "", 1), `plan: t = 2
by: ann`, "3, 5/2"},
		"steps that cost much": {`
recall: perfect
vars: {s: 1..8, shown: 0..8}
init: "shown = 0"
agents: {ann: {sees: [shown]}}
actions: {ask(x in 1..8): {by: ann, then: {shown: "if s = x then x else 0"}}}
`, `plan: KV{ann} s
by: ann
cost: {ask: 1_000_000}
worst: 7_000_000`, "7000000, "},
		"more than can be counted": {`
recall: perfect
vars: {n: 0..1100}
init: "n = 0"
agents: {ann: {sees: [n]}}
actions: {inc: {by: ann, when: "n < 1100", then: {n: n + 1}}}
`, `plan: n = 1100
by: ann
cost: {inc: 1_000_000}`, "unknown"},
	} {
		t.Run(name, func(t *testing.T) {
			chk := parse(t, document(test.document, test.question)).Checks[0]
			a, err := Lazy(chk.Model, nil, chk.Runs, Options{}).Check(context.Background(), chk)
			if got := inPlan(a, err); got != test.want {
				t.Fatalf("%s, want %s", got, test.want)
			}
			if err == nil && a.Run != nil {
				if err := replayed(replay.NewReplayer(chk.Model, explicit.Options{}), chk, a); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

// inPlan is an answer about plans in short.
func inPlan(a *verdict.Answer, err error) string {
	switch {
	case err != nil:
		return err.Error()
	case a.Verdict == verdict.Unknown:
		return "unknown"
	}
	number := func(b *verdict.Bounds) string {
		switch {
		case b == nil:
			return ""
		case b.None:
			return "none"
		}
		return b.Lower.RatString()
	}
	return fmt.Sprintf("%s, %s", number(a.Plan.Worst), number(a.Plan.Mean))
}
