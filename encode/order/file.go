package order

import (
	"fmt"
	"slices"
	"strings"

	"github.com/epibdd/epibdd/encode/internal/failure"
	"github.com/epibdd/epibdd/encode/internal/layout"
	"github.com/epibdd/epibdd/spec/source"
)

// File is an order of cells as people write it down: one name on a line,
// as Explain gives it, top first; # after a blank begins a comment. Cells that it does not name
// keep below them what they have above them in the order that is found without it.
type File []source.Span

// Parse reads an order. A name that stands there twice is an error.
func Parse(f *source.File) (File, *source.List) {
	var o File
	errs := &source.List{}
	first := map[string]source.Span{}
	start := 0
	for line := range strings.SplitAfterSeq(f.Text, "\n") {
		text, _, _ := strings.Cut(" "+line, " #")
		if name := strings.TrimSpace(text); name != "" {
			at := start + strings.Index(line, name)
			span := source.Span{File: f, Start: at, End: at + len(name)}
			if old, ok := first[name]; ok {
				errs.Errorf(span, "%s has its place already, in line %d", name, f.Position(old.Start).Line)
			} else {
				first[name] = span
				o = append(o, span)
			}
		}
		start += len(line)
	}
	return o, errs
}

// UnknownCell is a name in an order that no cell has.
type UnknownCell struct {
	Place source.Span
	known []string
}

func (e *UnknownCell) Error() string {
	name := e.Place.Text()
	return fmt.Sprintf("there is no %s in the model to be put in order%s", name, source.DidYouMean(name, e.known))
}

// Diagnostic is the error with its place.
func (e *UnknownCell) Diagnostic() source.Diagnostic {
	return source.Diagnostic{
		Span: e.Place, Message: e.Error(),
		Hint: "epibdd explain --verbose lists the names; --save-order writes them to a file",
	}
}

// Names tells whether a cell is named.
func (o File) Names(name string) bool {
	return slices.ContainsFunc(o, func(s source.Span) bool { return s.Text() == name })
}

// Apply puts the cells into the order wanted. Cells not named follow the cell
// that is above them in the order found.
func (o File) Apply(found []*layout.Cell) []*layout.Cell {
	if len(o) == 0 {
		return found
	}
	byName := make(map[string]*layout.Cell, len(found))
	for _, c := range found {
		byName[c.Name] = c
	}
	named := make(map[*layout.Cell]bool, len(o))
	var list []*layout.Cell
	for _, span := range o {
		c := byName[span.Text()]
		if c == nil {
			e := &UnknownCell{Place: span}
			for _, c := range found {
				e.known = append(e.known, c.Name)
			}
			failure.Raise(e)
		}
		named[c] = true
		list = append(list, c)
	}
	follow := map[*layout.Cell][]*layout.Cell{} // by the named cell above them, nil: none
	var above *layout.Cell
	for _, c := range found {
		if named[c] {
			above = c
		} else {
			follow[above] = append(follow[above], c)
		}
	}
	out := slices.Clone(follow[nil])
	for _, c := range list {
		out = append(append(out, c), follow[c]...)
	}
	return out
}
