package explicit

import (
	"errors"
	"fmt"
	"math/big"

	"github.com/epibdd/epibdd/chance"
	"github.com/epibdd/epibdd/explicit/internal/terms"
	"github.com/epibdd/epibdd/spec"
)

// Followed tells whether the histories alone that a check asks about, and what is confused
// with these, tell how large shares of them are: one agent is asked, or nobody, and the
// formula does not depend on what somebody knows. Then histories that end in the same state and
// look the same need not be told apart, as long as no step depends on that either.
func Followed(c *spec.Check) bool {
	return c.IsMeasured() && c.Measure.Steps != nil && len(c.Measure.Of) <= 1 && c.Formula.Traits()&spec.Modal == 0
}

// ErrAsks says that a step depends on what somebody knows, which all histories tell.
var ErrAsks = errors.New("a step asks what somebody knows")

// unasked is the Asking of those who do not know all histories.
func unasked(spec.Expr, *spec.Env) (bool, error) { return false, ErrAsks }

// trail stands for histories that end in the same state and look the same to who is asked.
type trail struct {
	state       spec.State
	look        int // to who is asked
	total       *big.Rat
	asked       *big.Rat // the weight of those that are asked about
	askedWorlds *big.Int // and how many they are
}

// follower follows the histories of a check and those that are confused with them.
type follower struct {
	*spec.Check
	o      Options
	work   *Budget
	looks  map[string]int
	trails []*trail
}

// Follow answers a check of which Followed holds, step by step. It tells how many states the
// last histories end in. Where a step asks what somebody knows it ends in ErrAsks.
func Follow(c *spec.Check, o Options) (found Measured, states int, err error) {
	o = o.withDefaults()
	f := &follower{Check: c, o: o, work: o.search(), looks: map[string]int{}}
	if err = f.begin(); err != nil {
		return found, 0, err
	}
	for _, part := range spec.Listed(c.Measure.Steps) {
		if err = f.next(part); err != nil {
			return found, 0, err
		}
	}
	if f.forget(); len(f.trails) == 0 {
		return found, 0, ErrNoWay
	}
	if c.Kind == spec.ClassesCheck {
		found, err = f.experiment()
	} else {
		found, err = f.chance()
	}
	return found, len(f.trails), err
}

// begin starts with the initial states.
func (f *follower) begin() error {
	s, err := Histories(f.Model, f.Runs, 0, f.o)
	if err != nil {
		return err
	}
	asked, err := s.filter(f.At, nil, s.initial, s)
	if err != nil {
		return err
	}
	if len(asked) == 0 {
		return ErrNothingAt
	}
	is := make(map[int]bool, len(asked))
	for _, w := range asked {
		is[w] = true
	}
	for _, w := range s.initial {
		t := f.trail(s.worlds[w], f.look("", s.worlds[w]))
		t.total.SetInt64(1)
		if is[w] {
			t.asked.SetInt64(1)
			t.askedWorlds.SetInt64(1)
		}
		f.trails = append(f.trails, t)
	}
	return nil
}

func (f *follower) trail(st spec.State, look int) *trail {
	return &trail{st, look, new(big.Rat), new(big.Rat), new(big.Int)}
}

// look numbers what a state shows after what was seen before.
func (f *follower) look(before string, st spec.State) int {
	key := before
	if len(f.Measure.Of) > 0 {
		key += "/" + View(f.Measure.Of[0], st)
	}
	n, ok := f.looks[key]
	if !ok {
		n = len(f.looks)
		f.looks[key] = n
	}
	return n
}

// forget leaves out what is not confused with anything that is asked about.
func (f *follower) forget() {
	asked := map[int]bool{}
	for _, t := range f.trails {
		asked[t.look] = asked[t.look] || t.asked.Sign() > 0
	}
	var kept []*trail
	for _, t := range f.trails {
		if asked[t.look] && (len(f.Measure.Of) > 0 || t.asked.Sign() > 0) {
			kept = append(kept, t)
		}
	}
	f.trails = kept
}

