package explicit

import (
	"errors"

	"github.com/epibdd/epibdd/explicit/internal/terms"
	"github.com/epibdd/epibdd/spec"
)

// board is where plays go on, from place to place.
type board interface {
	// begin is the place in which plays begin that begin in a state.
	begin(st spec.State) int
	state(place int) spec.State
	next(place int) ([]edge, error)
	holds(f spec.Expr, env *spec.Env, place int) (bool, error)
}

// ErrGoal says that a goal asks for more than what agents know of one another.
var ErrGoal = errors.New("the goal asks for more than what agents know of one another, so many levels of it")

// boardOf is where the plays of a coalition go on. Knowledge is that of agents who take all
// histories to be possible, whatever the members mean to do.
func (g *game) boardOf(e *spec.Coalition) (board, error) {
	if e.X.Traits()&spec.Modal == 0 && (e.Y == nil || e.Y.Traits()&spec.Modal == 0) {
		return &stateBoard{scope: g.scope, places: map[string]int{}}, nil
	}
	if g.recall == spec.ClockRecall {
		s, err := Unroll(g.model, g.recall, g.runs, spec.AutoDepth, g.opts)
		if err == nil && s.Cut() {
			err = s.tooShallow()
		}
		return worldBoard{s}, err
	}
	kind := spec.GoalNesting(g.model, e)
	if kind == nil {
		return nil, ErrGoal
	}
	s, err := Trees(g.model, g.runs, kind, g.opts)
	return worldBoard{s}, err
}

// stateBoard has states as places, numbered as they are come to.
type stateBoard struct {
	*scope
	states []spec.State
	places map[string]int
	out    [][]edge // nil: not asked for yet
}

func (b *stateBoard) begin(st spec.State) int {
	key := spec.Key(st...)
	p, ok := b.places[key]
	if !ok {
		p = len(b.states)
		b.places[key] = p
		b.states, b.out = append(b.states, st), append(b.out, nil)
	}
	return p
}

func (b *stateBoard) state(p int) spec.State { return b.states[p] }

func (b *stateBoard) next(p int) ([]edge, error) {
	if b.out[p] != nil {
		return b.out[p], nil
	}
	if err := b.charge(); err != nil {
		return nil, err
	}
	steps, err := successors(b.model, b.states[p], b.parts, nil)
	if err != nil {
		return nil, err
	}
	out := []edge{}
	for _, step := range steps {
		out = append(out, edge{step.Moves, b.begin(step.To)})
	}
	b.out[p] = out
	return out, nil
}

func (b *stateBoard) holds(f spec.Expr, env *spec.Env, p int) (bool, error) {
	in, err := terms.In(b.states[p]).Holds(f, env)
	if u := (*spec.Undefined)(nil); errors.As(err, &u) {
		err = &UndefinedIn{Undefined: u, Model: b.model, State: b.states[p]}
	}
	return in, err
}

// worldBoard has the worlds of a system as places.
type worldBoard struct{ s *System }

// begin finds the state, which is initial.
func (b worldBoard) begin(st spec.State) int {
	for _, w := range b.s.initial {
		if terms.SameState(b.s.worlds[w], st) {
			return w
		}
	}
	return Beyond
}

func (b worldBoard) state(p int) spec.State { return b.s.worlds[p] }

func (b worldBoard) next(p int) ([]edge, error) { return b.s.out[p], nil }

func (b worldBoard) holds(f spec.Expr, env *spec.Env, p int) (bool, error) {
	return b.s.Holds(f, env, p)
}
