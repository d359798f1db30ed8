package report

import (
	"cmp"
	"context"
	"fmt"
	"html"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/epibdd/epibdd/internal/graphviz"
)

// A picture of worlds: agents are colours, and a line between two worlds says that an agent
// confuses them. Worlds stand the nearer the more agents confuse them, and of a class of worlds
// as many lines are drawn as hold it together, the shortest: what follows from these is left
// out. Graphviz says where boxes stand, which never overlap, and draws the lines around them, from
// the middle of a box to that of another, and boxes above them: no line ends beside a round corner.

// line says that an agent confuses two worlds.
type line struct{ agent, from, to int }

// colours are told apart by most people who confuse some.
var colours = []string{"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7f3b08", "#404040"}

// colour is that of an agent; where there are more of them than colours, lines are dashed.
func colour(agent int) string { return colours[agent%len(colours)] }

func dashes(agent int) string { return []string{"solid", "dashed", "dotted"}[agent/len(colours)%3] }

// point is the middle of a box.
type point struct{ x, y float64 }

// WriteDOT writes the worlds as a graph in the language of Graphviz, with the places of boxes.
func (ws *Worlds) WriteDOT(w io.Writer) error {
	graph, err := ws.graph()
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, graph)
	return err
}

// WriteSVG draws the worlds.
func (ws *Worlds) WriteSVG(w io.Writer) error {
	graph, err := ws.graph()
	if err != nil {
		return err
	}
	return drawing(w, graph, graphviz.Neato)
}

// drawing draws a graph as SVG.
func drawing(w io.Writer, graph string, engine graphviz.Engine) error {
	out, err := graphviz.Render(context.Background(), graph, engine, "svg")
	if err != nil {
		return err
	}
	_, svg, _ := strings.Cut(string(out), "<svg")
	_, err = io.WriteString(w, "<svg"+svg)
	return err
}

// graph is the graph of the worlds in their places.
func (ws *Worlds) graph() (string, error) {
	boxes, note := ws.labels()
	at, err := ws.places(boxes)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString("graph worlds {\n")
	routes := "true"
	if len(ws.List) > mostRouted {
		routes = "line"
	}
	fmt.Fprintf(&b, "  layout=neato; inputscale=72; splines=%s; outputorder=edgesfirst; esep=3; pad=0.2;\n", routes)
	b.WriteString(nodeStyle)
	b.WriteString("  edge [penwidth=2, headclip=false, tailclip=false];\n")
	size := legendSize(at)
	if legend := ws.legend(note, size); legend != "" {
		fmt.Fprintf(&b, "  label=%s; labelloc=b; labeljust=l; fontname=%q; fontsize=%d;\n", legend, font, size)
	}
	for i, world := range ws.List {
		mark := ""
		if world.Actual {
			mark = ", penwidth=3"
		}
		fmt.Fprintf(&b, "  w%d [label=%s, pos=\"%.1f,%.1f!\"%s];\n", i, quoted(boxes[i]), at[i].x, at[i].y, mark)
	}
	for _, l := range ws.lines(at) {
		fmt.Fprintf(&b, "  w%d -- w%d [color=%q, style=%s, tooltip=%s];\n", l.from, l.to, colour(l.agent), dashes(l.agent), quoted(ws.Agents[l.agent].Name))
	}
	b.WriteString("}\n")
	return b.String(), nil
}

// What pictures look like. The widths of the letters are known to Graphviz, and are the same
// in every font that may stand in.
const (
	font      = "Courier"
	nodeStyle = "  node [shape=box, style=\"rounded,filled\", fillcolor=white, fontname=\"" + font + "\", fontsize=12, margin=\"0.1,0.05\", height=0.3, width=0.3];\n"

	mostRouted = 80 // worlds; among more, lines are straight
)

// places are where Graphviz puts the worlds, with the worlds nearer that more agents confuse.
// Boxes are moved apart by making the picture larger, which keeps its shape, or if that takes
// too much room one by one.
func (ws *Worlds) places(boxes []string) ([]point, error) {
	byOne, least, err := ws.placesApart(boxes, "voronoi")
	if err != nil || len(ws.List) > mostRouted {
		return byOne, err
	}
	larger, size, err := ws.placesApart(boxes, "scale")
	if err != nil || size <= 2*least {
		return larger, err
	}
	return byOne, nil
}

