package spec

import (
	"math/big"
	"slices"
)

// widest is the largest scalar that a value of t contains.
func widest(t Type) Type {
	switch t := t.(type) {
	case *OptionType:
		return widest(t.Elem)
	case *ArrayType:
		return widest(t.Elem)
	case *RecordType:
		most := widest(t.Fields[0].Type)
		for _, f := range t.Fields[1:] {
			if w := widest(f.Type); w.Size().Cmp(most.Size()) > 0 {
				most = w
			}
		}
		return most
	case *SetType:
		return BoolType{}
	}
	return t
}

// cells counts the scalars that a value of t consists of.
func cells(t Type) *big.Int {
	switch t := t.(type) {
	case *OptionType:
		n := cells(t.Elem)
		return n.Add(n, big.NewInt(1))
	case *SetType:
		return t.Elem.Size()
	case *ArrayType:
		n := t.Cells()
		return n.Mul(n, cells(t.Elem))
	case *RecordType:
		n := new(big.Int)
		for _, f := range t.Fields {
			n.Add(n, cells(f.Type))
		}
		return n
	}
	return big.NewInt(1)
}

// join is the least type that has the values of both; nil where the two are of
// different kinds.
func join(a, b Type) Type {
	if oa, ob := option(a), option(b); oa != nil || ob != nil {
		if inner := join(Present(a), Present(b)); inner != nil {
			return &OptionType{inner}
		}
		return nil
	}
	if isEmpty(a) {
		return b
	}
	if isEmpty(b) || sameType(a, b) {
		return a
	}
	switch a := a.(type) {
	case *IntType:
		if b, ok := b.(*IntType); ok {
			return &IntType{Lo: min(a.Lo, b.Lo), Hi: max(a.Hi, b.Hi)}
		}
	case *EnumType:
		if b, ok := b.(*EnumType); ok {
			return joinEnums(a, b)
		}
	case *SetType:
		if b, ok := b.(*SetType); ok {
			if elem := join(a.Elem, b.Elem); elem != nil {
				return &SetType{elem}
			}
		}
	case ListType:
		if _, ok := b.(ListType); ok {
			return a
		}
	}
	return nil
}

func joinEnums(a, b *EnumType) Type {
	if subset(a, b) {
		return b
	}
	joined := &EnumType{Elems: slices.Clone(a.Elems)}
	for _, v := range b.Elems {
		if !joined.Has(v) {
			joined.Elems = append(joined.Elems, v)
		}
	}
	if len(joined.Elems) == len(a.Elems) {
		return a
	}
	return joined
}

func subset(a, b *EnumType) bool {
	return !slices.ContainsFunc(a.Elems, func(v Value) bool { return !b.Has(v) })
}

func option(t Type) *OptionType {
	o, _ := t.(*OptionType)
	return o
}

func sameType(a, b Type) bool {
	if a == b {
		return true
	}
	switch a := a.(type) {
	case BoolType:
		_, ok := b.(BoolType)
		return ok
	case *RecordType:
		b, ok := b.(*RecordType)
		return ok && a.Name == b.Name && a.Name != ""
	case *ArrayType:
		b, ok := b.(*ArrayType)
		return ok && sameType(a.Elem, b.Elem) && slices.EqualFunc(a.Index, b.Index, sameType)
	case *IntType:
		b, ok := b.(*IntType)
		return ok && a.Lo == b.Lo && a.Hi == b.Hi
	case *EnumType:
		b, ok := b.(*EnumType)
		return ok && slices.EqualFunc(a.Elems, b.Elems, Equal)
	case *OptionType:
		b, ok := b.(*OptionType)
		return ok && sameType(a.Elem, b.Elem)
	case *SetType:
		b, ok := b.(*SetType)
		return ok && sameType(a.Elem, b.Elem)
	}
	return false
}

// overlap reports whether values of the two types can sensibly be compared.
func overlap(a, b Type) bool {
	oa, ob := option(a), option(b)
	if oa != nil && ob != nil {
		return isEmpty(oa.Elem) || isEmpty(ob.Elem) || overlap(oa.Elem, ob.Elem)
	}
	a, b = Present(a), Present(b)
	switch ta := a.(type) {
	case *IntType:
		// Any two ranges: parameters may well set them apart.
		if _, ok := b.(*IntType); ok {
			return true
		}
		if tb, ok := b.(*EnumType); ok {
			return slices.ContainsFunc(tb.Elems, ta.Has)
		}
	case *EnumType:
		if _, ok := b.(*IntType); ok {
			return overlap(b, a)
		}
		tb, ok := b.(*EnumType)
		return ok && slices.ContainsFunc(ta.Elems, tb.Has)
	case *SetType:
		tb, ok := b.(*SetType)
		return ok && (isEmpty(ta.Elem) || isEmpty(tb.Elem) || overlap(ta.Elem, tb.Elem))
	case *ArrayType:
		tb, ok := b.(*ArrayType)
		return ok && ta.Cells().Cmp(tb.Cells()) == 0 && overlap(ta.Elem, tb.Elem)
	}
	return sameType(a, b)
}

// hasValue reports whether v may stand where a value of t is expected.
func hasValue(t Type, v Value) bool { return Present(t).Has(v) }

// digits shows a number, or how long it is.
func digits(n *big.Int) string {
	if s := n.BitLen(); s > 200 {
		return "more than 10^60"
	}
	return n.String()
}
