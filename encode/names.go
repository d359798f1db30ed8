package encode

import (
	"github.com/epibdd/epibdd/encode/internal/scope"
	"github.com/epibdd/epibdd/spec"
)

// names binds names to values.
type names = scope.Names[value]

// lookup returns the value of a name.
func lookup(ns names, b *spec.Bound) value {
	if v, ok := ns.Varies(b); ok {
		return v
	}
	v, _ := ns.Constant(b)
	return constant{v}
}

// namesIn are the names of env, of which open ones depend on their registers.
func (s *System) namesIn(env *spec.Env) names {
	n := names{Env: env}
	if len(s.layout.Opened) == 0 {
		return n
	}
	for _, b := range env.Open() {
		n = n.Bind(b, s.read(s.layout.Opened[env.Lookup(b).(spec.Open)].Shape))
	}
	return n
}
