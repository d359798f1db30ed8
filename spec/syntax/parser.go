package syntax

import (
	"fmt"
	"strings"

	"github.com/epibdd/epibdd/spec/source"
)

// maxDepth is how deep brackets and prefix operators may be nested. Chains of
// infix operators, of "->" and of else if do not count: they are read in loops.
const maxDepth = 1000

// parser reads one text by recursive descent. The first error ends it: what
// follows would mostly be its echo.
type parser struct {
	at    source.Span
	toks  []lexeme
	pos   int
	depth int
	// onRuns says that formulas about runs are read, where U is an operator.
	onRuns bool
}

// parse runs one rule over all of a text; after an error the result is the zero
// T.
func parse[T any](at source.Span, errs *source.List, what string, rule func(*parser) T) T {
	var tree, none T
	caught := catch(errs, func() {
		p := &parser{at: at, toks: scan(at)}
		if len(p.toks) == 1 {
			fail(p.spanAt(0), "", "%s is expected here, and the text is empty", what)
		}
		p.pair()
		tree = rule(p)
		p.finish()
	})
	if caught {
		return none
	}
	return tree
}

// catch is the edge of the package: it runs f, and where f fails it reports
// why in errs.
func catch(errs *source.List, f func()) (caught bool) {
	defer func() {
		switch err := recover().(type) {
		case nil:
		case failure:
			errs.Add(err.Diagnostic)
			caught = true
		default:
			panic(err)
		}
	}()
	f()
	return false
}

// finish refuses tokens behind the end of the rule.
func (p *parser) finish() {
	if p.kind() != EOF {
		p.expected("an operator or the end of the text")
	}
}

func (p *parser) kindAt(i int) Token {
	if i >= len(p.toks) {
		return EOF
	}
	return p.toks[i].kind
}

func (p *parser) textAt(i int) string {
	return p.at.File.Text[p.toks[i].start:p.toks[i].end]
}

func (p *parser) spanAt(i int) source.Span {
	return source.Span{File: p.at.File, Start: p.toks[i].start, End: p.toks[i].end}
}

func (p *parser) isName(i int, name string) bool {
	return p.kindAt(i) == NAME && p.textAt(i) == name
}

// kind, ahead and text look at the next token and the one after it.
func (p *parser) kind() Token  { return p.kindAt(p.pos) }
func (p *parser) ahead() Token { return p.kindAt(p.pos + 1) }
func (p *parser) text() string { return p.textAt(p.pos) }

// since is the place of all tokens from start to the last one read.
func (p *parser) since(start int) At {
	return At{source.Span{File: p.at.File, Start: p.toks[start].start, End: p.toks[max(start, p.pos-1)].end}}
}

// next passes one token and returns its index.
func (p *parser) next() int {
	p.pos++
	return p.pos - 1
}

// accept passes a token of this kind, if it is next.
func (p *parser) accept(kind Token) bool {
	if p.kind() != kind {
		return false
	}
	p.pos++
	return true
}

// expect passes a token that must be there; why says where that is.
func (p *parser) expect(kind Token, why string) {
	if !p.accept(kind) {
		p.expected(strings.TrimSpace(quote(kind.String()) + " " + why))
	}
}

// expectClose passes what closes the bracket at open. The place of the bracket is
// looked up only to complain: that takes time where lines are long.
func (p *parser) expectClose(kind Token, open int) {
	if !p.accept(kind) {
		at := p.at.File.Position(p.toks[open].start)
		p.expected(fmt.Sprintf("%q for %q of line %d, column %d", kind, p.kindAt(open), at.Line, at.Column))
	}
}

// expected fails: what is expected, and what was found.
func (p *parser) expected(what string) {
	p.failHint(p.hint(), "%s is expected, %s", what, p.found())
}

// failHint fails at the next token.
func (p *parser) failHint(hint, format string, args ...any) {
	fail(p.spanAt(p.pos), hint, format, args...)
}

func (p *parser) found() string {
	switch {
	case p.kind() == EOF:
		return "and the text ends here"
	case Reserved(p.text()):
		return "found the reserved word " + quote(p.text())
	}
	return "found " + quote(p.text())
}

// quote shows a piece of text in a message.
func quote(text string) string { return `"` + short(text) + `"` }

// short cuts a piece of text to what a message has room for.
func short(text string) string {
	const most = 40
	text, _, _ = strings.Cut(text, "\n")
	if len(text) > most {
		text = strings.ToValidUTF8(text[:most], "") + "…"
	}
	return text
}

// enter counts a level of nesting.
func (p *parser) enter() {
	if p.depth++; p.depth > maxDepth {
		p.failHint("define names for the inner parts", "brackets and operators are nested too deeply here, more than %d levels", maxDepth)
	}
}

func (p *parser) leave() { p.depth-- }

// ident = name.
func (p *parser) ident(why string) Ident {
	if p.kind() != NAME {
		p.expected("a name " + why)
	}
	if p.text() == "_" {
		p.failHint(`"_" is an open argument of an action, or any step`, `a name %s is expected, found "_"`, why)
	}
	i := p.next()
	return Ident{p.since(i), p.textAt(i)}
}
