package encode

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/symbolic"
)

// CellOrder is an order of cells as people write it down: one name on a line,
// as Explain gives it, top first; # after a blank begins a comment. Cells that it does not name
// keep below them what they have above them in the order that is found without it.
type CellOrder []source.Span

// ParseOrder reads an order. A name that stands there twice is an error.
func ParseOrder(f *source.File) (CellOrder, *source.List) {
	var o CellOrder
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

// WriteOrder writes the present order so that ParseOrder reads it.
func (s *System) WriteOrder(w io.Writer) error {
	var b strings.Builder
	for _, c := range s.cellsInOrder() {
		b.WriteString(c.name + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// OrderError is a name in an order that no cell has.
type OrderError struct {
	Place source.Span
	known []string
}

func (e *OrderError) Error() string {
	name := e.Place.Text()
	return fmt.Sprintf("there is no %s in the model to be put in order%s", name, source.DidYouMean(name, e.known))
}

// Diagnostic is the error with its place.
func (e *OrderError) Diagnostic() source.Diagnostic {
	return source.Diagnostic{
		Span: e.Place, Message: e.Error(),
		Hint: "epibdd explain --verbose lists the names; --save-order writes them to a file",
	}
}

// apply puts the cells into the order wanted. Cells not named follow the cell
// that is above them in the order found.
func (o CellOrder) apply(found []*cell) []*cell {
	if len(o) == 0 {
		return found
	}
	byName := make(map[string]*cell, len(found))
	for _, c := range found {
		byName[c.name] = c
	}
	named := make(map[*cell]bool, len(o))
	var list []*cell
	for _, span := range o {
		c := byName[span.Text()]
		if c == nil {
			e := &OrderError{Place: span}
			for _, c := range found {
				e.known = append(e.known, c.name)
			}
			panic(failure{e})
		}
		named[c] = true
		list = append(list, c)
	}
	follow := map[*cell][]*cell{} // by the named cell above them, nil: none
	var above *cell
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

// cellsInOrder returns the cells in the present order of their first bits, those
// without bits where they were put at first.
func (s *System) cellsInOrder() []*cell {
	level := make(map[symbolic.Bit]int)
	for i, b := range s.space.Order() {
		level[b] = i
	}
	at := make(map[*cell]int, len(s.plan.ordered))
	last := -1
	for _, c := range s.plan.ordered {
		if len(c.cur) > 0 {
			last = level[c.cur[0]]
		}
		at[c] = last
	}
	cells := slices.Clone(s.plan.ordered)
	slices.SortStableFunc(cells, func(a, b *cell) int { return cmp.Compare(at[a], at[b]) })
	return cells
}