// next follows a part of what has happened, a test or a step.
func (f *follower) next(part spec.Program) error {
	if test, ok := part.(*spec.Test); ok {
		for _, t := range f.trails {
			holds, err := terms.In(t.state).Holds(test.X, nil)
			if err != nil {
				return f.in(t.state, err)
			}
			if !holds {
				t.asked, t.askedWorlds = new(big.Rat), new(big.Int)
			}
		}
		return nil
	}
	f.forget()
	var all []*trail
	index := map[string]*trail{}
	for _, t := range f.trails {
		steps, err := successors(f.Model, t.state, f.work, unasked)
		if err != nil {
			return err
		}
		moves := make([][]spec.Move, len(steps))
		for i, s := range steps {
			moves[i] = s.Moves
		}
		choices, err := choices(f.Model, t.state, moves, f.Measure)
		if err != nil {
			return err
		}
		for i, s := range steps {
			before := ""
			if of := f.Measure.Of; len(of) > 0 {
				before = fmt.Sprint(t.look, "/", Observed(of[0], s.Moves, t.state))
			}
			look := f.look(before, s.To)
			key := fmt.Sprint(look, "/", spec.Key(s.To...))
			u := index[key]
			if u == nil {
				u = f.trail(s.To, look)
				index[key], all = u, append(all, u)
				if len(all) > f.o.MaxStates {
					return &TooLarge{What: "histories that are confused", Limit: f.o.MaxStates}
				}
			}
			share := chance.Share(f.Measure.Weigh, choices[i])
			u.total.Add(u.total, new(big.Rat).Mul(t.total, share))
			is := true
			if step, ok := part.(*spec.Step); ok {
				if is, err = describes(step, s.Moves, t.state); err != nil {
					return f.in(t.state, err)
				}
			}
			if is {
				u.asked.Add(u.asked, new(big.Rat).Mul(t.asked, share))
				u.askedWorlds.Add(u.askedWorlds, t.askedWorlds)
			}
		}
	}
	f.trails = all
	return nil
}

// in says of an error of evaluation in which state an expression has no value.
func (f *follower) in(st spec.State, err error) error {
	return withModel(f.Model, fault(spec.Move{}, st, err))
}

// chance is how likely the formula is.
func (f *follower) chance() (Measured, error) {
	x := f.Measure
	sums := map[int]*sum{}
	var order []*sum
	for _, t := range f.trails {
		s := sums[t.look]
		if s == nil {
			s = newSum()
			sums[t.look], order = s, append(order, s)
		}
		ev := terms.In(t.state)
		holds, err := ev.Holds(f.Formula, nil)
		if err != nil {
			return Measured{}, f.in(t.state, err)
		}
		var value spec.Value
		if x.Table != nil {
			if value, err = ev.Eval(x.Table, nil); err != nil {
				return Measured{}, f.in(t.state, err)
			}
		}
		weight := t.total
		if len(x.Of) == 0 {
			weight = t.asked
		}
		s.add(weight, t.asked, holds, value)
	}
	tally := chance.NewTally(x.Table != nil)
	for _, s := range order {
		tally.Add(s.class)
	}
	return Measured{Chance: tally.Answer()}, nil
}

// experiment is what the value of the formula tells who is asked.
func (f *follower) experiment() (Measured, error) {
	outcomes := newOutcomes()
	for _, t := range f.trails {
		if t.asked.Sign() == 0 {
			continue
		}
		ev := terms.In(t.state)
		told, err := ev.Eval(f.Formula, nil)
		if err != nil {
			return Measured{}, f.in(t.state, err)
		}
		var left spec.Value
		if f.Measure.Left != nil {
			if left, err = ev.Eval(f.Measure.Left, nil); err != nil {
				return Measured{}, f.in(t.state, err)
			}
		}
		outcomes.add(fmt.Sprint(t.look, " ", spec.Key(told)), t.asked, t.askedWorlds, left)
	}
	return Measured{Experiment: outcomes.result()}, nil
}
