package certify

import (
	"slices"

	"github.com/epibdd/epibdd/spec"
)

// value is what an expression is worth in all states at once: a list of values, each with the
// condition under which it is this one, or a whole that is cut into parts. Where the expression
// is defined exactly one condition is true.
type value struct {
	cases []choice
	whole *whole
}

type choice struct {
	value spec.Value
	when  lit
}

// whole is a record, an array or a set by its parts: of a set, for each possible element, in
// the order of spec.Compare, whether it is in it.
type whole struct {
	kind   spec.Value // of this kind, and empty; nil: there are no cases but none
	elems  []spec.Value
	parts  []value
	absent lit // where it is none
}

func constant(v spec.Value) value { return value{cases: []choice{{v, yes}}} }

// truth is a value of type bool.
func truth(l lit) value {
	return value{cases: []choice{{spec.Bool(true), l}, {spec.Bool(false), l.not()}}}
}

// holds is where a value of type bool is true.
func (e *eval) holds(x value) lit { return e.among(x.cases, spec.Bool(true)) }

// among is where the value of some cases is v.
func (e *eval) among(cs []choice, v spec.Value) lit {
	out := no
	for _, c := range cs {
		if spec.Equal(c.value, v) {
			out = e.or(out, c.when)
		}
	}
	return out
}

// is tells where a value is a certain one.
func (e *eval) is(x value, v spec.Value) lit { return e.equal(x, constant(v)) }

const mostCases = 1 << 16

