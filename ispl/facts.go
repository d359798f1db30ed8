package ispl

import (
	"cmp"
	"slices"
	"strings"
)

// What can be told of conditions without deciding anything about the model: that
// two of them exclude each other, and that a value stays in its range. Most
// evolution lines exclude one another by the value of one variable or action, and
// then no choice between them needs to be modelled. Where nothing is found, the
// choice is modelled; the result is right either way.

// An unknown is what a condition asks about: a variable (*Var), what an agent does
// (*Agent), or a whole expression, by its text (string).
type unknown any

// A fact is one possible value of an unknown: bool, int64, or the name of a value
// or action. An expression may have a quotient besides.
type fact any

// facts says for some unknowns which values they can have. Unknowns that it does
// not list can have all; a nil map says that nothing is possible.
type facts map[unknown][]fact

// maxCases bounds the combinations of values that are tried, maxDomain the values
// of one unknown that are listed.
const (
	maxCases  = 4096
	maxDomain = 512
)

// domain lists the values of an unknown that is not an expression.
func domain(u unknown) []fact {
	var all []fact
	switch u := u.(type) {
	case *Agent:
		for _, a := range u.Actions {
			all = append(all, a.Name)
		}
	case *Var:
		switch t := u.Type; t.Kind {
		case BoolKind:
			all = []fact{false, true}
		case IntKind:
			for n := t.Lo; n <= t.Hi; n++ {
				all = append(all, n)
			}
		case EnumKind:
			for _, v := range t.Values {
				all = append(all, v.Name)
			}
		}
	}
	return all
}

// and joins what two conditions say.
func (f facts) and(g facts) facts {
	if f == nil || g == nil {
		return nil
	}
	both := facts{}
	for u, values := range f {
		both[u] = values
	}
	for u, values := range g {
		if old, ok := both[u]; ok {
			values = slices.DeleteFunc(slices.Clone(values), func(v fact) bool { return !slices.Contains(old, v) })
		}
		if len(values) == 0 {
			return nil
		}
		both[u] = values
	}
	return both
}

// or is what is so in any case.
func (f facts) or(g facts) facts {
	if f == nil {
		return g
	}
	if g == nil {
		return f
	}
	either := facts{}
	for u, values := range f {
		if more, ok := g[u]; ok {
			values = slices.Clone(values)
			for _, v := range more {
				if !slices.Contains(values, v) {
					values = append(values, v)
				}
			}
			either[u] = values
		}
	}
	return either
}

// factsOf is what a condition, or its negation, says of single unknowns.
func factsOf(c Cond, holds bool) facts {
	switch c := c.(type) {
	case *NotCond:
		return factsOf(c.X, !holds)
	case *BinCond:
		x, y := factsOf(c.X, holds), factsOf(c.Y, holds)
		if c.Or == holds {
			return x.or(y)
		}
		return x.and(y)
	case *Acts:
		return factsAbout(c.Who, domain(c.Who), func(v fact) bool { return (v == c.Action.Name) == holds })
	case *Compare:
		return compared(c, holds)
	}
	panic("unreachable")
}

func factsAbout(u unknown, all []fact, keep func(fact) bool) facts {
	values := slices.DeleteFunc(all, func(v fact) bool { return !keep(v) })
	if len(values) == 0 {
		return nil
	}
	return facts{u: values}
}

// compared is what a comparison says: of the variable in it if there is only
// one, and of an expression that is compared with a constant.
func compared(c *Compare, holds bool) facts {
	us := unknownsOf(c)
	switch {
	case len(us) == 0:
		if evalCond(c, nil) == holds {
			return facts{}
		}
		return nil
	case len(us) == 1 && len(domain(us[0])) <= maxDomain:
		return factsAbout(us[0], domain(us[0]), func(v fact) bool { return evalCond(c, map[unknown]fact{us[0]: v}) == holds })
	}
	truth, ok := c.Y.(*Truth)
	if !ok || c.Op != tEQ && c.Op != tNE {
		return facts{}
	}
	value := truth.Value == ((c.Op == tEQ) == holds)
	return facts{spelt(c.X): []fact{value}}
}

