package syntax

import "fmt"

// program = "some" binders ":" program | choice ;
func (p *parser) program() Program {
	p.enter()
	defer p.leave()
	if p.kind() == SOME {
		return p.some()
	}
	return p.choice()
}

func (p *parser) some() Program {
	start := p.next()
	binders := p.binders()
	p.expect(COLON, `behind the domain of "some"`)
	body := p.program()
	return &Some{p.since(start), binders, body}
}

// choice = mark { "|" mark } [ "|" "some" binders ":" program ]
//
//	| seq "!" seq { "!" seq } ;
//
// mark = [ "!" ] seq ;
func (p *parser) choice() Program {
	start := p.pos
	first, marked := p.mark()
	if !marked && p.kind() == NOT {
		return p.local(first)
	}
	c := &Choice{Parts: []Program{first}, Marked: -1}
	if marked {
		c.Marked = 0
	}
	for p.accept(OR) {
		p.alternative(c)
	}
	switch {
	case p.kind() == NOT:
		p.failHint("put parentheses around one of them", `"|" and "!" between programs are mixed without parentheses`)
	case len(c.Parts) > 1:
		c.At = p.since(start)
		return c
	case marked:
		fail(p.spanAt(start), "write a | !b: b is what happens; a public announcement of f is written [L{all} ?(f)] g", `"!" marks a branch of a choice, and there is no choice here`)
	}
	return first
}

// alternative reads one more branch of c.
func (p *parser) alternative(c *Choice) {
	if p.kind() == SOME {
		c.Parts = append(c.Parts, p.some())
		return
	}
	at := p.pos
	part, marked := p.mark()
	if marked && c.Marked >= 0 {
		fail(p.spanAt(at), "mark the one branch that happens", `only one branch of a choice is marked "!"`)
	}
	if marked {
		c.Marked = len(c.Parts)
	}
	c.Parts = append(c.Parts, part)
}

func (p *parser) mark() (part Program, marked bool) {
	marked = p.accept(NOT)
	if marked && p.kind() == SOME {
		p.failHint("write !(some x in T: a)", `"some" behind "!" needs parentheses`)
	}
	return p.seq(), marked
}

// local reads the rest of α ! β ! ….
func (p *parser) local(first Program) Program {
	parts := []Program{first}
	for p.accept(NOT) {
		parts = append(parts, p.seq())
	}
	if p.kind() == OR {
		p.failHint("put parentheses around one of them", `"!" and "|" between programs are mixed without parentheses`)
	}
	return &Local{around(parts), parts}
}

// around is the place of programs that follow each other.
func around(parts []Program) At {
	return At{parts[0].Span().To(parts[len(parts)-1].Span())}
}

// seq = conc { ";" conc } ; a ";" before "<=" belongs to a superscript.
func (p *parser) seq() Program {
	parts := []Program{p.conc()}
	for p.kind() == SEMI && p.ahead() != LE {
		p.next()
		parts = append(parts, p.conc())
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return &Seq{around(parts), parts}
}

// conc = rep { "&" rep } ;
func (p *parser) conc() Program {
	parts := []Program{p.rep()}
	for p.accept(AND) {
		parts = append(parts, p.rep())
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return &Both{around(parts), parts}
}

// rep = atom { "*" | "{" "<=" sum "}" } ;
func (p *parser) rep() Program {
	start := p.pos
	x := p.atom()
	for {
		switch {
		case p.accept(TIMES):
			x = &Star{At: p.since(start), X: x}
		case p.kind() == LBRACE && p.ahead() == LE:
			open := p.next()
			p.next()
			most := p.binary(levelSum)
			p.expectClose(RBRACE, open)
			x = &Star{p.since(start), x, most}
		default:
			return x
		}
	}
}

// atom = "?" test | "L" group rep | "(" program ")" | "_" | name [ "(" arg { "," arg } ")" ] ;
func (p *parser) atom() Program {
	switch p.kind() {
	case QUERY:
		return p.testAtom()
	case LPAREN:
		start := p.next()
		x := p.program()
		p.expectClose(RPAREN, start)
		return &ParenProgram{p.since(start), x}
	case NAME:
		return p.namedAtom()
	case SOME:
		p.failHint("put parentheses around it, or put it last behind |", `"some" reaches to the end of the program and cannot stand here`)
	case NOT:
		p.failHint("a | !b marks a branch; a test is written ?(!f)", `a program is expected, found "!"`)
	case INT, LE:
		p.failHint("a bound is written {a; <= 3}, and of any steps {_; <= 3}", "a program is expected, %s", p.found())
	case TRUE, FALSE, FORALL, EXISTS, IF:
		p.failHint("a test of a condition is written ?(f), and a public announcement of it L{all} ?(f)", "a program is expected, %s", p.found())
	}
	p.expected("a program")
	return nil
}

func (p *parser) namedAtom() Program {
	switch {
	case p.text() == "L" && p.ahead() == LBRACE:
		return p.learn()
	case p.ahead() == LBRACE && p.kindAt(p.pos+2) != LE:
		hint := ""
		if _, knows := knowers[p.text()]; knows || groupers[p.text()] != 0 || temporal[p.text()] != 0 {
			hint = fmt.Sprintf("a test of a formula is written ?%s{…} f", p.text())
		}
		p.failHint(hint, "only L takes braces in a program, found %s before \"{\"", quote(p.text()))
	case p.text() == "_":
		return &AnyStep{p.since(p.next())}
	}
	return p.act()
}

// learn reads L{i, j} α.
func (p *parser) learn() Program {
	p.enter()
	defer p.leave()
	start := p.next()
	open := p.next()
	group := p.group(open)
	p.expectClose(RBRACE, open)
	group.At = p.since(open)
	program := p.rep()
	return &Learn{p.since(start), group, program}
}

// act reads an action or a named program.
//
//	arg = "_" | expr ;
func (p *parser) act() Program {
	name := p.ident("of an action")
	start := p.pos - 1
	if !p.accept(LPAREN) {
		return &Act{At: p.since(start), Name: name, Bare: true}
	}
	if p.kind() == RPAREN {
		p.failHint("write "+short(name.Name), "an argument is expected between the parentheses of %s", quote(name.Name))
	}
	args := []Expr{p.arg()}
	for p.accept(COMMA) {
		args = append(args, p.arg())
	}
	p.expect(RPAREN, `or "," behind an argument`)
	return &Act{At: p.since(start), Name: name, Args: args}
}

// arg returns nil for an open argument.
func (p *parser) arg() Expr {
	if p.isName(p.pos, "_") && (p.ahead() == COMMA || p.ahead() == RPAREN) {
		p.next()
		return nil
	}
	return p.expr()
}

func (p *parser) testAtom() Program {
	start := p.next()
	x := test(p)
	if op := operators[p.kind()]; op.level >= levelCompare && p.kind() != TIMES && p.kind() != GT || p.kind() == IMP || p.kind() == IFF {
		p.failHint(fmt.Sprintf("write ?(%s %s …)", excerpt(x), p.kind()), `behind "?" stands one operand: %s needs parentheses`, quote(p.text()))
	}
	return &Test{p.since(start), x}
}

// test = prefix test | share | postfix ; a comparison would make ?a = b | c unclear.
func test(p *parser) Expr {
	p.enter()
	defer p.leave()
	if prefix := p.prefix(); prefix != nil {
		return prefix(p, test)
	}
	return p.postfix()
}
