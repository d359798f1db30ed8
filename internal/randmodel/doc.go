// Package randmodel writes random small documents, for tests that decide the
// same question in two ways.
//
// A document is text, so that a test exercises the whole way from YAML to an
// answer. Its variables have all kinds of types and few states together; agents
// see variables and expressions, some under conditions; actions have arguments,
// guards and simultaneous assignments that stay inside their types; there are
// dead ends and usually several initial states. Formulas use every operator,
// with programs, bounds, quantifiers, and agents that depend on the state. Most
// have a value everywhere, and few ask along the runs of a program that may do
// nothing; those that do are there because refusals have to agree as well.
//
// A vocabulary is what a document is about; expressions, formulas and author write with
// it, each what its name says and all that is below it.
//
// The same source of randomness gives the same document, as long as nothing is drawn in
// another order. Start with Document, with Learning for knowledge actions, or with
// Game for uniform strategies.
package randmodel
