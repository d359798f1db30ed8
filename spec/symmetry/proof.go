package symmetry

import (
	"slices"

	"github.com/epibdd/epibdd/spec"
)

// mostEntries is how many entries a table has at most that is looked at.
const mostEntries = 1 << 12

// proof is an attempt to show that a permutation is an automorphism. Of two expressions a and b it shows that
// b has in the image of each state, with the images of the values of bound names, the image of the value that a has: as
// a value of the sort that they have then. Where a has no value, b has none.
type proof struct {
	*permutation
	*finder

	pairs  map[*spec.Bound]*spec.Bound // bound names of a that are others in b
	bodies map[*spec.Define]sorted
	plain  bool // inside of what reads no state, where no table is looked at
}

// sorted is the sort of an expression, if it has one.
type sorted struct {
	sort spec.Type
	ok   bool
}

// anything is the hint that nothing is known of a sort.
var anything = sorted{}

// none is the answer that nothing is shown.
var none = sorted{}

func (f *finder) proof(p *permutation) *proof {
	return &proof{permutation: p, finder: f, pairs: map[*spec.Bound]*spec.Bound{}, bodies: map[*spec.Define]sorted{}}
}

// is tells whether b is the image of a as values of a type.
func (p *proof) is(a, b spec.Expr, t spec.Type) bool {
	got := p.compare(a, b, sorted{p.sort(t), true})
	return got.ok && p.alike(got.sort, t)
}

// same tells whether a, which is no value of a type that is moved, is the same in the image.
func (p *proof) same(a, b spec.Expr) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	return p.is(a, b, nil)
}

// compare finds the sort of two expressions, of which a hint may be known.
func (p *proof) compare(a, b spec.Expr, hint sorted) sorted {
	if p.budget--; p.budget < 0 {
		return none
	}
	if p.plain || a.Traits() != 0 || b.Traits() != 0 {
		return p.structure(a, b, hint)
	}
	p.plain = true
	got := p.structure(a, b, hint)
	p.plain = false
	if got.ok && (!hint.ok || p.alike(got.sort, hint.sort)) {
		return got
	}
	if !hint.ok {
		hint = sorted{p.sort(a.Type()), true}
	}
	if p.tables(a, b, hint.sort) {
		return hint
	}
	return none
}

// tables compares what reads no state entry by entry.
func (p *proof) tables(a, b spec.Expr, sort spec.Type) bool {
	x, y := p.table(a), p.table(b)
	if x == nil || y == nil {
		return false
	}
	places := make([]int, len(y.names)) // of the names of b among those of a
	for i, n := range y.names {
		places[i] = slices.IndexFunc(x.names, func(m *spec.Bound) bool { return p.other(m) == n && p.sameBound(m, n) })
		if places[i] < 0 {
			return false
		}
	}
	k, at := -1, make([]spec.Value, len(places))
	for entry := range spec.Tuples(x.index.Index) {
		k++
		for i, from := range places {
			to, ok := p.image(entry[from], x.index.Index[from])
			if !ok {
				return false
			}
			at[i] = to
		}
		if p.budget--; p.budget < 0 || !p.entry(x.values[k], y.values[y.index.CellIndex(at)], sort) {
			return false
		}
	}
	return true
}

// table is the values of an expression that reads no state, by the values of the names in it.
type table struct {
	names  []*spec.Bound
	index  *spec.ArrayType
	values []spec.Value // nil where there is none
}

// table looks at all entries of what reads no state, once; nil: they are too many.
func (p *proof) table(e spec.Expr) *table {
	if t, known := p.known[e]; known {
		return t
	}
	p.known[e] = nil
	t := &table{names: e.Free(), index: &spec.ArrayType{}}
	size := int64(1)
	for _, n := range t.names {
		of := n.Type.Size()
		if !of.IsInt64() || of.Int64() > mostEntries {
			return nil
		}
		if size *= of.Int64(); size > mostEntries {
			return nil
		}
		t.index.Index = append(t.index.Index, n.Type)
	}
	for entry := range spec.Tuples(t.index.Index) {
		ev := &spec.Evaluator{Budget: max(p.budget, 1)}
		v, err := ev.Eval(e, (*spec.Env)(nil).BindAll(t.names, entry))
		if p.budget -= ev.Used(); p.budget < 0 || err != nil && !isUndefined(err) {
			return nil
		}
		if err != nil {
			v = nil
		}
		t.values = append(t.values, v)
	}
	p.known[e] = t
	return t
}

