// Package scope binds names while expressions are evaluated, or are walked over.
package scope

import (
	"github.com/epibdd/epibdd/encode/internal/failure"
	"github.com/epibdd/epibdd/spec"
)

// Value is what a name may be bound to. Constant is its value if that is the same in all
// states.
type Value interface{ Constant() (spec.Value, bool) }

// Names binds names: to constants, in Env, or to values that depend on the state or on
// registers. It is immutable; its zero value binds nothing.
type Names[V Value] struct {
	Env  *spec.Env
	vary *varying[V]
}

type varying[V Value] struct {
	bound *spec.Bound
	val   V
	outer *varying[V]
}

// Bind returns n with b bound to v.
func (n Names[V]) Bind(b *spec.Bound, v V) Names[V] {
	if c, ok := v.Constant(); ok {
		if _, varies := n.Varies(b); !varies {
			return Names[V]{n.Env.Bind(b, c), n.vary}
		}
	}
	return Names[V]{n.Env, &varying[V]{b, v, n.vary}}
}

// Varies returns the value of b if it is not a constant of Env.
func (n Names[V]) Varies(b *spec.Bound) (v V, ok bool) {
	for w := n.vary; w != nil; w = w.outer {
		if w.bound == b {
			return w.val, true
		}
	}
	return v, false
}

// Constant returns the value of b if it is a constant.
func (n Names[V]) Constant(b *spec.Bound) (spec.Value, bool) {
	if v, ok := n.Varies(b); ok {
		return v.Constant()
	}
	v := n.Env.Lookup(b)
	if v == nil {
		failure.Fail("%s has no value here", b.Name)
	}
	return v, true
}

// Constants returns the values of the names in bs, or false if one of them is not
// constant.
func (n Names[V]) Constants(bs []*spec.Bound) ([]spec.Value, bool) {
	var vs []spec.Value
	for _, b := range bs {
		c, ok := n.Constant(b)
		if !ok {
			return nil, false
		}
		vs = append(vs, c)
	}
	return vs, true
}

// Fixed returns the names of bs as constants only, given their values.
func (n Names[V]) Fixed(bs []*spec.Bound) (*spec.Env, bool) {
	if n.vary == nil {
		return n.Env, true
	}
	env := n.Env
	for _, b := range bs {
		c, ok := n.Constant(b)
		if !ok {
			return nil, false
		}
		env = env.Bind(b, c)
	}
	return env, true
}
