package syntax

// pair matches the brackets of the text, "<<" and ">>" among them, and notes
// where an operand can end. It goes first, so that the parser can look over a
// bracket in one step and every look ahead costs no more than the tokens that
// stand directly in a bracket. "<" and ">" are left to the parser, which alone
// can tell a diamond from a comparison.
func (p *parser) pair() {
	var open []int
	for i := range p.toks {
		switch p.kindAt(i) {
		case LPAREN, LBRACK, LBRACE, LCOAL:
			open = append(open, i)
		case RPAREN, RBRACK, RBRACE, RCOAL:
			open = p.close(open, i)
		}
		p.toks[i].ends = p.endsOperand(i)
	}
	if n := len(open); n > 0 {
		i := open[n-1]
		fail(p.spanAt(i), "", "%q is opened here and never closed: %q is missing", p.kindAt(i), closing[p.kindAt(i)])
	}
}

var closing = map[Token]Token{LPAREN: RPAREN, LBRACK: RBRACK, LBRACE: RBRACE, LCOAL: RCOAL}

func (p *parser) close(open []int, i int) []int {
	n := len(open)
	if n == 0 {
		fail(p.spanAt(i), "", "%q closes nothing: no bracket is open", p.kindAt(i))
	}
	o := open[n-1]
	if want := closing[p.kindAt(o)]; want != p.kindAt(i) {
		at := p.at.File.Position(p.toks[o].start)
		fail(p.spanAt(i), "", "%q is expected, found %q: the bracket %q of line %d, column %d is still open",
			want, p.kindAt(i), p.kindAt(o), at.Line, at.Column)
	}
	p.toks[o].match, p.toks[i].match = i, o
	return open[:n-1]
}

// endsOperand reports whether an operand can end with token i. Two operands
// never stand side by side, so a name U behind the end of one is "until", and a
// name U anywhere else is a name.
func (p *parser) endsOperand(i int) bool {
	switch p.kindAt(i) {
	case INT, TRUE, FALSE, ABSENT, RPAREN:
		return true
	case NAME:
		return !p.operatorName(i)
	case RBRACE:
		o := p.toks[i].match
		return o == 0 || p.kindAt(o-1) != NAME || isPast(p.textAt(o-1))
	case RBRACK:
		return p.endsBracket(p.toks[i].match - 1)
	}
	return false
}

// operatorName reports whether the name at i waits for an operand: AX before
// another name, or X behind a coalition.
func (p *parser) operatorName(i int) bool {
	before := EOF
	if i > 0 {
		before = p.kindAt(i - 1)
	}
	if temporal[p.textAt(i)] != 0 {
		return before != DOT && p.kindAt(i+1) == NAME
	}
	return paths[p.textAt(i)] != 0 && before == RCOAL
}

// endsBracket reports whether "[…]" behind token i is an index, the brackets of an
// until or an array behind = or !=, rather than a box that waits for its operand.
func (p *parser) endsBracket(i int) bool {
	if i < 0 {
		return false
	}
	if p.kindAt(i) == RCOAL || p.toks[i].ends || p.behindEquals(i+1) {
		return true
	}
	o := p.toks[i].match
	return p.kindAt(i) == RBRACE && o > 0 && isQuantifier(p.textAt(o-1))
}

func isPast(name string) bool       { return name == "past" || name == "does" }
func isQuantifier(name string) bool { return name == "A" || name == "E" }

// startsOperand lists the tokens that can begin an operand behind AX and its
// kind; a minus there is infix, so that a value named AX can be reckoned with.
var startsOperand = [tokens]bool{
	INT: true, NAME: true, TRUE: true, FALSE: true, ABSENT: true,
	LPAREN: true, LBRACK: true, LBRACE: true, LCOAL: true, LT: true, NOT: true,
	IF: true, FORALL: true, EXISTS: true,
}

// inside calls f with each token that stands directly in the brackets opened at
// open, until f returns true; the result is that token, or -1.
func (p *parser) inside(open int, f func(i int) bool) int {
	for i := open + 1; i < p.toks[open].match; i++ {
		if f(i) {
			return i
		}
		if _, opens := closing[p.kindAt(i)]; opens {
			i = p.toks[i].match
		}
	}
	return -1
}

// untilIn returns the U of the brackets opened at open, or -1.
func (p *parser) untilIn(open int) int {
	return p.inside(open, func(i int) bool {
		return i > open+1 && p.isName(i, "U") && p.toks[i-1].ends
	})
}

// colonIn returns the colon that parts binders from what they bind in the
// brackets opened at open, or -1. Every quantifier has a colon of its own.
func (p *parser) colonIn(open int) int {
	quantifiers := 0
	return p.inside(open, func(i int) bool {
		switch k := p.kindAt(i); {
		case k == FORALL, k == EXISTS, k == SOME, p.describes(i):
			quantifiers++
		case k == COLON:
			quantifiers--
		}
		return quantifiers < 0
	})
}

// describes reports whether a description begins at i: the, and a name behind it.
func (p *parser) describes(i int) bool { return p.isName(i, "the") && p.kindAt(i+1) == NAME }
