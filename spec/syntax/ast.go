package syntax

import "github.com/epibdd/epibdd/spec/source"

// Node is anything that was read from text.
type Node interface{ Span() source.Span }

// Expr is an expression, a formula or a type: one syntax serves all three, and
// resolution tells them apart.
type Expr interface {
	Node
	expr()
}

// Program is a regular program over actions, or a knowledge action.
type Program interface {
	Node
	program()
}

// At is embedded by every node and holds its place.
type At struct{ Place source.Span }

// Span returns the place of the node.
func (a At) Span() source.Span { return a.Place }

// Ident is a name at a place: a bound name, a field, a parameter.
type Ident struct {
	At
	Name string
}

// Expressions.
type (
	// Int is a number without sign. Digits is set where Value cannot hold it: a
	// count may well be larger, and what takes one reads the digits.
	Int struct {
		At
		Value  int64
		Digits string
	}
	// Name is a name that resolution gives a meaning.
	Name struct {
		At
		Name string
	}
	// Bool is true or false.
	Bool struct {
		At
		Value bool
	}
	// None is the absent value of an optional type.
	None struct{ At }
	// Paren is an expression in parentheses; kept so that a document can be
	// printed as its author grouped it.
	Paren struct {
		At
		X Expr
	}
	// Unary is !x or -x.
	Unary struct {
		At
		Op Token
		X  Expr
	}
	// Binary is x op y for every infix operator, ".." included.
	Binary struct {
		At
		Op   Token
		OpAt source.Span
		X, Y Expr
	}
	// If is if Cond then Then else Else.
	If struct {
		At
		Cond, Then, Else Expr
	}
	// Quant is forall or exists over binders.
	Quant struct {
		At
		Exists  bool
		Binders []Binder
		Body    Expr
	}
	// Fold is count, sum, min or max over binders: Fn(x in T: Body).
	Fold struct {
		At
		Fn      Ident
		Binders []Binder
		Body    Expr
	}
	// Set is {a, b, …}, possibly empty.
	Set struct {
		At
		Elems []Expr
	}
	// Comprehension is {x in T: Cond}.
	Comprehension struct {
		At
		Binders []Binder
		Cond    Expr
	}
	// The is the Binder: Cond, the only value for which Cond is true.
	The struct {
		At
		Binder Binder
		Cond   Expr
	}
	// Call is Fn(args): a definition, a builtin function, or a record.
	Call struct {
		At
		Fn   Expr
		Args []Expr
	}
	// Field is X.Name.
	Field struct {
		At
		X    Expr
		Name Ident
	}
	// Index is X[args].
	Index struct {
		At
		X    Expr
		Args []Expr
	}
	// Knows is K, KW, KV or S of one agent: Op{Agent} X.
	Knows struct {
		At
		Op    Token
		Agent Expr
		X     Expr
	}
	// GroupKnows is E, D or C of a group; Times, only with E, may be nil.
	GroupKnows struct {
		At
		Op    Token
		Group *Group
		Times Expr
		X     Expr
	}
	// Temporal is A or E with X, G, F (operand X) or U (operands X and Y).
	Temporal struct {
		At
		All   bool
		Op    TemporalOp
		Super *Super // nil: over all steps
		X, Y  Expr
	}
	// OnRuns is A(X) or E(X), where X is a formula about runs.
	OnRuns struct {
		At
		All bool
		X   Expr
	}
	// Path is X, G or F before the operand X, or X U Y: a formula about a run.
	Path struct {
		At
		Op   TemporalOp
		X, Y Expr
	}
	// Box is [Program] X, and <Program> X where Diamond is set.
	Box struct {
		At
		Diamond bool
		Program Program
		X       Expr
	}
	// Share is share{Group}(X) compared by Op with Num/Den. Group is nil where nobody is
	// named, Den where a whole number is written.
	Share struct {
		At
		Group    *Group
		X        Expr
		Op       Token
		Num, Den *Int
	}
	// Coalition is <<Group>> with X, G, F or until.
	Coalition struct {
		At
		Group   *Group
		Op      TemporalOp
		X, Y    Expr
		Uniform bool // by uniform strategies
		// Subjective says that one of these wins from all worlds that members consider possible.
		Subjective bool
	}
	// Past is past{Program}.
	Past struct {
		At
		Program Program
	}
	// Does is does{Program}.
	Does struct {
		At
		Program Program
	}
	// BoolType is the type bool.
	BoolType struct{ At }
	// SetType is set Elem.
	SetType struct {
		At
		Elem Expr
	}
	// ArrayType is array Index, … of Elem.
	ArrayType struct {
		At
		Index []Expr
		Elem  Expr
	}
	// EnumType is [a, b, …]; where an expression stands, an array written out.
	EnumType struct {
		At
		Elems []Expr
	}
	// OptionType is Elem?.
	OptionType struct {
		At
		Elem Expr
	}
)

