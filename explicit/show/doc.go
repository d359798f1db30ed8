// Package show makes evidence (package witness) for verdicts that were found by enumeration:
// the trees that package evidence makes of diagrams, from lists of worlds.
//
// An operator about some run that holds, or one about all runs that fails, is shown by a
// run; ignorance by an epistemic step to a world that agents confuse with this one, with a
// way that leads there; a knowledge action by one way in which it happens. What is true of
// all runs, all steps or all worlds that somebody considers possible is a claim
// (docs/semantics.md#evidence). Paths are shortest: they go from ring to ring of the
// iterates of the fixpoint.
//
// Read Verdict first, then path.go and epistemic.go.
package show
