package encode

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/encode/internal/failure"
	"github.com/epibdd/epibdd/encode/internal/layout"
	"github.com/epibdd/epibdd/encode/internal/tune"
	"github.com/epibdd/epibdd/encode/internal/value"
	"github.com/epibdd/epibdd/spec"
)

// The variables of the random expressions: every kind of type.
const everyType = `
types:
  Player: [a, b, c]
  Suit: [S, H]
  Card: {record: {val: 1..2, suit: Suit}, names: "{val}{suit}"}
define:
  "f(x in Player, k in 0..3)": ar[x] < k | x in s
  "g(x in Card)": x.val + n
  "h(x in Player?)": if x = none then 0 else ar[x]
  "empty(x in set Player)": size(x) = 0
vars:
  p: Player
  q: Player?
  n: 0..3
  m: -1..1
  o: bool
  s: set Player
  r: Card
  rn: Card?
  ar: array Player of 0..2
  ac: array Player of Card?
  mat: array Player, bool of Suit
  us: "set Card"
  ws: array 1..2 of set Suit
init: "true"
agents:
  watcher:
    sees:
`

// writer writes random expressions. Names bound so far are by type.
type writer struct {
	*rand.Rand
	names map[string][]string
	fresh int
}

// bound is body with a fresh name of a type, in a domain.
func (w *writer) bound(typ, domain string, body func() string) (binder, inside string) {
	w.fresh++
	name := fmt.Sprintf("x%d", w.fresh)
	w.names[typ] = append(w.names[typ], name)
	inside = body()
	w.names[typ] = w.names[typ][:len(w.names[typ])-1]
	return name + " in " + domain, inside
}

func (w *writer) one(ss ...string) string { return ss[w.IntN(len(ss))] }

// over is a binder over players or small numbers, with a body.
func (w *writer) over(d int, body func() string) (binder, inside string) {
	switch w.IntN(4) {
	case 0:
		return w.bound("int", w.one("0..2", "{1, 3}", "1..n", "m..n"), body)
	case 1:
		return w.bound("player", w.player1(d)+"", body)
	default:
		return w.bound("player", w.set(d-1), body)
	}
}

func (w *writer) player1(int) string { return "Player" }

func (w *writer) boolean(d int) string {
	if d <= 0 {
		return w.one("o", "p = a", "q = none", "n = 2", "true", "false", "rn = none", "p in s", "n < m", "r.suit = S")
	}
	sub := func() string { return w.boolean(d - 1) }
	switch w.IntN(16) {
	case 0, 1:
		return "(" + sub() + " & " + sub() + ")"
	case 2:
		return "(" + sub() + " | " + sub() + ")"
	case 3:
		return "(" + sub() + " -> " + sub() + ")"
	case 4:
		return "(" + sub() + " <-> " + sub() + ")"
	case 5:
		return "!" + "(" + sub() + ")"
	case 6:
		return "(if " + sub() + " then " + sub() + " else " + sub() + ")"
	case 7, 8:
		return "(" + w.integer(d-1) + " " + w.one("=", "!=", "<", "<=", ">", ">=") + " " + w.integer(d-1) + ")"
	case 9:
		return "(" + w.player(d-1) + " " + w.one("=", "!=") + " " + w.player(d-1) + ")"
	case 10:
		return "(" + w.player(d-1) + " in " + w.set(d-1) + ")"
	case 11:
		b, body := w.over(d, sub)
		return "(" + w.one("forall", "exists") + " " + b + ": " + body + ")"
	case 12:
		return "(" + w.card(d-1) + " " + w.one("=", "!=") + " " + w.card(d-1) + ")"
	case 13:
		return w.one("f("+w.player(d-1)+", "+w.integer(d-1)+")", "empty("+w.set(d-1)+")", "("+w.card(d-1)+" in us)", "("+w.card(d-1)+".suit in ws["+w.integer(d-1)+"])")
	case 14:
		return "(" + w.set(d-1) + " = " + w.set(d-1) + ")"
	default:
		return "(" + w.integer(d-1) + " in " + w.integer(d-1) + ".." + w.integer(d-1) + ")"
	}
}

func (w *writer) integer(d int) string {
	if d <= 0 {
		return w.one(append([]string{"n", "m", "0", "1", "2", "n", "r.val", "ar[p]"}, w.names["int"]...)...)
	}
	sub := func() string { return w.integer(d - 1) }
	switch w.IntN(14) {
	case 0, 1:
		return "(" + sub() + " " + w.one("+", "-", "*") + " " + sub() + ")"
	case 2:
		return "(" + sub() + " " + w.one("/", "mod") + " " + sub() + ")"
	case 3:
		return "(-" + sub() + ")"
	case 4:
		return w.one("min", "max") + "(" + sub() + ", " + sub() + ")"
	case 5:
		return "size(" + w.set(d-1) + ")"
	case 6:
		return "ord(" + w.player(d-1) + ")"
	case 7:
		return "ar[" + w.player(d-1) + "]"
	case 8:
		b, body := w.over(d, func() string { return w.boolean(d - 1) })
		return "count(" + b + ": " + body + ")"
	case 9, 10:
		b, body := w.over(d, sub)
		return w.one("sum", "min", "max") + "(" + b + ": " + body + ")"
	case 11:
		return w.card(d-1) + ".val"
	case 12:
		return "(if " + w.boolean(d-1) + " then " + sub() + " else " + sub() + ")"
	default:
		return w.one("g("+w.card(d-1)+")", "h("+w.player(d-1)+")")
	}
}

func (w *writer) player(d int) string {
	if d <= 0 {
		return w.one(append([]string{"p", "q", "a", "b", "p"}, w.names["player"]...)...)
	}
	switch w.IntN(4) {
	case 0:
		return w.one("next", "prev") + "(" + w.player(d-1) + ")"
	case 1:
		return "(if " + w.boolean(d-1) + " then " + w.player(d-1) + " else " + w.player(d-1) + ")"
	default:
		return w.player(0)
	}
}