// TemporalOp is the path operator of Temporal, Coalition and Path.
type TemporalOp byte

// The path operators.
const (
	Next       TemporalOp = 'X'
	Globally   TemporalOp = 'G'
	Eventually TemporalOp = 'F'
	Until      TemporalOp = 'U'
)

// Binder introduces names over one domain: a type, a range, or a set.
type Binder struct {
	At
	Names  []Ident
	Domain Expr
}

// Group is a set of agents: a list, or all values of binders that satisfy Cond
// (nil: all of them).
type Group struct {
	At
	Elems   []Expr
	Binders []Binder
	Cond    Expr
}

// Super is the superscript of a temporal operator: the program whose runs are
// meant and, after "; <=", the number of its repetitions (nil: no bound).
type Super struct {
	At
	Program Program
	Bound   Expr
}

// Programs.
type (
	// Act is an action or a named program; an argument that is nil was written _.
	// Bare says that no parentheses were written: all arguments are open.
	Act struct {
		At
		Name Ident
		Args []Expr
		Bare bool
	}
	// AnyStep is _ alone.
	AnyStep struct{ At }
	// Test is ?X.
	Test struct {
		At
		X Expr
	}
	// Learn is L{Group} Program.
	Learn struct {
		At
		Group   *Group
		Program Program
	}
	// Seq is a; b; ….
	Seq struct {
		At
		Parts []Program
	}
	// Choice is a | b | …; Marked is the index of the branch written !a, or -1.
	Choice struct {
		At
		Parts  []Program
		Marked int
	}
	// Local is α ! β ! …, left to right: the left side is what happens.
	Local struct {
		At
		Parts []Program
	}
	// Both is a & b & ….
	Both struct {
		At
		Parts []Program
	}
	// Star is a*, or a{<= n}.
	Star struct {
		At
		X    Program
		Most Expr // nil: no bound
	}
	// Some is some x in T: a.
	Some struct {
		At
		Binders []Binder
		Body    Program
	}
	// ParenProgram is a program in parentheses.
	ParenProgram struct {
		At
		X Program
	}
)

// Sig is the head of a parametric declaration: a name with typed parameters.
type Sig struct {
	At
	Name   Ident
	Params []Binder
}

// Entry is an expression with binders behind it: Value [for Binders [if Cond]].
type Entry struct {
	At
	Value   Expr
	Binders []Binder
	Cond    Expr
}

// Who is a key of seen and of agents: all, an expression, or binders with an
// optional condition. Exactly one of All, Value, Binders is set.
type Who struct {
	At
	All     bool
	Value   Expr
	Binders []Binder
	Cond    Expr
}

// Least is the range of a search: Name in Range.
type Least struct {
	At
	Name  Ident
	Range Expr
}

func (*Int) expr()           {}
func (*Name) expr()          {}
func (*Bool) expr()          {}
func (*None) expr()          {}
func (*Paren) expr()         {}
func (*Unary) expr()         {}
func (*Binary) expr()        {}
func (*If) expr()            {}
func (*Quant) expr()         {}
func (*Fold) expr()          {}
func (*Set) expr()           {}
func (*Comprehension) expr() {}
func (*The) expr()           {}
func (*Call) expr()          {}
func (*Field) expr()         {}
func (*Index) expr()         {}
func (*Knows) expr()         {}
func (*GroupKnows) expr()    {}
func (*Temporal) expr()      {}
func (*OnRuns) expr()        {}
func (*Path) expr()          {}
func (*Box) expr()           {}
func (*Share) expr()         {}
func (*Coalition) expr()     {}
func (*Past) expr()          {}
func (*Does) expr()          {}
func (*BoolType) expr()      {}
func (*SetType) expr()       {}
func (*ArrayType) expr()     {}
func (*EnumType) expr()      {}
func (*OptionType) expr()    {}

func (*Act) program()          {}
func (*AnyStep) program()      {}
func (*Test) program()         {}
func (*Learn) program()        {}
func (*Seq) program()          {}
func (*Choice) program()       {}
func (*Local) program()        {}
func (*Both) program()         {}
func (*Star) program()         {}
func (*Some) program()         {}
func (*ParenProgram) program() {}
