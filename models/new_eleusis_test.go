package models_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/epibdd/epibdd/bench"
	"github.com/epibdd/epibdd/symbolic"
)

// Places of a card in newEleusis: 0 is the stock, 1 and 2 are hands.
const (
	onTable = -1 - iota
	onTop
	onSecond
	onThird
	onMain
	isDown
	isUnder
)

// newEleusis is a position of New Eleusis with two players and six cards, numbered by value and then suit; the
// rules are written here once more, play by play, for counting positions.
type newEleusis struct {
	place                           [6]int
	law, mover                      int
	phase                           string
	none, clash, death, right       bool
	call, prophet, fallen, guessed  int // 0 is nobody, or no call; calls are 1, right, and 2, wrong
	been, expelled                  [3]bool
	owed, owedFallen, before, bonus int
}

// rulesOfEleusis are the parameters of a game, those that differ between New Eleusis and Eleusis Express.
type rulesOfEleusis struct {
	malus, noPlayMalus int
	prophets, sudden   bool
	legal              []func(card, top int) bool // the candidate laws
}

func value(c int) int  { return c/2 + 1 }
func black(c int) bool { return c%2 == 0 }

func goodOne(c, top int) bool { return black(c) == (value(top)%2 == 1) }
func oddOnly(c, _ int) bool   { return value(c)%2 == 1 }
func goodTwo(c, top int) bool {
	return black(top) && value(c) >= value(top) || !black(top) && value(c) <= value(top)
}

// at lists the cards at a place.
func (s newEleusis) at(place int) []int {
	var cards []int
	for c, p := range s.place {
		if p == place {
			cards = append(cards, c)
		}
	}
	return cards
}

func (s newEleusis) onLine() int {
	return 6 - len(s.at(0)) - len(s.at(1)) - len(s.at(2)) - len(s.at(isUnder))
}

// push moves a card to the top of the main line.
func (s *newEleusis) push(card int) {
	for c, p := range s.place {
		if p <= onTop && p > onMain {
			s.place[c]--
		}
	}
	s.place[card] = onTop
}

// next lists the positions that one step leads to.
func (r rulesOfEleusis) next(s newEleusis) []newEleusis {
	var after []newEleusis
	step := func(change func(*newEleusis)) {
		n := s
		change(&n)
		after = append(after, n)
	}
	legal := func(c int) bool { return r.legal[s.law](c, s.at(onTop)[0]) }
	var held []int // legal cards of the mover
	for _, c := range s.at(s.mover) {
		if legal(c) {
			held = append(held, c)
		}
	}
	correct := s.none && len(held) == 0
	if laid := s.at(onTable); !s.none && len(laid) == 1 {
		correct = legal(laid[0])
	}
	other := 3 - s.mover
	turn := func(n *newEleusis) {
		n.phase, n.right = "playing", false
		if n.prophet != other && !n.expelled[other] {
			n.mover = other
		}
	}
	switch s.phase {
	case "playing":
		propose := func(n *newEleusis) {
			n.phase = "calling"
			n.death = r.sudden && s.onLine()-s.before >= 2
			if s.prophet == 0 {
				n.phase = "judging"
				n.death = r.sudden && s.onLine() >= 4
			}
		}
		for _, c := range s.at(s.mover) {
			step(func(n *newEleusis) { propose(n); n.place[c] = onTable })
		}
		step(func(n *newEleusis) { propose(n); n.none = true })
	case "calling":
		for call := 1; call <= 2; call++ {
			step(func(n *newEleusis) { n.call, n.phase = call, "approving" })
		}
	case "approving":
		step(func(n *newEleusis) {
			n.phase = "judging"
			switch {
			case (s.call == 1) != correct:
				n.clash, n.prophet, n.fallen, n.owedFallen, n.bonus, n.before = true, 0, s.prophet, 1, 0, 0
			case correct:
				n.bonus++
			default:
				n.bonus += 2
			}
		})
	case "judging":
		step(func(n *newEleusis) {
			n.phase, n.right = "drawing", correct
			n.expelled[s.mover] = s.expelled[s.mover] || !correct && s.death && !s.clash
			switch laid := s.at(onTable); {
			case s.none && correct:
				for _, c := range s.at(s.mover) {
					n.place[c] = isUnder
				}
				n.owed = max(0, len(s.at(s.mover))-1)
			case s.none:
				n.phase = "choosing"
				if !s.clash {
					n.owed = r.noPlayMalus
				}
			case correct:
				n.push(laid[0])
			default:
				n.place[laid[0]] = isDown
				if !s.clash {
					n.owed = r.malus
				}
			}
		})
	case "choosing":
		for _, c := range held {
			step(func(n *newEleusis) { n.push(c); n.phase = "drawing" })
		}
	case "drawing":
		step(func(n *newEleusis) {
			stock := s.at(0)
			switch {
			case s.owed+s.owedFallen == 0:
				n.phase = "offering"
				if len(s.at(s.mover)) == 0 || (s.prophet == 1 || s.expelled[1]) && (s.prophet == 2 || s.expelled[2]) {
					n.phase = "over"
				}
				n.none, n.call, n.clash, n.death, n.fallen = false, 0, false, false, 0
			case len(stock) == 0:
				n.phase = "exhausted"
			case s.owedFallen > 0:
				n.place[stock[0]] = s.fallen
				n.owedFallen--
			default:
				n.place[stock[0]] = s.mover
				n.owed--
			}
		})
	case "offering":
		step(turn)
		if r.prophets && s.prophet == 0 && !s.been[s.mover] && !s.expelled[s.mover] && !s.expelled[other] {
			step(func(n *newEleusis) { n.prophet, n.been[s.mover], n.before = s.mover, true, s.onLine(); turn(n) })
		}
		if !r.prophets && s.right {
			for law := range r.legal {
				step(func(n *newEleusis) {
					if law != s.law {
						turn(n)
						return
					}
					n.phase, n.right, n.guessed = "over", false, s.mover
				})
			}
		}
	}
	return after
}

