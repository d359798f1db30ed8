package form

import (
	"io"
	"math/big"
	"strconv"
	"strings"

	"github.com/epibdd/epibdd/internal/certify/bitblast"
	"github.com/epibdd/epibdd/internal/certify/circuit"
	"github.com/epibdd/epibdd/internal/certify/question"
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
	Records      []map[int]bool
	circuit.File // its inputs are the bits of all cells, and of records
	Claims       map[string]*Claim
}

// Answer is what a certificate claims: that a check holds or fails, or of a count how many
// worlds there are. Of a plan it is what the best one costs in the worst case; it fails where there is none.
type Answer struct {
	Holds bool
	Count *big.Int // nil: no number
}

func (a Answer) String() string {
	if a.Count != nil {
		return a.Count.String()
	}
	return map[bool]string{true: "holds", false: "fails"}[a.Holds]
}

// Cell is how a scalar is written.
type Cell = bitblast.Cell

// Claim is about one Need: where it is true, the steps of an induction, and functions to
// worlds that somebody considers possible, bit by bit. All are wires of the circuit: 0 is
// false, 2n the n-th input or gate, and one more its negation. The functions to a single world are written as its bits.
type Claim struct {
	Set       int
	Layers    []int
	Witnesses [][]int
}

// Read reads a certificate.
func Read(from io.Reader) (c *Certificate, err error) {
	defer circuit.Refused(&err)
	data, err := io.ReadAll(from)
	if err != nil {
		return nil, err
	}
	r := circuit.NewReader(data)
	file, outputs, names := r.File()
	c = &Certificate{File: file, Claims: map[string]*Claim{}}
	c.comments(r, outputs, names)
	return c, nil
}

// comments reads what is claimed of the outputs.
func (c *Certificate) comments(r *circuit.Reader, outputs []int, names []string) {
	said, bits := map[string]int{}, 0
	list := func(text string) []int {
		ns := r.Numbers(text, len(outputs)-1)
		for i, n := range ns {
			ns[i] = outputs[n]
		}
		return ns
	}
	for said["end"] == 0 {
		text := r.Line()
		word, rest, _ := strings.Cut(text, " ")
		parts := strings.Split(rest, ":")
		said[word]++
		switch {
		case text == "epibdd certificate 2" || text == "end":
		case word == "epibdd":
			r.Refuse("%q: this program reads epibdd certificate 2", text)
		case word == "check":
			name, err := strconv.Unquote(rest)
			if err != nil {
				r.Refuse("%s is no name", rest)
			}
			c.Check = name
		case word == "verdict" && (rest == "holds" || rest == "fails"):
			c.Holds = rest == "holds"
		case word == "verdict":
			n, ok := new(big.Int).SetString(rest, 10)
			if !ok || n.Sign() < 0 {
				r.Refuse("%q is no verdict", rest)
			}
			c.Count = n
		case word == "cell" && len(parts) == 2:
			cell := Cell{Bits: r.Number(parts[0], 20), Values: r.Numbers(parts[1], 1<<20)}
			c.Cells, bits = append(c.Cells, cell), bits+cell.Bits
		case word == "record":
			known := map[int]bool{}
			for _, a := range r.Numbers(rest, 1<<20) {
				known[a] = true
			}
			c.Records = append(c.Records, known)
		case word == "claim" && len(parts) > 1:
			about := r.Number(parts[0], len(outputs)-1)
			if names[about] == "" || c.Claims[names[about]] != nil {
				r.Refuse("output %d has no name, or another claim is about %q", about, names[about])
			}
			claim := &Claim{Set: outputs[about], Layers: list(parts[1])}
			for _, p := range parts[2:] {
				var f []int
				if bits, single := strings.CutPrefix(strings.TrimSpace(p), "="); single {
					for _, b := range bits {
						f = append(f, r.Number(string(b), 1))
					}
				} else {
					f = list(p)
				}
				if claim.Witnesses = append(claim.Witnesses, f); len(f) != c.Inputs {
					r.Refuse("a witness has %d functions, not one for each of %d bits", len(f), c.Inputs)
				}
			}
			c.Claims[names[about]] = claim
		default:
			r.Refuse("%q says nothing", text)
		}
	}
	for _, word := range []string{"epibdd", "check", "verdict"} {
		if said[word] != 1 {
			r.Refuse("there are %d lines of %s, not one", said[word], word)
		}
	}
	r.End()
	switch {
	case bits+len(c.Records) != c.Inputs:
		r.Refuse("the cells and records have %d bits, not %d", bits+len(c.Records), c.Inputs)
	case c.Claims[question.Reached] == nil:
		r.Refuse("no claim is about the worlds")
	}
}
