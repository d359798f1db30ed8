package witness

import (
	"fmt"
	"strings"

	"github.com/epibdd/epibdd/spec"
)

// Whoever makes evidence says what it claims in the same words.

// TemporalClaim says what an operator asserts of all runs, or denies of any.
func TemporalClaim(e *spec.Temporal) string {
	of := ""
	if e.Program != nil {
		of = " of " + ProgramText(e.Program)
	}
	switch {
	case e.Op == spec.NextTime && e.All:
		return "after every execution" + of
	case e.Op == spec.NextTime:
		return "after no execution" + of
	case e.All:
		return "along all runs" + of
	}
	return "along no run" + of
}

// RunsClaim says of a formula about runs as wholes what is so.
func RunsClaim(e *spec.OnRuns, holds bool) string {
	switch {
	case e.All && holds:
		return "along all runs"
	case e.All:
		return "along some run not"
	case holds:
		return "along some run"
	}
	return "along no run"
}

// UpdateClaim says whether a formula is true after a knowledge action.
func UpdateClaim(e *spec.Update, holds bool) string {
	how := map[bool]string{true: "after some execution of ", false: "after no execution of "}
	if e.All {
		how = map[bool]string{true: "after every execution of ", false: "not after every execution of "}
	}
	return how[holds] + ProgramText(e.Action)
}

// KnowledgeClaim says what agents know who know something about e: what is so in all
// states that they cannot tell from this one.
func KnowledgeClaim(e *spec.Knows, holds bool, who []*spec.Agent) string {
	value := TruthOf(e.X, holds)
	switch e.Op {
	case spec.KnowsWhether:
		value = Text(e.X) + " has the same truth value"
	case spec.KnowsValue:
		value = Text(e.X) + " has the same value"
	}
	return value + " in all states that " + spec.AgentNames(who) + " cannot tell from this one"
}

// GroupClaim says what a group knows; E is applied so many times.
func GroupClaim(e *spec.GroupKnows, members []*spec.Agent, times int) string {
	value := TruthOf(e.X, true)
	switch {
	case len(members) > 0:
		return value + " in all states that " + spec.AgentNames(members) + " cannot tell from this one" + further(e.Op, times)
	case e.Op == spec.Distributed:
		return value + " in all states, and nobody is in the group"
	case e.Op == spec.Common:
		return value + " here, and nobody is in the group"
	}
	return "nobody is in the group"
}

// ShareClaim says in how many worlds the formula of a share is true.
func ShareClaim(e *spec.Share, n *Count) string {
	number := n.Least.String()
	if n.Most.Cmp(n.Least) != 0 {
		number += " to " + n.Most.String()
	}
	where := "of the " + n.All.String() + " that " + spec.AgentNames(n.Agents) + " cannot tell from this one"
	switch len(n.Agents) {
	case 0:
		where = "of all " + n.All.String()
	case 1:
	default:
		where += " together"
	}
	return Text(e.X) + " is true in " + number + " " + where
}

func further(op spec.GroupOp, times int) string {
	switch {
	case op == spec.Distributed:
		return " together"
	case op == spec.Common:
		return ", and so on"
	case times > 1:
		return fmt.Sprintf(", %d times over", times)
	}
	return ""
}

// TruthOf says that a formula is true or false.
func TruthOf(e spec.Expr, holds bool) string { return fmt.Sprintf("%s is %v", Text(e), holds) }

// Text is an expression as its author wrote it, on one line.
func Text(e spec.Expr) string {
	var words []string
	for line := range strings.SplitSeq(e.Span().Text(), "\n") {
		line, _, _ = strings.Cut(line, "#")
		words = append(words, strings.Fields(line)...)
	}
	return strings.Join(words, " ")
}

// ProgramText is a program as its author wrote it; nil is any step.
func ProgramText(p spec.Program) string {
	if p != nil && p.Span().Text() != "" {
		return p.Span().Text()
	}
	return "_"
}

// What is left out, and why.
const (
	LeftOut    = "left out, the evidence would be too long"
	TooMany    = "decided for more instances than can be shown"
	CutOff     = "decided whatever is so of runs that were cut off"
	TooLong    = "along a run that is too long to be shown"
	GoesOn     = "decided among the histories that go on behind the knowledge action"
	NoStrategy = "by no strategy"
	LongWin    = "by a strategy that is too long to be shown"
	Symmetric  = "so for all other values, which nothing in the model tells apart from those shown"
)

// What evidence may have, at most.
const (
	// Plenty is how many nodes the evidence for one check may have. Below a long
	// lasso with a nested formula at each mark they would be millions.
	Plenty = 4096
	// StepsPerNode is how many steps to the state after an epistemic step count as one
	// more node: a long chain of epistemic steps with long ways to each would be
	// millions of steps.
	StepsPerNode = 10
	// Longest is how many repetitions of a path are shown, and LongestBounded how many
	// where a bound asks for them and not the model.
	Longest        = 10000
	LongestBounded = 500
	// LongestStrategy is in how many states it is shown what a coalition does.
	LongestStrategy = 600
	// FarthestStrategy is to how many states it may lead, those included in which it is the
	// turn of others.
	FarthestStrategy = 4 * LongestStrategy
)
