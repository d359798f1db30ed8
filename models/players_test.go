package models_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/decide"
	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/models"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/verdict"
)

// dealsOf counts the initial states of a document that uses a model, -1 if there is an error, which has
// its place in the model.
func dealsOf(t *testing.T, model, change string) int64 {
	t.Helper()
	text := fmt.Sprintf("use: %s\n%s\ncheck: [{id: deals, count: true, recall: clock, layer: 0}]\n", model, change)
	suite, errs := spec.Load(&document.Loader{Library: models.Get}, source.NewFile("players.yaml", text), spec.Options{})
	placed := func(at source.Span, err error) {
		if at.File == nil || at.Text() == "" {
			t.Errorf("%s, %s: the error has no place: %v", model, change, err)
		}
	}
	if err := errs.Err(); err != nil {
		for _, d := range errs.All() {
			placed(d.Span, err)
		}
		return -1
	}
	chk := suite.Checks[0]
	d := decide.Lazy(chk.Model, func(ctx context.Context, chk *spec.Check) (*encode.System, error) {
		return encode.New(ctx, chk.Model, encode.Options{Asked: chk.Asked()})
	}, chk.Runs, decide.Options{})
	a, err := d.Check(context.Background(), chk)
	if m := (*verdict.Mistake)(nil); errors.As(err, &m) {
		placed(m.Place, err)
		return -1
	}
	if err != nil {
		t.Fatalf("%s, %s: %v", model, change, err)
	}
	return a.Value.Int64()
}

// TestOtherNumbersOfPlayers asks for more and fewer players than a model names, or than its hands and
// parameters are for: it is right, or it is an error.
func TestOtherNumbersOfPlayers(t *testing.T) {
	for _, c := range []struct {
		model, change string
		deals         int64 // -1: an error
	}{
		{"kuhn", "types: {Player: [ann, bob]}", 6},
		{"kuhn", "types: {Player: [ann, bob, carol]}", -1},
		{"kuhn", "types: {Player: [ann]}", -1},
		{"hanabi", "types: {Player: [ann, bob, carol]}\nwith: {colours: 3, ranks: 3}", -1},
		{"aces-eights", "types: {Player: [a, b, c, d]}", -1},
		{"aces-eights", "types: {Player: [a, b]}", -1},
		{"hexa", "types: {Player: [one, two, three, four]}", -1},
		{"twocards", "types: {Player: [one, two, three, four]}", -1},
		{"twocards", "types: {Player: [one, two, three, four], Card: [north, east, south, west, up]}", 60}, // 5! / 2!
		{"shown-twice", "types: {Player: [one, two, three, four]}", -1},
		{"russian-cards", "types: {Player: [alice, bob, cath, dan]}", -1},
		{"unsuccessful-update", "types: {Player: 1..4}\nwith: {cards: 6}", -1},
		{"wise-men", "types: {Man: [first, second, third, fourth]}", -1},
		{"coordinated-attack", "types: {General: [alice, bob, carol]}", -1},
		{"needham-schroeder", "types: {Who: [alice, bob, mallory, eve]}", -1},
		{"prisoners", "types: {Prisoner: 1..5}", -1},
		{"muddy-children", "types: {Child: 1..5}", -1},
		{"muddy-children", "with: {n: 5}", 32},
		{"dining-cryptographers", "types: {Crypt: 1..4}", -1},
		{"dining-announcements", "types: {Crypt: 1..4}", -1},
		{"werewolf", "types: {Player: 1..4}", -1},
		{"werewolf", "with: {players: 6, wolves: 2}", 15},
		{"werewolf", "with: {players: 0}", -1},
		{"cluedo", "types: {Player: 1..4}\nwith: {categories: false}", -1},
		{"cluedo", "with: {players: 5, categories: false}", -1},
		{"cluedo-play", "with: {players: 4}", -1},
		{"cluedo-play", "with: {players: 2, guests: 2, weapons: 2, rooms: 1}", 8}, // 2 * 2 * 1 on the table, and 2 left
		{"eleusis", "types: {Player: [alice, bob, carol]}\nwith: {deal: 2S | 3H | 4S | AH}", -1},
		{"eleusis", "with: {players: 3}", -1},
		{"eleusis", "with: {players: 3, deal: 2S | 3H | 4S | AH}", 1},
		{"eleusis", "with: {deal: 2S | 3H | 4S | AH}", -1},
		{"eleusis", "with: {deal: 2S | 3H 4S}", -1},
		{"eleusis", "with: {deal: 2S 4H | 3H 4S | AH 3S}", -1}, // two cards on the pile
		{"eleusis", "with: {deal: 2S | 3H 4S | AH 3H}", -1},    // one in two hands
		{"eleusis", "with: {players: 1}", -1},
		{"eleusis", "with: {players: 1, deal: none, hand: 1}", -1},
		{"eleusis", "with: {players: 3, deal: none, hand: 1, first: alice}", 8 * 7 * 6 * 5},
		{"eleusis", "with: {players: 7, deal: none, hand: 1}", -1},
		{"eleusis-table", "with: {players: 3}", -1},
		{"new-eleusis", "types: {Player: 1..3}", -1},
		{"new-eleusis", "with: {players: 3}", -1},
		{"new-eleusis", "with: {players: 3, deal: 2S | 3S | 2H | AS}", 1},
		{"new-eleusis", "with: {deal: 2S | 3S | 2H | AS}", -1},
		{"new-eleusis", "with: {deal: 2S 3H | 3S 2H | AS AH}", -1},
		{"new-eleusis", "with: {deal: 2S | 3S 2H | 2S AH}", -1},
		{"new-eleusis", "with: {players: 1, deal: none, hand: 1}", -1},
		{"new-eleusis", "with: {players: 7, deal: none, values: 4}", -1},
		{"eleusis-express", "with: {players: 3}", -1},
		{"royal-eleusis", "types: {Scientist: 1..3}", -1},
		{"royal-eleusis", "with: {scientists: 3}", -1},
		{"royal-eleusis", "with: {scientists: 7, deal: none, values: 4}", -1},
		{"royal-eleusis", "with: {deal: 2S | 3S | 2H | AS}", -1},
		{"royal-eleusis", "with: {deal: 2S 3H | 3S 2H | AS AH}", -1},
		{"royal-eleusis", "with: {deal: 2S | 3S 2H | 2S AH}", -1},
		{"royal-eleusis", "with: {scientists: 3, deal: 2S | 3S | 2H | AS}", 1},
	} {
		if got := dealsOf(t, c.model, c.change); got != c.deals {
			t.Errorf("%s, %s: %d deals, want %d (-1: an error)", c.model, strings.ReplaceAll(c.change, "\n", ", "), got, c.deals)
		}
	}
}

