package decide

import (
	"errors"
	"fmt"
	"math/big"

	"github.com/epibdd/epibdd/chance"
	"github.com/epibdd/epibdd/ctlk"
	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/kripke"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
	"github.com/epibdd/epibdd/verdict"
)

// portion is what lies in one structure of the worlds that a check for shares of worlds asks
// about: arguments of knowledge actions that depend on the world lead to several.
type portion struct {
	*ctlk.Evaluator
	asked   kripke.Set
	behind  bool // a knowledge action
	weights weights
}

// weights are what worlds weigh.
type weights interface {
	// Weight is that of all that is considered possible.
	Weight(x kripke.Set) *big.Rat
	// AskedWeight is that of what is asked about, and Number how much that is.
	AskedWeight(x kripke.Set) *big.Rat
	Number(x kripke.Set) *big.Int
}

// counted are the weights of the worlds of a structure to which no steps lead.
type counted struct {
	m     *kripke.Structure
	asked kripke.Set
	by    spec.Weighing
}

func (c counted) Weight(x kripke.Set) *big.Rat      { return kripke.Weigh(c.m, x, c.by) }
func (c counted) AskedWeight(x kripke.Set) *big.Rat { return kripke.Weigh(c.m, x.And(c.asked), c.by) }
func (c counted) Number(x kripke.Set) *big.Int      { return c.m.Count(x.And(c.asked)) }

// countedPortion is one of which the worlds are those of its structure.
func countedPortion(q *question, ev *ctlk.Evaluator, asked kripke.Set, behind bool) portion {
	return portion{ev, asked, behind, counted{ev.Structure(), asked, q.chk.Measure.Weigh}}
}

// formula is the truth of the formula of a check in worlds of a portion.
func (p portion) formula(c *spec.Check, where kripke.Set) (kripke.Truth, error) {
	if p.behind {
		return ctlk.FormulaBehind(p.Evaluator, c.Formula, where)
	}
	return p.Evaluator.Formula(c.Formula, nil, where)
}

// findMeasure answers a question for shares of worlds, by counting in diagrams.
func (q *question) findMeasure(ev *ctlk.Evaluator, a *verdict.Answer) error {
	at, err := q.askedAt(ev)
	if err != nil {
		return err
	}
	portions, err := q.portions(ev, at)
	if err != nil {
		return err
	}
	return measured(q, portions, a)
}

// measured answers a question for shares of the worlds of portions.
func measured(q *question, portions []portion, a *verdict.Answer) (err error) {
	a.Verdict = verdict.Unknown // if a limit is met
	if q.chk.Kind == spec.ClassesCheck {
		a.Experiment, err = q.experiment(portions)
	} else {
		a.Chance, err = q.chance(portions)
	}
	if err == nil && (a.Chance != nil || a.Experiment != nil) {
		a.Verdict = verdict.Holds
	}
	return err
}

// portions are the worlds that the check asks about, behind its knowledge action if it has
// one.
func (q *question) portions(ev *ctlk.Evaluator, at kripke.Set) ([]portion, error) {
	if q.chk.After == nil {
		return []portion{countedPortion(q, ev, at, false)}, q.share(ev)
	}
	var all []portion
	err := ctlk.Ends(ev, q.chk.After, at, false, func(c *ctlk.Evaluator, ends kripke.Set) error {
		if ends.IsEmpty() {
			return nil
		}
		all = append(all, countedPortion(q, c, ends, true))
		return q.share(c)
	})
	if err == nil && len(all) == 0 {
		err = q.mistaken(verdict.NoneWithAt, q.chk.After.Span(), "this knowledge action cannot be executed in any initial state that the check asks about")
	}
	return all, err
}

// share complains where those who are asked did not learn of a knowledge action.
func (q *question) share(c *ctlk.Evaluator) error {
	for _, a := range q.chk.Measure.Of {
		if !c.Structure().Informed(a) {
			return q.mistaken(verdict.NoValue, q.chk.Measure.Place, "%s", spec.Uninformed(a))
		}
	}
	return nil
}

