package report

import (
	"math/big"
	"testing"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/syntax"
	"github.com/epibdd/epibdd/verdict"
	"github.com/epibdd/epibdd/witness"
)

// An expectation is met by bounds if all numbers within them meet it, and missed if none does.
func TestStatusOfBounds(t *testing.T) {
	number := func(op syntax.Token, n int64) *spec.Expect { return &spec.Expect{Op: op, Ratio: big.NewRat(n, 1)} }
	none := func(op syntax.Token) *spec.Expect { return &spec.Expect{Op: op} }
	between := &verdict.Bounds{Lower: big.NewRat(4, 1), Upper: big.NewRat(6, 1)}
	atLeast := &verdict.Bounds{Lower: big.NewRat(4, 1)}
	nothing := &verdict.Bounds{None: true}
	for _, c := range []struct {
		expect *spec.Expect
		worst  *verdict.Bounds
		want   Status
	}{
		{number(syntax.LE, 6), between, Met},
		{number(syntax.LE, 5), between, Stopped},
		{number(syntax.LE, 3), between, Unmet},
		{number(syntax.LT, 6), between, Stopped},
		{number(syntax.LT, 4), between, Unmet},
		{number(syntax.GE, 4), between, Met},
		{number(syntax.GE, 5), between, Stopped},
		{number(syntax.GE, 7), between, Unmet},
		{number(syntax.GT, 6), between, Unmet},
		{number(syntax.EQ, 5), between, Stopped},
		{number(syntax.EQ, 3), between, Unmet},
		{number(syntax.EQ, 7), between, Unmet},
		{number(syntax.NE, 7), between, Met},
		{number(syntax.NE, 5), between, Stopped},
		{none(syntax.EQ), between, Unmet},
		{none(syntax.NE), between, Met},
		{number(syntax.GE, 4), atLeast, Stopped}, // there may be none
		{number(syntax.GE, 9), atLeast, Stopped},
		{number(syntax.LE, 9), atLeast, Stopped},
		{number(syntax.LE, 3), atLeast, Unmet},
		{number(syntax.EQ, 9), atLeast, Stopped},
		{number(syntax.NE, 3), atLeast, Met},
		{none(syntax.EQ), atLeast, Stopped},
		{none(syntax.NE), atLeast, Stopped},
		{number(syntax.NE, 3), nothing, Met},
		{number(syntax.LE, 3), nothing, Unmet},
		{none(syntax.EQ), nothing, Met},
	} {
		r := Result{Verdict: verdict.Unknown, Cause: Limit, Plan: &verdict.Plan{Worst: c.worst}, Check: &spec.Check{Plan: &spec.Plan{Worst: c.expect}}}
		if got := r.Status(); got != c.want {
			t.Errorf("%s with %+v: status %d, want %d", c.worst, c.expect, got, c.want)
		}
	}
}

// A plan within 6 costs 4 to 6, or there is none.
func TestStatusWithinBounds(t *testing.T) {
	number := func(op syntax.Token, n int64) *spec.Expect { return &spec.Expect{Op: op, Ratio: big.NewRat(n, 1)} }
	for _, c := range []struct {
		expect *spec.Expect
		want   Status
	}{
		{number(syntax.LE, 6), Stopped},
		{number(syntax.LE, 9), Stopped},
		{number(syntax.LE, 3), Unmet},
		{number(syntax.GE, 4), Stopped},
		{number(syntax.GE, 7), Unmet},
		{number(syntax.GT, 6), Unmet},
		{number(syntax.EQ, 5), Stopped},
		{number(syntax.EQ, 7), Unmet},
		{number(syntax.NE, 7), Met},
		{number(syntax.NE, 5), Stopped},
		{&spec.Expect{Op: syntax.EQ}, Stopped},
		{&spec.Expect{Op: syntax.NE}, Stopped},
	} {
		r := Result{Verdict: verdict.Unknown, Cause: Limit, Plan: &verdict.Plan{Worst: &verdict.Bounds{Lower: big.NewRat(4, 1)}}, Check: &spec.Check{Plan: &spec.Plan{Within: 6, Worst: c.expect}}}
		if got := r.Status(); got != c.want {
			t.Errorf("%+v: status %d, want %d", c.expect, got, c.want)
		}
	}
}

// doubtsOf doubts all claims of a run, and that it ends.
func doubtsOf(run *witness.Node) (all []Doubt) {
	var walk func(*witness.Node)
	walk = func(n *witness.Node) {
		if n.Claim != "" {
			all = append(all, Doubt{n, n.Claim})
		}
		for _, p := range n.Parts {
			walk(p)
		}
		if n.Path != nil && n.Path.Ends {
			all = append(all, Doubt{n, "no repetition follows"})
		}
		if n.Path != nil {
			for _, s := range n.Path.Shown {
				walk(s.Node)
			}
		}
	}
	walk(run)
	return all
}

