package spec

import (
	"math/big"

	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/spec/syntax"
)

// Interpretation is what a knowledge action makes of the worlds.
type Interpretation string

// The interpretations of knowledge actions (docs/semantics.md#interpretations), after
// van Ditmarsch's Cluedo paper.
const (
	// Product makes a world of each world with each way in which the action can happen
	// there, and lets an agent confuse two of them if it confuses both parts.
	Product Interpretation = "product"
	// Local is Definition 5 with the access clause repaired: sets of states are the
	// worlds behind an L, and an agent confuses two of them only if it confuses
	// worlds that they come from.
	Local Interpretation = "local"
	// Printed is Definition 5 as it stands, where agents may forget.
	Printed Interpretation = "printed"
)

// CheckKind is the kind of question.
type CheckKind int

// The kinds of questions.
const (
	FormulaCheck CheckKind = iota // is Formula true in all initial states with At?
	SomeCheck                     // is it true in some of them?
	CountCheck                    // in how many reachable states with At is it true?
	LeastCheck                    // for which value of Least.Bound is it first true in all?
	PlanCheck                     // what does it cost somebody to make sure that it is true, at best?
	ChanceCheck                   // how likely is it?
	ClassesCheck                  // what does it tell, and what would be left to find out?
)

// Check is one question about a model.
type Check struct {
	ID      string
	Label   string // ID with the values of the sweep, as in id[n=3]
	Doc     string
	Model   *Model
	Kind    CheckKind
	Formula Expr
	// Text is the formula as its author wrote it, on one line.
	Text string
	// After is a knowledge action; nil: none. A count or a measure is then about the worlds
	// that it leads to. Other questions are about the initial states in which it can be
	// executed, and Formula is [After] of what the author wrote.
	After Program
	// Happened are steps and tests, one after the other, whose worlds are to be listed; nil: none.
	Happened Program
	At       Expr  // nil: true
	Least    Least // only of kind LeastCheck
	Plan     *Plan // only of kind PlanCheck
	// Measure is what a chance, or an experiment, is asked of; only of kinds ChanceCheck and
	// ClassesCheck. The Formula of the latter may be an expression of any type.
	Measure *Measure
	// Layer is how many steps were taken where the check asks; 0: in the initial
	// states. Under recall none it is 0 and a count asks in all reachable states;
	// under clock a count is one of states, under perfect one of histories.
	Layer  int
	Expect *Expect
	Recall Recall
	// Depth is how many steps of a run are looked at under clock and perfect
	// recall; AutoDepth: as many as the verdict needs.
	Depth int
	Runs  Runs
	// Interpretation is how knowledge actions are read; empty: Product. The others go
	// without memory and temporal operators.
	Interpretation Interpretation
	Limits         Limits
	Place          source.Span
}

// IsLiteral reports whether knowledge actions are read by Definition 5 of the Cluedo
// paper, and so decided by enumeration alone.
func (c *Check) IsLiteral() bool { return c.Interpretation != "" && c.Interpretation != Product }

// IsMeasured reports whether a check asks for shares of worlds.
func (c *Check) IsMeasured() bool { return c.Measure != nil }

// CountsWorlds reports whether a check is about the worlds that its knowledge action leads
// to, and not about the formula [After] of those before.
func (c *Check) CountsWorlds() bool { return c.Kind == CountCheck || c.IsMeasured() }

// IsEnumerated reports whether a check is decided by enumeration alone.
func (c *Check) IsEnumerated() bool {
	return c.IsLiteral() || c.Kind == PlanCheck || c.IsMeasured() && c.Measure.Steps != nil
}

// Least is the search for the first of the numbers Lo..Hi, as value of Bound.
type Least struct {
	Bound  *Bound
	Lo, Hi int64
}

// Expect is what the author expects of a check.
type Expect struct {
	// Verdict is "holds", "fails" or "unknown"; empty where a value is expected.
	Verdict string
	// Op compares the answer with Number: EQ, NE, LT, LE, GT, GE. Number is nil where
	// none is expected to satisfy a least check.
	Op     syntax.Token
	Number *big.Int
	// Ratio is what a chance, or a number of a plan or an experiment, is compared with
	// instead; nil where no plan is expected.
	Ratio *big.Rat
	Place source.Span
	Text  string // as written
}

// Limits stop a check; zero values mean none.
type Limits = document.Limits

// Asked returns what has to be evaluated to answer the check, as formulas about
// the worlds before its knowledge action.
func (c *Check) Asked() []Expr {
	f := c.Formula
	if c.Kind == ClassesCheck {
		f = boolConst(f.Span(), true)
	}
	if c.After != nil && c.CountsWorlds() {
		u := &Update{All: true, Action: c.After, X: f}
		u.close(f.Span(), BoolType{}, nil, f)
		u.traits |= Epistemic
		f = u
	}
	all := []Expr{f}
	if c.At != nil {
		all = append(all, c.At)
	}
	return append(all, c.told()...)
}

// told are the expressions whose values a measure is about.
func (c *Check) told() []Expr {
	var all []Expr
	if c.Kind == ClassesCheck {
		all = append(all, c.Formula)
	}
	if m := c.Measure; m != nil && m.Table != nil {
		all = append(all, m.Table)
	}
	if m := c.Measure; m != nil && m.Left != nil {
		all = append(all, m.Left)
	}
	return all
}
