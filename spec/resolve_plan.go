package spec

import (
	"math/big"
	"slices"

	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/spec/syntax"
)

// plan resolves who plans, what steps cost and what is expected of a plan.
func (r questions) plan(check *Check, c *document.Check) {
	x := c.Plan
	p := &Plan{Place: c.ID.Place, Costs: make([]int, len(r.model.Actions))}
	check.Plan = p
	r.forbid(check.Formula, IsTemporal|OnRun|AsksMoves, "the goal of a plan")
	if len(r.model.Fairness) > 0 {
		r.fail(check.Formula.Span(), "plans are about all runs: there can be no fairness")
	}
	if r.model.Runs == InfiniteRuns {
		r.fail(check.Formula.Span(), "plans are about all runs: there can be no runs: infinite")
	}
	if Asks[*Share](check.Formula) {
		r.fail(check.Formula.Span(), "the goal of a plan cannot ask for shares of worlds: plans are about states that are considered possible, and shares about histories")
	}
	if r.model.asksShares() != nil {
		r.fail(check.Formula.Span(), "there are no plans for a model with actions that ask for shares of worlds")
	}
	r.each(func() { r.planners(p, x) }, func() { r.costs(p, x.Cost) }, func() {
		if x.Within != nil {
			p.Within = r.priceOf(x.Within)
			if p.Within == 0 {
				r.fail(x.Within.Span(), "within is what a plan may cost at most, 1 or more")
			}
		}
	}, func() {
		if c.After != nil {
			r.happened(p, c.After)
		}
	}, func() {
		if x.Worst != nil {
			p.Worst = r.expectNumber(x.Worst, true)
		}
	}, func() {
		if x.Mean != nil {
			p.Mean = r.expectNumber(x.Mean, false)
		}
	}, func() {
		if x.Starts != nil {
			p.Starts = r.expectSize(x.Starts)
		}
	})
}

// happened resolves what has happened before the plan begins.
func (r questions) happened(p *Plan, x syntax.Program) {
	p.After = programs{r.expressions}.program(x)
	r.listed(p.After, x, "what has happened before a plan is a list of steps and tests, as in play(7H); ?accepted")
}

// planners are those who are named, or who own actions.
func (r questions) planners(p *Plan, x *document.Plan) {
	if p.By = r.agentsNamed(x.By); len(x.By) > 0 {
		p.Place = x.By[0].Span()
		return
	}
	for _, a := range r.model.Agents {
		if slices.ContainsFunc(r.model.Actions, func(action *Action) bool {
			return action.By != nil && slices.Contains(r.model.MayBe(action.By), a)
		}) {
			p.By = append(p.By, a)
		}
	}
	if len(p.By) == 0 {
		r.fail(p.Place, "no action has an owner: say by: who plans, and by: at the actions whose steps they are")
	}
}

// agentsNamed are the agents of a list, each named once.
func (r questions) agentsNamed(list []syntax.Expr) []*Agent {
	var all []*Agent
	for _, x := range list {
		v := valueOf(groups{r.expressions}.agent(x))
		if v == nil {
			r.fail(x.Span(), "who this is must be known from the parameters")
		}
		i := slices.IndexFunc(r.model.Agents, func(a *Agent) bool { return Equal(a.Name, v) })
		if i < 0 {
			groups{r.expressions}.unknownAgent(x.Span(), v.String())
		}
		if slices.Contains(all, r.model.Agents[i]) {
			r.fail(x.Span(), "%s is there twice", v)
		}
		all = append(all, r.model.Agents[i])
	}
	return all
}

// costs resolves what steps cost; an action that is not mentioned costs 1 where none is, else nothing.
func (r questions) costs(p *Plan, given []document.Cost) {
	if given == nil {
		for i := range p.Costs {
			p.Costs[i] = 1
		}
	}
	for _, c := range given {
		a := r.actions[c.Action.Name]
		if a == nil {
			var known []string
			for _, a := range r.model.Actions {
				known = append(known, a.Name)
			}
			r.fail(c.Action.Place, "unknown action %q%s", c.Action.Name, source.DidYouMean(c.Action.Name, known))
		}
		p.Costs[a.Index] = r.priceOf(c.Value)
	}
	if !slices.ContainsFunc(p.Costs, func(c int) bool { return c > 0 }) {
		r.fail(p.Place, "no step costs anything, so there is nothing to be found out")
	}
}

// mostCost bounds what a step may cost, and a plan.
const mostCost = 1_000_000

func (r questions) priceOf(x syntax.Expr) int {
	n := r.constInt(x)
	if r.isFraction(r.branch(x), big.NewInt(int64(n))) {
		r.fail(x.Span(), "a whole number is expected here, and %s is none", x.Span().Text())
	}
	if n < 0 || n > mostCost {
		r.fail(x.Span(), "a cost is a number from 0 to %d", mostCost)
	}
	return int(n)
}

// expectNumber resolves a number that is expected: a whole one, or a fraction; or none.
func (r questions) expectNumber(x *document.Expect, whole bool) *Expect {
	e := &Expect{Op: x.Op, Place: x.Span, Text: x.Span.Text()}
	value := r.branch(x.Value)
	if _, none := value.(*syntax.None); none {
		if x.Op != syntax.EQ && x.Op != syntax.NE {
			r.fail(x.Span, "none is no number to compare with")
		}
		return e
	}
	if whole {
		n := r.bigInt(value)
		if e.Ratio = new(big.Rat).SetInt(n); r.isFraction(value, n) {
			r.fail(x.Span, "a whole number is expected here, and %s is none", x.Span.Text())
		}
	} else {
		e.Ratio = r.ratio(value)
	}
	if e.Ratio.Sign() < 0 {
		r.fail(x.Span, "what is expected is never below 0")
	}
	return e
}

// isFraction tells whether an expression that is worth n in whole numbers is written as a fraction
// that is worth something else, such as 1/2.
func (r questions) isFraction(x syntax.Expr, n *big.Int) bool {
	b, ok := x.(*syntax.Binary)
	return ok && b.Op == syntax.DIVIDE && r.ratio(b).Cmp(new(big.Rat).SetInt(n)) != 0
}

// branch is the part of a conditional expression that parameters choose.
func (r questions) branch(x syntax.Expr) syntax.Expr {
	switch y := x.(type) {
	case *syntax.Paren:
		return r.branch(y.X)
	case *syntax.If:
		if r.constBool(y.Cond) {
			return r.branch(y.Then)
		}
		return r.branch(y.Else)
	}
	return x
}

// ratio evaluates a fraction that is expected, exactly: 113/36 is no division of numbers.
func (r questions) ratio(x syntax.Expr) *big.Rat {
	switch x := x.(type) {
	case *syntax.Paren:
		return r.ratio(x.X)
	case *syntax.Binary:
		if op := ratioOps[x.Op]; op != nil {
			a, b := r.ratio(x.X), r.ratio(x.Y)
			if x.Op == syntax.DIVIDE && b.Sign() == 0 {
				r.fail(x.Place, "division by 0")
			}
			return op(new(big.Rat), a, b)
		}
	case *syntax.If:
		if r.constBool(x.Cond) {
			return r.ratio(x.Then)
		}
		return r.ratio(x.Else)
	}
	return new(big.Rat).SetInt(r.bigInt(x))
}

var ratioOps = map[syntax.Token]func(z, a, b *big.Rat) *big.Rat{
	syntax.PLUS: (*big.Rat).Add, syntax.MINUS: (*big.Rat).Sub, syntax.TIMES: (*big.Rat).Mul, syntax.DIVIDE: (*big.Rat).Quo,
}
