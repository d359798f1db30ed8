package report

import (
	"cmp"
	"fmt"
	"html"
	"io"
	"math"
	"slices"
	"strings"
)

// A picture of worlds: agents are colours, and a line between two worlds says that an
// agent confuses them. Of a class of worlds as many lines are drawn as hold it together:
// what follows from these is left out.

// line says that an agent confuses two worlds.
type line struct{ agent, from, to int }

// colours are told apart by most people who confuse some.
var colours = []string{"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7f3b08", "#404040"}

func colour(agent int) string { return colours[agent%len(colours)] }

// lines joins the worlds of each class, in the order of the worlds given.
func (ws *Worlds) lines(order []int) []line {
	var all []line
	for i, a := range ws.Agents {
		last := map[int]int{}
		for _, w := range order {
			if v, ok := last[a.Class[w]]; ok {
				all = append(all, line{i, v, w})
			}
			last[a.Class[w]] = w
		}
	}
	return all
}

// aside is what a line costs that is not between neighbours, for each agent who
// confuses the worlds, besides its length.
const aside = 10

// order puts worlds side by side that agents confuse: it exchanges two as long as
// fewer or shorter lines go across.
func (ws *Worlds) order() []int {
	n := len(ws.List)
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	near := make([][]int, n) // how many agents confuse two worlds
	for v := range near {
		near[v] = make([]int, n)
		for _, a := range ws.Agents {
			for w := range near[v] {
				if a.Class[v] == a.Class[w] {
					near[v][w]++
				}
			}
		}
	}
	length := func(i, j int) int {
		if d := min(abs(i-j), n-abs(i-j)); d > 1 {
			return aside + d
		}
		return 0
	}
	cost := func(i int) (sum int) {
		for j, w := range order {
			sum += near[order[i]][w] * length(i, j)
		}
		return sum
	}
	for better := true; better; {
		better = false
		for i := range order {
			for j := range i {
				before := cost(i) + cost(j)
				order[i], order[j] = order[j], order[i]
				if cost(i)+cost(j) < before {
					better = true
					continue
				}
				order[i], order[j] = order[j], order[i]
			}
		}
	}
	return order
}

func abs(n int) int { return max(n, -n) }

// WriteDOT writes the worlds as a graph in the language of Graphviz.
func (ws *Worlds) WriteDOT(w io.Writer) error {
	var b strings.Builder
	b.WriteString("graph worlds {\n  node [shape=box, style=rounded, fontname=\"sans-serif\"];\n")
	for i, world := range ws.List {
		mark := ""
		if world.Actual {
			mark = ", penwidth=3"
		}
		fmt.Fprintf(&b, "  w%d [label=%q%s];\n", i, world.Label, mark)
	}
	order := make([]int, len(ws.List))
	for i := range order {
		order[i] = i
	}
	for _, l := range ws.lines(order) {
		fmt.Fprintf(&b, "  w%d -- w%d [color=%q, label=%q, fontcolor=%[3]q];\n", l.from, l.to, colour(l.agent), ws.Agents[l.agent].Name)
	}
	b.WriteString("}\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// The measures of a drawing.
const (
	letter  = 7.2 // width, of the font below
	boxHigh = 26.0
	apart   = 5.0 // between parallel lines
	margin  = 20.0
)

// point is a place in a drawing.
type point struct{ x, y float64 }

// WriteSVG draws the worlds around a circle.
func (ws *Worlds) WriteSVG(w io.Writer) error {
	order := ws.order()
	wide := 0
	for _, world := range ws.List {
		wide = max(wide, len([]rune(world.Label)))
	}
	box := float64(wide)*letter + 16
	n := float64(max(len(order), 1))
	radius := max(90, n*(box+boxHigh)/2/(2*math.Pi)*1.25)
	size := point{2*(radius+margin) + box, 2*(radius+margin) + boxHigh}
	at := make([]point, len(order))
	for i, world := range order {
		angle := 2*math.Pi*float64(i)/n - math.Pi/2
		at[world] = point{size.x/2 + radius*math.Cos(angle), size.y/2 + radius*math.Sin(angle)}
	}
	var b strings.Builder
	legend := 18 * float64(len(ws.Agents))
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%.0f" font-family="monospace" font-size="12">`+"\n", size.x, size.y+legend)
	fmt.Fprintf(&b, `<rect width="100%%" height="100%%" fill="white"/>`+"\n")
	ws.drawLines(&b, ws.lines(order), at)
	for i, world := range ws.List {
		stroke := 1
		if world.Actual {
			stroke = 3
		}
		p := at[i]
		fmt.Fprintf(&b, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.0f" rx="8" fill="white" stroke="black" stroke-width="%d"/>`+"\n", p.x-box/2, p.y-boxHigh/2, box, boxHigh, stroke)
		fmt.Fprintf(&b, `<text x="%.1f" y="%.1f" text-anchor="middle">%s</text>`+"\n", p.x, p.y+4, html.EscapeString(world.Label))
	}
	for i, a := range ws.Agents {
		y := size.y + 18*float64(i)
		fmt.Fprintf(&b, `<line x1="%.0f" y1="%.1f" x2="%.0f" y2="%.1f" stroke="%s" stroke-width="2"/>`+"\n", margin, y, margin+30, y, colour(i))
		fmt.Fprintf(&b, `<text x="%.0f" y="%.1f">%s</text>`+"\n", margin+38, y+4, html.EscapeString(a.Name))
	}
	b.WriteString("</svg>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// drawLines draws lines between the same worlds beside each other.
func (ws *Worlds) drawLines(b *strings.Builder, lines []line, at []point) {
	together := map[[2]int][]line{}
	var pairs [][2]int
	for _, l := range lines {
		pair := [2]int{min(l.from, l.to), max(l.from, l.to)}
		if together[pair] == nil {
			pairs = append(pairs, pair)
		}
		together[pair] = append(together[pair], l)
	}
	slices.SortFunc(pairs, func(x, y [2]int) int { return cmp.Or(x[0]-y[0], x[1]-y[1]) })
	for _, pair := range pairs {
		p, q := at[pair[0]], at[pair[1]]
		length := max(math.Hypot(q.x-p.x, q.y-p.y), 1)
		for i, l := range together[pair] {
			off := apart * (float64(i) - float64(len(together[pair])-1)/2)
			dx, dy := -(q.y-p.y)/length*off, (q.x-p.x)/length*off
			fmt.Fprintf(b, `<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="%s" stroke-width="2"/>`+"\n", p.x+dx, p.y+dy, q.x+dx, q.y+dy, colour(l.agent))
		}
	}
}
