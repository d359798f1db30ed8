package ispl

import (
	"slices"
	"strconv"

	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/spec/syntax"
)

// translator writes conditions, expressions and formulas in the spec language.
// Every node keeps its place in the ISPL file, so that whatever is said about it
// later is said there.
type translator struct {
	*naming
	// self is the agent in whose action the text stands, and act the name of the
	// argument that says what it does; nil: outside of actions.
	self *Agent
	act  string
	// nobody is an agent who sees nothing; "": not needed so far.
	nobody string
}

func here(place source.Span) syntax.At { return syntax.At{Place: place} }

func ref(place source.Span, name string) *syntax.Name {
	return &syntax.Name{At: here(place), Name: name}
}

func ident(place source.Span, name string) syntax.Ident {
	return syntax.Ident{At: here(place), Name: name}
}

func truth(place source.Span, value bool) syntax.Expr {
	return &syntax.Bool{At: here(place), Value: value}
}

func number(place source.Span, n int64) syntax.Expr {
	if n < 0 {
		return &syntax.Unary{At: here(place), Op: syntax.MINUS, X: number(place, -n)}
	}
	return &syntax.Int{At: here(place), Value: n}
}

func binary(place source.Span, op syntax.Token, x, y syntax.Expr) syntax.Expr {
	return &syntax.Binary{At: here(place), Op: op, OpAt: place, X: x, Y: y}
}

// isTruth recognises a constant.
func isTruth(x syntax.Expr, value bool) bool {
	b, ok := x.(*syntax.Bool)
	return ok && b.Value == value
}

// Connectives, simplified where an operand is constant.

func not(place source.Span, x syntax.Expr) syntax.Expr {
	switch x := x.(type) {
	case *syntax.Bool:
		return truth(place, !x.Value)
	case *syntax.Unary:
		if x.Op == syntax.NOT {
			return x.X
		}
	case *syntax.Binary:
		if op, ok := opposites[x.Op]; ok {
			return binary(place, op, x.X, x.Y)
		}
	}
	return &syntax.Unary{At: here(place), Op: syntax.NOT, X: x}
}

// opposites are the relations that hold where others do not.
var opposites = map[syntax.Token]syntax.Token{
	syntax.EQ: syntax.NE, syntax.NE: syntax.EQ,
	syntax.LT: syntax.GE, syntax.GE: syntax.LT, syntax.GT: syntax.LE, syntax.LE: syntax.GT,
}

func and(place source.Span, x, y syntax.Expr) syntax.Expr {
	switch {
	case isTruth(x, true) || isTruth(y, false):
		return y
	case isTruth(y, true) || isTruth(x, false):
		return x
	}
	return toTheLeft(place, syntax.AND, x, y)
}

func or(place source.Span, x, y syntax.Expr) syntax.Expr {
	switch {
	case isTruth(x, false) || isTruth(y, true):
		return y
	case isTruth(y, false) || isTruth(x, true):
		return x
	}
	return toTheLeft(place, syntax.OR, x, y)
}

// toTheLeft joins operands without parentheses: a & (b & c) is a & b & c.
func toTheLeft(place source.Span, op syntax.Token, x, y syntax.Expr) syntax.Expr {
	if b, ok := y.(*syntax.Binary); ok && b.Op == op {
		return binary(place, op, toTheLeft(place, op, x, b.X), b.Y)
	}
	return binary(place, op, x, y)
}

func implies(place source.Span, x, y syntax.Expr) syntax.Expr {
	switch {
	case isTruth(x, true) || isTruth(y, true):
		return y
	case isTruth(y, false):
		return not(place, x)
	}
	return binary(place, syntax.IMP, x, y)
}

func anyOf(place source.Span, xs ...syntax.Expr) syntax.Expr {
	found := truth(place, false)
	for _, x := range xs {
		found = or(place, found, x)
	}
	return found
}

// cond translates a condition.
func (t *translator) cond(c Cond) syntax.Expr {
	switch c := c.(type) {
	case *NotCond:
		return not(c.Place, t.cond(c.X))
	case *BinCond:
		if c.Or {
			return t.someOf(c.Place, disjuncts(c))
		}
		return and(c.Place, t.cond(c.X), t.cond(c.Y))
	case *Acts:
		return t.acts(c)
	case *Compare:
		return t.compare(c)
	}
	panic("unreachable")
}

// disjuncts are the operands of or, from left to right.
func disjuncts(c Cond) []Cond {
	if b, ok := c.(*BinCond); ok && b.Or {
		return append(disjuncts(b.X), disjuncts(b.Y)...)
	}
	return []Cond{c}
}

// someOf is that one of several conditions is true. Those that follow one another
// and give one variable a value each become a list of values.
func (t *translator) someOf(place source.Span, cs []Cond) syntax.Expr {
	found := truth(place, false)
	for i := 0; i < len(cs); {
		v, values := isValue(cs[i])
		from := i
		for i++; v != nil && i < len(cs); i++ {
			w, more := isValue(cs[i])
			if w != v {
				break
			}
			values = append(values, more...)
		}
		if i == from+1 {
			found = or(place, found, t.cond(cs[from]))
		} else {
			found = or(place, found, t.listed(place, v, values))
		}
	}
	return found
}