// privateHands asks what three players of Eleusis who see their own hands alone know of the others'
// cards, of the law, and of one another: 9 cards, one on the pile.
const privateHands = `use: eleusis
with: {values: 3, suits: 3, players: 3, deal: none, hand: 1, laws: [parity, match], moves: 1, hands: private, first: alice}
recall: %[1]s
check:
  - {id: states, count: true%[2]s}
  - {id: own, formula: "forall p in Player, c in Card: place[c] = p -> K{p} place[c] = p"}
  - {id: others, some: "exists p, q in Player, c in Card: p != q & place[c] = q & K{p} place[c] = q"}
  - {id: carol-knows-of-bob, count: "exists c in Card: place[c] = bob & KW{carol} place[c] = bob"%[2]s}
  - {id: not-with-the-first, count: "exists c in Card: place[c] = bob & c.val = 1 & K{carol} place[c] != alice"%[2]s}
  - {id: law, count: "KV{alice} law"%[2]s}
  - {id: nested, count: "K{bob} KV{alice} law"%[2]s}
  - {id: together, count: "D{alice, bob, carol} (exists c in Card: place[c] = out & c.val = 1)"%[2]s}
  - {id: common, count: "C{all} (replies = 1 & mover = alice)"%[2]s}
`

// TestPrivateHandsOfThree compares what is known under private hands with enumeration from the definitions.
func TestPrivateHandsOfThree(t *testing.T) {
	if testing.Short() {
		t.Skip("18,144 states are listed")
	}
	for _, when := range []struct{ recall, at string }{{"none", ""}, {"clock", ", layer: 2"}, {"perfect", ", layer: 2"}} {
		t.Run(when.recall, func(t *testing.T) {
			text := fmt.Sprintf(privateHands, when.recall, when.at)
			suite, errs := spec.Load(&document.Loader{Library: models.Get}, source.NewFile("hands.yaml", text), spec.Options{})
			if err := errs.Err(); err != nil {
				t.Fatal(err)
			}
			sys := enumerate(t, suite.Checks[0], 20_000)
			var asked []spec.Expr
			for _, c := range suite.Checks {
				asked = append(asked, c.Asked()...)
			}
			encoded, err := encode.New(context.Background(), suite.Models[0], encode.Options{Asked: asked})
			if err != nil {
				t.Fatal(err)
			}
			diagrams := decide.New(encoded, "", decide.Options{})
			for _, c := range suite.Checks {
				a, err := diagrams.Check(context.Background(), c)
				if err != nil || a.Verdict == verdict.Unknown {
					t.Fatalf("%s: %v, %v", c.ID, a.Reason, err)
				}
				b, err := sys.Check(c)
				if err != nil || b.Open {
					t.Fatalf("%s: open %v, %v", c.ID, b.Open, err)
				}
				if c.Kind == spec.CountCheck && a.Value.Int64() != int64(b.Count) || c.Kind != spec.CountCheck && (a.Verdict == verdict.Holds) != b.Holds {
					t.Errorf("%s: %v %v, by enumeration %v %v", c.ID, a.Verdict, a.Value, b.Holds, b.Count)
				}
				t.Logf("%s: %v %v", c.ID, a.Verdict, a.Value)
			}
		})
	}
}
