package certify

import (
	"math/bits"
	"slices"

	"github.com/epibdd/epibdd/spec"
)

// A state is written in bits scalar by scalar: what is optional and has parts says first whether
// it is there, then come the parts, of a set whether it has each element, from the last one. Where
// something is absent all bits of its parts are 0.

// build makes a value of a type of its scalars.
func (e *eval) build(t spec.Type, scalar func(t spec.Type) value) value {
	if spec.IsScalar(t) {
		return scalar(t)
	}
	kind, elems, n := e.shape(t)
	w, in := &whole{kind: kind, absent: no}, []choice(nil)
	if t != spec.Present(t) {
		w.absent = e.holds(scalar(spec.BoolType{})).not()
	}
	for i := range n {
		p := e.build(partType(t, i), scalar)
		if w.parts = append(w.parts, p); elems != nil {
			in = append(in, choice{elems[i], e.holds(p)})
		}
	}
	if elems != nil {
		w.elems, w.parts = e.set(in).elems, e.set(in).parts
	}
	return value{whole: w}
}

// shape says of a type with parts how many there are, and which elements of a set they tell of.
func (e *eval) shape(t spec.Type) (kind spec.Value, elems []spec.Value, n int) {
	switch u := spec.Present(t).(type) {
	case *spec.RecordType:
		return spec.Record(nil), nil, len(u.Fields)
	case *spec.ArrayType:
		if n := u.Cells(); n.IsInt64() && n.Int64() <= mostCases {
			return spec.Array(nil), nil, int(n.Int64())
		}
		panic(open("an array of more than %d elements", mostCases))
	case *spec.SetType:
		elems = e.list(u.Elem)
		slices.Reverse(elems)
		return spec.Set(nil), elems, len(elems)
	}
	panic(open("a variable of type %s", t))
}

// scalars lists those of a value of a type, and where something around them is absent.
func (e *eval) scalars(t spec.Type, x value, gone lit, f func(t spec.Type, x value, gone lit)) {
	if spec.IsScalar(t) {
		f(t, x, gone)
		return
	}
	w := e.cut(x)
	if t != spec.Present(t) {
		f(spec.BoolType{}, truth(w.absent.not()), gone)
		gone = e.or(gone, w.absent)
	}
	_, elems, n := e.shape(t)
	for i := range n {
		p := w.part(i)
		if elems != nil {
			p = truth(w.has(e, elems[i]))
		}
		e.scalars(partType(t, i), p, gone, f)
	}
}

// scalars lists those of a state.
func (k *checker) scalars(vars []value, f func(n int, t spec.Type, x value, gone lit)) {
	n := 0
	for i, v := range k.model.Vars {
		(&eval{circuit: k.circuit}).scalars(v.Type, vars[i], no, func(t spec.Type, x value, gone lit) { f(n, t, x, gone); n++ })
	}
}

// state makes the values of variables of their scalars.
func (k *checker) state(scalar func(t spec.Type) value) (vars []value) {
	for _, v := range k.model.Vars {
		vars = append(vars, (&eval{circuit: k.circuit}).build(v.Type, scalar))
	}
	return vars
}

// anyState makes a state of new inputs, and tells where these are codes of values.
func (k *checker) anyState() (e *eval, valid lit) {
	valid = yes
	vars := k.state(func(t spec.Type) (x value) {
		vs := (*eval)(nil).list(t)
		code := make([]lit, bits.Len(uint(len(vs)-1)))
		below := yes // whether the code is that of a value
		for i := range code {
			code[i] = k.input()
			if last := (len(vs) - 1) >> i & 1; last == 1 {
				below = k.or(below, code[i].not())
			} else {
				below = k.and(below, code[i].not())
			}
		}
		for i, v := range vs {
			x.cases = append(x.cases, choice{v, k.codes(code, i)})
		}
		valid = k.and(valid, below)
		return x
	})
	record := make([]lit, len(k.cert.Records))
	for i := range record {
		record[i] = k.input()
	}
	return k.at(k.start, vars, record), valid
}

// codes is whether bits, the lowest first, are the number n.
func (c *circuit) codes(bits []lit, n int) lit {
	out := yes
	for i, b := range slices.Backward(bits) {
		out = c.and(out, c.iff(b, c.when(n>>i&1 == 1)))
	}
	return out
}

// scalar is a cell of a state with its values, and the number of its first bit.
type scalar struct {
	cell   Cell
	first  int
	values []spec.Value
}

// layout holds the cells of the certificate to the variables of the model.
func (k *checker) layout() {
	bits := 1
	k.scalars(k.here.vars, func(n int, t spec.Type, _ value, _ lit) {
		if n >= len(k.cert.Cells) {
			panic(wrong("cells are missing"))
		}
		s, all, twice := scalar{cell: k.cert.Cells[n], first: bits}, k.here.list(t), map[int]bool{}
		for _, p := range s.cell.Values {
			if p >= len(all) || twice[p] {
				panic(wrong("a cell has no value %d, or has it twice", p))
			}
			twice[p] = true
			s.values = append(s.values, all[p])
		}
		if len(s.values) > 1<<s.cell.Bits {
			panic(wrong("a cell has more values than codes"))
		}
		k.cells, bits = append(k.cells, s), bits+s.cell.Bits
	})
	if len(k.cells) != len(k.cert.Cells) {
		panic(wrong("there are cells too many"))
	}
}

// reading is a state as the circuit of the certificate reads it: a wire for each of its
// inputs and gates, as far as they were asked for. States with a value for which there is no
// code are in no set.
type reading struct {
	coded lit
	wires map[int]lit
}

// written are the inputs of a state.
func (k *checker) written(vars []value, record []lit) *reading {
	r := &reading{yes, map[int]lit{0: no}}
	for i, l := range record {
		r.wires[k.cert.Inputs-len(record)+1+i] = l
	}
	k.scalars(vars, func(n int, _ spec.Type, x value, gone lit) {
		some, s, at := gone, k.cells[n], map[any]lit{}
		for _, c := range x.cases {
			at[keyed(c.value)] = k.and(c.when, gone.not())
		}
		for j := range s.cell.Bits {
			r.wires[s.first+j] = no
		}
		for code, v := range s.values {
			when := at[keyed(v)]
			some = k.or(some, when)
			for j := range s.cell.Bits {
				if b := s.first + s.cell.Bits - 1 - j; code>>j&1 == 1 {
					r.wires[b] = k.or(r.wires[b], when)
				}
			}
		}
		r.coded = k.and(r.coded, some)
	})
	return r
}

// values are those of the variables in the state that bits stand for.
func (k *checker) values(bit func(i int) lit) []value {
	n := 0
	return k.state(func(spec.Type) (x value) {
		s, code := k.cells[n], []lit(nil)
		n++
		for j := range s.cell.Bits {
			code = append(code, bit(s.first+s.cell.Bits-1-j))
		}
		for i, v := range s.values {
			x.cases = append(x.cases, choice{v, k.codes(code, i)})
		}
		return x
	})
}
