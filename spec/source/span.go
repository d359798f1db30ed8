package source

import (
	"sort"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// File is a named text. Name is what the user calls it: a path, "<stdin>", or
// the option that a value was given with.
type File struct {
	Name string
	Text string

	lines []int // byte offset of the first byte of each line
}

// NewFile returns a file over text, which must be the whole content.
func NewFile(name, text string) *File {
	f := &File{Name: name, Text: text, lines: []int{0}}
	for i := 0; i < len(text); i++ {
		if text[i] == '\n' {
			f.lines = append(f.lines, i+1)
		}
	}
	return f
}

// Position is a place for people: line and column count from 1, columns in
// characters.
type Position struct{ Line, Column int }

// Position returns the line and column of a byte offset.
func (f *File) Position(offset int) Position {
	offset = min(max(offset, 0), len(f.Text))
	line := sort.SearchInts(f.lines, offset+1) - 1
	return Position{line + 1, utf8.RuneCountInString(f.Text[f.lines[line]:offset]) + 1}
}

// Line returns the text of line n (from 1), without its line break; "" where
// there is no such line.
func (f *File) Line(n int) string {
	if n < 1 || n > len(f.lines) {
		return ""
	}
	end := len(f.Text)
	if n < len(f.lines) {
		end = f.lines[n]
	}
	return strings.TrimRight(f.Text[f.lines[n-1]:end], "\r\n")
}

// Offset returns the byte offset of a line and column (from 1, columns in
// characters), cut to the end of that line.
func (f *File) Offset(line, column int) int {
	if line < 1 || line > len(f.lines) {
		return len(f.Text)
	}
	offset := f.lines[line-1]
	for ; column > 1 && offset < len(f.Text) && f.Text[offset] != '\n'; column-- {
		_, size := utf8.DecodeRuneInString(f.Text[offset:])
		offset += size
	}
	return offset
}

// Span is the range [Start, End) of bytes of a file. The zero Span stands for
// things that no text spells.
type Span struct {
	File       *File
	Start, End int
}

// Text returns the bytes that the span covers.
func (s Span) Text() string {
	if s.File == nil {
		return ""
	}
	return s.File.Text[s.Start:s.End]
}

// To returns the span from the start of s to the end of t, of the same file.
func (s Span) To(t Span) Span {
	if s.File != t.File || t.End < s.Start {
		return s
	}
	return Span{s.File, s.Start, t.End}
}

// Shown is the name of a file as it is shown to people: quoted where it has characters
// that could steer a terminal.
func Shown(name string) string {
	if strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return strconv.Quote(name)
	}
	return name
}

// String returns "file:line:column".
func (s Span) String() string {
	if s.File == nil {
		return "-"
	}
	p := s.File.Position(s.Start)
	return Shown(s.File.Name) + ":" + itoa(p.Line) + ":" + itoa(p.Column)
}
