package decide

import (
	"strconv"
	"strings"

	"github.com/epibdd/epibdd/ctlk"
	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/kripke"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/symbolic"
	"github.com/epibdd/epibdd/verdict"
)

// publicSteps is why a verdict about public knowledge is about runs of any length.
const publicSteps = "the steps are determined by what everybody sees"

// What is kept of public systems.
type (
	publicOf      string                   // *encode.System by the agents whose memory it is; nil: that is not all there is to it
	conceivableOf struct{ *encode.System } // an evaluator of formulas in the conceivable worlds
)

// publicSystem returns that for the agents of the question, nil where there is none.
func publicSystem(q *question) (*encode.System, error) {
	var key strings.Builder
	for _, a := range q.profile.Memories {
		key.WriteString(strconv.Itoa(a.Index) + " ")
	}
	if sys, ok := recall[*encode.System](q.Decider, publicOf(key.String())); ok && (sys == nil || sys.Space().Usable() == nil) {
		return sys, nil
	}
	within := limits(q.chk.Limits, symbolic.Limits{})
	if q.glance > 0 && (within.Nodes == 0 || within.Nodes > q.glance) {
		within.Nodes = q.glance
	}
	sys, err := encode.WithPublicKnowledge(q.ctx, q.base, q.profile.Memories, within)
	if err == nil {
		q.kept[publicOf(key.String())] = unlimited(sys)
	}
	return sys, err
}

// inPublic runs f with the public system, if there is one. A mistake in some run is kept:
// fewer steps may decide.
func inPublic(q *question, f func(sys *encode.System) error) error {
	sys, err := publicSystem(q)
	if sys == nil || err != nil || q.mistake != nil {
		return err
	}
	err = q.within(sys, func() error {
		if q.glance > 0 {
			return atMost(sys.Space(), q.glance, func() error { return f(sys) })
		}
		return f(sys)
	})
	if verdict.IsMistake(err) && !q.profile.Restricted {
		q.mistake, q.m, q.warnings, q.answer = err, nil, source.List{}, verdict.Answer{}
		return nil
	}
	return err
}

// growing is a route that begins with a turn of few nodes. Where these do not suffice the first steps are asked
// before it goes on, since what they decide may take less than to make the public system. Then it may make so
// many nodes in a turn, and four times as many in each turn after one. That a move tells
// one bit of 512 laws of Eleusis takes a third of the work.
func growing(f func(q *question, nodes int) (turn, error)) func(q *question) func() (turn, error) {
	return func(q *question) func() (turn, error) {
		nodes, first := q.tune.turn, true
		return func() (turn, error) {
			if first {
				first = false
				return glance(q, func() (turn, error) { return f(q, nodes) })
			}
			t, err := f(q, nodes)
			nodes *= 4
			return t, err
		}
	}
}

// glance takes a turn with few nodes, unless they did not suffice another route of this turn.
func glance(q *question, f func() (turn, error)) (turn, error) {
	if q.hurried {
		return again, nil
	}
	q.glance = q.tune.glance
	t, err := f()
	q.glance = 0
	if isLimit(err, q.tune.glance) {
		q.m, q.answer, q.hurried = nil, verdict.Answer{}, true
		return again, nil
	}
	return t, err
}

