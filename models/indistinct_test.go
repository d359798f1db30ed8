package models_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/models"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
)

// Which of the laws nobody can ever tell apart on a deck, with so many moves: by
// diagrams, and from the list of all steps.
func TestIndistinctLaws(t *testing.T) {
	const a8, b6 = "2S | 3H 4S | AH 3S, threshold: 2", "2S | 3H 4S | 3S 4H, threshold: 3"
	for _, c := range []struct {
		deck  string
		moves int
		want  string
	}{
		{a8, 4, "ace | colours | match | parity | second_card"},
		{a8, 2, "ace match | colours | parity | second_card"}, // nobody holds a card of the value of the top one
		{a8, 1, "ace match | colours second_card | parity"},   // with one card on the pile these accept all
		{b6, 4, "ace | colours | match | parity | second_card"},
		{b6, 1, "ace match | colours second_card | parity"},
		{"2S | 3S 4S | AS 3H, threshold: 2", 1, "ace colours match second_card | parity"}, // Alice holds the colour of the top card
	} {
		text := fmt.Sprintf("use: eleusis\nwith: {deal: %s, moves: %d, laws: [parity, match, colours, second_card, ace]}\ncheck: [{id: all, count: true}]\n", c.deck, c.moves)
		suite, errs := spec.Load(&document.Loader{Library: models.Get}, source.NewFile("deck.yaml", text), spec.Options{})
		if err := errs.Err(); err != nil {
			t.Fatal(err)
		}
		m := suite.Models[0]
		law := m.Vars[slices.IndexFunc(m.Vars, func(v *spec.Var) bool { return v.Name == "law" })]
		oracle, err := explicit.New(m, "", explicit.Options{})
		if err != nil {
			t.Fatal(err)
		}
		sys, err := encode.New(context.Background(), m, encode.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var classes [][]spec.Value
		err = sys.Space().Do(context.Background(), func() (err error) {
			classes, err = encode.Indistinct(sys, law, sys.Steps().Reach(sys.Init(), nil))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if got, listed := written(classes), written(oracle.Indistinct(law)); got != c.want || listed != c.want {
			t.Errorf("%s, %d moves: %s, by enumeration %s, want %s", c.deck, c.moves, got, listed, c.want)
		}
	}
}

// written are classes of values in one order.
func written(classes [][]spec.Value) string {
	var all []string
	for _, class := range classes {
		var names []string
		for _, v := range class {
			names = append(names, v.String())
		}
		slices.Sort(names)
		all = append(all, strings.Join(names, " "))
	}
	slices.Sort(all)
	return strings.Join(all, " | ")
}
