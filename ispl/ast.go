package ispl

import (
	"github.com/epibdd/epibdd/spec/source"
)

// at is embedded by every node and holds its place.
type at struct{ Place source.Span }

// Span returns the place of the node.
func (a at) Span() source.Span { return a.Place }

// Ident is a name at a place.
type Ident struct {
	at
	Name string
}

// Model is a file.
type Model struct {
	File *source.File
	// Single says that each evolution line assigns one variable, and that
	// variables evolve independently; otherwise a step takes one line as a whole.
	Single bool
	// Agents has the Environment, if there is one, first.
	Agents     []*Agent
	Props      []*Prop
	Init       Cond
	Groups     []*Group
	Fairness   []Formula
	Formulae   []Formula
	InitPlace  source.Span
	FormulaeAt source.Span
}

// Agent is the Environment or a normal agent.
type Agent struct {
	Name Ident
	// Env tells the Environment, whose Obsvars every agent sees.
	Env bool
	// Local are the names after Lobsvars: variables of the Environment that
	// the agent sees.
	Local []Ident
	// Vars has the Obsvars first.
	Vars      []*Var
	Red       Cond // nil: no state is red
	Actions   []Ident
	Protocol  []*ProtocolLine
	Evolution []*Line
}

// Var is a state variable.
type Var struct {
	Name Ident
	Type Type
	// Public says that it is one of the Obsvars.
	Public bool

	Owner *Agent
}

// Type is boolean, a range of numbers, or an enumeration.
type Type struct {
	Kind   Kind
	Lo, Hi int64
	Values []Ident
}

// Kind is the kind of a type.
type Kind int

// The kinds.
const (
	BoolKind Kind = iota
	IntKind
	EnumKind
)

// ProtocolLine allows actions where Cond holds; a nil Cond is Other, which stands
// last and holds where none of the lines before does.
type ProtocolLine struct {
	at
	Cond    Cond
	Actions []Ident
}

// Line is an evolution line.
type Line struct {
	at
	Assigns []*Assign
	Cond    Cond
}

// Assign gives a variable its next value.
type Assign struct {
	Name  Ident
	Value Expr

	Var *Var
}

// Prop is an evaluation line: a proposition and what it stands for.
type Prop struct {
	Name Ident
	Cond Cond
}

// Group is a named set of agents.
type Group struct {
	Name    Ident
	Members []Ident
}

// Cond is a condition on states and, in evolution lines, joint actions.
type Cond interface {
	Span() source.Span
	cond()
}

// Expr is an expression of boolean, number or enumeration type.
type Expr interface {
	Span() source.Span
	expr()
}

type (
	// NotCond is ! X.
	NotCond struct {
		at
		X Cond
	}
	// BinCond is X and Y, or X or Y where Or is set.
	BinCond struct {
		at
		Or   bool
		X, Y Cond
	}
	// Compare is X Op Y with a relation.
	Compare struct {
		at
		Op   token
		X, Y Expr
	}
	// Acts says that the agent performs the action. Agent is empty for the agent
	// in whose section the condition stands.
	Acts struct {
		at
		Agent, Action Ident

		Who *Agent
	}
)

type (
	// Number is a number with its sign.
	Number struct {
		at
		Value int64
	}
	// Truth is true or false.
	Truth struct {
		at
		Value bool
	}
	// Name is a variable, or a value of an enumeration. Owner is empty where the
	// name stands alone.
	Name struct {
		at
		Owner, Name Ident

		Var *Var // nil: a value of an enumeration
	}
	// BitNot is ~X.
	BitNot struct {
		at
		X Expr
	}
	// Binary is X Op Y with one of + - * / | & ^.
	Binary struct {
		at
		Op   token
		X, Y Expr
	}
)

func (*NotCond) cond() {}
func (*BinCond) cond() {}
func (*Compare) cond() {}
func (*Acts) cond()    {}

func (*Number) expr() {}
func (*Truth) expr()  {}
func (*Name) expr()   {}
func (*BitNot) expr() {}
func (*Binary) expr() {}

// Formula is a formula about states or, where it stands below Quantified, about
// runs.
type Formula interface {
	Span() source.Span
	formula()
}

type (
	// Atom is a proposition.
	Atom struct {
		at
		Name Ident

		Prop *Prop
	}
	// Colour is Agent.GreenStates or Agent.RedStates.
	Colour struct {
		at
		Agent Ident
		Red   bool

		Who *Agent
	}
	// NotFormula is ! X.
	NotFormula struct {
		at
		X Formula
	}
	// BinFormula is X Op Y with tAnd, tOr, tArrow, or in path formulas tU.
	BinFormula struct {
		at
		Op   token
		X, Y Formula
	}
	// Temporal is a path quantifier with X, G, F (operand X) or U (operands X and Y).
	Temporal struct {
		at
		All  bool
		Op   token // tX, tG, tF, tU
		X, Y Formula
	}
	// Quantified is A or E over a path formula: CTL* and LTL.
	Quantified struct {
		at
		All bool
		X   Formula
	}
	// Path is X, G or F in a path formula.
	Path struct {
		at
		Op token
		X  Formula
	}
	// Knows is K or O of an agent, or GK, GCK or DK of a group.
	Knows struct {
		at
		Op   token
		Name Ident
		X    Formula

		Agent *Agent
		Group *Group
	}
	// Strategic is <Group> with X, G, F or U.
	Strategic struct {
		at
		Name Ident
		Op   token
		X, Y Formula

		Group *Group
	}
)

func (*Atom) formula()       {}
func (*Colour) formula()     {}
func (*NotFormula) formula() {}
func (*BinFormula) formula() {}
func (*Temporal) formula()   {}
func (*Quantified) formula() {}
func (*Path) formula()       {}
func (*Knows) formula()      {}
func (*Strategic) formula()  {}
