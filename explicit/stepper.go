package explicit

import (
	"math/bits"
	"slices"

	"github.com/epibdd/epibdd/explicit/internal/terms"
	"github.com/epibdd/epibdd/spec"
)

// A stepper takes the steps of a model from one state after the other. What its definitions
// say again and again is found once: which conditions on an action its arguments decide
// alone (instance.go), and what guards and assignments give for the values that they read (keep.go).
// What either does not provide for is done as in a single state, and so is what goes wrong.
type stepper struct {
	model     *spec.Model
	work      *Budget
	ready     bool      // instances and updates are made
	taken     int       // states from which steps were taken
	known     []variant // by action
	instances int       // of all actions
	parts     map[*spec.Action][]*outcomePart

	moves   []spec.Move   // of the step at hand
	numbers []int         // their instances, by mover
	counts  []int         // how many there are
	choices [][]*instance // of each mover
	shared  map[uint64][]spec.Move
	ev      spec.Evaluator
	to      spec.State
	written []int // by variable, the step that assigned it last
	steps   int
	room    int // for results
	readers []*reader
}

// variant is what is known of an action.
type variant struct {
	instances []instance
	updates   []*update
	plain     bool // without outcomes and conditions on these
}

// atOnce is how many guards whose results are kept, or moves that are taken together, take as much
// work as to evaluate one part of a condition.
const atOnce = 16

// settling is how many states steps are taken from before anything is found once for all:
// where there are few, it does not pay.
const settling = 4

func newStepper(m *spec.Model, work *Budget) *stepper {
	return &stepper{model: m, work: work, parts: map[*spec.Action][]*outcomePart{}}
}

// each runs f over the steps from a state, in the order of Successors. The state to which a
// step leads is f's for the time of the call alone; the moves do not change.
func (s *stepper) each(st spec.State, ask Asking, f func(moves []spec.Move, to spec.State) error) error {
	s.taken++
	if ask == nil && s.taken == settling {
		s.settle()
	}
	var err error
	if ask == nil && s.ready {
		err = s.from(st, f)
	} else {
		err = s.slowly(st, ask, f)
	}
	return withModel(s.model, err)
}

// slowly is each without anything that is known.
func (s *stepper) slowly(st spec.State, ask Asking, f func([]spec.Move, spec.State) error) error {
	add := func(moves []spec.Move) error {
		to, err := effect(moves, st, s.work, ask)
		if err != nil {
			return err
		}
		return f(moves, to)
	}
	if s.model.Joint {
		return s.jointMoves(st, ask, add)
	}
	return eachMove(s.model, st, s.work, ask, func(move spec.Move) error { return add([]spec.Move{move}) })
}

// settle finds what can be found once for all states.
func (s *stepper) settle() {
	if s.model.AsksKnowledge() != nil {
		return
	}
	movers := 1
	if s.model.Joint {
		movers = len(s.model.Movers)
	}
	s.moves, s.numbers, s.counts, s.shared = make([]spec.Move, movers), make([]int, movers), make([]int, movers), map[uint64][]spec.Move{}
	n := 0
	for _, a := range s.model.Actions {
		instances, ok := instancesOf(s.model, a)
		if n += len(instances); !ok || n > maxInstances {
			return
		}
		s.instances = n
		for i := range instances {
			in := &instances[i]
			in.number = s.counts[in.mover]
			s.counts[in.mover]++
		}
		s.known = append(s.known, variant{instances: instances, plain: len(a.Outcome) == 0 && len(a.Given) == 0})
	}
	s.room = keepMost
	for i, a := range s.model.Actions {
		for k := range s.known[i].instances {
			in := &s.known[i].instances[k]
			in.guard = s.keeperOf(&spec.Action{}, in.when...)
		}
		for k := range a.Then {
			s.known[i].updates = append(s.known[i].updates, s.updateOf(a, &a.Then[k]))
		}
	}
	s.choices = make([][]*instance, movers)
	s.written = make([]int, len(s.model.Vars))
	s.to = make(spec.State, len(s.model.Vars))
	s.ready = true
}

