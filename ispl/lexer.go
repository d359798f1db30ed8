package ispl

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/epibdd/epibdd/spec/source"
)

// Largest is how many bytes a file may have: models of hundreds of agents, which
// programs write, repeat themselves at length.
const Largest = 16 << 20

// maxTokens bounds the size of the tree, which those who read it descend.
const maxTokens = 4_000_000

// lexeme is a token at a place: offsets in the file.
type lexeme struct {
	kind       token
	start, end int
	match      int // of a parenthesis: the index of the other one; 0: none
}

// failure ends the reading of a file; it never leaves the package.
type failure struct{ source.Diagnostic }

func fail(at source.Span, hint, format string, args ...any) {
	panic(failure{source.Diagnostic{Severity: source.Error, Span: at, Message: fmt.Sprintf(format, args...), Hint: hint}})
}

// lexer cuts a file into lexemes.
type lexer struct {
	file *source.File
	text string
	pos  int
	toks []lexeme
}

// scan returns all lexemes of a file; the last one is tEOF.
func scan(file *source.File) []lexeme {
	l := &lexer{file: file, text: file.Text}
	if len(l.text) > Largest {
		fail(source.Span{File: source.NewFile(file.Name, "")}, "", "the file has more than %d bytes", Largest)
	}
	l.toks = make([]lexeme, 0, min(len(l.text)/4, maxTokens)+1)
	for l.skip(); l.pos < len(l.text); l.skip() {
		if len(l.toks) == maxTokens {
			fail(l.span(l.pos, l.pos+1), "", "the file has more than %d names, numbers and signs", maxTokens)
		}
		l.one()
	}
	end := 0
	if n := len(l.toks); n > 0 {
		end = l.toks[n-1].end
	}
	l.toks = append(l.toks, lexeme{kind: tEOF, start: end, end: end})
	l.pair()
	return l.toks
}

func (l *lexer) span(from, to int) source.Span {
	return source.Span{File: l.file, Start: from, End: min(to, len(l.text))}
}

// skip passes over blanks and comments. Two minus signs always begin a comment.
func (l *lexer) skip() {
	for l.pos < len(l.text) {
		switch c := l.text[l.pos]; {
		case c == ' ' || c == '\t' || c == '\r' || c == '\n':
			l.pos++
		case strings.HasPrefix(l.text[l.pos:], "--"):
			line := strings.IndexByte(l.text[l.pos:], '\n')
			if line < 0 {
				line = len(l.text) - l.pos
			}
			l.pos += line
		default:
			return
		}
	}
}

// one reads one token.
func (l *lexer) one() {
	rest := l.text[l.pos:]
	if strings.HasPrefix(rest, "CTL*") {
		l.push(tCTLStar, 4)
		return
	}
	if c := rest[0]; isLetter(c) || isDigit(c) {
		n := 1
		for n < len(rest) && (isDigit(rest[n]) || isLetter(c) && (isLetter(rest[n]) || rest[n] == '_')) {
			n++
		}
		l.push(wordKind(rest[:n]), n)
		return
	}
	for _, t := range typos {
		if strings.HasPrefix(rest, t.text) {
			fail(l.span(l.pos, l.pos+len(t.text)), t.hint, "%q is not part of ISPL", t.text)
		}
	}
	for t := tRange; t < tSemantics; t++ {
		if s := t.String(); strings.HasPrefix(rest, s) {
			l.push(t, len(s))
			return
		}
	}
	l.stray()
}

func (l *lexer) push(kind token, length int) {
	l.toks = append(l.toks, lexeme{kind: kind, start: l.pos, end: l.pos + length})
	l.pos += length
}

func wordKind(word string) token {
	if t, ok := reserved[word]; ok {
		return t
	}
	if isDigit(word[0]) {
		return tNumber
	}
	return tName
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }
func isDigit(c byte) bool  { return '0' <= c && c <= '9' }

// typos are signs of other languages, none of which can begin anything in ISPL.
var typos = []struct{ text, hint string }{
	{"!=", "inequality is written <>"},
	{"==", "equality is written ="},
	{"&&", `"and" is written and; & is for boolean expressions, as in (a & b) = true`},
	{"||", `"or" is written or; | is for boolean expressions, as in (a | b) = true`},
	{"<->", "write (p -> q) and (q -> p)"},
	{"=>", "implication is written ->, \"at least\" >="},
	{":=", "equality and assignment are written ="},
	{"//", "a comment begins with --"},
	{"/*", "a comment begins with -- and ends with the line"},
	{"#", "a comment begins with --"},
	{"%", "there is no remainder in ISPL"},
	{"_", "a name begins with a letter"},
}

// stray refuses a character that begins no token.
func (l *lexer) stray() {
	r, size := utf8.DecodeRuneInString(l.text[l.pos:])
	at := l.span(l.pos, l.pos+size)
	switch {
	case r == utf8.RuneError && size == 1:
		fail(at, "", "the byte 0x%02x is not a character: the text is not UTF-8", l.text[l.pos])
	case unicode.IsLetter(r):
		fail(at, "", "the character %q cannot be part of a name: names are made of a to z, A to Z, 0 to 9 and _", r)
	case unicode.IsSpace(r) || !unicode.IsPrint(r):
		fail(at, "use an ordinary blank", "the invisible character U+%04X is not part of ISPL", r)
	default:
		fail(at, "", "the character %q is not part of ISPL", r)
	}
}

// maxDepth is how deep parentheses and prefix operators may be nested, and
// maxStatement how many tokens may stand between two semicolons: what is read
// becomes a tree, at worst as deep.
const (
	maxDepth     = 1000
	maxStatement = 500_000
)

// pair finds for each parenthesis the one that belongs to it. One that has none
// is left for the parser to complain about, in its context.
func (l *lexer) pair() {
	var open []int
	since := 0
	for i, t := range l.toks {
		if i-since > maxStatement {
			fail(l.span(t.start, t.end), "give names to parts of it under Evaluation", "more than %d names, numbers and signs without a semicolon", maxStatement)
		}
		switch t.kind {
		case tLParen:
			if open = append(open, i); len(open) > maxDepth {
				fail(l.span(t.start, t.end), "", "parentheses are nested too deeply, more than %d levels", maxDepth)
			}
		case tRParen:
			if n := len(open); n > 0 {
				l.toks[open[n-1]].match, l.toks[i].match = i, open[n-1]
				open = open[:n-1]
			}
		case tSemi: // nothing reaches over the end of a line
			open, since = open[:0], i
		}
	}
}
