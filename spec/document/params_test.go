package document

import (
	"strings"
	"testing"

	"github.com/epibdd/epibdd/spec/source"
)

var paramForms = []struct{ text, want string }{
	{"3", "3"},
	{"-3", "-3"},
	{"none", "none"},
	{"1..n", "1..n"},
	{"n + 1", "n + 1"},
	{"2S", "2S"},
	{"1 2 3", "[1, 2, 3]"},
	{" 1\t2 ", "[1, 2]"},
	{"true none x", "[true, none, x]"},
	{"2S | 3H 4S | AH 3S", "[[2S], [3H, 4S], [AH, 3S]]"},
	{"a |", "[[a], []]"},
	{"a | | b", "[[a], [], [b]]"},
	{"a mod b", "a mod b"},
	{"if a then b else c", "if a then b else c"},
	{"x in y", "x in y"},
	{"a | b & c", "a | b & c"},
	{"[a, [b c], []]", "[a, [[b, c]], []]"},
	{"[f(a, b), {c, d}]", "[f(a, b), {c, d}]"},
}

func TestParseAssignment(t *testing.T) {
	for _, test := range paramForms {
		p, errs := ParseAssignment("n=" + test.text)
		if err := errs.Err(); err != nil {
			t.Errorf("%s: %v", test.text, err)
			continue
		}
		if got := value(p.Value); p.Name.Name != "n" || got != test.want {
			t.Errorf("%s: %s = %s, not n = %s", test.text, p.Name.Name, got, test.want)
		}
	}
}

// TestParamsInDocuments reads the same texts from quotes.
func TestParamsInDocuments(t *testing.T) {
	for _, test := range paramForms {
		doc, errs := new(Loader).Load(source.NewFile("t.yaml", "params: {n: '"+test.text+"'}"))
		if err := errs.Err(); err != nil {
			t.Errorf("%s: %v", test.text, err)
			continue
		}
		if got := value(doc.Params[0].Value); got != test.want {
			t.Errorf("%s: %s, not %s", test.text, got, test.want)
		}
	}
	doc, errs := new(Loader).Load(source.NewFile("t.yaml", "params: {n: [[a, 1 2], [], x + 1]}"))
	if err := errs.Err(); err != nil {
		t.Fatal(err)
	}
	if got, want := value(doc.Params[0].Value), "[[a, [1, 2]], [], x + 1]"; got != want {
		t.Errorf("a list of YAML is %s, not %s", got, want)
	}
}

func TestAssignmentsRefused(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"n", "-p n:1:1: error: a parameter and its value are expected"},
		{"n= ", "-p n:1:1: error: a parameter and its value are expected"},
		{"n=1 +", "-p n:1:6: error:"},
		{"a, b=1", "-p a, b:1:1: error: one parameter is expected before ="},
		{"=1", "-p =1:1:1: error:"},
		{"n=[1", "-p n:1:3: error: a list ends with ]"},
		{"", `-p "":1:1: error: a parameter and its value are expected`},
		{"\x00=1", `-p "\x00":1:1: error: the character U+0000`},
		{"n=\x00", "the character U+0000"},
	} {
		_, errs := ParseAssignment(test.text)
		got := "nothing"
		if err := errs.Err(); err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, test.want) {
			t.Errorf("%q: said is %s, not %s", test.text, got, test.want)
		}
	}
}