// classes calls do with what those who are asked consider possible in the worlds of a
// portion, class by class; without them with the worlds that are asked about.
func (q *question) classes(p portion, do func(class kripke.Set) error) error {
	of := q.chk.Measure.Of
	if len(of) == 0 {
		return do(p.asked)
	}
	m := p.Structure()
	for class, err := range kripke.Classes(m, of[:1], p.asked) {
		if err != nil {
			return err
		}
		for _, a := range of[1:] {
			other, err := m.Closure([]*spec.Agent{a}, m.Only(m.Pick(class)))
			if err != nil {
				return err
			}
			if !other.Equal(class) {
				return q.unshared(&explicit.Unshared{One: of[0], Other: a, State: m.Pick(class).State})
			}
		}
		if err := do(class); err != nil {
			return err
		}
	}
	return nil
}

// unshared is the mistake of asking agents as one who do not see the same.
func (q *question) unshared(u *explicit.Unshared) error {
	return &verdict.Mistake{Kind: verdict.Unsupported, Place: q.chk.Measure.Place, Model: q.model, State: u.State, Cause: u,
		Message: fmt.Sprintf("agents are asked as one only if all of them see the same; %s", u)}
}

// chance is how likely the formula is; nil where that is open.
func (q *question) chance(portions []portion) (*chance.Answer, error) {
	x := q.chk.Measure
	tally := chance.NewTally(x.Table != nil)
	all := newSum()
	for _, p := range portions {
		m := p.Structure()
		where := p.asked
		if len(x.Of) > 0 {
			var err error
			if where, err = m.Closure(x.Of[:1], p.asked); err != nil {
				return nil, err
			}
		}
		truth, err := p.formula(q.chk, where)
		if err != nil {
			return nil, err
		}
		if !truth.Exact() {
			return nil, nil
		}
		var table []ctlk.Choice
		if x.Table != nil {
			if table, err = p.Defined(x.Table, nil, where); err != nil {
				return nil, err
			}
		}
		err = q.classes(p, func(class kripke.Set) error {
			if len(x.Of) > 0 {
				all = newSum()
			}
			all.add(p.weights, class, truth.Lower, table)
			if len(x.Of) > 0 {
				tally.Add(all.class)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	if len(x.Of) == 0 {
		tally.Add(all.class)
	}
	return tally.Answer(), nil
}

// sum is a class as far as its worlds were added.
type sum struct {
	class chance.Class
	at    map[string]int // of a value in the table
}

func newSum() *sum {
	return &sum{chance.Class{Total: new(big.Rat), True: new(big.Rat), Asked: new(big.Rat)}, map[string]int{}}
}

func (s *sum) add(w weights, worlds, holds kripke.Set, table []ctlk.Choice) {
	c := &s.class
	c.Total.Add(c.Total, w.Weight(worlds))
	c.True.Add(c.True, w.Weight(worlds.And(holds)))
	if table == nil { // what is asked about does not tell how likely it is
		return
	}
	c.Asked.Add(c.Asked, w.AskedWeight(worlds))
	for _, v := range table {
		here := worlds.And(v.When)
		if here.IsEmpty() {
			continue
		}
		i, ok := s.at[spec.Key(v.Value)]
		if !ok {
			i = len(c.Table)
			s.at[spec.Key(v.Value)] = i
			c.Table = append(c.Table, chance.Weighted{Value: v.Value, Weight: new(big.Rat)})
		}
		c.Table[i].Weight.Add(c.Table[i].Weight, w.Weight(here))
	}
}

// outcome is what an experiment may come to.
type outcome struct {
	weight *big.Rat
	worlds *big.Int
	left   map[string]bool // values that are left; nil: worlds are counted
}

// experiment measures what the value of the formula tells those who are asked, besides what
// they see.
func (q *question) experiment(portions []portion) (*chance.Experiment, error) {
	x := q.chk.Measure
	var order []string
	outcomes := map[string]*outcome{}
	number := 0 // of the class
	for _, p := range portions {
		told, err := p.Defined(q.chk.Formula, nil, p.asked)
		if err != nil {
			return nil, err
		}
		var left []ctlk.Choice
		if x.Left != nil {
			if left, err = p.Defined(x.Left, nil, p.asked); err != nil {
				return nil, err
			}
		}
		err = q.classes(p, func(class kripke.Set) error {
			number++
			for _, v := range told {
				here := class.And(p.asked).And(v.When)
				if here.IsEmpty() {
					continue
				}
				key := spec.Key(v.Value)
				if len(x.Of) > 0 {
					key = fmt.Sprint(number, " ", key)
				}
				o := outcomes[key]
				if o == nil {
					o = &outcome{new(big.Rat), new(big.Int), map[string]bool{}}
					outcomes[key], order = o, append(order, key)
				}
				o.weight.Add(o.weight, p.weights.AskedWeight(here))
				o.worlds.Add(o.worlds, p.weights.Number(here))
				for _, w := range left {
					if !here.Disjoint(w.When) {
						o.left[spec.Key(w.Value)] = true
					}
				}
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	trial := chance.NewTrial()
	for _, key := range order {
		size := outcomes[key].worlds
		if x.Left != nil {
			size = big.NewInt(int64(len(outcomes[key].left)))
		}
		trial.Add(outcomes[key].weight, size)
	}
	return trial.Result(), nil
}

// asksOfSteps tells whether a check asks for shares of the histories of some steps.
func asksOfSteps(c *spec.Check) bool { return c.IsMeasured() && c.Measure.Steps != nil }

// measureHistories answers a question for shares of the histories of some steps, one by one:
// of those alone that may be confused with what it asks about, if these do. Where histories can
// be weighed in diagrams few are listed before that.
func measureHistories(q *question) func() (turn, error) {
	ok, _ := trailed(q.profile)
	few := ok && q.o.Routes.Allows(WeighedTrails)
	return func() (turn, error) {
		q.report(nil, "enumeration", 0, nil)
		o := explicit.Options{Interrupted: func() error { return symbolic.Interrupted(q.ctx) }}
		if few {
			few = false
			o.MaxStates, o.MaxWork = fewTrails, fewTrailWork
			if t, err := followHistories(q, o); !errors.As(err, new(*explicit.TooLarge)) {
				return q.unmeasured(t, err)
			}
			return again, nil
		}
		return q.unmeasured(followHistories(q, o))
	}
}

// What is listed before histories are weighed in diagrams.
const (
	fewTrails    = 1 << 13
	fewTrailWork = 1 << 22
)

// followHistories answers a question for shares by the histories that matter, or by all.
func followHistories(q *question, o explicit.Options) (turn, error) {
	if explicit.Followed(q.chk) {
		found, states, err := explicit.Follow(q.chk, o)
		if err == nil {
			q.answer = verdict.Answer{Verdict: verdict.Holds, Chance: found.Chance, Experiment: found.Experiment, States: big.NewInt(int64(states))}
		}
		if !errors.Is(err, explicit.ErrAsks) {
			return decided, err
		}
	}
	return measureAllHistories(q, o)
}

// measureAllHistories answers a question for shares of the histories of some steps among all
// of these.
func measureAllHistories(q *question, o explicit.Options) (turn, error) {
	steps := q.chk.Measure.Length()
	for depth := steps; ; depth++ {
		s, err := explicit.Histories(q.model, q.runs, depth, o)
		if err != nil {
			return over, err
		}
		open, err := measure(q, s, &q.answer)
		switch {
		case err != nil:
			return over, err
		case !open:
			return decided, nil
		case q.chk.Depth != spec.AutoDepth && depth >= q.chk.Depth || !s.Cut():
			q.answer.Stop(verdict.Depth)
			return decided, nil
		}
	}
}

// unmeasured is unlisted of histories, if there is an error.
func (q *question) unmeasured(t turn, err error) (turn, error) {
	if err == nil {
		return t, nil
	}
	if errors.Is(err, explicit.ErrNoWay) {
		return over, q.mistaken(verdict.NoneWithAt, q.chk.Measure.Steps.Span(), "this has not happened in any history that the check asks about")
	}
	return unlisted(q, err)
}

// measure answers a question for shares of worlds among those that were listed, and tells
// whether these leave it open.
func measure(q *question, s *explicit.System, a *verdict.Answer) (open bool, err error) {
	found, err := s.Measure(q.chk)
	if u := (*explicit.Unshared)(nil); errors.As(err, &u) {
		return false, q.unshared(u)
	}
	if err != nil {
		return false, err
	}
	a.Chance, a.Experiment = found.Chance, found.Experiment
	if a.Verdict = verdict.Holds; a.Chance == nil && a.Experiment == nil {
		a.Verdict = verdict.Unknown
		return true, nil
	}
	a.States = big.NewInt(int64(len(s.States())))
	return false, nil
}
