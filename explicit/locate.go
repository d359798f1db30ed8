package explicit

import (
	"slices"

	"github.com/epibdd/epibdd/explicit/internal/terms"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// Locate returns the world in which the run of some steps from an initial state ends. It
// is Beyond those that were enumerated, or none where known is true.
func (s *structure) Locate(start spec.State, steps []witness.Step) (w int, known bool) {
	now := start
	if len(steps) > 0 {
		now = steps[len(steps)-1].To
	}
	switch s.recall {
	case spec.ClockRecall:
		layer := s.fold(len(steps))
		w, ok := s.index[clockKey(now, layer)]
		if !ok {
			return Beyond, !s.cut || layer <= s.last()
		}
		return w, true
	case spec.PerfectRecall:
		return retrace(s, start, steps)
	}
	w, ok := s.World(now)
	if !ok {
		w = Beyond
	}
	return w, true
}

// retrace follows a run among the histories.
func retrace(s *structure, start spec.State, steps []witness.Step) (w int, known bool) {
	i := slices.IndexFunc(s.initial, func(v int) bool { return terms.SameState(s.worlds[v], start) })
	if i < 0 {
		return Beyond, true
	}
	w = s.initial[i]
	for _, step := range steps {
		next, ok := s.Follow(w, step.Moves)
		if !ok {
			return Beyond, true
		}
		if w = next; w == Beyond {
			return Beyond, false
		}
	}
	return w, true
}

// LocateBehind lists the worlds behind knowledge actions that come from where a run ends
// by what is said to have been done there.
func (s *structure) LocateBehind(start spec.State, steps []witness.Step, done []string) []int {
	var worlds []int
	for w := range s.worlds {
		before, origin, did := s.comesFrom(w)
		if at, known := before.Locate(start, steps); known && at == origin && slices.Equal(did, done) {
			worlds = append(worlds, w)
		}
	}
	return worlds
}