// spelt is a text that is equal for expressions of one section that are written
// alike.
func spelt(e Expr) string { return strings.Join(strings.Fields(e.Span().Text()), " ") }

// unknownsOf lists the variables and actions of conditions, each once.
func unknownsOf(parts ...any) []unknown {
	var us []unknown
	add := func(u unknown) {
		if !slices.Contains(us, u) {
			us = append(us, u)
		}
	}
	for _, p := range parts {
		walk(p, func(n any) {
			switch n := n.(type) {
			case *Acts:
				add(n.Who)
			case *Name:
				if n.Var != nil {
					add(n.Var)
				}
			}
		})
	}
	return us
}

// walk visits all nodes of a condition or an expression.
func walk(n any, visit func(any)) {
	visit(n)
	switch n := n.(type) {
	case *NotCond:
		walk(n.X, visit)
	case *BinCond:
		walk(n.X, visit)
		walk(n.Y, visit)
	case *Compare:
		walk(n.X, visit)
		walk(n.Y, visit)
	case *BitNot:
		walk(n.X, visit)
	case *Binary:
		walk(n.X, visit)
		walk(n.Y, visit)
	}
}

// someCase tries all combinations of values of some unknowns that f allows, and
// reports whether test holds for one. It gives up, and says yes, if they are too
// many.
func someCase(us []unknown, f facts, test func(map[unknown]fact) bool) bool {
	if f == nil {
		return false
	}
	values := make([][]fact, len(us))
	n := 1
	for i, u := range us {
		if values[i] = f[u]; values[i] == nil {
			values[i] = domain(u)
		}
		if n *= len(values[i]); n > maxCases {
			return true
		}
	}
	at := map[unknown]fact{}
	var try func(i int) bool
	try = func(i int) bool {
		if i == len(us) {
			return test(at)
		}
		for _, v := range values[i] {
			at[us[i]] = v
			if try(i + 1) {
				return true
			}
		}
		return false
	}
	return try(0)
}

// excludes reports whether two lines are known never to apply together.
func (r *rule) excludes(s *rule) bool {
	return contradict(r.holds, s.holds) || !someCase(unknownsOf(r.Cond, s.Cond), r.facts.and(s.facts), func(at map[unknown]fact) bool {
		return evalCond(r.Cond, at) && evalCond(s.Cond, at)
	})
}

// leaves reports whether an assignment can have a value outside the type of its
// variable where the condition holds.
func leaves(as *Assign, c Cond, f facts) bool {
	return someCase(unknownsOf(c, as.Value), f, func(at map[unknown]fact) bool {
		if !evalCond(c, at) {
			return false
		}
		v, ok := evalExpr(as.Value, at)
		return !ok || !as.Var.Type.contains(v)
	}) && !within(as, f)
}

// contains reports whether v is a value of the type.
func (t *Type) contains(v fact) bool {
	switch v := v.(type) {
	case int64:
		return t.Lo <= v && v <= t.Hi
	case quotient:
		return false
	case string:
		return t.has(v)
	}
	return true
}

// within reports whether the interval of the value lies in that of the variable.
func within(as *Assign, f facts) bool {
	switch t := as.Var.Type; t.Kind {
	case BoolKind:
		return true
	case IntKind:
		lo, hi, ok := interval(as.Value, f)
		return ok && t.Lo <= lo && hi <= t.Hi
	}
	n, ok := as.Value.(*Name)
	return ok && (n.Var == nil || as.Var.Type.includes(&n.Var.Type))
}

