package explicit

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// memory says of the worlds of a system how they were reached: under clock
// recall a world is a state with the number of steps taken, under perfect recall
// it is a history.
type memory struct {
	recall spec.Recall // empty: none
	// steps is how many steps lead to each world. Under clock the layers from the
	// number layers on are those from back on again, where layers is not 0. Under
	// perfect recall they are related to them (again.go).
	steps        []int
	back, layers int
	// cut says that steps lead beyond the worlds.
	cut bool
	// depth is how many steps are followed. short says that this was not enough behind
	// some knowledge action, rejoined that layers came again there, and full that
	// somewhere there was no room for so many.
	depth                 int
	short, rejoined, full *bool
	// looks numbers for each agent, by Agent.Index, and each history what the
	// agent saw of it.
	looks [][]int
	known map[string]int
}

// beyond is where a step leads that was not followed.
const beyond = -1

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
	s := newSystem(m, runs, o)
	s.memory = memory{recall: recall, depth: depth, short: new(bool), rejoined: new(bool), full: new(bool), known: map[string]int{}, looks: make([][]int, len(m.Agents))}
	if constrained(m, s.runs) && (recall == spec.PerfectRecall && depth != spec.AutoDepth || m.AsksKnowledge() != nil) {
		return nil, ErrNotFair
	}
	if err := s.unroll(); err != nil {
		return nil, err
	}
	if constrained(m, s.runs) && s.memory.cut {
		return nil, s.tooShallow()
	}
	return s, s.restrict()
}

// ErrNotFair is the error of a question about infinite runs, where these are
// not defined.
var ErrNotFair = errors.New("fairness and runs: infinite are decided neither for histories that are cut off or go on behind knowledge actions, nor where actions ask what somebody knows")

func (s *System) tooShallow() error {
	return &TooLarge{What: "steps are needed", Limit: s.last()}
}

// unroll follows all runs from the initial states.
func (s *System) unroll() error {
	work := s.opts.budget(s.opts.MaxWork)
	states, err := initialStates(s.model, s.opts, work)
	if err != nil {
		return err
	}
	if len(states) == 0 {
		return ErrNoInitial
	}
	for _, st := range states {
		s.initial = append(s.initial, s.begin(st))
	}
	return s.follow(work)
}

// follow follows all runs from the worlds there are, all of them one step further
// at a time.
func (s *System) follow(work *budget) error {
	depth := s.memory.depth
	seen := map[string]int{} // layers, as sets of states
	from := 0
	for n := s.memory.steps[0]; ; n++ {
		next, err := s.ahead(from, work)
		if err != nil {
			return err
		}
		if s.memory.recall == spec.ClockRecall {
			seen[layerKey(s.worlds[from:])] = n
			if back, ok := seen[layerKey(reached(next))]; ok {
				s.close(n+1, back, next)
				return nil
			}
		}
		enough := depth != spec.AutoDepth && n >= depth || count(next) == 0
		full := !enough && len(s.worlds)+count(next) > s.opts.MaxStates
		if enough || full {
			*s.memory.full = *s.memory.full || full
			s.stop(next)
			return nil
		}
		from = len(s.worlds)
		s.advance(next, from)
		if s.memory.recall == spec.PerfectRecall {
			if back, like, ok := s.again(from); ok {
				s.rejoin(from, n+1, back, like)
				return nil
			}
		}
	}
}

// ahead lists the steps from each world of the last layer.
func (s *System) ahead(from int, work *budget) ([][]witness.Step, error) {
	var layer *System
	if s.model.AsksKnowledge() != nil {
		layer = s.layer(from)
	}
	next := make([][]witness.Step, len(s.worlds)-from)
	for i := range next {
		var ask asking
		if layer != nil {
			ask = func(e spec.Expr, env *spec.Env) (bool, error) { return layer.modal(e, env, i) }
		}
		steps, err := successors(s.model, s.worlds[from+i], work, ask)
		if err != nil {
			return nil, err
		}
		next[i] = steps
	}
	return next, nil
}

// layer is the system of the worlds from one on alone, for what is known there.
func (s *System) layer(from int) *System {
	l := newSystem(s.model, s.runs, s.opts)
	l.worlds = s.worlds[from:]
	l.out, l.learnt = make([][]edge, len(l.worlds)), s.learnt
	l.memory = memory{recall: s.memory.recall, steps: s.memory.steps[from:], looks: make([][]int, len(s.memory.looks))}
	for i, looks := range s.memory.looks {
		if looks != nil {
			l.memory.looks[i] = looks[from:]
		}
	}
	return l
}

func count(next [][]witness.Step) int {
	n := 0
	for _, steps := range next {
		n += len(steps)
	}
	return n
}

