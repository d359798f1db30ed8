package document

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/epibdd/epibdd/spec/source"
)

// Line ends of a file stay as they are, and a last line needs none.
func TestAcceptKeepsLineEnds(t *testing.T) {
	holds := []Expectation{{"a", []KeyText{{"expect", "holds"}}}}
	for _, c := range []struct{ text, want string }{
		{"check:\r\n  - id: a\r\n    formula: x # b\r\n", "check:\r\n  - id: a\r\n    formula: x # b\r\n    expect: holds\r\n"},
		{"check:\n- id: a\n  formula: x", "check:\n- id: a\n  formula: x\n  expect: holds"},
		{"check: [{id: a, formula: x}]", "check: [{id: a, formula: x, expect: holds}]"},
		{"check:\n  - expect: \"fails\" # no\n    id: a\n    formula: x\n", "check:\n  - expect: holds # no\n    id: a\n    formula: x\n"},
		{"check:\n  - {id: a,\n     formula: x,\n    }\n", "check:\n  - {id: a,\n     formula: x, expect: holds,\n    }\n"},
		{"check:\n  - id: a\n    formula: forall x in y: z\n", "check:\n  - id: a\n    formula: forall x in y: z\n    expect: holds\n"},
	} {
		got, err := Accept(source.NewFile("a.yaml", c.text), holds)
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
	}
	if _, err := Accept(source.NewFile("a.yaml", "check: [{id: b, formula: x}]"), holds); err == nil {
		t.Error("a check that is not there is accepted")
	}
}
