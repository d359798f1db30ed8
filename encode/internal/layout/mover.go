package layout

import (
	"maps"
	"slices"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// Mover is an agent that takes part in joint steps. It has bits of its own, not
// of the state, which say what it does: the number of one of its choices, the
// arguments that the choice leaves free, and what comes of it. Choices share the
// bits for values of one type.
type Mover struct {
	Agent   *spec.Agent
	Choice  *Cell
	Options []*Option
	Pools   [2]map[string][]*Shape // by type: for arguments, and for outcomes
}

// Option is one choice of a mover.
type Option struct {
	Action  *spec.Action
	Code    int
	Fixed   []spec.Value // by parameter; nil: free
	Args    []*Shape     // by parameter; nil: fixed
	Outcome []*Shape
}

// MoveBits are those that say what the mover chooses, outcomeBits those that say
// what comes of it.
func (m *Mover) MoveBits() []symbolic.Bit {
	bits := append([]symbolic.Bit(nil), m.Choice.Cur...)
	return append(bits, bitsOf(m.Pools[0])...)
}

func (m *Mover) OutcomeBits() []symbolic.Bit { return bitsOf(m.Pools[1]) }

// bitsOf lists the bits of a pool by type, in the same order whenever it is asked.
func bitsOf(pool map[string][]*Shape) []symbolic.Bit {
	var bits []symbolic.Bit
	for _, key := range slices.Sorted(maps.Keys(pool)) {
		for _, sh := range pool[key] {
			bits = append(bits, sh.Bits()...)
		}
	}
	return bits
}
