package bench

import (
	"fmt"
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
