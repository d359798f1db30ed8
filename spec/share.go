package spec

import "math/big"

// Compares tells whether a share is as e says.
func (e *Share) Compares(share *big.Rat) bool {
	order := share.Cmp(e.Bound)
	switch e.Op {
	case Eq:
		return order == 0
	case Ne:
		return order != 0
	case Lt:
		return order < 0
	case Le:
		return order <= 0
	case Gt:
		return order > 0
	}
	return order >= 0
}
