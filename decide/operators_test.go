package decide

import (
	"math/big"
	"strings"
	"testing"
)

// fork is 0→1→3, 0→2⟲: a run that ends and one that does not.
const fork = `
vars: {x: 0..4}
init: x = 0
agents:
  blind: {sees: []}
  parity: {sees: [x mod 2]}
  half: {sees: [x >= 2]}
  seer: {sees: all}
actions:
  left: {when: x = 0, then: {x: 1}}
  right: {when: x = 0, then: {x: 2}}
  down: {when: x = 1, then: {x: 3}}
  loop: {when: x = 2}
programs:
  two: "(left | right); (down | loop)"
`

// where lists the worlds in which a formula is true as a binary number, bit x
// for the world x.
func where(t *testing.T, model, formula string) int {
	t.Helper()
	found := 0
	for x := range 4 {
		a, err := ask(t, model, "count: |\n  "+formula+"\nat: x = "+big.NewInt(int64(x)).String())
		if err != nil {
			t.Fatal(err)
		}
		if a.Value.Sign() > 0 {
			found |= 1 << x
		}
	}
	return found
}

func worldsOf(xs ...int) int {
	found := 0
	for _, x := range xs {
		found |= 1 << x
	}
	return found
}

func TestOperatorsOnTheFork(t *testing.T) {
	cases := []struct {
		formula string
		want    int
	}{
		{"EX x = 2", worldsOf(0, 2)},
		{"AX x = 2", worldsOf(2, 3)},
		{"AX false", worldsOf(3)},
		{"EF x = 3", worldsOf(0, 1, 3)},
		{"AF x = 3", worldsOf(1, 3)},
		{"AF x = 2", worldsOf(2)},
		{"EG x != 3", worldsOf(0, 2)},
		{"EG x != 2", worldsOf(0, 1, 3)},
		{"AG x != 2", worldsOf(1, 3)},
		{"E[x = 0 U x = 1]", worldsOf(0, 1)},
		{"A[x = 0 U x = 1]", worldsOf(1)},
		{"A[x < 2 U x >= 2]", worldsOf(0, 1, 2, 3)},
		{"A[x = 1 U x = 3]", worldsOf(1, 3)},
		{"AF{_; <= 1} x >= 2", worldsOf(1, 2, 3)},
		{"AF{_; <= 2} x >= 2", worldsOf(0, 1, 2, 3)},
		{"EF{_; <= 1} x = 3", worldsOf(1, 3)},
		{"EF{_; <= 0} x = 3", worldsOf(3)},
		{"EG{_; <= 1} x < 3", worldsOf(0, 2)},
		{"EG{_; <= 0} x < 3", worldsOf(0, 1, 2)},
		{"AG{_; <= 1} x < 3", worldsOf(0, 2)},
		{"A{_; <= 1}[x = 0 U x = 1 | x = 2]", worldsOf(0, 1, 2)},
		{"A{_; <= 1}[true U x = 2]", worldsOf(2)},
		{"E{_; <= 1}[x < 2 U x = 3]", worldsOf(1, 3)},
		{"[left] x = 1", worldsOf(0, 1, 2, 3)},
		{"<left> true", worldsOf(0)},
		{"<left; down> x = 3", worldsOf(0)},
		{"[two] x = 3", worldsOf(1, 2, 3)},
		{"<two> x = 2", worldsOf(0)},
		{"<(left | down)*> x = 3", worldsOf(0, 1, 3)},
		{"[?(x = 2)] false", worldsOf(0, 1, 3)},
		{"EG{loop} true", worldsOf(0, 1, 2, 3)},
		{"EG{loop} x = 1", worldsOf(1)},
		{"AF{two} x >= 2", worldsOf(0, 2, 3)},
		{"AF{two} x = 3", worldsOf(3)},
		{"K{blind} x < 4", worldsOf(0, 1, 2, 3)},
		{"K{blind} x < 3", worldsOf()},
		{"K{parity} x != 1", worldsOf(0, 2)},
		{"S{parity} x = 1", worldsOf(1, 3)},
		{"KW{half} x = 1", worldsOf(2, 3)},
		{"KV{parity} x mod 2", worldsOf(0, 1, 2, 3)},
		{"KV{half} x", worldsOf()},
		{"KV{seer} x", worldsOf(0, 1, 2, 3)},
		{"D{parity, half} x = 1", worldsOf(1)},
		{"E{parity, half} x != 1", worldsOf(2)},
		{"E{parity, half; 0} x != 1", worldsOf(0, 2, 3)},
		{"E{parity, half; 2} x != 1", worldsOf()},
		{"C{parity, half} x != 1", worldsOf()},
		{"C{parity} x mod 2 = 0", worldsOf(0, 2)},
		{"C{parity, half} x < 4", worldsOf(0, 1, 2, 3)},
		{"K{half} AF x >= 2", worldsOf(0, 1, 2, 3)},
		{"K{half} EX x = 3", worldsOf()},
		{"EX K{half} x >= 2", worldsOf(0, 1, 2)},
	}
	for _, c := range cases {
		t.Run(c.formula, func(t *testing.T) {
			if got := where(t, fork, c.formula); got != c.want {
				t.Errorf("true in worlds %04b, want %04b (world 0 is the last digit)", got, c.want)
			}
		})
	}
}

