package certificate_test

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/certificate"
	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/internal/certify"
	"github.com/epibdd/epibdd/spec"
)

const diary = `
vars: {x: bool, n: 0..2}
init: "!x & n = 0"
agents: {ann: {sees: n}, bob: {sees: []}}
recall: perfect
actions:
  flip(v in bool): {when: n < 2, then: {x: v, n: n + 1}, seen: {ann: v}}
check:
  - {id: remembers, formula: "AX AX KW{ann} x", expect: holds}
  - {id: does-not, formula: "AX AX KW{bob} x", expect: fails}
  - {id: plays, count: "true", layer: 2, expect: 4}
  - {id: told, formula: "AX ([L{ann, bob} ?x] K{bob} x & <L{ann, bob} (?x ! ?!x)> !K{bob} x)", expect: fails}
  - {id: again, formula: "AX [(L{ann, bob} (?x | ?!x)){<= 2}] (K{bob} x | S{bob} !x)", expect: holds}
  - {id: asked, after: "L{ann, bob} ?!x", count: "K{bob} !x", layer: 1, expect: 1}
`

const clock = `
vars: {x: bool}
init: "!x"
agents: {ann: {sees: []}}
recall: clock
actions:
  flip: {then: {x: "!x"}}
check:
  - {id: always, formula: "AG KW{ann} x", expect: holds}
  - {id: once, formula: "AG K{ann} !x", expect: fails}
`

// Certificates about memory, with one thing changed.
func TestWrongMemories(t *testing.T) {
	suite := append(load(t, "diary.yaml", diary).Checks, load(t, "clock.yaml", clock).Checks...)
	written := map[string][]byte{}
	for _, c := range suite {
		var b bytes.Buffer
		if err := certificate.Write(t.Context(), &b, c, expected(c), encode.Options{}); err != nil {
			t.Fatalf("%s: %v", c.Label, err)
		}
		if err := check(t.Context(), c, b.Bytes()); err != nil {
			t.Errorf("%s: %v\n%q", c.Label, err, &b)
		}
		written[c.Label] = b.Bytes()
	}
	for _, change := range []struct{ check, old, new, reason string }{
		{"remembers", `(?m)^record 0$`, "record", "what ann remembers is something else"},
		{"remembers", `(?m)^o(\d+) #1 worlds$`, "o${1} #7 worlds", "something leads into the set from outside"},
		{"remembers", `(?m)^o(\d+) record flip\[true\] \[\]$`, "o${1} record flip[maybe] []", "it is not said what is recorded of record flip"},
		{"plays", `(?m)^record 2$`, "record", "what history remembers is something else"},
		{"plays", "verdict 4", "verdict 3", "there are 4, not 3"},
		{"told", `(?m)^o(\d+) #1 @1\.0 worlds$`, "o${1} #1 @1.7 worlds", "there is no set for #1 @1.0 worlds"},
		{"asked", "verdict 1", "verdict 2", "there are 1, not 2"},
		{"always", `(?m)^o(\d+) #2=0 worlds$`, "o${1} #2=1 worlds", "a step leads out of the worlds"},
		{"always", `(?m)^o(\d+) #2=0 worlds$`, "o${1} #2 words", "something leads into the set from outside"},
	} {
		c := suite[slices.IndexFunc(suite, func(c *spec.Check) bool { return c.Label == change.check })]
		text := regexp.MustCompile(change.old).ReplaceAll(written[change.check], []byte(change.new))
		if bytes.Equal(text, written[change.check]) {
			t.Errorf("%s has no %s:\n%q", change.check, change.old, text)
		} else if err := check(t.Context(), c, text); err == nil || !strings.Contains(err.Error(), change.reason) {
			t.Errorf("%s with %q for %q: %v, want %q", change.check, change.new, change.old, err, change.reason)
		}
	}
}

// What is asked of agents who did not learn of a knowledge action has no answer.
func TestUninformed(t *testing.T) {
	const secret = `
vars: {x: bool}
agents: {ann: {sees: []}, bob: {sees: []}}
check:
  - {id: a, formula: "[L{ann} ?x] K{bob} x"}
  - {id: b, formula: "[L{ann} ?x] [L{ann, bob} ?x] x"}
  - {id: c, formula: "[L{ann, bob} (L{ann} ?x | ?!x)] D{ann, bob} x"}
`
	for i, c := range load(t, "secret.yaml", secret).Checks {
		reason, open := certify.Uncovered(certificate.Write(t.Context(), &bytes.Buffer{}, c, certify.Answer{Holds: true}, encode.Options{}))
		if (i < 2) != (open && strings.Contains(reason, "did not learn")) {
			t.Errorf("%s: %q", c.ID, reason)
		}
	}
}

// Whether there is a choice of names is seen, though what it shows be hidden.
func TestHiddenChoices(t *testing.T) {
	const hidden = `
vars: {s: set 0..1, q: bool}
agents: {ann: {sees: "7 for x in s if q"}}
check:
  - {id: knows, formula: "KV{ann} s", at: "!q", expect: holds}
  - {id: knows-q, some: "KV{ann} q", expect: holds}
  - {id: not-q, formula: "KV{ann} q", expect: fails}
`
	certifiedAlone(t, "hidden.yaml", hidden)
}

// A layer that is an earlier one, with what is remembered in other bits, and steps of which their owner and those who are
// shown something are told the same: that they happened.
func TestWhatIsRecorded(t *testing.T) {
	certifiedAlone(t, "again.yaml", `
vars: {x: bool, who: "Agent?"}
agents: {ann: {}}
actions:
  stay: {when: "!x"}
  go(a in Agent): {when: who = a, then: {x: "true", who: none}}
recall: perfect
check:
  - {id: again, formula: "K{ann} x", layer: 2, expect: fails}
  - {id: later, formula: "AG (x -> K{ann} x)", expect: fails}
`)
	certifiedAlone(t, "owner.yaml", `
vars: {who: Agent}
agents: {ann: {}, bob: {}}
actions:
  call: {}
  show: {by: who, seen: {all: []}}
recall: perfect
check:
  - {id: owner, formula: "K{ann} who = ann | K{ann} who = bob", layer: 2, expect: fails}
  - {id: nobody, formula: "!KW{ann} (who = ann)", layer: 2, expect: holds}
`)
}

// A layer from which no joint step leads on has no choices.
func TestGamesThatEnd(t *testing.T) {
	certifiedAlone(t, "over.yaml", `
vars: {s: 0..1}
init: s = 0
agents: {ann: {sees: [s]}}
steps: joint
actions:
  go: {by: ann, when: s = 0, then: {s: 1}}
recall: perfect
check:
  - {id: ends, formula: "<<ann; uniform>> F s = 1", expect: holds}
  - {id: stays, formula: "<<ann; uniform>> G s = 0", expect: fails}
`)
}

// A move that is not possible loses also where nothing is known of what comes after others.
func TestImpossibleMovesAtTheLastLayer(t *testing.T) {
	certifiedAlone(t, "impossible.yaml", `
vars: {s: bool, n: 0..50}
init: n = 0
agents: {ann: {sees: []}}
actions:
  left: {by: ann, when: "s & n < 50", then: {n: n + 1}}
  right: {by: ann, when: "!s & n < 50", then: {n: n + 1}}
recall: clock
check:
  - {id: stays, formula: "<<ann; uniform: subjective>> G n < 50", expect: fails}
`)
}
