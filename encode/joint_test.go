package encode

import (
	"errors"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/spec"
)

// TestFaultsOfJointSteps looks at what goes wrong only because of what others do,
// or only if nobody is in the way.
func TestFaultsOfJointSteps(t *testing.T) {
	for name, c := range map[string]struct{ actions, want string }{
		"two values for a cell": {
			"up: {by: ann, then: {x: 1}}\n  down: {by: bob, then: {x: 0}}\n  rest: {by: ann}", "x becomes 1 by up and 0 by down",
		},
		"the same value": {"up: {by: ann, then: {x: 1}}\n  on: {by: bob, then: {x: 1}}", ""},
		"never together": {
			"up: {by: ann, when: x = 0, then: {x: 1}}\n  down: {by: bob, when: x = 1, then: {x: 0}}\n  rest(a in Agent): {by: a, given: \"does{up} -> a = bob\"}", "",
		},
		"an effect that is blocked":     {"up: {by: ann, then: {x: x + 3}}\n  on: {by: bob, when: x = 1}", ""},
		"an effect":                     {"up: {by: ann, then: {x: x + 3}}\n  on: {by: bob, when: x = 0}", "3 is not a value"},
		"an effect with others":         {"up: {by: ann, then: {x: \"if does{on} then 2 else 3\"}}\n  on: {by: bob}\n  off: {by: bob}", "3 is not a value"},
		"a guard, though bob is stuck":  {"up: {by: ann, when: 2 / x = 1}\n  on: {by: bob, when: false}", "division by 0"},
		"what is given":                 {"up: {by: ann, outcome: k in 0..2, given: 2 / k > x}\n  on: {by: bob}", "division by 0"},
		"what is given, bob stuck":      {"up: {by: ann, outcome: k in 0..2, given: 2 / k > x}\n  on: {by: bob, when: x = 2}", ""},
		"what is given after a falsity": {"up: {by: ann, outcome: k in 0..2, given: [k > 0, 2 / k > x]}\n  on: {by: bob}", ""},
		"an outcome":                    {"up: {by: ann, outcome: k in 0..2, then: {x: x + k + 1}}\n  on: {by: bob}", "3 is not a value"},
		"an outcome that is impossible": {"up: {by: ann, outcome: k in 0..2, given: x + k < 2, then: {x: x + k + 1}}\n  on: {by: bob}", ""},
	} {
		suite, err := spec.Parse("faults.yaml", "vars: {x: 0..2}\ninit: x = 0\nagents: {ann: {}, bob: {}}\nsteps: joint\nactions:\n  "+c.actions+"\n")
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		s := build(t, suite.Models[0])
		err = s.Fault(s.Steps().Reach(s.Init(), nil))
		var fault *FaultError
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", name, err)
		case c.want != "" && (!errors.As(err, &fault) || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
		if _, err := explicit.New(suite.Models[0], "", explicit.Options{}); (err == nil) != (c.want == "") {
			t.Errorf("%s, by enumeration: %v", name, err)
		}
		if err := s.sane(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
