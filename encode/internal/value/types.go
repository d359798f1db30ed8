package value

import (
	"iter"
	"math/big"

	"github.com/epibdd/epibdd/encode/internal/failure"
	"github.com/epibdd/epibdd/encode/internal/tune"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// Outside returns where v is not a value of t.
func Outside(sp *symbolic.Space, v Value, t spec.Type) symbolic.Set {
	switch v := v.(type) {
	case Constant:
		return sp.Constant(!t.Has(v.V))
	case Truth:
		return sp.Constant(!t.Has(spec.Bool(true)))
	case Scalar:
		var sets []symbolic.Set
		for _, c := range v.Cases {
			if !t.Has(c.Value) {
				sets = append(sets, c.When)
			}
		}
		return sp.OrAll(sets...)
	case Tuple:
		return outsidePresent(sp, v.Absent, t, func() symbolic.Set { return partsOutside(sp, v, spec.Present(t)) })
	case Family:
		return outsidePresent(sp, v.Absent, t, func() symbolic.Set { return membersOutside(sp, v, spec.Present(t)) })
	}
	return sp.Empty()
}

func outsidePresent(sp *symbolic.Space, absent symbolic.Set, t spec.Type, parts func() symbolic.Set) symbolic.Set {
	out := parts().Diff(absent)
	if _, optional := t.(*spec.OptionType); optional {
		return out
	}
	return out.Or(absent)
}

func partsOutside(sp *symbolic.Space, v Tuple, t spec.Type) symbolic.Set {
	var types []spec.Type
	switch t := t.(type) {
	case *spec.RecordType:
		for _, f := range t.Fields {
			types = append(types, f.Type)
		}
	case *spec.ArrayType:
		for range v.Parts {
			types = append(types, t.Elem)
		}
	}
	if len(types) != len(v.Parts) {
		return sp.Full()
	}
	sets := make([]symbolic.Set, len(types))
	for i, p := range v.Parts {
		sets[i] = Outside(sp, p, types[i])
	}
	return sp.OrAll(sets...)
}

func membersOutside(sp *symbolic.Space, v Family, t spec.Type) symbolic.Set {
	set, isSet := t.(*spec.SetType)
	if !isSet {
		return sp.Full()
	}
	var sets []symbolic.Set
	for _, m := range v.Members {
		if !set.Elem.Has(m.Elem) {
			sets = append(sets, m.In)
		}
	}
	return sp.OrAll(sets...)
}

// Alternatives yields the values of t that v can have, and where it has each.
// What v has besides is outside t.
func Alternatives(sp *symbolic.Space, v Value, t spec.Type) iter.Seq2[spec.Value, symbolic.Set] {
	return func(yield func(spec.Value, symbolic.Set) bool) {
		switch v := v.(type) {
		case Constant:
			if t.Has(v.V) {
				yield(v.V, sp.Full())
			}
			return
		case Truth, Scalar:
			for _, c := range AsCases(sp, v) {
				if t.Has(c.Value) && !c.When.IsEmpty() && !yield(c.Value, c.When) {
					return
				}
			}
			return
		case Nothing:
			return
		}
		Expandable(t)
		for w := range t.All() {
			if where := Equal(sp, v, Constant{w}); !where.IsEmpty() && !yield(w, where) {
				return
			}
		}
	}
}

// Expandable refuses a type with too many values to be tried one by one.
func Expandable(t spec.Type) {
	if t.Size().Cmp(big.NewInt(tune.MaxInstances)) > 0 {
		failure.Fail("%s has %s values, too many to try one by one (at most %d)", t, t.Size(), tune.MaxInstances)
	}
}
