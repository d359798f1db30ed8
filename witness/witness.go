package witness

import (
	"math/big"
	"strings"

	"github.com/epibdd/epibdd/spec"
)

// Node is evidence that Formula, with names bound by Env, has the truth value
// Holds in State.
type Node struct {
	Formula spec.Expr
	Env     *spec.Env
	Holds   bool
	State   spec.State
	// Times is how often E is still to be applied where Formula is E{group; k} f
	// and the node stands inside a chain of epistemic steps; 0 elsewhere. Each epistemic step of the
	// chain makes it smaller, by one or by more: where E{group; j} f fails, 1 <= j,
	// somebody is in the group and considers the present state possible, so that
	// E{group; k} f fails for all k > j. The last epistemic step, to where f is false, starts
	// from Times 1, or from k = 1.
	Times int

	// Past leads to State, at the root of evidence for a check about a later layer;
	// nil elsewhere, and where State is initial. It makes the root a history.
	Past *Past

	// Parts are evidence, in the same state, for knowledge and temporal
	// subformulas that together decide Formula; for KW{i} f that fails, what f is here.
	Parts []*Node
	// Path shows a temporal formula.
	Path *Path
	// Epistemic shows that agents do not know.
	Epistemic *EpistemicStep
	// After shows what comes of a knowledge action.
	After *After
	// Strategy shows what a coalition brings about.
	Strategy *Strategy
	// Plans show how agents make sure of something: best on average, if that is asked
	// for, and in the worst case, if that takes another plan.
	Plans []*Plan
	// Claim, where not empty, says what was decided about all steps, runs or
	// worlds, without a run that could show it.
	Claim string
	// Count has the numbers in a claim about a share; nil elsewhere.
	Count *Count
}

// Count is in how many of the worlds that agents consider possible together, nobody in all
// worlds, a formula is true: surely in Least of them, perhaps in Most, of All.
type Count struct {
	Agents           []*spec.Agent
	Least, Most, All *big.Int
}

// Past is a run from an initial state.
type Past struct {
	Start spec.State
	Steps []Step
}

// Strategy is what members of a coalition do: those that have actions, in the
// order of spec.Model.Actors. In every state to which it can lead, in which the
// goal is not reached yet and some of them have something to do, there is a play; for X
// in the state of the node alone.
//
// One with memory has positions instead, and says by what is observed which one follows. If it is timed members
// go by the number of steps and what they see: nothing else says which one follows.
type Strategy struct {
	Members   []*spec.Agent
	Plays     []Play
	Timed     bool
	Begin     map[string]int // by what the first member sees of the state in which a play begins
	Positions []Position
}

// Position is a set of states in which plays may be that are not over, with what is done in them, and the
// positions that follow, by what the first member observes of a step and sees then.
type Position struct {
	Plays []Play
	Next  map[string]int
}

// Play is what the members do in a state.
type Play struct {
	State spec.State
	Moves []spec.Move // by Strategy.Members; without an action where it is not a member's turn
}

// Path is a sequence of steps from the state of its node.
type Path struct {
	Steps []Step
	// Marks are the positions between repetitions of the program: 0, then the
	// number of steps taken after each repetition, not decreasing.
	Marks []int
	// Loop is the index in Marks of the mark to which the last one returns, or -1.
	// The state at both is the same. Within a bound on repetitions the loop stands
	// for going round until the bound is reached.
	Loop int
	// Shown are nodes at marks, in order of marks.
	Shown []Shown
	// Possible says what agents who remember consider possible along the way, in
	// order of After; nothing where they do not remember, or it is not shown.
	Possible []Possible
	// Ends says that no repetition can follow the last mark, which is a claim.
	Ends bool
	// Fair says that the last state, or the loop, lies on a run that the document's
	// runs and fairness admit; a loop without a bound shows it, elsewhere it is a claim.
	Fair bool
}

// Possible are the values of About in the worlds that Agent considers possible
// after a number of steps of a path; where they are many, how many they are.
type Possible struct {
	After  int
	Agent  *spec.Agent
	About  spec.Expr
	Values []spec.Value // each once; nil: too many
	Count  int
}

// Shown is evidence at a mark.
type Shown struct {
	Mark int // index in Marks
	Node *Node
}

// After is one way in which a knowledge action happens: what is done, for each of
// the actions that follow one another outside of every L, and evidence about the world
// that it leads to.
type After struct {
	Done []string
	Node *Node
}

// Step is what is done at a time and the state that it leads to: one enabled
// instance of an action, or with joint steps one of every agent that has actions.
type Step struct {
	Moves []spec.Move
	To    spec.State
}

// String writes the moves of the step.
func (s Step) String() string {
	moves := make([]string, len(s.Moves))
	for i, m := range s.Moves {
		moves[i] = m.String()
	}
	return strings.Join(moves, " & ")
}

// EpistemicStep goes to another state that all of Agents confuse with the present one.
// A node stands not only in a state but at the end of a history: the Past of the
// root or its initial state, then the steps of the paths that lead to the node,
// or after an epistemic step Start and Origin. Under clock recall the epistemic step leads to a history of
// the same length that ends in a state that looks the same; under perfect recall
// to one of the same length in which the agents saw the same at each time and
// observed the same of each step.
type EpistemicStep struct {
	Agents []*spec.Agent
	// Start is an initial state, Origin the steps from there to the state of To.
	Start  spec.State
	Origin []Step
	// Done is what happened there at each of the knowledge actions behind which the node
	// stands, outside of every L.
	Done []string
	// To is evidence about what the operator is applied to: that it has another
	// truth value than here, or is C or E of the same formula again. For KV{i} e it
	// is nil and Other is the state, where e has another value.
	To    *Node
	Other spec.State
}

// State returns the state after n steps of the path from start.
func (p *Path) State(start spec.State, n int) spec.State {
	if n == 0 {
		return start
	}
	return p.Steps[n-1].To
}

// HasRun reports whether the tree shows any steps or epistemic steps, so that printing it
// tells more than its state does.
func (n *Node) HasRun() bool {
	if n.Path != nil || n.Epistemic != nil || n.Strategy != nil || n.After != nil || len(n.Plans) > 0 {
		return true
	}
	for _, p := range n.Parts {
		if p.HasRun() {
			return true
		}
	}
	return false
}

// Restate makes a tree about some formulas one about those from which they were made.
func (n *Node) Restate(of func(spec.Expr) spec.Expr) {
	n.Formula = of(n.Formula)
	for _, p := range n.Parts {
		p.Restate(of)
	}
	if n.Path != nil {
		for _, s := range n.Path.Shown {
			if s.Node != nil {
				s.Node.Restate(of)
			}
		}
	}
	if n.Epistemic != nil && n.Epistemic.To != nil {
		n.Epistemic.To.Restate(of)
	}
	if n.After != nil && n.After.Node != nil {
		n.After.Node.Restate(of)
	}
}
