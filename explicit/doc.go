// Package explicit decides formulas by enumeration, straight from the
// definitions. It is slow and plain, shares only the language with the
// symbolic checker, and is what every other answer is compared with: tests
// decide small models twice, and each run that shows a verdict is replayed
// (package replay) before anybody sees it.
//
// # Systems
//
// A system has finite variables; G is the set of all states, I ⊆ G the initial
// ones. A move is an action with values of its arguments for which all guards hold.
// A step is one move or, with joint steps, one move of each agent that has actions;
// it is a partial function on G. The worlds are the states reachable from I by steps.
//
// A program α denotes a relation between worlds, here given by what it can
// reach X in (pre_α(X) = {w : w R_α v for some v ∈ X}):
//
//	step of a(e…)   some edge by a whose arguments equal e…, read before the step
//	any step        some edge
//	?f              f ∩ X
//	α; β            pre_α(pre_β(X))
//	α | β           pre_α(X) ∪ pre_β(X)
//	α*              μZ. X ∪ pre_α(Z)
//	some x ∈ D: α   ⋃_v {w : v ∈ D at w} ∩ pre_α[x:=v](X)
//
// # Time
//
// With p = pre_α (no program: any step) and D = ¬p(true), the worlds in which a
// run of α ends:
//
//	EX f = p(f)      E[f U g] = μZ. g ∨ f∧p(Z)     EG f = νZ. f ∧ (D ∨ p(Z))
//	EF f = E[true U f]
//	AX f = ¬EX ¬f    AG f = ¬EF ¬f   AF f = ¬EG ¬f
//	A[f U g] = ¬(E[¬g U ¬f∧¬g] ∨ EG ¬g)
//
// Within at most m repetitions the same equations are iterated m times, from g
// for U and from f for G. Under runs: ispl a run that ends is no run for EG, AF
// and AU: EG f = νZ. f∧p(Z). Under runs: infinite, or with fairness predicates
// c (infinite alone: the predicate true), only the worlds in
//
//	F = νZ. ⋀_c EX E[true U c∧Z]        over all steps
//
// exist, and a run of α counts if it ends or meets every c again and again at
// the positions between repetitions:
//
//	EG f = E[f U f∧D] ∨ νZ. f ∧ ⋀_c p(E[f U f∧c∧Z])
//
// A(f) and E(f) say that all runs, or some, satisfy f. At a position of a run X f is
// true if there is a next position and f is true at it, f U g if g is true at some
// position from here on and f at all those before it; F g = true U g, G g = ¬F ¬g.
// The runs are the same as above: all maximal ones, under ispl those that are
// infinite, with fairness those that are infinite and fair.
//
// A program that may do nothing makes EG f = f. The operators EG, AF and AU
// refuse it (Idle): its author meant something else.
//
// # Memory
//
// Without memory (recall: none) the worlds are the reachable states. Under
// perfect recall they are the histories of at most d steps, in layers H_0 … H_d by
// length, and agent i confuses two histories of one length if it saw the same of
// the state at each time and observed the same of each step (Observed). Under
// clock they are pairs (k, s) with s in L_k, where L_0 = I and L_k+1 is what the
// steps from L_k lead to; i confuses (k, s) and (k, s') if it sees the same of s
// and s'. The first layer that is one again, L_q = L_p, is that one: the steps
// from L_q-1 lead to L_p. Guards and effects may ask for knowledge: it is that of
// the layer in which the step is taken, so that the next layer is a function of
// this one.
//
// Under perfect recall layers are compared by what groups of agents consider possible
// (bisimilar.go), and a layer that is as an earlier one ends the enumeration as well.
//
// Of what agents know of one another, as deep as a formula asks, perfect recall has a finite
// graph besides, in which worlds are trees (trees.go).
//
// What steps from the last layer lead to, where there are some, is open. So all
// formulas have one of three values in a world: those with yes are the lower, those
// without no the upper set of a formula. With H = H_0 ∪ … ∪ H_d the definitions below
// hold for both sets, with two transformers that differ in the last layer alone:
//
//	p⁻_a(X) = p⁺_a(X) = pre_a(X) in H_j, j < d
//	p⁻_a(X) = ∅, p⁺_a(X) = {h : a is enabled in h} in H_d
//
// that is, with p(X) open in H_d where a is enabled. Then, where L and U are the
// lower and the upper set,
//
//	EX f: L = p⁻(L f), U = p⁺(U f)                AX f: L = H−p⁺(H−L f), U = H−p⁻(H−U f)
//	E[f U g]: L = μZ. Lg ∪ Lf∩p⁻Z, U = μZ. Ug ∪ Uf∩p⁺Z
//	EG f: L = νZ. Lf ∩ ((H−p⁺H) ∪ p⁻Z), U = νZ. Uf ∩ ((H−p⁻H) ∪ p⁺Z)
//
// and K, D, E and C are applied to both. Where no step leads beyond the last layer
// nothing is open.
//
// # Knowledge
//
// The view of agent i in a state is the list of the values of its observables.
// One that has no value there shows "undefined", one whose condition is false
// shows "hidden". Worlds with equal views are confused, written w ~i v.
//
//	K{i} f at w      f at all v ~i w              S{i} f = ¬K{i} ¬f
//	KW{i} f          K{i} f ∨ K{i} ¬f             KV{i} e: e has one value at all v ~i w
//	E{B} f at w      K{i} f at w for all i ∈ B    E{B; k} f: k times, 0 times is f
//	D{B} f at w      f at all v with v ~i w for all i ∈ B
//	C{B} f           νZ. f ∧ E{B} Z
//
//	share{B}(f) >= r at w: of all v with w ~i v for all i ∈ B, f at a share of r at least
//
// Agents and groups are read in the world where the operator stands, the group
// of C and of a repeated E therefore again in each world that it leads to. Over
// no agents E f is true, D f asks for f in all worlds (of the layer), and C f is f.
//
// # Knowledge actions
//
// Behind a knowledge action a world is one before it with an alternative of the
// action's type (action.go, update.go). Package literal decides the same by sets of
// states and bisimulation, for checks that ask for it.
//
// # Chances
//
// A check for shares of worlds adds up their weights, class by class (measure.go). A world
// weighs 1 at first, and hands its weight on to what comes of it (weigh.go;
// docs/semantics.md#chances). Behind steps, where nothing depends on what somebody knows,
// those histories alone are followed that are confused with some that are asked about
// (follow.go).
//
// # What has no value
//
// &, |, -> and if protect what stands to their right. The operands of knowledge
// and temporal operators, tests and arguments in programs are evaluated in
// every world, so are the groups of C and of a repeated E; an expression that
// has no value in one of them is an error that names that world. The Boolean
// structure above the first such operator, agents and groups otherwise are
// evaluated only where they stand: in the initial states that the check asks about.
//
// # Coalitions
//
// A coalition brings about a formula by a strategy of its members: one that may depend
// on the state, or, if it is uniform, on what each member sees (coalition.go). Under fairness
// it has to win the fair runs (versus.go).
//
// # Reading the code
//
// Worlds are numbers, sets of worlds lists of truth values (explicit/internal/kleene),
// steps adjacency lists. What is enumerated is a structure: structure.go says what one
// is, explore.go, layers.go and trees.go make them, without memory and with. A System evaluates
// formulas in one (system.go, formula.go); its operators are in temporal.go,
// knowledge.go, runs.go, coalition.go and update.go, programs in program.go, and see of
// each other what operands.go says. Start with system.go (New, Unroll), structure.go and
// temporal.go. Below all this steps are taken in one state (step.go, effect.go), and
// search.go enumerates initial states and arguments without trying all values of
// everything. decide.go and check.go answer checks.
package explicit
