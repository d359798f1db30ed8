// Package explicit decides formulas by enumeration, straight from the
// definitions. It is slow and plain, shares only the language with the
// symbolic checker, and is what every other answer is compared with: tests
// decide small models twice, and each run that shows a verdict is replayed
// here before anybody sees it.
//
// # Systems
//
// A system has finite variables; G is the set of all states, I ⊆ G the initial
// ones. A micro-step is one enabled instance of an action: an action and values
// of its arguments for which all guards hold. It is a partial function on G.
// The worlds are the states reachable from I by micro-steps.
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
// A program that may do nothing makes EG f = f. The operators EG, AF and AU
// refuse it (Idle): its author meant something else.
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
// Agents and groups are read in the world where the operator stands, the group
// of C and of a repeated E therefore again in each world that it leads to. Over
// no agents E f is true, D f asks for f in all worlds, and C f is f.
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
// # Reading the code
//
// Worlds are numbers, sets of worlds are []bool, steps are adjacency lists.
// Start with system.go (New, Check) and temporal.go; search.go enumerates
// initial states and arguments without trying all values of everything;
// replay.go checks the evidence that package witness describes.
package explicit