// entry compares two entries of tables, which may be undefined.
func (p *proof) entry(v, w spec.Value, sort spec.Type) bool {
	if v == nil || w == nil {
		return v == nil && w == nil
	}
	if _, ok := sort.(*spec.SetType); ok { // a list is written where a set is meant
		if list, ok := v.(spec.List); ok {
			v, w = spec.NewSet(list...), spec.NewSet(spec.Elems(w)...)
		}
	}
	to, ok := p.image(v, sort)
	return ok && spec.Equal(to, w)
}

func isUndefined(err error) bool {
	_, ok := err.(*spec.Undefined)
	return ok
}

// other is the name in b that is that of a.
func (p *proof) other(n *spec.Bound) *spec.Bound {
	if to, ok := p.pairs[n]; ok {
		return to
	}
	return n
}

// structure compares expressions by their parts.
func (p *proof) structure(a, b spec.Expr, hint sorted) sorted {
	switch a := a.(type) {
	case *spec.Const:
		return p.constant(a, b, hint)
	case *spec.VarRef:
		b, ok := b.(*spec.VarRef)
		return p.when(ok && a.Var == b.Var, a.Var.Type)
	case *spec.BoundRef:
		b, ok := b.(*spec.BoundRef)
		return p.when(ok && p.other(a.Bound) == b.Bound && p.sameBound(a.Bound, b.Bound), a.Bound.Type)
	case *spec.FieldOf:
		return p.field(a, b)
	case *spec.Element:
		return p.element(a, b)
	case *spec.Unary:
		return p.unary(a, b)
	case *spec.Binary:
		return p.binary(a, b)
	case *spec.Cond:
		return p.cond(a, b, hint)
	case *spec.Fold:
		return p.fold(a, b)
	case *spec.MakeRecord:
		return p.record(a, b)
	case *spec.MakeSet:
		return p.set(a, b)
	case *spec.Does:
		b, ok := b.(*spec.Does)
		return p.truth(ok && p.program(a.Step, b.Step))
	case *spec.Call:
		return p.call(a, b, hint)
	}
	return p.truth(p.formula(a, b))
}

// when is the sort of a type, if that is shown.
func (p *proof) when(ok bool, t spec.Type) sorted {
	if !ok {
		return none
	}
	return sorted{p.sort(t), true}
}

// truth is the sort of what is true or false, of numbers, and of all else that is not moved.
func (p *proof) truth(ok bool) sorted { return sorted{nil, ok} }

func (p *proof) constant(a *spec.Const, other spec.Expr, hint sorted) sorted {
	b, ok := other.(*spec.Const)
	if !hint.ok {
		hint = sorted{p.sort(a.Type()), true}
	}
	if !ok || !p.entry(a.Value, b.Value, hint.sort) {
		return none
	}
	return hint
}

func (p *proof) field(a *spec.FieldOf, other spec.Expr) sorted {
	b, ok := other.(*spec.FieldOf)
	if !ok || a.Field != b.Field {
		return none
	}
	x := p.compare(a.X, b.X, anything)
	if x.sort == nil || x.sort == p.of {
		return p.truth(x.ok && x.sort == nil)
	}
	record, ok := spec.Present(x.sort).(*spec.RecordType)
	return p.when(x.ok && ok && spec.Type(record) != p.of, fieldType(record, a.Field))
}

func fieldType(t *spec.RecordType, i int) spec.Type {
	if t == nil {
		return nil
	}
	return t.Fields[i].Type
}

