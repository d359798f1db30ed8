package models_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/bench"
	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/models"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/symbolic"
)

// dealsWithProperty1 counts the deals of two cards each from the deck of eight
// in which somebody is sure to learn which of two laws was drawn, deal by deal.
func dealsWithProperty1(t *testing.T, laws string) int {
	t.Helper()
	n := 0
	for _, deal := range deals("AS AH 2S 2H 3S 3H 4S 4H") {
		text := fmt.Sprintf("use: eleusis\nwith: {deal: %s, values: 4, suits: 2, moves: 4, threshold: 2, laws: [%s]}\nrecall: perfect\n"+
			"check: [{id: all, formula: property_1}]\n", deal, laws)
		suite, errs := spec.Load(&document.Loader{Library: models.Get}, source.NewFile("deal.yaml", text), spec.Options{})
		if err := errs.Err(); err != nil {
			t.Fatal(err)
		}
		s, err := explicit.Unroll(suite.Models[0], spec.PerfectRecall, "", spec.AutoDepth, explicit.Options{})
		if err != nil {
			t.Fatal(err)
		}
		a, err := s.Check(suite.Checks[0])
		if err != nil || a.Open {
			t.Fatalf("%s: %+v, %v", deal, a, err)
		}
		if a.Holds {
			n++
		}
	}
	return n
}

// deals lists all deals of one top card and two hands of two, as parameters.
func deals(deck string) []string {
	var all []string
	cards := strings.Fields(deck)
	for top := range cards {
		for _, a := range hands(cards, cards[top]) {
			for _, b := range hands(cards, cards[top], a...) {
				all = append(all, fmt.Sprintf("%s | %s | %s", cards[top], strings.Join(a, " "), strings.Join(b, " ")))
			}
		}
	}
	return all
}

// hands lists the hands of two cards that are not dealt yet.
func hands(cards []string, top string, dealt ...string) [][]string {
	var left []string
	for _, c := range cards {
		if c != top && !strings.Contains(strings.Join(dealt, " "), c) {
			left = append(left, c)
		}
	}
	var all [][]string
	for i, c := range left {
		for _, d := range left[:i] {
			all = append(all, []string{d, c})
		}
	}
	return all
}

// TestDealsAtOnce decides for all pairs of laws all deals at once.
func TestDealsAtOnce(t *testing.T) {
	if testing.Short() {
		t.Skip("half a minute")
	}
	text, err := os.ReadFile("../testdata/large/eleusis-pairs.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := bench.Decide(t.Context(), string(text), symbolic.Engines()[0]); err != nil {
		t.Error(err)
	}
}

// TestDealsOneByOne counts deal by deal what is counted at once for the first pair.
func TestDealsOneByOne(t *testing.T) {
	if testing.Short() {
		t.Skip("1,680 deals")
	}
	if n := len(deals("AS AH 2S 2H 3S 3H 4S 4H")); n != 1680 {
		t.Fatalf("%d deals", n)
	}
	if n := dealsWithProperty1(t, "parity, match"); n != 1408 {
		t.Errorf("%d deals, want 1408", n)
	}
}
