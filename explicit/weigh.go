package explicit

import (
	"math/big"

	"github.com/epibdd/epibdd/chance"
	"github.com/epibdd/epibdd/spec"
)

// weigh gives each world its weight: 1 where nothing has happened yet, and a share of that
// of the world before where something has.
func weigh(s *structure, m *spec.Measure) ([]*big.Rat, error) {
	weights := make([]*big.Rat, len(s.worlds))
	if p := s.product; p != nil {
		before, err := weigh(p.before, m)
		if err != nil {
			return nil, err
		}
		ways := make([]int, len(before))
		for _, w := range p.origin {
			ways[w]++
		}
		for v, w := range p.origin {
			weights[v] = new(big.Rat).Mul(before[w], chance.Share(m.Weigh, ways[w]))
		}
		return weights, nil
	}
	for w := range weights {
		if weights[w] == nil { // no step leads to it
			weights[w] = big.NewRat(1, 1)
		}
		if s.recall != spec.PerfectRecall {
			continue
		}
		moves := make([][]spec.Move, len(s.out[w]))
		for i, e := range s.out[w] {
			moves[i] = e.moves
		}
		choices, err := choices(s.model, s.worlds[w], moves, m)
		if err != nil {
			return nil, err
		}
		for i, e := range s.out[w] {
			if e.to != Beyond && s.layer[e.to] > s.layer[w] { // else layers come again
				weights[e.to] = new(big.Rat).Mul(weights[w], chance.Share(m.Weigh, choices[i]))
			}
		}
	}
	return weights, nil
}

// choices counts for each step from a state how many there are in which those who are asked
// do the same: so many could others, or chance, have chosen.
func choices(model *spec.Model, st spec.State, steps [][]spec.Move, m *spec.Measure) ([]int, error) {
	keys := make([]string, len(steps))
	alike := map[string]int{}
	for i, moves := range steps {
		for _, move := range moves {
			owner, err := Owner(model, move, st)
			if err != nil {
				return nil, err
			}
			if owner != nil && m.Asks(owner.Name) {
				keys[i] += move.Key() + ";"
			}
		}
		alike[keys[i]]++
	}
	n := make([]int, len(keys))
	for i, key := range keys {
		n[i] = alike[key]
	}
	return n, nil
}
