package spec

import (
	"math/big"
	"slices"

	"github.com/epibdd/epibdd/spec/source"
)

// Expr is a typed expression or formula: names are resolved, parameters are
// numbers, conditions over parameters are decided.
type Expr interface {
	Span() source.Span
	Type() Type
	// Free lists the bound names that the value depends on, each once, in
	// order of their creation.
	Free() []*Bound
	// Traits says what else the value depends on.
	Traits() Traits
}

// Traits are what an expression contains, anywhere below it and in the
// definitions that it calls.
type Traits uint8

// The traits. What has OnRun is a formula about a run, which stands below OnRuns alone.
// Strategic comes with IsTemporal, AsksMoves with ReadsState.
const (
	ReadsState Traits = 1 << iota // a state variable
	Epistemic                     // a knowledge operator, or a knowledge action
	IsTemporal                    // a temporal operator or a program over steps
	OnRun                         // X, G, F or U outside of A(…) and E(…)
	AsksMoves                     // what is done in the present step
	Strategic                     // an operator about a coalition
)

// Modal is what cannot be evaluated in a state alone: Evaluator.Eval leaves expressions
// with one of these traits to its field Modal.
const Modal = Epistemic | IsTemporal

// Bound is a name with a value of its own: of a quantifier, an argument of an
// action, a definition or a program, or the number that a check looks for.
type Bound struct {
	Name string
	Type Type
	// ID numbers the bound names of a model from 0, in order of creation.
	ID    int
	Place source.Span
}

// Binder runs a bound name over a domain. Domain is a set; nil stands for all
// values of the name's type. It may depend on the state and on names bound before.
type Binder struct {
	Bound  *Bound
	Domain Expr
}

// Domains lists the domains of binders, as far as they have any. A later one may use an
// earlier name.
func Domains(binders []Binder) []Expr {
	var list []Expr
	for _, b := range binders {
		if b.Domain != nil {
			list = append(list, b.Domain)
		}
	}
	return list
}

// node is embedded by every expression.
type node struct {
	place  source.Span
	typ    Type
	free   []*Bound
	traits Traits
}

func (n *node) Span() source.Span { return n.place }
func (n *node) Type() Type        { return n.typ }
func (n *node) Free() []*Bound    { return n.free }
func (n *node) Traits() Traits    { return n.traits }

// Expressions that are evaluated in a state.
type (
	// Const is a value.
	Const struct {
		node
		Value Value
	}
	// VarRef is the value of a state variable.
	VarRef struct {
		node
		Var *Var
	}
	// BoundRef is the value of a bound name.
	BoundRef struct {
		node
		Bound *Bound
	}
	// FieldOf is a field of a record, by its place; undefined of none.
	FieldOf struct {
		node
		X     Expr
		Field int
	}
	// Element is an element of an array; undefined where an index is outside its type. Of a
	// description The says what is looked for among the elements; else it is nil.
	Element struct {
		node
		X     Expr
		Index []Expr
		The   *Bound
	}
	// Unary is Op X.
	Unary struct {
		node
		Op UnaryOp
		X  Expr
	}
	// Binary is X Op Y.
	Binary struct {
		node
		Op   BinaryOp
		X, Y Expr
	}
	// Cond is if If then Then else Else; only the branch taken is evaluated.
	Cond struct {
		node
		If, Then, Else Expr
	}
	// Fold runs Body over all values of the binders. Every instance is evaluated:
	// a fold protects nothing.
	Fold struct {
		node
		Op      FoldOp
		Binders []Binder
		Body    Expr
	}
	// MakeRecord builds a record from its fields, and MakeSet a set from elements.
	MakeRecord struct {
		node
		Fields []Expr
	}
	MakeSet struct {
		node
		Elems []Expr
	}
	// Does is whether some agent takes Step in the present joint step.
	Does struct {
		node
		Step *Step
	}
	// Call is the body of a definition with its parameters bound to the values of
	// the arguments, which are all evaluated.
	Call struct {
		node
		Define *Define
		Args   []Expr
	}
)

// UnaryOp is an operator with one operand.
type UnaryOp int

// The operators with one operand. Next and Prev go round the type of the
// operand, Ord is its place there from 0.
const (
	Not UnaryOp = iota
	Neg
	Size
	NextOf
	PrevOf
	Ord
)

// BinaryOp is an operator with two operands.
type BinaryOp int

// The operators with two operands. And, Or and Imp evaluate the right operand
// only where the left one does not decide. Div rounds down and X = Y*(X Div Y) +
// (X Mod Y); both are undefined for Y = 0.
const (
	And BinaryOp = iota
	Or
	Imp
	Iff
	Eq // of any two values; sets, records and arrays by their parts
	Ne
	Lt
	Le
	Gt
	Ge
	In
	Add
	Sub
	Mul
	Div
	Mod
	Min
	Max
	Union
	Minus
	Intersect
	Interval // X..Y, the set of numbers between, empty where Y < X
)

// FoldOp is what Fold makes of the instances.
type FoldOp int

// The folds. MinOf and MaxOf are undefined over nothing. Collect is the set of
// the values of its only binder for which Body is true.
const (
	Forall FoldOp = iota
	Exists
	Count
	Sum
	MinOf
	MaxOf
	Collect
)

