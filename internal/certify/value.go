package certify

import (
	"math/bits"
	"slices"

	"github.com/epibdd/epibdd/spec"
)

// value is what an expression is worth in all states at once. Either it is cut into parts,
// those of a record or an array; or it says of each element whether it is in a set; or it
// lists cases: values, and the condition under which it is this one. Where the expression is
// defined exactly one condition is true.
type value struct {
	cases []choice
	parts []value
	elems []choice // of a set; nil unless isSet
	isSet bool
}

type choice struct {
	value spec.Value
	when  lit
}

func constant(v spec.Value) value { return value{cases: []choice{{v, yes}}} }

// truth is a value of type bool.
func truth(l lit) value {
	return value{cases: []choice{{spec.Bool(true), l}, {spec.Bool(false), l.not()}}}
}

// is tells where a value is a certain one.
func (e *eval) is(x value, v spec.Value) lit { return e.equal(x, constant(v)) }

func (e *eval) holds(x value) lit {
	out := no
	for _, c := range x.cases {
		if c.value == spec.Bool(true) {
			out = e.or(out, c.when)
		}
	}
	return out
}

// merged makes one case of those with equal values, and drops those that cannot be.
func (e *eval) merged(cs []choice) []choice {
	at, out := map[string]int{}, []choice(nil)
	for _, c := range cs {
		if c.when == no {
			continue
		}
		key := spec.Key(c.value)
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

const mostCases = 1 << 12

// flat lists the cases of any value.
func (e *eval) flat(x value) []choice {
	switch {
	case x.parts != nil:
		tuples := []choice{{spec.Record(nil), yes}}
		for _, p := range x.parts {
			var next []choice
			for _, t := range tuples {
				for _, c := range e.flat(p) {
					next = append(next, choice{spec.Record(append(slices.Clone(t.value.(spec.Record)), c.value)), e.and(t.when, c.when)})
				}
			}
			tuples = e.merged(next)
		}
		return tuples
	case x.isSet:
		sets := []choice{{spec.NewSet(), yes}}
		for _, m := range x.elems {
			var next []choice
			for _, s := range sets {
				with := spec.NewSet(append(slices.Clone(s.value.(spec.Set)), m.value)...)
				next = append(next, choice{with, e.and(s.when, m.when)}, choice{s.value, e.and(s.when, m.when.not())})
			}
			sets = e.merged(next)
		}
		return sets
	}
	return x.cases
}

// parted cuts a value into n parts; absent is where it is none.
func (e *eval) parted(x value) (parts []value, absent lit) {
	if x.parts != nil {
		return x.parts, no
	}
	absent = no
	for _, c := range x.cases {
		elems := spec.Elems(c.value)
		if c.value == (spec.Absent{}) {
			absent = e.or(absent, c.when)
			continue
		}
		for len(parts) < len(elems) {
			parts = append(parts, value{})
		}
		for i, v := range elems {
			parts[i].cases = append(parts[i].cases, choice{v, c.when})
		}
	}
	for i := range parts {
		parts[i].cases = e.merged(parts[i].cases)
	}
	return parts, absent
}

// members says of each possible element where it is in a set.
func (e *eval) members(x value) []choice {
	if x.isSet {
		return x.elems
	}
	var out []choice
	for _, c := range x.cases {
		for _, v := range spec.Elems(c.value) {
			out = append(out, choice{v, c.when})
		}
	}
	return e.merged(out)
}

func (e *eval) has(x value, v spec.Value) lit {
	out := no
	for _, m := range e.members(x) {
		if spec.Equal(m.value, v) {
			out = e.or(out, m.when)
		}
	}
	return out
}

func (v value) ofSets() bool {
	if v.isSet {
		return true
	}
	for _, c := range v.cases {
		if _, ok := c.value.(spec.Set); ok {
			return true
		}
	}
	return false
}

func (e *eval) equal(x, y value) lit {
	switch {
	case x.isSet && y.ofSets() || y.isSet && x.ofSets():
		out := yes
		for _, m := range append(slices.Clone(e.members(x)), e.members(y)...) {
			out = e.and(out, e.iff(e.has(x, m.value), e.has(y, m.value)))
		}
		return out
	case x.parts != nil || y.parts != nil:
		px, ax := e.parted(x)
		py, ay := e.parted(y)
		if len(px) != len(py) {
			return no
		}
		out := e.and(ax.not(), ay.not())
		for i := range px {
			out = e.and(out, e.equal(px[i], py[i]))
		}
		return out
	}
	out := no
	for _, a := range x.cases {
		for _, b := range y.cases {
			if spec.Equal(a.value, b.value) {
				out = e.or(out, e.and(a.when, b.when))
			}
		}
	}
	return out
}

// either is x where l is true, and y elsewhere.
func (e *eval) either(l lit, x, y value) value {
	switch {
	case l == yes:
		return x
	case l == no:
		return y
	case x.isSet || y.isSet:
		out := value{isSet: true}
		for _, m := range append(slices.Clone(e.members(x)), e.members(y)...) {
			if !slices.ContainsFunc(out.elems, func(c choice) bool { return spec.Equal(c.value, m.value) }) {
				out.elems = append(out.elems, choice{m.value, e.ite(l, e.has(x, m.value), e.has(y, m.value))})
			}
		}
		return out
	case x.parts != nil || y.parts != nil:
		px, ax := e.parted(x)
		py, ay := e.parted(y)
		if ax != no || ay != no || len(px) != len(py) {
			panic(open("an optional record or array"))
		}
		out := value{}
		for i := range px {
			out.parts = append(out.parts, e.either(l, px[i], py[i]))
		}
		return out
	}
	var cs []choice
	for _, c := range x.cases {
		cs = append(cs, choice{c.value, e.and(l, c.when)})
	}
	for _, c := range y.cases {
		cs = append(cs, choice{c.value, e.and(l.not(), c.when)})
	}
	return value{cases: e.merged(cs)}
}

// within tells where a value is one of a type.
func (e *eval) within(x value, t spec.Type) lit {
	if parts := x.parts; parts != nil {
		out := yes
		for i, p := range parts {
			switch t := spec.Present(t).(type) {
			case *spec.RecordType:
				out = e.and(out, e.within(p, t.Fields[i].Type))
			case *spec.ArrayType:
				out = e.and(out, e.within(p, t.Elem))
			}
		}
		return out
	}
	if s, ok := spec.Present(t).(*spec.SetType); ok && x.isSet {
		out := yes
		for _, m := range x.elems {
			if !s.Elem.Has(m.value) {
				out = e.and(out, m.when.not())
			}
		}
		return out
	}
	out := yes
	for _, c := range x.cases {
		if !t.Has(c.value) {
			out = e.and(out, c.when.not())
		}
	}
	return out
}

// fresh is any value of a type: new inputs, and where these are the code of one.
func (e *eval) fresh(t spec.Type) (x value, valid lit) {
	switch u := t.(type) {
	case *spec.RecordType:
		valid = yes
		x.parts = []value{}
		for _, f := range u.Fields {
			p, ok := e.fresh(f.Type)
			x.parts, valid = append(x.parts, p), e.and(valid, ok)
		}
		return x, valid
	case *spec.ArrayType:
		if !u.Cells().IsInt64() || u.Cells().Int64() > mostCases {
			panic(open("an array of more than %d elements", mostCases))
		}
		valid = yes
		for range u.Cells().Int64() {
			p, ok := e.fresh(u.Elem)
			x.parts, valid = append(x.parts, p), e.and(valid, ok)
		}
		return x, valid
	case *spec.SetType:
		x.isSet = true
		for _, v := range e.list(u.Elem) {
			x.elems = append(x.elems, choice{v, e.input()})
		}
		return x, yes
	}
	if !spec.IsScalar(t) {
		panic(open("an optional record, array or set"))
	}
	vs := e.list(t)
	code := make([]lit, bits.Len(uint(len(vs)-1)))
	for i := range code {
		code[i] = e.input()
	}
	valid = no
	for i, v := range vs {
		when := yes
		for j, b := range code {
			when = e.and(when, e.iff(b, e.circuit.when(i>>j&1 == 1)))
		}
		x.cases = append(x.cases, choice{v, when})
		valid = e.or(valid, when)
	}
	return x, valid
}

// list are the values of a type.
func (e *eval) list(t spec.Type) []spec.Value {
	if n := t.Size(); !n.IsInt64() || n.Int64() > mostCases {
		panic(open("a type of more than %d values", mostCases))
	}
	return slices.Collect(t.All())
}
