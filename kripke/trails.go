package kripke

import (
	"errors"
	"math/big"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// Trails are histories of some steps with their weights (docs/semantics.md#chances). A world
// stands for all of them that end in the same state and look the same to those who are asked,
// and has the sum of what they weigh. Weights are natural numbers: only how they compare with
// one another matters, of all histories and of those that are asked about. Only those histories are followed that are asked about or look like one
// that is; without anybody to whom they look alike they are those that are asked about.
type Trails struct {
	of     []*spec.Agent
	by     spec.Weighing
	system *encode.System // that cares for all states
	here   *encode.System // with what was seen before
	worlds symbolic.Set

	all    symbolic.Tally // what histories weigh
	asked  symbolic.Tally // what those weigh that are asked about
	number symbolic.Tally // how many these are
}

// ErrNoTrails says that an owner of a step or an argument has no value somewhere.
var ErrNoTrails = errors.New("kripke: it has no value whose step this is, or which one")

// Begin starts with the given worlds, of which some are asked about.
func Begin(sys *encode.System, of []*spec.Agent, by spec.Weighing, worlds, asked symbolic.Set) (*Trails, error) {
	one := symbolic.Tally{asked}
	t := &Trails{of, by, sys, sys.Recalling(nil), worlds, symbolic.Tally{worlds}, one, one}
	return t, t.leave()
}

// Asked are the worlds that are asked about; none: what was to happen has not happened.
func (t *Trails) Asked() symbolic.Set { return t.number.Positive(t.worlds.Space()) }

// Test goes on asking about the histories alone that are in a set now.
func (t *Trails) Test(in symbolic.Set) error {
	t.asked, t.number = t.asked.And(in), t.number.And(in)
	return t.leave()
}

// Here is the structure of the worlds. What somebody knows cannot be asked there.
func (t *Trails) Here() *Structure { return alone(t.system, t.here, t.worlds, nil).counted() }

// Step follows the steps from all worlds, and asks about those that are p (nil: all).
func (t *Trails) Step(p *spec.Step) error {
	if err := t.here.Fault(t.worlds); err != nil {
		return Faulty(t.here, err)
	}
	here, fresh := t.here, []*encode.HistoryVariable(nil)
	if len(t.of) > 0 {
		var err error
		if here, fresh, err = t.here.Recording(t.worlds); err != nil {
			return err
		}
	}
	ways, undefined, err := encode.Ways(here, t.of, p)
	switch {
	case err != nil:
		return err
	case !undefined.Disjoint(t.worlds):
		return ErrNoTrails
	}
	shares := t.shares(ways)
	next := &Trails{of: t.of, by: t.by, system: t.system, here: t.system.Recalling(append(fresh, t.here.Recorded()...))}
	space := t.worlds.Space()
	for _, w := range ways {
		if !w.Is.Disjoint(t.Asked()) {
			next.asked = next.asked.Plus(shares.image(w, t.asked, w.Is, space.Full()))
			next.number = next.number.Plus(w.Image(t.number, w.Is, space.Full()))
		}
	}
	next.worlds = space.Full()
	near, err := next.near()
	if err != nil {
		return err
	}
	if next.worlds = near; len(t.of) > 0 {
		for _, w := range ways {
			next.all = next.all.Plus(shares.image(w, t.all, space.Full(), near))
		}
		next.worlds = next.all.Positive(space)
	}
	*t = *next
	return t.forget()
}

// leave leaves out what looks like nothing that is asked about.
func (t *Trails) leave() error {
	near, err := t.near()
	t.worlds, t.all = t.worlds.And(near), t.all.And(near)
	return err
}

// near are the worlds that look like one that is asked about.
func (t *Trails) near() (symbolic.Set, error) {
	if len(t.of) == 0 {
		return t.Asked(), nil
	}
	view, err := t.here.View(t.of...)
	if err != nil {
		return symbolic.Set{}, err
	}
	return view.Closure(t.Asked()), nil
}

// fewWeights is among how many weights a divisor of all is looked for. What is shown to others
// parts a world and is forgotten, so that one is common.
const fewWeights = 200

// forget leaves out of what is recorded what says nothing new, as Unrolling does.
func (t *Trails) forget() error {
	past, spare, err := t.system.Recalling(t.here.Recorded()).Forgettable(t.worlds)
	if err != nil {
		return err
	}
	if len(spare) > 0 {
		over := encode.BitsOf(spare)
		t.all, t.asked, t.number = t.all.Sum(over), t.asked.Sum(over), t.number.Sum(over)
		t.worlds = t.worlds.Exists(t.worlds.Space().Cube(over...))
	}
	t.here = t.system.Recalling(past)
	t.all, t.asked = t.all.Reduced(fewWeights), t.asked.Reduced(fewWeights)
	return nil
}

// shares are what each step has of the weight of the world before it, all of them multiplied by
// one number: a step of those who are asked has all of it, one of n others the n-th part.
type shares struct {
	whole  *big.Int
	worlds []symbolic.Set // that have the same number of other steps
	others []*big.Int     // the share of one of these
}

// shares are those of the steps from the worlds.
func (t *Trails) shares(ways []*encode.Way) shares {
	s := shares{whole: big.NewInt(1)}
	if t.by == spec.ByWorlds {
		return shares{s.whole, []symbolic.Set{t.worlds}, []*big.Int{s.whole}}
	}
	var others symbolic.Tally
	for _, w := range ways {
		others = others.Plus(w.Others(t.worlds))
	}
	var numbers []*big.Int
	for n, where := range others.Values(t.worlds) {
		if n.Sign() > 0 {
			s.worlds, numbers = append(s.worlds, where), append(numbers, n)
			s.whole = new(big.Int).Mul(s.whole, new(big.Int).Quo(n, new(big.Int).GCD(nil, nil, s.whole, n)))
		}
	}
	for _, n := range numbers {
		s.others = append(s.others, new(big.Int).Quo(s.whole, n))
	}
	return s
}

// image is what the steps of w from where lead to in a set, with their shares of weights.
func (s shares) image(w *encode.Way, weights symbolic.Tally, where, into symbolic.Set) symbolic.Tally {
	all := w.Image(weights.Times(s.whole), where.And(w.Owned), into)
	for i, worlds := range s.worlds {
		all = all.Plus(w.Image(weights.And(worlds).Times(s.others[i]), where.Diff(w.Owned), into))
	}
	return all
}

// Weight is what the histories weigh that end in x: those that are considered possible, or
// without anybody who is asked those that are asked about.
func (t *Trails) Weight(x Set) *big.Rat {
	if len(t.of) == 0 {
		return t.AskedWeight(x)
	}
	return new(big.Rat).SetInt(t.count(t.all, x))
}

// AskedWeight is what those of them weigh that are asked about.
func (t *Trails) AskedWeight(x Set) *big.Rat { return new(big.Rat).SetInt(t.count(t.asked, x)) }

// Number is how many these are.
func (t *Trails) Number(x Set) *big.Int { return t.count(t.number, x) }

// count is the sum of numbers over the worlds of x.
func (t *Trails) count(numbers symbolic.Tally, x Set) *big.Int {
	total := new(big.Int)
	for i, digit := range numbers {
		n := t.here.CountWith(digit.And(x[0]), t.here.Past())
		total.Add(total, n.Lsh(n, uint(i)))
	}
	return total
}
