package explicit

import (
	"github.com/epibdd/epibdd/explicit/internal/kleene"
	"github.com/epibdd/epibdd/explicit/internal/terms"
	"github.com/epibdd/epibdd/spec"
)

// Constrained reports whether only states with an infinite run exist.
func Constrained(m *spec.Model, runs spec.Runs) bool {
	if runs == "" {
		runs = m.Runs
	}
	return runs == spec.InfiniteRuns || len(m.Fairness) > 0
}

// restrict drops the worlds that lie on no infinite run along which each
// fairness predicate holds again and again.
func (s *structure) restrict() error {
	if !Constrained(s.model, s.runs) {
		return nil
	}
	if err := evaluateFairness(s); err != nil {
		return err
	}
	keep(s, fairWorlds(s))
	if len(s.initial) == 0 && !s.mayBeEmpty() {
		return ErrNoFair
	}
	return nil
}

func evaluateFairness(s *structure) error {
	s.fair = nil
	for _, c := range s.model.Fairness {
		in := make(kleene.Set, len(s.worlds))
		for w := range s.worlds {
			holds, err := terms.In(s.worlds[w]).Holds(c, nil)
			if err != nil {
				return s.InWorld(w, err)
			}
			in[w] = kleene.Of(holds)
		}
		s.fair = append(s.fair, in)
	}
	if len(s.fair) == 0 {
		s.fair = []kleene.Set{kleene.NewSet(len(s.worlds), true)}
	}
	return nil
}

// fairWorlds is νZ. ⋀_c EX E[true U c∧Z].
func fairWorlds(s *structure) kleene.Set {
	all := kleene.NewSet(len(s.worlds), true)
	step := &stepRelation{out: s.out}
	return kleene.Fixpoint(all, func(z kleene.Set) kleene.Set {
		next := all
		for _, c := range s.fair {
			next = next.And(step.pre(until(step, all, c.And(z))))
		}
		return next
	})
}

// keep restricts the system to some of its worlds.
func keep(s *structure, stay kleene.Set) {
	number := make([]int, len(s.worlds))
	var worlds []spec.State
	s.index = map[string]int{}
	for w, st := range s.worlds {
		if stay.Has(w) {
			number[w] = len(worlds)
			s.index[s.key(w)] = len(worlds)
			worlds = append(worlds, st)
		}
	}
	out := make([][]edge, 0, len(worlds))
	for w := range s.worlds {
		if stay.Has(w) {
			out = append(out, keptEdges(s.out[w], stay, number))
			s.unfair = append(s.unfair, movesOut(s.out[w], stay))
		}
	}
	var initial []int
	for _, w := range s.initial {
		if stay.Has(w) {
			initial = append(initial, number[w])
		}
	}
	for i, c := range s.fair {
		s.fair[i] = kept(c, stay)
	}
	if s.layer != nil {
		s.layer = kept(s.layer, stay)
	}
	if s.recall == spec.PerfectRecall {
		for i, looks := range s.looks {
			s.looks[i] = kept(looks, stay)
		}
	}
	s.worlds, s.out, s.initial = worlds, out, initial
}

func keptEdges(edges []edge, stay kleene.Set, number []int) []edge {
	var kept []edge
	for _, e := range edges {
		if stay.Has(e.to) {
			e.to = number[e.to]
			kept = append(kept, e)
		}
	}
	return kept
}

// movesOut are the moves of the edges that lead out of a set.
func movesOut(edges []edge, stay kleene.Set) (moves [][]spec.Move) {
	for _, e := range edges {
		if !stay.Has(e.to) {
			moves = append(moves, e.moves)
		}
	}
	return moves
}

func kept[T any, L ~[]T](list L, stay kleene.Set) L {
	var some L
	for w, x := range list {
		if stay.Has(w) {
			some = append(some, x)
		}
	}
	return some
}
