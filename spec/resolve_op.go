package spec

import "github.com/epibdd/epibdd/spec/syntax"

// operators resolves infix operators.
type operators struct{ expressions }

// infix resolves a binary operator.
func (r operators) infix(x *syntax.Binary, want Type) Expr {
	switch x.Op {
	case syntax.AND, syntax.OR, syntax.IMP:
		return r.connective(x)
	case syntax.IFF:
		a, b := r.two(x, r.formula)
		return r.binary(x.Place, Iff, a, b, BoolType{})
	case syntax.EQ, syntax.NE:
		return r.equation(x)
	case syntax.LT, syntax.LE, syntax.GT, syntax.GE:
		op := map[syntax.Token]BinaryOp{syntax.LT: Lt, syntax.LE: Le, syntax.GT: Gt, syntax.GE: Ge}[x.Op]
		a, b := r.two(x, r.number)
		return r.binary(x.Place, op, a, b, BoolType{})
	case syntax.IN:
		return r.membership(x)
	case syntax.RANGE:
		return r.interval(x)
	}
	return r.operation(x, want)
}

// two resolves both operands.
func (r operators) two(x *syntax.Binary, how func(syntax.Expr) Expr) (a, b Expr) {
	r.each(func() { a = how(x.X) }, func() { b = how(x.Y) })
	return a, b
}

// connective decides conditions over parameters first: what stands behind a
// decided one is neither typed nor checked.
func (r operators) connective(x *syntax.Binary) Expr {
	var a, b Expr
	r.each(func() { a = r.formula(x.X) }, func() {
		switch v := valueOf(a); { // of nothing, where the left side is wrong
		case x.Op == syntax.AND && v == Bool(false), x.Op == syntax.OR && v == Bool(true):
		case x.Op == syntax.IMP && v == Bool(false):
		default:
			b = r.formula(x.Y)
		}
	})
	if b == nil {
		return boolConst(x.Place, x.Op != syntax.AND)
	}
	op := map[syntax.Token]BinaryOp{syntax.AND: And, syntax.OR: Or, syntax.IMP: Imp}[x.Op]
	return r.connect(x.Place, op, a, b)
}

// equation compares two values; a bare name and an array written out take their
// meaning from the other side.
func (r operators) equation(x *syntax.Binary) Expr {
	var a, b Expr
	if r.needsType(x.X) && !r.needsType(x.Y) {
		r.each(func() { b = r.expr(x.Y, nil) }, func() { a = r.expr(x.X, typeOf(b)) })
	} else {
		r.each(func() { a = r.expr(x.X, nil) }, func() { b = r.expr(x.Y, typeOf(a)) })
	}
	r.comparable(x, a, b)
	op := Eq
	if x.Op == syntax.NE {
		op = Ne
	}
	return r.binary(x.Place, op, a, b, BoolType{})
}

func (r operators) needsType(x syntax.Expr) bool {
	for {
		p, ok := x.(*syntax.Paren)
		if !ok {
			break
		}
		x = p.X
	}
	_, array := x.(*syntax.EnumType)
	return array || r.isValueName(x)
}

func (r operators) comparable(x *syntax.Binary, a, b Expr) {
	_, la := a.Type().(ListType)
	_, lb := b.Type().(ListType)
	if la || lb || overlap(a.Type(), b.Type()) && canBe(a, b) && canBe(b, a) {
		return
	}
	if isNone(b) || isNone(a) {
		if other := a; !isNone(a) || !isNone(b) {
			if isNone(a) {
				other = b
			}
			if valueOf(other) != nil { // a parameter, which may be none
				return
			}
			r.fail(x.Place, "this is never none: its type is %s, not %s?", other.Type(), other.Type())
		}
	}
	hint := ""
	if wraps(a.Type(), b.Type()) || wraps(b.Type(), a.Type()) {
		hint = "; without its braces {1..n} is the set 1..n"
	}
	r.fail(x.Place, "values of %s and of %s are never equal%s", a.Type(), b.Type(), hint)
}

