// Package circuit has circuits of ands and negations, and lets a SAT solver tell whether some values of
// the inputs make wires true. It knows of nothing else.
//
// What a solver does not find soon is gone through by cases, too (cases.go): wires can be true together if they can where
// some input is false, or where it is true, and there they are other, smaller wires. Inputs are taken in one order, and
// equal gates are one, so that sets of wires that come up again are known; of a decision diagram these are its nodes.
//
// Those who read certificates trust it in this: a Circuit is what its methods say, OneOf the or of some wires; Possible says no only
// where no values of the inputs make all wires true; a File is the circuit that stands in an AIGER file, Output is
// what it computes of given inputs, and Models how many values of its inputs make a wire true. Possible says yes only
// where there are such values: verdicts that some world satisfies a formula rest on that, the names of views, and what plans cost.
// A panic with a Refusal certifies nothing.
package circuit
