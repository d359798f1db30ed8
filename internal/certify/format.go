package certify

import (
	"bufio"
	"fmt"
	"io"
	"math/big"
	"strconv"
	"strings"

	"github.com/epibdd/epibdd/spec"
)

// Certificate is what is claimed of a check: sets of states, as decision diagrams over bits.
type Certificate struct {
	Check string
	Answer
	// Cells say how the scalars of a state are written in bits: in the order of the
	// variables and of the parts of their types, of a set its elements from the last.
	Cells  []Cell
	Nodes  []Node
	Worlds int // the set of worlds, as a root: 0 is false, 1 true, n+2 node n
	Claims map[string]*Claim
}

// Answer is what a certificate claims: that a check holds or fails, or of a count how many
// worlds there are.
type Answer struct {
	Holds bool
	Count *big.Int // nil: no count
}

func (a Answer) String() string {
	switch {
	case a.Count != nil:
		return a.Count.String()
	case a.Holds:
		return "holds"
	}
	return "fails"
}

// Other is an answer that contradicts a, by which those who write and check are tested.
func (a Answer) Other() Answer {
	if a.Count != nil {
		return Answer{Holds: a.Holds, Count: new(big.Int).Add(a.Count, big.NewInt(1))}
	}
	return Answer{Holds: !a.Holds}
}

// Cell lists the bits of a scalar, the most significant first, and the values it has codes for, by their
// places in the order of the type: the first one has code 0.
type Cell struct{ Bits, Values []int }

// Node goes on at High where a bit is set, at Low where not: roots of nodes before it.
type Node struct{ Bit, Low, High int }

// Claim is about one Need: where it is true, the steps of an induction, and functions to
// worlds that somebody considers possible, bit by bit.
type Claim struct {
	Set       int
	Layers    []int
	Witnesses []map[int]int
}

// Write writes a certificate.
func (c *Certificate) Write(w io.Writer, order []string) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "epibdd certificate 1\ncheck %s\nverdict %s\n", strconv.Quote(c.Check), c.Answer)
	for _, cell := range c.Cells {
		fmt.Fprintf(b, "cell %s : %s\n", numbers(cell.Bits), numbers(cell.Values))
	}
	for _, n := range c.Nodes {
		fmt.Fprintf(b, "node %d %d %d\n", n.Bit, n.Low, n.High)
	}
	fmt.Fprintf(b, "worlds %d\n", c.Worlds)
	for _, key := range order {
		claim := c.Claims[key]
		fmt.Fprintf(b, "set %d %s\n", claim.Set, strconv.Quote(key))
		for _, l := range claim.Layers {
			fmt.Fprintf(b, "layer %d\n", l)
		}
		for _, f := range claim.Witnesses {
			fmt.Fprint(b, "witness")
			for _, cell := range c.Cells {
				for _, bit := range cell.Bits {
					fmt.Fprintf(b, " %d", f[bit])
				}
			}
			fmt.Fprintln(b)
		}
	}
	fmt.Fprintln(b, "end")
	return b.Flush()
}

func numbers(ns []int) string { return strings.Trim(fmt.Sprint(ns), "[]") }

// Read reads a certificate.
func Read(r io.Reader) (c *Certificate, err error) {
	defer refused(&err)
	s := bufio.NewScanner(r)
	s.Buffer(nil, 1<<26)
	c = &Certificate{Claims: map[string]*Claim{}}
	var last *Claim
	line, ended, said := 0, false, map[string]int{}
	refuse := func(format string, args ...any) {
		panic(&Refusal{Line: line, Reason: fmt.Sprintf(format, args...)})
	}
	number := func(text string) int {
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 || n > 1<<30 {
			refuse("%q is no number", text)
		}
		return n
	}
	root := func(text string) int {
		n := number(text)
		if n >= len(c.Nodes)+2 {
			refuse("there is no node %d yet", n)
		}
		return n
	}
	for s.Scan() {
		line++
		word, rest, _ := strings.Cut(s.Text(), " ")
		fields := strings.Fields(rest)
		said[word]++
		switch {
		case ended:
			refuse("this stands behind the end")
		case line == 1:
			if s.Text() != "epibdd certificate 1" {
				refuse("this is no certificate")
			}
		case word == "check":
			if c.Check, err = strconv.Unquote(rest); err != nil {
				refuse("%s is no name", rest)
			}
		case word == "verdict" && (rest == "holds" || rest == "fails"):
			c.Holds = rest == "holds"
		case word == "verdict":
			n, ok := new(big.Int).SetString(rest, 10)
			if !ok || n.Sign() < 0 {
				refuse("%q is no verdict", rest)
			}
			c.Count = n
		case word == "cell":
			before, after, ok := strings.Cut(rest, ":")
			if !ok {
				refuse("a cell has bits : values")
			}
			cell := Cell{}
			for _, f := range strings.Fields(before) {
				cell.Bits = append(cell.Bits, number(f))
			}
			for _, f := range strings.Fields(after) {
				cell.Values = append(cell.Values, number(f))
			}
			c.Cells = append(c.Cells, cell)
		case word == "node" && len(fields) == 3:
			c.Nodes = append(c.Nodes, Node{number(fields[0]), root(fields[1]), root(fields[2])})
		case word == "worlds" && len(fields) == 1:
			c.Worlds = root(fields[0])
		case word == "set" && len(fields) > 1:
			at, key, _ := strings.Cut(rest, " ")
			name, err := strconv.Unquote(key)
			if err != nil || c.Claims[name] != nil {
				refuse("%s is no name, or stands there twice", key)
			}
			last = &Claim{Set: root(at)}
			c.Claims[name] = last
		case word == "layer" && len(fields) == 1 && last != nil:
			last.Layers = append(last.Layers, root(fields[0]))
		case word == "witness" && last != nil:
			f := map[int]int{}
			for _, cell := range c.Cells {
				for _, bit := range cell.Bits {
					if len(fields) == 0 {
						refuse("a witness has a function for each bit")
					}
					f[bit], fields = root(fields[0]), fields[1:]
				}
			}
			last.Witnesses = append(last.Witnesses, f)
		case word == "end":
			ended = true
		default:
			refuse("%q says nothing", s.Text())
		}
	}
	if s.Err() != nil || !ended {
		refuse("the end is missing")
	}
	for _, word := range []string{"check", "verdict", "worlds"} {
		if said[word] != 1 {
			refuse("there are %d lines of %s, not one", said[word], word)
		}
	}
	return c, nil
}

// scalar is a cell of a state with its values.
type scalar struct {
	cell   Cell
	values []spec.Value
}
