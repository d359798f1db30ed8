package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/epibdd/epibdd/internal/graphviz"
)

// The runs of a report as a picture: a box is a state, with what is new in it, an arrow a step, a
// dashed line leads to a state that somebody considers possible.

// pictureWriter draws the runs at the end.
type pictureWriter struct {
	collector
	w   io.Writer
	o   Options
	svg bool
}

func newDOT(w io.Writer, o Options) Writer { return &pictureWriter{w: w, o: o} }

func newSVG(w io.Writer, o Options) Writer { return &pictureWriter{w: w, o: o, svg: true} }

func (p *pictureWriter) Close(*Summary) error {
	d := &runDOT{show: p.o.Show}
	d.line("digraph runs {")
	d.line("  rankdir=TB; ranksep=0.35; nodesep=0.3; fontname=%q; fontsize=12; labeljust=l;", font)
	d.line("%s", strings.TrimSuffix(nodeStyle, "\n"))
	d.line("  edge [fontname=%q, fontsize=11, arrowsize=0.7];", font)
	for _, c := range p.specs {
		for _, r := range c.results {
			if status := r.Status(); r.Run == nil || !r.Run.isDrawn() || p.o.Quiet && (status == Met || status == Open) {
				continue
			}
			d.line("  subgraph cluster_%d {", d.clusters)
			d.line("  label=%s; style=rounded; color=gray; margin=12;", quoted(strings.Join(wrap(strings.Fields(c.File+": "+r.Check.Label+": "+r.Run.sentence()), 2*boxWidth), "\n")))
			d.run(r.Run)
			d.line("  }")
			d.clusters++
		}
	}
	d.line("}")
	if p.svg {
		return drawing(p.w, d.text.String(), graphviz.Dot)
	}
	_, err := io.WriteString(p.w, d.text.String())
	return err
}

// isDrawn says that there is more to be seen of a run than its first state.
func (r *Run) isDrawn() bool {
	return r.Past != nil || r.Path != nil || r.Epistemic != nil || r.After != nil || slices.ContainsFunc(r.Parts, (*Run).isDrawn)
}

// runDOT writes nodes and edges.
type runDOT struct {
	text            strings.Builder
	show            []string
	nodes, clusters int
}

func (d *runDOT) line(format string, args ...any) { fmt.Fprintf(&d.text, format+"\n", args...) }

// run writes a run from its first state on.
func (d *runDOT) run(r *Run) {
	if len(d.show) == 0 && len(r.show) > 0 {
		d.show = r.show
		defer func() { d.show = nil }()
	}
	if p := r.Past; p != nil {
		at := d.state(p.Start.cells(), ", penwidth=2")
		d.evidence(r, d.steps(at, p.Start, p.Steps)[len(p.Steps)])
		return
	}
	d.evidence(r, d.state(r.State.cells(), ", penwidth=2"))
}

// state writes a box with parts of a state, and returns its name.
func (d *runDOT) state(cells []cell, style string) string {
	s := story{show: d.show}
	var parts []string
	for _, c := range s.shown(slices.Clone(cells)) {
		parts = append(parts, c.String())
	}
	if len(parts) == 0 {
		parts = []string{"unchanged"}
	}
	name := fmt.Sprintf("s%d", d.nodes)
	d.nodes++
	d.line("  %s [label=%s%s];", name, quoted(strings.Join(rows(parts), "\n")), style)
	return name
}

// steps writes steps from a state, and returns the names of the states on the way.
func (d *runDOT) steps(at string, before Object, steps []Step) []string {
	names := []string{at}
	for _, step := range steps {
		to := d.state(step.State.changes(before), "")
		d.edge(names[len(names)-1], to, step, "")
		names, before = append(names, to), step.State
	}
	return names
}

func (d *runDOT) edge(from, to string, step Step, style string) {
	d.line("  %s -> %s [label=%s%s];", from, to, quoted(strings.Join(wrap(strings.Fields(step.String()), boxWidth), "\n")), style)
}

// evidence writes what is shown of the state of a box.
func (d *runDOT) evidence(r *Run, at string) {
	for _, part := range r.Parts {
		d.evidence(part, at)
	}
	if p := r.Path; p != nil {
		steps := p.Steps
		goesBack := p.Loop != nil && len(steps) > p.Marks[*p.Loop]
		if goesBack { // by the last step
			steps = steps[:len(steps)-1]
		}
		names := d.steps(at, r.State, steps)
		if goesBack {
			back := names[p.Marks[*p.Loop]]
			d.edge(names[len(names)-1], back, p.Steps[len(steps)], ", style=bold")
			names = append(names, back)
		}
		for _, shown := range p.Shown {
			if shown.Mark < len(p.Marks) {
				d.evidence(shown.Run, names[p.Marks[shown.Mark]])
			}
		}
	}
	if a := r.After; a != nil {
		to := d.state(nil, "")
		d.line("  %s -> %s [style=bold, label=%s];", at, to, quoted(strings.Join(wrap(strings.Fields("after "+strings.Join(a.Done, "; ")), boxWidth), "\n")))
		d.evidence(a.Run, to)
	}
	if j := r.Epistemic; j != nil {
		to := at
		if changes := j.State.changes(r.State); len(changes) > 0 {
			to = d.state(changes, ", color=\""+colour(0)+"\"")
			d.line("  %s -> %s [style=dashed, dir=none, color=%q, fontcolor=%[3]q, label=%s];", at, to, colour(0), quoted(strings.Join(j.Agents, ", ")))
		}
		if j.Run != nil {
			d.evidence(j.Run, to)
		}
	}
}
