package smcdel

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/epibdd/epibdd/spec/source"
)

// Largest is how many bytes a file may have.
const Largest = 16 << 20

// maxTokens bounds the tree, which those who read it descend.
const maxTokens = 4_000_000

// token is a word or sign at its place. Its kind is a letter for numbers and names, and
// else what it is called in the grammar; "" ends the file.
type token struct {
	kind string
	at   source.Span
}

const (
	number = "0"
	name   = "a"
)

// keywords cannot be names. Those of two words have exactly one blank between these.
var keywords = []string{
	"knows whether", "knows that", "comknow whether", "comknow that", "distknow whether", "distknow that",
	"VARS", "LAW", "OBS", "TRUE?", "VALID?", "WHERE?", "Top", "Bot", "Not", "not", "iff", "AND", "OR", "XOR", "ONEOF",
	"ForAll", "Forall", "Exists", "Kw", "K",
}

// signs, each with what it is called.
var signs = []struct{ text, kind string }{
	{"->", "->"}, {"→", "->"}, {"~", "~"}, {"¬", "~"}, {"&", "&"}, {"∧", "&"}, {"|", "|"}, {"∨", "|"},
	{":", ":"}, {",", ","}, {"(", "("}, {")", ")"}, {"[", "["}, {"]", "]"}, {"{", "{"}, {"}", "}"}, {"<", "<"}, {">", ">"}, {"!", "!"}, {"?", "?"},
}

// failure ends the reading of a file; it never leaves the package.
type failure struct{ source.Diagnostic }

func fail(at source.Span, hint, format string, args ...any) {
	panic(failure{source.Diagnostic{Severity: source.Error, Span: at, Message: fmt.Sprintf(format, args...), Hint: hint}})
}

// scan cuts a file into tokens.
func scan(file *source.File) []token {
	if len(file.Text) > Largest {
		fail(source.Span{File: source.NewFile(file.Name, "")}, "", "the file has %d bytes; at most %d are read", len(file.Text), Largest)
	}
	var all []token
	for at := 0; at < len(file.Text); {
		rest := file.Text[at:]
		r, size := utf8.DecodeRuneInString(rest)
		if unicode.IsSpace(r) {
			at += size
			continue
		}
		if strings.HasPrefix(rest, "--") {
			at += len(rest)
			if line := strings.IndexByte(rest, '\n'); line >= 0 {
				at += line - len(rest)
			}
			continue
		}
		kind, length := one(rest)
		span := source.Span{File: file, Start: at, End: at + max(length, size)}
		if kind == "" {
			fail(span, "", "the character %q is not part of this language", r)
		}
		if len(all) == maxTokens {
			fail(span, "", "the file has more than %d names, numbers and signs", maxTokens)
		}
		all = append(all, token{kind, span})
		at += length
	}
	end := len(file.Text)
	return append(all, token{"", source.Span{File: file, Start: end, End: end}})
}

// one is the kind of the token that a text begins with, and its length: the longest one,
// and of the same length a keyword before a name.
func one(text string) (kind string, length int) {
	letters, digits := 0, 0
	for letters < len(text) && (isLetter(text[letters]) || letters > 0 && isDigit(text[letters])) {
		letters++
	}
	for digits < len(text) && isDigit(text[digits]) {
		digits++
	}
	switch {
	case letters > 0:
		for _, k := range keywords {
			if len(k) >= letters && strings.HasPrefix(text, k) && (len(k) == len(text) || !isWord(text[len(k)]) || !isWord(k[len(k)-1])) {
				return k, len(k)
			}
		}
		return name, letters
	case digits > 0:
		return number, digits
	}
	for _, s := range signs {
		if strings.HasPrefix(text, s.text) {
			return s.kind, len(s.text)
		}
	}
	return "", 0
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }
func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
func isWord(c byte) bool   { return isLetter(c) || isDigit(c) }
