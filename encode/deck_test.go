package encode

import (
	"math/big"
	"testing"
)

// deck is full-deck Eleusis with seven laws, one location a card.
const deck = `
params: {n: 8, threshold: 7, hand: 25, ranks: 13}
types:
  Value: 1..ranks
  Suit: [S, H, D, C]
  Card: {record: {val: Value, suit: Suit}, names: "{val}{suit}"}
  Player: [alice, bob]
  Place: [Player, out, table, top, second, pile]
  Law: [parity, match, colours, colours7, second_card, ace, alternate]
define:
  red(c in Card): c.suit in {H, D}
  even(c in Card): c.val mod 2 = 0
  low(c in Card): c.val <= threshold
  "ok(l in Law, t in Card, s in Card?, c in Card)": |
    if l = parity then even(t) != even(c)
    else if l = match then t.val = c.val | t.suit = c.suit
    else if l = alternate then red(t) != red(c)
    else if l = ace then (if t.val = 1 then red(t) != red(c) else red(t) = red(c))
    else if s = none then true
    else if l = colours then (if red(s) = red(t) then low(c) else !low(c))
    else if l = colours7 then (if red(s) = red(t) then c.val <= 7 else c.val >= 7)
    else if red(s) then c.val >= s.val else c.val <= s.val
  "legal(c in Card)": |
    exists t in Card: place[t] = top &
      (if exists s in Card: place[s] = second
       then exists s in Card: place[s] = second & ok(law, t, s, c)
       else ok(law, t, none, c))
vars:
  law: Law
  place: array Card of Place
  mover: Player
  moves: 0..n
init:
  - moves = 0 & mover = alice
  - |
    count(c in Card: place[c] = top) = 1
      & (forall p in Player: count(c in Card: place[c] = p) = hand)
      & (forall c in Card: place[c] in {alice, bob, top, out})
agents:
  p in Player: {sees: ["place[c] for c in Card", mover, moves]}
  bystander: {sees: ["place[c] = top for c in Card", "count(c in Card: place[c] = alice)"]}
actions:
  turn(c in Card):
    when: "moves < n & (forall d in Card: place[d] != table) & place[c] = mover"
    then: {"place[c]": table}
  accept:
    when: "exists c in Card: place[c] = table & legal(c)"
    then:
      "place[c] for c in Card": |
        if place[c] = table then top else if place[c] = top then second
        else if place[c] = second then pile else place[c]
      moves: moves + 1
  reject:
    when: "exists c in Card: place[c] = table & !legal(c)"
    then:
      "place[c] for c in Card": if place[c] = table then mover else place[c]
      moves: moves + 1
      mover: next(mover)
`

// deals is 52!/(25! 25! 1! 1!) times the number of laws.
func deals(laws int64) *big.Int {
	f := func(n int64) *big.Int { return new(big.Int).MulRange(1, n) }
	n := f(52)
	n.Div(n, f(25))
	n.Div(n, f(25))
	return n.Mul(n, big.NewInt(laws))
}

// TestFullDeck pins the number of deals, and that turning a card writes its
// place alone.
func TestFullDeck(t *testing.T) {
	if testing.Short() {
		t.Skip("the full deck takes seconds")
	}
	m := load(t, deck)
	s, err := New(t.Context(), m, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := s.codes.Count(s.Init()); got.Cmp(deals(7)) != 0 {
		t.Errorf("%v deals, want %v", got, deals(7))
	}
	e := Explain(s)
	if len(e.Actions[0].Parts) != 52 {
		t.Errorf("turn has %d parts, want one for each card", len(e.Actions[0].Parts))
	}
	for _, p := range e.Actions[0].Parts {
		if len(p.Writes) != 1 {
			t.Errorf("turning a card writes %v", p.Writes)
		}
	}
	if e.Init > 20_000 {
		t.Errorf("%d nodes for the deals", e.Init)
	}
	turned := s.Action(s.model.Actions[0]).Image(s.Init())
	want := new(big.Int).Mul(deals(7), big.NewInt(25)) // each card of alice's
	if got := s.codes.Count(turned); got.Cmp(want) != 0 {
		t.Errorf("%v states after a turn, want %v", got, want)
	}
	if err := s.Fault(turned.Or(s.Init())); err != nil {
		t.Error(err)
	}
}

func BenchmarkFullDeck(b *testing.B) {
	m := load(b, deck)
	for b.Loop() {
		s, err := New(b.Context(), m, Options{})
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(s.Space().Stats().Operations), "operations")
		b.ReportMetric(float64(s.Init().CountNodes()), "nodes/init")
	}
}
