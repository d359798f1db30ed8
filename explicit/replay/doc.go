// Package replay goes through evidence (package witness) step by step, without what found
// it: no evidence is shown before it was replayed.
//
//	a run        each step is one that guards and effects allow, and leads where it is said to;
//	             from mark to mark it is an execution of the program; at each mark what the
//	             formula asks for is shown again; and the run is as long as it has to be: it
//	             returns to a state, ends, or is as long as the bound
//	an epistemic step       the other history is one, too, and each agent of the epistemic step confuses it with
//	             the present one: what it saw of all states and steps is the same (under
//	             clock recall: of the last state, after as many steps)
//	a strategy   whatever the others do, it leads to the goal
//	parts        their truth values decide the formula, in three values
//	a claim      nothing shows it. Where the model is small enough enumeration (package
//	             explicit) decides it again; otherwise somebody has to believe it
//	             (Report.Unchecked)
//
// What does not fit is a *Mismatch, which is a defect of this program. A limit or an
// interruption is none: it makes a claim of what could not be checked, or is an error
// of its own.
//
// Behind knowledge actions everything is looked up in the enumerated worlds (behind.go).
//
// Read replay.go and tree.go first: a node and what is below it. Paths are in journey.go
// (what a path has to show), path.go (whether it is a run) and word.go (whether a program
// has it as an execution), runs of A(…) and E(…) in run.go. ground.go is what all of it
// stands on: the model, enumerated where there is room.
package replay
