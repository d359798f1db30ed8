package ispl

import "fmt"

// scope is where a condition stands, which decides what names it may use.
type scope int

const (
	inEnvironment scope = iota
	inEnvironmentEvolution
	inAgent
	inAgentEvolution
	inEvaluation
	inInit
)

func (s scope) actions() bool { return s == inEnvironmentEvolution || s == inAgentEvolution }

// conditions reads conditions, and expressions in them.
type conditions struct {
	*parser
	scope scope
}

// A cond binds, from loose to tight: or, and, !, relations; all to the left.

// cond = conjunction { "or" conjunction }.
func (p conditions) cond() Cond {
	start := p.pos
	x := p.conjunction()
	for p.accept(tOr) {
		y := p.conjunction()
		x = &BinCond{p.since(start), true, x, y}
	}
	return x
}

// conjunction = negation { "and" negation }.
func (p conditions) conjunction() Cond {
	start := p.pos
	x := p.negation()
	for p.accept(tAnd) {
		y := p.negation()
		x = &BinCond{p.since(start), false, x, y}
	}
	return x
}

// negation = "!" negation | "(" cond ")" | actionAtom | expr relop expr.
func (p conditions) negation() Cond {
	p.enter()
	defer p.leave()
	start := p.pos
	switch {
	case p.accept(tNot):
		x := p.negation()
		return &NotCond{p.since(start), x}
	case p.kind() == tLParen && !p.opensExpr():
		p.pos++
		x := p.cond()
		p.expect(tRParen, "or an operator")
		return x
	case p.kind() == tAction, p.kindAt(p.pos+1) == tDot && p.kindAt(p.pos+2) == tAction:
		return p.acts()
	}
	return p.compare()
}

// opensExpr tells whether a parenthesis begins an expression, as in (a + b) < 3,
// and not a condition: an operator of expressions follows what it encloses.
func (p conditions) opensExpr() bool {
	closing := p.toks[p.pos].match
	if closing == 0 {
		p.expected("a parenthesis that is closed before the end of the line")
	}
	switch p.kindAt(closing + 1) {
	case tLT, tLE, tGT, tGE, tEQ, tNE, tPlus, tMinus, tTimes, tDivide, tBitOr, tBitAnd, tBitXor:
		return true
	}
	return false
}

// acts = "Action" "=" ID | agent "." "Action" "=" ID.
func (p conditions) acts() Cond {
	start := p.pos
	a := &Acts{}
	if p.kind() != tAction {
		a.Agent = p.agentName("an agent")
		p.expect(tDot, "")
	}
	if !p.scope.actions() {
		fail(p.here(), "", "only evolution lines may ask for actions")
	}
	p.expect(tAction, "")
	if p.kind() == tNE {
		fail(p.here(), "write ! (… = …)", "actions are compared with = alone")
	}
	p.expect(tEQ, "and an action")
	a.Action = p.ident("an action")
	a.at = p.since(start)
	return a
}

// compare = expr relop expr.
func (p conditions) compare() Cond {
	start := p.pos
	c := &Compare{X: p.expr()}
	switch p.kind() {
	case tLT, tLE, tGT, tGE, tEQ, tNE:
		c.Op = p.kind()
	default:
		hint := p.hint()
		if x, ok := c.X.(*Name); ok && hint == "" {
			if hint = wordHints[x.Name.Name]; hint == "" {
				hint = fmt.Sprintf("a boolean variable is no condition: write %s = true", x.Span().Text())
			}
		}
		p.expectedHint(hint, "a relation, one of < <= > >= = <>,")
	}
	if p.scope == inInit && c.Op != tEQ {
		fail(p.here(), "list the values: x = 1 or x = 2; for <> write ! (x = 1)", "InitStates has no relation but =")
	}
	p.pos++
	c.Y = p.expr()
	c.at = p.since(start)
	if p.scope == inInit {
		p.initial(c)
	}
	return c
}

// initial checks that a comparison in InitStates is one of a variable with a
// variable or a constant.
func (p conditions) initial(c *Compare) {
	x, ok := c.X.(*Name)
	if !ok || x.Owner.Name == "" {
		fail(c.X.Span(), "as in Sender.bit = b0", "in InitStates a variable stands to the left of =")
	}
	switch c.Y.(type) {
	case *Name, *Number, *Truth:
	default:
		fail(c.Y.Span(), "list the values: x = 1 or x = 2", "InitStates has no arithmetic")
	}
}

// An expr binds, from loose to tight: | and ^, &, ~, + and -, * and /; all to
// the left.

// binding is how tightly a binary operator of expressions binds; 0: it is none.
var binding = [tokens]int{tBitOr: 1, tBitXor: 1, tBitAnd: 2, tPlus: 4, tMinus: 4, tTimes: 5, tDivide: 5}

const bitNotBinding = 3

func (p conditions) expr() Expr { return p.operation(1) }

// operation reads operators that bind at least as tightly as least.
func (p conditions) operation(least int) Expr {
	start := p.pos
	x := p.operand()
	for binding[p.kind()] >= least {
		op := p.kind()
		p.pos++
		y := p.operation(binding[op] + 1)
		x = &Binary{p.since(start), op, x, y}
	}
	return x
}

// operand = "~" batom | "(" expr ")" | value.
func (p conditions) operand() Expr {
	p.enter()
	defer p.leave()
	start := p.pos
	switch p.kind() {
	case tBitNot:
		p.pos++
		if p.kind() == tBitNot {
			fail(p.here(), "write ~(~x)", "~ cannot follow ~")
		}
		x := p.operation(bitNotBinding + 1)
		return &BitNot{p.since(start), x}
	case tLParen:
		p.pos++
		x := p.expr()
		p.expect(tRParen, "or an operator")
		return x
	case tNumber, tMinus:
		n := p.number()
		return &Number{p.since(start), n}
	case tTrue, tFalse:
		p.pos++
		return &Truth{p.since(start), p.kindAt(start) == tTrue}
	case tName, tEnvironment:
		return p.value()
	}
	p.expected("a value")
	panic("unreachable")
}

// value = ID | agent "." ID, as far as the scope allows.
func (p conditions) value() Expr {
	start := p.pos
	n := &Name{}
	if p.kind() == tEnvironment || p.kindAt(p.pos+1) == tDot {
		n.Owner = p.agentName("an agent")
		p.expect(tDot, "and a variable")
		p.qualified(n.Owner)
	}
	n.Name = p.ident("a variable")
	n.at = p.since(start)
	return n
}

// qualified refuses the variables of others.
func (p conditions) qualified(owner Ident) {
	own := owner.Name == tEnvironment.String()
	switch p.scope {
	case inEnvironment, inEnvironmentEvolution:
		hint := "agents tell the Environment nothing but their actions"
		if own {
			hint = "write the name alone"
		}
		fail(owner.Place, hint, "the Environment names its own variables, without a prefix, and no others")
	case inAgent, inAgentEvolution:
		if !own {
			fail(owner.Place, "own variables are written without a prefix", "an agent sees its own variables and those of the Environment; of other agents it sees actions, in its evolution")
		}
	}
}
