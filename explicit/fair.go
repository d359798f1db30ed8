package explicit

import "github.com/epibdd/epibdd/spec"

// constrained reports whether only states with an infinite run exist.
func constrained(m *spec.Model, runs spec.Runs) bool {
	if runs == "" {
		runs = m.Runs
	}
	return runs == spec.InfiniteRuns || len(m.Fairness) > 0
}

// restrict drops the worlds that lie on no infinite run along which each
// fairness predicate holds again and again.
func (s *System) restrict() error {
	if !constrained(s.model, s.runs) {
		return nil
	}
	if err := s.evaluateFairness(); err != nil {
		return err
	}
	s.keep(s.fairWorlds())
	if len(s.initial) == 0 && !s.mayBeEmpty() {
		return ErrNoFair
	}
	return nil
}

func (s *System) evaluateFairness() error {
	s.fair = nil
	for _, c := range s.model.Fairness {
		in := make(set, len(s.worlds))
		for w := range s.worlds {
			ev := spec.Evaluator{State: s.worlds[w], Budget: maxNodes}
			holds, err := ev.Holds(c, nil)
			if err != nil {
				return s.inWorld(w, err)
			}
			in[w] = kleeneOf(holds)
		}
		s.fair = append(s.fair, in)
	}
	if len(s.fair) == 0 {
		s.fair = []set{newSet(len(s.worlds), true)}
	}
	return nil
}

// fairWorlds is νZ. ⋀_c EX E[true U c∧Z].
func (s *System) fairWorlds() set {
	all := newSet(len(s.worlds), true)
	step := &stepRelation{s.everyStep()}
	return fixpoint(all, func(z set) set {
		next := all
		for _, c := range s.fair {
			next = next.and(step.pre(until(step, all, c.and(z))))
		}
		return next
	})
}

// keep restricts the system to some of its worlds.
func (s *System) keep(stay set) {
	number := make([]int, len(s.worlds))
	var worlds []spec.State
	s.index = map[string]int{}
	for w, st := range s.worlds {
		if stay.has(w) {
			number[w] = len(worlds)
			s.index[s.key(w)] = len(worlds)
			worlds = append(worlds, st)
		}
	}
	out := make([][]edge, 0, len(worlds))
	for w := range s.worlds {
		if stay.has(w) {
			out = append(out, keptEdges(s.out[w], stay, number))
		}
	}
	var initial []int
	for _, w := range s.initial {
		if stay.has(w) {
			initial = append(initial, number[w])
		}
	}
	for i, c := range s.fair {
		s.fair[i] = kept(c, stay)
	}
	if s.memory.steps != nil {
		s.memory.steps = kept(s.memory.steps, stay)
	}
	if s.memory.recall == spec.PerfectRecall {
		for i, looks := range s.memory.looks {
			s.memory.looks[i] = kept(looks, stay)
		}
	}
	s.worlds, s.out, s.initial = worlds, out, initial
}

func keptEdges(edges []edge, stay set, number []int) []edge {
	var kept []edge
	for _, e := range edges {
		if stay.has(e.to) {
			e.to = number[e.to]
			kept = append(kept, e)
		}
	}
	return kept
}

func kept[T any, L ~[]T](list L, stay set) L {
	var some L
	for w, x := range list {
		if stay.has(w) {
			some = append(some, x)
		}
	}
	return some
}
