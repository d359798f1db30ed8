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

func measure(b *testing.B, text, engine string) {
	var r Result
	for b.Loop() {
		var err error
		if r, err = Decide(b.Context(), text, engine); err != nil {
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
