// Package evidence shows verdicts: it makes the tree (package witness) that says why a
// formula has a truth value in a world.
//
// It is made after the verdict, from the top: a node says that a formula has some value in
// a world, and below it stands what makes it so. An operator about some run that holds, or
// one about all runs that fails, is shown by the run; ignorance by an epistemic step to a world that
// agents confuse with this one, with a way that leads there; a knowledge action by one way
// in which it happens. What is true of all runs, all steps or all worlds that somebody
// considers possible is a claim (docs/semantics.md#evidence).
//
// Paths are shortest: they go from ring to ring of the iterates of the fixpoint that found
// them (Clarke, Grumberg, McMillan and Zhao, "Efficient generation of counterexamples and
// witnesses in symbolic model checking", DAC 1995). A run without end is a lasso: the shortest
// way to a loop that is looked for beforehand, and round it.
//
// Read Show first, then path.go and epistemic.go.
package evidence
