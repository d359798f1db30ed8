package syntax

import (
	"fmt"

	"github.com/epibdd/epibdd/spec/source"
)

// body reads the operand of a prefix operator: formula in an expression, test
// behind "?" in a program.
type body func(*parser) Expr

func formula(p *parser) Expr { return p.binary(levelPrefix) }

// prefix returns the rule of the prefix operator that comes next, or nil.
//
//	prefix = "!" | ("K"|"KW"|"KV"|"S") "{" range "}"
//	       | ("E"|"D"|"C") group             (* E: only if no "[" follows *)
//	       | ("AX"|"EX"|"AG"|"EG"|"AF"|"EF") [ super ]
//	       | "[" program "]" | "<" program ">" ;
func (p *parser) prefix() func(*parser, body) Expr {
	switch p.kind() {
	case NOT:
		return (*parser).negation
	case LBRACK, LT:
		return (*parser).box
	case LCOAL:
		return (*parser).coalition
	case NAME:
		return p.prefixName()
	}
	return nil
}

// prefixName decides whether a name is an operator here: suits are called S, D
// and C, and a card has the value K.
func (p *parser) prefixName() func(*parser, body) Expr {
	name, brace := p.text(), p.ahead() == LBRACE
	_, knows := knowers[name]
	_, groups := groupers[name]
	_, steps := temporal[name]
	_, path := paths[name]
	switch {
	case knows && brace:
		return (*parser).knows
	case name == shareWord && (brace || p.ahead() == LPAREN):
		return (*parser).share
	case groups && brace && !p.opensUntil():
		return (*parser).groupKnows
	case steps && startsOperand[p.ahead()]:
		return (*parser).overSteps
	case path && startsOperand[p.ahead()]:
		return (*parser).alongRun
	}
	return nil
}

func (p *parser) negation(operand body) Expr {
	start := p.next()
	x := operand(p)
	return &Unary{p.since(start), NOT, x}
}

// knows reads K{i} f and its kind.
func (p *parser) knows(operand body) Expr {
	start := p.next()
	op := knowers[p.textAt(start)]
	p.next()
	if p.kind() == RBRACE {
		p.failHint(fmt.Sprintf("write %s{i} f", op), "an agent is expected in %s{…}", op)
	}
	agent := p.binary(levelRange)
	if p.kind() == COMMA || p.kind() == IN {
		p.failHint("E{i, j} f, D{i, j} f and C{i, j} f are about groups", "%s is about one agent", quote(op.String()))
	}
	p.expect(RBRACE, "behind the agent")
	x := operand(p)
	return &Knows{p.since(start), op, agent, x}
}

// groupKnows reads E{i, j} f, E{i, j; k} f, D{i, j} f and C{i, j} f.
func (p *parser) groupKnows(operand body) Expr {
	start := p.next()
	op := groupers[p.textAt(start)]
	open := p.next()
	group := p.group(open)
	var times Expr
	if p.kind() == SEMI {
		if op != EVERY {
			p.failHint("only E is repeated: E{i, j; k} f", "%s takes no number of repetitions", quote(op.String()))
		}
		p.next()
		times = p.binary(levelSum)
	}
	p.expectClose(RBRACE, open)
	group.At = p.since(open)
	x := operand(p)
	return &GroupKnows{p.since(start), op, group, times, x}
}

// shareWord begins share(f) >= 2/3, which is read as a whole: what it is compared with is
// part of it.
const shareWord = "share"

// share reads share{i, j}(f) >= 2/3 and share(f) >= 2/3.
//
//	share = "share" [ group ] "(" expr ")" ("="|"!="|"<"|"<="|">"|">=") int [ "/" int ] ;
func (p *parser) share(body) Expr {
	start := p.next()
	x := &Share{}
	if p.kind() == LBRACE {
		open := p.next()
		x.Group = p.group(open)
		p.expectClose(RBRACE, open)
		x.Group.At = p.since(open)
	}
	open := p.pos
	if p.kind() != LPAREN {
		p.failHint("write share{i}(f) >= 2/3", "the formula whose share is meant stands in parentheses, %s", p.found())
	}
	p.next()
	x.X = p.readingRuns(false, p.expr)
	p.expectClose(RPAREN, open)
	if x.Op = p.kind(); operators[x.Op].level != levelCompare || x.Op == IN {
		p.failHint("write share{i}(f) >= 2/3", "a share is compared with a number behind it, %s", p.found())
	}
	p.next()
	x.Num = p.partOfShare()
	if p.accept(DIVIDE) {
		x.Den = p.partOfShare()
	}
	x.At = p.since(start)
	return x
}

