package bitblast

import (
	"github.com/epibdd/epibdd/internal/certify/circuit"
	"github.com/epibdd/epibdd/spec"
)

// Cell is a scalar of a state in bits: how many there are, the most significant first, and the
// values it has codes for, by their places in the order of the type: the first has code 0.
type Cell struct {
	Bits   int
	Values []int
}

// Code says how the states of a model are written in bits: a cell for each scalar, in the order of the
// variables and of the parts of their types.
type Code struct {
	model *spec.Model
	cells []scalar
}

// scalar is a cell with its values, and the number of its first bit.
type scalar struct {
	Cell
	first  int
	values []spec.Value
}

// NewCode holds cells to the variables of a model, of which e is a state.
func NewCode(e *State, cells []Cell) *Code {
	k, bits := &Code{model: e.Model}, 0
	for i, v := range e.Model.Vars {
		e.scalars(v.Type, e.Vars[i], no, func(t spec.Type, _ Value, _ lit) {
			if len(k.cells) == len(cells) {
				panic(circuit.Wrong("cells are missing"))
			}
			s, all, twice := scalar{Cell: cells[len(k.cells)], first: bits}, e.list(t), map[int]bool{}
			for _, p := range s.Values {
				if p >= len(all) || twice[p] {
					panic(circuit.Wrong("a cell has no value %d, or has it twice", p))
				}
				twice[p] = true
				s.values = append(s.values, all[p])
			}
			if len(s.values) > 1<<s.Bits {
				panic(circuit.Wrong("a cell has more values than codes"))
			}
			k.cells, bits = append(k.cells, s), bits+s.Bits
		})
	}
	if len(k.cells) != len(cells) {
		panic(circuit.Wrong("there are cells too many"))
	}
	return k
}

// Written are the bits of a state, and where all of its values have codes.
func (k *Code) Written(e *State) (bits []lit, coded lit) {
	coded, n := yes, 0
	for i, v := range k.model.Vars {
		e.scalars(v.Type, e.Vars[i], no, func(_ spec.Type, x Value, gone lit) {
			some, s, at, written := gone, k.cells[n], map[any]lit{}, make([]lit, k.cells[n].Bits)
			n++
			for _, c := range x.cases {
				at[keyed(c.Value)] = e.And(c.When, gone.Not())
			}
			for code, v := range s.values {
				when := at[keyed(v)]
				some = e.Or(some, when)
				for j := range written {
					if code>>j&1 == 1 {
						written[s.Bits-1-j] = e.Or(written[s.Bits-1-j], when)
					}
				}
			}
			bits, coded = append(bits, written...), e.And(coded, some)
		})
	}
	return bits, coded
}

// States are the bits that are those of a state.
func (k *Code) States(c *circuit.Circuit, bits []lit) lit {
	again, coded := k.Written(NewState(c, k.model, k.Values(c, bits)))
	for i, l := range again {
		coded = c.And(coded, c.Iff(bits[i], l))
	}
	return coded
}

// Values are those of the variables in the state that bits stand for.
func (k *Code) Values(c *circuit.Circuit, bits []lit) (vars []Value) { return k.values(c, bits, nil) }

// Image are the values of the variables in the state that functions, wires of a file with the bits that they have, make of
// one. Scalars whose bits are left as they are stay what they are there, in the same gates.
func (k *Code) Image(e *State, wires []int, bits []lit) []Value {
	kept, n := map[int]Value{}, 0
	for i, v := range k.model.Vars {
		e.scalars(v.Type, e.Vars[i], no, func(_ spec.Type, x Value, gone lit) {
			s := k.cells[n]
			if gone == no && circuit.Left(wires[s.first:s.first+s.Bits], s.first) {
				kept[n] = x
			}
			n++
		})
	}
	return k.values(e.Circuit, bits, kept)
}

// values are those that bits stand for, but for the scalars that are kept.
func (k *Code) values(c *circuit.Circuit, bits []lit, kept map[int]Value) (vars []Value) {
	e, n := NewState(c, k.model, nil), 0
	for _, v := range k.model.Vars {
		vars = append(vars, e.build(v.Type, func(spec.Type) Value {
			s, code := k.cells[n], []lit(nil)
			x, ok := kept[n]
			if n++; ok {
				return x
			}
			for j := range s.Bits {
				code = append(code, bits[s.first+s.Bits-1-j])
			}
			for i, v := range s.values {
				x.cases = append(x.cases, Choice{v, c.Codes(code, i)})
			}
			return x
		}))
	}
	return vars
}
