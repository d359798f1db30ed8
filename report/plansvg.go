package report

import (
	"fmt"
	"html"
	"io"
	"strings"
)

// The measures of a drawn plan.
const (
	letter     = 7.2 // width, of the font below
	margin     = 20.0
	rowHigh    = 50.0 // from one leaf to the next
	actHigh    = 40.0 // of a box, of two lines
	columnGap  = 36.0
	widestLine = 64 // letters
)

// WritePlanSVG draws plans as trees that grow from left to right: in a box stands what may be
// seen, and below it what is done then. Each leaf has a row to itself and what leads there
// stands between its leaves, so that no two boxes overlap.
func (r *Run) WritePlanSVG(w io.Writer) error {
	d := &planSVG{}
	if r != nil {
		for _, p := range r.Plans {
			root := &planBox{lines: []string{p.heading()}}
			d.place(root, 0, p.Starts)
		}
	}
	_, err := io.WriteString(w, d.drawing())
	return err
}

// planBox is a box of a drawn plan.
type planBox struct {
	column int
	y      float64  // of its middle
	lines  []string // what may be seen, and what is done then
	done   bool
	next   []*planBox
}

// planSVG gives boxes their places.
type planSVG struct {
	boxes  []*planBox
	widths []float64 // of the columns
	rows   int
}

// place puts a box into a column, and what may be seen next to the right of it.
func (d *planSVG) place(b *planBox, column int, next []Branch) {
	b.column = column
	d.boxes = append(d.boxes, b)
	if column == len(d.widths) {
		d.widths = append(d.widths, 0)
	}
	for _, line := range b.lines {
		d.widths[column] = max(d.widths[column], float64(min(len([]rune(line)), widestLine))*letter+16)
	}
	for _, f := range folded(next) {
		child := &planBox{lines: []string{strings.Join(f.seen, " | "), f.first.act()}, done: f.first.Done}
		d.place(child, column+1, f.first.Next)
		b.next = append(b.next, child)
	}
	if n := len(b.next); n > 0 {
		b.y = (b.next[0].y + b.next[n-1].y) / 2
		return
	}
	b.y = margin + rowHigh*(float64(d.rows)+0.5)
	d.rows++
}

// drawing draws the boxes, and lines from each to what comes of it.
func (d *planSVG) drawing() string {
	left := make([]float64, len(d.widths)+1)
	left[0] = margin
	for i, width := range d.widths {
		left[i+1] = left[i] + width + columnGap
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%.0f" font-family="monospace" font-size="12">`+"\n", left[len(d.widths)]-columnGap+margin, 2*margin+rowHigh*float64(d.rows))
	fmt.Fprintf(&b, `<rect width="100%%" height="100%%" fill="white"/>`+"\n")
	for _, box := range d.boxes {
		for _, to := range box.next {
			fmt.Fprintf(&b, `<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="#404040"/>`+"\n", left[box.column]+d.widths[box.column], box.y, left[to.column], to.y)
		}
	}
	for _, box := range d.boxes {
		box.draw(&b, left[box.column], d.widths[box.column])
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// draw draws a box, with rounded corners where the goal is reached. What is too long for it is
// shown by browsers where the pointer rests.
func (x *planBox) draw(b *strings.Builder, left, width float64) {
	round := 0
	if x.done {
		round = 12
	}
	fmt.Fprintf(b, `<g><title>%s</title><rect x="%.1f" y="%.1f" width="%.1f" height="%.0f" rx="%d" fill="white" stroke="black"/>`, html.EscapeString(strings.Join(x.lines, "\n")), left, x.y-actHigh/2, width, actHigh, round)
	first := x.y + 4 - 8*float64(len(x.lines)-1)
	for i, line := range x.lines {
		weight := "normal"
		if i == 1 {
			weight = "bold"
		}
		fmt.Fprintf(b, `<text x="%.1f" y="%.1f" font-weight="%s">%s</text>`, left+8, first+16*float64(i), weight, html.EscapeString(shortened(line, widestLine)))
	}
	b.WriteString("</g>\n")
}

// shortened is a text of so many letters at most.
func shortened(text string, letters int) string {
	if runes := []rune(text); len(runes) > letters {
		return string(runes[:letters-1]) + "…"
	}
	return text
}
