// Package certify holds certificates to the models that they are about. With the packages below it,
// it shares with the rest of epibdd the reading of documents (package spec and those below) and
// nothing else: no decision diagrams of ours, no encoder, no operators. Package certificate writes what is read
// here; a test keeps its imports, and those of cmd/epicert, to this.
//
// A certificate claims sets of states: the worlds, and for each operator about time or
// knowledge in the formula where it is true, with what an induction needs (layers, functions to
// worlds that look alike). Needs lists which; format.go says how they are written. All is turned
// into queries to a SAT solver: package bitblast translates expressions, steps and views into circuits, and
// package circuit asks. The rules, and why they are right, are in docs/trust.md.
//
// Read needs.go, then check.go from Check on.
package certify
