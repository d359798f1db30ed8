package spec_test

import (
	"strings"
	"testing"

	"github.com/epibdd/epibdd/spec"
)

const learning = `
params: {n: 3}
types: {Player: [ann, bob, cath]}
vars: {p, q: bool, mover: Player, hidden: set Player}
init: p
agents: {i in Player: {sees: [p]}}
actions: {go: {}}
programs:
  tell(i in Player): "L{all} ?K{i} p"
  either: ?p | ?q
`

// TestInterpretations asks by Definition 5 what it does not know of.
func TestInterpretations(t *testing.T) {
	for check, message := range map[string]string{
		"formula: \"[L{all} ?p] K{ann} p\", interpretation: local":                    "",
		"formula: \"[L{all} ?p] K{ann} p\", interpretation: product, recall: perfect": "",
		"formula: \"[L{all} ?p] K{ann} p\", interpretation: printed, recall: clock":   "the printed interpretation of knowledge actions is about what agents see at present",
		"formula: \"[go] [L{all} ?p] q\", interpretation: local":                      "the local interpretation of knowledge actions knows no temporal operators",
		"formula: \"p -> [L{all} ?p] AX q\", interpretation: local":                   "knows no temporal operators",
		"count: EF q, after: \"L{all} ?p\", interpretation: printed":                  "knows no temporal operators",
		"some: p, interpretation: literal":                                            `unknown word "literal"`,
	} {
		_, err := spec.Parse("test.yaml", learning+"check:\n  - {id: a, "+check+"}\n")
		accepts(t, check, err, message)
	}
}

// TestKnowledgeActions resolves formulas about knowledge actions; an empty
// message stands for one that is accepted.
func TestKnowledgeActions(t *testing.T) {
	for text, message := range map[string]string{
		"[L{all} ?p] K{ann} p":                           "",
		"[tell(mover)] q":                                "",
		"[L{all} either] q":                              "",
		"[some i in hidden: tell(i)] q":                  "",
		"[L{all} (some i in Player: L{i} ?p)] q":         "",
		"[L{all} (!L{ann} ?p | L{ann} ?q)] q":            "",
		"[L{all} (L{ann} ?p ! L{ann} ?q)] q":             "",
		"[L{all} (L{ann} ?p & L{bob} ?q)] q":             "",
		"[L{all} ?([L{all} ?p] K{ann} p)] q":             "",
		"<L{ann} ?p> true":                               "",
		"[either] q":                                     "",
		"[go; L{all} ?p] q":                              "takes no step",
		"[L{all} (?p; _)] q":                             "takes no step",
		"[(L{all} ?p)*] q":                               "not repeated by *",
		"[(L{all} ?p){<= 2}] q":                          "",
		"[L{all} ?q; tell(ann){<= 0}] q":                 "",
		"[L{all} (L{ann} ?p){<= 2}] q":                   "is repeated outermost",
		"[L{all} ?p | (L{all} ?q){<= 2}] q":              "is repeated outermost",
		"[(L{all} ?p){<= 0 - 1}] q":                      "at most -1 times",
		"[(L{all} ?p){<= 1000000}] q":                    "more than 10000 programs",
		"[((L{all} ?p){<= 2}){<= 2}] q":                  "",
		"[((L{all} ?p){<= 2}){<= 20}] q":                 "in more than 10000 places",
		"[(((L{all} ?p){<= 2000}){<= 1500}){<= 1500}] q": "more than 10000 programs",
		"[(L{all} ?p){<= 2000}] [(L{all} ?q){<= 2000}] [(L{all} ?p){<= 2000}] q": "more than 5000000 operators",
		"[go{<= 3}] q":                                    "",
		"[go{<= 1000000}] q":                              "more than 10000 programs",
		"forall k in 0..2: [go{<= k}] q":                  "known from the parameters alone",
		"AX{(L{all} ?p){<= 2}} q":                         "not repeated along runs",
		"AF{go{<= 3}} q":                                  "",
		"[L{all} ?p; ?q] p":                               "stands under an L",
		"[L{all} ?p; either] p":                           "stands under an L",
		"[L{all} ?(AX p)] q":                              "cannot contain temporal operators",
		"[L{all} ?p] AX q":                                "", // of agents who remember
		"[L{all} ?p] [go] q":                              "",
		"AX{L{all} ?p} q":                                 "not repeated along runs",
		"AF{tell(ann); <= 3} q":                           "not repeated along runs",
		"[L{mover} ?p] q":                                 "who learns cannot depend on the state",
		"[L{all} tell(mover)] q":                          "an argument cannot depend on the state",
		"[L{all} (some i in hidden: L{i} ?p)] q":          "the domain of some cannot depend on the state",
		"[?p ! ?q] p":                                     "local choice (!) belongs to knowledge actions",
		"[L{dora} ?p] q":                                  `unknown agent "dora"`,
		"[L{i in Player: i != ann} ?p] K{bob} p":          "",
		"C{i in Player: i != ann} p & C{ann, bob} p":      "",
		"forall i in Player: [tell(i)] K{i} p | E{all} p": "",
	} {
		_, err := spec.Parse("test.yaml", learning+"check:\n  - id: a\n    formula: \""+text+"\"\n")
		accepts(t, text, err, message)
	}
}

