package plan

import (
	"github.com/epibdd/epibdd/encode/internal/layout"
	"github.com/epibdd/epibdd/spec"
)

// Anchor asks for bits to record a trace in, below a cell.
type Anchor struct {
	Cell   int // its id
	Copies int
}

// recordBelow puts the cells for the past below their anchors.
func (p planner) recordBelow(past []Anchor) {
	below := map[int][]*layout.Cell{}
	for _, a := range past {
		var copies []*layout.Cell
		for range a.Copies {
			c := &layout.Cell{Name: "past", Values: make([]spec.Value, 2), History: true}
			copies = append(copies, c)
		}
		below[a.Cell] = append(below[a.Cell], copies...)
		p.History = append(p.History, copies)
	}
	var ordered []*layout.Cell
	for _, c := range p.Ordered {
		ordered = append(append(ordered, c), below[c.ID]...)
	}
	p.Ordered = ordered
}
