package explicit

import (
	"fmt"
	"slices"

	"github.com/epibdd/epibdd/explicit/internal/terms"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// horizon is how far runs are followed for agents who remember, and what came of it,
// for a system and for all those behind knowledge actions of it.
type horizon struct {
	depth int // steps that are followed
	// short says that this was not enough behind some knowledge action, rejoined that
	// layers came again there, and full that somewhere there was no room for so many.
	short, rejoined, full bool
	// whole says that layers are followed even where they come again.
	whole bool
}

// unroller follows all runs from some worlds, all of them one step further at a time.
type unroller struct {
	*structure
	*horizon
	opts Options
	work *Budget
	// learn says what is known in the worlds of a layer, for guards and effects.
	learn func(layer *structure) (in func(w int) Asking)
	known map[string]int // numbers of what agents saw
	// layersOf lists the worlds of layers by their sets of states, of the worlds before sorted.
	layersOf map[string][][]int
	sorted   int
	// begun is Options.Begun, for the steps from initial states alone.
	begun func(worlds, more int, first func() *System) error
}

func newUnroller(s *structure, h *horizon, o Options, learn func(*structure) func(int) Asking) *unroller {
	s.looks = make([][]int, len(s.model.Agents))
	return &unroller{structure: s, horizon: h, opts: o, work: o.search(), learn: learn, known: map[string]int{}, layersOf: map[string][][]int{}}
}

// unroll follows all runs from the initial states.
func (u *unroller) unroll() error {
	states, err := initialStates(u.model, u.opts, u.work)
	if err != nil {
		return err
	}
	if len(states) == 0 {
		return ErrNoInitial
	}
	for _, st := range states {
		u.initial = append(u.initial, u.begin(st))
	}
	return u.follow()
}

// goOn follows all runs from the worlds behind a knowledge action: agents remember
// what they saw before and of the action.
func (u *unroller) goOn(behind *structure) error {
	u.learnt = behind.learnt
	for w, st := range behind.worlds {
		u.initial = append(u.initial, u.grow(st, behind.layer[w]))
		for _, a := range u.model.Agents {
			u.remember(a, behind.look(a, w))
		}
	}
	if len(u.worlds) == 0 {
		return nil
	}
	err := u.follow()
	u.short = u.short || u.cut
	u.rejoined = u.rejoined || u.layers > 0
	return err
}

// follow follows all runs from the worlds there are.
func (u *unroller) follow() error {
	seen := map[string]int{} // layers, as sets of states
	from := 0
	for n := u.layer[0]; ; n++ {
		next, err := u.ahead(from)
		if err != nil {
			return err
		}
		if u.recall == spec.ClockRecall {
			seen[layerKey(u.worlds[from:])] = n
			if back, ok := seen[layerKey(reached(next))]; ok {
				u.close(n+1, back, next)
				return nil
			}
		}
		enough := u.depth != spec.AutoDepth && n >= u.depth || count(next) == 0
		full := !enough && len(u.worlds)+count(next) > u.opts.MaxStates
		u.full = u.full || full
		narrow := u.full && u.opts.Asked != nil
		followed := make([]bool, len(next))
		switch {
		case narrow && !enough:
			followed = u.narrow(from, next)
		case !enough && !full:
			followed = slices.Repeat([]bool{true}, len(next))
		}
		if u.begun != nil && !enough && !full && n > 0 {
			worlds := len(u.worlds)
			if err := u.begun(worlds, count(next), func() *System { return u.first(n, worlds, next) }); err != nil {
				return err
			}
		}
		from = len(u.worlds)
		if err := u.advance(next, from, followed); err != nil {
			return err
		}
		if len(u.worlds) == from {
			return nil
		}
		if u.recall == spec.PerfectRecall && !u.whole && !narrow {
			if back, like, ok := u.earlier(from); ok {
				u.rejoin(from, n+1, back, like)
				return nil
			}
		}
	}
}

// first are the worlds after at most n steps, of all that there are now; the steps from the last of these
// are next.
func (u *unroller) first(n, worlds int, next [][]witness.Step) *System {
	s := newStructure(u.model, u.recall, u.runs)
	s.initial, s.learnt = u.initial, u.learnt
	s.worlds, s.layer = u.worlds[:worlds:worlds], u.layer[:worlds:worlds]
	for key, w := range u.index {
		if w < worlds {
			s.index[key] = w
		}
	}
	for _, looks := range u.looks {
		n := min(worlds, len(looks))
		s.looks = append(s.looks, looks[:n:n])
	}
	s.out = slices.Clone(u.out[:worlds-len(next)])
	for _, steps := range next {
		var out []edge
		for _, step := range steps {
			out = append(out, edge{step.Moves, Beyond})
		}
		s.out, s.cut = append(s.out, out), s.cut || len(out) > 0
	}
	return newSystem(s, &horizon{depth: n}, u.opts)
}

// ahead lists the steps from each world of the last layer.
func (u *unroller) ahead(from int) ([][]witness.Step, error) {
	ask := func(int) Asking { return nil }
	if u.model.AsksKnowledge() != nil {
		ask = u.learn(u.lastLayer(from))
	}
	next := make([][]witness.Step, len(u.worlds)-from)
	for i := range next {
		steps, err := successors(u.model, u.worlds[from+i], u.work, ask(i))
		if err != nil {
			return nil, err
		}
		next[i] = steps
	}
	return next, nil
}

// lastLayer is the structure of the worlds from one on alone, for what is known there.
func (u *unroller) lastLayer(from int) *structure {
	l := newStructure(u.model, u.recall, u.runs)
	l.worlds, l.layer = u.worlds[from:], u.layer[from:]
	l.out, l.learnt = make([][]edge, len(l.worlds)), u.learnt
	l.looks = make([][]int, len(u.looks))
	for i, looks := range u.looks {
		if looks != nil {
			l.looks[i] = looks[from:]
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

// begin adds the world of an initial state.
func (u *unroller) begin(st spec.State) int {
	w := u.grow(st, 0)
	if u.recall == spec.PerfectRecall {
		for _, a := range u.model.Agents {
			u.remember(a, View(a, st))
		}
	}
	return w
}

func (u *unroller) grow(st spec.State, steps int) int {
	w := len(u.worlds)
	u.worlds = append(u.worlds, st)
	u.layer = append(u.layer, steps)
	if u.recall == spec.ClockRecall {
		u.index[clockKey(st, steps)] = w
	}
	return w
}

// remember notes what an agent saw of the history that was added last.
func (u *unroller) remember(a *spec.Agent, key string) {
	key = fmt.Sprint(a.Index, "/", key)
	n, ok := u.known[key]
	if !ok {
		n = len(u.known)
		u.known[key] = n
	}
	u.looks[a.Index] = append(u.looks[a.Index], n)
}

// advance adds the next layer, of the worlds that are followed; the steps from others lead beyond. Under
// clock steps that lead to one state lead to one world; a history is there once for each way to it.
func (u *unroller) advance(next [][]witness.Step, end int, followed []bool) error {
	base := end - len(next)
	for i, steps := range next {
		var out []edge
		for _, step := range steps {
			to := Beyond
			if followed[i] {
				var err error
				if to, err = u.reach(base+i, step); err != nil {
					return err
				}
			}
			u.cut = u.cut || to == Beyond
			out = append(out, edge{step.Moves, to})
		}
		u.out = append(u.out, out)
	}
	return nil
}

func (u *unroller) reach(w int, step witness.Step) (int, error) {
	steps := u.layer[w] + 1
	if u.recall == spec.ClockRecall {
		if v, ok := u.index[clockKey(step.To, steps)]; ok {
			return v, nil
		}
		return u.grow(step.To, steps), nil
	}
	v := u.grow(step.To, steps)
	on, there := inStep(step.Moves, u.worlds[w], nil), terms.In(step.To)
	for _, a := range u.model.Agents {
		before := u.looks[a.Index][w]
		u.remember(a, fmt.Sprint(before, "/", observed(a, step.Moves, on), "/", view(a, there)))
	}
	if !u.opts.Parts.Spend(on.Used() + there.Used()) {
		return 0, u.opts.Parts.Exceeded()
	}
	return v, nil
}

// close lets the steps from the last layer lead to an earlier one, which has the
// same states as the next one would have.
func (u *unroller) close(layers, back int, next [][]witness.Step) {
	u.layers, u.back = layers, back
	for _, steps := range next {
		var out []edge
		for _, step := range steps {
			out = append(out, edge{step.Moves, u.index[clockKey(step.To, back)]})
		}
		u.out = append(u.out, out)
	}
}

// rejoin lets the steps that lead to the last layer, of the worlds from end on,
// lead to those of an earlier one to which they are related instead.
func (u *unroller) rejoin(end, layers, back int, like []int) {
	u.layers, u.back = layers, back
	for _, out := range u.out {
		for i, e := range out {
			if e.to >= end {
				out[i].to = like[e.to-end]
			}
		}
	}
	u.drop(end)
}

// drop forgets the worlds from end on.
func (u *unroller) drop(end int) {
	u.worlds, u.layer = u.worlds[:end], u.layer[:end]
	for i, looks := range u.looks {
		u.looks[i] = looks[:end]
	}
}
