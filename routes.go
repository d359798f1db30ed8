package epibdd

import (
	"github.com/epibdd/epibdd/decide"
	"github.com/epibdd/epibdd/report/explain"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/verdict"
)

// Routes lists the routes to a verdict by their names, in the order in which they are
// tried.
func Routes() []string { return decide.Names() }

// RouteInfo is a route that would be tried for a check: its name, the theorem that makes
// it sound, and why it applies.
type RouteInfo = explain.Route

// routesOf are the routes that would be tried for a check, of those that may be.
func routesOf(c *spec.Check, choice verdict.RouteChoice) []RouteInfo {
	all := []RouteInfo{}
	profile := spec.ProfileOf(c, c.Runs)
	for _, r := range decide.Routes {
		if ok, why := r.Applies(profile); ok && choice.Allows(r.Name) {
			all = append(all, RouteInfo{Name: r.Name, Theorem: r.Theorem, Why: why})
		}
	}
	return all
}
