package ispl

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/source"
)

// lamp is a model without mistakes, into which the tests put one each.
const lamp = `Semantics = MA;
Agent Environment
  Obsvars:
    lit: boolean;
  end Obsvars
  Vars:
    power: 0..3;
    mode: {off, low, high};
  end Vars
  Actions = {none, drain};
  Protocol:
    power > 0: {none, drain};
    Other: {none};
  end Protocol
  Evolution:
    power = power - 1 if Action = drain;
    lit = true and mode = low if Ann.Action = press and lit = false;
  end Evolution
end Agent
Agent Ann
  Lobsvars = {mode};
  Vars:
    tired: boolean;
  end Vars
  RedStates:
    tired = true and Environment.mode = high;
  end RedStates
  Actions = {press, wait};
  Protocol:
    tired = false and Environment.lit = false: {press};
    Other: {wait};
  end Protocol
  Evolution:
    tired = true if Action = press;
  end Evolution
end Agent
Evaluation
  lit if Environment.lit = true;
  empty if Environment.power = 0;
end Evaluation
InitStates
  Environment.lit = false and Environment.power = 3 and Environment.mode = off and !(Ann.tired = true);
end InitStates
Groups
  g = {Ann, Environment};
end Groups
Fairness
  !empty or lit;
end Fairness
Formulae
  AG (lit -> K(Ann, !Ann.RedStates));
  LTL G F lit -> F K(Ann, lit);
  CTL* A (F E G lit and X X lit);
end Formulae
`

func TestMistakes(t *testing.T) {
	for _, c := range []struct{ old, new, at, say string }{
		{"lit = false;", "lit != false;", "17:61", "inequality is written <>"},
		{"power > 0: {", "lit: {", "12:8", "write lit = true"},
		{"Other: {none}", "Others: {none}", "13:11", "the keyword is Other"},
		{"power - 1", "powre - 1", "16:13", `did you mean "power"`},
		{"Action = drain", "Action = drian", "16:35", `did you mean "drain"`},
		{"Ann.Action = press and lit", "An.Action = press and lit", "17:34", `did you mean "Ann"`},
		{"lit = true and mode = low", "lit = true and lit = false", "17:20", "another assignment"},
		{"Semantics = MA", "Semantics = SA", "17:20", "assigns one variable"},
		{"Semantics = MA", "Semantics = M", "1:13", "MultiAssignment or SingleAssignment"},
		{"mode = low", "mode = lo", "17:27", `did you mean "low"`},
		{"Lobsvars = {mode}", "Lobsvars = {mode, lit}", "21:21", "every agent sees"},
		{"Environment.mode = high", "Environment.power = 1", "26:22", "add it to Lobsvars"},
		{"tired = false and", "tired = 0 and", "30:5", "compares boolean with a number"},
		{"Environment.lit = false: {press}", "Environment.mode < low: {press}", "30:23", "only numbers are compared"},
		{"Actions = {press, wait}", "Actions = {press, A}", "28:21", "words of the language cannot be names"},
		{"Actions = {press, wait}", "Actions = {}", "28:14", "the name of an action is expected"},
		{"Vars:\n    tired: boolean;\n", "Vars:\n", "20:7", "needs at least one variable"},
		{"power: 0..3", "power: 3..0", "7:12", "the range is empty"},
		{"power: 0..3", "power: 0..99999999999", "7:15", "numbers go from"},
		{"tired = true if Action = press;", "tired = true if Action <> press;", "34:28", "compared with = alone"},
		{"empty if Environment.power = 0", "empty if Ann.Action = press", "39:16", "only evolution lines may ask for actions"},
		{"Environment.power = 3", "Environment.power < 3", "42:49", "no relation but ="},
		{"Environment.power = 3", "Environment.power = 1 + 2", "42:51", "no arithmetic"},
		{"g = {Ann, Environment}", "g = {}", "45:8", "the name of an agent is expected"},
		{"!empty or lit;", "AF lit;", "48:3", "fairness is about states"},
		{"K(Ann, !Ann", "K(g, !Ann", "51:16", `no agent "g"`},
		{"K(Ann, !Ann", "GK(Ann, !Ann", "51:17", "g_Ann = {Ann}"},
		{"AG (lit ->", "AG (lti ->", "51:7", `did you mean "lit"`},
		{"AG (lit ->", "G (lit ->", "51:3", "write AX, EF"},
		{"AG (lit ->", "A (lit ->", "51:35", `"U" between two formulas`},
		{"LTL G F lit -> F K(Ann, lit)", "LTL AG lit", "52:7", "write A and E apart"},
		{"CTL* A (F E G lit and X X lit)", "CTL* A lit U empty", "53:14", "A and E bind more tightly than U"},
		{"CTL* A (F E G lit and X X lit)", "[lit] lit", "53:3", "a dialect that MCMAS does not read"},
		{"end Groups\n", "", "46:1", `"end Groups"`},
		{"Fairness\n", "InitStates\n", "47:1", "the sections stand in this order"},
		{"end Formulae\n", "", "53:34", "the file ends here"},
	} {
		if strings.Count(lamp, c.old) == 0 {
			t.Fatalf("%q is not in the model", c.old)
		}
		var errs source.List
		if m := Parse(source.NewFile("lamp.ispl", strings.Replace(lamp, c.old, c.new, 1)), &errs); m != nil {
			t.Errorf("%s is accepted", c.new)
			continue
		}
		first := errs.All()[0]
		place := strings.TrimPrefix(first.Span.String(), "lamp.ispl:")
		if text := first.Message + "\n" + first.Hint; place != c.at || !strings.Contains(text, c.say) {
			t.Errorf("%s: the error at %s says %q, want %q at %s", c.new, place, text, c.say, c.at)
		}
	}
}