func TestStatus(t *testing.T) {
	expecting := func(v string) *spec.Expect { return &spec.Expect{Verdict: v} }
	number := func(op syntax.Token, n int64) *spec.Expect { return &spec.Expect{Op: op, Number: big.NewInt(n)} }
	none := func(op syntax.Token) *spec.Expect { return &spec.Expect{Op: op} }
	five := big.NewInt(5)
	for _, c := range []struct {
		expect *spec.Expect
		r      Result
		want   Status
	}{
		{nil, Result{Verdict: verdict.Fails}, Open},
		{expecting("holds"), Result{Verdict: verdict.Holds}, Met},
		{expecting("holds"), Result{Verdict: verdict.Fails}, Unmet},
		{expecting("unknown"), Result{Verdict: verdict.Holds}, Unmet},
		{expecting("unknown"), Result{Verdict: verdict.Unknown}, Met},
		{expecting("unknown"), Result{Verdict: verdict.Unknown, Cause: Limit}, Met},
		{expecting("unknown"), Result{Verdict: verdict.Unknown, Cause: Interrupted}, Cut},
		{expecting("unknown"), Result{Verdict: verdict.Error, Cause: Fault}, Faulty},
		{expecting("fails"), Result{Verdict: verdict.Error, Cause: Bug}, Broken},
		{expecting("holds"), Result{Verdict: verdict.Unknown, Cause: Limit}, Stopped},
		{expecting("holds"), Result{Verdict: verdict.Unknown}, Unmet},
		{nil, Result{Verdict: verdict.Unknown, Cause: Limit}, Stopped},
		{nil, Result{Verdict: verdict.Unknown}, Open},
		{number(syntax.EQ, 5), Result{Verdict: verdict.Holds, Value: five}, Met},
		{number(syntax.NE, 5), Result{Verdict: verdict.Holds, Value: five}, Unmet},
		{number(syntax.LT, 6), Result{Verdict: verdict.Holds, Value: five}, Met},
		{number(syntax.LT, 5), Result{Verdict: verdict.Holds, Value: five}, Unmet},
		{number(syntax.LE, 5), Result{Verdict: verdict.Holds, Value: five}, Met},
		{number(syntax.GT, 4), Result{Verdict: verdict.Holds, Value: five}, Met},
		{number(syntax.GT, 5), Result{Verdict: verdict.Holds, Value: five}, Unmet},
		{number(syntax.GE, 5), Result{Verdict: verdict.Holds, Value: five}, Met},
		{number(syntax.GE, 5), Result{Verdict: verdict.Fails}, Unmet},
		{number(syntax.NE, 5), Result{Verdict: verdict.Fails}, Met},
		{number(syntax.EQ, 5), Result{Verdict: verdict.Unknown, Cause: Limit}, Stopped},
		{none(syntax.EQ), Result{Verdict: verdict.Fails}, Met},
		{none(syntax.EQ), Result{Verdict: verdict.Holds, Value: five}, Unmet},
		{none(syntax.NE), Result{Verdict: verdict.Holds, Value: five}, Met},
		{none(syntax.EQ), Result{Verdict: verdict.Unknown, Cause: Limit}, Stopped},
	} {
		c.r.Check = &spec.Check{Expect: c.expect}
		if got := c.r.Status(); got != c.want {
			t.Errorf("%+v with %+v: status %d, want %d", c.r, c.expect, got, c.want)
		}
	}
}

func TestSummaryCountsEveryStatus(t *testing.T) {
	_, results := sample(t)
	var s Summary
	s.AddSpec(badSample())
	for _, r := range results {
		s.Add(r)
	}
	want := Summary{Specs: 1, Checks: 10, Met: 1, Unmet: 4, Open: 1, Limited: 1, Interrupted: 1, Faulty: 1, Broken: 1, BadSpecs: 1}
	if s != want {
		t.Errorf("got %+v, want %+v", s, want)
	}
}

// TestBasis has answers about agents who remember, and those of enumeration alone.
func TestBasis(t *testing.T) {
	for _, c := range []struct {
		r    Result
		want string
	}{
		{Result{Check: &spec.Check{}, Verdict: verdict.Holds}, ""},
		{Result{Check: &spec.Check{}, Verdict: verdict.Unknown, Depth: 5}, ""},
		{Result{Check: &spec.Check{}, Verdict: verdict.Fails, Depth: 1}, "decided by the first 1 step of runs"},
		{Result{Check: &spec.Check{}, Verdict: verdict.Holds, Exact: "no run has more than 8 steps"}, "exact for runs of any length: no run has more than 8 steps"},
		{Result{Check: &spec.Check{Interpretation: spec.Product}, Verdict: verdict.Holds}, ""},
		{Result{Check: &spec.Check{Interpretation: spec.Local}, Verdict: verdict.Holds}, "by enumeration, with the local interpretation of knowledge actions"},
		{Result{Check: &spec.Check{Interpretation: spec.Printed}, Verdict: verdict.Fails}, "by enumeration, with the local interpretation of knowledge actions as it is printed"},
	} {
		if got := c.r.basis(); got != c.want {
			t.Errorf("%+v: %q, want %q", c.r, got, c.want)
		}
	}
}
