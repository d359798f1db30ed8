// Package ctlk decides Act-CTL-Kn, branching time with programs and knowledge
// of many agents, on a symbolic system, and shows why.
//
// # Worlds
//
// Under recall none a world is a reachable state. W is the set of worlds, I ⊆ W
// the initial ones, cl_B(X) the worlds that agents B together confuse with one
// in X. A program α denotes a relation between worlds and is used through its
// preimage
//
//	p(X) = pre_α(X)        pre_a(X)    = W ∩ {s : a step of a leads from s into X}
//	D    = W \ p(W)        pre_?f(X)   = f ∩ X
//	                       pre_α;β(X)  = pre_α(pre_β(X))
//	                       pre_α|β(X)  = pre_α(X) ∪ pre_β(X)
//	                       pre_α*(X)   = μZ. X ∪ pre_α(Z)
//
// so that steps are never enumerated. An α-run is a maximal sequence of worlds
// related by α; its worlds are called positions, or marks in what is printed.
//
// The worlds of a frame lie in layers. Steps lead from layer to layer, and who
// confuses two worlds confuses them within one layer. A set of worlds is a vector
// of sets, one for each layer; recall none has a single layer, whose steps lead
// back to it.
//
// Under recall clock layer k is what k steps lead to, L_0 = I and L_k+1 =
// post(L_k), where guards ask for knowledge among the worlds of their layer. The
// first layer that is one again, L_q = L_p, closes the lasso: the steps of layer
// q-1 lead back to layer p.
//
// Under recall perfect layer k has the histories of k steps. What an agent confuses
// depends on what it saw before, which is recorded in further bits of a world
// (package encode, record.go), and recorded of those agents alone whose knowledge
// the question or a guard asks for. Let the view of an agent be a function of the
// present state and what is recorded for it. Of a recorded bit that, for each
// agent who saw it, is determined in a layer by the rest of its view, both values
// are the same to everybody: it is quantified. Histories that end in the same
// state and look the same to all these agents are one world; no formula about
// them tells them apart. A count of histories adds a witness, who sees all states
// and steps as they are.
//
// Where all that is hidden from these agents is constant and what they all see
// determines the steps, there is one layer: a world is a state with what is
// publicly known of the constants (package encode, inform.go), and verdicts are
// about runs of any length. Nothing in a reachable world depends there on which
// others are reachable, so that formulas may be decided among all conceivable
// worlds, whose set is small (informed.go).
//
// Where one agent alone is asked what it knows, or more of whom none is asked what
// another knows, the layers are those of an information graph (information.go), sets
// of states that agents consider possible, and verdicts are about runs of any length
// as well.
//
// Where runs are cut off after the last layer, a formula f has two sets L(f) ⊆
// U(f): it surely holds in those of L and surely fails outside of U. For each the
// equations below are solved with one of two preimages, which differ in the last
// layer d alone, where no step was followed: p⁻ leads nowhere from there, p⁺
// wherever it is wanted to. Negation exchanges the two,
//
//	L(¬f) = W \ U(f)        U(¬f) = W \ L(f)
//
// and all other operators, monotone as they are, take each of them to itself.
//
// # Operators
//
// All temporal operators come from three shapes, each of them about some run:
//
//	next(X)          p(X)
//	until(h, g)      μZ. g ∪ h ∩ p(Z)
//	weak(h, s)       νZ. h ∩ (s ∪ D ∪ p(Z))      h up to a position with s, or to the end
//
//	EX f      next(f)            AX f      ¬next(¬f)
//	EF f      until(W, f)        AG f      ¬until(W, ¬f)
//	E[f U g]  until(f, g)        A[f U g]  ¬weak(¬g, ¬f)
//	EG f      weak(f, ∅)         AF f      ¬weak(¬f, ∅)
//
// Within m repetitions the same equations are iterated m times, from Z = g and
// from Z = h. The reading of runs changes only weak and W:
//
//	maximal   as above
//	ispl      D = ∅ in weak
//	infinite  W keeps worlds with an infinite run only
//	fair c…   W keeps worlds with a fair run only; weak becomes
//	          until(h, h ∩ (s ∪ D)) ∪ νZ. h ∩ ⋂_c p(until(h, h ∩ c ∩ Z))
//
// Formulas about runs, A(f) and E(f) with X, G, F and U in f, are decided in the
// productOf with an automaton for f (runs.go); maximal, ispl, infinite and fair
// choose the runs in the same way: those that end count under maximal alone.
//
// Of knowledge there are
//
//	K{i} f     W \ cl_i(W \ f)                S{i} f    cl_i(f)
//	KW{i} f    K{i} f ∪ K{i} ¬f               KV{i} e   ⋂ KW{i} b over the bits b of e
//	D{B} f     W \ cl_B(W \ f)                E{B} f    ⋂_{i∈B} K{i} f
//	C{B} f     W \ μY. (W \ f) ∪ ⋃_{i∈B} cl_i(Y)
//	E{B; k} f  E{B} … E{B} f, k times
//
// An agent or a group that depends on the state is read where its operator
// stands, in C{B} and E{B; k} therefore again in each world that they lead to.
//
// # Knowledge actions
//
// Behind a knowledge action α of a type with alternatives x, each possible in the
// worlds of dom x, there are the worlds {(w, x) : w ∈ dom x}, and agents confuse
// two if they confuse the worlds and see the same of the alternatives:
//
//	?f       one alternative, dom f, of which nobody sees anything
//	α | β    those of both              α & β  pairs, the domains intersected, seen as a set
//	α; β     pairs, β in the worlds behind α, seen as a sequence
//	L{B} α   those of α; i ∈ B sees all their domains and what it sees of α, others nothing
//	[α] f    f in all (w, x) that the action as it is marked admits; <α> f in some
//
// Under recall perfect f may be about runs. They go on from the worlds behind α in
// layers of their own, of which agents tell apart what they told apart before and what
// they see of the steps (branch.go); guards there ask what is known there.
//
// # Errors
//
// What stands inside a modal operator is needed in every world, so an operand, a
// test or an argument without a value in some world is an error that names the
// world. What stands outside is needed only where the question is asked, and
// there not to the right of an operand that decides. EG, AF and AU refuse
// programs that may do nothing; other questions about nothing (no initial state,
// none with at, none with a run that counts) are errors as well, since whatever
// is asked of them would hold. Limits are no errors: the verdict is Unknown.
//
// With memory worlds are those of the layers that an answer is based on. Where these
// are not all, they are as few as decide it once something goes wrong in one of them: so
// it is an error if fewer steps decide nothing, and a warning if they do. What was
// looked at besides does not matter (unroll.go).
//
// # Reading
//
// Check is the way in (check.go). It finds the worlds (worlds.go, fairness.go),
// evaluates the formula from the inside out (formula.go, then temporal.go with
// programOf.go, knowledge.go, group.go) and asks for evidence (evidence.go, then
// path.go with run.go and lasso.go, and jump.go). What a world, a preimage and a
// closure are is told by the frame alone (frame.go); the operators know nothing
// else of recall.
package ctlk
