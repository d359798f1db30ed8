package explicit

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/epibdd/epibdd/chance"
	"github.com/epibdd/epibdd/explicit/internal/kleene"
	"github.com/epibdd/epibdd/explicit/internal/terms"
	"github.com/epibdd/epibdd/spec"
)

// Measured is the answer to a check that asks for shares of worlds.
type Measured struct {
	Chance     *chance.Answer     // of a ChanceCheck; nil: the worlds that were enumerated do not decide
	Experiment *chance.Experiment // of a ClassesCheck
}

// Unshared says that agents who are asked as one do not see the same.
type Unshared struct {
	One, Other *spec.Agent
	State      spec.State
}

func (e *Unshared) Error() string {
	return fmt.Sprintf("%s and %s do not see the same", e.One.Name, e.Other.Name)
}

// Measure answers a check that asks for shares of worlds, among those that were enumerated.
func (s *System) Measure(c *spec.Check) (Measured, error) {
	if err := FindIdle(c.At, c.Formula); err != nil {
		return Measured{}, err
	}
	ends, err := measurable(s, c)
	if err != nil {
		return Measured{}, err
	}
	g := &gauge{check: c, Measure: c.Measure}
	for _, end := range ends {
		g.add(end)
	}
	if c.Kind == spec.ClassesCheck {
		return g.experiment()
	}
	return g.chance()
}

// measurable lists the worlds that a check asks about: with a knowledge action those that it
// leads to, with steps the histories of these.
func measurable(s *System, c *spec.Check) ([]Outcome, error) {
	worlds, err := s.filter(c.At, nil, s.initial, s)
	if err == nil && len(worlds) == 0 {
		err = ErrNothingAt
	}
	if err == nil && c.Measure.Steps != nil {
		worlds, err = happened(s, worlds, c.Measure.Steps)
	}
	if err != nil {
		return nil, err
	}
	var ends []Outcome
	for _, w := range worlds {
		here := []Outcome{{s, w, nil}}
		if c.After != nil {
			if here, err = s.outcomes(c.After, nil, w, false); err != nil {
				return nil, err
			}
		}
		ends = append(ends, here...)
	}
	if len(ends) == 0 {
		return nil, ErrNoWay
	}
	return ends, nil
}

// happened lists the histories that go on from some by a list of steps and tests of states.
func happened(s *System, worlds []int, p spec.Program) ([]int, error) {
	for _, part := range spec.Listed(p) {
		var next []int
		for _, w := range worlds {
			st := s.worlds[w]
			if test, ok := part.(*spec.Test); ok {
				holds, err := terms.In(st).Holds(test.X, nil)
				if err != nil {
					return nil, s.InWorld(w, err)
				}
				if holds {
					next = append(next, w)
				}
				continue
			}
			for _, e := range s.out[w] {
				is := true
				if step, ok := part.(*spec.Step); ok {
					var err error
					if is, err = describes(step, e.moves, st); err != nil {
						return nil, s.InWorld(w, err)
					}
				}
				switch {
				case is && e.to == Beyond:
					return nil, s.tooShallow()
				case is:
					next = append(next, e.to)
				}
			}
		}
		worlds = next
	}
	return worlds, nil
}

// gauge measures the worlds of a check, system by system: arguments of knowledge actions that
// depend on the world lead to several.
type gauge struct {
	check *spec.Check
	*spec.Measure
	parts []*portion
}

// portion is what lies in one system of the worlds that a check asks about.
type portion struct {
	*System
	asked   []int
	weights []*big.Rat
	class   []int // by world: what those who are asked consider possible; without them all asked worlds have the same
}

func (g *gauge) add(end Outcome) {
	i := slices.IndexFunc(g.parts, func(p *portion) bool { return p.System == end.System })
	if i < 0 {
		i = len(g.parts)
		g.parts = append(g.parts, &portion{System: end.System})
	}
	g.parts[i].asked = append(g.parts[i].asked, end.World)
}

// prepare weighs the worlds of a portion and finds the classes of those who are asked.
func (g *gauge) prepare(p *portion) error {
	var err error
	if p.weights, err = weigh(p.structure, g.Measure); err != nil {
		return err
	}
	if len(g.Of) == 0 {
		p.class = make([]int, len(p.worlds))
		return nil
	}
	for _, a := range g.Of {
		if p.learnt != nil && !p.learnt[a] {
			return p.InWorld(p.asked[0], &spec.Undefined{Place: g.Place, Reason: spec.Uninformed(a)})
		}
	}
	p.class = p.Classes(g.Of[0])
	hit := map[int]bool{}
	for _, w := range p.asked {
		hit[p.class[w]] = true
	}
	for _, a := range g.Of[1:] {
		if w := differ(p.class, p.Classes(a), hit); w != Beyond {
			return &Unshared{g.Of[0], a, p.worlds[w]}
		}
	}
	return nil
}

// differ is a world of some classes whose class is another one for somebody else, Beyond if
// there is none.
func differ(one, other []int, hit map[int]bool) int {
	to, from := map[int]int{}, map[int]int{}
	for w, k := range one {
		if !hit[k] {
			continue
		}
		if n, ok := to[k]; ok && n != other[w] {
			return w
		}
		to[k] = other[w]
	}
	for w, n := range other {
		if k, ok := from[n]; ok && k != one[w] && (hit[k] || hit[one[w]]) {
			return w
		}
		from[n] = one[w]
	}
	return Beyond
}

