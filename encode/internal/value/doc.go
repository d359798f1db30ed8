// Package value has the values of expressions over all states at once.
//
// A value is a constant, a set T of states (a truth value: true in T), a list of cases
// v₁: C₁, …, vₖ: Cₖ (a scalar: vᵢ in Cᵢ), or is made of parts, a tuple or a family. Where
// an expression is undefined, and for bit vectors that are no states, its value may be
// anything; a Result says beside the value where that is. What operations give is what
// spec.Evaluator computes, state by state. With the undefined sets U, for example,
//
//	x & y            true in Tx ∩ Ty         undefined in Ux ∪ (Tx ∩ Uy)
//	x + y            a+b in Ca ∩ Cb          undefined in Ux ∪ Uy
package value
