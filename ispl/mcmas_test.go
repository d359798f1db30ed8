package ispl

import (
	"strings"
	"testing"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/verdict"
)

// differing are the models of docs/language.md on which MCMAS answers otherwise, or one could think so.
var differing = map[string]string{
	"overflow": `Agent P
  Vars: x : 0..1; end Vars
  Actions = {stay, up};
  Protocol: Other : {stay, up}; end Protocol
  Evolution: x = x + 1 if Action = up; end Evolution
end Agent
Evaluation two if P.x > 1; end Evaluation
InitStates P.x = 1; end InitStates
Groups p = {P}; end Groups
Formulae <p> X two; end Formulae
`,
	"unfair step": `Agent P
  Vars: n : 0..2; end Vars
  Actions = {a, b};
  Protocol: Other : {a, b}; end Protocol
  Evolution: n = 1 if n = 0 and Action = a; n = 2 if n = 0 and Action = b; end Evolution
end Agent
Evaluation zero if P.n = 0; one if P.n = 1; end Evaluation
InitStates P.n = 0; end InitStates
Fairness one; end Fairness
Formulae A(zero U one); AF one; end Formulae
`,
	"unfair strategy": `Agent P
  Vars: b : boolean; end Vars
  Actions = {set, clear};
  Protocol: Other : {set, clear}; end Protocol
  Evolution: b = true if Action = set; b = false if Action = clear; end Evolution
end Agent
Evaluation b if P.b = true; never if P.b = true and P.b = false; end Evaluation
InitStates P.b = true; end InitStates
Groups p = {P}; end Groups
Fairness b; end Fairness
Formulae <p> F never; <p> G b; end Formulae
`,
	"two beginnings": `Agent Environment
  Vars: heads : boolean; won : boolean; end Vars
  Actions = {none};
  Protocol: Other : {none}; end Protocol
  Evolution: won = true if (heads = true and P.Action = heads) or (heads = false and P.Action = tails); end Evolution
end Agent
Agent P
  Vars: null : boolean; end Vars
  Actions = {heads, tails};
  Protocol: Other : {heads, tails}; end Protocol
  Evolution: null = true if null = true; end Evolution
end Agent
Evaluation won if Environment.won = true; end Evaluation
InitStates Environment.won = false and P.null = true; end InitStates
Groups p = {P}; end Groups
Formulae <p> X won; end Formulae
`,
}

// TestWhereMCMASAnswersOtherwise holds what docs/language.md says of them to fixpoints and
// enumeration: what is true here, where MCMAS computes the contrary.
func TestWhereMCMASAnswersOtherwise(t *testing.T) {
	for _, c := range []struct {
		model, formula string
		holds          bool
	}{
		{"overflow", "", false},                          // <p> X two: MCMAS true, by the choice up, which no step follows
		{"unfair step", "", true},                        // A(zero U one): MCMAS false
		{"unfair step", "AF (P_n = 1)", true},            // as there
		{"unfair strategy", "", true},                    // <p> F never: as there, by a strategy that no fair run follows
		{"unfair strategy", "<<P>> G b", true},           // as there
		{"two beginnings", "", true},                     // <p> X won, as there with -atlk 0
		{"two beginnings", "<<P; uniform>> X won", true}, // MCMAS -uniform: false, one strategy for both initial states
		{"two beginnings", "<<P; uniform: subjective>> X won", false},
	} {
		text := document.Write(imported(t, "differs.ispl", differing[c.model]))
		if c.formula != "" {
			before, _, _ := strings.Cut(text, "\ncheck:")
			formula := strings.ReplaceAll(c.formula, "P_n", "n")
			text = before + "\ncheck: [{id: asked, formula: \"" + formula + "\"}]\n"
		}
		d, errs := (&document.Loader{}).Load(source.NewFile("asked.yaml", text))
		if err := errs.Err(); err != nil {
			t.Fatalf("%s: %v\n%s", c.model, err, text)
		}
		suite := resolved(t, d)
		s, err := explicit.New(suite.Models[0], "", explicit.Options{})
		if err != nil {
			t.Fatal(err)
		}
		by, err := s.Check(suite.Checks[0])
		if got := answers(t, suite)[0].Verdict == verdict.Holds; err != nil || got != c.holds || by.Holds != c.holds {
			t.Errorf("%s, %s: %v by fixpoints, %v by enumeration, %v", c.model, suite.Checks[0].Text, got, by.Holds, err)
		}
	}
}
