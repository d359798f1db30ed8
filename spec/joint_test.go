package spec_test

import (
	"strings"
	"testing"

	"github.com/epibdd/epibdd/spec"
)

const jointBase = `
vars: {x: 0..3, y: bool}
init: x = 0
agents: {ann: {sees: [x]}, bob: {sees: [y]}, "i in 1..2": {}}
define: {flips: "does{flip}"}
`

func TestMoversAreThoseWhoOwnActions(t *testing.T) {
	m := load(t, jointBase+`
steps: joint
actions:
  go(i in 1..2, to in 0..3): {by: i}
  flip: {by: ann}
  turn(b in bool): {by: "if b then ann else bob"}
`).Models[0]
	var got []string
	for _, mv := range m.Movers {
		for _, c := range mv.Choices {
			got = append(got, mv.Agent.Name.String()+": "+spec.Move{Action: c.Action, Args: c.Args}.String())
		}
	}
	want := "ann: flip, ann: turn(true), bob: turn(false), 1: go(1, _), 2: go(2, _)"
	if strings.Join(got, ", ") != want {
		t.Errorf("%s, want %s", strings.Join(got, ", "), want)
	}
}

func TestWrongJointStepsAreRefused(t *testing.T) {
	for name, c := range map[string]struct{ text, message string }{
		"no owner":               {"steps: joint\nactions: {flip: {}}", "every action has an owner"},
		"an owner by the state":  {"steps: joint\nactions: {flip: {by: \"if y then ann else bob\"}}", "depends on its arguments alone"},
		"an owner who is nobody": {"steps: joint\nactions: {\"go(i in 1..3)\": {by: i}, flip: {by: ann}}", "go(3) has no owner that is an agent"},
		"does in a guard":        {"steps: joint\nactions: {flip: {by: ann, when: \"does{flip}\"}}", "only given and then may"},
		"does below a define":    {"steps: joint\nactions: {flip: {by: ann, when: flips}}", "flips asks what is done"},
		"does in init":           {"steps: joint\nactions: {flip: {by: ann}}\nfairness: \"does{flip}\"", "only given and then may"},
		"does in a formula":      {"steps: joint\nactions: {flip: {by: ann}}\ncheck: [{id: a, formula: \"AG does{flip}\"}]", "only given and then may"},
		"does about knowledge":   {"steps: joint\nrecall: clock\nactions: {flip: {by: ann, given: \"K{ann} does{flip}\"}}", "only given and then may"},
		"does of a sequence":     {"steps: joint\nactions: {flip: {by: ann, given: \"does{flip; flip}\"}}", "with |, & and some"},
		"does of a strange one":  {"steps: joint\nactions: {flip: {by: ann, given: \"does{flap}\"}}", "unknown action"},
		"does without joint":     {"actions: {flip: {then: {y: \"does{flip}\"}}}", "belongs to steps: joint"},
		"outcome without joint":  {"actions: {flip: {outcome: b in bool}}", "outcome and given belong to steps: joint"},
		"outcome in a guard":     {"steps: joint\nactions: {flip: {by: ann, outcome: b in bool, when: b}}", "unknown name \"b\""},
		"two at once":            {"actions: {flip: {}}\ncheck: [{id: a, formula: \"[flip & flip] y\"}]", "belongs to steps: joint"},
	} {
		text := jointBase
		if !strings.Contains(c.text, "joint") {
			text = strings.Replace(text, "define: {flips: \"does{flip}\"}\n", "", 1)
		}
		_, err := spec.Parse("wrong.yaml", text+c.text)
		if err == nil || !strings.Contains(err.Error(), c.message) {
			t.Errorf("%s: %v\nwant an error with %q", name, err, c.message)
		}
	}
}

// An outcome that hides a name is refused, and so is what is wrong besides.
func TestOutcomesHideNothing(t *testing.T) {
	for name, text := range map[string]string{
		"a variable":  "{vars: {x: bool}, init: x, steps: joint, agents: {ann: {}}, actions: {go: {by: ann, outcome: x in bool}}}",
		"a value":     "{types: {Msg: [drops, bye]}, vars: {x: Msg}, steps: joint, agents: {ann: {}}, actions: {go: {by: ann, outcome: drops in bool, given: drops}}}",
		"an argument": "{vars: {y: bool}, steps: joint, agents: {ann: {}}, actions: {\"go(x in bool)\": {by: ann, outcome: x in bool}}}",
		"an outcome":  "{vars: {y: bool}, steps: joint, agents: {ann: {}}, actions: {go: {by: ann, outcome: [x in bool, x in bool]}}}",
	} {
		_, err := spec.Parse("test.yaml", text)
		if err == nil || !strings.Contains(err.Error(), "would hide a") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
