package spec

import (
	"math/big"
	"slices"
	"strings"

	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/spec/syntax"
)

// check makes one instance of a check, if its condition holds. One that looks
// back with a condition on the past that its model does not follow gets a model
// of its own, so that the answers to other checks do not depend on this one.
func (b *builder) check(c *document.Check, row []document.Param, label string) {
	set := slices.Concat(row, b.without(c.With))
	r := b.model(set)
	asked := true
	if c.If != nil && (!r.try(func() { asked = r.constBool(c.If) }) || !asked) {
		return
	}
	check := b.instance(r, c, label)
	if r.grown {
		r.grown = false
		r = b.build(set)
		r.sealed = false
		check = b.instance(r, c, label)
	}
	b.suite.Checks = append(b.suite.Checks, check)
}

func (b *builder) instance(r *resolver, c *document.Check, label string) *Check {
	check := &Check{ID: c.ID.Name, Label: c.ID.Name + label, Doc: c.Doc, Model: r.model, Place: c.ID.Place}
	check.Text = strings.Join(strings.Fields(syntax.String(c.Formula)), " ")
	r.try(func() { r.question(check, c) })
	r.try(func() { r.checkSettings(check, c, b.options, b.doc) }) // of the model as the question has made it
	if c.Expect != nil {
		r.try(func() { check.Expect = r.expect(check, c.Expect) })
	}
	return check
}

func (r *resolver) checkSettings(check *Check, c *document.Check, o Options, d *document.Document) {
	check.Runs, check.Recall = r.model.Runs, r.model.Recall
	if c.Runs.Text != "" {
		check.Runs = Runs(c.Runs.Text)
	}
	recallAt := d.Recall.Span
	if c.Recall.Text != "" && o.Recall == "" {
		check.Recall, recallAt = Recall(c.Recall.Text), c.Recall.Span
	}
	if check.Formula != nil && check.Formula.Traits()&Strategic != 0 && check.Recall != NoRecall {
		r.fail(check.Formula.Span(), "coalitions are asked about under recall: none; a check can say so for itself")
	}
	check.Limits = c.Limits.Over(d.Limits)
	check.Depth = r.model.Depth
	if o.Depth == nil && c.Depth.File != nil {
		check.Depth = r.depth(c.DepthExpr)
	}
	if check.Recall == NoRecall {
		if o.Recall != "" {
			recallAt = source.Span{}
		}
		r.memoryless(c, recallAt)
	}
	if c.Layer != nil {
		check.Layer = r.layer(c.Layer)
	}
	check.Interpretation = Product
	if c.Interpretation.Text != "" {
		check.Interpretation = Interpretation(c.Interpretation.Text)
	}
	if check.IsLiteral() {
		r.literal(check, c.Interpretation.Span)
	}
}

// literal refuses what Definitions 3 to 5 of van Ditmarsch's Cluedo paper do not
// cover: they know worlds and no steps.
func (r *resolver) literal(check *Check, at source.Span) {
	if check.Recall != NoRecall {
		r.fail(at, "the %s interpretation of knowledge actions is about what agents see at present; let this check have recall: none", check.Interpretation)
	}
	if f := check.Formula; f != nil && f.Traits()&IsTemporal != 0 {
		r.fail(f.Span(), "the %s interpretation of knowledge actions knows no temporal operators; ask without interpretation, or of the initial states alone", check.Interpretation)
	}
}

// memoryless refuses what has no meaning under recall none.
func (r *resolver) memoryless(c *document.Check, at source.Span) {
	if c.Layer != nil {
		r.fail(c.Layer.Span(), "a layer is what a number of steps leads to, which agents count under recall: clock and perfect alone")
	}
	if e := r.model.AsksKnowledge(); e != nil && r.model.Recall == NoRecall { // else it is a mistake of this check alone
		if at.File == nil {
			at = e.Span()
		}
		r.fail(at, "%s", Circular)
	}
}

// Circular is what is wrong with actions that ask what somebody knows, where agents
// do not remember.
const Circular = "an action of this model asks what somebody knows, which under recall: none would depend on which states it leads to; ask with recall: clock or perfect"

func (r *resolver) layer(x syntax.Expr) int {
	n := r.constInt(x)
	if n < 0 || n > MaxSteps {
		r.fail(x.Span(), "a layer is a number of steps from 0 to %d", MaxSteps)
	}
	return int(n)
}

// MaxSteps bounds depths and layers: no run of this length is ever unrolled.
const MaxSteps = 1 << 20

