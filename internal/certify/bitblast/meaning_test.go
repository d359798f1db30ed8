package bitblast

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/internal/certify/circuit"
	"github.com/epibdd/epibdd/internal/randmodel"
	"github.com/epibdd/epibdd/spec"
)

// forms has every form of expression, and every type of variable.
const forms = `
types:
  Suit: [H, S]
  Value: 1..2
  Card: {record: {val: Value, suit: Suit}, names: "{val}{suit}"}
vars:
  n: -1..3
  far: 0..9000
  s: Suit?
  c: Card
  held: Card?
  hand: set Card
  few: set Suit
  up: array Suit of bool
  maybe: "(array Suit of Value?)?"
  pair: array Value of Card
define:
  low(x in Card): x.val <= n
  more(k in 0..2): k + n
  both(x in Card, t in Suit): "x.suit = t & up[t]"
agents:
  ann: {sees: ["c.val for z in 1..1 if up[H]", "x.val for x in hand", "1 / n", "pair[n] for z in 1..1 if n > 0", "held.suit"]}
  bob: {sees: ["s", "maybe[t] for t in few", "held"]}
  all: {sees: [size(hand)]}
init: "n = 0 & far = 0 & held = none"
actions:
  draw(x in Card): {when: "!(x in hand)", then: {hand: "hand + {x}", held: x}}
  drop: {when: "held != none", then: {hand: "hand - {held}", held: none, "c.val": held.val}}
  turn(t in Suit): {when: "maybe != none", then: {"up[t]": "if maybe[t] = none then !up[t] else n = 1"}}
  flip: {then: {"up[t] for t in Suit if t in few": "!up[t]", s: none}}
  swap: {when: "n in Value", then: {"pair[n]": c, c: "pair[n]", maybe: "if up[H] then none else ([none, 1])"}}
  mix: {then: {"pair[i].suit for i in Value": "if s = none then H else s", few: "{t in Suit: up[t]}", far: far + 1}}
  twice: {then: {"pair[max(n, 1)]": c, "pair[min(n, 2)]": "Card(1, H)"}}
check:
  - {id: a, formula: "low(c) & (up[c.suit] -> both(c, H)) | (n = 1 <-> up[s])"}
  - {id: b, formula: "c in hand & held in hand | {c, held} = hand & hand != {}"}
  - {id: c, formula: "hand + {c} - {held} = {x in Card: x.val = n} * hand"}
  - {id: d, formula: "size(hand) > count(x in hand: low(x)) & sum(x in hand: x.val + n) = 3"}
  - {id: e, formula: "min(x in hand: x.val) < max(x in hand: x.val * n) | min(n, 2) = max(n, 1)"}
  - {id: f, formula: "next(c.suit) = prev(s) & ord(c.suit) = n & -n < 1 | next(c.val) != 1"}
  - {id: g, formula: "6 / n = n mod 2 | (n - 1) mod n = 0 & n * n >= 4"}
  - {id: h, formula: "exists k in 1..n: pair[k] = c & more(k) > 2"}
  - {id: i, formula: "forall t in few, x in hand: x.suit = t -> maybe[t] = x.val"}
  - {id: j, formula: "n in 0..maybe[H] & maybe != [1, none]"}
  - {id: k, formula: "(the x in Card: x in hand & x.val = 2) = held"}
  - {id: l, formula: "(if up[H] then held else c) = pair[if n > 1 then 2 else 1] | pair = [Card(1, S), Card(2, H)]"}
  - {id: m, formula: "more(n) + far > 2 & far mod 2 = 1"}
  - {id: n, formula: "{up[H] | n = 1, false} = {true} | few = {H} & hand * {c} != {}"}
  - {id: o, formula: "(if n = 0 then {n, 2} else n..3) - {n + 1} = {y in 0..3: y > n}"}
  - {id: q, formula: "count(x in Card: x in hand | low(x)) mod 2 = 1 | count(x in hand: x.val > n) mod 3 = n | count(x in hand: low(x)) mod 1 = 1"}
  - {id: p, formula: "held = none | held.val in {c.val, n}"}
`

