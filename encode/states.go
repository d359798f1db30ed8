package encode

import (
	"math/big"
	"math/rand/v2"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// Single returns the set of which st is the only state.
func (s *System) Single(st spec.State) symbolic.Set { return s.codes.Single(st) }

// Count returns the number of states in set.
func (s *System) Count(set symbolic.Set) *big.Int { return s.codes.Count(set) }

// CountWith returns the number of pairs of a state and values of further bits.
func (s *System) CountWith(set symbolic.Set, more []symbolic.Bit) *big.Int {
	return s.codes.CountWith(set, more)
}

// Pick returns a state of set, always the same one, or false if set is empty. Unless the
// set is large it is the least state, comparing the variables in the order in which they
// were declared and their values in the order of their types.
func (s *System) Pick(set symbolic.Set) (spec.State, bool) { return s.codes.Pick(set) }

// Draw returns a state of a set that is not empty, each with the same probability.
func (s *System) Draw(set symbolic.Set, r *rand.Rand) spec.State { return s.codes.Draw(set, r) }
