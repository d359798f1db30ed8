package spec

import (
	"math/big"
	"strings"

	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/spec/syntax"
)

// questions resolves checks.
type questions struct{ *resolver }

// instance resolves one check of the model, as far as it makes sense.
func (r questions) instance(c *document.Check, label string, o Options) *Check {
	check := &Check{ID: c.ID.Name, Label: c.ID.Name + label, Doc: c.Doc, Model: r.model, Place: c.ID.Place}
	if o.Given != nil && c.Plan != nil {
		if happened := o.Given(check); happened != nil {
			c = c.Given(happened)
		}
	}
	check.Text = strings.Join(strings.Fields(syntax.String(c.Formula)), " ")
	r.try(func() { r.question(check, c) })
	r.try(func() { r.settings(check, c, o) }) // of the model as the question has made it
	if c.Expect != nil {
		r.try(func() { check.Expect = r.expect(check, c.Expect) })
	}
	return check
}

// settings resolves what a check sets over its document.
func (r questions) settings(check *Check, c *document.Check, o Options) {
	d := r.doc
	check.Runs, check.Recall = r.model.Runs, r.model.Recall
	if c.Runs.Text != "" {
		check.Runs = Runs(c.Runs.Text)
	}
	recallAt := d.Recall.Span
	if c.Recall.Text != "" && o.Recall == "" {
		check.Recall, recallAt = Recall(c.Recall.Text), c.Recall.Span
	}
	if e := check.Formula; e != nil && e.Traits()&Strategic != 0 {
		if check.Recall != NoRecall {
			r.remembered(e)
		}
		if len(r.model.Actors()) == 0 {
			r.fail(e.Span(), "coalitions (<<…>>) choose among their steps, and no action says whose step it is; write by: and an agent, or ask by AX{α}, EX{α} about actions")
		}
	}
	if check.Kind == PlanCheck && check.Recall != PerfectRecall {
		at := recallAt
		if at.File == nil {
			at = c.Formula.Span()
		}
		r.fail(at, "who plans remembers what it saw: a plan is asked for under recall: perfect")
	}
	if check.IsMeasured() && check.Measure.Steps != nil {
		r.afterSteps(check, c, recallAt)
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

// afterSteps refuses chances behind steps where nobody remembers these, or not all runs
// count.
func (r questions) afterSteps(check *Check, c *document.Check, at source.Span) {
	if check.Recall != PerfectRecall {
		if at.File == nil {
			at = c.After.Span()
		}
		r.fail(at, "a chance after steps is asked of those who remember them: under recall: perfect")
	}
	if len(r.model.Fairness) > 0 || check.Runs == InfiniteRuns {
		r.fail(c.After.Span(), "chances after steps are about all runs: there can be no fairness and no runs: infinite")
	}
}

// literal refuses what Definitions 3 to 5 of van Ditmarsch's Cluedo paper do not
// cover: they know worlds and no steps.
func (r questions) literal(check *Check, at source.Span) {
	if check.Recall != NoRecall {
		r.fail(at, "the %s interpretation of knowledge actions is about what agents see at present; let this check have recall: none", check.Interpretation)
	}
	if f := check.Formula; f != nil && f.Traits()&IsTemporal != 0 {
		r.fail(f.Span(), "the %s interpretation of knowledge actions knows no temporal operators; ask without interpretation, or of the initial states alone", check.Interpretation)
	}
}

// memoryless refuses what has no meaning under recall none.
func (r questions) memoryless(c *document.Check, at source.Span) {
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

func (r questions) layer(x syntax.Expr) int {
	n := r.constInt(x)
	if n < 0 || n > MaxSteps {
		r.fail(x.Span(), "a layer is a number of steps from 0 to %d", MaxSteps)
	}
	return int(n)
}

func (r questions) question(check *Check, c *document.Check) {
	check.Kind = map[document.CheckKind]CheckKind{
		document.Formula: FormulaCheck, document.Some: SomeCheck,
		document.Count: CountCheck, document.Least: LeastCheck, document.Plans: PlanCheck,
		document.Chances: ChanceCheck, document.Classes: ClassesCheck,
	}[c.Kind]
	if c.At != nil {
		check.At = r.formula(c.At)
		r.forbid(check.At, IsTemporal, "at")
	}
	inner := r.expressions
	if c.Least != nil {
		inner.context = r.least(check, c.Least)
	}
	if check.Kind == ClassesCheck {
		check.Formula = inner.expr(c.Formula, nil)
	} else {
		check.Formula = inner.formula(c.Formula)
	}
	r.notOnRun(check.Formula)
	if c.Plan != nil {
		r.plan(check, c)
	}
	if c.Measure != nil {
		r.measured(check, c)
	} else if c.Happened != nil {
		check.Happened = programs{r.expressions}.program(c.Happened)
		r.listed(check.Happened, c.Happened, "what has happened is a list of steps and tests, as in play(7H); ?accepted")
	} else if c.After != nil && c.Plan == nil {
		inner.after(check, c.After)
	}
}

// least resolves the range of a search; its name is in scope in the result.
func (r questions) least(check *Check, x *syntax.Least) context {
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
	check.Least = Least{b, lo, hi}
	return r.bind(b, x.Name)
}

// after makes a check ask about what a knowledge action leads to.
func (r expressions) after(check *Check, x syntax.Program) {
	p := programs{r}.program(x)
	if !IsKnowledgeAction(p) {
		r.fail(x.Span(), "after asks about knowledge actions (L{…}); of steps ask formula: \"[α] f\"")
	}
	check.After = p
	if !check.CountsWorlds() {
		check.Formula = formulas{r}.update(check.Formula.Span(), true, p, check.Formula)
		return
	}
	r.knowledgeAction(p, x.Span(), false)
	if open := openChoice(p); open != nil {
		r.fail(open.Span(), "which branch is taken is left open here, and each leads to other worlds; count them one by one, or put the choice under an L{…}")
	}
}

// expect resolves what the author expects, and refuses what cannot be.
func (r questions) expect(check *Check, x *document.Expect) *Expect {
	if check.Kind == ChanceCheck {
		return r.expectChance(x)
	}
	e := &Expect{Verdict: x.Verdict, Op: x.Op, Place: x.Span, Text: x.Span.Text()}
	if x.Choice != nil {
		e.Verdict = r.chosen(x.Choice)
		return e
	}
	verdict := check.Kind == FormulaCheck || check.Kind == SomeCheck || check.Kind == PlanCheck
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

// chosen is the verdict of the branch that the parameters choose.
func (r questions) chosen(x syntax.Expr) string {
	switch x := x.(type) {
	case *syntax.If:
		if r.constBool(x.Cond) {
			return r.chosen(x.Then)
		}
		return r.chosen(x.Else)
	case *syntax.Paren:
		return r.chosen(x.X)
	}
	return x.(*syntax.Name).Name
}

// bigInt evaluates a number that is expected of a count, which may be far
// larger than the numbers of a model.
func (r questions) bigInt(x syntax.Expr) *big.Int {
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

func (r questions) bigPow(x *syntax.Call) *big.Int {
	base, exp := r.bigInt(x.Args[0]), r.bigInt(x.Args[1])
	if exp.Sign() < 0 || exp.Cmp(big.NewInt(1<<14)) > 0 || base.BitLen() > 64 {
		r.fail(x.Place, "the power is too large; exponents go from 0 to %d", 1<<14)
	}
	return new(big.Int).Exp(base, exp, nil)
}

// remembered checks what is asked of coalitions whose members remember: their goals are about what is
// so and what is known, and they begin where the check does.
func (r questions) remembered(f Expr) {
	if at := r.model.AsksKnowledge(); at != nil {
		r.fail(f.Span(), "coalitions are asked about under recall: none where actions ask what somebody knows")
	}
	Walk(f, func(e Expr) bool {
		switch e := e.(type) {
		case *Coalition:
			if !e.Uniform {
				r.fail(e.Span(), "coalitions with full information are asked about under recall: none; a check can say so for itself. Who remembers follows a uniform strategy: write <<…; uniform>>")
			}
			for _, goal := range []Expr{e.X, e.Y} {
				if Asks[*Temporal](goal) || Asks[*OnRuns](goal) || Asks[*Update](goal) || Asks[*Coalition](goal) || Asks[*Share](goal) {
					r.fail(e.Span(), "strategies with memory are for goals about the present: facts and what agents know, without operators of time, shares, knowledge actions and other coalitions")
				}
			}
		case *Temporal, *OnRuns, *Update, *GroupKnows, *Share:
			if e.Traits()&Strategic != 0 {
				r.fail(e.Span(), "strategies with memory are asked for where the check begins: not below operators of time, of groups or of knowledge actions")
			}
		}
		return true
	})
}