// world gives the inputs of a circuit values.
type world []bool

// assigned gives inputs values by chance, and computes the gates.
func assigned(c *circuit.Circuit, rng *rand.Rand) (w world) {
	for i, g := range c.Gates() {
		if input := g[0] == lit(2*i) && i > 0; input {
			w = append(w, rng.IntN(2) == 1)
			continue
		}
		w = append(w, i > 0 && w.is(g[0]) && w.is(g[1]))
	}
	return w
}

func (w world) is(l lit) bool { return w[l/2] != (l&1 == 1) }

// worth is what a value is; nil: it is none, or more than one.
func (w world) worth(x Value) (v spec.Value) {
	if x.whole == nil {
		for _, c := range x.cases {
			if w.is(c.When) {
				if v != nil {
					return nil
				}
				v = c.Value
			}
		}
		return v
	}
	if w.is(x.whole.absent) {
		return spec.Absent{}
	}
	var parts []spec.Value
	for i, p := range x.whole.parts {
		switch part := w.worth(p); {
		case x.whole.elems == nil:
			parts = append(parts, part)
		case part == spec.Bool(true):
			parts = append(parts, x.whole.elems[i])
		}
	}
	switch x.whole.kind.(type) {
	case spec.Record:
		return spec.Record(parts)
	case spec.Array:
		return spec.Array(parts)
	}
	return spec.NewSet(parts...)
}

// within lists the expressions of a model and of formulas that have no names of others and ask
// nothing of other states.
func withinModel(suite *spec.Suite) (list []spec.Expr) {
	add := func(x spec.Expr) {
		spec.Walk(x, func(y spec.Expr) bool {
			if y.Traits()&(spec.Modal|spec.AsksMoves) == 0 && len(y.Free()) == 0 {
				list = append(list, y)
			}
			return true
		})
	}
	m := suite.Models[0]
	for _, x := range m.Init {
		add(x)
	}
	for _, a := range m.Actions {
		for _, x := range spec.Expressions(a) {
			add(x)
		}
	}
	for _, a := range m.Agents {
		for _, o := range a.Sees {
			add(o.Value)
		}
	}
	for _, c := range suite.Checks {
		add(c.Formula)
	}
	return list
}