// TestRuns is the example of MCMAS ignoring finite runs in some operators only.
func TestRuns(t *testing.T) {
	cases := []struct {
		runs, formula string
		want          int
	}{
		{"ispl", "EF x = 3", worldsOf(0, 1, 3)},
		{"ispl", "EF (x = 3 & AX false)", worldsOf(0, 1, 3)},
		{"ispl", "AF x = 2", worldsOf(0, 1, 2, 3)},
		{"ispl", "EG x != 3", worldsOf(0, 2)},
		{"ispl", "EG x != 2", worldsOf()},
		{"ispl", "A[x = 0 U x = 2]", worldsOf(2)},
		{"ispl", "A[x >= 0 U x = 2]", worldsOf(0, 1, 2, 3)},
		{"infinite", "EF x = 3", worldsOf()},
		{"infinite", "AF x = 2", worldsOf(0, 2)},
		{"infinite", "K{blind} (x = 0 | x = 2)", worldsOf(0, 2)},
		{"infinite", "EG true", worldsOf(0, 2)},
	}
	for _, c := range cases {
		t.Run(c.runs+" "+c.formula, func(t *testing.T) {
			model := fork + "runs: " + c.runs + "\n"
			found := 0
			for x := range 4 {
				a, err := ask(t, model, "count: |\n  ("+c.formula+") & x = "+big.NewInt(int64(x)).String())
				if err != nil {
					t.Fatal(err)
				}
				if a.Value.Sign() > 0 {
					found |= 1 << x
				}
			}
			if found != c.want {
				t.Errorf("true in worlds %04b, want %04b", found, c.want)
			}
		})
	}
}

// TestEndedRunsAreWarnedOf: where runs: ispl passes over the run that ends in 3,
// AF and AU are true of something that never comes.
func TestEndedRunsAreWarnedOf(t *testing.T) {
	cases := []struct {
		runs, question string
		warned         bool
	}{
		{"ispl", "formula: AF x = 2", true},
		{"ispl", "formula: \"!EF AF x = 1\"", true},
		{"ispl", "formula: A[x >= 0 U x = 2]", true},
		{"ispl", "formula: AF x = 2\nrecall: clock", true},
		{"ispl", "formula: A[x = 0 U x = 2]", false},           // fails in 3
		{"ispl", "formula: AF x >= 2", false},                  // true in 3
		{"ispl", "formula: \"EG x != 2\"", false},              // about some run
		{"ispl", "formula: AG EF x >= 2", false},               // sees runs that end
		{"ispl\nfairness: [true]", "formula: AF x = 2", false}, // no run ends
		{"maximal", "formula: AF x = 2", false},
		{"infinite", "formula: AF x = 2", false},
	}
	for _, c := range cases {
		t.Run(c.runs+" "+c.question, func(t *testing.T) {
			a, err := ask(t, fork+"runs: "+c.runs+"\n", c.question)
			if err != nil {
				t.Fatal(err)
			}
			if !c.warned {
				if len(a.Warnings) != 0 {
					t.Errorf("warnings %v", a.Warnings)
				}
				return
			}
			if len(a.Warnings) != 1 {
				t.Fatalf("warnings %v, want one", a.Warnings)
			}
			w := a.Warnings[0]
			if !strings.Contains(w.Message, "no step is possible") || !strings.HasSuffix(w.Message, "in x = 3") || !strings.HasPrefix(w.Span.Text(), "A") || w.Hint == "" {
				t.Errorf("%s at %q", w.Error(), w.Span.Text())
			}
		})
	}
}

// ring goes round 0 1 2 and may wait; being fair it reaches 2 again and again.
const ring = `
vars: {x: 0..3}
init: x = 0 | x = 3
actions:
  go: {when: x < 3, then: {x: "(x + 1) mod 3"}}
  wait: {when: x < 3}
`

func TestFairness(t *testing.T) {
	counts(t, ring+"fairness: [x = 2, x = 0]\n", []struct{ formula, want string }{
		{"true", "3"},
		{"AF x = 1", "3"},
		{"EG x != 1", "0"},
		{"AG AF x = 2", "3"},
		{"EG{go} true", "3"},
		{"EG{wait} true", "0"},
		{"EG{go; go; go} true", "0"}, // from 0 it never has a position with 2
		{"EG{go; go} true", "3"},
		{"AF{wait} false", "3"},
	})
}