// wraps tells whether values of t are sets of the sets that are values of u.
func wraps(t, u Type) bool {
	outer, ok := t.(*SetType)
	if !ok {
		return false
	}
	_, inner := outer.Elem.(*SetType)
	_, set := u.(*SetType)
	return inner && set && overlap(outer.Elem, u)
}

// canBe reports whether e could have the value of c, if c is a constant: an
// enumeration that includes another one has values that the other lacks.
func canBe(e, c Expr) bool {
	s, symbol := valueOf(c).(Symbol)
	return !symbol || valueOf(e) != nil || hasValue(e.Type(), s)
}

func (r operators) membership(x *syntax.Binary) Expr {
	set := r.expr(x.Y, nil)
	if list, ok := valueOf(set).(List); ok {
		set = r.listSet(x.Y.Span(), list)
	}
	t, ok := set.Type().(*SetType)
	if !ok {
		r.fail(x.Y.Span(), "a set is expected behind in, and this is a value of %s", set.Type())
	}
	elem := r.expr(x.X, t.Elem)
	if !isEmpty(t.Elem) && !overlap(elem.Type(), t.Elem) {
		r.fail(x.Place, "a value of %s is never in a set of %s", elem.Type(), t.Elem)
	}
	return r.binary(x.Place, In, elem, set, BoolType{})
}

// operation is arithmetic, or + - * on sets.
func (r operators) operation(x *syntax.Binary, want Type) Expr {
	if _, isSet := want.(*SetType); !isSet {
		want = nil
	}
	a := r.expr(x.X, want)
	if list, ok := valueOf(a).(List); ok {
		a = r.listSet(x.X.Span(), list)
	}
	if _, ok := a.Type().(*SetType); ok {
		return r.setOperation(x, a)
	}
	r.checkNumber(a)
	b := r.number(x.Y)
	op := map[syntax.Token]BinaryOp{
		syntax.PLUS: Add, syntax.MINUS: Sub, syntax.TIMES: Mul, syntax.DIVIDE: Div, syntax.MOD: Mod,
	}[x.Op]
	return r.binary(x.Place, op, a, b, arithmeticType(op, a, b))
}

func (r operators) setOperation(x *syntax.Binary, a Expr) Expr {
	op, ok := map[syntax.Token]BinaryOp{syntax.PLUS: Union, syntax.MINUS: Minus, syntax.TIMES: Intersect}[x.Op]
	if !ok {
		r.fail(x.OpAt, "%s is not defined on sets; there are + (union), - (difference) and * (intersection)", x.Op)
	}
	b := r.expr(x.Y, a.Type())
	if list, ok := valueOf(b).(List); ok {
		b = r.listSet(x.Y.Span(), list)
	}
	joined := join(a.Type(), b.Type())
	if _, isSet := b.Type().(*SetType); !isSet || joined == nil {
		r.fail(x.Y.Span(), "a set like the one on the left is expected here, and this is a value of %s", b.Type())
	}
	t := a.Type()
	if op == Union {
		t = joined
	}
	return r.binary(x.Place, op, a, b, t)
}

func (r operators) interval(x *syntax.Binary) Expr {
	a, b := r.number(x.X), r.number(x.Y)
	lo, _ := interval(a)
	_, hi := interval(b)
	if hi-lo >= MaxScalar {
		r.fail(x.Place, "the range %d..%d has too many numbers; at most %d are possible", lo, hi, MaxScalar)
	}
	var elem Type = emptyType
	if lo <= hi {
		elem = intType(lo, hi)
	}
	return r.binary(x.Place, Interval, a, b, &SetType{elem})
}

func isNone(e Expr) bool { return valueOf(e) == Absent{} }

// typeOf is the type of an operand, nil where it is wrong.
func typeOf(e Expr) Type {
	if e == nil {
		return nil
	}
	return e.Type()
}
