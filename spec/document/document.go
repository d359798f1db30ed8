package document

import (
	"time"

	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/spec/syntax"
)

// Document is a loaded spec: the text of one file, merged with what it uses,
// with every expression parsed and nothing resolved. Lists keep the order in
// which entries were written; entries of a used document come first.
type Document struct {
	File *source.File
	Name string // of the key name, or the file's name without its ending
	Doc  string

	Params   []Param
	Types    []Type
	Defines  []Define
	Vars     []Var
	Init     []syntax.Expr
	Agents   []Agent
	Actions  []Action
	Programs []Program
	History  []Program
	Fairness []*syntax.Entry // a condition, or one for each value of its binders
	Show     []syntax.Ident  // the variables that runs and pictures show; none: all

	Steps  Word // "interleaved" or "joint"; empty: not given
	Recall Word // "none", "clock" or "perfect"
	Runs   Word // "maximal", "infinite" or "ispl"
	Depth  Word // "auto", or see DepthExpr
	// DepthExpr is the bound where depth is an expression.
	DepthExpr syntax.Expr

	Checks []Check
	Sweep  Sweep
	Limits Limits
}

// Word is one of a few fixed words at a place.
type Word struct {
	source.Span
	Text string
}

// Param is a named constant with its default, or one given by with or a sweep.
type Param struct {
	Name  syntax.Ident
	Value ParamValue
}

// ParamValue is an expression over earlier parameters, or a list.
type ParamValue struct {
	source.Span
	Expr syntax.Expr // nil for a list
	List []ParamValue
}

// IsList reports whether v is a list, perhaps an empty one.
func (v ParamValue) IsList() bool { return v.Expr == nil }

// Type is a named type: an expression, or a record or range with names.
type Type struct {
	Name syntax.Ident
	// Expr is the type, the range of a {range:, names:} mapping, or the values of {first:, of:}; nil for a record.
	Expr syntax.Expr
	// Fields are those of a record, in order.
	Fields []Field
	// Names is the display pattern of a record's values, such as "{val}{suit}"; empty: none.
	Names Word
	// ValueNames are the names that a range gives to some of its values.
	ValueNames []ValueName
	// First is how many values of an enumeration there are; nil: all.
	First syntax.Expr
}

// Field is a component of a record type.
type Field struct {
	Name syntax.Ident
	Type syntax.Expr
}

// ValueName names one value of a range.
type ValueName struct {
	Value syntax.Expr
	Name  syntax.Ident
}

// Define is a named expression or formula.
type Define struct {
	Sig  *syntax.Sig
	Body syntax.Expr
}

// Var is a state variable.
type Var struct {
	Name syntax.Ident
	Type syntax.Expr
}

// Agent is an entry of agents: one agent, a family, or what all agents see.
type Agent struct {
	Who     *syntax.Who
	SeesAll bool // sees: all
	Sees    []*syntax.Entry
}

// Action is a step with its guard, effect, owner and observers.
type Action struct {
	Sig  *syntax.Sig
	Doc  string
	By   syntax.Expr // nil: nobody owns it
	When []syntax.Expr
	// Outcome are names whose values nobody chooses, and Given conditions on them.
	Outcome []syntax.Binder
	Given   []syntax.Expr
	Then    []Assign
	// Seen lists who observes what; HasSeen tells an empty list from none.
	Seen    []Seen
	HasSeen bool
	// Frame lists alternatives, values of the last argument, and Confuses who confuses which.
	Frame    []Alternative
	Confuses []Confused
}

// Assign gives the cells named by Target.Value the value Value.
type Assign struct {
	Target *syntax.Entry
	Value  syntax.Expr
}

// Seen says that Who observe What of a step.
type Seen struct {
	Who  *syntax.Who
	What []*syntax.Entry
}

// Program is a named program, knowledge action or condition on the past.
type Program struct {
	Sig  *syntax.Sig
	Body syntax.Program
}

// CheckKind is the kind of question that a check asks.
type CheckKind int

// The kinds, each named by the key that carries its formula.
const (
	Formula CheckKind = iota // is it true in all initial states?
	Some                     // is it true in some initial state?
	Count                    // in how many worlds is it true?
	Least                    // for which value is it first true?
	Plans                    // what does it cost to make sure that it is true?
	Chances                  // how likely is it?
	Classes                  // what does its value tell apart?
)

// verdict tells whether a question is answered by a verdict, and not by a number.
func (k CheckKind) verdict() bool { return k == Formula || k == Some || k == Plans }

// Check is one question.
type Check struct {
	source.Span // of the whole entry's first key
	ID          syntax.Ident
	Doc         string
	Kind        CheckKind
	Formula     syntax.Expr
	Least       *syntax.Least // only of kind Least
	Plan        *Plan         // only of kind Plans
	Measure     *Measure      // only of kinds Chances and Classes
	At, If      syntax.Expr   // nil: not given
	Layer       syntax.Expr   // nil: not given
	After       syntax.Program
	// Happened are steps whose worlds are to be listed; no key of a document says them.
	Happened syntax.Program
	Expect   *Expect // nil: reported only
	With     []Param
	Recall   Word
	Runs     Word
	// Fairness, where HasFairness, is instead of that of the document.
	Fairness    []*syntax.Entry
	HasFairness bool
	// Vacuous is "ok" where a part that holds in vain is meant.
	Vacuous Word
	// Interpretation is "product", "local" or "printed"; empty: not given.
	Interpretation Word
	Depth          Word
	DepthExpr      syntax.Expr
	Limits         Limits
}

// Expect is what the author of a check expects: a verdict, or a value that the
// answer is compared with.
type Expect struct {
	source.Span
	Verdict string       // "holds", "fails", "unknown"; empty: a value
	Op      syntax.Token // EQ unless the text begins with a comparison
	Value   syntax.Expr
	// Choice is if … then … else …, a verdict in each branch, where that depends on parameters.
	Choice *syntax.If
}

// Sweep lists parameter values to run all checks over: the product of Columns,
// or Rows as they are.
type Sweep struct {
	source.Span
	Columns []Column
	Rows    [][]Param
}

// Column is one parameter of a sweep with its values.
type Column struct {
	Name   syntax.Ident
	Values []ParamValue
}

// Limits stop a check. Zero values mean no limit.
type Limits struct {
	Time   time.Duration
	Memory int64 // bytes
	Nodes  int
}
