// Package explain writes down how a spec is turned into decision diagrams, before
// anything is decided: variables and their cells, the order of the bits, the relation of
// each action, what agents see, and the routes that would be tried for each check.
//
// An Explanation is plain data, of which JSON is the one form and a text for people
// (text.go) the other. Package epibdd makes it.
package explain
