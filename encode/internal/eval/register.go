package eval

import (
	"fmt"
	"math/big"

	"github.com/epibdd/epibdd/encode/internal/failure"
	"github.com/epibdd/epibdd/encode/internal/layout"
	"github.com/epibdd/epibdd/encode/internal/tune"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/source"
)

// Acquire returns a register of type t that the evaluator does not use, and uses it until
// release.
func (ev *Evaluator) Acquire(t spec.Type) *layout.Register {
	for _, r := range ev.Codes.Layout.Registers[t.String()] {
		if !ev.busy[r] {
			ev.busy[r] = true
			return r
		}
	}
	failure.Fail("no bits were planned for a quantifier over the %s values of %s; pass the formula when the system is made", t.Size(), t)
	return nil
}

func (ev *Evaluator) Release(r *layout.Register) { delete(ev.busy, r) }

// TooLargeError is a fold over too many values.
type TooLargeError struct {
	Place source.Span
	Size  *big.Int
}

func (e *TooLargeError) Error() string {
	return fmt.Sprintf("this ranges over %s combinations of values, which have to be tried one by one (at most %d)", e.Size, tune.MaxInstances)
}

// Unwrap makes the error an instance of spec.ErrTooLarge.
func (e *TooLargeError) Unwrap() error { return spec.ErrTooLarge }