// TestMeaning holds expressions, steps and views as they become circuits to what they mean in
// states chosen by chance: to spec.Evaluator, and to the enumerating checker.
func TestMeaning(t *testing.T) {
	documents := 120
	if testing.Short() {
		documents = 40
	}
	texts := []string{forms, forms, forms}
	for seed := range uint64(documents) {
		texts = append(texts, randmodel.Document(rand.New(rand.NewPCG(seed, 4)), randmodel.Options{Risky: 10, Joint: seed%3 == 2}))
	}
	compared, undefined, steps, faults := 0, 0, 0, 0
	for seed, text := range texts {
		suite, err := spec.Parse(fmt.Sprintf("seed%d.yaml", seed), text)
		if err != nil {
			if seed < 3 {
				t.Fatal(err)
			}
			continue
		}
		m, rng := suite.Models[0], rand.New(rand.NewPCG(uint64(seed), 5))
		c := circuit.New(t.Context())
		s, valid := Any(c, m)
		u, also := Any(c, m)
		exprs := withinModel(suite)
		values, undefs := make([]Value, len(exprs)), make([]lit, len(exprs))
		for i, x := range exprs {
			values[i], undefs[i] = s.Of(x, nil)
		}
		var taken [][]Way
		var fault []lit
		asks := m.AsksKnowledge() != nil
		for _, a := range s.Actions() {
			if asks {
				break
			}
			list, wrong := s.Ways(a)
			taken, fault = append(taken, list), append(fault, wrong)
		}
		confused, unseen := map[*spec.Agent]lit{}, map[*spec.Agent]lit{}
		for _, a := range m.Agents {
			confused[a], unseen[a] = s.Confuses(u, a)
		}
		for range 60 {
			w := assigned(c, rng)
			if !w.is(valid) || !w.is(also) {
				continue
			}
			state, other := stateOf(w, s.Vars), stateOf(w, u.Vars)
			for i, x := range exprs {
				want, err := (&spec.Evaluator{State: state}).Eval(x, nil)
				compared++
				switch none := (*spec.Undefined)(nil); {
				case errors.As(err, &none):
					if undefined++; !w.is(undefs[i]) {
						t.Errorf("document %d, %s in %s: no value is not noticed", seed, x.Span().Text(), state)
					}
				case err != nil:
					t.Fatal(err)
				case w.is(undefs[i]):
					t.Errorf("document %d, %s in %s is %s, not without a value", seed, x.Span().Text(), state, want)
				default:
					if got := w.worth(values[i]); got == nil || !spec.Equal(got, want) {
						t.Errorf("document %d, %s in %s is %s, not %v", seed, x.Span().Text(), state, want, got)
					}
				}
			}
			for _, a := range m.Agents {
				if !w.is(unseen[a]) && w.is(confused[a]) != (explicit.View(a, state) == explicit.View(a, other)) {
					t.Errorf("document %d: %s confuses %s and %s: %v", seed, a.Name, state, other, w.is(confused[a]))
				}
			}
			if asks {
				continue
			}
			found, err := explicit.Successors(m, state, nil)
			wrong := slices.ContainsFunc(fault, w.is)
			if err != nil || wrong {
				if faults++; !wrong || err == nil {
					t.Errorf("document %d, steps from %s: faulty %v, but %v", seed, state, wrong, err)
				}
				continue
			}
			var want, got []string
			for _, f := range found {
				want = append(want, spec.Key(f.To...))
			}
			for _, list := range taken {
				for _, way := range list {
					if w.is(way.Guard) {
						got = append(got, spec.Key(stateOf(w, way.To)...))
					}
				}
			}
			slices.Sort(want)
			slices.Sort(got)
			if steps++; !slices.Equal(want, got) {
				t.Errorf("document %d, from %s: %d steps, not %d, or others", seed, state, len(got), len(want))
			}
		}
		if t.Failed() {
			t.Logf("%s", text)
			return
		}
	}
	t.Logf("%d values (%d of them undefined), steps from %d states, %d faults", compared, undefined, steps, faults)
	if compared < 1000 || undefined < 100 || steps < 100 || faults < 10 {
		t.Error("too little was compared")
	}
}

// stateOf are the values of variables.
func stateOf(w world, vars []Value) (s spec.State) {
	for _, x := range vars {
		s = append(s, w.worth(x))
	}
	return s
}

// What is called with the same arguments is made gates of once, whether that is at one place or at many: these calls come to
// 2^17, of which 2 at each depth differ.
func TestCallsAreMadeOnce(t *testing.T) {
	text := "vars: {a: bool, b: bool}\ndefine:\n  f0(x in bool): a <-> x\n"
	for i := range 17 {
		text += fmt.Sprintf("  f%d(x in bool): f%d(x) <-> (f%d(!x) <-> b)\n", i+1, i, i)
	}
	suite, err := spec.Parse("calls.yaml", text+"check: [{id: q, formula: f17(a)}]")
	if err != nil {
		t.Fatal(err)
	}
	asked := &counting{Context: context.Background()}
	e, _ := Any(circuit.New(asked), suite.Models[0])
	e.Of(suite.Checks[0].Formula, nil)
	if asked.n > 0 { // it is asked each 4,096 steps
		t.Errorf("the work takes %d times 4,096 steps", asked.n)
	}
}

// counting counts how often it is asked whether to go on.
type counting struct {
	context.Context
	n int
}

func (c *counting) Err() error {
	c.n++
	return nil
}

