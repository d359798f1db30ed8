// Package symbolic represents sets of bit vectors, and relations between
// them, by binary decision diagrams.
//
// # Definitions
//
// A Space fixes a number n of Boolean variables, the bits 0 … n-1. Unless Options
// ask for another order, or for looking for better ones, a Bit's number is its
// place in the variable order, 0 on top. A Set is a subset of {0,1}ⁿ,
// equivalently a Boolean function of the n bits; write s(v) for v ∈ s.
//
//	s.And(t) = s ∩ t            s.Or(t) = s ∪ t          s.Not() = {0,1}ⁿ \ s
//	s.Imp(t) = ¬s ∪ t           s.Iff(t) = ¬(s xor t)    s.Diff(t) = s \ t
//	c.Ite(s, t) = (c ∩ s) ∪ (¬c ∩ t)
//	s.Cofactor(b, k)  = {v : s(v[b:=k])}
//	s.Exists(C)       = {v : s(v') for some v' equal to v outside C}
//	s.Forall(C)       = {v : s(v') for all v' equal to v outside C}
//	s.AndExists(t, C) = (s ∩ t).Exists(C), in one pass
//	s.Rename(from→to) = {v : s(v'), v'[from_k] = v[to_k], v' = v elsewhere}
//
// The support of s is the set of bits b with s.Cofactor(b,0) ≠ s.Cofactor(b,1).
// The elements of s over a list of bits B are the B-projections of the
// vectors in s.
//
// A Relation is a union of Parts. A Part has conjuncts c_1 … c_m, pairs
// (cur, next) of bits that it writes, and auxiliary bits, typically the
// arguments of an action. There is a step from state x to state y iff for some
// value of the auxiliary bits every conjunct holds with the cur bits read from
// x and the next bits of the written pairs read from y, and x and y agree on
// every bit that is not written. What is not written is neither copied nor
// renamed: it does not occur in the diagrams at all.
//
//	Preimage(Y) = {x : some y ∈ Y is a step from x}
//	Image(X)    = {y : y is a step from some x ∈ X}
//
// # Images
//
// An image is a relational product, ∃ bits. X ∧ c_1 ∧ … ∧ c_m, and so is a preimage. It
// is computed conjunct by conjunct, and a bit is quantified as soon as no later
// conjunct depends on it (Burch, Clarke and Long, 1991): the order of the conjuncts with
// the bits that each lets go is the quantification schedule, which Part.Schedule shows.
// The schedule keeps few bits live (Geist and Beer, 1994); neighbours in it are joined
// into clusters while these are small (Ranjan and others, 1995).
//
// A care set says where it matters what a set is. Restrict (Coudert and
// Madre, 1990) returns a set that agrees with the given one in the care set and has, mostly,
// fewer nodes; it depends on no further bits. A relation Within the reachable states tries such
// sets in preimages by itself (simplified.go).
//
// # Layers
//
// An engine keeps nodes, numbered by integers, 0 for false and 1 for true, and
// knows the dozen operations of the unexported interface of that name. All
// else is written once above it: the handles that keep nodes alive, walks,
// counting, relations, limits. There are two engines, the project's own (package
// kernel), which is the default, and rudd. They give the same answers. Only the
// kernel changes the order of the bits, and only rudd loses its space when a
// limit stops an operation.
//
// Canonicity: within one Space two Sets are equal iff they are the same node,
// so Equal costs nothing.
//
// # Using a space
//
// A Space belongs to one goroutine at a time; only Stats may be called from
// others. Sets need not be released: what the program can no longer reach is
// found by the Go collector and its nodes are reused. Sets of different spaces
// must not be mixed; that panics.
//
// Do runs a function under a context and under limits on nodes and memory. A
// limit stops even an operation that has been running for minutes. The function then
// does not go on, and Do returns a *LimitError with the kind of the limit. Limits
// of nested calls all apply, and the call whose limit is exceeded returns the error.
// Memory is that of the space's tables, or with Options.Process that of the process, of
// which the tables may take what everything else leaves.
//
// With Options.Reorder a space looks for a better order when its sets have
// become twice as large, keeping the groups of SetGroups together; Order and
// Options.Order carry an order from one run to another. Start reading at Space
// and Set.
//
// There is no promise of stability; Go programs use package epibdd.
package symbolic
