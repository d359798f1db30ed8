// Package chance computes with exact shares of worlds: how likely something is among what
// somebody considers possible, and what an experiment tells. It is given the weights of
// classes of worlds, by enumeration or counted in diagrams, and knows no worlds itself.
//
// # Weights
//
// Initial worlds weigh alike. What happens divides the weight of a world w among what comes
// of it (docs/semantics.md#chances): with n ways in which a knowledge action can happen in w,
// or n steps that could be chosen there by others than those who are asked, each of them has
// Share(n) of it,
//
//	weigh: choices   1/n: each choice is as likely as the others
//	weigh: worlds    1: each world that comes of it counts once
//
// Both measures are in use, and differ: where the host of Monty Hall opens a door he has one
// or two to choose from, and whether that is counted decides between 2/3 and 1/2.
//
// # Questions
//
// With μ a measure, J the worlds asked about and cl(w) what is considered possible in w, the
// chance of f in w is μ(cl(w) ∩ f) / μ(cl(w)); a Tally takes these, class by class, and says
// what they lie between. An experiment divides J into outcomes; a Trial takes their weights,
// and how much each of them leaves to be found out.
package chance
