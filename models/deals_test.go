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

// oneDeal asks whether somebody is sure to learn which of two laws was drawn.
func oneDeal(deal, expect string) string {
	return fmt.Sprintf("use: eleusis\nwith: {deal: %s, values: 4, suits: 2, moves: 4, threshold: 2, laws: [parity, match]}\nrecall: perfect\n"+
		"check: [{id: all, formula: property_1, expect: %s}]\n", deal, expect)
}

// enumerated answers oneDeal by enumeration.
func enumerated(t *testing.T, deal string) bool {
	t.Helper()
	suite, errs := spec.Load(&document.Loader{Library: models.Get}, source.NewFile("deal.yaml", oneDeal(deal, "holds")), spec.Options{})
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
	return a.Holds
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

// TestDealsAtOnce decides all deals at once for the first pair of laws.
func TestDealsAtOnce(t *testing.T) {
	text, err := os.ReadFile("../testdata/large/eleusis-pairs.yaml")
	if err != nil {
		t.Fatal(err)
	}
	const each = "\n  - {laws: "
	first := strings.Join(strings.SplitN(string(text), each, 3)[:2], each)
	if _, err := bench.Decide(t.Context(), first+"\n", symbolic.Engines()[0]); err != nil {
		t.Error(err)
	}
}

// TestDealsOneByOne decides deals one by one, by enumeration and on diagrams: every 56th,
// or in the long run all, and then counts what is counted at once for the first pair.
func TestDealsOneByOne(t *testing.T) {
	if testing.Short() {
		t.Skip("30 deals")
	}
	all := deals("AS AH 2S 2H 3S 3H 4S 4H")
	if len(all) != 1680 {
		t.Fatalf("%d deals", len(all))
	}
	step := 56
	if *large {
		step = 1
	}
	sure := 0
	for i := 0; i < len(all); i += step {
		expect := "fails"
		if enumerated(t, all[i]) {
			expect = "holds"
			sure++
		}
		if _, err := bench.Decide(t.Context(), oneDeal(all[i], expect), symbolic.Engines()[0]); err != nil {
			t.Errorf("%s: %v", all[i], err)
		}
	}
	if *large && sure != 1408 {
		t.Errorf("%d deals, want 1408", sure)
	}
	if tried := len(all) / step; sure == 0 || sure == tried {
		t.Errorf("%d of %d deals, which says little", sure, tried)
	}
}
