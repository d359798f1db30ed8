package ispl

import (
	"strings"
	"testing"

	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/verdict"
)

// climb counts up to 3, where the step leaves the range and so is none.
const climb = `Agent Environment
  Vars: x : 0..3; end Vars
  Actions = {go};
  Protocol: Other : {go}; end Protocol
  Evolution: x = x + 1 if Action = go; end Evolution
end Agent
Agent Bob
  Vars: y : boolean; end Vars
  Actions = {nod};
  Protocol: Other : {nod}; end Protocol
  Evolution: y = true if Action = nod; end Evolution
end Agent
Evaluation low if Environment.x < 0; top if Environment.x = 3; end Evaluation
InitStates Environment.x = 0; end InitStates
Formulae AF low; AF top; AG (low -> K(Bob, low)); LTL F low; LTL G !low; CTL* E (F top); end Formulae
`

// Where MCMAS says nothing of what is odd there are warnings, and its verdicts.
func TestWarnings(t *testing.T) {
	const leaving = "this may leave the range of x, which is a number of 0..3"
	const ended = "no step is possible in some reachable states"
	const passed = "a run that ends, where no step is possible"
	const nowhere = "no state satisfies all initial conditions"
	cases := []struct {
		name, text string
		imported   string // the warning of the import; empty: none
		verdicts   []verdict.Verdict
		asked      []string // the warning of each formula
	}{
		{"ends", climb, leaving, []verdict.Verdict{"holds", "holds", "holds", "holds", "holds", "fails"}, []string{ended, "", "", passed, "", ""}},
		{"goes on", strings.Replace(climb, "if Action = go", "if Action = go and x < 3", 1), "", []verdict.Verdict{"fails", "holds", "holds", "fails", "holds", "holds"}, []string{"", "", "", "", "", ""}},
		{"starts nowhere", strings.Replace(climb, "Environment.x = 0;", "Environment.x = 0 and Environment.x = 1;", 1), leaving,
			[]verdict.Verdict{"holds", "holds", "holds", "holds", "holds", "holds"}, []string{nowhere, nowhere, nowhere, nowhere, nowhere, nowhere}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			var errs source.List
			d := Import(source.NewFile("climb.ispl", c.text), &errs)
			if err := errs.Err(); err != nil {
				t.Fatal(err)
			}
			expectWarning(t, errs.Warnings(), c.imported, "x + 1")
			suite := resolved(t, d)
			for i, a := range answers(t, suite) {
				if a.Verdict != c.verdicts[i] {
					t.Errorf("formula %d %s, want %s", i+1, a.Verdict, c.verdicts[i])
				}
				expectWarning(t, a.Warnings, c.asked[i], map[string]string{ended: "AF low", passed: "F low", nowhere: "Environment.x = 1"}[c.asked[i]])
			}
		})
	}
}

// expectWarning wants one warning that says something about a piece of the text,
// or none where it is to say nothing.
func expectWarning(t *testing.T, got []source.Diagnostic, says, at string) {
	t.Helper()
	switch {
	case says == "" && len(got) == 0:
	case says == "" || len(got) != 1:
		t.Errorf("warnings %v, want %q", got, says)
	case !strings.Contains(got[0].Message, says) || !strings.Contains(got[0].Span.Text(), at) || got[0].Span.File.Name != "climb.ispl":
		t.Errorf("%s, want %q at %q", got[0].Error(), says, at)
	}
}
