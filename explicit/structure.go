package explicit

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/epibdd/epibdd/explicit/internal/kleene"
	"github.com/epibdd/epibdd/explicit/internal/terms"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/source"
)

// structure is what formulas are evaluated in: the worlds, the steps between them,
// and what agents see there. Once it is enumerated it does not change.
type structure struct {
	model  *spec.Model
	runs   spec.Runs
	recall spec.Recall // empty: none

	worlds  []spec.State
	index   map[string]int // of a world, by its key; none for histories
	initial []int
	out     [][]edge
	// fair are the fairness predicates as sets of worlds. Where only infinite runs
	// exist there is one at least, true.
	fair []kleene.Set
	// unfair are then the moves of the steps out of each world that lead to none.
	unfair [][][]spec.Move

	timeline
	// product is the knowledge action that led to the worlds; nil: none.
	product *product
	// learnt are the agents who learnt of all knowledge actions before; nil: all.
	learnt terms.Group
	views  map[string]classes  // those that were asked for, by agents
	turns  map[string][][]turn // of coalitions that were asked for, by members
	trees  *forest             // whose trees the worlds are; nil: they are others
	// domains numbers those of the alternatives of knowledge actions that begin here
	domains map[string]int
}

// edge is a step to a world.
type edge struct {
	moves []spec.Move
	to    int
}

// timeline says how the worlds of agents who remember were reached: under clock
// recall a world is a state with the number of steps taken, under perfect recall
// it is a history.
type timeline struct {
	// layer is how many steps lead to each world. Under clock the layers from the
	// number layers on are those from back on again, where layers is not 0. Under
	// perfect recall they are related to them (bisimilar.go).
	layer        []int
	back, layers int
	// cut says that steps lead beyond the worlds.
	cut bool
	// looks numbers for each agent, by Agent.Index, and each history what the
	// agent saw of it.
	looks [][]int
}

// product is what a knowledge action makes of the worlds of another structure: a
// world is a world w there with an alternative that can happen in w, and agents
// confuse two if they confuse both parts.
type product struct {
	before       *structure
	alternatives []alternative
	origin, of   []int // by world: where it comes from, and by which alternative
}

// alternative is one way in which a knowledge action may happen: the worlds in
// which it can, and what each agent sees of it, by Agent.Index; "" is nothing.
// named says that the action as it is written, with its marks, admits it.
type alternative struct {
	dom   kleene.Set
	view  []string
	named bool
	done  string // in the words of the action
}

// Beyond is where a step leads that was not followed.
const Beyond = -1

func newStructure(m *spec.Model, recall spec.Recall, runs spec.Runs) *structure {
	if runs == "" {
		runs = m.Runs
	}
	return &structure{model: m, runs: runs, recall: recall, index: map[string]int{}, views: map[string]classes{}, turns: map[string][][]turn{}}
}

// States lists the worlds, the initial ones first.
func (s *structure) States() []spec.State { return s.worlds }

// Initial lists the initial states that are worlds.
func (s *structure) Initial() []spec.State {
	states := make([]spec.State, len(s.initial))
	for i, w := range s.initial {
		states[i] = s.worlds[w]
	}
	return states
}

// World returns the number of a state in States.
func (s *structure) World(st spec.State) (int, bool) {
	w, ok := s.index[spec.Key(st...)]
	return w, ok
}

// Model is what the worlds are those of.
func (s *structure) Model() *spec.Model { return s.model }

// Follow is the world to which the moves of a step lead from another, Beyond if they
// were not followed; ok is false where there is no such step.
func (s *structure) Follow(w int, moves []spec.Move) (to int, ok bool) {
	k := slices.IndexFunc(s.out[w], func(e edge) bool { return sameMoves(e.moves, moves) })
	if k < 0 {
		return Beyond, false
	}
	return s.out[w][k].to, true
}

func sameMoves(a, b []spec.Move) bool {
	return slices.EqualFunc(a, b, func(x, y spec.Move) bool {
		return x.Action == y.Action && slices.EqualFunc(x.Args, y.Args, spec.Equal) && slices.EqualFunc(x.Outcome, y.Outcome, spec.Equal)
	})
}

