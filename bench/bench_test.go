package bench

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/ctlk"
	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/models"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
)

// decide runs one check of a document from beginning to end and reports what it
// took. The verdict must be the one that the document expects.
func decide(b *testing.B, text, id string) {
	b.Helper()
	var nodes, bits float64
	for b.Loop() {
		suite, errs := spec.Load(&document.Loader{Library: models.Get}, source.NewFile(b.Name(), text), spec.Options{})
		if err := errs.Err(); err != nil {
			b.Fatal(err)
		}
		for _, check := range suite.Checks {
			if check.ID != id {
				continue
			}
			answer, sys := answer(b, check)
			nodes, bits = float64(sys.Space().Stats().PeakNodes), float64(sys.Space().Bits())
			if string(answer.Verdict) != check.Expect.Verdict && check.Expect.Verdict != "" {
				b.Fatalf("%s: %s, expected %s", check.Label, answer.Verdict, check.Expect.Verdict)
			}
		}
	}
	if bits == 0 {
		b.Fatalf("there is no check %q", id)
	}
	b.ReportMetric(nodes, "peak-nodes")
	b.ReportMetric(bits, "bits")
}

func answer(b *testing.B, check *spec.Check) (*ctlk.Answer, *encode.System) {
	ctx := context.Background()
	sys, err := encode.New(ctx, check.Model, encode.Options{})
	if err != nil {
		b.Fatal(err)
	}
	answer, err := ctlk.New(sys, check.Runs, ctlk.Options{}).Check(ctx, check)
	if err != nil {
		b.Fatal(err)
	}
	return answer, sys
}

// BenchmarkDiningCryptographers decides, for every cryptographer and every other
// one, that nobody who has not paid can name or rule out the payer.
func BenchmarkDiningCryptographers(b *testing.B) {
	for _, n := range []int{3, 10, 30, 100} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			decide(b, fmt.Sprintf("use: dining-cryptographers\nwith: {n: %d}\ncheck:\n"+
				"  - id: anonymous\n    formula: \"AG forall i in Crypt: anonymous_for(i)\"\n    expect: holds\n", n), "anonymous")
		})
	}
}

// BenchmarkEleusis decides that the dealer keeps the law, for a given deal of
// decks of growing size: half of the cards to each player but for a top card.
func BenchmarkEleusis(b *testing.B) {
	for _, size := range []struct{ values, suits int }{{4, 2}, {4, 4}, {8, 4}, {13, 4}} {
		b.Run(fmt.Sprintf("cards=%d", size.values*size.suits), func(b *testing.B) {
			decide(b, fmt.Sprintf("use: eleusis\nwith: {values: %d, suits: %d, deal: %q, laws: [match], moves: 3}\n"+
				"check: [{id: complete, formula: complete, expect: holds}]\n",
				size.values, size.suits, dealAll(size.values, size.suits)), "complete")
		})
	}
}

// dealAll deals a deck in the order of values, one card to each player in turn.
func dealAll(values, suits int) string {
	names := map[int]string{1: "A", 11: "J", 12: "Q", 13: "K"}
	hands := make([][]string, 3)
	for i := range values * suits {
		value := i/suits + 1
		name, ok := names[value]
		if !ok {
			name = fmt.Sprint(value)
		}
		hand := 1 + i%2
		if i == 0 {
			hand = 0
		}
		hands[hand] = append(hands[hand], name+string("SHCD"[i%suits]))
	}
	var parts []string
	for _, h := range hands {
		parts = append(parts, strings.Join(h, " "))
	}
	return strings.Join(parts, " | ")
}