// from is each with what is known.
func (s *stepper) from(st spec.State, f func([]spec.Move, spec.State) error) error {
	if !s.work.Spend(1 + s.instances/atOnce) {
		return s.work.Exceeded()
	}
	choices := s.choices
	for i := range choices {
		choices[i] = choices[i][:0]
	}
	for i := range s.known {
		for k := range s.known[i].instances {
			in := &s.known[i].instances[k]
			holds, err := s.enabled(in, st)
			switch {
			case err != nil:
				return err
			case holds && s.model.Joint:
				choices[in.mover] = append(choices[in.mover], in)
			case holds:
				if err := s.combine([][]*instance{{in}}, 0, st, f); err != nil {
					return err
				}
			}
		}
	}
	if !s.model.Joint || slices.ContainsFunc(choices, func(of []*instance) bool { return len(of) == 0 }) {
		return nil
	}
	return s.combine(choices, 0, st, f)
}

// enabled tells whether the guards of an instance hold.
func (s *stepper) enabled(in *instance, st spec.State) (bool, error) {
	if len(in.when) == 0 {
		return true, nil
	}
	var err error
	r, _ := s.kept(in.guard, st, func() (result, bool) {
		s.ev = spec.Evaluator{State: st, Budget: terms.MaxNodes}
		var holds bool
		if holds, err = s.ev.HoldsAll(in.when, in.names); err != nil {
			err = fault(in.move, st, err)
		}
		if more := s.work.evaluations().evaluated(&s.ev); more != nil {
			err = more
		}
		return result{spec.Bool(true), holds}, err == nil
	})
	return r.assigned, err
}

// combine takes one move of each mover, from the i-th on.
func (s *stepper) combine(choices [][]*instance, i int, st spec.State, f func([]spec.Move, spec.State) error) error {
	if i == len(choices) {
		if !s.work.Spend(s.price(len(choices))) {
			return s.work.Exceeded()
		}
		return s.step(st, f)
	}
	for _, in := range choices[i] {
		s.moves[i], s.numbers[i] = in.move, in.number
		if err := s.combine(choices, i+1, st, f); err != nil {
			return err
		}
	}
	return nil
}

// price is what a step of some moves takes, beside what is evaluated in it, one part at the
// least.
func (s *stepper) price(moves int) int {
	if s.work.evaluations() == nil {
		return 1 + moves/atOnce
	}
	return moves / atOnce
}

// step takes the step of the moves at hand, with each outcome that it may have.
func (s *stepper) step(st spec.State, f func([]spec.Move, spec.State) error) error {
	if !slices.ContainsFunc(s.moves, func(m spec.Move) bool { return !s.known[m.Action.Index].plain }) {
		return s.lead(s.together(), st, f)
	}
	return s.eachOutcome(slices.Clone(s.moves), st, nil, func(moves []spec.Move) error { return s.lead(moves, st, f) })
}

// together are the moves at hand. Those of few movers are the same again and again.
func (s *stepper) together() []spec.Move {
	key := uint64(0)
	for i, n := range s.numbers {
		if hi, lo := bits.Mul64(key, uint64(s.counts[i])); hi == 0 && lo+uint64(n) >= lo {
			key = lo + uint64(n)
		} else {
			return slices.Clone(s.moves)
		}
	}
	moves, ok := s.shared[key]
	if !ok {
		moves = slices.Clone(s.moves)
		if len(s.shared) < keepRow {
			s.shared[key] = moves
		}
	}
	return moves
}

// lead runs f with what a step leads to.
func (s *stepper) lead(moves []spec.Move, st spec.State, f func([]spec.Move, spec.State) error) error {
	if s.assign(moves, st) {
		return f(moves, s.to)
	}
	to, err := effect(moves, st, s.work, nil)
	if err != nil {
		return err
	}
	return f(moves, to)
}

// assign makes s.to what a step leads to. It reports false where an assignment is none that is
// provided for, or something may be wrong.
func (s *stepper) assign(moves []spec.Move, st spec.State) bool {
	copy(s.to, st)
	s.steps++
	for i := range moves {
		m := &moves[i]
		for k, u := range s.known[m.Action.Index].updates {
			if u == nil {
				return false
			}
			got, ok := s.given(u, m, moves, st)
			v := m.Action.Then[k].Var.Index
			switch {
			case !ok:
				return false
			case !got.assigned:
				continue
			case s.written[v] == s.steps && !spec.Equal(s.to[v], got.value):
				return false
			}
			s.to[v], s.written[v] = got.value, s.steps
		}
	}
	return s.work.evaluations().Spend(1)
}