// members lists the worlds of the classes that are asked about, class by class: without
// agents the worlds that are asked about.
func (g *gauge) members(p *portion) map[int][]int {
	in := map[int][]int{}
	for _, w := range p.asked {
		in[p.class[w]] = nil
	}
	if len(g.Of) == 0 {
		in[0] = p.asked
		return in
	}
	for w, k := range p.class {
		if _, asked := in[k]; asked {
			in[k] = append(in[k], w)
		}
	}
	return in
}

// chance is how likely the formula is.
func (g *gauge) chance() (Measured, error) {
	tally := chance.NewTally(g.Table != nil)
	all := newSum()
	for _, p := range g.parts {
		if err := g.prepare(p); err != nil {
			return Measured{}, err
		}
		asked := map[int]bool{}
		for _, w := range p.asked {
			asked[w] = true
		}
		for _, members := range g.members(p) {
			if len(g.Of) > 0 {
				all = newSum()
			}
			for _, w := range members {
				holds, err := Outcome{p.System, w, nil}.holds(g.check.Formula, nil)
				if err != nil || holds == kleene.Open {
					return Measured{}, err
				}
				value, err := p.value(g.Table, w)
				if err != nil {
					return Measured{}, err
				}
				counts := new(big.Rat)
				if asked[w] {
					counts = p.weights[w]
				}
				all.add(p.weights[w], counts, holds == kleene.Yes, value)
			}
			if len(g.Of) > 0 {
				tally.Add(all.class)
			}
		}
	}
	if len(g.Of) == 0 {
		tally.Add(all.class)
	}
	return Measured{Chance: tally.Answer()}, nil
}

// value is that of an expression in a world; of nil there is none.
func (p *portion) value(e spec.Expr, w int) (spec.Value, error) {
	if e == nil {
		return nil, nil
	}
	v, err := p.evaluator(w).Eval(e, nil)
	return v, p.InWorld(w, err)
}

// sum is a class as far as its worlds were added.
type sum struct {
	class chance.Class
	at    map[string]int // of a value in the table
}

func newSum() *sum {
	return &sum{chance.Class{Total: new(big.Rat), True: new(big.Rat), Asked: new(big.Rat)}, map[string]int{}}
}

// add adds worlds of some weight, of which some are asked about, with a value for the table
// (nil: there is none).
func (s *sum) add(weight, asked *big.Rat, holds bool, v spec.Value) {
	c := &s.class
	c.Total.Add(c.Total, weight)
	c.Asked.Add(c.Asked, asked)
	if holds {
		c.True.Add(c.True, weight)
	}
	if v == nil {
		return
	}
	i, ok := s.at[spec.Key(v)]
	if !ok {
		i = len(c.Table)
		s.at[spec.Key(v)] = i
		c.Table = append(c.Table, chance.Weighted{Value: v, Weight: new(big.Rat)})
	}
	c.Table[i].Weight.Add(c.Table[i].Weight, weight)
}

// experiment is what the value of the formula tells those who are asked, besides what they
// see.
func (g *gauge) experiment() (Measured, error) {
	all := newOutcomes()
	for i, p := range g.parts {
		if err := g.prepare(p); err != nil {
			return Measured{}, err
		}
		for _, w := range p.asked {
			told, err := p.value(g.check.Formula, w)
			if err != nil {
				return Measured{}, err
			}
			left, err := p.value(g.Left, w)
			if err != nil {
				return Measured{}, err
			}
			key := spec.Key(told)
			if len(g.Of) > 0 {
				key = fmt.Sprint(i, " ", p.class[w], " ", key)
			}
			all.add(key, p.weights[w], big.NewInt(1), left)
		}
	}
	return Measured{Experiment: all.result()}, nil
}

// outcomes are what an experiment may come to, in the order in which they are met.
type outcomes struct {
	list []*outcome
	by   map[string]*outcome
}

type outcome struct {
	weight *big.Rat
	worlds *big.Int
	left   map[string]bool // values that are left; none: worlds are counted
}

func newOutcomes() *outcomes { return &outcomes{by: map[string]*outcome{}} }

// add adds worlds of one outcome, with what they leave (nil: they are counted).
func (all *outcomes) add(key string, weight *big.Rat, worlds *big.Int, left spec.Value) {
	o := all.by[key]
	if o == nil {
		o = &outcome{new(big.Rat), new(big.Int), map[string]bool{}}
		all.by[key], all.list = o, append(all.list, o)
	}
	o.weight.Add(o.weight, weight)
	o.worlds.Add(o.worlds, worlds)
	if left != nil {
		o.left[spec.Key(left)] = true
	}
}

func (all *outcomes) result() *chance.Experiment {
	trial := chance.NewTrial()
	for _, o := range all.list {
		size := o.worlds
		if n := len(o.left); n > 0 {
			size = big.NewInt(int64(n))
		}
		trial.Add(o.weight, size)
	}
	return trial.Result()
}
