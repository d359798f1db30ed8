package bench

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/symbolic"
)

// BenchmarkFamilies decides every size of every family on every engine.
func BenchmarkFamilies(b *testing.B) {
	for _, f := range Families() {
		for _, n := range f.Sizes {
			for _, engine := range symbolic.Engines() {
				b.Run(fmt.Sprintf("%s/%d/%s", f.Name, n, engine), func(b *testing.B) {
					measure(b, f.Spec(n), engine)
				})
			}
		}
	}
}

// BenchmarkDiningCryptographers decides, for every cryptographer and every other
// one, that nobody who has not paid can name or rule out the payer.
func BenchmarkDiningCryptographers(b *testing.B) {
	for _, n := range []int{3, 10, 30, 100} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			measure(b, fmt.Sprintf("use: dining-cryptographers\nwith: {n: %d}\ncheck:\n"+
				"  - {id: anonymous, formula: \"AG forall i in Crypt: anonymous_for(i)\", expect: holds}\n", n), "")
		})
	}
}

// BenchmarkAnnouncements decides what n muddy children know when they have been silent
// until they know, and what n dining cryptographers know when they have announced
// one after the other around the table.
func BenchmarkAnnouncements(b *testing.B) {
	for _, n := range []int{20, 50, 100} {
		b.Run(fmt.Sprintf("muddy-children/n=%d", n), func(b *testing.B) {
			measure(b, fmt.Sprintf("use: muddy-children\nwith: {n: %d}\ncheck:\n"+
				"  - {id: all-know, after: father%s, formula: muddy = n & <answer> true, expect: holds}\n", n, strings.Repeat("; silence", n-1)), "")
		})
	}
	for _, n := range []int{16, 20, 50, 100} {
		var around []string
		for i := range n {
			around = append(around, fmt.Sprintf("say(%d)", i+1))
		}
		b.Run(fmt.Sprintf("dining-cryptographers/n=%d", n), func(b *testing.B) {
			measure(b, fmt.Sprintf("use: dining-announcements\nwith: {n: %d}\ncheck:\n"+
				"  - {id: anonymous, after: %s, formula: \"KW{1} payer = none & (payer != none & payer != 1 -> !KV{1} payer)\", expect: holds}\n", n, strings.Join(around, "; ")), "")
		})
	}
}

// BenchmarkAnnouncingInTurn decides for cryptographers who remember and announce one after
// the other what each of them learns, in layers of histories.
func BenchmarkAnnouncingInTurn(b *testing.B) {
	text, err := os.ReadFile("../testdata/specs/dining-in-turn.yaml")
	if err != nil {
		b.Fatal(err)
	}
	model, _, _ := strings.Cut(string(text), "sweep:")
	for _, n := range []int{10, 20, 50, 100} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			measure(b, strings.Replace(model, "{n: 3,", fmt.Sprintf("{n: %d,", n), 1), "")
		})
	}
}

// BenchmarkMultiagent decides models in ISPL.
func BenchmarkMultiagent(b *testing.B) {
	for _, f := range Multiagent() {
		for _, n := range f.Sizes {
			b.Run(fmt.Sprintf("%s/%d", f.Name, n), func(b *testing.B) {
				repeat(b, func() (Result, error) { return DecideAgents(b.Context(), f, n, "") })
			})
		}
	}
}

func measure(b *testing.B, text, engine string) {
	repeat(b, func() (Result, error) { return Decide(b.Context(), text, engine) })
}

func repeat(b *testing.B, decide func() (Result, error)) {
	var r Result
	for b.Loop() {
		var err error
		if r, err = decide(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(r.PeakNodes), "peak-nodes")
	b.ReportMetric(float64(r.PeakBytes)/(1<<20), "peak-MiB")
	b.ReportMetric(float64(r.Operations), "operations")
	b.ReportMetric(float64(r.Iterations), "iterations")
	b.ReportMetric(float64(r.Bits), "bits")
}

// TestFamiliesAreDecided holds a small size of each family to its answers,
// on every engine.
func TestFamiliesAreDecided(t *testing.T) {
	for _, f := range Families() {
		for _, engine := range symbolic.Engines() {
			t.Run(f.Name+"/"+engine, func(t *testing.T) {
				if _, err := Decide(t.Context(), f.Spec(f.Small), engine); err != nil {
					t.Error(err)
				}
			})
		}
	}
}

// TestMultiagent holds a small size of each family in ISPL to its formulas and its
// number of states, on every engine.
func TestMultiagent(t *testing.T) {
	for _, f := range Multiagent() {
		for _, engine := range symbolic.Engines() {
			t.Run(f.Name+"/"+engine, func(t *testing.T) {
				if _, err := DecideAgents(t.Context(), f, f.Small, engine); err != nil {
					t.Error(err)
				}
			})
		}
	}
}
