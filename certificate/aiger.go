package certificate

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/epibdd/epibdd/internal/certify"
	"github.com/epibdd/epibdd/symbolic"
)

// circuit makes gates of decision diagrams, three of a node. A gate stands once; operands of a
// disjunction are not simplified away where that would hide that they exclude each other,
// by which worlds are counted.
type circuit struct {
	inputs map[symbolic.Bit]int // wires
	gates  [][2]int
	known  map[[2]int]int
}

func (c *circuit) and(x, y int) int {
	switch {
	case x < y:
		return c.and(y, x)
	case y == 0 || x == y^1:
		return 0
	case y == 1 || x == y:
		return x
	}
	pair := [2]int{x, y}
	if c.known[pair] == 0 {
		c.gates = append(c.gates, pair)
		c.known[pair] = 2 * (len(c.inputs) + len(c.gates))
	}
	return c.known[pair]
}

// diagram makes wires of nodes: of 0 and 1 these, of n+2 the n-th node.
func (c *circuit) diagram(nodes []symbolic.Node) []int {
	wires := []int{0, 1}
	for _, n := range nodes {
		b := c.inputs[n.Bit]
		wires = append(wires, c.and(c.and(b, wires[n.High])^1, c.and(b^1, wires[n.Low])^1)^1)
	}
	return wires
}

// aiger writes a certificate whose claims are about outputs of its circuit, in this order.
func aiger(to io.Writer, c *certify.Certificate, bits []string, order []string) error {
	var outputs []int
	var names, claims []string
	put := func(wire int, format string, args ...any) string {
		outputs, names = append(outputs, wire), append(names, fmt.Sprintf(format, args...))
		return fmt.Sprintf(" %d", len(outputs)-1)
	}
	for _, key := range order {
		claim, at := c.Claims[key], len(outputs)
		line := "claim" + put(claim.Set, "%s", key) + " :"
		for i, l := range claim.Layers {
			line += put(l, "layer %d of o%d", i, at)
		}
		for i, f := range claim.Witnesses {
			line += " :"
			if len(f) > 0 && slices.Max(f) <= 1 { // a single world
				line += " =" + strings.Trim(strings.ReplaceAll(fmt.Sprint(f), " ", ""), "[]")
				continue
			}
			for j, w := range f {
				line += put(w, "i%d of witness %d of o%d", j, i, at)
			}
		}
		claims = append(claims, line)
	}
	b := bufio.NewWriter(to)
	fmt.Fprintf(b, "aig %d %d 0 %d %d\n", c.Inputs+len(c.Gates), c.Inputs, len(outputs), len(c.Gates))
	for _, w := range outputs {
		fmt.Fprintln(b, w)
	}
	for i, g := range c.Gates {
		for _, delta := range []int{2*(c.Inputs+1+i) - g[0], g[0] - g[1]} {
			for ; delta >= 0x80; delta >>= 7 {
				b.WriteByte(byte(delta | 0x80))
			}
			b.WriteByte(byte(delta))
		}
	}
	for i, name := range bits {
		fmt.Fprintf(b, "i%d %s\n", i, name)
	}
	for i, name := range names {
		fmt.Fprintf(b, "o%d %s\n", i, name)
	}
	fmt.Fprintf(b, "c\nepibdd certificate 2\ncheck %s\nverdict %s\n", strconv.Quote(c.Check), c.Answer)
	for _, cell := range c.Cells {
		fmt.Fprintf(b, "cell %d : %s\n", cell.Bits, strings.Trim(fmt.Sprint(cell.Values), "[]"))
	}
	for _, known := range c.Records {
		fmt.Fprintln(b, "record", strings.Trim(fmt.Sprint(slices.Sorted(maps.Keys(known))), "[]"))
	}
	for _, line := range append(claims, "end") {
		fmt.Fprintln(b, line)
	}
	return b.Flush()
}
