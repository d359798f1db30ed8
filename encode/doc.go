// Package encode turns a typed model into bits, sets and relations.
//
// # Layout
//
// A variable is flattened into cells of scalar type: a record into its fields,
// an array into its elements, a set into one cell a possible element, an
// optional composite into a cell that says whether it is there and its parts. A
// cell of k values has ⌈log₂ k⌉ bits that hold the place of its value in the
// order of its type, most significant bit first; where a composite is absent all
// bits of its parts are 0. So each state is exactly one bit vector:
//
//	Valid = the vectors in which no cell has an unused code
//
// Each bit of a state has a current and a next copy, adjacent in the order.
// Registers are further bits that hold a value of some type for a while: the
// argument of an action, or a name bound by a quantifier over a large type.
//
// # Expressions
//
// The meaning of an expression is what spec.Evaluator computes, for all states
// at once. It is a value and a set U in which it is undefined; within U the
// value may be anything. A value is a constant, a set T of states (a truth
// value: true in T), a list of cases v₁: C₁, …, vₖ: Cₖ (a scalar: vᵢ in Cᵢ), or
// is made of parts. With these, for example,
//
//	x & y            true in Tx ∩ Ty         undefined in Ux ∪ (Tx ∩ Uy)
//	x + y            a+b in Ca ∩ Cb          undefined in Ux ∪ Uy
//	forall b in D: e true in ⋂ (¬Db ∪ Tb)    undefined in UD ∪ ⋃ (Db ∩ Ub)
//
// # Steps
//
// An action is a union of parts, one for each combination of the arguments that
// are worth splitting; the others are registers, quantified in each image. With
// the guards true in G, undefined in U, and cell x becoming eₓ, a part is
//
//	G ∖ fault ∧ ⋀ (x'ᵦ ↔ code of eₓ at bit b)       for each bit b that can change
//
// and fault is U, and where in G some effect is undefined, outside the type of
// its cell, or differs from another for the same cell.
//
// # Views
//
// What agents see of a state is a list of Boolean functions of it. The closure
// of F is the set of states on which all of them agree with some state of F.
//
// # The past
//
// Under perfect recall a world is a state with bits for what agents saw before:
// for each observation, a Boolean function of a step and the state that it leaves, a
// history variable for each time at which it was recorded. A layer of histories has a system
// of its own, with views that see those of its bits that the agents have seen,
// and with actions that record what is seen of them (observation.go, record.go).
//
// # Where things are
//
// Each package knows those above it alone, and none of them a System:
//
//	internal/layout     cells, shapes and bits; no sets
//	internal/tune       the sizes at which the encoding changes its ways
//	internal/scope      names and what they are bound to
//	internal/footprint  which cells occur together
//	order               where cells stand
//	internal/plan       a model's layout: all of these together
//	internal/value      values over all states, and arithmetic on them
//	internal/codes      values in the bits of a layout
//	internal/eval       expressions: a value and where there is none
//
// A System is made by New and does not change. What follows from it in some states is
// another System: WithCare and WithInvariant for those who ask about few states, Knowing
// for a meaning of knowledge in actions, Recalling and Recording for layers of histories.
// Its Steps and what agents see of its worlds are values of their own (steps.go, view.go).
//
// Start reading at New, and at eval.Evaluator.Eval.
//
// There is no promise of stability; Go programs use package epibdd.
package encode