// positions counts what the rules lead to.
func (r rulesOfEleusis) positions(deal [6]int) int {
	seen := map[newEleusis]bool{}
	var todo []newEleusis
	add := func(s newEleusis) {
		if !seen[s] {
			seen[s] = true
			todo = append(todo, s)
		}
	}
	for law := range r.legal {
		add(newEleusis{place: deal, law: law, mover: 1, phase: "playing"})
	}
	for len(todo) > 0 {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, n := range r.next(s) {
			add(n)
		}
	}
	return len(seen)
}

// The models new-eleusis and eleusis-express have as many positions as the rules have that are written here.
func TestPositionsOfNewEleusis(t *testing.T) {
	for _, c := range []struct {
		text string
		r    rulesOfEleusis
		deal [6]int // AS, AH, 2S, 2H, 3S, 3H
	}{
		{"{use: new-eleusis}", rulesOfEleusis{2, 2, true, true, []func(int, int) bool{goodTwo}}, [6]int{2, 0, onTop, 1, 1, 2}},
		{"{use: new-eleusis, with: {laws: [good_1, odd_only], deal: 2H | 2S AH | 3S AS}}",
			rulesOfEleusis{2, 2, true, true, []func(int, int) bool{goodOne, oddOnly}}, [6]int{2, 1, 1, onTop, 2, 0}},
		{"{use: new-eleusis, with: {laws: [odd_only], malus: 1, sudden: none}}",
			rulesOfEleusis{1, 2, true, false, []func(int, int) bool{oddOnly}}, [6]int{2, 0, onTop, 1, 1, 2}},
		{"{use: eleusis-express}", rulesOfEleusis{1, 1, false, false, []func(int, int) bool{goodOne, oddOnly}}, [6]int{2, 0, onTop, 2, 1, 1}},
	} {
		n := c.r.positions(c.deal)
		t.Logf("%s: %d positions", c.text, n)
		text := fmt.Sprintf("%s, check: [{id: states, count: true, expect: %d}]}\n", c.text[:len(c.text)-1], n)
		if _, err := bench.Decide(context.Background(), text, symbolic.Engines()[0]); err != nil {
			t.Errorf("%s: %v", c.text, err)
		}
	}
}
