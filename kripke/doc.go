// Package kripke makes structures: what worlds there are, what a step leads to and what
// agents confuse. Formulas are about structures (package ctlk), and know nothing else of
// memory.
//
// The worlds of a structure lie in layers. Steps lead from layer to layer, and who
// confuses two worlds confuses them within one layer. A set of worlds is a vector of
// sets, one for each layer (Set). Each kind of structure is made by a function from an
// encoded system that does not change:
//
//	States           recall none: one layer, whose steps lead back to it
//	Unroll           recall clock and perfect: layer k is what k steps lead to
//	Observe          perfect recall of observers: the layers of an information graph
//	Update           behind a knowledge action: worlds with what happened
//	UnrollBehind     runs that go on behind a knowledge action
//	Restricted       the worlds alone from which runs that count begin
//
// Under recall clock L_0 = I and L_k+1 = post(L_k), where guards ask for knowledge among
// the worlds of their layer. The first layer that is one again, L_q = L_p, closes the
// lasso: the steps of layer q-1 lead back to layer p (docs/semantics.md#recall-clock).
//
// Under recall perfect layer k has the histories of k steps. What an agent confuses
// depends on what it saw before, which is recorded in further bits of a world (package
// encode), and recorded of those agents alone whose knowledge the question or a guard
// asks for. Let the view of an agent be a function of the present state and what is
// recorded for it. Of a recorded bit that, for each agent who saw it, is determined in a
// layer by the rest of its view, both values are the same to everybody: it is quantified.
// Histories that end in the same state and look the same to all these agents are one
// world; no formula about them tells them apart. A count of histories adds a witness, who
// sees all states and steps as they are (docs/semantics.md#recall-perfect).
//
// Where runs are cut off after the last layer, a formula f has two bounds, L(f) ⊆ U(f)
// (Truth): it surely holds in those of L and surely fails outside of U. For each the
// equations of the operators are solved with one of two preimages (Before), which differ
// in the last layer alone, where no step was followed: for the lower bound it leads
// nowhere from there, for the upper one wherever it is wanted to. Negation exchanges the
// two.
//
// What somebody may consider possible is a class of the worlds that it confuses. Classes goes
// through these one by one, and Weigh says how much the worlds of a set weigh where they come
// of choices (docs/semantics.md#chances).
//
// Read Structure first, then Before and Closure.
package kripke
