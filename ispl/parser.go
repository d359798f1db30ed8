package ispl

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/epibdd/epibdd/spec/source"
)

// parser is a place among the tokens of a file, which is read by recursive descent. The
// first error ends it: what follows would mostly be its echo.
type parser struct {
	file  *source.File
	toks  []lexeme
	pos   int
	depth int
}

// catch runs f, and where f fails reports why.
func catch(errs *source.List, f func()) (ok bool) {
	defer func() {
		switch err := recover().(type) {
		case nil:
		case failure:
			errs.Add(err.Diagnostic)
		default:
			panic(err)
		}
	}()
	f()
	return true
}

func (p *parser) kind() token { return p.toks[p.pos].kind }

func (p *parser) kindAt(i int) token {
	if i < 0 || i >= len(p.toks) {
		return tEOF
	}
	return p.toks[i].kind
}

func (p *parser) text() string {
	t := p.toks[p.pos]
	return p.file.Text[t.start:t.end]
}

// here is the place of the next token.
func (p *parser) here() source.Span {
	t := p.toks[p.pos]
	return source.Span{File: p.file, Start: t.start, End: t.end}
}

// since is the place of all tokens from start to the last one read.
func (p *parser) since(start int) at {
	return at{source.Span{File: p.file, Start: p.toks[start].start, End: p.toks[max(start, p.pos-1)].end}}
}

func (p *parser) accept(kind token) bool {
	if p.kind() != kind {
		return false
	}
	p.pos++
	return true
}

// expect passes a token that must be there; why says where that is.
func (p *parser) expect(kind token, why string) {
	if !p.accept(kind) {
		p.expected(strings.TrimSpace(strconv.Quote(kind.String()) + " " + why))
	}
}

// expected fails: what is expected, and what was found.
func (p *parser) expected(what string) { p.expectedHint(p.hint(), what) }

func (p *parser) expectedHint(hint, what string) {
	fail(p.here(), hint, "%s is expected, %s", what, p.found())
}

func (p *parser) found() string {
	switch text := p.text(); {
	case p.kind() == tEOF:
		return "and the file ends here"
	case reserved[text] != tEOF:
		return fmt.Sprintf("found the reserved word %q", text)
	default:
		return fmt.Sprintf("found %q", text)
	}
}

// hint proposes how to mend the text where the next token cannot stand.
func (p *parser) hint() string {
	switch p.kind() {
	case tNot:
		if p.kindAt(p.pos+1) == tEQ {
			return "inequality is written <>"
		}
	case tLBrack, tRBrack, tQuery:
		return "[ ] and ? are left over from a dialect that MCMAS does not read either"
	case tName:
		return wordHints[p.text()]
	case tAction:
		return "only evolution lines may ask for actions"
	case tU:
		return "until stands in parentheses: A (p U q); in LTL and CTL* behind a whole operand"
	}
	return ""
}

// wordHints are names that are operators or sections elsewhere.
var wordHints = map[string]string{
	"Others": "the keyword is Other", "other": "the keyword is Other",
	"not": `"not" is written !`, "AND": `"and" is written and`, "OR": `"or" is written or`,
	"implies": "implication is written ->, in formulas alone", "xor": "exclusive or of boolean expressions is written ^",
	"KH": "K is the only operator for knowledge of one agent", "W": "there is no weak until: write (p U q) or G p in LTL",
	"R": "there is no release: write !(!p U !q)", "bool": "the type is called boolean",
	"Formulas": "the section is called Formulae", "Init": "the section is called InitStates",
}

// enter counts a level of nesting.
func (p *parser) enter() {
	if p.depth++; p.depth > maxDepth {
		fail(p.here(), "give names to parts of it under Evaluation", "operators are nested too deeply here, more than %d levels", maxDepth)
	}
}

func (p *parser) leave() { p.depth-- }

// ident = ID.
func (p *parser) ident(what string) Ident {
	if p.kind() != tName {
		hint := p.hint()
		if p.kind() > tSemantics {
			hint = "words of the language cannot be names; choose another one, such as " + p.text() + "1"
		}
		p.expectedHint(hint, "the name of "+what)
	}
	p.pos++
	return Ident{p.since(p.pos - 1), p.file.Text[p.toks[p.pos-1].start:p.toks[p.pos-1].end]}
}

// agentName = ID | "Environment".
func (p *parser) agentName(what string) Ident {
	if p.accept(tEnvironment) {
		return Ident{p.since(p.pos - 1), tEnvironment.String()}
	}
	return p.ident(what)
}

// names = "{" [ ID { "," ID } ] "}".
func (p *parser) names(what string, empty bool, one func(string) Ident) []Ident {
	p.expect(tLBrace, "around names")
	var list []Ident
	if empty && p.accept(tRBrace) {
		return list
	}
	for {
		list = append(list, one(what))
		if !p.accept(tComma) {
			break
		}
	}
	p.expect(tRBrace, "or a comma")
	return list
}

// number = [ "-" ] NUMBER.
func (p *parser) number() int64 {
	start, sign := p.pos, ""
	if p.accept(tMinus) {
		sign = "-"
	}
	if p.kind() != tNumber {
		p.expected("a number")
	}
	n, err := strconv.ParseInt(sign+p.text(), 10, 32)
	p.pos++
	if err != nil {
		fail(p.since(start).Place, "", "numbers go from %d to %d", -1<<31, 1<<31-1)
	}
	return n
}
