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
// A cell is a part of a state that an assignment can change by itself: a variable,
// an element of one that is an array, a field of one that is a record, and so on
// inwards. Assign.Path leads from the variable to the cell, Assign.Indices are the
// expressions on that way. Two assignments of one step to one cell, or to a cell and
// a part of it, contradict each other unless they give it the same value.
//
// A step is one instance of an action, a Move, where Model.Joint is false. Where it is
// true all agents of Model.Movers act at once: each Mover takes a Move of its own, and the
// step is enabled where all these are and there is an outcome. Choices.Args says which
// instances of an action belong to a mover: the arguments that decide whose it is have
// values there, and the others, nil, are for the mover to choose. Who is a mover depends
// on no state, and with joint steps Does asks what the movers do in the present step.
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
// Traits say what else than its free names the value of an expression depends on, all
// below it and in the definitions that it calls taken together: 0 is a value that is the
// same in all states, ReadsState one of the present state, Epistemic and IsTemporal one of
// other states, AsksMoves one of the present step. They are how users of this package
// tell early that nothing is to be done: if e.Traits()&Modal == 0, e is of one state.
//
// # Checks
//
// A Suite holds the checks of a document for every row of its sweep, each with
// the model that it is asked of.
//
// # Resolving
//
// What is said of a document is in a source.List, as much of it as can be told apart, each
// with its place; a function of the package that returns one returns no other error.
//
// A declaration is resolved when something asks for it (declarations in
// resolve_declarations.go). Where an expression stands (context) is a value: names in
// scope, and whether it may ask about the step. On it stand small types that read one
// grammar together, expressions, operators, calls, formulas, groups, programs and typing;
// problems and terms below them report errors and make typed nodes; resolver, acting and
// questions above them go through the sections of the document.
//
// Read Load and Model first. The package knows nothing of decision diagrams.
package spec
