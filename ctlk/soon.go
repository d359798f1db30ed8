package ctlk

import (
	"errors"
	"math/rand/v2"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/verdict"
)

// What refutes a formula about all runs often comes soon and after nearly every
// beginning, and all worlds from which it may come are many nodes: of a card game, those
// in which somebody may break a rule after any number of moves. So before a formula is
// evaluated in wide worlds it is asked of a few initial worlds, one by one, and the first
// steps from there, layer by layer as under recall clock; what it asks about later ones is
// open. A formula that surely fails there fails, and one that surely holds there holds of
// some initial world (Act-CTL-Kn, time). Nothing else is learnt, and nothing about errors
// and warnings elsewhere: a rehearsal looks for these before, in all wide worlds.

// foresight says what is asked of single initial worlds.
type foresight struct {
	worlds int // how many of them: the first one, and others that are drawn
	steps  int // how many steps are followed
	layer  int // nodes of the worlds after so many steps
	work   int // nodes of all that is made of them
}

// decideSoon answers a check from the first steps of single runs, if they decide it and
// nothing goes wrong in the wide worlds of the present frame.
func (c *Checker) decideSoon(chk *spec.Check, a *verdict.Answer) (bool, error) {
	if c.restricted() || chk.Kind == spec.LeastCheck || has[*spec.OnRuns](chk.Formula) || has[*spec.OnRuns](chk.At) {
		return false, nil
	}
	at, err := c.rehearse(chk)
	if at == nil || err != nil {
		return false, err
	}
	r := rand.New(rand.NewPCG(1, 2))
	start, _ := c.sys.Pick(at[0])
	for range c.wide.soon.worlds {
		if done, err := c.decideFrom(start, chk, a); done || err != nil {
			return done, err
		}
		start = c.sys.Draw(at[0], r)
	}
	return false, nil
}

// rehearse evaluates what a check asks of the worlds of the present frame, but for what
// comes after them. It returns the worlds that the check may be about, nil if something
// goes wrong or there is something to warn of.
func (c *Checker) rehearse(chk *spec.Check) (at set, err error) {
	f := *c.frame
	f.forget()
	f.rehearsal = true
	c.use(&f)
	err = c.atMost(c.wide.soon.work, func() error {
		if at = f.starts; chk.At != nil {
			x, err := c.formula(chk.At, nil, at)
			if err != nil {
				return err
			}
			at = x.perhaps
		}
		_, err := c.formula(chk.Formula, nil, at)
		return err
	})
	if errors.Is(err, errOpen) { // whether it has a value depends on what comes
		return nil, c.giveUp(nil)
	}
	if err != nil || len(c.warnings.All()) > 0 || at.IsEmpty() {
		return nil, c.giveUp(err)
	}
	return at, nil
}

// decideFrom answers a check from the first steps after one initial state, if they tell
// that what is asked of all such states is not so of this one, or that what is asked of some is.
func (c *Checker) decideFrom(start spec.State, chk *spec.Check, a *verdict.Answer) (bool, error) {
	telling := verdict.Fails
	if chk.Kind == spec.SomeCheck {
		telling = verdict.Holds
	}
	limits := c.wide.soon
	u := &unrolling{recall: spec.ClockRecall, sys: c.sys, frames: map[int]*frame{}}
	err := c.atMost(limits.work, func() error { return c.addLayer(u, c.sys.Single(start), nil) })
	for depth := max(1, leastHorizon(chk.Formula)); err == nil && depth <= limits.steps; depth += 1 + depth/2 {
		err = c.atMost(limits.work, func() error {
			for !u.closed() && u.depth() < depth && !u.worlds[u.depth()].IsLarger(limits.layer) {
				if err := c.grow(u); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil || !u.closed() && u.depth() < depth {
			break
		}
		f := u.frame(depth)
		f.roomy = true
		answer := *a
		if done, err := c.decideIn(f, limits.work, chk, &answer); done && answer.Verdict == telling {
			*a = answer
			return true, nil
		} else if done || err != nil {
			return false, err
		}
	}
	return false, c.giveUp(err)
}
