package circuit

import (
	"encoding/binary"
	"slices"
)

// cases answers a question by cases: what wires are where an input is true, and where it is false, input by input.
// Equal gates are one, so that cases that come to the same are looked at once; of diagrams over the same inputs, and of
// counts, there are few, however many values the inputs have.
type cases struct {
	*Circuit                 // with the inputs of another one, the first first
	of       *Circuit        // which that is
	inputs   []Lit           // and which these are there
	wires    map[Lit]Lit     // what its gates are here
	first    []Lit           // by gate, the first input that it reads
	halves   [][2]Lit        // of gates, where their first input is false, and where it is true
	none     map[string]bool // sets of wires that are never true together
	values   map[Lit]bool    // of inputs with which the last ones were true together
	left     int             // of the work
}

// cases are those of questions whether some of these wires can be true together.
func (c *Circuit) cases(ls []Lit) *cases {
	s := &cases{of: c, inputs: c.ordered(ls)}
	s.begin()
	return s
}

// begin forgets all that was found out.
func (s *cases) begin() {
	s.Circuit, s.wires, s.none = New(s.of.ctx), map[Lit]Lit{No: No}, map[string]bool{}
	s.first, s.halves = nil, nil
	for _, l := range s.inputs {
		s.wires[l] = s.Input()
	}
}

// mostKept is how many gates there are at most, and mostNone how many sets of wires. What there is of one question is kept
// until it is answered, since begun anew it would come to the same.
const (
	mostKept = 1 << 22
	mostNone = 1 << 20
)

// within answers a question if that takes no more than some work.
func (s *cases) within(ls []Lit, work int) int {
	if len(s.gates) > mostKept || len(s.none) > mostNone {
		s.begin()
	}
	asked := make([]Lit, len(ls))
	for i, l := range ls {
		asked[i] = s.of.copied(s.Circuit, l, s.wires)
	}
	s.left, s.values = work, map[Lit]bool{}
	switch possible := s.possible(asked); {
	case s.left <= 0:
		return open
	case possible:
		s.of.keep(func(input Lit) (v, known bool) { v, known = s.values[s.wires[input]]; return v, known })
		return yes
	}
	return impossible
}

// copied makes the gates of a wire in another circuit, in which some wires are known.
func (c *Circuit) copied(to *Circuit, l Lit, known map[Lit]Lit) Lit {
	for path := []Lit{l &^ 1}; len(path) > 0; {
		out := path[len(path)-1]
		if _, ok := known[out]; !ok {
			g := c.gates[out/2]
			x, okX := known[g[0]&^1]
			y, okY := known[g[1]&^1]
			if !okX || !okY {
				path = append(path, map[bool]Lit{false: g[0] &^ 1, true: g[1] &^ 1}[okX])
				continue
			}
			known[out] = to.And(x^g[0]&1, y^g[1]&1)
		}
		path = path[:len(path)-1]
	}
	return known[l&^1] ^ l&1
}

// ordered are the inputs of wires, each where it stands in the largest of these that reads it: far from its end comes last.
func (c *Circuit) ordered(ls []Lit) (inputs []Lit) {
	cones := make([][]Lit, len(ls))
	for i, l := range ls {
		told := map[Lit]bool{No: true}
		for path := []Lit{l &^ 1}; len(path) > 0; {
			out := path[len(path)-1]
			path = path[:len(path)-1]
			if told[out] {
				continue
			}
			told[out] = true
			cones[i] = append(cones[i], out)
			if g := c.gates[out/2]; g[0] != out {
				path = append(path, g[0]&^1, g[1]&^1)
			}
		}
		slices.Sort(cones[i])
	}
	slices.SortStableFunc(cones, func(x, y []Lit) int { return len(x) - len(y) })
	at := map[Lit]float64{}
	for _, cone := range cones {
		far, most := map[Lit]int{}, 1
		for _, out := range slices.Backward(cone) {
			if g := c.gates[out/2]; g[0] != out {
				for _, x := range g {
					far[x&^1] = max(far[x&^1], far[out]+1)
					most = max(most, far[x&^1])
				}
			}
		}
		for _, out := range cone {
			if c.gates[out/2][0] == out {
				at[out] = float64(far[out]) / float64(most)
			}
		}
	}
	for in := range at {
		inputs = append(inputs, in)
	}
	slices.SortFunc(inputs, func(x, y Lit) int {
		switch {
		case at[x] < at[y]:
			return -1
		case at[x] > at[y]:
			return 1
		}
		return int(x - y)
	})
	return inputs
}

// reads is the first input that a wire reads.
func (s *cases) reads(l Lit) Lit {
	for n := len(s.first); n < len(s.gates); n++ {
		first, g := Lit(2*n), s.gates[n]
		if n > 0 && g[0] != first {
			first = min(s.first[g[0]/2], s.first[g[1]/2])
		}
		s.first, s.halves = append(s.first, first), append(s.halves, [2]Lit{-1, -1})
	}
	return s.first[l/2]
}

// half is what a wire is where an input is false (0) or true (1), if that is the first one that it reads.
func (s *cases) half(l, input Lit, value int) Lit {
	switch {
	case s.reads(l) != input:
		return l
	case l/2 == input/2:
		return Lit(value) ^ l&1
	case s.halves[l/2][value] < 0:
		g := s.gates[l/2]
		x := s.And(s.half(g[0], input, value), s.half(g[1], input, value))
		s.halves[l/2][value] = x
		s.left--
	}
	return s.halves[l/2][value] ^ l&1
}

// possible tells whether wires can be true together.
func (s *cases) possible(ls []Lit) bool {
	ls = s.conjuncts(ls)
	slices.Sort(ls)
	for i, l := range ls {
		if l == No || i > 0 && l == ls[i-1].Not() {
			return false
		}
	}
	if len(ls) > 0 && ls[0] == Yes {
		ls = ls[1:]
	}
	if s.left -= len(ls); len(s.gates) > mostKept || len(s.none) > mostNone {
		s.left = 0
	}
	if len(ls) == 0 || s.left <= 0 {
		return true
	}
	var key []byte
	for _, l := range ls {
		key = binary.AppendUvarint(key, uint64(l))
	}
	if s.none[string(key)] {
		return false
	}
	input := s.reads(ls[0])
	for _, l := range ls {
		input = min(input, s.reads(l))
	}
	for v := range 2 {
		next := make([]Lit, len(ls))
		for i, l := range ls {
			next[i] = s.half(l, input, v)
		}
		if s.possible(next) {
			s.values[input] = v == 1
			return true
		}
	}
	s.none[string(key)] = true
	return false
}
