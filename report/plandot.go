package report

import (
	"fmt"
	"io"
	"strings"
)

// WritePlanDOT writes plans as graphs for Graphviz: a node is what is done, an edge what may be
// seen of it. What is done alike after different observations is one node.
func (r *Run) WritePlanDOT(w io.Writer) error {
	d := &planDOT{known: map[string]string{}}
	d.line("digraph plan {")
	d.line("  node [shape=box, fontname=\"sans-serif\"]; edge [fontname=\"sans-serif\", fontsize=10];")
	if r != nil {
		for i, p := range r.Plans {
			root := fmt.Sprintf("plan%d", i)
			d.line("  %s [shape=plaintext, label=%q];", root, p.heading())
			d.edges(root, p.Starts)
		}
	}
	d.line("}")
	_, err := io.WriteString(w, d.text.String())
	return err
}

// planDOT writes nodes, each once.
type planDOT struct {
	text  strings.Builder
	known map[string]string // nodes by what is done from there on
}

func (d *planDOT) line(format string, args ...any) { fmt.Fprintf(&d.text, format+"\n", args...) }

// edges writes what may be seen at a node, joined where the same is done then.
func (d *planDOT) edges(from string, all []Branch) {
	for _, f := range folded(all) {
		to := d.node(f.first)
		d.line("  %s -> %s [label=%q];", from, to, strings.Join(f.seen, "\n"))
	}
}

func (d *planDOT) node(b Branch) string {
	key := b.future()
	if name, ok := d.known[key]; ok {
		return name
	}
	name := fmt.Sprintf("n%d", len(d.known))
	d.known[key] = name
	style := ""
	if b.Done {
		style = ", style=rounded"
	}
	d.line("  %s [label=%q%s];", name, b.act(), style)
	d.edges(name, b.Next)
	return name
}
