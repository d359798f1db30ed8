package explicit

import "github.com/epibdd/epibdd/spec"

// memo keeps what was computed for all worlds at once, by syntax node and the
// values of the names that it depends on.
type memo struct {
	truth     map[memoKey]set
	values    map[memoKey][]spec.Value
	relations map[memoKey]relation
	classes   map[string]classes
	behind    map[memoKey]*System // knowledge actions
	// spent counts the truth values computed.
	spent int
}

// memoKey is a node with what its meaning depends on.
type memoKey struct {
	node  any    // spec.Expr or spec.Program
	names string // key of the values of its free names
	what  string // tells the uses of one node apart
}

func newMemo() memo {
	return memo{
		truth:     map[memoKey]set{},
		values:    map[memoKey][]spec.Value{},
		relations: map[memoKey]relation{},
		classes:   map[string]classes{},
		behind:    map[memoKey]*System{},
	}
}

func keyOf(node interface{ Free() []*spec.Bound }, env *spec.Env, what string) memoKey {
	var names []spec.Value
	for _, b := range node.Free() {
		v := env.Lookup(b)
		if v == nil {
			v = spec.Absent{} // whoever evaluates it finds out
		}
		names = append(names, v)
	}
	return memoKey{node, spec.Key(names...), what}
}

// charge accounts for one table over all worlds.
func (s *System) charge() error {
	if s.memo.spent += len(s.worlds); s.memo.spent > s.opts.MaxTruth {
		return &TooLarge{What: "truth values", Limit: s.opts.MaxTruth}
	}
	return nil
}

// once returns the entry of a table, computed when first asked for.
func once[K comparable, V any](table map[K]V, key K, compute func() (V, error)) (V, error) {
	if v, ok := table[key]; ok {
		return v, nil
	}
	v, err := compute()
	if err == nil {
		table[key] = v
	}
	return v, err
}
