package randmodel

// Options shape a document. Zero values stand for the defaults.
type Options struct {
	Checks int // how many checks; default 10
	Depth  int // of their formulas; default 3
	// States bounds the product of the types' sizes; default 200.
	States int
	// Joint makes every step a move of every agent with actions.
	Joint bool
	// Turns gives most actions of interleaved steps an owner, and asks what coalitions can
	// bring about.
	Turns bool
	// Runs is one of the readings of runs; empty: any of them.
	Runs string
	// Recall is clock or perfect, for documents about agents who remember: steps are
	// observed in part, guards and effects ask for knowledge, checks look back and ask
	// about layers, and runs are followed a few steps. Such documents have fewer
	// states and steps by default, and under perfect only runs that are maximal or
	// ispl. Empty: none.
	Recall string
	// AnyDepth follows runs under perfect recall as far as an answer needs it (depth: auto).
	AnyDepth bool
	// Plans asks what plans cost, and of no shares, which plans go without. It goes with recall perfect.
	Plans bool
	// Fairness makes every document have fairness predicates; otherwise one in six has.
	Fairness bool
	// Risky is how many of a hundred places for an expression get one that may have
	// no value; default 1, negative none.
	Risky int
}

func (o Options) withDefaults() Options {
	if o.Checks == 0 {
		o.Checks = 10
	}
	if o.Depth == 0 {
		o.Depth = 3
	}
	if o.States == 0 {
		o.States = 200
		if o.Recall == "perfect" {
			o.States = 24
		}
	}
	if o.Risky == 0 {
		o.Risky = 1
	}
	return o
}
