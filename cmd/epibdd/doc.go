// Command epibdd answers questions about what players know.
//
//	epibdd check game.yaml          decide the checks of a spec
//	epibdd models                   list the specs that come with the program
//	epibdd fmt -w game.yaml         write a spec in canonical form
//	epibdd explain game.yaml        say how a spec is encoded
//
// Each command is one file with its help and work; flags that several have are in
// flags.go. All of them get their surroundings from a program value, so that tests
// run them as users do, and do their work through package epibdd. The exit codes
// are in exit.go; flags may stand anywhere, see arrange.go.
package main