func (p *proof) element(a *spec.Element, other spec.Expr) sorted {
	b, ok := other.(*spec.Element)
	if !ok || (a.The == nil) != (b.The == nil) || len(a.Index) != len(b.Index) {
		return none
	}
	x := p.compare(a.X, b.X, anything)
	if !x.ok {
		return none
	}
	if x.sort == nil { // of an array, or a list, that is not moved
		for i := range a.Index {
			if !p.same(a.Index[i], b.Index[i]) {
				return none
			}
		}
		return p.truth(true)
	}
	array, ok := spec.Present(x.sort).(*spec.ArrayType)
	if !ok {
		return none
	}
	for i := range a.Index {
		if !p.is(a.Index[i], b.Index[i], array.Index[i]) {
			return none
		}
	}
	return p.when(true, array.Elem)
}

func (p *proof) unary(a *spec.Unary, other spec.Expr) sorted {
	b, ok := other.(*spec.Unary)
	if !ok || a.Op != b.Op {
		return none
	}
	x := p.compare(a.X, b.X, anything)
	switch {
	case !x.ok:
		return none
	case a.Op == spec.Size:
		return p.truth(true)
	case x.sort == nil:
		return p.truth(a.Op == spec.Not || a.Op == spec.Neg || sameRange(a.X.Type(), b.X.Type()))
	case (a.Op == spec.NextOf || a.Op == spec.PrevOf) && spec.Present(x.sort) == p.of && spec.Present(a.X.Type()) == p.of && spec.Present(b.X.Type()) == p.of:
		return p.when(p.turns(), p.of)
	}
	return none
}

// sameRange tells whether next, prev and ord go by the same values.
func sameRange(a, b spec.Type) bool {
	if a == b {
		return true
	}
	x, ok := spec.Present(a).(*spec.IntType)
	y, also := spec.Present(b).(*spec.IntType)
	return ok && also && x.Lo == y.Lo && x.Hi == y.Hi
}

// turns tells whether the value after another one is sent to the value after it.
func (p *permutation) turns() bool {
	n := len(p.to)
	for i, to := range p.to {
		if p.to[(i+1)%n] != (to+1)%n {
			return false
		}
	}
	return true
}

func (p *proof) binary(a *spec.Binary, other spec.Expr) sorted {
	b, ok := other.(*spec.Binary)
	if !ok || a.Op != b.Op {
		return none
	}
	switch a.Op {
	case spec.Eq, spec.Ne:
		x, y := p.both(a, b, func(t spec.Type) spec.Type { return t }, func(t spec.Type) spec.Type { return t })
		return p.truth(x.ok && y.ok && p.alike(x.sort, y.sort))
	case spec.In:
		x, y := p.both(a, b, setOf, elemOf)
		return p.truth(x.ok && y.ok && p.alike(setOf(x.sort), y.sort))
	case spec.Union, spec.Minus, spec.Intersect:
		x, y := p.both(a, b, func(t spec.Type) spec.Type { return t }, func(t spec.Type) spec.Type { return t })
		if !x.ok || !y.ok || !p.alike(x.sort, y.sort) {
			return none
		}
		return x
	}
	return p.truth(p.same(a.X, b.X) && p.same(a.Y, b.Y))
}

// setOf is the sort of sets of a sort, elemOf that of their elements.
func setOf(t spec.Type) spec.Type {
	if t == nil {
		return nil
	}
	return &spec.SetType{Elem: spec.Present(t)}
}

func elemOf(t spec.Type) spec.Type {
	if s, ok := spec.Present(t).(*spec.SetType); ok && t != nil {
		return s.Elem
	}
	return nil
}

// both compares the operands, what reads a state first: the other one is a value of the same sort, or
// of that which then says of the right one, or before of the left one.
func (p *proof) both(a, b *spec.Binary, then, before func(spec.Type) spec.Type) (x, y sorted) {
	if isTable(a.X) && !isTable(a.Y) || isConst(a.X) {
		if y = p.compare(a.Y, b.Y, anything); y.ok {
			x = p.compare(a.X, b.X, sorted{before(y.sort), true})
		}
		return x, y
	}
	if x = p.compare(a.X, b.X, anything); x.ok {
		y = p.compare(a.Y, b.Y, sorted{then(x.sort), true})
	}
	return x, y
}

