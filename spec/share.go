package spec

import "math/big"

// Compares tells whether a share is as e says.
func (e *Share) Compares(share *big.Rat) bool { return e.Allows(share.Cmp(e.Bound)) }

// Allows tells whether a share is as e says that compares with the bound by a sign.
func (e *Share) Allows(sign int) bool {
	switch e.Op {
	case Eq:
		return sign == 0
	case Ne:
		return sign != 0
	case Lt:
		return sign < 0
	case Le:
		return sign <= 0
	case Gt:
		return sign > 0
	}
	return sign >= 0
}
