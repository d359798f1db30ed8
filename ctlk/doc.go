// Package ctlk says in which worlds of a structure a formula of Act-CTL-Kn is true:
// branching time with programs, and knowledge of many agents. An Evaluator takes a
// structure (package kripke), and holds nothing but its memo and its warnings.
//
// # Worlds and programs
//
// W is the set of worlds of the structure, cl_B(X) the worlds that agents B together
// confuse with one in X. A program α denotes a relation between worlds and is used
// through its preimage
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
// Where runs are cut off each formula has two bounds (kripke.Truth), for which the
// equations below are solved with one of two preimages. Negation exchanges the two,
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
//	ispl      D = ∅ in weak, unless there is fairness
//	infinite  W keeps worlds with an infinite run only
//	fair c…   W keeps worlds with a fair run only; weak becomes
//	          until(h, h ∩ (s ∪ D)) ∪ νZ. h ∩ ⋂_c p(until(h, h ∩ c ∩ Z))
//
// Formulas about runs, A(f) and E(f) with X, G, F and U in f, are decided in the
// product with an automaton for f (runs.go, package buchi); maximal, ispl, infinite and
// fair choose the runs in the same way: those that end count under maximal alone.
//
// Of knowledge there are
//
//	K{i} f     W \ cl_i(W \ f)                S{i} f    cl_i(f)
//	KW{i} f    K{i} f ∪ K{i} ¬f               KV{i} e   ⋂ KW{i} b over the bits b of e
//	D{B} f     W \ cl_B(W \ f)                E{B} f    ⋂_{i∈B} K{i} f
//	C{B} f     W \ μY. (W \ f) ∪ ⋃_{i∈B} cl_i(Y)
//	E{B; k} f  E{B} … E{B} f, k times
//	share{B}(f) >= p/q  {w : q |f ∩ cl_B(w)| >= p |cl_B(w)|}
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
// they see of the steps (behind.go); guards there ask what is known there.
//
// # Coalitions
//
// What a coalition can bring about with full information is a fixpoint over what it can
// force in one step (coalition.go), nested ones where only fair runs count (fair.go); uniform strategies are searched for between a bound
// from above and one from below, from one world or from all that members consider
// possible (uniform.go).
//
// # Reading
//
// Read Evaluator.Formula first: it takes Boolean structure apart, and asks the table of
// operators (operators.go) for what is modal. Then temporal.go with program.go,
// knowledge.go, group.go, and update.go with alternative.go and behind.go. What a world, a
// preimage and a closure are is told by the structure alone; the operators know nothing
// else of memory.
//
// There is no promise of stability; Go programs use package epibdd.
package ctlk