func isTable(e spec.Expr) bool { return e.Traits() == 0 }
func isConst(e spec.Expr) bool { _, ok := e.(*spec.Const); return ok }

func (p *proof) cond(a *spec.Cond, other spec.Expr, hint sorted) sorted {
	b, ok := other.(*spec.Cond)
	if !ok || !p.same(a.If, b.If) {
		return none
	}
	if !hint.ok && isTable(a.Then) {
		y := p.compare(a.Else, b.Else, anything)
		return p.agree(y, func(hint sorted) sorted { return p.compare(a.Then, b.Then, hint) })
	}
	x := p.compare(a.Then, b.Then, hint)
	return p.agree(x, func(hint sorted) sorted { return p.compare(a.Else, b.Else, hint) })
}

// agree is the sort of two parts of which one may be either.
func (p *proof) agree(x sorted, of func(hint sorted) sorted) sorted {
	if !x.ok {
		return none
	}
	if y := of(x); !y.ok || !p.alike(x.sort, y.sort) {
		return none
	}
	return x
}

func (p *proof) fold(a *spec.Fold, other spec.Expr) sorted {
	b, ok := other.(*spec.Fold)
	if !ok || a.Op != b.Op || !p.binders(a.Binders, b.Binders) || !p.same(a.Body, b.Body) {
		return none
	}
	if a.Op == spec.Collect {
		return p.when(true, &spec.SetType{Elem: a.Binders[0].Bound.Type})
	}
	return p.truth(true)
}

// binders compares what bound names run over, and takes them for each other from there on.
func (p *proof) binders(as, bs []spec.Binder) bool {
	if len(as) != len(bs) {
		return false
	}
	for i, a := range as {
		b := bs[i]
		if (a.Domain == nil) != (b.Domain == nil) || !p.sameBound(a.Bound, b.Bound) {
			return false
		}
		if a.Domain != nil && !p.is(a.Domain, b.Domain, setOf(a.Bound.Type)) {
			return false
		}
		p.pairs[a.Bound] = b.Bound
	}
	return true
}

func (p *proof) record(a *spec.MakeRecord, other spec.Expr) sorted {
	b, ok := other.(*spec.MakeRecord)
	t := a.Type().(*spec.RecordType)
	if !ok || b.Type() != a.Type() || spec.Type(t) == p.of {
		return none
	}
	for i, f := range t.Fields {
		if !p.is(a.Fields[i], b.Fields[i], f.Type) {
			return none
		}
	}
	return p.when(true, t)
}

func (p *proof) set(a *spec.MakeSet, other spec.Expr) sorted {
	b, ok := other.(*spec.MakeSet)
	if !ok || len(a.Elems) != len(b.Elems) || len(a.Elems) == 0 {
		return none
	}
	x := p.compare(a.Elems[0], b.Elems[0], anything)
	for i := range a.Elems {
		x = p.agree(x, func(hint sorted) sorted { return p.compare(a.Elems[i], b.Elems[i], hint) })
	}
	return sorted{setOf(x.sort), x.ok}
}

func (p *proof) call(a *spec.Call, other spec.Expr, hint sorted) sorted {
	b, ok := other.(*spec.Call)
	if !ok || a.Define != b.Define {
		return none
	}
	for i, param := range a.Define.Params {
		if !p.is(a.Args[i], b.Args[i], param.Type) {
			return none
		}
	}
	if got, known := p.bodies[a.Define]; known {
		return got
	}
	got := p.compare(a.Define.Body, a.Define.Body, hint)
	if !p.plain { // where tables are looked at the answer is the same everywhere, but for the hint
		p.bodies[a.Define] = got
	}
	return got
}
