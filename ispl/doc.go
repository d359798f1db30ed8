// Package ispl reads ISPL, the language of the model checker MCMAS (Lomuscio, Qu and
// Raimondi, "MCMAS: an open-source model checker for the verification of
// multi-agent systems", STTT 2017), as MCMAS 1.3.0 does, and writes it in ours.
//
// # The language
//
// A model has an Environment, perhaps, and agents. Each has variables of finite
// type, actions, a protocol that says in which states which actions are possible,
// and evolution lines, assignments under conditions on the state and on the actions
// of all. In a step all agents act at once:
//
//   - An agent without a possible action blocks the step. Other stands for the states
//     in which no line of the protocol before it applies.
//   - Under MultiAssignment an agent takes one line whose condition holds, and nobody
//     chooses which; what the line does not assign stays as it is. Under
//     SingleAssignment each variable takes one of its own lines. Without any the
//     agent, or the variable, stays as it is.
//   - A value outside the range of its variable makes the step impossible. Quotients are
//     fractions, so that a variable takes none that is not whole (fraction.go).
//
// A formula is true in a model if it is so in all initial states. Agents see their
// own variables, all Obsvars, and the variables of the Environment that they list.
// How MCMAS reads runs that end, and what Fairness does, is runs: ispl of our
// language.
//
// # From file to document
//
//	text ──scan, parse──► *Model ──resolve──► *Model with meanings ──Translate──► *document.Document
//
// Every node of the document keeps its place in the ISPL file, so that errors and
// warnings of later steps point there. facts.go finds out cheaply which lines exclude
// one another, so that only real choices become outcomes (evolution.go).
//
// Read Parse and Translate first.
package ispl