// isValue recognises variable = constant, for numbers and enumerations.
func isValue(c Cond) (*Var, []Expr) {
	e, ok := c.(*Compare)
	if !ok || e.Op != tEQ {
		return nil, nil
	}
	x, ok := e.X.(*Name)
	if !ok || x.Var == nil || x.Var.Type.Kind == BoolKind {
		return nil, nil
	}
	if y, name := e.Y.(*Name); name && y.Var != nil {
		return nil, nil
	}
	switch e.Y.(type) {
	case *Name, *Number:
		return x.Var, []Expr{e.Y}
	}
	return nil, nil
}

// listed is that a variable has one of several values.
func (t *translator) listed(place source.Span, v *Var, values []Expr) syntax.Expr {
	set := &syntax.Set{At: here(place)}
	seen := map[string]bool{}
	for _, e := range values {
		key := ""
		switch e := e.(type) {
		case *Number:
			key = strconv.FormatInt(e.Value, 10)
		case *Name:
			key = e.Name.Name
		}
		if !seen[key] {
			seen[key] = true
			set.Elems = append(set.Elems, t.expr(e))
		}
	}
	switch {
	case v.Type.Kind == EnumKind && len(seen) == len(v.Type.Values) && !slices.ContainsFunc(v.Type.Values, func(id Ident) bool { return !seen[id.Name] }):
		return truth(place, true)
	case len(seen) == 1:
		return binary(place, syntax.EQ, ref(place, t.vars[v]), set.Elems[0])
	}
	return binary(place, syntax.IN, ref(place, t.vars[v]), set)
}

// acts asks what is done in the present step: of oneself by the argument.
func (t *translator) acts(c *Acts) syntax.Expr {
	action := ref(c.Action.Place, t.value(c.Action.Name))
	switch {
	case len(c.Who.Actions) == 1: // there is no other
		return truth(c.Place, true)
	case c.Who == t.self:
		return binary(c.Place, syntax.EQ, ref(c.Place, t.act), action)
	}
	act := &syntax.Act{At: here(c.Place), Name: ident(c.Place, t.agents[c.Who]), Args: []syntax.Expr{action}}
	return &syntax.Does{At: here(c.Place), Program: act}
}

var relations = map[token]syntax.Token{
	tEQ: syntax.EQ, tNE: syntax.NE, tLT: syntax.LT, tLE: syntax.LE, tGT: syntax.GT, tGE: syntax.GE,
}

// compare translates a comparison; one with true or false becomes the other
// side, and one of fractions is multiplied out.
func (t *translator) compare(c *Compare) syntax.Expr {
	if divides(c.X) || divides(c.Y) {
		x, y := t.fraction(c.X), t.fraction(c.Y)
		return binary(c.Place, relations[c.Op], times(c.Place, x.num, y.den), times(c.Place, y.num, x.den))
	}
	x, y := t.expr(c.X), t.expr(c.Y)
	if _, constant := x.(*syntax.Bool); constant {
		x, y = y, x
	}
	if b, constant := y.(*syntax.Bool); constant {
		if b.Value == (c.Op == tEQ) {
			return x
		}
		return not(c.Place, x)
	}
	return binary(c.Place, relations[c.Op], x, y)
}

var operations = map[token]syntax.Token{
	tPlus: syntax.PLUS, tMinus: syntax.MINUS, tTimes: syntax.TIMES,
	tBitAnd: syntax.AND, tBitOr: syntax.OR, tBitXor: syntax.NE,
}

// expr translates an expression. One with a division means the same where its value
// is a whole number, which whole says.
func (t *translator) expr(e Expr) syntax.Expr {
	if divides(e) {
		f := t.fraction(e)
		if n, constant := integer(f.den); constant && n == 1 {
			return f.num
		}
		return binary(e.Span(), syntax.DIVIDE, f.num, f.den)
	}
	switch e := e.(type) {
	case *Number:
		return number(e.Place, e.Value)
	case *Truth:
		return truth(e.Place, e.Value)
	case *Name:
		if e.Var != nil {
			return ref(e.Place, t.vars[e.Var])
		}
		return ref(e.Place, t.value(e.Name.Name))
	case *BitNot:
		return not(e.Place, t.expr(e.X))
	case *Binary:
		return binary(e.Place, operations[e.Op], t.expr(e.X), t.expr(e.Y))
	}
	panic("unreachable")
}

// typ translates the type of a variable.
func (t *translator) typ(v *Var) syntax.Expr {
	place := v.Name.Place
	switch v.Type.Kind {
	case BoolKind:
		return &syntax.BoolType{At: here(place)}
	case IntKind:
		return binary(place, syntax.RANGE, number(place, v.Type.Lo), number(place, v.Type.Hi))
	}
	return t.enum(place, v.Type.Values)
}

