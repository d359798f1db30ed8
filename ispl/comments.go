package ispl

import (
	"strings"

	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
)

// Comments are those of a file, in its order. Two minus signs always begin one.
func Comments(file *source.File) []document.Comment {
	var found []document.Comment
	at := 0
	for line := range strings.Lines(file.Text) {
		if i := strings.Index(line, "--"); i >= 0 {
			text := strings.TrimRight(line[i:], "\r\n")
			found = append(found, document.Comment{
				At:   source.Span{File: file, Start: at + i, End: at + i + len(text)},
				Text: strings.TrimLeft(text, "-"),
			})
		}
		at += len(line)
	}
	return found
}
