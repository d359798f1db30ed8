// Package memo keeps what was computed of parts of formulas and programs, by syntax
// node and the values of the names that it depends on.
package memo

import "github.com/epibdd/epibdd/spec"

// Key is a node with what its meaning depends on.
type Key struct {
	node  any    // spec.Expr or spec.Program
	names string // key of the values of its free names
	what  string // tells the uses of one node apart
}

// KeyOf is the key of a node with the names bound by env; what tells the uses of one
// node apart.
func KeyOf(node interface{ Free() []*spec.Bound }, env *spec.Env, what string) Key {
	var names []spec.Value
	for _, b := range node.Free() {
		v := env.Lookup(b)
		if v == nil {
			v = spec.Absent{} // whoever evaluates it finds out
		}
		names = append(names, v)
	}
	return Key{node, spec.Key(names...), what}
}

// Once returns the entry of a table, computed when first asked for. An error is not
// kept.
func Once[K comparable, V any](table map[K]V, key K, compute func() (V, error)) (V, error) {
	if v, ok := table[key]; ok {
		return v, nil
	}
	v, err := compute()
	if err == nil {
		table[key] = v
	}
	return v, err
}
