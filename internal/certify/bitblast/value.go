package bitblast

import (
	"slices"

	"github.com/epibdd/epibdd/internal/certify/circuit"
	"github.com/epibdd/epibdd/spec"
)

// Value is what an expression is worth in all states at once: a list of values, each with the
// condition under which it is this one, or a whole that is cut into parts. Where the expression
// is defined exactly one condition is true.
type Value struct {
	cases []Choice
	whole *whole
}

// Choice is a value under a condition.
type Choice struct {
	Value spec.Value
	When  lit
}

// whole is a record, an array or a set by its parts: of a set, for each possible element, in
// the order of spec.Compare, whether it is in it.
type whole struct {
	kind   spec.Value // of this kind, and empty; nil: there are no cases but none
	elems  []spec.Value
	parts  []Value
	absent lit // where it is none
}

func constant(v spec.Value) Value { return Value{cases: []Choice{{v, yes}}} }

// truth is a value of type bool.
func truth(l lit) Value {
	return Value{cases: []Choice{{spec.Bool(true), l}, {spec.Bool(false), l.Not()}}}
}

// holds is where a value of type bool is true.
func (e *State) holds(x Value) lit { return e.among(x.cases, spec.Bool(true)) }

// among is where the value of some cases is v.
func (e *State) among(cs []Choice, v spec.Value) lit {
	out := no
	for _, c := range cs {
		if spec.Equal(c.Value, v) {
			out = e.Or(out, c.When)
		}
	}
	return out
}

// Is tells where a value is a certain one.
func (e *State) Is(x Value, v spec.Value) lit { return e.Equal(x, constant(v)) }

const mostCases = 1 << 16

// merged makes one case of those with equal values, and drops those that cannot be.
func (e *State) merged(cs []Choice) (out []Choice) {
	at := make(map[any]int, len(cs))
	for _, c := range cs {
		if c.When == no {
			continue
		}
		key := keyed(c.Value)
		if i, ok := at[key]; ok {
			out[i].When = e.Or(out[i].When, c.When)
			continue
		}
		at[key] = len(out)
		out = append(out, c)
	}
	if len(out) > mostCases {
		panic(circuit.Open("a value is one of more than %d", mostCases))
	}
	return out
}

// keyed is equal for equal values alone, and can be the key of a map.
func keyed(v spec.Value) any {
	switch v.(type) {
	case spec.Bool, spec.Int, spec.Symbol, spec.Absent:
		return v
	}
	return spec.Key(v)
}

// pairs are what f makes of each of some values and each of others.
func (e *State) pairs(xs, ys []Choice, f func(x, y spec.Value) spec.Value) (out []Choice) {
	if len(xs)*len(ys) > 16*mostCases {
		panic(circuit.Open("values are one of more than %d combinations", 16*mostCases))
	}
	for _, x := range xs {
		for _, y := range ys {
			if when := e.And(x.When, y.When); when != no {
				out = append(out, Choice{f(x.Value, y.Value), when})
			}
		}
	}
	return e.merged(out)
}

// listed are the cases of any value.
func (e *State) listed(x Value) []Choice {
	w := x.whole
	if w == nil {
		return x.cases
	}
	list := []Choice{{spec.Record(nil), w.absent.Not()}}
	for _, p := range w.parts {
		list = e.pairs(list, e.listed(p), appended)
	}
	for i, c := range list {
		parts := c.Value.(spec.Record)
		switch w.kind.(type) {
		case spec.Array:
			list[i].Value = spec.Array(parts)
		case spec.Set:
			var in []spec.Value
			for j, v := range w.elems {
				if parts[j] == spec.Bool(true) {
					in = append(in, v)
				}
			}
			list[i].Value = spec.Set(in)
		}
	}
	return e.merged(append(list, Choice{spec.Absent{}, w.absent}))
}

func appended(list, v spec.Value) spec.Value { return append(slices.Clip(list.(spec.Record)), v) }

// cut cuts a value into parts.
func (e *State) cut(x Value) *whole {
	if x.whole != nil {
		return x.whole
	}
	w := &whole{absent: no}
	var in []Choice
	for _, c := range x.cases {
		switch c.Value.(type) {
		case spec.Absent:
			w.absent = e.Or(w.absent, c.When)
			continue
		case spec.Record, spec.Array, spec.Set:
			w.kind = c.Value
		default:
			panic(circuit.Open("%s in place of what has parts", c.Value))
		}
		for i, v := range spec.Elems(c.Value) {
			if in = append(in, Choice{v, c.When}); i >= len(w.parts) {
				w.parts = append(w.parts, Value{})
			}
			w.parts[i].cases = append(w.parts[i].cases, Choice{v, c.When})
		}
	}
	if _, ok := w.kind.(spec.Set); ok {
		absent := w.absent
		w = e.set(in)
		w.absent = absent
	}
	for i, p := range w.parts {
		w.parts[i].cases = e.merged(p.cases)
	}
	return w
}

// set is the set of all that is in it on some condition.
func (e *State) set(members []Choice) *whole {
	w := &whole{kind: spec.Set(nil), absent: no}
	members = e.merged(members)
	slices.SortFunc(members, func(a, b Choice) int { return spec.Compare(a.Value, b.Value) })
	for _, m := range members {
		w.elems, w.parts = append(w.elems, m.Value), append(w.parts, truth(m.When))
	}
	return w
}

