// Package planning makes games of models, for the search for plans of package plan
// (docs/semantics.md#plans).
//
// Worlds are enumerated as the search asks for them. Where the goal depends on what those who
// plan consider possible alone, a world is a state: what they consider possible is a set of
// states, of which the next one is a function (docs/semantics.md#information-graphs). Variables that show
// what was seen, and are read by nothing, are forgotten at once: echo.go. Otherwise a world is a
// history, and package explicit says in it what other agents know: histories.go.
//
// What is observed of a step is what each of those who plan observes of it and sees of the
// state that it leads to. They plan together only if one of them sees as much as all do.
//
// Types of which no value is ever named or compared by size are scalarsets (Ip and Dill,
// "Better verification through symmetry", 1996): scalarset.go.
//
// Read states.go first.
package planning
