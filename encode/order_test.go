package encode

import (
	"math/big"
	"os"
	"slices"
	"testing"

	"github.com/epibdd/epibdd/encode/internal/plan"
	"github.com/epibdd/epibdd/encode/internal/tune"
	"github.com/epibdd/epibdd/encode/order"
	"github.com/epibdd/epibdd/models"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/symbolic"
)

// dining are the dining cryptographers, announcing all at once or in turn.
const dining = `
params: {n: 100}
types:
  Crypt: 1..n
  Coin: 1..n
vars:
  payer: Crypt?
  coin: array Coin of bool
  said: array Crypt of bool?
define:
  left(i in Crypt): if i = 1 then n else i - 1
  diff(i in Crypt): "(coin[i] != coin[left(i)]) != (payer = i)"
init: "forall i in Crypt: said[i] = none"
agents:
  i in Crypt: {sees: [payer = i, "coin[i]", "coin[left(i)]", "said[j] for j in Crypt"]}
actions:
  announce:
    when: said[1] = none
    then: {"said[i] for i in Crypt": diff(i)}
  say(i in Crypt):
    when: "said[i] = none & forall j in Crypt: j < i -> said[j] != none"
    then: {"said[i]": diff(i)}
`

// TestDining pins that what belongs to a cryptographer stands together: the
// diagrams grow like n², for the payer is remembered, instead of 2ⁿ.
func TestDining(t *testing.T) {
	n := 100
	if testing.Short() {
		n = 40
	}
	s, err := New(t.Context(), load(t, dining, "n="+big.NewInt(int64(n)).String()), Options{})
	if err != nil {
		t.Fatal(err)
	}
	announced := s.Action(s.model.Actions[0]).Image(s.Init())
	want := new(big.Int).Lsh(big.NewInt(int64(n+1)), uint(n))
	if got := s.codes.Count(announced); got.Cmp(want) != 0 {
		t.Errorf("%v states, want %v", got, want)
	}
	if nodes := announced.CountNodes(); nodes > 10*n*n {
		t.Errorf("%d nodes after the announcement", nodes)
	}
	// Nobody but the payer can tell who it is.
	v, err := s.View(s.model.Agents[0])
	if err != nil {
		t.Fatal(err)
	}
	st, _ := s.codes.Pick(announced)
	if got := v.Closure(s.codes.Single(st)).And(announced); got.IsEmpty() {
		t.Error("a closure without its states")
	}
}

// TestOrderKeepsTogether looks at the place of coins and announcements.
func TestOrderKeepsTogether(t *testing.T) {
	s := build(t, load(t, dining, "n=8"))
	place := map[string]int{}
	for i, c := range s.codes.Layout.Ordered {
		place[c.Name] = i
	}
	for _, pair := range [][2]string{{"coin[2]", "said[2]"}, {"coin[5]", "said[5]"}, {"coin[7]", "said[7]"}} {
		if d := place[pair[0]] - place[pair[1]]; max(d, -d) > 3 {
			t.Errorf("%s and %s are %d apart", pair[0], pair[1], max(d, -d))
		}
	}
}

// TestOrderIsDeterministic encodes the same model twice.
func TestOrderIsDeterministic(t *testing.T) {
	names := func() (list []string) {
		for _, c := range plan.New(t.Context(), load(t, dining, "n=20"), plan.Options{Sizes: tune.Defaults}).Ordered {
			list = append(list, c.Name)
		}
		return list
	}
	if a, b := names(), names(); !slices.Equal(a, b) {
		t.Errorf("two orders:\n%v\n%v", a, b)
	}
}

func BenchmarkDining(b *testing.B) {
	m := load(b, dining)
	for b.Loop() {
		s, err := New(b.Context(), m, Options{})
		if err != nil {
			b.Fatal(err)
		}
		image := s.Action(s.model.Actions[0]).Image(s.Init())
		b.ReportMetric(float64(image.CountNodes()), "nodes/image")
	}
}

// TestOrderIsGivenUp encodes a game that the first order suits badly: it keeps in numbers when
// each of 52 cards was accepted, and the centre of gravity of what occurs together parts the
// place of a card from its number.
func TestOrderIsGivenUp(t *testing.T) {
	const name = "../testdata/specs/eleusis-small-worlds.yaml"
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	suite, errs := spec.Load(&document.Loader{Library: models.Get}, source.NewFile(name, string(text)), spec.Options{})
	if err := errs.Err(); err != nil {
		t.Fatal(err)
	}
	few := Options{}
	few.Symbolic.Nodes = order.EncodingNodes
	if _, err := encoded(t.Context(), suite.Models[0], few, 0); err == nil {
		t.Error("the first order does as well")
	}
	s, err := New(t.Context(), suite.Models[0], Options{})
	if err != nil {
		t.Fatal(err)
	}
	if n := s.Space().Stats().PeakNodes; n > order.EncodingNodes {
		t.Errorf("%d nodes", n)
	}
	if l := s.Space().Limits(); l != (symbolic.Limits{}) {
		t.Errorf("the space is left with limits: %v", l)
	}
}

// TestSetsBesideArrays encodes an action that compares a set with what an array says
// of each element: with one above the other it takes more nodes than there are.
func TestSetsBesideArrays(t *testing.T) {
	s, err := New(t.Context(), load(t, `
types: {Player: 1..6, Card: 1..21}
vars: {holder: "array Card of Player?", asked: set Card, mover: Player, used: set Player, over: bool}
define: {table: "{c in Card: holder[c] = none}"}
init: ["forall p in Player: count(c in Card: holder[c] = p) = 3", size(asked) = 0, size(used) = 0, "!over"]
agents:
  p in Player: {sees: [mover, asked, used, over, "holder[c] = p for c in Card"]}
actions:
  ask(s in set Card): {by: mover, when: size(s) = 3, then: {asked: s}}
  accuse(s in set Card):
    by: mover
    when: size(s) = 3 & !(mover in used)
    then: {over: s = table, used: "used + {mover}", mover: next(mover)}
`), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if n := s.Space().Stats().PeakNodes; n > order.EncodingNodes {
		t.Errorf("%d nodes", n)
	}
}