// interval bounds the value of an arithmetic expression.
func interval(e Expr, f facts) (lo, hi int64, ok bool) {
	switch e := e.(type) {
	case *Number:
		return e.Value, e.Value, true
	case *Name:
		if e.Var == nil || e.Var.Type.Kind != IntKind {
			return 0, 0, false
		}
		values := f[e.Var]
		if values == nil {
			return e.Var.Type.Lo, e.Var.Type.Hi, true
		}
		lo, hi = values[0].(int64), values[0].(int64)
		for _, v := range values {
			lo, hi = min(lo, v.(int64)), max(hi, v.(int64))
		}
		return lo, hi, true
	case *Binary:
		a, b, okX := interval(e.X, f)
		c, d, okY := interval(e.Y, f)
		if !okX || !okY || max(-a, b, -c, d) > 1<<30 {
			return 0, 0, false
		}
		switch e.Op {
		case tPlus:
			return a + c, b + d, true
		case tMinus:
			return a - d, b - c, true
		case tTimes:
			return min(a*c, a*d, b*c, b*d), max(a*c, a*d, b*c, b*d), true
		}
	}
	return 0, 0, false
}

// evalCond decides a condition; what has no value is false.
func evalCond(c Cond, at map[unknown]fact) bool {
	switch c := c.(type) {
	case *NotCond:
		return !evalCond(c.X, at)
	case *BinCond:
		if c.Or {
			return evalCond(c.X, at) || evalCond(c.Y, at)
		}
		return evalCond(c.X, at) && evalCond(c.Y, at)
	case *Acts:
		return at[c.Who] == c.Action.Name
	case *Compare:
		x, okX := evalExpr(c.X, at)
		y, okY := evalExpr(c.Y, at)
		if !okX || !okY {
			return false
		}
		switch c.Op {
		case tEQ:
			return x == y
		case tNE:
			return x != y
		}
		order := compareNumbers(x, y)
		switch c.Op {
		case tLT:
			return order < 0
		case tLE:
			return order <= 0
		case tGT:
			return order > 0
		}
		return order >= 0
	}
	panic("unreachable")
}

// evalExpr computes an expression, which has no value where it divides by 0.
func evalExpr(e Expr, at map[unknown]fact) (v fact, ok bool) {
	switch e := e.(type) {
	case *Number:
		return e.Value, true
	case *Truth:
		return e.Value, true
	case *Name:
		if e.Var == nil {
			return e.Name.Name, true
		}
		return at[e.Var], true
	case *BitNot:
		x, ok := evalExpr(e.X, at)
		return ok && !x.(bool), ok
	case *Binary:
		x, okX := evalExpr(e.X, at)
		y, okY := evalExpr(e.Y, at)
		if !okX || !okY {
			return nil, false
		}
		switch e.Op {
		case tBitAnd:
			return x.(bool) && y.(bool), true
		case tBitOr:
			return x.(bool) || y.(bool), true
		case tBitXor:
			return x.(bool) != y.(bool), true
		}
		return arithmetic(e.Op, x, y)
	}
	panic("unreachable")
}

// A quotient is a fraction in lowest terms, as a fact beside whole numbers: den is
// above 1.
type quotient struct{ num, den int64 }

// asQuotient is a number with its denominator, which for a whole one is 1.
func asQuotient(v fact) quotient {
	if q, ok := v.(quotient); ok {
		return q
	}
	return quotient{v.(int64), 1}
}

// reduced is the fact that num/den is.
func reduced(num, den int64) fact {
	a, b := num, den
	for b != 0 {
		a, b = b, a%b
	}
	if (a < 0) != (den < 0) { // so that the denominator becomes positive
		a = -a
	}
	if den/a == 1 {
		return num / a
	}
	return quotient{num / a, den / a}
}

func compareNumbers(x, y fact) int {
	a, b := asQuotient(x), asQuotient(y)
	return cmp.Compare(a.num*b.den, b.num*a.den)
}

func arithmetic(op token, x, y fact) (fact, bool) {
	a, b := asQuotient(x), asQuotient(y)
	switch op {
	case tPlus:
		return reduced(a.num*b.den+b.num*a.den, a.den*b.den), true
	case tMinus:
		return reduced(a.num*b.den-b.num*a.den, a.den*b.den), true
	case tTimes:
		return reduced(a.num*b.num, a.den*b.den), true
	}
	if b.num == 0 {
		return nil, false
	}
	return reduced(a.num*b.den, a.den*b.num), true
}
