package decide

import (
	"strconv"
	"strings"

	"github.com/epibdd/epibdd/ctlk"
	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/kripke"
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
	sys, err := encode.WithPublicKnowledge(q.ctx, q.base, q.profile.Memories, limits(q.chk.Limits, symbolic.Limits{}))
	if err == nil {
		q.kept[publicOf(key.String())] = unlimited(sys)
	}
	return sys, err
}

// inPublic runs f with the reachable worlds of the public system, if there is one. A
// mistake in some run is kept: fewer steps may decide.
func inPublic(q *question, f func(sys *encode.System, ev *ctlk.Evaluator) error) error {
	sys, err := publicSystem(q)
	if sys == nil || err != nil || q.mistake != nil {
		return err
	}
	err = q.within(sys, func() error {
		ev, err := statesOf(q, sys)
		if err != nil {
			return err
		}
		return f(sys, ev)
	})
	if verdict.IsMistake(err) && !q.profile.Restricted {
		q.mistake, q.m, q.warnings, q.answer = err, nil, source.List{}, verdict.Answer{}
		return nil
	}
	return err
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
func conceive(q *question) (turn, error) {
	t := over
	err := inPublic(q, func(sys *encode.System, ev *ctlk.Evaluator) error {
		m := ev.Structure()
		if m.Fair != nil || m.Worlds[0].CountNodes() < q.tune.conceivable || q.profile.Planned {
			return nil // strategies are about all worlds at once
		}
		conceivable, ok := recall[*ctlk.Evaluator](q.Decider, conceivableOf{sys})
		if !ok {
			worlds := kripke.States(sys, encode.Conceivable(sys), m.Starts, false)
			worlds.Size = m.Size
			conceivable = q.evaluator(worlds, ctlk.Options{})
			q.kept[conceivableOf{sys}] = conceivable
		}
		before := q.warnings
		q.warnings, q.answer = source.List{}, verdict.Answer{Exact: publicSteps}
		err := q.find(conceivable, &q.answer)
		if verdict.IsMistake(err) || len(q.warnings.All()) > 0 {
			q.m, q.answer, q.warnings = nil, verdict.Answer{}, before
			return nil
		}
		q.warnings, t = before, decided
		return err
	})
	return t, err
}

// inform answers the question among the reachable worlds of the public system.
func inform(q *question) (turn, error) {
	t := over
	err := inPublic(q, func(_ *encode.System, ev *ctlk.Evaluator) error {
		q.answer = verdict.Answer{Exact: publicSteps}
		err := q.find(ev, &q.answer)
		if err == nil {
			t = decided
		}
		return err
	})
	return t, err
}