// A step that a program asks for is told from others by the move, in a question about it that was not read from a document.
func TestStepsThatAreAskedFor(t *testing.T) {
	suite, err := spec.Parse("steps.yaml", "vars: {n: 0..1}\nactions: {up: {then: {n: 1}}, down: {then: {n: 0}}}\ncheck: [{id: q, formula: n = 0}]")
	if err != nil {
		t.Fatal(err)
	}
	e, _ := Any(circuit.New(t.Context()), suite.Models[0])
	for _, a := range suite.Models[0].Actions {
		for _, b := range suite.Models[0].Actions {
			does, undef := e.Doing([]spec.Move{{Action: a}}).Truth(&spec.Does{Step: &spec.Step{Action: b}}, nil)
			if does != e.When(a == b) || undef != no {
				t.Errorf("%s is %s: %d, %d", a.Name, b.Name, does, undef)
			}
		}
	}
}

// TestInterruptedWork ends a translation that takes long.
func TestInterruptedWork(t *testing.T) {
	suite, err := spec.Parse("long.yaml", "vars: {a: 0..2000, b: 0..2000, c: 0..2000}\ncheck: [{id: long, formula: \"exists x in 0..2000, y in 0..2000: a + x = b + y & c = x * y\"}]")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	err = func() (err error) {
		defer circuit.Refused(&err)
		e, _ := Any(circuit.New(ctx), suite.Models[0])
		e.Of(suite.Checks[0].Formula, nil)
		return nil
	}()
	if r := (*circuit.Refusal)(nil); !errors.As(err, &r) || !r.Open {
		t.Errorf("%v", err)
	}
}

// What functions make of a state is the state that their bits stand for, whichever scalars they leave as they are; and where
// nothing is optional a state that is left as it is has the same gates.
func TestImagesOfStates(t *testing.T) {
	kept := 0
	for _, text := range []string{strings.Replace(forms, "0..9000", "0..9", 1), "{vars: {a: 0..2, b: bool, c: 3..3, d: array 1..2 of 0..4}, check: [{id: q, count: true}]}"} {
		suite, err := spec.Parse("states.yaml", text)
		if err != nil {
			t.Fatal(err)
		}
		for seed := range uint64(20) {
			rng, c := rand.New(rand.NewPCG(seed, 20)), circuit.New(t.Context())
			e, valid := Any(c, suite.Models[0])
			var cells []Cell
			for i, v := range e.Model.Vars {
				e.scalars(v.Type, e.Vars[i], no, func(t spec.Type, _ Value, _ lit) {
					values := rng.Perm(len(e.list(t)))
					cells = append(cells, Cell{bits.Len(uint(len(values) - 1)), values[min(len(values)-1, rng.IntN(3)/2):]})
				})
			}
			k := NewCode(e, cells)
			written, coded := k.Written(e)
			var left, wires []int
			var image []lit
			for _, s := range k.cells {
				stays := rng.IntN(3) > 0
				for j := s.first; j < s.first+s.Bits; j++ {
					left = append(left, 2*(j+1))
					w := 2*(1+rng.IntN(len(written))) + rng.IntN(2) // of any input, or its negation
					if stays {
						w = left[j]
						kept++
					}
					wires, image = append(wires, w), append(image, written[w/2-1]^lit(w&1))
				}
			}
			got, want := NewState(c, e.Model, k.Image(e, wires, image)), NewState(c, e.Model, k.Values(c, image))
			_, gotten := k.Written(got)
			_, wanted := k.Written(want)
			if c.Possible(valid, coded, c.Iff(gotten, wanted).Not()) || c.Possible(valid, coded, wanted, got.Same(want).Not()) {
				t.Errorf("%s, seed %d: another state", e.Model.Vars[0].Name, seed)
			}
			if same := NewState(c, e.Model, k.Image(e, left, written)).Same(e); same != e.Same(e) && suite.Models[0].Vars[0].Name == "a" {
				t.Errorf("seed %d: a state that is left as it is is another one", seed)
			}
		}
	}
	if kept < 100 {
		t.Errorf("%d bits are left as they are", kept)
	}
}
