package models_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/epibdd/epibdd/bench"
	"github.com/epibdd/epibdd/symbolic"
)

// hanabiWorld is a deal of four cards, 0 and 1 of the first colour and 2 and 3 of the second one, with what is left of it:
// places 0 and 1 are Ann's hand, 2 and 3 Bob's. What each has seen so far is a text.
type hanabiWorld struct {
	cards [4]int // -1 where the card was played
	pile  [2]int
	seen  [2]string
	deal  int
}

func (w hanabiWorld) playable(place int) bool {
	c := w.cards[place]
	return c >= 0 && w.pile[c/2] == c%2
}

// sureHanabi marks the deals from which players who play only what they know to be playable get all four points within
// the turns: it goes through all sequences of steps, each with the worlds in which it can have happened.
func sureHanabi(worlds []hanabiWorld, mover, tokens, turns int, perfect map[int]bool) {
	going := worlds[:0:0]
	for _, w := range worlds {
		if w.pile == [2]int{2, 2} {
			perfect[w.deal] = true
			continue
		}
		going = append(going, w)
	}
	if turns == 0 || len(going) == 0 {
		return
	}
	hand, other := 2*mover, 2*(1-mover)
	for slot := range 2 {
		doubtful := map[string]bool{}
		for _, w := range going {
			if !w.playable(hand + slot) {
				doubtful[w.seen[mover]] = true
			}
		}
		var after []hanabiWorld
		for _, w := range going {
			c := w.cards[hand+slot]
			if c < 0 || doubtful[w.seen[mover]] {
				continue
			}
			w.pile[c/2]++
			w.cards[hand+slot] = -1
			w.seen[0] += fmt.Sprintf(" %d", c)
			w.seen[1] += fmt.Sprintf(" %d", c)
			after = append(after, w)
		}
		sureHanabi(after, 1-mover, tokens, turns-1, perfect)
	}
	if tokens == 0 {
		return
	}
	for _, of := range []func(c int) int{func(c int) int { return c / 2 }, func(c int) int { return c % 2 }} {
		for value := range 2 {
			var after []hanabiWorld
			for _, w := range going {
				touched := ""
				for slot := range 2 {
					if c := w.cards[other+slot]; c >= 0 && of(c) == value {
						touched += fmt.Sprint(slot)
					}
				}
				if touched != "" {
					w.seen[1-mover] += " " + touched
					after = append(after, w)
				}
			}
			sureHanabi(after, 1-mover, tokens-1, turns-1, perfect)
		}
	}
}

// As many deals can be played to the end by players who are sure as a search counts that knows nothing of the model.
func TestSureHanabi(t *testing.T) {
	var deals []hanabiWorld
	for a := range 4 {
		for b := range 4 {
			for c := range 4 {
				if a == b || a == c || b == c {
					continue
				}
				d := 6 - a - b - c
				deals = append(deals, hanabiWorld{
					cards: [4]int{a, b, c, d}, deal: len(deals),
					seen: [2]string{fmt.Sprint("sees ", c, d), fmt.Sprint("sees ", a, b)},
				})
			}
		}
	}
	for _, c := range []struct{ tokens, turns int }{{0, 4}, {1, 5}, {2, 6}} {
		perfect := map[int]bool{}
		sureHanabi(deals, 0, c.tokens, c.turns, perfect)
		t.Logf("%d tokens, %d turns: %d deals", c.tokens, c.turns, len(perfect))
		text := fmt.Sprintf("{use: hanabi, with: {sure: true, discards: false, tokens: %d, turns: %d}, recall: perfect, check: [{id: all, layer: 0, count: EF score = 4, expect: %d}]}\n",
			c.tokens, c.turns, len(perfect))
		if _, err := bench.Decide(context.Background(), text, symbolic.Engines()[0]); err != nil {
			t.Error(err)
		}
	}
}