// Formulas. Programs in them are steps of the model.
type (
	// Knows is Op{Agent} X. Agent is evaluated where the operator stands. X is a
	// formula, or for KnowsValue any expression.
	Knows struct {
		node
		Op    KnowsOp
		Agent Expr
		X     Expr
	}
	// GroupKnows is Op{Group} X; Times, only with Everybody, repeats it (nil: once).
	GroupKnows struct {
		node
		Op    GroupOp
		Group *Group
		Times Expr
		X     Expr
	}
	// Share compares by Op, one of Eq, Ne, Lt, Le, Gt, Ge, the share of X among the worlds
	// that Group together considers possible (nil: among all) with Bound.
	Share struct {
		node
		Group *Group
		X     Expr
		Op    BinaryOp
		Bound *big.Rat
	}
	// Coalition says that Group can bring about X, G or F of X, or X until Y, by what
	// its members do: with full information about the state, or by uniform
	// strategies, one move for each view of a member. The group does not depend on
	// the state.
	Coalition struct {
		node
		Group   *Group
		Op      PathOp
		X, Y    Expr
		Uniform bool
		// Subjective says that one uniform strategy wins from all worlds that some member
		// considers possible, not only from the present one.
		Subjective bool
	}
	// Temporal is a path quantifier with X, G or F over X, or U from X to Y, along
	// the runs of Program (nil: all steps), within Bound repetitions (nil: any number).
	// [α] f is AX{α} f and <α> f is EX{α} f.
	Temporal struct {
		node
		All     bool
		Op      PathOp
		Program Program
		Bound   Expr
		X, Y    Expr
	}
	// Update is [Action] X of a knowledge action, true after every execution of it,
	// or where All is not set <Action> X, true after some. Action has an L in it.
	Update struct {
		node
		All    bool
		Action Program
		X      Expr
	}
)

// Formulas about runs (CTL*).
type (
	// OnRuns says that X, a formula about runs, is true of all runs or of some.
	// Path is connected in it by Not, And, Or, Imp, Iff, Eq, Ne, Forall, Exists and Call
	// alone.
	OnRuns struct {
		node
		All bool
		X   Expr
	}
	// Path is Op X, or X U Y, along a run.
	Path struct {
		node
		Op   PathOp
		X, Y Expr
	}
)

// KnowsOp is an operator about one agent.
type KnowsOp int

// The operators about one agent.
const (
	KnowsThat    KnowsOp = iota // K
	KnowsWhether                // KW
	KnowsValue                  // KV
	Supposes                    // S
)

// GroupOp is an operator about a group.
type GroupOp int

// The operators about a group.
const (
	Everybody   GroupOp = iota // E
	Distributed                // D
	Common                     // C
)

// PathOp is an operator along a run.
type PathOp byte

// The operators along a run.
const (
	NextTime   PathOp = 'X'
	Globally   PathOp = 'G'
	Eventually PathOp = 'F'
	Until      PathOp = 'U'
)

// Group is a set of agents, the union of its members. It may depend on the state.
type Group struct {
	Members []Member
}

// hasMember tells whether somebody is surely in the group, in every state.
func (g *Group) hasMember() bool {
	return slices.ContainsFunc(g.Members, func(m Member) bool {
		return m.Cond == nil && !slices.ContainsFunc(m.Binders, func(b Binder) bool { return b.Domain != nil })
	})
}

// Member gives the agents Agent for all values of Binders with Cond (nil: true).
type Member struct {
	Binders []Binder
	Cond    Expr
	Agent   Expr
}

// Program is a regular program, a relation between states, or a knowledge
// action, which has Learn in it and no step: IsKnowledgeAction tells.
type Program interface {
	Span() source.Span
	Free() []*Bound
	program()
}

// The programs.
type (
	// Step is one step of an action; an argument that is nil is open.
	Step struct {
		pnode
		Action *Action
		Args   []Expr
	}
	// AnyStep is one step of any action.
	AnyStep struct{ pnode }
	// Test stays in a state where X is true.
	Test struct {
		pnode
		X Expr
	}
	// Seq is one after the other.
	Seq struct {
		pnode
		Parts []Program
	}
	// Choice is one of them: any, or where Marked is not negative the one with that
	// index, while those who only know the type of the action think of all.
	Choice struct {
		pnode
		Parts  []Program
		Marked int
	}
	// Both is all of them at once, each from the same worlds.
	Both struct {
		pnode
		Parts []Program
	}
	// Learn lets a group learn what X, a knowledge action of its members, has done.
	// What the group learns is common knowledge in it (Definitions 2 and 5 of van
	// Ditmarsch's Cluedo paper).
	Learn struct {
		pnode
		Group *Group
		X     Program
	}
	// Star is any number of times, none included.
	Star struct {
		pnode
		X Program
	}
	// Repeat is a knowledge action that is done at most Most times. It stands outermost in
	// what is resolved, see formulas.update; of steps there is a Choice instead.
	Repeat struct {
		pnode
		X    Program
		Most int
	}
	// SomeOf is Body for some values of the binders.
	SomeOf struct {
		pnode
		Binders []Binder
		Body    Program
	}
	// Doing is one joint step in which X is true, which is made of Does.
	Doing struct {
		pnode
		X Expr
	}
	// Run is a named program with arguments.
	Run struct {
		pnode
		Named *NamedProgram
		Args  []Expr
	}
)

type pnode struct {
	place source.Span
	free  []*Bound
}

func (p *pnode) Span() source.Span { return p.place }
func (p *pnode) Free() []*Bound    { return p.free }
func (p *pnode) program()          {}