// merged makes one case of those with equal values, and drops those that cannot be.
func (e *eval) merged(cs []choice) (out []choice) {
	at := make(map[any]int, len(cs))
	for _, c := range cs {
		if c.when == no {
			continue
		}
		key := keyed(c.value)
		if i, ok := at[key]; ok {
			out[i].when = e.or(out[i].when, c.when)
			continue
		}
		at[key] = len(out)
		out = append(out, c)
	}
	if len(out) > mostCases {
		panic(open("a value is one of more than %d", mostCases))
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
func (e *eval) pairs(xs, ys []choice, f func(x, y spec.Value) spec.Value) (out []choice) {
	if len(xs)*len(ys) > 16*mostCases {
		panic(open("values are one of more than %d combinations", 16*mostCases))
	}
	for _, x := range xs {
		for _, y := range ys {
			if when := e.and(x.when, y.when); when != no {
				out = append(out, choice{f(x.value, y.value), when})
			}
		}
	}
	return e.merged(out)
}

// listed are the cases of any value.
func (e *eval) listed(x value) []choice {
	w := x.whole
	if w == nil {
		return x.cases
	}
	list := []choice{{spec.Record(nil), w.absent.not()}}
	for _, p := range w.parts {
		list = e.pairs(list, e.listed(p), appended)
	}
	for i, c := range list {
		parts := c.value.(spec.Record)
		switch w.kind.(type) {
		case spec.Array:
			list[i].value = spec.Array(parts)
		case spec.Set:
			var in []spec.Value
			for j, v := range w.elems {
				if parts[j] == spec.Bool(true) {
					in = append(in, v)
				}
			}
			list[i].value = spec.Set(in)
		}
	}
	return e.merged(append(list, choice{spec.Absent{}, w.absent}))
}

func appended(list, v spec.Value) spec.Value { return append(slices.Clip(list.(spec.Record)), v) }

// cut cuts a value into parts.
func (e *eval) cut(x value) *whole {
	if x.whole != nil {
		return x.whole
	}
	w := &whole{absent: no}
	var in []choice
	for _, c := range x.cases {
		switch c.value.(type) {
		case spec.Absent:
			w.absent = e.or(w.absent, c.when)
			continue
		case spec.Record, spec.Array, spec.Set:
			w.kind = c.value
		default:
			panic(open("%s in place of what has parts", c.value))
		}
		for i, v := range spec.Elems(c.value) {
			if in = append(in, choice{v, c.when}); i >= len(w.parts) {
				w.parts = append(w.parts, value{})
			}
			w.parts[i].cases = append(w.parts[i].cases, choice{v, c.when})
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
func (e *eval) set(members []choice) *whole {
	w := &whole{kind: spec.Set(nil), absent: no}
	members = e.merged(members)
	slices.SortFunc(members, func(a, b choice) int { return spec.Compare(a.value, b.value) })
	for _, m := range members {
		w.elems, w.parts = append(w.elems, m.value), append(w.parts, truth(m.when))
	}
	return w
}

// members are the possible elements of a set, and where they are in it.
func (e *eval) members(x value) []choice {
	w := e.cut(x)
	out := make([]choice, len(w.elems))
	for i, v := range w.elems {
		out[i] = choice{v, e.holds(w.parts[i])}
	}
	return out
}

// has is where v is in a set.
func (w *whole) has(e *eval, v spec.Value) lit {
	if i, ok := slices.BinarySearchFunc(w.elems, v, spec.Compare); ok {
		return e.holds(w.parts[i])
	}
	return no
}

// part is the i-th one; where all are none it has no case.
func (w *whole) part(i int) value {
	if i < len(w.parts) {
		return w.parts[i]
	}
	return value{}
}

// aligned cuts values so that they have the same parts.
func (e *eval) aligned(xs ...value) []*whole {
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

func (e *eval) equal(x, y value) lit {
	if x.whole != nil || y.whole != nil {
		ws := e.aligned(x, y)
		a, b, parts := ws[0], ws[1], yes
		for i := range a.parts {
			parts = e.and(parts, e.equal(a.parts[i], b.parts[i]))
		}
		return e.or(e.and(a.absent, b.absent), e.all(a.absent.not(), b.absent.not(), parts))
	}
	at, out := make(map[any]lit, len(x.cases)), no
	for _, c := range x.cases {
		at[keyed(c.value)] = c.when
	}
	for _, c := range y.cases {
		if when, ok := at[keyed(c.value)]; ok {
			out = e.or(out, e.and(when, c.when))
		}
	}
	return out
}

// option is a value, and where it is taken.
type option struct {
	when lit
	value
}

// one is the option that is taken: where it is defined that is one.
func (e *eval) one(options ...option) value {
	options = slices.DeleteFunc(options, func(o option) bool { return o.when == no })
	var cs []choice
	var values []value
	cut := false
	for _, o := range options {
		if o.when == yes || len(options) == 1 {
			return o.value
		}
		values, cut = append(values, o.value), cut || o.whole != nil
		for _, c := range o.cases {
			cs = append(cs, choice{c.value, e.and(o.when, c.when)})
		}
	}
	if !cut {
		return value{cases: e.merged(cs)}
	}
	ws := e.aligned(values...)
	out := &whole{kind: ws[0].kind, elems: ws[0].elems, absent: no}
	for i, o := range options {
		out.absent = e.or(out.absent, e.and(o.when, ws[i].absent))
	}
	for j := range ws[0].parts {
		parts := make([]option, len(options))
		for i, o := range options {
			parts[i] = option{o.when, ws[i].parts[j]}
		}
		out.parts = append(out.parts, e.one(parts...))
	}
	return value{whole: out}
}

// either is x where l is true, and y elsewhere.
func (e *eval) either(l lit, x, y value) value { return e.one(option{l, x}, option{l.not(), y}) }

// within tells where a value is one of a type.
func (e *eval) within(x value, t spec.Type) lit {
	out := yes
	for _, c := range x.cases {
		out = e.and(out, e.or(c.when.not(), e.when(t.Has(c.value))))
	}
	if x.whole == nil {
		return out
	}
	for i, p := range x.whole.parts {
		if set, ok := spec.Present(t).(*spec.SetType); ok {
			out = e.and(out, e.or(e.holds(p).not(), e.when(set.Elem.Has(x.whole.elems[i]))))
		} else {
			out = e.and(out, e.within(p, partType(t, i)))
		}
	}
	return e.ite(x.whole.absent, e.when(t.Has(spec.Absent{})), out)
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
	panic(open("a part of %s", t))
}

// list are the values of a type.
func (e *eval) list(t spec.Type) []spec.Value {
	if n := t.Size(); !n.IsInt64() || n.Int64() > mostCases {
		panic(open("a type of more than %d values", mostCases))
	}
	return slices.Collect(t.All())
}
