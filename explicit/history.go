package explicit

import (
	"slices"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// history is a run up to some point: the states before and after each step.
type history struct {
	states []spec.State
	steps  []witness.Step
}

func begin(st spec.State) *history { return &history{states: []spec.State{st}} }

func (h *history) now() spec.State { return h.states[len(h.states)-1] }

// then is the history with one more step, which leads to a state.
func (h *history) then(step witness.Step, to spec.State) *history {
	return &history{append(slices.Clip(h.states), to), append(slices.Clip(h.steps), step)}
}

// after is the history after some number of its steps.
func (h *history) after(steps int) *history { return &history{h.states[:steps+1], h.steps[:steps]} }

// confused reports whether an agent with some recall confuses two histories.
func confused(a *spec.Agent, recall spec.Recall, g, h *history) bool {
	switch recall {
	case spec.ClockRecall:
		return len(g.steps) == len(h.steps) && View(a, g.now()) == View(a, h.now())
	case spec.PerfectRecall:
		if len(g.steps) != len(h.steps) {
			return false
		}
		for i := range g.states {
			if View(a, g.states[i]) != View(a, h.states[i]) {
				return false
			}
			if i > 0 && Observed(a, g.steps[i-1].Moves, g.states[i-1]) != Observed(a, h.steps[i-1].Moves, h.states[i-1]) {
				return false
			}
		}
		return true
	}
	return View(a, g.now()) == View(a, h.now())
}

// locate returns the world in which a history ends. It is beyond those that were
// enumerated, or none where known is true.
func (s *System) locate(h *history) (w int, known bool) {
	switch s.memory.recall {
	case spec.ClockRecall:
		layer := s.fold(len(h.steps))
		w, ok := s.index[clockKey(h.now(), layer)]
		if !ok {
			return beyond, !s.memory.cut || layer <= s.last()
		}
		return w, true
	case spec.PerfectRecall:
		return s.retrace(h)
	}
	w, ok := s.World(h.now())
	if !ok {
		w = beyond
	}
	return w, true
}

// retrace follows a history among the histories.
func (s *System) retrace(h *history) (w int, known bool) {
	i := slices.IndexFunc(s.initial, func(v int) bool { return sameState(s.worlds[v], h.states[0]) })
	if i < 0 {
		return beyond, true
	}
	w = s.initial[i]
	for _, step := range h.steps {
		next := slices.IndexFunc(s.out[w], func(e edge) bool { return sameMoves(e.moves, step.Moves) })
		if next < 0 {
			return beyond, true
		}
		if w = s.out[w][next].to; w == beyond {
			return beyond, false
		}
	}
	return w, true
}

func sameMoves(a, b []spec.Move) bool {
	return slices.EqualFunc(a, b, func(x, y spec.Move) bool {
		return x.Action == y.Action && slices.EqualFunc(x.Args, y.Args, spec.Equal) && slices.EqualFunc(x.Outcome, y.Outcome, spec.Equal)
	})
}

// fold is the layer that stands for the one that a number of steps leads to.
func (s *System) fold(layer int) int {
	if end := s.memory.layers; end > 0 && layer >= end {
		return s.memory.back + (layer-s.memory.back)%(end-s.memory.back)
	}
	return layer
}

// last is the last layer.
func (s *System) last() int { return slices.Max(s.memory.steps) }