// placesApart are places where boxes do not overlap, and how much room they take.
func (ws *Worlds) placesApart(boxes []string, how string) (at []point, size float64, err error) {
	var b strings.Builder
	fmt.Fprintf(&b, "graph worlds {\n  layout=neato; overlap=%s; sep=\"+14\"; pack=24; splines=false;\n", how)
	b.WriteString(nodeStyle)
	for i := range ws.List {
		fmt.Fprintf(&b, "  w%d [label=%s];\n", i, quoted(boxes[i]))
	}
	for v := range ws.List {
		for w := range v {
			near := 0
			for _, a := range ws.Agents {
				if a.Class[v] == a.Class[w] {
					near++
				}
			}
			if near > 0 {
				fmt.Fprintf(&b, "  w%d -- w%d [len=%.2f];\n", w, v, 1.5/math.Sqrt(float64(near)))
			}
		}
	}
	b.WriteString("}\n")
	out, err := graphviz.Render(context.Background(), b.String(), graphviz.Neato, "plain")
	if err != nil {
		return nil, 0, err
	}
	at = make([]point, len(ws.List))
	for text := range strings.Lines(string(out)) {
		switch f := strings.Fields(text); {
		case len(f) > 3 && f[0] == "graph":
			size = number(f[2]) * number(f[3])
		case len(f) > 3 && f[0] == "node":
			i, err := strconv.Atoi(f[1][1:])
			if err != nil {
				return nil, 0, err
			}
			at[i] = point{number(f[2]) * pointsPerInch, number(f[3]) * pointsPerInch}
		}
	}
	return at, size, nil
}

const pointsPerInch = 72

// number is a number that Graphviz wrote.
func number(text string) float64 {
	x, _ := strconv.ParseFloat(text, 64)
	return x
}

// lines joins the worlds of each class by the shortest lines that do: a least spanning tree.
func (ws *Worlds) lines(at []point) []line {
	var all []line
	for i, a := range ws.Agents {
		var candidates []line
		for w := range ws.List {
			for v := range w {
				if a.Class[v] == a.Class[w] {
					candidates = append(candidates, line{i, v, w})
				}
			}
		}
		slices.SortStableFunc(candidates, func(k, l line) int { return cmp.Compare(distance(at, k), distance(at, l)) })
		tree := make([]int, len(ws.List)) // a world that stands for those joined so far
		for w := range tree {
			tree[w] = w
		}
		root := func(w int) int {
			for tree[w] != w {
				w = tree[w]
			}
			return w
		}
		for _, l := range candidates {
			if v, w := root(l.from), root(l.to); v != w {
				tree[v] = w
				all = append(all, l)
			}
		}
	}
	return all
}

// distance is the length of a line, rounded so that it is the same on every machine.
func distance(at []point, l line) float64 {
	return math.Round(math.Hypot(at[l.from].x-at[l.to].x, at[l.from].y-at[l.to].y))
}

// legendSize is the size of the legend's letters, which can be read where a large picture is
// looked at as a whole.
func legendSize(at []point) int {
	var width float64
	for _, p := range at {
		for _, q := range at {
			width = max(width, p.x-q.x)
		}
	}
	return max(11, int(width/80))
}

// legend says which colour is which agent's, and what the boxes show, in letters of a size.
func (ws *Worlds) legend(note string, size int) string {
	var rows []string
	for i, a := range ws.Agents {
		text := html.EscapeString(printableLine(a.Name))
		if dashes(i) != "solid" {
			text += " (" + dashes(i) + ")"
		}
		if own := ws.classesOf(i); own == len(ws.List) && own > 1 {
			text += " (confuses none)"
		}
		rows = append(rows, fmt.Sprintf(`<TD><TABLE BORDER="0" CELLBORDER="0" CELLPADDING="0"><TR><TD BGCOLOR="%s" FIXEDSIZE="TRUE" WIDTH="%d" HEIGHT="%d"></TD></TR></TABLE></TD><TD ALIGN="LEFT">%s</TD>`, colour(i), 26*size/11, 3*size/11, text))
	}
	if note != "" {
		rows = append(rows, `<TD></TD><TD ALIGN="LEFT">`+html.EscapeString(printableLine(note))+`</TD>`)
	}
	if len(rows) == 0 {
		return ""
	}
	return `<<TABLE BORDER="0" CELLSPACING="0" CELLPADDING="1"><TR>` + strings.Join(rows, "</TR><TR>") + `</TR></TABLE>>`
}

// classesOf is how many classes an agent divides the worlds into.
func (ws *Worlds) classesOf(agent int) int {
	seen := map[int]bool{}
	for _, k := range ws.Agents[agent].Class {
		seen[k] = true
	}
	return len(seen)
}

// quoted is a text in the language of Graphviz, whose lines stand in the middle.
func quoted(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(printable(text)) + `"`
}
