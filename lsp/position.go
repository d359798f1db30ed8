package lsp

import (
	"net/url"
	"path/filepath"
	"runtime"
	"strings"
	"unicode/utf8"

	"go.lsp.dev/protocol"

	"github.com/epibdd/epibdd/spec/source"
)

// rangeOf is a span as editors count: lines and columns from 0, columns in UTF-16.
func rangeOf(s source.Span) protocol.Range {
	if s.File == nil {
		return protocol.Range{}
	}
	return protocol.Range{Start: positionOf(s.File, s.Start), End: positionOf(s.File, s.End)}
}

func positionOf(f *source.File, offset int) protocol.Position {
	offset = min(max(offset, 0), len(f.Text))
	line := f.Position(offset).Line
	units := 0
	for _, r := range f.Text[f.Offset(line, 1):offset] {
		units += unitsOf(r)
	}
	return protocol.Position{Line: uint32(line - 1), Character: uint32(units)}
}

// offsetOf is the byte at a position, which is cut to its line and to the text.
func offsetOf(f *source.File, p protocol.Position) int {
	offset := f.Offset(int(p.Line)+1, 1)
	for units := 0; units < int(p.Character) && offset < len(f.Text); {
		r, size := utf8.DecodeRuneInString(f.Text[offset:])
		if r == '\n' {
			break
		}
		units += unitsOf(r)
		offset += size
	}
	return offset
}

// unitsOf is how many units of UTF-16 a character takes.
func unitsOf(r rune) int {
	if r > 0xffff {
		return 2
	}
	return 1
}

// whole is the range of a text.
func whole(f *source.File) protocol.Range {
	return protocol.Range{End: positionOf(f, len(f.Text))}
}

// nameOf is what errors call a text: its path, or where it is in no file its URI; of a copy of
// the library, what they call the model.
func nameOf(uri protocol.DocumentURI) string {
	u, err := url.Parse(string(uri))
	if err != nil || u.Scheme != "file" {
		return string(uri)
	}
	path := u.Path
	if runtime.GOOS == "windows" {
		path = strings.TrimPrefix(path, "/")
	}
	return opened(filepath.FromSlash(path))
}

// uriOf is the URI of a text by its name.
func uriOf(name string) protocol.DocumentURI {
	if !filepath.IsAbs(name) {
		return protocol.DocumentURI(name)
	}
	path := filepath.ToSlash(name)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	return protocol.DocumentURI((&url.URL{Scheme: "file", Path: path}).String())
}
