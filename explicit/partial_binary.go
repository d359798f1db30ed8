package explicit

import "github.com/epibdd/epibdd/spec"

func (p *partial) binary(e *spec.Binary, env *spec.Env) guess {
	x := p.eval(e.X, env)
	switch {
	case e.Op == spec.And && x.isFalse(), e.Op == spec.Or && x.isTrue():
		return x
	case e.Op == spec.Imp && x.isFalse():
		return truth(true).or(x.risky)
	}
	y := p.eval(e.Y, env)
	risky := x.risky || y.risky
	switch e.Op {
	case spec.And, spec.Or, spec.Imp, spec.Iff:
		return connect(e.Op, x, y).or(risky)
	case spec.Eq:
		return equal(x, y).or(risky)
	case spec.Ne:
		return negation(equal(x, y)).or(risky)
	case spec.In:
		return member(x, y).or(risky)
	}
	if x.value != nil && y.value != nil {
		return p.computed(e, x.value, y.value).or(risky)
	}
	return numeric(e.Op, x, y).or(risky || isOption(e.X) || isOption(e.Y))
}

// computed evaluates the operator on two values.
func (p *partial) computed(e *spec.Binary, x, y spec.Value) guess {
	return p.exact(&spec.Binary{Op: e.Op, X: &spec.Const{Value: x}, Y: &spec.Const{Value: y}}, nil)
}

// connect is the Kleene table of a connective where its left side does not
// decide.
func connect(op spec.BinaryOp, x, y guess) guess {
	switch op {
	case spec.And:
		if x.isTrue() || y.isFalse() {
			return y
		}
	case spec.Or:
		if x.isFalse() || y.isTrue() {
			return y
		}
	case spec.Imp:
		if x.isTrue() || y.isTrue() {
			return y
		}
	case spec.Iff:
		if !x.isOpen() && !y.isOpen() {
			return truth(x.value == y.value)
		}
	}
	return unknown
}

func negation(g guess) guess {
	if g.isOpen() {
		return g
	}
	return truth(g.isFalse())
}

func equal(x, y guess) guess {
	switch {
	case x.value != nil && y.value != nil:
		return truth(spec.Equal(x.value, y.value))
	case x.part != nil && y.value != nil:
		return x.part.equalTo(y.value)
	case y.part != nil && x.value != nil:
		return y.part.equalTo(x.value)
	}
	xlo, xhi, xok := x.bounds()
	ylo, yhi, yok := y.bounds()
	if xok && yok && (xhi < ylo || yhi < xlo) {
		return truth(false)
	}
	return unknown
}

// member is x in y.
func member(x, y guess) guess {
	if x.value == nil {
		if elems, ok := y.value.(spec.Set); ok && len(elems) == 0 {
			return truth(false)
		}
		return unknown
	}
	switch {
	case y.value != nil:
		for _, v := range spec.Elems(y.value) {
			if spec.Equal(v, x.value) {
				return truth(true)
			}
		}
		return truth(false)
	case y.part != nil:
		place := spec.IndexOf(y.part.typ.(*spec.SetType).Elem, x.value)
		if place < 0 {
			return truth(false)
		}
		return y.part.kids[place].guess()
	}
	return unknown
}

// numeric works on bounds. Results far from 0 are undefined, hence the risk.
func numeric(op spec.BinaryOp, x, y guess) guess {
	a, b, xok := x.bounds()
	c, d, yok := y.bounds()
	if !xok || !yok {
		return unknown.or(op != spec.Union && op != spec.Minus && op != spec.Intersect)
	}
	switch op {
	case spec.Lt:
		return less(b < c, a >= d)
	case spec.Le:
		return less(b <= c, a > d)
	case spec.Gt:
		return less(a > d, b <= c)
	case spec.Ge:
		return less(a >= d, b < c)
	case spec.Add:
		return near(a+c, b+d)
	case spec.Sub:
		return near(a-d, b-c)
	case spec.Mul:
		if max(b, -a, d, -c) > 1<<20 {
			return failed
		}
		return near(min(a*c, a*d, b*c, b*d), max(a*c, a*d, b*c, b*d))
	case spec.Min:
		return between(min(a, c), min(b, d))
	case spec.Max:
		return between(max(a, c), max(b, d))
	case spec.Div, spec.Mod:
		return unknown.or(c <= 0 && 0 <= d)
	}
	return failed // an interval of open length
}

func less(surely, never bool) guess {
	switch {
	case surely:
		return truth(true)
	case never:
		return truth(false)
	}
	return unknown
}

// near is a number between bounds, where it is one of the language: cut at spec.Far.
func near(lo, hi int64) guess {
	cut := func(n int64) int64 { return max(-spec.Far, min(n, spec.Far)) }
	return between(cut(lo), cut(hi)).or(lo < -spec.Far || hi > spec.Far)
}
