// Package witness is the vocabulary of runs that show a verdict.
//
// A Node is evidence that a formula has a truth value in a state. It is a tree:
//
//   - a formula without knowledge and time is evidence of itself, anybody can
//     evaluate it in the state;
//   - a Boolean combination is decided by some of its knowledge and temporal
//     subformulas, which are its Parts;
//   - a temporal formula is shown by a Path: steps from the state, with marks
//     between repetitions of the program, further nodes at the marks, and
//     perhaps a loop back to a mark;
//   - ignorance is shown by an EpistemicStep to a state that agents confuse with this one,
//     together with steps that lead there from an initial state;
//   - what comes of a knowledge action is shown by an After: what is done, and evidence in
//     the world that it leads to;
//   - what a coalition can bring about is shown by a Strategy: what its members do in each
//     state to which that may lead;
//   - what is true of all steps, all runs or all states that somebody considers
//     possible is a Claim: no run shows it.
//
// A node stands at the end of a history: the Past of the root, then the steps that lead to
// the node. Along a Path of agents who remember, Possible says what they consider possible.
//
// Package evidence builds the tree, package explicit/replay replays it from the
// definitions, package report prints it. Read Node first, then Path.
package witness
