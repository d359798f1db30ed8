package encode

import (
	"slices"

	"github.com/epibdd/epibdd/encode/internal/codes"
	"github.com/epibdd/epibdd/encode/internal/layout"
	"github.com/epibdd/epibdd/symbolic"
)

// Of joint steps a superset of what can be reached is made of local states: what an
// agent assigns in a step depends on the others by what they can be and do, and not
// by what they are just now. All combinations of what is found so for each agent by
// itself are closed under steps (Cho, Hachtel, Macii, Plessier and Somenzi,
// "Algorithms for approximate FSM traversal based on state space decomposition", IEEE
// TCAD 1996). The sender and the receiver of a protocol with a window are hundreds of
// thousands of nodes together, for the packets under way hold what the one has and the
// other has not; by themselves they are fifty, and that what arrives is what was sent
// follows from the packets.

// LocalStates returns states in which all initial ones are, and which no joint step
// leaves. ok tells whether they are made of the local states of several agents.
func LocalStates(s *System, progress symbolic.Progress) (states symbolic.Set, ok bool) {
	return s.steps.localStates(s.init, progress)
}

func (s *Steps) localStates(init symbolic.Set, progress symbolic.Progress) (states symbolic.Set, ok bool) {
	if s.joint == nil {
		return s.codes.Valid, false
	}
	blocks := s.blocksOfMovers()
	if len(blocks) < 2 {
		return s.codes.Valid, false
	}
	var written []symbolic.Bit
	for _, w := range s.joint.writes {
		written = append(written, w.pair.Cur)
	}
	lasting := init.Exists(s.codes.Space.Cube(written...)).And(s.codes.Valid)
	local := make([]symbolic.Set, len(blocks))
	parts := make([]*symbolic.Part, len(blocks))
	for i, writes := range blocks {
		parts[i] = s.blockPart(writes)
		local[i] = init.Exists(s.codes.Space.Cube(besides(s.codes, writes)...))
	}
	for i := 1; ; i++ {
		states = lasting.And(s.codes.Space.AndAll(local...))
		stable := true
		for i, p := range parts {
			if more := local[i].Or(p.Image(states)); !more.Equal(local[i]) {
				local[i], stable = more, false
			}
		}
		if progress != nil {
			progress(i, func() symbolic.Set { return states })
		}
		if stable {
			return states, true
		}
	}
}

// blocksOfMovers are the bits that each mover may write.
func (s *Steps) blocksOfMovers() [][]write {
	var blocks [][]write
	for _, m := range s.joint.moves {
		var block []write
		for _, w := range s.joint.writes {
			if slices.ContainsFunc(m.cells, func(c *layout.Cell) bool { return slices.Contains(c.Cur, w.pair.Cur) }) {
				block = append(block, w)
			}
		}
		if len(block) > 0 {
			blocks = append(blocks, block)
		}
	}
	return blocks
}

// besides are the bits of states that are not written.
func besides(cs *codes.Codes, writes []write) []symbolic.Bit {
	return slices.DeleteFunc(cs.Layout.StateBits(), func(b symbolic.Bit) bool {
		return slices.ContainsFunc(writes, func(w write) bool { return w.pair.Cur == b })
	})
}

// blockPart are the joint steps as far as they write a block: what is not written is
// forgotten.
func (s *Steps) blockPart(writes []write) *symbolic.Part {
	conjuncts := append(s.joint.conjuncts(), s.joint.meaning)
	return symbolicPart(s.codes, conjuncts, writes, slices.Concat(stepBits(s.codes), besides(s.codes, writes)))
}
