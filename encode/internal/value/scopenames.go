package value

import (
	"github.com/epibdd/epibdd/encode/internal/scope"
	"github.com/epibdd/epibdd/spec"
)

// Names binds names to values.
type Names = scope.Names[Value]

// Lookup returns the value of a name.
func Lookup(ns Names, b *spec.Bound) Value {
	if v, ok := ns.Varies(b); ok {
		return v
	}
	v, _ := ns.Constant(b)
	return Constant{v}
}
