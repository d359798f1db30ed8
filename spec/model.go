package spec

import (
	"strings"

	"github.com/epibdd/epibdd/spec/source"
)

// Model is a document with all parameters given: an interpreted system in
// typed form.
type Model struct {
	File   *source.File
	Name   string
	Doc    string
	Params []ParamValue

	Vars []*Var
	// Init are the conditions on initial states, all to hold, read left to right:
	// each is evaluated only where those before it hold.
	Init []Expr
	// Agents in the order of the document; a family in the order of its type.
	Agents  []*Agent
	Actions []*Action
	// Joint says that each step is one move of every agent in Movers; otherwise it is
	// one instance of an action, and Movers is nil. Movers are in the order of Agents.
	Joint    bool
	Movers   []*Mover
	Fairness []Expr
	Runs     Runs
	Recall   Recall
	// Show are the variables that runs and pictures show; none: all.
	Show []*Var
	// Depth is how many steps of a run are looked at under clock and perfect
	// recall; AutoDepth: as many as the verdict needs.
	Depth int
}

// AutoDepth as a depth leaves it to the checker how far runs are unrolled.
const AutoDepth = 0

// NoSteps as a depth asks about runs as far as their initial states.
const NoSteps = -1

// ParamValue is a parameter with the value that this model has for it.
type ParamValue struct {
	Name  string
	Value Value
}

// Var is a state variable.
type Var struct {
	Name  string
	Type  Type
	Index int // in Model.Vars and in a State
	Place source.Span
	// Past says that the variable is part of an automaton that follows the run for
	// a condition on the past (history, past{…}). No document can name it; only
	// an agent who sees all sees it.
	Past bool
}

// State gives a value of its type to each variable, by Var.Index. None is nil.
type State []Value

// Agent is somebody who knows. Name is a symbol or, for a family over a range,
// a number.
type Agent struct {
	Name  Value
	Index int // in Model.Agents
	// All says that the agent sees everything; Sees is then empty.
	All  bool
	Sees []Observable
}

// Observable is Value for all values of Binders with Cond (nil: true). Where
// Cond depends on the state, the agent sees whether it holds, and Value only
// where it does.
type Observable struct {
	Binders []Binder
	Cond    Expr
	Value   Expr
}

// Action is a family of partial functions on states, one for each combination
// of arguments.
type Action struct {
	Name   string
	Index  int // in Model.Actions
	Params []*Bound
	// When are the guards, all to hold, read left to right.
	When []Expr
	// Outcome are names whose values nobody chooses: with joint steps, once every
	// agent has moved, the step goes on with some values for which all of Given
	// hold, read left to right. Given and Then may ask what others do.
	Outcome []*Bound
	Given   []Expr
	Then    []Assign
	// By is the agent who owns the step; nil: nobody. Like what stands in Seen it is
	// read in the state before the step and contains no knowledge operators. With
	// joint steps it is never nil and depends on arguments alone.
	By    Expr
	Place source.Span

	// Hidden says that the document restricts who observes the step: those to whom
	// an entry of Seen applies, and the owner. Where it is false Seen is empty and
	// every agent observes the name of the action and all arguments. Of the outcome,
	// which nobody chooses, is observed only what entries say.
	//
	// What agent i observes of a hidden step is nothing at all, beyond that a step
	// was taken, where no entry applies to i and i is not the owner. Otherwise it is
	// the name of the action, which entries apply to i (for all values of their
	// binders), the values of What of these, and for the owner all arguments. Of a joint
	// step it is what i observes of the action of each mover, and whose it is.
	// Observations are compared under perfect recall alone.
	Hidden bool
	Seen   []Seen
}

// Seen applies to the agent Agent (nil: to all agents) for all values of Binders
// with Cond (nil: true), and lets it observe What. An entry whose domain,
// condition or agent has no value applies to nobody; of What, a value that is
// undefined looks like one more value, as with Agent.Sees.
type Seen struct {
	Binders []Binder
	Cond    Expr
	Agent   Expr
	What    []Observable
}

// Mover is an agent that has actions, and so takes part in every joint step: where none
// of its Choices is enabled there is no step at all.
type Mover struct {
	Agent *Agent
	// Choices are what the agent may do, at least one entry. Of go(i in 1..2, to in 0..3)
	// with by: i, agent 1 has go(1, _), agent 2 go(2, _). An action stands there as often
	// as different arguments make it the agent's own.
	Choices []Choices
}

// Choices are the instances of an action that have the given arguments.
type Choices struct {
	Action *Action
	Args   []Value // by Action.Params; nil: the mover may choose any value of the type
}

// Assign gives a cell a new value: for all values of Binders with Cond (nil:
// true), the part of Var at Path becomes Value. All of it reads the state
// before the step. What no assignment names keeps its value.
type Assign struct {
	Binders []Binder
	Cond    Expr
	Var     *Var
	Path    []PathStep
	Value   Expr
	Place   source.Span
}

// Move is an enabled instance of an action: what an agent does in a step.
type Move struct {
	Action  *Action
	Args    []Value // by Action.Params
	Outcome []Value // by Action.Outcome
}

// String writes a move as a program would name it.
func (m Move) String() string {
	if len(m.Args) == 0 {
		return m.Action.Name
	}
	args := make([]string, len(m.Args))
	for i, v := range m.Args {
		switch {
		case v == nil:
			args[i] = "_"
		case i < len(m.Action.Params):
			args[i] = m.Action.Params[i].Type.Show(v)
		default:
			args[i] = v.String()
		}
	}
	return m.Action.Name + "(" + strings.Join(args, ", ") + ")"
}

// Key is equal for moves of one action with equal arguments, whatever comes of them, and for no others: names of
// values, of which String speaks, may be those of several.
func (m Move) Key() string { return m.Action.Name + " " + Key(m.Args...) }

// PathStep goes from a cell to a part of it: to an element of an array, if Index is set,
// with an expression for each of ArrayType.Index, or to a field of a record by its place.
type PathStep struct {
	Index []Expr
	Field int
}

// Define is a named expression or formula with parameters.
type Define struct {
	Name   string
	Params []*Bound
	Body   Expr
}

// NamedProgram is a named program with parameters.
type NamedProgram struct {
	Name   string
	Params []*Bound
	Body   Program
}

// Recall is what agents remember of a run.
type Recall string

// The kinds of memory.
const (
	NoRecall      Recall = "none"    // they see the present state
	ClockRecall   Recall = "clock"   // and how many steps were taken
	PerfectRecall Recall = "perfect" // and all that they saw before
)

// Runs is which runs count.
type Runs string

// The readings of runs (docs/semantics.md#runs).
const (
	MaximalRuns  Runs = "maximal"  // all maximal ones, finite ones included
	InfiniteRuns Runs = "infinite" // only states with an infinite run exist
	IsplRuns     Runs = "ispl"     // EG, AF and AU ignore finite runs, the rest does not
)
