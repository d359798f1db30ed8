package report

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/epibdd/epibdd/spec/source"
)

// formats are the formats by name.
var formats = map[string]func(io.Writer, Options) Writer{
	"text":     newText,
	"json":     newJSON,
	"markdown": newMarkdown,
	"github":   newGitHub,
	"dot":      newDOT,
	"svg":      newSVG,
}

// Formats lists the names of the formats.
func Formats() []string { return slices.Sorted(maps.Keys(formats)) }

// New returns a writer of the named format.
func New(format string, w io.Writer, o Options) (Writer, error) {
	make, ok := formats[format]
	if !ok {
		return nil, fmt.Errorf("unknown format %q%s; the formats are %s", format, source.DidYouMean(format, Formats()), strings.Join(Formats(), ", "))
	}
	return make(w, o), nil
}
