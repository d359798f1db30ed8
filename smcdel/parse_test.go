package smcdel_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/epibdd/epibdd"
	"github.com/epibdd/epibdd/smcdel"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/spec/syntax"
)

// What SMCDEL 1.3.0 answers.
var answers = map[string][]string{
	"muddy5":       {"holds", "holds", "1"},
	"dining10":     {"holds"},
	"diningring20": {"holds"}, // by the construction; SMCDEL gave none in a minute
	"eqlaw14":      {"holds"},
	"nest10":       {"holds"},
	"russian331":   {"holds", "holds", "holds", "holds", "holds", "holds", "holds", "holds", "fails", "3"},
}

// Files are answered as by SMCDEL, read and converted.
func TestAnswers(t *testing.T) {
	for name, want := range answers {
		text, err := os.ReadFile(filepath.Join("testdata", name+".smcdel"))
		if err != nil {
			t.Fatal(err)
		}
		converted, _, err := epibdd.Convert(name+".smcdel", string(text))
		if err != nil {
			t.Fatal(err)
		}
		for file, text := range map[string]string{name + ".smcdel": string(text), name + ".yaml": converted} {
			doc, err := epibdd.Parse(file, text)
			if err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			var got []string
			for r, err := range doc.Check(context.Background(), epibdd.Options{BugDir: t.TempDir()}) {
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, answer(r.Verdict, r.Value))
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s: answers %v, want %v", file, got, want)
			}
		}
	}
}

const head = "VARS 1, 2, 3, 4 LAW Top OBS a: 1 b: 2 all: 3 VALID? "

func TestPrecedence(t *testing.T) {
	for text, want := range map[string]string{
		"~ 1 & 2":                         "!p1 & p2",
		"1 | 2 & 3":                       "(p1 | p2) & p3",
		"1 & 2 | 3":                       "p1 & p2 | p3",
		"1 -> 2 -> 3":                     "(p1 -> p2) -> p3",
		"1 iff 2 -> 3":                    "(p1 <-> p2) -> p3",
		"a knows that 1 & 2":              "K{a} p1 & p2",
		"K a 1 & 2":                       "K{a} (p1 & p2)",
		"~ K a 1 & 2":                     "!K{a} (p1 & p2)",
		"[!1] 2 & 3":                      "[L{all} ?p1] p2 & p3",
		"[!1] a knows that 2 & 3":         "[L{all} ?p1] K{a} p2 & p3",
		"K a [!1] 2 & 3":                  "K{a} ([L{all} ?p1] p2 & p3)",
		"1 & a knows that 2 | 3":          "p1 & K{a} p2 | p3",
		"a,b comknow that 1 & 2":          "C{a, b} p1 & p2",
		"(a, b) distknow whether 1":       "D{a, b} p1 | D{a, b} !p1",
		"a knows whether (1, 2)":          "KW{a} p1 & KW{a} p2",
		"a knows whether (1) & 2":         "KW{a} p1 & p2",
		"a knows that b knows that 1 & 2": "K{a} K{b} p1 & p2",
		"[? ! 1] 2":                       "[L{all} (L{all} ?p1 | L{all} ?!p1)] p2",
		"[a, b ! 1] 2":                    "[L{all} (!L{a, b} ?p1 | L{a, b} ?!p1)] p2",
		"<!1> 2":                          "![L{all} ?p1] !p2",
		"Exists 1 2 -> 1":                 "exists q1_1 in bool: p2 -> q1_1",
		"K all 004":                       "K{all_} p4",
		"XOR (1, 2, 3)":                   "p1 != (p2 != p3)",
		"¬ 1 ∧ 2 ∨ 3 → 4":                 "!p1 & p2 | p3 -> p4",
		"Not Bot -- and nothing":          "!false",
	} {
		var errs source.List
		d := smcdel.Import(source.NewFile("x.smcdel", head+text), &errs)
		if err := errs.Err(); err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := syntax.String(d.Checks[0].Formula); got != want {
			t.Errorf("%s is read as %s, want %s", text, got, want)
		}
	}
}

func TestErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                               `"VARS" is expected, and the file ends here`,
		"VARS 1 LAW 2 OBS a: 1":          "there is no atom 2 under VARS",
		"VARS 1, 1 LAW 1 OBS a: 1":       "the atom 1 is there twice",
		"VARS 1 LAW K a 1 OBS a: 1":      "there is no agent a under OBS",
		"VARS 1 LAW [!1] 1 OBS a: 1":     "the law is about atoms",
		"VARS 1 LAW Top OBS":             "an agent is expected",
		"VARS 1 LAW Top OBS a: 1 a: 1":   "the agent a is there twice",
		head + "K c 1":                   `there is no agent c under OBS`,
		head + "a knows  that 1":         "exactly one blank",
		head + "K a (1, 2)":              `")" is expected`,
		head + "1 <-> 2":                 "TRUE?, VALID? or WHERE? is expected",
		head + "Forall 1 K a 1":          "quantifiers over atoms are read before boolean formulas alone",
		head + "AND ()":                  `a formula is expected, found ")"`,
		head + "1 TRUE? {5} 1":           "there is no atom 5 under VARS",
		head + "1 §":                     "is not part of this language",
		head + strings.Repeat("~", 6000): "nested too deeply",
	} {
		var errs source.List
		smcdel.Import(source.NewFile("x.smcdel", text), &errs)
		if err := errs.Err(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60s: %v, want %q", text, err, want)
		}
	}
}
