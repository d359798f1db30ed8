package value

import (
	"slices"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// Choose joins values that are taken in disjoint sets of states.
func Choose(sp *symbolic.Space, choices []Choice) Value {
	choices = slices.DeleteFunc(slices.Clone(choices), func(c Choice) bool {
		_, none := c.Val.(Nothing)
		return none || c.When.IsEmpty()
	})
	if len(choices) == 0 {
		return Nothing{}
	}
	if same := allSame(choices); same != nil {
		return same
	}
	switch kindOf(choices) {
	case truthKind:
		return Truth{chooseSet(sp, choices, AsTruth)}
	case tupleKind:
		return chooseTuple(sp, choices)
	case familyKind:
		return chooseFamily(sp, choices)
	}
	var l CaseList
	for _, c := range choices {
		for _, k := range AsCases(sp, c.Val) {
			l.Add(k.Value, c.When.And(k.When))
		}
	}
	return l.Value(sp)
}

// Either is then where c holds and els elsewhere. Truth values, which are most,
// are joined without the general machinery.
func Either(sp *symbolic.Space, c symbolic.Set, then, els Value) Value {
	if kindOfValue(then) == truthKind && kindOfValue(els) == truthKind {
		return Truth{Ite(sp, c, AsTruth(sp, then), AsTruth(sp, els))}
	}
	return Choose(sp, []Choice{{c, then}, {c.Not(), els}})
}

// Ite is c.Ite(then, els), without work where one of the branches is constant
// or both are the same.
func Ite(sp *symbolic.Space, c, then, els symbolic.Set) symbolic.Set {
	switch {
	case then.Equal(els):
		return then
	case then.IsFull():
		return c.Or(els)
	case then.IsEmpty():
		return els.Diff(c)
	case els.IsEmpty():
		return c.And(then)
	case els.IsFull():
		return c.Imp(then)
	}
	return c.Ite(then, els)
}

// allSame returns the constant that all choices agree on, if they do.
func allSame(choices []Choice) Value {
	first, ok := choices[0].Val.(Constant)
	if !ok {
		return only(choices)
	}
	for _, c := range choices[1:] {
		other, ok := c.Val.(Constant)
		if !ok || !spec.Equal(first.V, other.V) {
			return nil
		}
	}
	return first
}

// only returns the value of the only choice. Elsewhere than where it is taken a
// value may be anything, so this one will do.
func only(choices []Choice) Value {
	if len(choices) == 1 {
		return choices[0].Val
	}
	return nil
}

type valueKind int

const (
	truthKind valueKind = iota
	scalarKind
	tupleKind
	familyKind
)

// kindOf returns the form in which all choices can be written.
func kindOf(choices []Choice) valueKind {
	kind := truthKind
	for _, c := range choices {
		kind = max(kind, kindOfValue(c.Val))
	}
	return kind
}

func kindOfValue(v Value) valueKind {
	switch v := v.(type) {
	case Truth:
		return truthKind
	case Tuple:
		return tupleKind
	case Family:
		return familyKind
	case Constant:
		switch v.V.(type) {
		case spec.Bool:
			return truthKind
		case spec.Record, spec.Array:
			return tupleKind
		case spec.Set:
			return familyKind
		}
	}
	return scalarKind
}

// chooseSet joins one set of each choice.
func chooseSet(sp *symbolic.Space, choices []Choice, of func(*symbolic.Space, Value) symbolic.Set) symbolic.Set {
	sets := make([]symbolic.Set, len(choices))
	for i, c := range choices {
		sets[i] = c.When.And(of(sp, c.Val))
	}
	return sp.OrAll(sets...)
}

func chooseTuple(sp *symbolic.Space, choices []Choice) Value {
	t := Tuple{Absent: chooseSet(sp, choices, AbsentIn)}
	var whole []Choice // those with parts
	var parts [][]Value
	for _, c := range choices {
		if p := AsTuple(sp, c.Val); len(p.Parts) > 0 {
			whole, parts, t.Record = append(whole, c), append(parts, p.Parts), p.Record
		}
	}
	if len(whole) == 0 {
		return t
	}
	for i := range parts[0] {
		part := make([]Choice, len(whole))
		for k, c := range whole {
			part[k] = Choice{c.When, parts[k][i]}
		}
		t.Parts = append(t.Parts, Choose(sp, part))
	}
	return t
}

func chooseFamily(sp *symbolic.Space, choices []Choice) Value {
	f := Family{Absent: chooseSet(sp, choices, AbsentIn)}
	var elems ElemList
	for _, c := range choices {
		for _, m := range AsFamily(sp, c.Val).Members {
			elems.Add(m.Elem, c.When.And(m.In))
		}
	}
	f.Members = elems.Members(sp)
	return f
}