func (w *writer) set(d int) string {
	if d <= 0 {
		return w.one(append([]string{"s", "{a, b}", "{}", "{p}", "{q, c}"}, w.names["set"]...)...)
	}
	switch w.IntN(4) {
	case 0:
		return "(" + w.set(d-1) + " " + w.one("+", "-", "*") + " " + w.set(d-1) + ")"
	case 1:
		b, body := w.bound("player", "Player", func() string { return w.boolean(d - 1) })
		return "{" + b + ": " + body + "}"
	case 2:
		return "{" + w.player(d-1) + ", " + w.player(d-1) + "}"
	default:
		return w.set(0)
	}
}

func (w *writer) card(d int) string {
	if d <= 0 {
		return w.one(append([]string{"r", "rn", "Card(1, S)", "ac[p]", "ac[b]"}, w.names["card"]...)...)
	}
	switch w.IntN(5) {
	case 0:
		return "Card(" + w.integer(d-1) + ", " + w.one("S", "H", "r.suit", "mat["+w.player(d-1)+", o]") + ")"
	case 1:
		return "ac[" + w.player(d-1) + "]"
	case 2:
		return "(if " + w.boolean(d-1) + " then " + w.card(d-1) + " else " + w.card(d-1) + ")"
	case 3:
		return w.one("next", "prev") + "(" + w.card(d-1) + ")"
	default:
		return w.card(0)
	}
}

func (w *writer) any(d int) string {
	switch w.IntN(9) {
	case 0, 1, 2:
		return w.boolean(d)
	case 3, 4, 5:
		return w.integer(d)
	case 6:
		return w.player(d)
	case 7:
		return w.set(d)
	default:
		return w.card(d)
	}
}

// randomState draws a state.
func randomState(r *rand.Rand, m *spec.Model) spec.State {
	st := make(spec.State, len(m.Vars))
	for i, v := range m.Vars {
		st[i] = randomValue(r, v.Type)
	}
	return st
}

func randomValue(r *rand.Rand, t spec.Type) spec.Value {
	k := r.Int64N(t.Size().Int64())
	for v := range t.All() {
		if k == 0 {
			return v
		}
		k--
	}
	return nil
}

// TestRandomExpressions compares values and definedness with the reference.
func TestRandomExpressions(t *testing.T) {
	const seed = 3
	t.Logf("seed %d", seed)
	w := &writer{Rand: rand.New(rand.NewPCG(seed, 1)), names: map[string][]string{}}
	accepted, defined, undefined := 0, 0, 0
	rounds := 8
	if testing.Short() {
		rounds = 4
	}
	for range rounds {
		text := everyType
		for range 25 {
			e := w.any(1 + w.IntN(5))
			if _, err := suite(everyType + "      - " + quoted(e) + "\n"); err == nil {
				text += "      - " + quoted(e) + "\n"
				accepted++
			}
		}
		if text == everyType {
			continue
		}
		d, u := compareExpressions(t, w.Rand, load(t, text))
		defined, undefined = defined+d, undefined+u
	}
	t.Logf("%d expressions, %d values, %d undefined", accepted, defined, undefined)
	if accepted < 5*rounds || undefined == 0 {
		t.Error("the writer writes too little that has a meaning")
	}
}

func quoted(e string) string { return `"` + e + `"` }

func compareExpressions(t *testing.T, r *rand.Rand, m *spec.Model) (defined, undefined int) {
	defined, undefined = compareTuned(t, r, m, buildTuned(t, m, tune.Sizes{}))
	s := buildTuned(t, m, small)
	care := s.codes.Space.Empty()
	for range 30 {
		care = care.Or(s.codes.Single(randomState(r, m)))
	}
	compareTuned(t, r, m, s.WithCare(care))
	return defined, undefined
}

func compareTuned(t *testing.T, r *rand.Rand, m *spec.Model, s *System) (defined, undefined int) {
	for _, o := range m.Agents[0].Sees {
		ev := s.evaluator(nil)
		var res value.Result
		if err := failure.Try(func() { res = ev.Eval(o.Value, value.Names{}) }); err != nil {
			t.Fatalf("%s: %v", textOf(o.Value), err)
		}
		for range 40 {
			st := randomState(r, m)
			if !s.care.Equal(s.codes.Valid) {
				st = s.drawn(r)
			}
			want, err := (&spec.Evaluator{State: st}).Eval(o.Value, nil)
			var undef *spec.Undefined
			switch got := s.has(res.Undef, st); {
			case err != nil && !errors.As(err, &undef):
				t.Fatal(err)
			case got != (err != nil):
				t.Fatalf("%s\n%s\nundefined: %v, want %v, %v", textOf(o.Value), show(m, st), got, err, want)
			case err != nil:
				undefined++
			default:
				defined++
				if got := s.at(res.Val, st); !spec.Equal(got, want) {
					t.Fatalf("%s\n%s\ngot %v, want %v", textOf(o.Value), show(m, st), got, want)
				}
			}
		}
	}
	return defined, undefined
}

// drawn is a state of the care set.
func (s *System) drawn(r *rand.Rand) spec.State {
	k := r.IntN(30)
	st, _ := s.codes.Pick(s.care)
	for a := range s.care.Each(s.codes.Layout.StateBits()) {
		v := layout.Vector{}
		v.Take(a)
		if st = s.codes.StateOf(v); k == 0 {
			break
		}
		k--
	}
	return st
}

// textOf is the text of an expression.
func textOf(e spec.Expr) string {
	return strings.TrimSpace(e.Span().Text())
}
