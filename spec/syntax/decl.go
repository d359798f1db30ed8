package syntax

import "github.com/epibdd/epibdd/spec/source"

// ParseExpr reads an expression or a formula. After an error, which is
// reported in errs, it returns nil; so do all functions of its kind.
func ParseExpr(at source.Span, errs *source.List) Expr {
	return parse(at, errs, "an expression", (*parser).expr)
}

// ParseType reads a type, or the domain of a binder.
func ParseType(at source.Span, errs *source.List) Expr {
	return parse(at, errs, "a type", (*parser).typ)
}

// ParseProgram reads a program or a knowledge action.
func ParseProgram(at source.Span, errs *source.List) Program {
	return parse(at, errs, "a program", (*parser).program)
}

// ParseSig reads the head of a declaration: round, turn(c in Card),
// bid(a, r in 0..4, b: bool).
func ParseSig(at source.Span, errs *source.List) *Sig {
	return parse(at, errs, "a name", (*parser).sig)
}

// ParseParams reads names with their types: line in 1..3, b: bool.
func ParseParams(at source.Span, errs *source.List) []Binder {
	return parse(at, errs, "a name", (*parser).params)
}

// ParseEntry reads an expression with binders behind it, place[c] for c in Card if
// place[c] != out, or before it, as quantifiers have them: c in Card: place[c].
func ParseEntry(at source.Span, errs *source.List) *Entry {
	return parse(at, errs, "an expression", (*parser).entry)
}

// ParseWho reads a key of seen or of agents: all, mover, p in Player if p != q.
func ParseWho(at source.Span, errs *source.List) *Who {
	return parse(at, errs, "an agent", (*parser).who)
}

// ParseLeast reads the range of a search: m in 1..8.
func ParseLeast(at source.Span, errs *source.List) *Least {
	return parse(at, errs, "a name", (*parser).least)
}

// ParseNames reads the names that a key declares: a, b.
func ParseNames(at source.Span, errs *source.List) []Ident {
	return parse(at, errs, "a name", (*parser).names)
}

// Word is one token of a text, for readers that need no grammar.
type Word struct {
	At
	Token Token
	Text  string
}

// Words cuts a text into its tokens, without blanks and comments and without
// EOF. It returns nil for an empty text and, with an error in errs, for one that
// holds a character that is in no token.
func Words(at source.Span, errs *source.List) []Word {
	var words []Word
	caught := catch(errs, func() {
		for _, t := range scan(at) {
			if t.kind == EOF {
				return
			}
			span := source.Span{File: at.File, Start: t.start, End: t.end}
			words = append(words, Word{At{span}, t.kind, span.Text()})
		}
	})
	if caught {
		return nil
	}
	return words
}

// sig   = name [ "(" params ")" ] ;
// param = name { "," name } ("in"|":") type ;
func (p *parser) sig() *Sig {
	s := &Sig{Name: p.ident("to declare")}
	if p.kind() == LPAREN {
		open := p.next()
		if p.kind() == RPAREN {
			p.failHint("without parameters write "+short(s.Name.Name)+" alone", "a parameter is expected between the parentheses")
		}
		s.Params = p.params()
		p.expectClose(RPAREN, open)
	}
	s.At = p.since(0)
	return s
}

// params = param { "," param } ;
func (p *parser) params() []Binder {
	list := []Binder{p.param()}
	for p.accept(COMMA) {
		list = append(list, p.param())
	}
	return list
}

func (p *parser) param() Binder {
	start := p.pos
	names := p.boundNames()
	if p.kind() != IN && p.kind() != COLON {
		p.failHint("write c in Card, or b: bool", `"in" and a type is expected behind the parameter %s, %s`,
			quote(names[len(names)-1].Name), p.found())
	}
	p.next()
	domain := p.typ()
	return Binder{p.since(start), names, domain}
}

// entry = expr [ "for" binders [ "if" expr ] ] | binders ":" expr ;
func (p *parser) entry() *Entry {
	e := &Entry{Binders: p.leadingBinders()}
	e.Value = p.expr()
	if e.Binders == nil && p.accept(FOR) {
		e.Binders, e.Cond = p.conditionedBinders()
	}
	e.At = p.since(0)
	return e
}

// leadingBinders reads binders with a colon behind them, if that is how a text begins: a name
// and "in" begin a condition as well.
func (p *parser) leadingBinders() (binders []Binder) {
	start := p.pos
	if !p.bindersAhead() {
		return nil
	}
	if catch(new(source.List), func() { binders = p.binders() }) || !p.accept(COLON) {
		p.pos = start
		return nil
	}
	return binders
}

// conditionedBinders = binders [ "if" expr ] ;
func (p *parser) conditionedBinders() ([]Binder, Expr) {
	binders := p.binders()
	if p.kind() == COLON {
		p.failHint("a condition stands behind if: x in T if f", `"if" or the end of the text is expected behind binders, found ":"`)
	}
	if p.accept(IF) {
		return binders, p.expr()
	}
	return binders, nil
}

// who = "all" | expr | binders [ "if" expr ] ;
func (p *parser) who() *Who {
	w := &Who{}
	switch {
	case p.isName(0, "all") && p.ahead() == EOF:
		w.All = true
		p.next()
	case p.bindersAhead():
		w.Binders, w.Cond = p.conditionedBinders()
	default:
		w.Value = p.expr()
	}
	if p.kind() == COMMA {
		p.failHint("write one entry for each, or binders: p in {a, b}", `one agent is expected, found ","`)
	}
	w.At = p.since(0)
	return w
}

// least = name "in" range ;
func (p *parser) least() *Least {
	name := p.ident("to search for")
	p.expect(IN, "and a range behind the name")
	domain := p.binary(levelRange)
	return &Least{p.since(0), name, domain}
}

// names = name { "," name } ;
func (p *parser) names() []Ident {
	names := []Ident{p.ident("to declare")}
	for p.accept(COMMA) {
		names = append(names, p.ident("to declare"))
	}
	return names
}