func reached(next [][]witness.Step) []spec.State {
	var states []spec.State
	for _, steps := range next {
		for _, step := range steps {
			states = append(states, step.To)
		}
	}
	return states
}

// layerKey is equal for equal sets of states.
func layerKey(states []spec.State) string {
	var keys []string
	for _, st := range states {
		keys = append(keys, spec.Key(st...))
	}
	slices.Sort(keys)
	return strings.Join(slices.Compact(keys), "|")
}

// begin adds the world of an initial state.
func (s *System) begin(st spec.State) int {
	w := s.grow(st, 0)
	if s.memory.recall == spec.PerfectRecall {
		for _, a := range s.model.Agents {
			s.remember(a, View(a, st))
		}
	}
	return w
}

func (s *System) grow(st spec.State, steps int) int {
	w := len(s.worlds)
	s.worlds = append(s.worlds, st)
	s.memory.steps = append(s.memory.steps, steps)
	if s.memory.recall == spec.ClockRecall {
		s.index[clockKey(st, steps)] = w
	}
	return w
}

// key is the key of a world in the index.
func (s *System) key(w int) string {
	if s.memory.recall == spec.ClockRecall {
		return clockKey(s.worlds[w], s.memory.steps[w])
	}
	return spec.Key(s.worlds[w]...)
}

func clockKey(st spec.State, steps int) string { return fmt.Sprint(steps, "/", spec.Key(st...)) }

// remember notes what an agent saw of the history that was added last.
func (s *System) remember(a *spec.Agent, key string) {
	key = fmt.Sprint(a.Index, "/", key)
	n, ok := s.memory.known[key]
	if !ok {
		n = len(s.memory.known)
		s.memory.known[key] = n
	}
	s.memory.looks[a.Index] = append(s.memory.looks[a.Index], n)
}

// advance adds the next layer. Under clock steps that lead to one state lead to
// one world; a history is there once for each way to it.
func (s *System) advance(next [][]witness.Step, end int) {
	base := end - len(next)
	for i, steps := range next {
		var out []edge
		for _, step := range steps {
			out = append(out, edge{step.Moves, s.reach(base+i, step)})
		}
		s.out = append(s.out, out)
	}
}

func (s *System) reach(w int, step witness.Step) int {
	steps := s.memory.steps[w] + 1
	if s.memory.recall == spec.ClockRecall {
		if v, ok := s.index[clockKey(step.To, steps)]; ok {
			return v
		}
		return s.grow(step.To, steps)
	}
	v := s.grow(step.To, steps)
	for _, a := range s.model.Agents {
		before := s.memory.looks[a.Index][w]
		s.remember(a, fmt.Sprint(before, "/", Observed(a, step.Moves, s.worlds[w]), "/", View(a, step.To)))
	}
	return v
}

// stop leaves the steps from the last layer where they are.
func (s *System) stop(next [][]witness.Step) {
	for _, steps := range next {
		var out []edge
		for _, step := range steps {
			out = append(out, edge{step.Moves, beyond})
			s.memory.cut = true
		}
		s.out = append(s.out, out)
	}
}

// close lets the steps from the last layer lead to an earlier one, which has the
// same states as the next one would have.
func (s *System) close(layers, back int, next [][]witness.Step) {
	s.memory.layers, s.memory.back = layers, back
	for _, steps := range next {
		var out []edge
		for _, step := range steps {
			out = append(out, edge{step.Moves, s.index[clockKey(step.To, back)]})
		}
		s.out = append(s.out, out)
	}
}

// rejoin lets the steps that lead to the last layer, of the worlds from end on,
// lead to those of an earlier one to which they are related instead.
func (s *System) rejoin(end, layers, back int, like []int) {
	s.memory.layers, s.memory.back = layers, back
	for _, out := range s.out {
		for i, e := range out {
			if e.to >= end {
				out[i].to = like[e.to-end]
			}
		}
	}
	s.drop(end)
}

// drop forgets the worlds from end on.
func (s *System) drop(end int) {
	s.worlds, s.memory.steps = s.worlds[:end], s.memory.steps[:end]
	for i, looks := range s.memory.looks {
		s.memory.looks[i] = looks[:end]
	}
}

// look is a text that is equal for the worlds that the agent confuses.
func (s *System) look(a *spec.Agent, w int) string {
	if s.extension != nil {
		return s.extension.look(a, w)
	}
	switch s.memory.recall {
	case spec.ClockRecall:
		return fmt.Sprint(s.memory.steps[w], "/", View(a, s.worlds[w]))
	case spec.PerfectRecall:
		return fmt.Sprint(s.memory.looks[a.Index][w])
	}
	return View(a, s.worlds[w])
}
