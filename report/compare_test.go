package report

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/epibdd/epibdd/verdict"
)

// More work is a change from a factor on, where there is much of it.
func TestCompareWork(t *testing.T) {
	made := func(work ...int64) *Document {
		d := &Document{Specs: []SpecRecord{{Spec: "a.yaml"}}}
		for i, w := range work {
			d.Specs[0].Checks = append(d.Specs[0].Checks, CheckRecord{ID: string(rune('a' + i)), Verdict: verdict.Holds, Work: w})
		}
		return d
	}
	was, is := made(100, 1_000_000, 1_000_000, 0), made(99_999, 2_000_000, 2_000_001, 200_000)
	if got := Compare(was, is, 0, false); got != nil {
		t.Errorf("without a factor: %v", got)
	}
	want := []Change{{"a.yaml", "c", Slower, "1000000", "2000001"}, {"a.yaml", "d", Slower, "0", "200000"}}
	if diff := cmp.Diff(want, Compare(was, is, 2, false)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// Answers are the same where all that was found out is.
func TestAnswers(t *testing.T) {
	unknown := CheckRecord{Verdict: verdict.Unknown, Worst: &Bounds{Lower: "3", Upper: "5"}}
	if got, want := unknown.Answer(), "unknown, worst from 3 to 5"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	planned := CheckRecord{Verdict: verdict.Holds, Worst: &Bounds{Lower: "4", Upper: "4"}, Mean: &Bounds{Lower: "7/2", Upper: "7/2"}}
	if got, want := planned.Answer(), "worst 4, mean 7/2"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	none := CheckRecord{Verdict: verdict.Fails, Worst: &Bounds{None: true}}
	if got, want := none.Answer(), "worst none"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
