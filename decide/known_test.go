package decide

import (
	"strconv"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/explicit"
)

// Answers worked out by hand to questions that random ones rarely ask: each was wrong under a
// change of one line that no other test noticed. Diagrams and enumeration give them both.
func TestKnownAnswers(t *testing.T) {
	for _, c := range []struct{ about, model, question, want string }{
		{
			"the second write of a cell counts where the first is elsewhere",
			"vars: {x: array 0..1 of 0..2, a: 0..1, b: 0..1}\ninit: x[0] = 0 & x[1] = 0\n" +
				"actions: {write: {when: \"a != b & x[0] = 0\", then: {\"x[a]\": 1, \"x[b]\": 2}}}",
			"count: true", "6",
		},
		{
			"and gives the value where the first is not",
			"vars: {x: array 0..1 of 0..2, a: 0..1, b: 0..1}\ninit: x[0] = 0 & x[1] = 0\n" +
				"actions: {write: {when: \"a != b & x[0] = 0\", then: {\"x[a]\": 1, \"x[b]\": 2}}}",
			"formula: AG (x[0] > 0 -> x[a] = 1 & x[b] = 2)", "holds",
		},
		{
			"two equal writes are one",
			"vars: {x: array 0..1 of 0..2, a: 0..1, b: 0..1}\ninit: x[0] = 0 & x[1] = 0\n" +
				"actions: {write: {when: \"x[0] = 0 & x[1] = 0\", then: {\"x[a]\": 1, \"x[b]\": 1}}}",
			"count: true", "8",
		},
		{
			"two others are an error",
			"vars: {x: array 0..1 of 0..2, a: 0..1, b: 0..1}\ninit: x[0] = 0 & x[1] = 0\n" +
				"actions: {write: {when: \"x[0] = 0 & x[1] = 0\", then: {\"x[a]\": 1, \"x[b]\": 2}}}",
			"formula: AX true", "error",
		},
		{
			"an effect whose condition has no value is an error",
			"vars: {x: 0..1, y: 0..1}\ninit: y = 0 & x = 0\n" +
				"actions: {write: {then: {\"x for i in 0..0 if 1 / y = 1\": 1}}}",
			"formula: AX true", "error",
		},
		{
			"a run that ends is content with G, for a coalition too",
			joinToOne, "formula: \"<<ann>> G n <= 1\"", "holds",
		},
		{
			"under ispl it is none",
			joinToOne, "runs: ispl\nformula: \"<<ann>> G n <= 1\"", "fails",
		},
		{
			"a fair run meets each condition again and again",
			"vars: {n: 0..3}\ninit: n = 0\nfairness: [n = 1 | n = 3]\n" +
				"actions: {on: {when: n < 3, then: {n: n + 1}}, stay: {when: n >= 2}}",
			"formula: EG n < 3", "fails",
		},
	} {
		chk := parse(t, document(c.model, c.question)).Checks[0]
		a, err := checkers{}.of(t, chk).Check(t.Context(), chk)
		got := "error"
		if err == nil {
			got = inShort(a, chk.Kind)
		}
		if got != c.want {
			t.Errorf("%s: diagrams say %s, %v, want %s", c.about, got, err, c.want)
		}
		got = "error"
		s, err := explicit.New(chk.Model, chk.Runs, explicit.Options{})
		if err == nil {
			var found explicit.Answer
			if found, err = s.Check(chk); err == nil {
				got = map[bool]string{true: "holds", false: "fails"}[found.Holds]
				if strings.HasPrefix(c.question, "count") {
					got = strconv.Itoa(found.Count)
				}
			}
		}
		if got != c.want {
			t.Errorf("%s: enumeration says %s, %v, want %s", c.about, got, err, c.want)
		}
	}
}

const joinToOne = "vars: {n: 0..1}\ninit: n = 0\nsteps: joint\nagents: {ann: {sees: n}}\nactions: {go: {by: ann, when: n < 1, then: {n: n + 1}}}"
