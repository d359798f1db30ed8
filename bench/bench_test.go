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
func BenchmarkDiningCryptographers(b *testing.B) { sizes(b, anonymity, 3, 10, 30, 100) }

// BenchmarkAnnouncements decides what n muddy children know when they have been silent
// until they know, and what n dining cryptographers know when they have announced
// one after the other around the table.
func BenchmarkAnnouncements(b *testing.B) {
	b.Run("muddy-children", func(b *testing.B) { sizes(b, silentChildren, 20, 50, 100) })
	b.Run("dining-cryptographers", func(b *testing.B) { sizes(b, announcements, 16, 20, 50, 100) })
}

// BenchmarkAnnouncingInTurn decides for cryptographers who remember and announce one after
// the other what each of them learns, in layers of histories.
func BenchmarkAnnouncingInTurn(b *testing.B) { sizes(b, inTurn, 10, 20, 50, 100) }

// sizes decides members of a family.
func sizes(b *testing.B, spec func(n int) string, sizes ...int) {
	for _, n := range sizes {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) { measure(b, spec(n), "") })
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