// partOfShare reads a number above or below the line.
func (p *parser) partOfShare() *Int {
	if p.kind() != INT {
		p.failHint("write 0, 1, or a fraction such as 2/3", "a share is compared with a number that is written out, %s", p.found())
	}
	return p.number().(*Int)
}

// group reads the members of a group, up to what closes it.
//
//	items = item { "," item } [ ":" expr ] ;
//	item  = range [ "in" range ] ;
func (p *parser) group(open int) *Group {
	g := &Group{}
	switch {
	case p.kind() == RBRACE || p.kind() == RCOAL || p.kind() == SEMI:
		p.failHint("all is the group of all agents", "a group has at least one agent, %s", p.found())
	case p.bindersAhead():
		g.Binders = p.binders()
		if p.accept(COLON) {
			g.Cond = p.expr()
		}
	default:
		g.Elems = append(g.Elems, p.binary(levelRange))
		for p.accept(COMMA) {
			g.Elems = append(g.Elems, p.binary(levelRange))
		}
	}
	if p.kind() == COLON || p.kind() == IN {
		p.failHint("write {p in Player: f}", "a group is a list of agents, or binders with a condition, %s", p.found())
	}
	g.At = p.since(open)
	return g
}

// overSteps reads AX f … EF{a; <= 3} f.
func (p *parser) overSteps(operand body) Expr {
	start := p.next()
	word := p.textAt(start)
	op := temporal[word]
	super := p.super()
	if op == Next && super != nil && super.Bound != nil {
		fail(super.Bound.Span(), fmt.Sprintf("write %s{…} f, or %cF{…; <= m} f", word, word[0]),
			"%s looks at one execution: a bound on repetitions is for G, F and U", word)
	}
	x := operand(p)
	return &Temporal{At: p.since(start), All: word[0] == 'A', Op: op, Super: super, X: x}
}

// alongRun reads X f, G f or F f, which is about a run.
func (p *parser) alongRun(operand body) Expr {
	start := p.next()
	x := operand(p)
	return &Path{At: p.since(start), Op: paths[p.textAt(start)], X: x}
}

// untilBehind reads the rest of x U y, which does not chain.
func (p *parser) untilBehind(x Expr) Expr {
	if u, ok := x.(*Path); ok && u.Op == Until {
		p.failHint("put parentheses around one of them", `"U" does not chain`)
	}
	p.next()
	y := p.binary(levelPrefix)
	return &Path{At: At{x.Span().To(y.Span())}, Op: Until, X: x, Y: y}
}

// overRuns reads A(f) and E(f), where f is about runs.
func (p *parser) overRuns() Expr {
	start := p.next()
	open := p.next()
	x := p.readingRuns(true, p.expr)
	p.expectClose(RPAREN, open)
	return &OnRuns{At: p.since(start), All: p.textAt(start) == "A", X: x}
}

// readingRuns reads something where U is an operator, or is not.
func (p *parser) readingRuns(on bool, read func() Expr) Expr {
	saved := p.onRuns
	defer func() { p.onRuns = saved }()
	p.onRuns = on
	return read()
}

// super = "{" program [ ";" "<=" sum ] "}" ; nil where there is none.
func (p *parser) super() *Super {
	if p.kind() != LBRACE {
		return nil
	}
	start := p.next()
	program := p.program()
	var bound Expr
	if p.accept(SEMI) {
		p.expect(LE, "and a bound")
		bound = p.binary(levelSum)
		if p.kind() == SEMI {
			p.failHint("write {a; b; <= m}", `the bound "; <= m" is the last thing in the braces, found ";"`)
		}
	}
	p.expectClose(RBRACE, start)
	return &Super{p.since(start), program, bound}
}

// opensUntil reports whether the name A or E here begins an until: A[f U g], or
// A{…}[ in any case. A[i] without U is an array called A.
func (p *parser) opensUntil() bool {
	switch p.ahead() {
	case LBRACK:
		return p.untilIn(p.pos+1) >= 0
	case LBRACE:
		return p.text() == "A" || p.text() == "E" && p.kindAt(p.toks[p.pos+1].match+1) == LBRACK
	}
	return false
}

// until reads A[f U g] and E{a; <= 3}[f U g].
func (p *parser) until() Expr {
	start := p.next()
	word := p.textAt(start)
	if p.kind() == LBRACE {
		p.checkSuper(word)
	}
	super := p.super()
	x, y := p.untilOperands()
	return &Temporal{At: p.since(start), All: word == "A", Op: Until, Super: super, X: x, Y: y}
}

