package explicit_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/internal/randmodel"
	"github.com/epibdd/epibdd/models"
	"github.com/epibdd/epibdd/spec"
)

// TestLiteralReadingIsTheProduct compares random formulas about knowledge actions
// without & in all worlds: by sets of situations and bisimulation, with the
// repaired access clause, and by alternatives.
func TestLiteralReadingIsTheProduct(t *testing.T) {
	documents := 150
	if testing.Short() {
		documents = 12
	}
	decided, actions := 0, 0
	for seed := range uint64(documents) {
		text := randmodel.Learning(rand.New(rand.NewPCG(seed, 7)), randmodel.LearningOptions{Depth: 2 + int(seed%2)})
		suite, err := spec.Parse(fmt.Sprintf("seed%d.yaml", seed), text)
		if err != nil {
			continue
		}
		s, err := explicit.New(suite.Models[0], "", explicit.Options{})
		if err != nil {
			continue
		}
		l := explicit.NewLiteral(s, false)
		for _, chk := range suite.Checks {
			want, err := s.Truth(chk.Formula, nil)
			if err != nil {
				continue
			}
			got, err := l.Truth(chk.Formula)
			if err != nil {
				t.Errorf("seed %d, %s: literally %v\n%s", seed, chk.ID, err, chk.Text)
				continue
			}
			decided++
			if hasAction(chk.Text) || chk.After != nil {
				actions++
			}
			for w := range got {
				if fmt.Sprint(got[w]) != fmt.Sprint(want[w]) {
					t.Errorf("seed %d, %s: literally %v, as a product %v in %v\n%s", seed, chk.ID, got[w], want[w], s.States()[w], chk.Text)
					break
				}
			}
		}
	}
	t.Logf("%d formulas, %d with knowledge actions", decided, actions)
}

func hasAction(text string) bool {
	for i := range text {
		if text[i] == '[' || text[i] == '<' && i+1 < len(text) && text[i+1] != '=' && text[i+1] != ' ' {
			return true
		}
	}
	return false
}

// TestPrintedReadingForgets decides the shipped example as the paper prints its
// access clause: 3, who showed a card to 1 and then one to 2, no longer knows what
// it showed. The repaired clause and the product agree that it does.
func TestPrintedReadingForgets(t *testing.T) {
	text, _ := models.Get("shown-twice")
	suite, err := spec.Parse("shown-twice.yaml", text)
	if err != nil {
		t.Fatal(err)
	}
	s, err := explicit.New(suite.Models[0], "", explicit.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, chk := range suite.Checks {
		if chk.ID != "still-knows" && chk.ID != "knows-after-the-first" {
			continue
		}
		for _, printed := range []bool{false, true} {
			in, err := explicit.NewLiteral(s, printed).Truth(chk.Formula)
			if err != nil {
				t.Fatal(err)
			}
			everywhere := true
			for _, holds := range in {
				everywhere = everywhere && holds
			}
			if want := !printed || chk.ID != "still-knows"; everywhere != want {
				t.Errorf("%s, printed %v: %v, want %v", chk.ID, printed, everywhere, want)
			}
		}
	}
}
