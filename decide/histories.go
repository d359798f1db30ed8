package decide

import (
	"errors"
	"fmt"

	"github.com/epibdd/epibdd/ctlk"
	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/kripke"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/symbolic"
	"github.com/epibdd/epibdd/verdict"
)

// What is kept of layers.
type (
	layersOf struct{ *encode.System } // *kripke.Unrolling
	// followed is a structure of layers with the number of steps that runs behind
	// knowledge actions may be followed to; an evaluator of formulas in it is kept.
	followed struct {
		*kripke.Structure
		reach int
	}
)

// histories answers a question under clock or perfect recall by the first layers: it
// follows more and more steps until the verdict is decided, there is nothing more to
// followTo, or so many were followed as the check allows.
type histories struct {
	*question
	turns    int
	depth    int   // to be followed next
	open     int   // so many steps decide nothing
	ended    bool  // the end of all runs was looked for in this turn
	spent    int64 // work on layers and on what was asked of them
	asked    int64 // work on what was asked in the last attempt
	expected int64 // work on the next one
}

// layered begins to answer a question by layers.
func layered(q *question) func() (turn, error) {
	return (&histories{question: q, depth: q.chk.Layer + 1, open: q.chk.Layer - 1}).next
}

// next follows further steps as long as that is expected to stay within the work of the turn, which is twice as
// much in each turn as in the one before. So what the first steps decide with little work is decided before
// other routes do much, and these do not wait for what takes long. A turn before they do more than glance is short.
func (h *histories) next() (turn, error) {
	most := int64(firstWork) << min(h.turns, 40)
	if h.hurried {
		most = firstWork / 2
	} else {
		h.turns++
	}
	h.ended = h.chk.Depth != spec.AutoDepth || h.profile.Horizon != spec.Endless && h.profile.Horizon <= otherLayers
	for end := h.spent + most; h.spent+h.expected <= end; {
		if t, err := h.further(most); t != again || err != nil {
			return t, err
		}
	}
	return again, nil
}

// further follows further steps once.
func (h *histories) further(most int64) (turn, error) {
	t := over
	err := remembering(h.question, func(sys *encode.System) error {
		begun := sys.Space().Work().Total()
		defer func() { h.spent += sys.Space().Work().Total() - begun }()
		var err error
		t, err = h.step(sys, most)
		return err
	})
	return t, err
}

// step looks for the end of all runs with little effort, before anything is asked of a part of them, and asks.
// Where layers take so little that many were found, others may soon say something about runs of any length.
func (h *histories) step(sys *encode.System, most int64) (turn, error) {
	if !h.ended {
		end, many, err := ends(h.question, sys, most/endPart)
		if err != nil {
			return over, err
		}
		switch h.ended = true; {
		case end:
			h.depth = layers(h.Decider, sys).Depth() + 1
		case many && h.turns == 1:
			h.expected = most + 1 // in the next turn
			return again, nil
		}
	}
	begun, known := sys.Space().Work().Total(), effort(h.Decider, sys)
	t, err := h.attempts(sys)
	if t == again && err == nil {
		h.expect(sys, sys.Space().Work().Total()-begun-(effort(h.Decider, sys)-known))
	}
	return t, err
}

// expect says how much work the next attempt is expected to take after one in which asking took so much: as
// many times that as it took of the attempt before, and what the next layer takes if it is not known.
func (h *histories) expect(sys *encode.System, asked int64) {
	h.expected = asked
	if h.asked > 0 {
		h.expected = kripke.Growing(asked, h.asked)
	}
	h.asked = asked
	if u := layers(h.Decider, sys); u.Depth() < h.depth {
		_, next := u.Effort(u.Depth())
		h.expected += next
	}
}

// effort is the work on all layers that are known.
func effort(d *Decider, sys *encode.System) int64 {
	u := layers(d, sys)
	if u == nil {
		return 0
	}
	all, _ := u.Effort(u.Depth())
	return all
}

// attempts answers the question by the steps to be followed next.
func (h *histories) attempts(sys *encode.System) (turn, error) {
	most := h.profile.Horizon
	if most != spec.Endless {
		h.depth = min(h.depth, most)
	}
	cut, err := h.attempt(sys, h.depth)
	if verdict.IsMistake(err) && h.depth > h.open+1 { // fewer steps may decide
		h.depth = h.open + 1
		cut, err = h.attempt(sys, h.depth)
	}
	switch {
	case err != nil || h.answer.Verdict != verdict.Unknown || !cut:
		return decided, err
	case h.mistake != nil && h.laborious(sys):
		return over, h.mistake
	case h.depth == most, most == spec.Endless && h.depth >= deepest:
		h.answer.Reason = verdict.Depth
		return decided, nil
	}
	h.open, h.depth = h.depth, h.deeper(sys)
	return again, nil
}

// laborious tells whether to follow more steps takes more effort than they are worth
// where the check is known to be mistaken after some number of them.
func (h *histories) laborious(sys *encode.System) bool {
	last, _ := layers(h.Decider, sys).Growth()
	return h.depth >= otherLayers || last > smallLayer
}

// deeper is the depth to look at after another one. Where the layers grow fast, the
// next one costs as much as all before.
func (h *histories) deeper(sys *encode.System) int {
	if last, before := layers(h.Decider, sys).Growth(); before > 0 && last > 3*before/2 {
		return h.depth + 1
	}
	return h.depth + 1 + h.depth/2
}