func TestManyMistakesAtOnce(t *testing.T) {
	text := strings.NewReplacer("power - 1", "powre - 1", "AG (lit", "AG (lti", "= high", "= hihg").Replace(lamp)
	var errs source.List
	Parse(source.NewFile("lamp.ispl", text), &errs)
	if n := len(errs.All()); n != 3 {
		t.Errorf("%d errors, want 3: %v", n, errs.Err())
	}
}

// What operators bind is seen in the translation, where parentheses are those
// that are needed.
func TestPrecedence(t *testing.T) {
	for formula, want := range map[string]string{
		"AG lit -> empty":                           "AG lit -> empty",
		"AG lit and empty":                          "AG lit & empty",
		"!lit -> lit or lit and lit":                "!lit -> lit | lit & lit",
		"lit -> empty -> lit":                       "lit -> empty -> lit",
		"(lit -> empty) -> lit":                     "(lit -> empty) -> lit",
		"! K(Ann, lit) and empty":                   "!K{Ann} lit & empty",
		"A(lit or empty U lit) and lit":             "A[lit | empty U lit] & lit",
		"AX ! AG lit or lit":                        "AX !AG lit | lit",
		"<g> X lit and empty":                       "<<Ann, Environment>> X lit & empty",
		"<g> (lit U empty)":                         "<<Ann, Environment>> [lit U empty]",
		"LTL G lit U empty":                         "A(G lit U empty)",
		"LTL ! lit U empty":                         "A(!(lit U empty))",
		"LTL G ! lit U empty":                       "A(G !(lit U empty))",
		"LTL lit and empty U lit U empty":           "A(lit & (empty U lit) U empty)",
		"LTL K(Ann, F lit) and lit":                 "K{Ann} A(F lit) & lit",
		"CTL* A F G lit -> lit":                     "A(F G lit) -> lit",
		"CTL* E (lit U K(Ann, A X lit) or X empty)": "E(lit U K{Ann} A(X lit) | X empty)",
		"O(Ann, lit)":                               "K{nobody} (!(tired & mode = high) -> lit)",
		"DK(g, lit) or GK(g, lit) or GCK(g, lit)":   "D{Ann, Environment} lit | E{Ann, Environment} lit | C{Ann, Environment} lit",
	} {
		d := imported(t, "lamp.ispl", strings.Replace(lamp, "AG (lit -> K(Ann, !Ann.RedStates))", formula, 1))
		got := syntaxOf(d.Checks[0].Formula)
		if got != want {
			t.Errorf("%s is translated as %s, want %s", formula, got, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(lamp)
	for seed := range uint64(5) {
		f.Add(randomModel(seed))
	}
	files, _ := filepath.Glob("testdata/*.ispl")
	for _, path := range files {
		f.Add(readText(f, path))
	}
	f.Fuzz(func(t *testing.T, text string) {
		var errs source.List
		file := source.NewFile("f.ispl", text)
		d := Import(file, &errs)
		if d == nil {
			for _, e := range errs.All() {
				if e.Severity == source.Error && e.Message != "" && e.Span.Start >= 0 && e.Span.End <= len(e.Span.File.Text) {
					return
				}
			}
			t.Fatalf("%q is refused without a good reason", text)
		}
		if err := errs.Err(); err != nil {
			t.Fatalf("%q is read in spite of %v", text, err)
		}
		if _, more := spec.Resolve(d, spec.Options{}); more.Err() != nil && !strings.Contains(more.Err().Error(), "at most") {
			t.Fatalf("%q becomes a document with errors: %v", text, more.Err())
		}
	})
}
