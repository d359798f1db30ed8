// Package plan finds out what somebody who remembers everything should do so that a goal
// is known to be reached: contingent plans, by search over beliefs (Bonet and Geffner,
// "Planning with incomplete information as heuristic search in belief space", 2000).
//
// # Games
//
// A Game has worlds, numbered as they are met. In a world some choices can be made; one
// leads to some worlds, with something observed on the way. Nobody chooses which of them:
// a step of a plan fixes the choice alone. A belief is the set B of the worlds that fit
// what was observed. A choice c can be made in B if it can be made in all worlds of B, and
// leads to a belief for each observation that is possible then, at a cost. A goal is a set
// of beliefs.
//
//	worst(B) = 0 in the goal, else min over c of max over observations o of cost + worst(B after c, o)
//	mean(B)  = 0 in the goal, else min over c of the sum over o of P(o) (cost + mean(B after c, o))
//
// Both are least fixpoints: what has no value is Never. For the mean a belief has weights:
// the initial worlds are equally likely, and so are the steps of one choice in a world. It is
// that of plans that end whatever happens, so that it is Never where the worst case is. A plan
// may have to begin in several beliefs, of which Starts counts those that have one.
//
// # Search
//
// Beliefs are hash-consed. The worst case is found by iterative deepening: a belief keeps
// the least cost that is not refuted and the least that was found to suffice. Where no cost
// seems to do, all beliefs that can be reached are listed, as many as there is room for, and
// the fixpoint is computed from the goal. The mean is found by branch and bound.
//
// Bounds come from counting (bounds.go): a step with r outcomes divides what is to be told
// apart by r at most, and finishes no more worlds than some step can. Beliefs are looked at
// up to exchanges of values that the game does not tell apart (symmetry.go; scalarsets, Ip
// and Dill, "Better verification through symmetry", 1996).
//
// When a search is stopped it leaves bounds from both sides, never a guess.
//
// Read game.go first, then worst.go.
package plan
