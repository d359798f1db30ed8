package spec

import (
	"math/big"

	"github.com/epibdd/epibdd/spec/source"
)

// valueName is one meaning of a bare name: a value of a type.
type valueName struct {
	value Value
	typ   Type
}

// valueNames lists what bare names can mean: values of enumerations, named
// numbers, and records with a pattern. Types are resolved for it; while that
// goes on the list is as long as it has become.
func (r *declarations) valueNames() map[string][]valueName {
	if r.values != nil {
		return r.values
	}
	r.values = map[string][]valueName{}
	for _, t := range r.doc.Types {
		r.try(func() { r.nameValues(get(r, r.types[t.Name.Name], t.Name.Place, t.Name.Name)) })
	}
	for _, v := range r.model.Vars {
		r.nameValues(v.Type)
	}
	r.try(func() { r.nameValues(r.agentType()) })
	for _, v := range r.doc.Vars {
		if meanings := r.values[v.Name.Name]; len(meanings) > 0 {
			r.errs.Errorf(v.Name.Place, "variable %q: %s has a value of the same name", v.Name.Name, meanings[0].typ)
		}
	}
	return r.values
}

func (r *declarations) nameValues(t Type) {
	switch t := t.(type) {
	case *EnumType:
		for _, v := range t.Elems {
			if s, ok := v.(Symbol); ok {
				r.nameValue(string(s), v, t)
			}
		}
	case *IntType:
		for n, name := range t.Names {
			r.nameValue(name, Int(n), t)
		}
	case *RecordType:
		if t.Pattern != "" && t.Size().Cmp(big.NewInt(1<<16)) <= 0 {
			for v := range t.All() {
				r.nameValue(t.Show(v), v, t)
			}
		}
		for _, f := range t.Fields {
			r.nameValues(f.Type)
		}
	case *OptionType:
		r.nameValues(t.Elem)
	case *SetType:
		r.nameValues(t.Elem)
	case *ArrayType:
		for _, i := range t.Index {
			r.nameValues(i)
		}
		r.nameValues(t.Elem)
	}
}

func (r *declarations) nameValue(name string, v Value, t Type) {
	for _, m := range r.values[name] {
		if Equal(m.value, v) && (m.typ == t || m.typ.String() == t.String()) {
			return
		}
	}
	r.values[name] = append(r.values[name], valueName{v, t})
}

func (r *declarations) namesIn(t Type) []string {
	var list []string
	for name, meanings := range r.valueNames() {
		for _, m := range meanings {
			if t.Has(m.value) {
				list = append(list, name)
				break
			}
		}
	}
	return list
}

// typeOfValue finds a type for the value of a parameter.
func (r *declarations) typeOfValue(v Value, want Type) Type {
	switch v := v.(type) {
	case Bool:
		return BoolType{}
	case Int:
		return intType(int64(v), int64(v))
	case Absent:
		return &OptionType{emptyType}
	case List:
		return ListType{}
	case Set:
		var elem Type = emptyType
		for _, e := range v {
			if elem = join(elem, r.typeOfValue(e, nil)); elem == nil {
				return &SetType{emptyType}
			}
		}
		return &SetType{elem}
	case Record:
		for _, meanings := range r.valueNames() {
			for _, m := range meanings {
				if Equal(m.value, v) && (want == nil || hasValue(want, v)) {
					return m.typ
				}
			}
		}
	}
	if want != nil && hasValue(want, v) {
		return Present(want)
	}
	return &EnumType{Elems: []Value{v}}
}

// listSet is a parameter that is a list, used as a set.
func (r *declarations) listSet(at source.Span, list List) Expr {
	set := NewSet(list...)
	return constant(at, set, r.typeOfValue(set, nil))
}
