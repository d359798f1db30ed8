package explicit

import (
	"errors"
	"fmt"

	"github.com/epibdd/epibdd/spec"
)

// System is a model with its worlds enumerated. It keeps what it has computed and
// serves one goroutine at a time.
type System struct {
	model *spec.Model
	runs  spec.Runs
	opts  Options

	worlds  []spec.State
	index   map[string]int // of a world, by key of its state
	initial []int
	out     [][]edge
	// fair are the fairness predicates as sets of worlds. Where only infinite runs
	// exist there is one at least, true.
	fair []set

	agents map[string]*spec.Agent // by key of the name
	memory memory
	memo   memo
	// extension is about the knowledge action that led to the worlds; nil: none.
	extension *extension
	// learnt are the agents who learnt of the knowledge actions before; nil: all.
	learnt party
}

// edge is a micro-step to a world.
type edge struct {
	moves []spec.Move
	to    int
}

// New enumerates the worlds of a model under a reading of runs (empty: the
// model's own). It fails where no state is initial, except under runs: ispl, where a step in a reachable
// state is faulty (*Fault), and beyond the bounds of the options (*TooLarge).
func New(m *spec.Model, runs spec.Runs, o Options) (*System, error) {
	if e := m.AsksKnowledge(); e != nil {
		return nil, fmt.Errorf("%q asks what somebody knows, which has no meaning under recall none", e.Span().Text())
	}
	s := newSystem(m, runs, o)
	if err := s.explore(); err != nil {
		return nil, err
	}
	return s, s.restrict()
}

func newSystem(m *spec.Model, runs spec.Runs, o Options) *System {
	s := &System{model: m, runs: runs, opts: o.withDefaults(), index: map[string]int{}, memo: newMemo()}
	if runs == "" {
		s.runs = m.Runs
	}
	s.agents = map[string]*spec.Agent{}
	for _, a := range m.Agents {
		s.agents[spec.Key(a.Name)] = a
	}
	return s
}

// explore finds the reachable states, breadth first.
func (s *System) explore() error {
	work := s.opts.budget(s.opts.MaxWork)
	states, err := initialStates(s.model, s.opts, work)
	if err != nil {
		return err
	}
	if len(states) == 0 && !s.mayBeEmpty() {
		return ErrNoInitial
	}
	for _, st := range states {
		w, err := s.add(st)
		if err != nil {
			return err
		}
		s.initial = append(s.initial, w)
	}
	for w := 0; w < len(s.worlds); w++ {
		if err := s.expand(w, work); err != nil {
			return err
		}
	}
	return nil
}

// mayBeEmpty reports whether there need not be any initial state: MCMAS then says
// of every formula that it holds.
func (s *System) mayBeEmpty() bool { return s.runs == spec.IsplRuns && s.memory.recall == "" }

// add returns the number of a state, a new one where it has none.
func (s *System) add(st spec.State) (int, error) {
	key := spec.Key(st...)
	if w, ok := s.index[key]; ok {
		return w, nil
	}
	if len(s.worlds) == s.opts.MaxStates {
		return 0, &TooLarge{What: "reachable states", Limit: s.opts.MaxStates}
	}
	w := len(s.worlds)
	s.index[key] = w
	s.worlds = append(s.worlds, st)
	return w, nil
}

// expand adds all steps from a world.
func (s *System) expand(w int, work *budget) error {
	steps, err := successors(s.model, s.worlds[w], work, nil)
	if err != nil {
		return err
	}
	var out []edge
	for _, step := range steps {
		to, err := s.add(step.To)
		if err != nil {
			return err
		}
		out = append(out, edge{step.Moves, to})
	}
	s.out = append(s.out, out)
	return nil
}

// States lists the worlds, the initial ones first.
func (s *System) States() []spec.State { return s.worlds }

// Initial lists the initial states that are worlds.
func (s *System) Initial() []spec.State {
	states := make([]spec.State, len(s.initial))
	for i, w := range s.initial {
		states[i] = s.worlds[w]
	}
	return states
}

// World returns the number of a state in States.
func (s *System) World(st spec.State) (int, bool) {
	w, ok := s.index[spec.Key(st...)]
	return w, ok
}

// evaluator evaluates expressions in a world, formulas of any kind included.
func (s *System) evaluator(w int) *spec.Evaluator {
	return &spec.Evaluator{
		State:  s.worlds[w],
		Modal:  func(e spec.Expr, env *spec.Env) (bool, error) { return s.modal(e, env, w) },
		Budget: maxNodes,
	}
}

// inWorld says in which world an expression has no value.
func (s *System) inWorld(w int, err error) error {
	var u *spec.Undefined
	var already *UndefinedIn
	switch {
	case errors.As(err, &already):
		return err
	case errors.As(err, &u):
		return &UndefinedIn{Undefined: u, Model: s.model, State: s.worlds[w]}
	case errors.Is(err, spec.ErrTooLarge):
		return &TooLarge{What: "parts of one expression", Limit: maxNodes}
	}
	return err
}

// agent returns the agent that a value names.
func (s *System) agent(at spec.Expr, v spec.Value) (*spec.Agent, error) {
	return agentOf(s.agents, at, v)
}

func agentOf(agents map[string]*spec.Agent, at spec.Expr, v spec.Value) (*spec.Agent, error) {
	if a, ok := agents[spec.Key(v)]; ok {
		return a, nil
	}
	return nil, &spec.Undefined{Place: at.Span(), Reason: fmt.Sprintf("%s is no agent", v)}
}
