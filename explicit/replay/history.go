package replay

import (
	"cmp"
	"slices"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// history is a run up to some point: the states before and after each step.
type history struct {
	states []spec.State
	steps  []witness.Step
	of     *history // that it is the beginning of; nil: not known
}

func begin(st spec.State) *history { return &history{states: []spec.State{st}} }

func (h *history) now() spec.State { return h.states[len(h.states)-1] }

// then is the history with one more step, which leads to a state.
func (h *history) then(step witness.Step, to spec.State) *history {
	return &history{states: append(slices.Clip(h.states), to), steps: append(slices.Clip(h.steps), step)}
}

// after is the history after some number of its steps.
func (h *history) after(steps int) *history {
	return &history{h.states[:steps+1], h.steps[:steps], cmp.Or(h.of, h)}
}

// confused reports whether an agent with some recall confuses two histories.
func confused(a *spec.Agent, recall spec.Recall, g, h *history) bool {
	switch recall {
	case spec.ClockRecall:
		return len(g.steps) == len(h.steps) && explicit.View(a, g.now()) == explicit.View(a, h.now())
	case spec.PerfectRecall:
		if len(g.steps) != len(h.steps) {
			return false
		}
		for i := range g.states {
			if explicit.View(a, g.states[i]) != explicit.View(a, h.states[i]) {
				return false
			}
			if i > 0 && explicit.Observed(a, g.steps[i-1].Moves, g.states[i-1]) != explicit.Observed(a, h.steps[i-1].Moves, h.states[i-1]) {
				return false
			}
		}
		return true
	}
	return explicit.View(a, g.now()) == explicit.View(a, h.now())
}