// TestAfter resolves checks that ask about what a knowledge action leads to.
func TestAfter(t *testing.T) {
	for text, message := range map[string]string{
		"after: tell(ann), formula: \"K{bob} p\"":                                 "",
		"after: tell(mover), count: p":                                            "",
		"after: \"tell(ann); tell(bob)\", count: p":                               "",
		"after: \"L{all} (L{ann} ?p | L{ann} ?q)\", count: p":                     "",
		"after: \"tell(ann) ! tell(bob)\", count: p":                              "",
		"after: \"tell(ann) | tell(bob)\", formula: p":                            "",
		"after: \"tell(ann) | tell(bob)\", count: p":                              "which branch is taken is left open",
		"after: tell, count: p":                                                   "which branch is taken is left open",
		"after: go, formula: p":                                                   "after asks about knowledge actions",
		"after: tell(ann), count: \"AX p\"":                                       "",
		"after: tell(ann), formula: \"AX p\"":                                     "",
		"after: \"L{all} ?(AX p)\", count: p":                                     "cannot contain temporal operators",
		"after: tell(ann), least: m in 1..3, formula: \"E{all; m} p\"":            "",
		"after: tell(ann), some: \"K{bob} q\", at: \"<tell(ann)> !K{bob} q\"":     "",
		"after: \"L{all} (L{ann, bob} ?p | ?q)\", count: \"true\", if: \"n > 2\"": "",
	} {
		_, err := spec.Parse("test.yaml", learning+"check:\n  - {id: a, "+text+"}\n")
		accepts(t, text, err, message)
	}
}

func accepts(t *testing.T, text string, err error, message string) {
	t.Helper()
	switch {
	case message == "" && err != nil:
		t.Errorf("%s:\n%v", text, err)
	case message != "" && (err == nil || !strings.Contains(err.Error(), message)):
		t.Errorf("%s: %v\nwant an error with %q", text, err, message)
	}
}

// TestBareTestsAreReported warns of a test beside learning, of which nobody
// notices anything.
func TestBareTestsAreReported(t *testing.T) {
	suite, err := spec.Parse("test.yaml", learning+"check:\n  - {id: a, formula: \"[L{all} (L{ann} ?p | ?q)] p\"}\n")
	if err != nil {
		t.Fatal(err)
	}
	if len(suite.Warnings) != 1 || !strings.Contains(suite.Warnings[0].Message, "nobody learns of this test") {
		t.Errorf("warnings: %v", suite.Warnings)
	}
}
