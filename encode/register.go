package encode

import (
	"fmt"
	"math/big"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/symbolic"
)

// register is a block of auxiliary bits that holds a value of a type while an
// expression or an action is evaluated. Registers are shared by all that needs
// one of the type at different times.
type register struct{ shape *shape }

func (r *register) bits() []symbolic.Bit { return r.shape.bits() }

// acquire returns a register of type t that the evaluator does not use, and uses it until
// release.
func (ev *evaluator) acquire(t spec.Type) *register {
	for _, r := range ev.plan.registers[t.String()] {
		if !ev.busy[r] {
			ev.busy[r] = true
			return r
		}
	}
	fail("no bits were planned for a quantifier over the %s values of %s; pass the formula when the system is made", t.Size(), t)
	return nil
}

func (ev *evaluator) release(r *register) { delete(ev.busy, r) }

// TooLargeError is a fold over too many values.
type TooLargeError struct {
	Place source.Span
	Size  *big.Int
}

func (e *TooLargeError) Error() string {
	return fmt.Sprintf("this ranges over %s combinations of values, which have to be tried one by one (at most %d)", e.Size, maxInstances)
}

// Unwrap makes the error an instance of spec.ErrTooLarge.
func (e *TooLargeError) Unwrap() error { return spec.ErrTooLarge }

// needs counts registers by type.
type needs map[string]need

type need struct {
	typ spec.Type
	n   int
}

// include raises n to what m needs.
func (n needs) include(m needs) {
	for k, v := range m {
		if v.n > n[k].n {
			n[k] = v
		}
	}
}

// add counts one more register.
func (n needs) add(t spec.Type) { n.addAs(t.String(), t) }

func (n needs) addAs(key string, t spec.Type) { n[key] = need{t, n[key].n + 1} }

// registersOf returns the registers that the evaluation of e needs at once.
func (p *plan) registersOf(e spec.Expr, known map[spec.Expr]needs) needs {
	if n, ok := known[e]; ok {
		return n
	}
	p.poll()
	n := needs{}
	for _, c := range spec.Children(e) {
		n.include(p.registersOf(c, known))
	}
	if fold, ok := e.(*spec.Fold); ok {
		for i, kept := range p.tune.inRegisters(fold) {
			if kept {
				n.add(fold.Binders[i].Bound.Type)
			}
		}
		for i, open := range p.tune.opens(fold) {
			if b := fold.Binders[i].Bound; open {
				n.addAs(openKey(b.Type), b.Type)
			}
		}
	}
	known[e] = n
	return n
}
