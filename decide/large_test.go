package decide

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/explicit/replay"
	"github.com/epibdd/epibdd/verdict"
)

// round goes round in four steps that bob does not see.
const round = `
vars: {x: 0..3, b: bool}
init: x = 0 & !b
agents: {ann: {sees: [x]}, bob: {sees: [b]}, eve: {sees: [x, b]}}
actions: {i: {then: {x: (x + 1) mod 4}}}
`

// TestLargeNumbers asks with numbers that evidence must not be as long as.
func TestLargeNumbers(t *testing.T) {
	for _, formula := range []string{
		"E{ann, bob; %d} x = 0",
		"E{bob; %d} x = 1",
		"EX E{i in {ann, bob}: x < 3; %d} x = 3",
		"AF{i; <= %d} b",
		"EG{i; <= %d} x < 4",
		"A{i; <= %d}[x < 4 U b]",
		"E{ann; %d} AF{i; <= 1000000000} b",
		"EF{(i; i)*; <= %d} x = 2",
		"EX E{ann, bob; %d} x < 4",
		"EX E{ann; %d} x = 1",
	} {
		for _, k := range []int{1, 2, 3, 4, 20000, 1000000000} {
			question := "formula: \"" + fmt.Sprintf(formula, k) + "\""
			shown := evidenceText(t, round, question) // and replays it
			if lines := strings.Count(shown, "\n"); lines > 40 {
				t.Errorf("%s: %d lines of evidence\n%s", question, lines, shown[:1000])
			}
		}
	}
}

// TestChainIsShortest goes along a chain of confusions that is long by itself.
func TestChainIsShortest(t *testing.T) {
	const line = `
vars: {x: 0..40}
init: x = 0
agents: {odd: {sees: [(x + 1) / 2]}, even: {sees: [x / 2]}}
actions: {i: {when: x < 40, then: {x: x + 1}}}
`
	for k, want := range map[int]int{40: 40, 41: 40, 1000: 40, 1000000000: 40} {
		chk := parse(t, document(line, fmt.Sprintf("formula: \"E{odd, even; %d} x < 40\"", k))).Checks[0]
		a, err := checkers{}.of(t, chk).Check(context.Background(), chk)
		if err != nil {
			t.Fatal(err)
		}
		report, err := replay.Replay(chk.Model, chk, a.Run, explicit.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if a.Verdict != verdict.Fails || report.EpistemicSteps != want || len(report.Claims) > 0 {
			t.Errorf("k = %d: %s, %d epistemic steps, want %d", k, a.Verdict, report.EpistemicSteps, want)
		}
	}
	if a, err := ask(t, line, "formula: \"E{odd, even; 39} x < 40\""); err != nil || a.Verdict != verdict.Holds {
		t.Errorf("k = 39: %v, %v", a, err)
	}
}

// TestLongWithinBound claims a run of which a bound alone asks for so much.
func TestLongWithinBound(t *testing.T) {
	const line = `
vars: {x: 0..2000}
init: x = 0
agents: {ann: {sees: [x]}}
actions: {i: {then: {x: (x + 1) mod 2001}}}
`
	a, err := ask(t, line, "formula: EG{i; <= 1000000} x < 2001")
	if err != nil || a.Verdict != verdict.Holds || a.Run != nil {
		t.Errorf("%v, %v", a, err)
	}
}

// TestCancelledEvidence ends a check while its evidence is being made: the verdict
// remains, the run does not.
func TestCancelledEvidence(t *testing.T) {
	const long = `
vars: {x: 0..255}
init: x = 0
agents: {odd: {sees: [(x + 1) / 2]}, even: {sees: [x / 2]}}
actions: {i: {when: x < 255, then: {x: x + 1}}}
`
	chk := parse(t, document(long, "formula: \"E{odd, even; 1000000000} x < 250\"")).Checks[0]
	c := checkers{}.of(t, chk)
	c.o.NoEvidence = true
	if a, err := c.Check(context.Background(), chk); err != nil || a.Verdict != verdict.Fails { // from now on the verdict is known
		t.Fatal(a, err)
	}
	c.o.NoEvidence = false
	for _, why := range []error{context.DeadlineExceeded, context.Canceled} {
		a, err := c.Check(endAt(c, 100, why), chk) // of what evidence alone asks for
		if err != nil || a.Verdict != verdict.Fails || a.Run != nil {
			t.Errorf("%v: %+v, %v", why, a, err)
		}
	}
	c.o.Progress = nil
	if a, err := c.Check(context.Background(), chk); err != nil || a.Run == nil {
		t.Errorf("without an end: %+v, %v", a, err)
	}
}
