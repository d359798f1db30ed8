// Package symmetry finds values of a model that nothing tells apart, and asks of a formula about all of
// them no more than the instances that the others follow from.
//
// An automorphism of a model exchanges values of a type, in all states, arguments and observations, and perhaps the agents
// who have these names, such that initial states, steps, views and fairness are as before: a
// formula is true in a state iff the formula with its values exchanged is true in the state with its values
// exchanged (Ip and Dill, "Better verification through symmetry", 1996, Theorem 1; Emerson and Sistla, "Symmetry and
// model checking", 1996, for quantifiers). docs/semantics.md#symmetry has the definition and the proof.
//
// What is exchanged is proved on the typed model, by comparing each expression with itself, or with that of
// another agent: proof.go. What reads no state is a table, of which all entries are looked at:
// the left neighbour at a round table, the colour of a card. The permutations that are tried exchange two
// values, or send all of them on by one, around the type: group.go. The instances that are left are in
// quantifier.go: start there.
package symmetry