// members are the possible elements of a set, and where they are in it.
func (e *State) members(x Value) []Choice {
	w := e.cut(x)
	out := make([]Choice, len(w.elems))
	for i, v := range w.elems {
		out[i] = Choice{v, e.holds(w.parts[i])}
	}
	return out
}

// has is where v is in a set.
func (w *whole) has(e *State, v spec.Value) lit {
	if i, ok := slices.BinarySearchFunc(w.elems, v, spec.Compare); ok {
		return e.holds(w.parts[i])
	}
	return no
}

// part is the i-th one; where all are none it has no case.
func (w *whole) part(i int) Value {
	if i < len(w.parts) {
		return w.parts[i]
	}
	return Value{}
}

// aligned cuts values so that they have the same parts.
func (e *State) aligned(xs ...Value) []*whole {
	ws, like, elems := make([]*whole, len(xs)), &whole{}, []spec.Value(nil)
	for i, x := range xs {
		if ws[i] = e.cut(x); len(ws[i].parts) >= len(like.parts) && ws[i].kind != nil {
			like = ws[i]
		}
		elems = append(elems, ws[i].elems...)
	}
	elems = spec.NewSet(elems...)
	for i, old := range ws {
		w := &whole{like.kind, elems, nil, old.absent}
		for j := range max(len(elems), len(like.parts)) {
			if len(elems) > 0 {
				w.parts = append(w.parts, truth(old.has(e, elems[j])))
			} else {
				w.parts = append(w.parts, old.part(j))
			}
		}
		ws[i] = w
	}
	return ws
}

func (e *State) Equal(x, y Value) lit {
	if x.whole != nil || y.whole != nil {
		ws := e.aligned(x, y)
		a, b, parts := ws[0], ws[1], yes
		for i := range a.parts {
			parts = e.And(parts, e.Equal(a.parts[i], b.parts[i]))
		}
		return e.Or(e.And(a.absent, b.absent), e.All(a.absent.Not(), b.absent.Not(), parts))
	}
	if len(x.cases) > len(y.cases) {
		x, y = y, x
	}
	at, out := make(map[any]lit, len(x.cases)), no
	for _, c := range x.cases {
		at[keyed(c.Value)] = c.When
	}
	for _, c := range y.cases {
		if when, ok := at[keyed(c.Value)]; ok {
			out = e.Or(out, e.And(when, c.When))
		}
	}
	return out
}

// Option is a value, and where it is taken.
type Option struct {
	When lit
	Value
}

// One is the option that is taken: where it is defined that is one.
func (e *State) One(options ...Option) Value {
	options = slices.DeleteFunc(options, func(o Option) bool { return o.When == no })
	var cs []Choice
	var values []Value
	cut := false
	for _, o := range options {
		if o.When == yes || len(options) == 1 {
			return o.Value
		}
		values, cut = append(values, o.Value), cut || o.whole != nil
		for _, c := range o.cases {
			cs = append(cs, Choice{c.Value, e.And(o.When, c.When)})
		}
	}
	if !cut {
		return Value{cases: e.merged(cs)}
	}
	ws := e.aligned(values...)
	out := &whole{kind: ws[0].kind, elems: ws[0].elems, absent: no}
	for i, o := range options {
		out.absent = e.Or(out.absent, e.And(o.When, ws[i].absent))
	}
	for j := range ws[0].parts {
		parts := make([]Option, len(options))
		for i, o := range options {
			parts[i] = Option{o.When, ws[i].parts[j]}
		}
		out.parts = append(out.parts, e.One(parts...))
	}
	return Value{whole: out}
}

// either is x where l is true, and y elsewhere.
func (e *State) either(l lit, x, y Value) Value { return e.One(Option{l, x}, Option{l.Not(), y}) }

// within tells where a value is one of a type.
func (e *State) within(x Value, t spec.Type) lit {
	out := yes
	for _, c := range x.cases {
		out = e.And(out, e.Or(c.When.Not(), e.When(t.Has(c.Value))))
	}
	if x.whole == nil {
		return out
	}
	for i, p := range x.whole.parts {
		if set, ok := spec.Present(t).(*spec.SetType); ok {
			out = e.And(out, e.Or(e.holds(p).Not(), e.When(set.Elem.Has(x.whole.elems[i]))))
		} else {
			out = e.And(out, e.within(p, partType(t, i)))
		}
	}
	return e.Ite(x.whole.absent, e.When(t.Has(spec.Absent{})), out)
}

// partType is the type of the i-th part of a value of a type.
func partType(t spec.Type, i int) spec.Type {
	switch t := spec.Present(t).(type) {
	case *spec.RecordType:
		return t.Fields[i].Type
	case *spec.ArrayType:
		return t.Elem
	case *spec.SetType:
		return spec.BoolType{}
	}
	panic(circuit.Open("a part of %s", t))
}

// list are the values of a type.
func (e *State) list(t spec.Type) []spec.Value {
	if n := t.Size(); !n.IsInt64() || n.Int64() > mostCases {
		panic(circuit.Open("a type of more than %d values", mostCases))
	}
	return slices.Collect(t.All())
}
