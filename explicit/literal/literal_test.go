package literal_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/explicit/literal"
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
		text := randmodel.Learning(rand.New(rand.NewPCG(seed, 7)), randmodel.LearningOptions{Depth: 2 + int(seed%2), Spelt: seed%3 == 0})
		suite, err := spec.Parse(fmt.Sprintf("seed%d.yaml", seed), text)
		if err != nil {
			continue
		}
		s, err := explicit.New(suite.Models[0], "", explicit.Options{})
		if err != nil {
			continue
		}
		l := literal.New(s, spec.Local)
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
		for _, reading := range []spec.Interpretation{spec.Local, spec.Printed} {
			in, err := literal.New(s, reading).Truth(chk.Formula)
			if err != nil {
				t.Fatal(err)
			}
			everywhere := true
			for _, holds := range in {
				everywhere = everywhere && holds
			}
			if want := reading == spec.Local || chk.ID != "still-knows"; everywhere != want {
				t.Errorf("%s, %s: %v, want %v", chk.ID, reading, everywhere, want)
			}
		}
	}
}

// TestLiteralReadingOfTheGames compares the readings on the actions that the paper
// names, in all worlds. None of these makes agents forget, so that the access clause
// as printed gives the same.
func TestLiteralReadingOfTheGames(t *testing.T) {
	games := map[string][]string{
		"hexa": {
			"[nocard(one, white)] (knows(three) & !knows(one) & !knows(two))",
			"[nocard(one, white)] C{all} holds[one] != white",
			"[nocard(one, white)] (<endmove(two)> knows(one) & !knows(one))",
			"[nocard(one, white)] [win(three)] (C{all} holds[two] = white | K{one} knows(two))",
			"[showcard(one, two, red)] (C{all} knows(two) & !knows(one) & !knows(three))",
			"[showcard(one, two, red)] forall c in Card: S{one} S{three} C{one, two} holds[one] = c",
			"<showcard(one, two, red)> K{one} K{two} holds[one] = red",
			"[showcard(one, two, red)] KV{three} holds[one]",
			"[showcard(one, two, red)] (E{one, two; 2} holds[one] = red & !E{all} holds[one] = red & !E{two, three; 3} E{one} holds[one] = red)",
			"[showcard(one, two, red)] (D{one, three} holds[one] = red & KW{three} (holds[one] = red) & E{all; 0} holds[one] = red)",
			"[showcard(one, two, red)] C{p in Player: holds[p] != blue} holds[one] = red",
			"[showcard(one, two, red)] E{p in Player: holds[p] != blue; 3} holds[one] = red",
			"[showcard(one, two, red)] D{p in Player: false} holds[one] = red",
			"[showcard(one, two, red); endmove(three)] (KV{three} holds[one] <-> !<win(two)> true)",
		},
		"twocards": {
			"[twocards] forall p in Player: !KV{p} holder",
			"[twocards] forall p in Player: count(c in Card: KV{p} holder[c]) = 2",
			"<twocards> exists i, j in Card: i != j & C{one, three} mine(i) & C{two, three} mine(j)",
			"<twocards> (mine(north) & C{one, three} mine(north))",
			"[twocards] exists i in Card: C{all} mine(i)",
		},
	}
	for name, formulas := range games {
		if testing.Short() && name == "twocards" {
			continue // seconds of bisimulations
		}
		text, _ := models.Get(name)
		text, _, _ = strings.Cut(text, "check:\n")
		text += "check:\n"
		for i, f := range formulas {
			text += fmt.Sprintf("  - {id: f%d, formula: %q}\n", i, f)
		}
		suite, err := spec.Parse(name, text)
		if err != nil {
			t.Fatal(err)
		}
		s, err := explicit.New(suite.Models[0], "", explicit.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, chk := range suite.Checks {
			want, err := s.Truth(chk.Formula, nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, reading := range []spec.Interpretation{spec.Local, spec.Printed} {
				got, err := literal.New(s, reading).Truth(chk.Formula)
				if err != nil {
					t.Fatal(err)
				}
				if !slices.Equal(got, want) {
					t.Errorf("%s, %s: literally %v, as a product %v", chk.Text, reading, got, want)
				}
			}
		}
	}
}
