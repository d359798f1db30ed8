package syntax

// binders = name { "," name } "in" domain { "," name { "," name } "in" domain } ;
// domain  = type | range ;
func (p *parser) binders() []Binder {
	binders := []Binder{p.binder()}
	for p.accept(COMMA) {
		binders = append(binders, p.binder())
	}
	return binders
}

func (p *parser) binder() Binder {
	start := p.pos
	names := p.boundNames()
	p.expect(IN, "and a domain behind "+quote(names[len(names)-1].Name))
	domain := p.typ()
	return Binder{p.since(start), names, domain}
}

// boundNames = name { "," name } ;
func (p *parser) boundNames() []Ident {
	names := []Ident{p.ident("to bind")}
	for p.accept(COMMA) {
		names = append(names, p.ident("to bind"))
	}
	return names
}

// bindersAhead reports whether the next tokens are name { "," name } "in".
func (p *parser) bindersAhead() bool {
	i := p.pos
	for p.kindAt(i) == NAME && p.kindAt(i+1) == COMMA {
		i += 2
	}
	return p.kindAt(i) == NAME && p.kindAt(i+1) == IN
}