// checkSuper refuses braces that are not the superscript of an until. E{i, j}
// directly before "[" is taken for one, which is seldom what was meant.
func (p *parser) checkSuper(word string) {
	open := p.pos
	after := p.toks[open].match + 1
	if p.kindAt(after) != LBRACK {
		fail(p.spanAt(open-1), "write A{a}[f U g], or AX{a} f, AG{a} f, AF{a} f", `"[" is expected behind A{…}`)
	}
	if word == "E" && (p.listsMembers(open) || p.untilIn(after) < 0) {
		group := p.spanAt(open).To(p.spanAt(after - 1))
		hint := "a box there needs parentheses: E" + excerptText(group, "{…}") + " ([a] f)"
		fail(p.spanAt(open-1).To(p.spanAt(after)), hint, `E{…} directly before "[" is until, E{a}[f U g]`)
	}
}

// listsMembers reports whether the braces opened at open hold a list: a program
// has commas only between binders.
func (p *parser) listsMembers(open int) bool {
	first := p.inside(open, func(i int) bool {
		kind := p.kindAt(i)
		return kind == COMMA || kind == SOME || kind == FORALL || kind == EXISTS
	})
	return p.kindAt(max(first, 0)) == COMMA
}

func excerptText(at source.Span, otherwise string) string {
	if text := at.Text(); len(text) <= 30 {
		return text
	}
	return otherwise
}

// untilOperands = "[" expr "U" expr "]" ;
func (p *parser) untilOperands() (x, y Expr) {
	open := p.pos
	p.expect(LBRACK, "")
	u := p.untilIn(open)
	if u < 0 {
		fail(p.spanAt(open).To(p.spanAt(p.toks[open].match)), "write [f U g]", `"U" is missing in these brackets`)
	}
	x = p.readingRuns(false, p.expr)
	if p.pos != u {
		p.expected(`"U"`)
	}
	p.next()
	y = p.readingRuns(false, p.expr)
	if p.isName(p.pos, "U") {
		p.failHint("A[f U A[g U h]]", `one "U" stands in brackets, found another`)
	}
	p.expectClose(RBRACK, open)
	return x, y
}

// box reads [α] f and <α> f.
func (p *parser) box(operand body) Expr {
	start := p.next()
	diamond, closing := p.kindAt(start) == LT, RBRACK
	if diamond {
		closing = GT
	}
	if p.kind() == closing {
		p.failHint(`"always" is written AG f, "eventually" AF f or EF f`, "a program is expected between %q and %q", p.kindAt(start), closing)
	}
	program := p.program()
	p.expectClose(closing, start)
	x := operand(p)
	return &Box{p.since(start), diamond, program, x}
}

// coalition = "<<" items [ ";" "uniform" [ ":" ("objective"|"subjective") ] ] ">>" ( ("X"|"G"|"F") not | until ) ;
func (p *parser) coalition(operand body) Expr {
	start := p.next()
	c := &Coalition{Group: p.group(start)}
	if p.accept(SEMI) {
		if p.kind() != NAME || p.text() != "uniform" {
			p.failHint("write <<i, j; uniform>>", `"uniform" is expected behind ";" in a coalition, %s`, p.found())
		}
		p.next()
		c.Uniform = true
		if p.accept(COLON) {
			if p.kind() != NAME || p.text() != "objective" && p.text() != "subjective" {
				p.failHint("write <<i, j; uniform: subjective>>", `"objective" or "subjective" is expected behind "uniform:", %s`, p.found())
			}
			c.Subjective = p.text() == "subjective"
			p.next()
		}
	}
	p.expect(RCOAL, `at the end of the coalition`)
	c.Group.At = p.since(start)
	switch {
	case p.kind() == LBRACK:
		c.Op = Until
		c.X, c.Y = p.untilOperands()
	case p.kind() == NAME && paths[p.text()] != 0:
		c.Op = paths[p.text()]
		p.next()
		c.X = operand(p)
	default:
		p.failHint("write <<i, j>> X f, G f, F f or [f U g]", "X, G, F or [f U g] is expected behind a coalition, %s", p.found())
	}
	c.At = p.since(start)
	return c
}

// past reads past{a} and does{a}.
func (p *parser) past() Expr {
	start := p.next()
	open := p.next()
	program := p.program()
	p.expectClose(RBRACE, open)
	if p.textAt(start) == "past" {
		return &Past{p.since(start), program}
	}
	return &Does{p.since(start), program}
}
