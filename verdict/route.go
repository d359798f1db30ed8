package verdict

import "slices"

// RouteChoice says which ways to a verdict may be taken.
type RouteChoice struct {
	Only    string   // the one that alone is taken; empty: all that apply
	Without []string // those that are not taken
}

// Allows tells whether a route may be taken.
func (c RouteChoice) Allows(name string) bool {
	return (c.Only == "" || c.Only == name) && !slices.Contains(c.Without, name)
}