// mayBeEmpty reports whether there need not be any initial state: MCMAS then says
// of every formula that it holds.
func (s *structure) mayBeEmpty() bool { return s.runs == spec.IsplRuns && s.recall == "" }

// key is the key of a world in the index.
func (s *structure) key(w int) string {
	if s.recall == spec.ClockRecall {
		return clockKey(s.worlds[w], s.layer[w])
	}
	return spec.Key(s.worlds[w]...)
}

func clockKey(st spec.State, steps int) string { return fmt.Sprint(steps, "/", spec.Key(st...)) }

// layerKey is equal for equal sets of states.
func layerKey(states []spec.State) string {
	var keys []string
	for _, st := range states {
		keys = append(keys, spec.Key(st...))
	}
	slices.Sort(keys)
	return strings.Join(slices.Compact(keys), "|")
}

// fold is the layer that stands for the one that a number of steps leads to.
func (s *structure) fold(layer int) int {
	if end := s.layers; end > 0 && layer >= end {
		return s.back + (layer-s.back)%(end-s.back)
	}
	return layer
}

// last is the last layer.
func (s *structure) last() int { return slices.Max(s.layer) }

// tooShallow is the error of a question that the steps that were followed do not decide.
func (s *structure) tooShallow() error {
	return &TooLarge{What: "steps are needed", Limit: s.last()}
}

// present are the worlds to which as many steps led as to w: what somebody knows
// in w is about them. Without memory these are all.
func (s *structure) present(w int) kleene.Set {
	if s.recall == "" {
		return kleene.NewSet(len(s.worlds), true)
	}
	in := make(kleene.Set, len(s.worlds))
	for v, n := range s.layer {
		in[v] = kleene.Of(n == s.layer[w])
	}
	return in
}

// informed is an error unless the agent learnt of the knowledge actions that led
// to the worlds: it has no relation between them otherwise.
func (s *structure) informed(a *spec.Agent, at interface{ Span() source.Span }) error {
	if s.learnt == nil || s.learnt[a] {
		return nil
	}
	return &spec.Undefined{Place: at.Span(), Reason: spec.Uninformed(a)}
}

// InWorld says of an error of evaluation in which world an expression has no value.
func (s *structure) InWorld(w int, err error) error {
	var u *spec.Undefined
	var already *UndefinedIn
	switch {
	case errors.As(err, &already):
		return err
	case errors.As(err, &u):
		return &UndefinedIn{Undefined: u, Model: s.model, State: s.worlds[w]}
	case errors.Is(err, spec.ErrTooLarge):
		return &TooLarge{What: "parts of one expression", Limit: terms.MaxNodes}
	}
	return err
}

// productUpdate makes worlds of those that there are and the alternatives of a
// knowledge action, most of them at most.
func (s *structure) productUpdate(all []alternative, most int) (*structure, error) {
	next := newStructure(s.model, s.recall, s.runs)
	p := &product{before: s, alternatives: all}
	next.product = p
	for w, st := range s.worlds {
		for i, way := range all {
			if !way.dom.Has(w) {
				continue
			}
			if len(next.worlds) == most {
				return nil, &TooLarge{What: "worlds after a knowledge action", Limit: most}
			}
			p.origin, p.of = append(p.origin, w), append(p.of, i)
			next.worlds = append(next.worlds, st)
			if s.recall != "" {
				next.layer = append(next.layer, s.layer[w])
			}
		}
	}
	return next, nil
}

// comesFrom is the structure before all knowledge actions, the world there from which a
// world comes, and what was done since.
func (s *structure) comesFrom(w int) (before *structure, origin int, done []string) {
	for s.product != nil {
		p := s.product
		done = append([]string{p.alternatives[p.of[w]].done}, done...)
		s, w = p.before, p.origin[w]
	}
	return s, w, done
}

// first is the first world of a set.
func first(x kleene.Set) int {
	for w := range x {
		if x.Has(w) {
			return w
		}
	}
	return Beyond
}
