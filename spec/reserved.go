package spec

import "github.com/epibdd/epibdd/spec/syntax"

// builtins are the functions of the language. Their names cannot be declared.
var builtins = map[string]bool{
	"count": true, "sum": true, "min": true, "max": true,
	"size": true, "next": true, "prev": true, "ord": true, "pow": true,
	"share": true,
}

// IsReserved reports whether a name has a meaning of its own, so that nothing
// that is declared can have it.
func IsReserved(name string) bool {
	return builtins[name] || name == "Agent" || name == "all" || syntax.Reserved(name)
}
