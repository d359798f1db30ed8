package syntax

// typ reads a type or a domain.
//
//	type = ( "bool" | "set" type | "array" type { "," type } "of" type
//	       | "[" list "]" | "(" type ")" | range ) [ "?" ] ;
//
// The parentheses are for (set T)?, since set T? is a set of T?.
func (p *parser) typ() Expr {
	p.enter()
	defer p.leave()
	start := p.pos
	t := p.typeBody()
	if !p.accept(QUERY) {
		return t
	}
	if p.kind() == QUERY {
		p.failHint("one ? is enough", "the type is optional already")
	}
	return &OptionType{p.since(start), t}
}

func (p *parser) typeBody() Expr {
	switch p.kind() {
	case BOOL:
		return &BoolType{p.since(p.next())}
	case SET:
		start := p.next()
		elem := p.typ()
		return &SetType{p.since(start), elem}
	case ARRAY:
		return p.arrayType()
	case LBRACK:
		return p.enumType()
	case LPAREN:
		if next := p.ahead(); next == BOOL || next == SET || next == ARRAY {
			return p.parenType()
		}
	}
	if !startsOperand[p.kind()] && p.kind() != MINUS {
		p.expected("a type")
	}
	return p.binary(levelRange)
}

func (p *parser) arrayType() Expr {
	start := p.next()
	index := []Expr{p.typ()}
	for p.accept(COMMA) {
		index = append(index, p.typ())
	}
	if p.kind() != OF {
		p.failHint("write array Index of Element", `"of" and the type of the elements is expected, %s`, p.found())
	}
	p.next()
	elem := p.typ()
	return &ArrayType{p.since(start), index, elem}
}

func (p *parser) enumType() Expr {
	start := p.next()
	if p.kind() == RBRACK {
		p.failHint("a type has at least one value", "an enumeration cannot be empty")
	}
	elems := p.list()
	p.expect(RBRACK, `or "," behind a value`)
	return &EnumType{p.since(start), elems}
}

func (p *parser) parenType() Expr {
	start := p.next()
	t := p.typ()
	p.expectClose(RPAREN, start)
	return &Paren{p.since(start), t}
}