func (t *translator) enum(place source.Span, values []Ident) syntax.Expr {
	e := &syntax.EnumType{At: here(place)}
	for _, id := range values {
		e.Elems = append(e.Elems, ref(id.Place, t.value(id.Name)))
	}
	return e
}

// conjuncts splits a condition at its outermost "and".
func (t *translator) conjuncts(c Cond) []syntax.Expr {
	var list []syntax.Expr
	for {
		b, ok := c.(*BinCond)
		if !ok || b.Or {
			break
		}
		list, c = append(list, t.cond(b.Y)), b.X
	}
	list = append(list, t.cond(c))
	slices.Reverse(list)
	return list
}

var connectives = map[token]syntax.Token{tAnd: syntax.AND, tOr: syntax.OR, tArrow: syntax.IMP}

var paths = map[token]syntax.TemporalOp{
	tX: syntax.Next, tG: syntax.Globally, tF: syntax.Eventually, tU: syntax.Until,
}

// formula translates a formula.
func (t *translator) formula(f Formula) syntax.Expr {
	switch f := f.(type) {
	case *Atom:
		return ref(f.Place, t.props[f.Prop])
	case *Colour:
		return t.colour(f.Place, f.Who, f.Red)
	case *NotFormula:
		return not(f.Place, t.formula(f.X))
	case *BinFormula:
		if f.Op == tU {
			return &syntax.Path{At: here(f.Place), Op: syntax.Until, X: t.formula(f.X), Y: t.formula(f.Y)}
		}
		return binary(f.Place, connectives[f.Op], t.formula(f.X), t.formula(f.Y))
	case *Temporal:
		e := &syntax.Temporal{At: here(f.Place), All: f.All, Op: paths[f.Op], X: t.formula(f.X)}
		if f.Y != nil {
			e.Y = t.formula(f.Y)
		}
		return e
	case *Quantified:
		if !aboutRuns(f.X) { // a condition on states: nothing to quantify
			return t.formula(f.X)
		}
		return &syntax.OnRuns{At: here(f.Place), All: f.All, X: t.formula(f.X)}
	case *Path:
		return &syntax.Path{At: here(f.Place), Op: paths[f.Op], X: t.formula(f.X)}
	case *Knows:
		return t.knows(f)
	case *Strategic:
		e := &syntax.Coalition{At: here(f.Place), Group: t.group(f.Group), Op: paths[f.Op], X: t.formula(f.X)}
		if f.Y != nil {
			e.Y = t.formula(f.Y)
		}
		return e
	}
	panic("unreachable")
}

// aboutRuns tells formulas that a quantifier is about from conditions on states. A
// quantified formula is among the former: of a state where all runs end E(E p) is
// false and A(E F p) true, whatever p is there.
func aboutRuns(f Formula) bool {
	switch f := f.(type) {
	case *Quantified:
		return true
	case *NotFormula:
		return aboutRuns(f.X)
	case *BinFormula:
		return f.Op == tU || aboutRuns(f.X) || aboutRuns(f.Y)
	case *Path:
		return true
	}
	return false
}

// colour is whether the state is red, or green, for an agent.
func (t *translator) colour(place source.Span, a *Agent, red bool) syntax.Expr {
	is := truth(place, false)
	if a.Red != nil {
		is = t.cond(a.Red)
	}
	if red {
		return is
	}
	return not(place, is)
}

// group lists the agents of a group.
func (t *translator) group(g *Group) *syntax.Group {
	e := &syntax.Group{At: here(g.Name.Place)}
	for _, id := range g.Members {
		e.Elems = append(e.Elems, ref(id.Place, t.values[id.Name]))
	}
	return e
}

var knowers = map[token]syntax.Token{tGK: syntax.EVERY, tGCK: syntax.COMMON, tDK: syntax.DISTR}

// knows translates knowledge. O(i, f), that f is true wherever i does what it
// should, is about all reachable states; so is what somebody knows who sees
// nothing.
func (t *translator) knows(f *Knows) syntax.Expr {
	x := t.formula(f.X)
	switch f.Op {
	case tK:
		return &syntax.Knows{At: here(f.Place), Op: syntax.KNOWS, Agent: ref(f.Name.Place, t.agents[f.Agent]), X: x}
	case tO:
		x = implies(f.Place, t.colour(f.Place, f.Agent, false), x)
		if t.nobody == "" {
			t.nobody = t.fresh("nobody")
		}
		return &syntax.Knows{At: here(f.Place), Op: syntax.KNOWS, Agent: ref(f.Place, t.nobody), X: x}
	}
	return &syntax.GroupKnows{At: here(f.Place), Op: knowers[f.Op], Group: t.group(f.Group), X: x}
}

// numbered is a name with a number behind it, as formulas have.
func numbered(name string, i int) string { return name + "-" + strconv.Itoa(i+1) }
