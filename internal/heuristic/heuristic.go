// Package heuristic names the shortcuts of the encoding and of images, so that each can be
// left out and shows what it gains. None of them changes an answer: an order of variables,
// a schedule of products or a care set decides what diagrams cost, not which sets they are.
//
// Routes to a verdict, which are not among these, are named by package decide. Command
// bench/ablate leaves out each of both in turn. A heuristic comes with its row here, and
// stays while it gains on its witness; see bench/README.md.
package heuristic

// Set is a set of heuristics.
type Set uint32

// The heuristics.
const (
	Hubs Set = 1 << iota
	Exceptions
	SharedSums
	Force
	LowBlocks
	Frozen
	OneHot
	GroupedViews
	Clusters
	FullClusters
	LeastLive
	JoinedParts
	Chaining
	Composing
	Carrying
	CareSets
	ClosedSteps
	Erosion
	OneStart
	OnePass
	Parameters
)

// Row says what a heuristic is.
type Row struct {
	Set  Set
	Name string
	Why  string // it may be left out, and should not be
	// Witness is the case of package bench that shows it, Place where it is decided.
	Witness, Place string
}

// Rows are the heuristics, those of the encoding first.
var Rows = []Row{
	{Hubs, "hubs", "what occurs with everybody stands on top and draws nobody", "ispl-dining/20", "encode/order/hub.go"},
	{Exceptions, "exceptions", "what all read but a few stands beside these", "ispl-muddy/15", "encode/internal/footprint/exceptions.go"},
	{SharedSums, "shared-sums", "sums that differ by a term or two are one number", "ispl-muddy/50", "encode/internal/footprint/sums.go"},
	{Force, "force", "what occurs together stands together (Aloul, Markov and Sakallah 2003)", "ispl-dining/30", "encode/order/order.go"},
	{Parameters, "parameters", "what never changes and all see is less to tell apart below the few states beside it", "large/russian-cards-large", "encode/order/parameters.go"},
	{LowBlocks, "low-blocks", "what numbers observations stands below what they depend on", "announcements/30", "encode/order/lower.go"},
	{Frozen, "frozen", "what no action assigns needs no code for values that it never has", "specs/eleusis-c16", "encode/internal/plan/frozen.go"},
	{OneHot, "one-hot", "a constant that is compared with each of many names is beside each of them", "in-turn/50", "encode/internal/plan/onehot.go"},
	{GroupedViews, "grouped-views", "cells that are seen together are closed together", "cluedo/15", "encode/view.go"},
	{Clusters, "clusters", "each conjunct is a pass over the states, so small ones are joined (Ranjan et al. 1995)", "ispl-muddy/50", "symbolic/cluster.go"},
	{FullClusters, "full-clusters", "many half-empty clusters are more passes than few full ones", "ispl-muddy/200", "symbolic/cluster.go"},
	{LeastLive, "least-live", "few bits are live at any time (Geist and Beer 1994)", "ispl-cards/20", "symbolic/image.go"},
	{JoinedParts, "joined-parts", "parts that cannot follow one another are one pass", "eleusis/52", "symbolic/join.go"},
	{Chaining, "chaining", "a group goes on from what those before it have just found (Roig, Cortadella and Pastor 1995)", "milner/40", "symbolic/reach.go"},
	{Composing, "composing", "a step and what always follows it are one relation", "large/eleusis-52", "symbolic/compose.go"},
	{Carrying, "carrying", "what follows from bits that no step writes is found once", "ispl-muddy/50", "symbolic/carry.go"},
	{CareSets, "care-sets", "a preimage need be right in reachable states alone (Coudert and Madre 1990)", "large/royal-ends", "symbolic/simplified.go"},
	{ClosedSteps, "closed-steps", "steps between reachable states are few, without the bits of what is done", "ispl-dining/20", "symbolic/image.go"},
	{Erosion, "erosion", "what nobody of many knows of its own bit is one pass (Bloch and Lang 2000)", "muddy-children/100", "symbolic/erode.go"},
	{OneStart, "one-start", "what the only initial state reaches was found with the reachable states", "philosophers/40", "ctlk/temporal.go"},
	{OnePass, "one-pass", "parts that each look at little are one pass where all of them are asked for at once", "philosophers/40", "symbolic/join.go"},
}

// Has tells whether all of h are among s.
func (s Set) Has(h Set) bool { return s&h == h }
