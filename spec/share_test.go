package spec_test

import (
	"strings"
	"testing"

	"github.com/epibdd/epibdd/spec"
)

// What is no share, and where shares are not asked for, is an error that says so.
func TestSharesThatAreNone(t *testing.T) {
	const model = `
vars: {x: 0..2}
agents: {ann: {sees: []}}
actions: {go: {by: ann, when: x < 2, then: {x: x + 1}}}
recall: perfect
`
	for question, says := range map[string]string{
		"formula: share{ann}(x = 0) >= 50":                          "a share is a number from 0 to 1",
		"formula: share{ann}(x = 0) >= 3/2":                         "a share is a number from 0 to 1",
		"formula: share{ann}(x = 0) >= 1/0":                         "division by 0",
		"formula: share{ann}(x) >= 1/2":                             "a formula is expected",
		"formula: share{bob}(x = 0) >= 1/2":                         `unknown agent "bob"`,
		"plan: share{ann}(x = 2) >= 1/2":                            "the goal of a plan cannot ask for shares",
		"define: {share: x}\ncheck:\n  - formula: share(x = 0) = 1": "share",
	} {
		text := model + "check:\n  - id: q\n    " + question + "\n"
		if strings.HasPrefix(question, "define") {
			text = model + question + "\n"
		}
		_, err := spec.Parse("t.yaml", text)
		if err == nil {
			t.Errorf("%s is read", question)
		} else if !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v, which does not say %q", question, err, says)
		}
	}
}
