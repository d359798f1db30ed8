package ispl

import (
	"strings"
	"testing"

	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
)

// TestReadable looks for what somebody would write, and for what nobody would.
func TestReadable(t *testing.T) {
	var errs source.List
	d := Import(source.NewFile("lights.ispl", `Agent Environment
  Vars: light : {red, green, dark}; n : 0..3; b : boolean; end Vars
  Actions = {on, off};
  Protocol:
    light = red or light = green : {off};
    light = dark : {on, off};
    Other : {on};
  end Protocol
  Evolution: light = dark if Action = off and !(n < 2); end Evolution
end Agent
Agent Bob
  Vars: y : boolean; end Vars
  Actions = {nod, shake};
  Protocol: y = true : {nod}; Other : {shake}; end Protocol
  Evolution: y = true if y = false and (Action = nod and Environment.Action = on); end Evolution
end Agent
Agent Bill
  Vars: y : boolean; end Vars
  Actions = {nod, shake};
  Protocol: Other : {nod, shake}; end Protocol
  Evolution: y = true if Action = nod; end Evolution
end Agent
Evaluation odd if Environment.n = 1 or Environment.n = 3; end Evaluation
InitStates (Environment.light = red or Environment.light = green or Environment.light = dark) and Environment.n = 0; end InitStates
Formulae AG odd; end Formulae
`), &errs)
	if err := errs.Err(); err != nil {
		t.Fatal(err)
	}
	text := document.Write(d)
	for _, want := range []string{
		"act = off -> light in {red, green, dark}", // never written: it is true
		"odd: n in {1, 3}",
		"  common_action: \"[nod, shake]\"",
		"n >= 2",
		"!Bob_y & act = nod & does{Environment(on)} | Bob_y",
		"init: n = 0\n",
	} {
		if strings.HasPrefix(want, "act = off") == strings.Contains(text, want) {
			t.Errorf("%q is not as it should be:\n%s", want, text)
		}
	}
	if strings.Contains(text, "!(") {
		t.Errorf("a negation that could be smaller:\n%s", text)
	}
}
