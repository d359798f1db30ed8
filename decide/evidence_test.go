package decide

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/explicit/replay"
)

var update = flag.Bool("update", false, "rewrite the files of expected evidence")

// shown are questions about the fork that between them show every way in which
// a formula can be shown to hold or to fail.
var shown = []string{
	"formula: AX x = 2",
	"formula: AG x != 3",
	"formula: EF x = 3",
	"formula: AF x = 2",
	"formula: AF x = 3",
	"formula: A[x < 1 U x = 3]",
	"formula: A[x < 3 U x = 4]",
	"formula: E[x < 3 U x = 3]",
	"formula: EG x != 1",
	"formula: EG x < 3 | AX false",
	"formula: K{half} x = 0",
	"formula: S{half} x = 1",
	"formula: KW{parity} x = 0",
	"formula: KV{half} x",
	"formula: E{parity, half; 2} x < 2",
	"formula: C{parity, half} x < 3",
	"formula: D{blind, half} x = 0",
	"formula: EX K{half} x >= 2",
	"formula: AG (x = 1 -> K{half} x = 1)",
	"formula: AF{two; <= 1} x = 3",
	"formula: EF{(left | down)*} x = 3",
	"formula: \"[two] x = 3\"",
	"formula: AF{_; <= 1} x = 2",
	"formula: EG{_; <= 2} x != 3", // going left first is a mistake
	"formula: A{_; <= 1}[x = 0 U x = 3]",
	"formula: A{_; <= 2}[x = 0 U x = 3]",
	"formula: E{parity, half; 0} (x = 0 & K{half} x = 0)",
	"formula: \"C{i in Agent: false} K{half} x = 0\"",
	"formula: C{parity} x = 1",
	"formula: if x = 0 then K{half} x = 0 else true",
	"formula: K{half} x < 2 <-> K{half} x = 0",
	"formula: \"forall i in Agent: K{i} x = 0\"",
	"formula: \"count(i in Agent: K{i} x = 0) = 2\"",
	"formula: K{half} x < 2", // holds, and no run shows why
	"formula: x = 1",
	"some: EG{loop} true",
	"some: x = 0",
	"some: AX x = 1",
	"least: k in 0..3\nformula: AF{_; <= k} x >= 2",
	"least: k in 0..3\nformula: AF{_; <= k} x = 3",
	"formula: A(F x = 2)",
	"formula: A(G (x = 1 -> X x = 2))",
	"formula: E(x < 3 U X (x = 3 & K{half} x >= 2))",
	"formula: A(F x = 3 | F G x = 2)",
	"formula: E(F X X x = 0)", // holds nowhere, which is a claim
}

// later has a fair run that has to leave the state 0, in which the first
// predicate holds, and must not be content with having been there.
const later = `
vars: {x: 0..3}
init: x = 0
agents: {ann: {sees: [x]}}
actions:
  go: {when: x < 2, then: {x: x + 1}}
  back: {when: x = 2, then: {x: 1}}
  stay: {when: x = 1}
  leave: {when: x = 1, then: {x: 3}}
fairness: [x = 0 | x = 2, x = 1]
`

// staying may go on where it is, and a run that counts has to leave it: the shortest begins so.
const staying = `
vars: {x: 0..2}
init: x = 0
agents: {ann: {sees: [x]}}
actions:
  stay: {}
  go: {when: x < 2, then: {x: x + 1}}
fairness: [x != 1, x != 0]
`

func TestEvidence(t *testing.T) {
	var b strings.Builder
	for _, q := range shown {
		b.WriteString(evidenceText(t, fork, q))
	}
	for _, q := range []string{"some: EG true", "formula: AF x = 3", "formula: AG x = 0", "some: EF x = 2", "formula: AF{go} x = 2", "formula: E(G F x = 2 & X G x != 0)", "formula: A(F G x = 1)"} {
		b.WriteString(evidenceText(t, later, q))
	}
	for _, q := range []string{"some: EG true", "formula: E(G x < 3)", "formula: A(F x = 3)", "formula: E(F x = 2)"} {
		b.WriteString(evidenceText(t, staying, q))
	}
	golden(t, "testdata/evidence.txt", b.String())
}

// evidenceText asks a question and returns the answer and what shows it, replayed.
func evidenceText(t *testing.T, model, question string) string {
	t.Helper()
	chk := parse(t, document(model, question)).Checks[0]
	a, err := checkers{}.of(t, chk).Check(context.Background(), chk)
	if err != nil {
		t.Fatal(question, err)
	}
	if a.Run != nil {
		if err := replayed(replay.NewReplayer(chk.Model, explicit.Options{}), chk, a); err != nil {
			t.Errorf("%s: %v", question, err)
		}
	}
	value := ""
	if a.Value != nil {
		value = " " + a.Value.String()
	}
	return fmt.Sprintf("%s\n%s%s\n%s\n", question, a.Verdict, value, outline(a.Run))
}

func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s has changed, see -update; got\n%s", file, got)
	}
}
