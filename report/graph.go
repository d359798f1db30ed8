package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/epibdd/epibdd/internal/graphviz"
)

// Graph is the graph of states and of the steps between them.
type Graph struct {
	// Worlds are the states, in the order in which they were reached.
	*Worlds
	Initial []int // by their places in List
	// Open are those from which steps were not followed.
	Open  []int
	Steps []GraphStep
}

// GraphStep is a step between states, by their places in List.
type GraphStep struct {
	From, To int
	Does     string
}

// mostSteps is how many steps between the same states are named.
const mostSteps = 4

// WriteDOT writes the graph in the language of Graphviz, with dashed lines between states that
// an agent confuses, if one is named.
func (g *Graph) WriteDOT(w io.Writer, agent string) error {
	text, err := g.dot(agent)
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, text)
	return err
}

// WriteSVG draws the graph.
func (g *Graph) WriteSVG(w io.Writer, agent string) error {
	text, err := g.dot(agent)
	if err != nil {
		return err
	}
	return drawing(w, text, graphviz.Dot)
}

func (g *Graph) dot(agent string) (string, error) {
	boxes, note := g.labels()
	var b strings.Builder
	fmt.Fprintf(&b, "digraph states {\n  ranksep=0.4; nodesep=0.3; pad=0.2;\n%s  edge [fontname=%q, fontsize=11, arrowsize=0.7];\n", nodeStyle, font)
	if note != "" {
		fmt.Fprintf(&b, "  label=%s; labelloc=b; labeljust=l; fontname=%q; fontsize=11;\n", quoted(note), font)
	}
	for i, world := range g.List {
		style := ""
		if slices.Contains(g.Initial, i) {
			style += ", penwidth=3"
		}
		if world.Actual {
			style += ", fillcolor=\"#fff1b8\""
		}
		if slices.Contains(g.Open, i) {
			style += ", style=\"rounded,filled,dashed\""
		}
		fmt.Fprintf(&b, "  w%d [label=%s%s];\n", i, quoted(boxes[i]), style)
	}
	type pair struct{ from, to int }
	var pairs []pair
	does := map[pair][]string{}
	for _, s := range g.Steps {
		p := pair{s.From, s.To}
		if does[p] == nil {
			pairs = append(pairs, p)
		}
		if !slices.Contains(does[p], s.Does) {
			does[p] = append(does[p], s.Does)
		}
	}
	for _, p := range pairs {
		named := does[p]
		if n := len(named); n > mostSteps {
			named = append(slices.Clone(named[:mostSteps-1]), fmt.Sprintf("… (%d in all)", n))
		}
		fmt.Fprintf(&b, "  w%d -> w%d [label=%s];\n", p.from, p.to, quoted(strings.Join(named, "\n")))
	}
	if agent != "" {
		classes, err := g.Classes(agent)
		if err != nil {
			return "", err
		}
		last := map[int]int{}
		for w, k := range classes {
			if v, ok := last[k]; ok {
				fmt.Fprintf(&b, "  w%d -> w%d [dir=none, style=dashed, constraint=false, color=%q, tooltip=%s];\n", v, w, colour(0), quoted(agent))
			}
			last[k] = w
		}
	}
	b.WriteString("}\n")
	return b.String(), nil
}
