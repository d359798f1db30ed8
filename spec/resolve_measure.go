package spec

import (
	"math/big"

	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/syntax"
)

// measured resolves a question for a chance, or about what an experiment tells.
func (r questions) measured(check *Check, c *document.Check) {
	x := c.Measure
	m := &Measure{Place: c.ID.Place, Weigh: ByChoices}
	check.Measure = m
	if x.Weigh.Text != "" {
		m.Weigh = Weighing(x.Weigh.Text)
	}
	if check.Kind == ClassesCheck {
		r.ofStates(check.Formula, "what an experiment tells")
	}
	r.each(func() {
		if m.Of = r.agentsNamed(x.Of); len(x.Of) > 0 {
			m.Place = x.Of[0].Span()
		}
	}, func() {
		if x.Table != nil {
			m.Table = r.ofStates(r.expr(x.Table, nil), "a table")
		}
	}, func() {
		if x.Left != nil {
			m.Left = r.ofStates(r.expr(x.Left, nil), "what is left")
		}
	}, func() {
		if c.After != nil {
			r.before(check, c.After)
		}
	}, func() {
		if x.Outcomes != nil {
			m.Outcomes = r.expectSize(x.Outcomes)
		}
	}, func() {
		if x.Largest != nil {
			m.Largest = r.expectSize(x.Largest)
		}
	}, func() {
		if x.Mean != nil {
			m.Mean = r.expectMeasure(x.Mean)
		}
	})
}

// ofStates refuses an expression that asks for more than the state.
func (r questions) ofStates(e Expr, what string) Expr {
	r.forbid(e, IsTemporal|OnRun|AsksMoves|Epistemic, what)
	return e
}

// before resolves what happens before a chance is asked: a knowledge action, or a list of
// steps and tests.
func (r questions) before(check *Check, x syntax.Program) {
	if p := (programs{r.expressions}).program(x); !IsKnowledgeAction(p) {
		r.listed(p, x, "what has happened is a knowledge action (L{…}), or a list of steps and tests, as in play(7H); ?accepted")
		check.Measure.Steps = p
		return
	}
	r.after(check, x)
}

// listed refuses programs that are no lists of steps and tests of states.
func (r questions) listed(p Program, x syntax.Program, message string) {
	for _, part := range Listed(p) {
		switch part := part.(type) {
		case *Step, *AnyStep:
		case *Test:
			r.forbid(part.X, IsTemporal|Epistemic, "what has happened")
		default:
			r.fail(x.Span(), "%s", message)
		}
	}
}

// expectChance resolves a chance that is expected.
func (r questions) expectChance(x *document.Expect) *Expect {
	if x.Verdict != "" {
		return &Expect{Verdict: x.Verdict, Op: x.Op, Place: x.Span, Text: x.Span.Text()}
	}
	e := r.expectMeasure(x)
	if e.Ratio.Sign() < 0 || e.Ratio.Cmp(big.NewRat(1, 1)) > 0 {
		r.fail(x.Span, "a chance is a fraction from 0 to 1, such as 23/54")
	}
	return e
}

// expectSize resolves a number of things that is expected.
func (r questions) expectSize(x *document.Expect) *Expect {
	if r.isNone(x) {
		r.fail(x.Span, "a number is expected here, and there is always one")
	}
	return r.expectNumber(x, true)
}

// expectMeasure resolves a fraction that is expected.
func (r questions) expectMeasure(x *document.Expect) *Expect {
	if r.isNone(x) {
		r.fail(x.Span, "a fraction is expected here, such as 23/54")
	}
	return r.expectNumber(x, false)
}

func (r questions) isNone(x *document.Expect) bool {
	_, none := r.branch(x.Value).(*syntax.None)
	return none
}
