// Package spec is the language: from a document to a typed model.
//
// A document declares a finite interpreted system and asks questions about it.
// Its text goes through three packages below this one, source (places and
// errors), syntax (expressions, formulas and programs) and document (YAML, and
// documents that use others); here names are resolved, types checked and
// parameters put in.
//
// # The system
//
// A Model has variables, each of a finite type; a State gives a value to each.
// Every state in which all conditions of Init are true is initial. An Action is
// a family of partial functions on states, one for each combination of its
// arguments: where the guards are true the step is enabled, and its effect
// gives new values to the cells that it names. An Agent sees the values of some
// expressions; two states that agree on all of them look the same to it.
// Of a step it observes what Action.Seen says.
//
// A condition on the past, that the run so far is an execution of a program, is a
// Define over variables of its own (Var.Past), which every action updates.
//
// # Expressions
//
// Expressions are typed trees with everything resolved: state variables are
// VarRef, bound names BoundRef, applications of definitions Call. What depends on
// parameters alone has been evaluated, and branches that parameters decide
// against are gone. Evaluator gives the meaning of all expressions in one
// state, including which of them have no value there (none is read, an index is
// outside its type): &, |, -> and if protect what stands to their right, a
// quantifier protects nothing. Knowledge and time are given a meaning by whoever
// evaluates.
//
// # Checks
//
// A Suite holds the checks of a document for every row of its sweep, each with
// the model that it is asked of.
//
// Read Load and Model first. The package knows nothing of decision diagrams.
package spec
