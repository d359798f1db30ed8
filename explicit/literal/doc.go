// Package literal decides formulas about knowledge actions by Definitions 3 to 5 of H. van
// Ditmarsch, "The Description of Game Actions in Cluedo", 2002, as they stand. Package explicit decides the same by a product of worlds
// and alternatives, which this package is there to be compared with: it shares the worlds
// before the first knowledge action with it, and nothing of what comes behind.
//
// A situation (the paper says state) is a Kripke model with a point, in which each agent
// of a group has an equivalence relation. A knowledge action leads from a situation to
// sets of situations:
//
//	?f         to the model of the worlds in which f is true, over no agents, if f is true here
//	L{B} α     to the model behind it: its worlds are the sets of situations to which the
//	           type t(α) leads from here and from where chains of confusions of B lead
//	α; β       to each union of one set for each situation of a set of α, to which β leads there
//	α | β      to what α leads to and to what β does, or where one is marked to what that does
//	α & β      to each union of a set to which α leads and one to which β does
//
// and [α] f is true if every set to which α leads has a situation with f, <α> f if some
// set has f in all.
//
// Definition 5 says when an agent a of the group confuses two worlds S and T behind an L:
// each situation of S in whose group a is has one that a confuses with it up to
// bisimulation in T, and the other way round; and if a is in no group of theirs, S and T also come
// from worlds that a confuses. Under spec.Printed this is taken at its word. Then agents
// may forget: for an a that is in their groups situations are compared up to bisimulation,
// and these say nothing of what a knew of others. The repaired clause (spec.Local) asks for
// confused origins of every agent.
//
// Read kripke.go first, then action.go (what actions lead to), formula.go and bisimilar.go.
package literal
