// Package certify holds certificates to the models that they are about. It shares with the rest
// of epibdd the reading of documents (package spec and those below) and nothing else: no
// decision diagrams of ours, no encoder, no operators. Package certificate writes what is read
// here; a test keeps its imports, and those of cmd/epicert, to this.
//
// A certificate claims sets of states: the worlds, and for each operator about time or
// knowledge in the formula where it is true, with what an induction needs (layers, functions to
// worlds that look alike). Needs lists which; format.go says how they are written. All is turned
// into queries to a SAT solver by a translation of its own: an expression is a list of cases,
// values each under a wire of a circuit (value.go, expr.go); a step makes new cases of those of a
// state (model.go); a set is a circuit over these (check.go). The rules, and why they are right, are in
// docs/trust.md.
//
// Read needs.go, then check.go from Check on.
package certify
