package ctlk

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
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
	"formula: \"forall i in Agent: K{i} x = 0\"",
	"formula: \"count(i in Agent: K{i} x = 0) = 2\"",
	"formula: K{half} x < 2", // holds, and no run shows why
	"formula: x = 1",
	"some: EG{loop} true",
	"some: x = 0",
	"some: AX x = 1",
	"least: k in 0..3\nformula: AF{_; <= k} x >= 2",
	"least: k in 0..3\nformula: AF{_; <= k} x = 3",
}

func TestEvidence(t *testing.T) {
	var b strings.Builder
	for _, q := range shown {
		a, err := ask(t, fork, q)
		if err != nil {
			t.Fatal(q, err)
		}
		fmt.Fprintf(&b, "%s\n%s", q, a.Verdict)
		if a.Value != nil {
			fmt.Fprint(&b, " ", a.Value)
		}
		fmt.Fprintf(&b, "\n%s\n", outline(a.Run))
	}
	golden(t, "testdata/evidence.txt", b.String())
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
