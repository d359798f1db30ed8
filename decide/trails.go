package decide

import (
	"errors"

	"github.com/epibdd/epibdd/ctlk"
	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/kripke"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// WeighedTrails is the route that weighs histories of steps in diagrams.
const WeighedTrails = "weighed-trails"

// trailed applies to shares of the histories of some steps, all of which are steps of one agent
// or of nobody, that depend on nobody's knowledge.
func trailed(p *spec.Profile) (bool, string) {
	m := p.Check.Model
	switch {
	case !asksOfSteps(p.Check):
		return false, "it asks for no shares of histories"
	case !explicit.Followed(p.Check):
		return false, "it asks what somebody knows, or several agents at once"
	case m.AsksKnowledge() != nil:
		return false, "a step depends on what somebody knows"
	case m.Joint:
		return false, "steps are joint"
	case p.Restricted:
		return false, "which runs count is not defined for histories that are cut off"
	}
	return true, "it asks for shares of the histories of some steps"
}

// weighTrails answers a question for shares of the histories of some steps, step by step in
// diagrams.
func weighTrails(q *question) (turn, error) {
	t := over
	err := remembering(q, func(sys *encode.System) error {
		var err error
		t, err = follow(q, sys)
		return err
	})
	return t, err
}

// follow follows the steps in a system with memory.
func follow(q *question, sys *encode.System) (turn, error) {
	trails, err := beginTrails(q, sys)
	if err != nil {
		return over, err
	}
	for i, part := range spec.Listed(q.chk.Measure.Steps) {
		q.reporting(sys, "trails")(i+1, func() symbolic.Set { return trails.Here().Worlds[0] })
		if test, ok := part.(*spec.Test); ok {
			m := trails.Here()
			truth, err := q.evaluator(m, ctlk.Options{}).Formula(test.X, nil, m.Worlds)
			if err == nil {
				err = trails.Test(truth.Lower[0])
			}
			if err != nil {
				return over, err
			}
			continue
		}
		step, _ := part.(*spec.Step) // nil: any
		if err := trails.Step(step); errors.Is(err, kripke.ErrNoTrails) {
			return over, nil
		} else if err != nil {
			return over, err
		}
	}
	asked := trails.Asked()
	if asked.IsEmpty() {
		return q.unmeasured(over, explicit.ErrNoWay)
	}
	here := portion{q.ask(q.evaluator(trails.Here(), ctlk.Options{})), kripke.Set{asked}, false, trails}
	return decided, measured(q, []portion{here}, &q.answer)
}

// beginTrails are the histories without steps.
func beginTrails(q *question, sys *encode.System) (*kripke.Trails, error) {
	u, err := layersTo(q, sys, 0)
	if err != nil {
		return nil, err
	}
	at, err := q.askedAt(q.evaluator(u.Structure(0), ctlk.Options{}))
	if err != nil {
		return nil, err
	}
	return kripke.Begin(sys, q.chk.Measure.Of, q.chk.Measure.Weigh, u.Structure(0).Worlds[0], at[0])
}
