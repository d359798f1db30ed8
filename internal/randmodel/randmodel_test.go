package randmodel_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/epibdd/epibdd/internal/randmodel"
	"github.com/epibdd/epibdd/spec"
)

var seed = flag.Uint64("seed", 1, "the first random document")

// TestDocumentsAreAccepted holds the author to the language: no document has an
// error, and the same seed writes the same text.
func TestDocumentsAreAccepted(t *testing.T) {
	t.Logf("seeds %d to %d", *seed, *seed+299)
	for i := range uint64(300) {
		o := randmodel.Options{Recall: []string{"", "clock", "perfect"}[i%3], Joint: i%5 == 4 && i%3 != 2}
		text := randmodel.Document(rand.New(rand.NewPCG(*seed+i, 0)), o)
		if again := randmodel.Document(rand.New(rand.NewPCG(*seed+i, 0)), o); again != text {
			t.Fatalf("seed %d: two documents", *seed+i)
		}
		if _, err := spec.Parse(fmt.Sprintf("seed%d.yaml", *seed+i), text); err != nil {
			t.Fatalf("seed %d: %v\n%s", *seed+i, err, text)
		}
	}
}

// The same of games.
func TestGamesAreAccepted(t *testing.T) {
	for i := range uint64(100) {
		o := randmodel.GameOptions{Checks: 5, Joint: i%2 == 1, Recall: []string{"", "clock", "perfect"}[i%3], Fair: i%3 == 0 && i%4 == 0}
		text := randmodel.Game(rand.New(rand.NewPCG(*seed+i, 0)), o)
		if again := randmodel.Game(rand.New(rand.NewPCG(*seed+i, 0)), o); again != text {
			t.Fatalf("seed %d: two documents", *seed+i)
		}
		if _, err := spec.Parse(fmt.Sprintf("game%d.yaml", *seed+i), text); err != nil {
			t.Fatalf("seed %d: %v\n%s", *seed+i, err, text)
		}
	}
}
