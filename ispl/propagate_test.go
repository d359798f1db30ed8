package ispl

import (
	"strings"
	"testing"

	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
)

// Lines exclude one another however large what they read is, where their text says so.
func TestLinesThatExcludeEachOther(t *testing.T) {
	for _, c := range []struct {
		lines, want string // of x; a choice where it has an outcome
	}{
		{"x = true if a <> b; x = false if !(a <> b);", "x: a != b"},
		{"x = true if a = b; x = false if a <> b;", "x: a = b"},
		{"x = true if a < b; x = false if a >= b;", "x: a < b"},
		{"x = true if y = true and a = b; x = false if y = false and a = b;", "x: y & a = b | !(!y & a = b) & x"},
		{"x = true if a = b or c = d; x = false if !(d < 0) and !(c = d or a = b);", "x: a = b | c = d | !(d >= 0 & !(c = d | a = b)) & x"},
		{"x = true if a = b and c = d; x = false if a <> b or c <> d;", "x: a = b & c = d"},
		{"x = true if a = b and c = d; x = false if !(a = b) and c = d; x = y if c <> d;", "x: a = b & c = d | !(a != b & c = d) & y"},
		{"x = true if a = b; x = false if c = d;", "outcome: x_line in 0..2"},
		{"x = true if a = b or c = d; x = false if !(a = b);", "outcome: x_line in 0..2"},
	} {
		var errs source.List
		d := Import(source.NewFile("lines.ispl", `Semantics = SA;
Agent Walker
  Vars: x : boolean; y : boolean; a : 0..99; b : 0..99; c : 0..99; d : 0..99; end Vars
  Actions = {go};
  Protocol: Other : {go}; end Protocol
  Evolution: `+c.lines+` end Evolution
end Agent
Evaluation p if Walker.x = true; end Evaluation
InitStates Walker.x = true; end InitStates
Formulae AG p; end Formulae
`), &errs)
		if err := errs.Err(); err != nil {
			t.Fatal(err)
		}
		if text := document.Write(d); !strings.Contains(text, c.want) {
			t.Errorf("%s\nshould be %s:\n%s", c.lines, c.want, text)
		}
	}
}