// conceive answers the question among all conceivable worlds, those in which what is
// hidden is possible for all that is publicly known. Where what is public determines the
// steps, nothing that is true in a reachable world depends on which worlds are reachable:
// steps lead from reachable worlds to reachable ones, and so does confusion among the
// conceivable ones. For after a public history everything that it leaves possible is
// reached together (docs/semantics.md#public-steps).
//
// The diagram of the conceivable worlds is small, with every set as small as its own
// meaning is. 512 laws of Eleusis on the full deck, three moves: of 2,300,000 nodes of
// reachable worlds each operator made sets of that size, of which a count of nine bits
// known took minutes; it takes half a second.
//
// A world that is not reachable may be odd: expressions without a value, programs
// that get stuck. If anything is to be said about that, the reachable worlds are asked.
func conceive(q *question, nodes int) (turn, error) {
	t := over
	err := inPublic(q, func(sys *encode.System) error {
		conceivable, err := conceivableWorlds(q, sys)
		if conceivable == nil || err != nil {
			return err
		}
		before := q.warnings
		q.warnings = source.List{}
		q.unshown = conceivable.Structure().Over
		t, err = findPublic(q, conceivable, nodes)
		if q.unshown = false; q.chk.Kind != spec.LeastCheck && conceivable.Structure().Over && q.part.Verdict == q.answer.Verdict {
			q.answer.Run = q.part.Run
		}
		odd := verdict.IsMistake(err) || len(q.warnings.All()) > 0
		if q.warnings = before; odd {
			q.m, q.answer, t = nil, verdict.Answer{}, over
			return nil
		}
		return err
	})
	return t, err
}

// conceivableWorlds is an evaluator of formulas in the conceivable worlds of a public system; nil:
// the reachable ones are as good. Where these are many nodes it is not known how many worlds there
// are, and only those are conceived of that may be reached as far as is known.
func conceivableWorlds(q *question, sys *encode.System) (*ctlk.Evaluator, error) {
	if q.profile.Planned || q.profile.Restricted {
		return nil, nil // strategies are about all worlds at once
	}
	if ev, ok := recall[*ctlk.Evaluator](q.Decider, conceivableOf{sys}); ok {
		return ev, nil
	}
	starts, err := q.starts(sys)
	if err != nil {
		return nil, err
	}
	if _, known := recall[*ctlk.Evaluator](q.Decider, statesOfSystem{sys}); !known && !beginSearch(q, sys, starts[0], q.tune.from) {
		states, ok, err := overStates(q, sys, q.tune.keep)
		if states = states.And(encode.Conceivable(sys)); ok && err == nil && sys.Fault(states) == nil {
			ev := q.evaluator(kripke.States(sys.WithInvariant(states), states, starts, true), ctlk.Options{})
			q.kept[conceivableOf{sys}] = ev
			return ev, nil
		}
		if err != nil {
			return nil, err
		}
	}
	ev, err := statesOf(q, sys)
	if err != nil {
		return nil, err
	}
	m := ev.Structure()
	if m.Worlds[0].CountNodes() < q.tune.conceivable {
		return nil, nil
	}
	worlds := kripke.States(sys, encode.Conceivable(sys), m.Starts, false)
	worlds.Size = m.Size
	ev = q.evaluator(worlds, ctlk.Options{})
	q.kept[conceivableOf{sys}] = ev
	return ev, nil
}

// inform answers the question among the reachable worlds of the public system.
func inform(q *question, nodes int) (turn, error) {
	t := over
	err := inPublic(q, func(sys *encode.System) error {
		starts, err := q.starts(sys)
		if err != nil {
			return err
		}
		if _, known := recall[*ctlk.Evaluator](q.Decider, statesOfSystem{sys}); !known && !beginSearch(q, sys, starts[0], nodes/searchPart) {
			t = again
			return nil
		}
		ev, err := statesOf(q, sys)
		if err == nil {
			t, err = findPublic(q, ev, nodes)
		}
		return err
	})
	return t, err
}

// searchPart is which part of the nodes of a turn the reachable worlds may have.
const searchPart = 16

// findPublic answers the question in a structure of the public system, if so many nodes do.
func findPublic(q *question, ev *ctlk.Evaluator, nodes int) (turn, error) {
	q.answer = verdict.Answer{Exact: publicSteps}
	err := atMost(q.sys.Space(), nodes, func() error { return q.find(ev, &q.answer) })
	if isLimit(err, nodes) {
		q.m, q.answer = nil, verdict.Answer{}
		return again, nil
	}
	return turnOf(err == nil), err
}
