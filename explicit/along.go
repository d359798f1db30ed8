package explicit

import (
	"slices"

	"github.com/epibdd/epibdd/explicit/internal/terms"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// Along enumerates the histories that begin as one does, step by step, as far as there is room: that one,
// and whatever some agents take for it, for one of these, and so on. What these agents know there is about
// nothing else, since whoever confuses two histories confused those that they continue, and a part of a
// layer is left out as a whole (docs/semantics.md#narrow). All other steps lead beyond. For questions
// about these agents without knowledge actions, shares of worlds, and what nobody knows, where all runs count and
// no step asks what somebody knows.
func Along(m *spec.Model, runs spec.Runs, asked []*spec.Agent, start spec.State, steps []witness.Step, o Options) (*System, error) {
	o = o.withDefaults()
	o.Asked = asked
	u := newUnroller(newStructure(m, spec.PerfectRecall, runs), &horizon{depth: len(steps), whole: true}, o, nil)
	states, err := initialStates(m, o, u.work)
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(states, func(st spec.State) bool { return terms.SameState(st, start) })
	if at < 0 {
		return nil, ErrNoInitial
	}
	for _, st := range states {
		u.begin(st)
	}
	at = u.keepPart(0, at)
	for w := range u.worlds {
		u.initial = append(u.initial, w)
	}
	return newSystem(u.structure, u.horizon, o), u.along(at, steps)
}

// along follows the steps of a history from the world where it begins, and those of all worlds that are
// left of each layer.
func (u *unroller) along(at int, steps []witness.Step) error {
	for from := 0; ; steps = steps[1:] {
		next, err := u.ahead(from)
		if err != nil {
			return err
		}
		end, step := len(u.worlds), -1
		if len(steps) > 0 && end+count(next) <= u.opts.MaxStates {
			step = slices.IndexFunc(next[at-from], func(s witness.Step) bool { return sameMoves(s.Moves, steps[0].Moves) })
		}
		if err := u.advance(next, end, slices.Repeat([]bool{step >= 0}, len(next))); err != nil || step < 0 {
			return err
		}
		at = u.keepPart(end, u.out[at][step].to)
		from = end
	}
}

// keepPart leaves of the last layer, the worlds from one on, only the part that a world is in: it tells
// which one this is now.
func (u *unroller) keepPart(from, at int) int {
	parts := u.parts(from)
	part := parts[slices.IndexFunc(parts, func(part []int) bool { return slices.Contains(part, at-from) })]
	to := map[int]int{}
	for i, k := range part { // in their order
		to[from+k] = from + i
		u.worlds[from+i] = u.worlds[from+k]
		for _, looks := range u.looks {
			looks[from+i] = looks[from+k]
		}
	}
	u.drop(from + len(part))
	for _, out := range u.out {
		for i, e := range out {
			if e.to < from {
				continue
			}
			stays, ok := to[e.to]
			if !ok {
				stays, u.cut = Beyond, true
			}
			out[i].to = stays
		}
	}
	return to[at]
}
