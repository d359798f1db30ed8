package certify

import (
	"bytes"
	"fmt"
	"io"
	"math/big"
	"strconv"
	"strings"
)

// Certificate is what is claimed of a check: sets of states, as the outputs of a circuit over
// the bits of a state. It is a file in the binary AIGER format (Biere, "The AIGER
// And-Inverter Graph (AIG) Format Version 20071012", 2007), whose comments say what the
// outputs are for.
type Certificate struct {
	Check string
	Answer
	// Cells say how the scalars of a state are written in bits: in the order of the
	// variables and of the parts of their types, of a set its elements from the last.
	Cells []Cell
	// Records are the bits in which worlds record what was seen before: behind those of the
	// state, with the agents (by Agent.Index) who know of each.
	Records []map[int]bool
	Inputs  int      // the bits of all cells, and of records
	Gates   [][2]int // of the wires before them
	Claims  map[string]*Claim
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

// Cell is a scalar of a state: how many bits it has, the most significant first, and the
// values it has codes for, by their places in the order of the type: the first has code 0.
type Cell struct {
	Bits   int
	Values []int
}

// Claim is about one Need: where it is true, the steps of an induction, and functions to
// worlds that somebody considers possible, bit by bit. All are wires of the circuit: 0 is
// false, 2n the n-th input or gate, and one more its negation.
type Claim struct {
	Set       int
	Layers    []int
	Witnesses [][]int
}

// reader reads a certificate.
type reader struct{ data, rest []byte }

func (r *reader) refuse(format string, args ...any) {
	panic(wrong("byte %d: %s", len(r.data)-len(r.rest), fmt.Sprintf(format, args...)))
}

func (r *reader) line() string {
	before, after, ok := bytes.Cut(r.rest, []byte("\n"))
	if !ok {
		r.refuse("the end is missing")
	}
	r.rest = after
	return string(before)
}

// number reads one of those up to a largest.
func (r *reader) number(text string, most int) int {
	n, err := strconv.ParseUint(text, 10, 31)
	if err != nil || int(n) > most {
		r.refuse("%q is no number from 0 to %d", text, most)
	}
	return int(n)
}

func (r *reader) numbers(text string, most int) (ns []int) {
	for _, f := range strings.Fields(text) {
		ns = append(ns, r.number(f, most))
	}
	return ns
}

// less is a wire less what the file says: seven bits a byte, the last ones last.
func (r *reader) less(wire int) int {
	delta := 0
	for shift := 0; ; shift += 7 {
		if len(r.rest) == 0 || shift > 28 {
			r.refuse("a gate is not complete")
		}
		b := r.rest[0]
		r.rest = r.rest[1:]
		delta |= int(b&0x7f) << shift
		if b < 0x80 {
			break
		}
	}
	if delta > wire {
		r.refuse("a gate has an operand below 0")
	}
	return wire - delta
}

// Read reads a certificate.
func Read(from io.Reader) (c *Certificate, err error) {
	defer refused(&err)
	data, err := io.ReadAll(from)
	if err != nil {
		return nil, err
	}
	r := &reader{data, data}
	if !bytes.HasPrefix(data, []byte("aig ")) {
		r.refuse("this is no certificate: it does not start with aig")
	}
	head := r.numbers(r.line()[len("aig "):], len(data))
	if len(head) != 5 || head[2] != 0 || head[0] != head[1]+head[4] {
		r.refuse("the first line is not: aig M I 0 O A, with M = I + A")
	}
	c = &Certificate{Inputs: head[1], Claims: map[string]*Claim{}}
	outputs, names := make([]int, head[3]), make([]string, head[3])
	for i := range outputs {
		outputs[i] = r.number(r.line(), 2*head[0]+1)
	}
	for wire := 2 * (c.Inputs + 1); wire <= 2*head[0]; wire += 2 {
		x := r.less(wire)
		if x == wire {
			r.refuse("a gate is its own operand")
		}
		c.Gates = append(c.Gates, [2]int{x, r.less(x)})
	}
	for text := r.line(); text != "c"; text = r.line() {
		at, name, _ := strings.Cut(text, " ")
		switch n, isOutput := strings.CutPrefix(at, "o"); {
		case isOutput:
			names[r.number(n, len(names)-1)] = name
		case !strings.HasPrefix(at, "i"):
			r.refuse("%q names no input or output", text)
		}
	}
	r.comments(c, outputs, names)
	return c, nil
}

// comments reads what is claimed of the outputs.
func (r *reader) comments(c *Certificate, outputs []int, names []string) {
	said, bits := map[string]int{}, 0
	list := func(text string) []int {
		ns := r.numbers(text, len(outputs)-1)
		for i, n := range ns {
			ns[i] = outputs[n]
		}
		return ns
	}
	for said["end"] == 0 {
		text := r.line()
		word, rest, _ := strings.Cut(text, " ")
		parts := strings.Split(rest, ":")
		said[word]++
		switch {
		case text == "epibdd certificate 2" || text == "end":
		case word == "check":
			name, err := strconv.Unquote(rest)
			if err != nil {
				r.refuse("%s is no name", rest)
			}
			c.Check = name
		case word == "verdict" && (rest == "holds" || rest == "fails"):
			c.Holds = rest == "holds"
		case word == "verdict":
			n, ok := new(big.Int).SetString(rest, 10)
			if !ok || n.Sign() < 0 {
				r.refuse("%q is no verdict", rest)
			}
			c.Count = n
		case word == "cell" && len(parts) == 2:
			cell := Cell{r.number(strings.TrimSpace(parts[0]), 20), r.numbers(parts[1], 1<<20)}
			c.Cells, bits = append(c.Cells, cell), bits+cell.Bits
		case word == "record":
			known := map[int]bool{}
			for _, a := range r.numbers(rest, 1<<20) {
				known[a] = true
			}
			c.Records = append(c.Records, known)
		case word == "claim" && len(parts) > 1:
			about := r.number(strings.TrimSpace(parts[0]), len(outputs)-1)
			if names[about] == "" || c.Claims[names[about]] != nil {
				r.refuse("output %d has no name, or another claim is about %q", about, names[about])
			}
			claim := &Claim{Set: outputs[about], Layers: list(parts[1])}
			for _, p := range parts[2:] {
				if claim.Witnesses = append(claim.Witnesses, list(p)); len(strings.Fields(p)) != c.Inputs {
					r.refuse("a witness has %d functions, not one for each of %d bits", len(strings.Fields(p)), c.Inputs)
				}
			}
			c.Claims[names[about]] = claim
		default:
			r.refuse("%q says nothing", text)
		}
	}
	for _, word := range []string{"epibdd", "check", "verdict"} {
		if said[word] != 1 {
			r.refuse("there are %d lines of %s, not one", said[word], word)
		}
	}
	switch {
	case len(r.rest) > 0:
		r.refuse("something stands behind the end")
	case bits+len(c.Records) != c.Inputs:
		r.refuse("the cells and records have %d bits, not %d", bits+len(c.Records), c.Inputs)
	case c.Claims[Reached] == nil:
		r.refuse("no claim is about the worlds")
	}
}
