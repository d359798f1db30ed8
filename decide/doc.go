// Package decide answers checks. Each way to a verdict is a row of a table (routes.go):
// its name, the theorem that makes it sound, when it applies, what it builds, and which
// of its verdicts are trusted. One loop goes through the rows that apply to a question,
// in turns with growing budgets, until one of them has a verdict.
//
//	question → spec.Profile → routes that apply → structures (package kripke)
//	                                            → formulas in them (package ctlk)
//	                                            → a verdict, and evidence (package evidence)
//
// What a route finds out about a model, such as its reachable states, is kept for all
// checks. A limit ends a check with the verdict Unknown, never with a guess; a route that
// exceeds a budget of its own is given up, and the next one is taken.
//
// # Errors
//
// What stands inside a modal operator is needed in every world, so an operand, a
// test or an argument without a value in some world is an error that names the
// world. What stands outside is needed only where the question is asked, and
// there not to the right of an operand that decides. EG, AF and AU refuse
// programs that may do nothing; other questions about nothing (no initial state,
// none with at, none with a run that counts) are errors as well, since whatever
// is asked of them would hold.
//
// With memory worlds are those of the layers that an answer is based on. Where these
// are not all, they are as few as decide it once something goes wrong in one of them: so
// it is an error if fewer steps decide nothing, and a warning if they do. What was
// looked at besides does not matter (histories.go).
//
// Read Decider.Check first, then routes.go.
package decide
