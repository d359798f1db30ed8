package decide

import (
	"math"
	"strconv"

	"github.com/epibdd/epibdd/ctlk"
	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/kripke"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/verdict"
)

// firstEffort is how much of an information graph is explored before runs are followed
// further; it doubles with each turn. everything is no bound.
const (
	firstEffort = 20_000
	everything  = math.MaxInt
)

// graphOf identifies an information graph.
type graphOf struct {
	*encode.System
	observers string
}

// graph is an information graph with an evaluator of formulas in it; nil: it is not
// known as a whole.
type graph struct {
	*kripke.Graph
	ev *ctlk.Evaluator
}

// observed begins to answer a question in the information graph of its observers
// (docs/semantics.md#information-graphs). Where only some runs count there is no other
// structure in which they are known, and effort is no object.
func observed(q *question) func() (turn, error) {
	effort := firstEffort
	if q.profile.Restricted {
		effort = everything
	}
	return func() (turn, error) {
		if q.hurried {
			return again, nil
		}
		t := over
		err := remembering(q, func(sys *encode.System) error {
			var err error
			t, err = deduce(q, sys, effort)
			return err
		})
		if effort < everything/2 {
			effort *= 2
		}
		return t, err
	}
}

// deduce answers the question in the information graph, if that is found with so much
// effort.
func deduce(q *question, sys *encode.System, effort int) (turn, error) {
	key := graphOf{System: sys}
	for _, agents := range q.profile.Observers.All {
		for _, a := range agents {
			key.observers += strconv.Itoa(a.Index) + " "
		}
		key.observers += "/"
	}
	g, ok := recall[*graph](q.Decider, key)
	if !ok {
		var err error
		if g, err = newGraph(q, sys); err != nil {
			return over, err
		}
	}
	delete(q.kept, key) // a limit may be met
	done, err := g.Explore(effort, q.asking("information"))
	if verdict.IsMistake(err) && !q.profile.Restricted {
		q.kept[key], q.mistake = g, err
		return over, nil
	}
	if err != nil {
		return over, err
	}
	if done && g.ev == nil {
		ev := q.evaluator(g.Structure(), ctlk.Options{})
		q.m = ev.Structure()
		if g.ev, err = q.restricted(ev, ctlk.Options{}); err != nil {
			return over, err
		}
	}
	q.kept[key] = g
	if !done {
		return again, nil
	}
	q.warnings, q.answer = source.List{}, verdict.Answer{Exact: g.Reason()}
	err = q.find(g.ev, &q.answer)
	if verdict.IsMistake(err) && !q.profile.Restricted {
		q.mistake, q.answer = err, verdict.Answer{}
		return over, nil
	}
	return decided, err
}

// newGraph begins to explore.
func newGraph(q *question, sys *encode.System) (*graph, error) {
	starts, err := q.starts(sys)
	if err != nil {
		return nil, err
	}
	g, err := kripke.Observe(sys, q.profile.Observers.All, starts[0])
	return &graph{Graph: g}, err
}
