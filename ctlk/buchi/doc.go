// Package buchi makes automata that read runs of a structure and accept those that
// satisfy a formula of linear time.
//
// A Formula is one about a run in negation normal form. Its atoms are sets of worlds:
// those of a subformula about states, which has been decided before. Of positions of a
// run w and the rest from there,
//
//	atom X       w is in X
//	X f          there is a next position, and f is true there (strong next)
//	N f          f is true at the next position, if there is one (weak next)
//	f U g        g is true somewhere from here on, and f until then
//	f R g        g holds up to where f & g does, or for ever, or to the end
//
// An Automaton has for its states sets of formulas that the rest of the run has to
// satisfy, and for its edges the ways to satisfy them: what must be true of the present
// world, and what of the rest. An edge may put off the second operand of an until; a run
// that puts off the same one for ever is not accepted. Such generalised Büchi automata,
// with acceptance on edges, are small (Couvreur, "On-the-fly verification of linear
// temporal logic", FM 1999). A run that ends is accepted if its last edge leaves nothing
// to be done at a next position.
//
// Read Formulas first, then Formulas.Automaton.
package buchi
