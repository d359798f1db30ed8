package circuit

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
)

// File is a circuit as it stands in a file: its wires are 0, which is false, 2n for the n-th input or
// gate, and one more for a negation.
type File struct {
	Inputs int
	Gates  [][2]int // of the wires before them
}

// gate are the wires of a gate, if it is one.
func (f *File) gate(n int) (pair [2]int, ok bool) {
	if n <= f.Inputs {
		return pair, false
	}
	return f.Gates[n-1-f.Inputs], true
}

// Known are the inputs of a file with these values, and 0.
func Known(inputs []Lit) map[int]Lit {
	known := map[int]Lit{0: No}
	for i, l := range inputs {
		known[i+1] = l
	}
	return known
}

// Constant are wires of a file that are true or false whatever its inputs are.
func Constant(wires []int) (values []Lit, ok bool) {
	ok = true
	for _, w := range wires {
		values, ok = append(values, Lit(w)), ok && w <= int(Yes)
	}
	return values, ok
}

// Left tells whether wires of a file, one or more, are its inputs from one on, as they are.
func Left(wires []int, first int) bool {
	for i, w := range wires {
		if w != 2*(first+i+1) {
			return false
		}
	}
	return len(wires) > 0
}

// Output is a wire of a file over its inputs and gates that are known, among which 0 is: what it comes to know
// is noted there.
func (c *Circuit) Output(f *File, wire int, known map[int]Lit) Lit {
	for path := []int{wire / 2}; len(path) > 0; {
		g := path[len(path)-1]
		if _, ok := known[g]; !ok {
			pair, _ := f.gate(g)
			x, okX := known[pair[0]/2]
			y, okY := known[pair[1]/2]
			x, y = x^Lit(pair[0]&1), y^Lit(pair[1]&1)
			switch {
			case okX && x == No || okY && y == No: // whatever the other one is: of a single state few gates are looked at
				known[g] = No
			case !okX || !okY:
				path = append(path, map[bool]int{false: pair[0] / 2, true: pair[1] / 2}[okX])
				continue
			default:
				known[g] = c.And(x, y)
			}
		}
		path = path[:len(path)-1]
	}
	return known[wire/2] ^ Lit(wire&1)
}

// Reader reads a file in the binary AIGER format (Biere, "The AIGER And-Inverter Graph (AIG) Format Version
// 20071012", 2007). What is wrong is refused with the byte.
type Reader struct{ data, rest []byte }

// NewReader reads data.
func NewReader(data []byte) *Reader { return &Reader{data, data} }

// Refuse says what is wrong where the reader is.
func (r *Reader) Refuse(format string, args ...any) {
	panic(Wrong("byte %d: %s", len(r.data)-len(r.rest), fmt.Sprintf(format, args...)))
}

// Line is the next one, without its end.
func (r *Reader) Line() string {
	before, after, ok := bytes.Cut(r.rest, []byte("\n"))
	if !ok {
		r.Refuse("the end is missing")
	}
	r.rest = after
	return string(before)
}

// End refuses what is left.
func (r *Reader) End() {
	if len(r.rest) > 0 {
		r.Refuse("something stands behind the end")
	}
}

// Number reads one of those up to a largest.
func (r *Reader) Number(text string, most int) int {
	n, err := strconv.ParseUint(strings.TrimSpace(text), 10, 31)
	if err != nil || int(n) > most {
		r.Refuse("%q is no number from 0 to %d", text, most)
	}
	return int(n)
}

// Numbers reads several.
func (r *Reader) Numbers(text string, most int) (ns []int) {
	for _, f := range strings.Fields(text) {
		ns = append(ns, r.Number(f, most))
	}
	return ns
}

// less is a wire less what the file says: seven bits a byte, the last ones last.
func (r *Reader) less(wire int) int {
	delta := uint64(0)
	for shift := 0; ; shift += 7 {
		if len(r.rest) == 0 || shift > 28 {
			r.Refuse("a gate is not complete")
		}
		b := r.rest[0]
		r.rest = r.rest[1:]
		delta |= uint64(b&0x7f) << shift
		if b < 0x80 {
			break
		}
	}
	if delta > uint64(wire) {
		r.Refuse("a gate has an operand below 0")
	}
	return wire - int(delta)
}

// File reads up to the comments: the circuit, and the wires and names of its outputs.
func (r *Reader) File() (f File, outputs []int, names []string) {
	if !bytes.HasPrefix(r.data, []byte("aig ")) {
		panic(&Refusal{Foreign: true, Reason: "this is no certificate: it does not start with aig"})
	}
	head := r.Numbers(r.Line()[len("aig "):], len(r.data))
	if len(head) != 5 || head[2] != 0 || head[0] != head[1]+head[4] {
		r.Refuse("the first line is not: aig M I 0 O A, with M = I + A")
	}
	f.Inputs, outputs, names = head[1], make([]int, head[3]), make([]string, head[3])
	for i := range outputs {
		outputs[i] = r.Number(r.Line(), 2*head[0]+1)
	}
	for wire := 2 * (f.Inputs + 1); wire <= 2*head[0]; wire += 2 {
		x := r.less(wire)
		if x == wire {
			r.Refuse("a gate is its own operand")
		}
		f.Gates = append(f.Gates, [2]int{x, r.less(x)})
	}
	for text := r.Line(); text != "c"; text = r.Line() {
		at, name, _ := strings.Cut(text, " ")
		switch n, isOutput := strings.CutPrefix(at, "o"); {
		case isOutput:
			names[r.Number(n, len(names)-1)] = name
		case !strings.HasPrefix(at, "i"):
			r.Refuse("%q names no input or output", text)
		}
	}
	return f, outputs, names
}
