// Package bitblast translates the typed model into circuits: what expressions, steps and views mean in
// all states at once. It knows nothing of certificates, sets of worlds, time or knowledge.
//
// An expression is a list of cases, values each under a wire, or is cut into such parts (value.go, expr.go); its
// meaning, and where it has none, is that of docs/semantics.md and of spec.Evaluator. A step makes new
// values of those of a state, for each choice of arguments, moves and outcomes by itself (step.go, effect.go).
// What an agent sees is a list of values under names (sight.go). States are written in bits cell by cell (state.go,
// code.go).
//
// Those who read certificates trust it in this, which TestMeaning compares with spec.Evaluator and enumeration: Of and
// Truth give the value of an expression in each state, and where it has none; Ways all steps, each once, the states
// they lead to, and where one is faulty, and Moves all moves in these; Confuses and Alike where an agent tells nothing apart; Any all states with values of
// their types; Turns whose choice each step is, Acts which steps may come of a choice in a plan, and Choosing any of some steps; Code different bits for different states, and Image a state that functions make of one. What it does not cover ends in a panic with a Refusal of package
// circuit.
package bitblast
