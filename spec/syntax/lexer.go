package syntax

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/epibdd/epibdd/spec/source"
)

// Limits of one expression. Consumers of the tree recurse; a chain of a million
// operands is a tree as deep, so the number of tokens, which bounds the number
// of nodes and the depth, is limited rather than the depth alone.
const (
	maxBytes  = 1 << 20
	maxTokens = 100_000
)

const wayOut = "split it: define names for its parts, or use a list where one is allowed (init, when)"

// lexeme is a token at a place: offsets in the file.
type lexeme struct {
	kind       Token
	start, end int
	match      int  // the other bracket of a pair
	ends       bool // an operand can end here
}

// lexer cuts the text of a span into lexemes.
type lexer struct {
	at   source.Span
	text string
	pos  int // in text
	toks []lexeme
}

// failure is what lexer and parser panic with; it never leaves the package.
type failure struct{ source.Diagnostic }

func fail(at source.Span, hint, format string, args ...any) {
	panic(failure{source.Diagnostic{Severity: source.Error, Span: at, Message: fmt.Sprintf(format, args...), Hint: hint}})
}

// scan returns all lexemes of a span; the last one is EOF.
func scan(at source.Span) []lexeme {
	l := &lexer{at: at, text: at.Text()}
	if len(l.text) > maxBytes {
		fail(l.span(0, 1), wayOut, "this text has %d bytes, more than the %d that one expression may have", len(l.text), maxBytes)
	}
	for l.skip(); l.pos < len(l.text); l.skip() {
		if len(l.toks) == maxTokens {
			fail(l.span(l.pos, l.pos+1), wayOut, "one expression may have %d names, numbers and signs, and this one has more", maxTokens)
		}
		l.one()
	}
	return append(l.toks, l.end())
}

// end is EOF just behind the last token: blanks at the end of a block would put
// the caret on an empty line.
func (l *lexer) end() lexeme {
	at := l.at.Start
	if n := len(l.toks); n > 0 {
		at = l.toks[n-1].end
	}
	return lexeme{kind: EOF, start: at, end: at}
}

// skip passes over blanks and comments.
func (l *lexer) skip() {
	for ; l.pos < len(l.text); l.pos++ {
		switch l.text[l.pos] {
		case ' ', '\t', '\r', '\n':
		case '#':
			line := strings.IndexByte(l.text[l.pos:], '\n')
			if line < 0 {
				l.pos = len(l.text)
				return
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
	if n := wordLength(rest); n > 0 {
		l.push(wordKind(rest[:n]), n)
		return
	}
	for _, t := range typos {
		if strings.HasPrefix(rest, t.text) {
			fail(l.span(l.pos, l.pos+len(t.text)), t.hint, "%s is not an operator of this language", quote(t.text))
		}
	}
	for _, t := range symbols {
		if s := t.String(); strings.HasPrefix(rest, s) {
			l.push(t, len(s))
			return
		}
	}
	l.stray()
}

// symbols are the tokens that are no words, the longest first.
var symbols = []Token{
	IFF,
	IMP, LE, GE, NE, LCOAL, RCOAL, RANGE,
	OR, AND, NOT, EQ, LT, GT, PLUS, MINUS, TIMES, DIVIDE,
	LPAREN, RPAREN, LBRACK, RBRACK, LBRACE, RBRACE, COMMA, SEMI, COLON, DOT, QUERY,
}

func (l *lexer) push(kind Token, length int) {
	start := l.at.Start + l.pos
	l.toks = append(l.toks, lexeme{kind: kind, start: start, end: start + length})
	l.pos += length
}

// span is the span of a part of the text, cut to its end.
func (l *lexer) span(from, to int) source.Span {
	at := l.at
	at.Start, at.End = l.at.Start+from, l.at.Start+min(to, len(l.text))
	return at
}

// wordLength is how many bytes of letters, digits and _ text begins with.
func wordLength(text string) int {
	n := 0
	for n < len(text) && (isLetter(text[n]) || isDigit(text[n]) || text[n] == '_') {
		n++
	}
	return n
}

// wordKind tells keywords, names and numbers: a name has a letter somewhere
// (2S, 10D) or begins with _.
func wordKind(word string) Token {
	if t, ok := reserved[word]; ok {
		return t
	}
	if word[0] == '_' || strings.IndexFunc(word, func(r rune) bool { return isLetter(byte(r)) }) >= 0 {
		return NAME
	}
	return INT
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }
func isDigit(c byte) bool  { return '0' <= c && c <= '9' }

// stray refuses a character that begins no token.
func (l *lexer) stray() {
	r, size := utf8.DecodeRuneInString(l.text[l.pos:])
	at := l.span(l.pos, l.pos+size)
	switch hint, known := strays[r]; {
	case r == utf8.RuneError && size == 1:
		fail(at, "", "the byte 0x%02x is not a character: the text is not UTF-8", l.text[l.pos])
	case known:
		fail(at, hint, "the character %s is not part of this language", quote(string(r)))
	case unicode.IsLetter(r) || unicode.IsDigit(r):
		fail(at, "", "the character %s cannot be part of a name: names are made of a to z, A to Z, 0 to 9 and _", quote(string(r)))
	case unicode.IsSpace(r) || !unicode.IsPrint(r):
		fail(at, "use an ordinary blank", "the invisible character U+%04X is not part of this language", r)
	default:
		fail(at, "", "the character %s is not part of this language", quote(string(r)))
	}
}
