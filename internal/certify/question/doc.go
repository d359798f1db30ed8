// Package question goes through the text of a check and lists what a certificate of an answer to it says, before
// any state is looked at: each operator about time or knowledge with the values of its names, operands first,
// and whether its set has to be below or above the truth; the structures behind knowledge actions; and what all
// of these are called. Those who write certificates go through the same list.
//
// Those who check trust it in this: every operator that an evaluation of the check, or of a guard, may meet is in the list,
// after its operands, under a name that no other one has; Lower is said of it where some evaluation reads it from
// below, and Upper where from above (docs/trust.md, "Lower and upper"); groups, agents, arguments and bounds that
// depend on no state have their values; agents are asked behind a knowledge action only if they learnt of it; and
// what the goal of a plan asks of those who plan stays known in smaller beliefs.
// What it does not cover ends in a Refusal of package circuit.
package question