// depth resolves how far runs are unrolled; nil is auto.
func (r *resolver) depth(x syntax.Expr) int {
	if x == nil {
		return AutoDepth
	}
	n := r.constInt(x)
	if n < 1 || n > MaxSteps {
		r.fail(x.Span(), "a depth is a number of steps from 1 to %d, or auto", MaxSteps)
	}
	return int(n)
}

func (r *resolver) question(check *Check, c *document.Check) {
	saved := r.scope
	defer func() { r.scope = saved }()
	check.Kind = map[document.CheckKind]CheckKind{
		document.Formula: FormulaCheck, document.Some: SomeCheck,
		document.Count: CountCheck, document.Least: LeastCheck,
	}[c.Kind]
	if c.At != nil {
		check.At = r.formula(c.At)
		r.forbid(check.At, IsTemporal, "at")
	}
	if c.Least != nil {
		r.least(check, c.Least)
	}
	check.Formula = r.formula(c.Formula)
	r.notOnRun(check.Formula)
	if c.After != nil {
		r.after(check, c.After)
	}
}

// least resolves the range of a search and binds its name.
func (r *resolver) least(check *Check, x *syntax.Least) {
	lo, hi := int64(0), int64(0)
	set, ok := valueOf(r.expr(x.Range, nil)).(Set)
	if !ok || len(set) == 0 {
		r.fail(x.Range.Span(), "least searches a range known from the parameters, such as 1..8")
	}
	first, okFirst := set[0].(Int)
	last, okLast := set[len(set)-1].(Int)
	if lo, hi = int64(first), int64(last); !okFirst || !okLast || hi-lo != int64(len(set))-1 {
		r.fail(x.Range.Span(), "least searches a range of numbers, such as 1..8")
	}
	b := r.newBound(x.Name, &IntType{Lo: lo, Hi: hi})
	r.bind(b, x.Name)
	check.Least = Least{b, lo, hi}
}

// expect resolves what the author expects, and refuses what cannot be.
func (r *resolver) expect(check *Check, x *document.Expect) *Expect {
	e := &Expect{Verdict: x.Verdict, Op: x.Op, Text: x.Span.Text()}
	verdict := check.Kind == FormulaCheck || check.Kind == SomeCheck
	if x.Verdict != "" {
		if !verdict && x.Verdict != "unknown" {
			r.fail(x.Span, "the answer of this check is a number, not %s", x.Verdict)
		}
		return e
	}
	if verdict {
		r.fail(x.Span, "the answer of this check is holds, fails or unknown")
	}
	if _, none := x.Value.(*syntax.None); none && check.Kind == LeastCheck {
		return e
	}
	e.Number = r.bigInt(x.Value)
	return e
}

// bigInt evaluates a number that is expected of a count, which may be far
// larger than the numbers of a model.
func (r *resolver) bigInt(x syntax.Expr) *big.Int {
	switch x := x.(type) {
	case *syntax.Paren:
		return r.bigInt(x.X)
	case *syntax.Int:
		if n, ok := new(big.Int).SetString(x.Digits, 10); ok {
			return n
		}
		return big.NewInt(x.Value)
	case *syntax.Binary:
		if op := bigOps[x.Op]; op != nil {
			a, b := r.bigInt(x.X), r.bigInt(x.Y)
			if x.Op == syntax.DIVIDE && b.Sign() == 0 {
				r.fail(x.Place, "division by 0")
			}
			return op(new(big.Int), a, b)
		}
	case *syntax.If:
		if r.constBool(x.Cond) {
			return r.bigInt(x.Then)
		}
		return r.bigInt(x.Else)
	case *syntax.Call:
		if fn, ok := x.Fn.(*syntax.Name); ok && fn.Name == "pow" && len(x.Args) == 2 {
			return r.bigPow(x)
		}
	}
	e := r.expr(x, nil)
	n, ok := valueOf(e).(Int)
	if !ok {
		r.fail(x.Span(), "a number known from the parameters is expected here")
	}
	return big.NewInt(int64(n))
}

var bigOps = map[syntax.Token]func(z, a, b *big.Int) *big.Int{
	syntax.PLUS: (*big.Int).Add, syntax.MINUS: (*big.Int).Sub, syntax.TIMES: (*big.Int).Mul, syntax.DIVIDE: (*big.Int).Div,
}

func (r *resolver) bigPow(x *syntax.Call) *big.Int {
	base, exp := r.bigInt(x.Args[0]), r.bigInt(x.Args[1])
	if exp.Sign() < 0 || exp.Cmp(big.NewInt(1<<14)) > 0 || base.BitLen() > 64 {
		r.fail(x.Place, "the power is too large; exponents go from 0 to %d", 1<<14)
	}
	return new(big.Int).Exp(base, exp, nil)
}