// attempt answers the question by so many steps, where fewer, if any, leave it open. It
// tells whether others come after them.
func (h *histories) attempt(sys *encode.System, depth int) (cut bool, err error) {
	h.warnings = source.List{}
	h.answer = verdict.Answer{Depth: max(h.open, 0)} // which it remains if a limit is met
	ev, err := followTo(h.question, sys, depth)
	if err != nil {
		u := layers(h.Decider, sys)
		return u != nil && u.Fault != nil, err
	}
	err = findReached(h.question, ev, &h.answer)
	u := layers(h.Decider, sys)
	if cut = h.m.Cut || ctlk.Short(ev); cut {
		if h.answer.Depth = depth; depth == 0 {
			h.answer.Depth = spec.NoSteps
		}
	} else {
		h.answer.Depth, h.answer.Exact = 0, u.Ending()
	}
	if err == nil && h.answer.Verdict != verdict.Unknown {
		warnBeyond(h.question, u, depth)
	}
	return cut, err
}

// warnBeyond warns of what goes wrong after more steps than a verdict needs.
func warnBeyond(q *question, u *kripke.Unrolling, depth int) {
	if wrong := (*verdict.Mistake)(nil); errors.As(u.Fault, &wrong) {
		d := wrong.Diagnostic()
		d.Severity = source.Warning
		d.Hint = fmt.Sprintf("this comes after %d steps, and the first %d decide", u.Depth()+1, depth)
		q.warnings.Add(d)
	}
}

// ends tells whether all layers there are can be found with little effort: so many at most in which
// anything is recorded, and so much work, with what the next layer is expected to take. Layers without
// anything recorded may take more, as long as each is little or adds little. It also tells whether there
// are too many layers for that.
func ends(q *question, sys *encode.System, most int64) (end, many bool, err error) {
	for depth := 0; ; depth++ {
		u, err := layersTo(q, sys, depth)
		if err != nil {
			return false, false, err
		}
		if u.Closed() || u.Fault != nil {
			return u.Closed(), false, nil
		}
		all, next := u.Effort(depth)
		longest, nodes, little := cheapLayers, largeLayer, next <= max(most/2, all/4)
		if u.Records() {
			longest, nodes, little = otherLayers, smallLayer, false
		}
		if u.Last().CountNodes() > nodes || !little && all+next > most {
			return false, false, nil
		}
		if depth >= longest {
			return false, true, nil
		}
	}
}

// findReached answers the question in layers, if these reach as far as the layer it asks
// about and tell which runs count.
func findReached(q *question, ev *ctlk.Evaluator, a *verdict.Answer) error {
	m := q.ask(ev).Structure()
	if q.profile.Restricted && m.Fair == nil || m.Cut && q.chk.Layer >= len(m.Layers) {
		a.Verdict = verdict.Unknown
		return nil
	}
	if m.At(q.chk.Layer).IsEmpty() && (q.chk.Kind != spec.CountCheck || q.chk.At != nil) {
		return q.mistaken(verdict.NoneWithAt, q.chk.Place, "no run has %d steps, so the check asks about nothing", q.chk.Layer)
	}
	return q.find(ev, a)
}

// followTo returns an evaluator of formulas in the first layers.
func followTo(q *question, sys *encode.System, depth int) (*ctlk.Evaluator, error) {
	u, err := layersTo(q, sys, depth)
	if err != nil {
		return nil, err
	}
	if u.Fault != nil && u.Depth() < depth {
		return nil, u.Fault
	}
	m := u.Structure(depth)
	key := followed{Structure: m}
	o := ctlk.Options{}
	if q.profile.Historic { // knowledge actions, behind which runs may go on
		o.Reach, key.reach = depth, depth
	}
	if ev, ok := recall[*ctlk.Evaluator](q.Decider, key); ok {
		return ev, nil
	}
	ev := q.evaluator(m, o)
	q.m = m
	if !m.Cut {
		if ev, err = q.restricted(ev, o); err != nil {
			return nil, err
		}
	}
	q.kept[key] = ev
	return ev, nil
}

// layersTo finds the layers up to a depth, as far as there are any and nothing goes
// wrong in them.
func layersTo(q *question, sys *encode.System, depth int) (*kripke.Unrolling, error) {
	u := layers(q.Decider, sys)
	if u == nil {
		starts, err := q.starts(sys)
		if err != nil {
			return nil, err
		}
		if u, err = kripke.Unroll(sys, q.chk.Recall, starts[0], q.asking("layers")); err != nil {
			return nil, err
		}
		q.kept[layersOf{sys}] = u
	}
	for !u.Closed() && u.Fault == nil && u.Depth() <= depth { // one more tells whether it is a new one
		if u.Depth() == depth && (depth == 0 || u.Recall == spec.PerfectRecall && u.Recording()) {
			break // it is none where steps are remembered, and would be large
		}
		if err := u.Grow(q.asking("layers")); err != nil {
			return nil, err
		}
	}
	return u, nil
}

// layers are those of a system, nil where none are known.
func layers(d *Decider, sys *encode.System) *kripke.Unrolling {
	u, _ := recall[*kripke.Unrolling](d, layersOf{sys})
	return u
}

// asking is what making structures asks for; phase is told with progress.
func (q *question) asking(phase string) kripke.Asking {
	return kripke.Asking{
		Guards: func(m *kripke.Structure) encode.Modal { return ctlk.Guards(q.evaluator(m, ctlk.Options{}), m) },
		Found: func(n int, worlds symbolic.Set) {
			q.reporting(q.sys, phase)(n, func() symbolic.Set { return worlds })
		},
	}
}
