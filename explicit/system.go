package explicit

import (
	"fmt"

	"github.com/epibdd/epibdd/explicit/internal/memo"
	"github.com/epibdd/epibdd/explicit/internal/terms"
	"github.com/epibdd/epibdd/spec"
)

// System is a model with its worlds enumerated. It keeps what it has computed and
// serves one goroutine at a time.
type System struct {
	scope
	horizon *horizon // nil: agents remember nothing
	// behind are the systems behind knowledge actions, and onward, once it is asked
	// for, that of the histories that go on from here.
	behind map[memo.Key]*System
	onward *System
}

// New enumerates the worlds of a model under a reading of runs (empty: the
// model's own). It fails where no state is initial, except under runs: ispl, where a step in a reachable
// state is faulty (*Fault), and beyond the bounds of the options (*TooLarge).
func New(m *spec.Model, runs spec.Runs, o Options) (*System, error) {
	if e := m.AsksKnowledge(); e != nil {
		return nil, fmt.Errorf("%q asks what somebody knows, which has no meaning under recall none", e.Span().Text())
	}
	o = o.withDefaults()
	worlds, err := explore(m, runs, o)
	if err != nil {
		return nil, err
	}
	return newSystem(worlds, nil, o), nil
}

// Unroll enumerates the worlds of a model for agents who remember: under clock
// layer by layer until a layer comes again, under perfect all histories until a
// layer is as an earlier one was. Of runs
// at most depth steps are followed, with spec.AutoDepth all, with spec.NoSteps none, and no more than fit
// into the limits. What the steps beyond would decide is open. It fails as New does,
// and where only infinite runs count and histories are cut off or guards ask for
// knowledge.
func Unroll(m *spec.Model, recall spec.Recall, runs spec.Runs, depth int, o Options) (*System, error) {
	if recall == "" || recall == spec.NoRecall {
		return New(m, runs, o)
	}
	return unroll(m, recall, runs, &horizon{depth: depth, whole: o.Apart}, o)
}

// Histories enumerates all histories of at most so many steps, for agents who remember
// perfectly. It fails as Unroll does, and where they do not fit into the limits.
func Histories(m *spec.Model, runs spec.Runs, steps int, o Options) (*System, error) {
	h := &horizon{depth: steps, whole: true}
	if steps == 0 {
		h.depth = spec.NoSteps
	}
	s, err := unroll(m, spec.PerfectRecall, runs, h, o)
	if err == nil && h.full {
		err = &TooLarge{What: "histories", Limit: s.opts.MaxStates}
	}
	return s, err
}

// unroll enumerates the worlds for agents who remember, up to a horizon.
func unroll(m *spec.Model, recall spec.Recall, runs spec.Runs, h *horizon, o Options) (*System, error) {
	o = o.withDefaults()
	worlds := newStructure(m, recall, runs)
	fair := Constrained(m, worlds.runs)
	if fair && (recall == spec.PerfectRecall && h.depth != spec.AutoDepth || m.AsksKnowledge() != nil) {
		return nil, ErrNotFair
	}
	begun := o.Begun
	o.Begun = nil
	u := newUnroller(worlds, h, o, learner(o))
	u.begun = begun
	if err := u.unroll(); err != nil {
		return nil, err
	}
	if fair && worlds.cut {
		return nil, worlds.tooShallow()
	}
	if err := worlds.restrict(); err != nil {
		return nil, err
	}
	return newSystem(worlds, h, o), nil
}

// learner says what is known in the worlds of a layer, for guards and effects: a
// system of its own decides that.
func learner(o Options) func(*structure) func(int) Asking {
	return func(layer *structure) func(int) Asking {
		s := newSystem(layer, &horizon{}, o)
		return func(w int) Asking {
			return func(e spec.Expr, env *spec.Env) (bool, error) { return s.Modal(e, env, w) }
		}
	}
}

// newSystem evaluates formulas in the worlds of a structure.
func newSystem(worlds *structure, h *horizon, o Options) *System {
	s := &System{horizon: h, behind: map[memo.Key]*System{}}
	s.scope = scope{structure: worlds, operands: s, tables: newTables(o), agents: terms.AgentsOf(worlds.model)}
	return s
}

// Unshared tells whether something is open because members of a coalition remember different things.
func (s *System) Unshared() bool { return s.unshared }

// Cut tells whether steps lead beyond the worlds that were enumerated.
func (s *System) Cut() bool { return s.cut || s.horizon != nil && s.horizon.short }

// Depth is how many steps were followed, where agents count them.
func (s *System) Depth() int { return s.last() }

// Ending says why all steps were followed, where agents count them.
func (s *System) Ending() string {
	switch {
	case s.trees != nil:
		return "knowledge is asked " + s.trees.levels() + " deep"
	case s.layers == 0:
		return fmt.Sprintf("no run has more than %d steps", s.last())
	case s.recall == spec.PerfectRecall:
		return fmt.Sprintf("after %d steps all is as after %d, for all that is remembered", s.layers, s.back)
	}
	return fmt.Sprintf("what %d steps lead to is what %d steps lead to", s.layers, s.back)
}

// Afresh is s with nothing computed in its worlds, and other options for what will be.
func (s *System) Afresh(o Options) *System {
	h := s.horizon
	if h != nil {
		h = &horizon{depth: h.depth, whole: h.whole}
	}
	return newSystem(s.structure, h, o.withDefaults())
}

// Options are the bounds of the work.
func (s *System) Options() Options { return s.opts }

// Renew forgets the truth values that were counted: the limit is for what is asked next.
func (s *System) Renew() { s.spent = 0 }
