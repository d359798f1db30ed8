package syntax

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// String returns the canonical text of a node on one line. Parentheses are those
// of the Paren nodes, and those without which the text would be read as another
// tree; a tree that was parsed needs none of the latter.
func String(n Node) string {
	var w printer
	w.node(n)
	return string(w.buf)
}

// printer writes trees as text.
//
// Its methods take the level that an operand must have to stand without
// parentheses, and tail: nothing follows that if, forall or exists, which reach
// as far as they can, would swallow.
type printer struct {
	buf  []byte
	name int // where the Name that was written last ends
}

func (w *printer) text(parts ...string) {
	for _, s := range parts {
		w.buf = append(w.buf, s...)
	}
}

func (w *printer) node(n Node) {
	switch n := n.(type) {
	case Expr:
		w.typ(n)
	case Program:
		w.program(n, programChoice, true)
	case Ident:
		w.text(n.Name)
	case *Ident:
		w.text(n.Name)
	default:
		w.decl(n)
	}
}

// levelTest is the level of the operand of "?": prefix operators may stand there
// though looser than it, but no infix one.
const levelTest = levelPostfix + 100

// levelOf is how tightly the outermost sign of x binds.
func levelOf(x Expr) level {
	switch x := x.(type) {
	case *Binary:
		return operators[x.Op].level
	case *Unary:
		if x.Op == NOT {
			return levelPrefix
		}
		return levelUnary
	case *Int:
		if x.Value < 0 {
			return levelUnary
		}
	case *Knows, *GroupKnows, *Share, *Box, *Coalition:
		return levelPrefix
	case *Path:
		if x.Op == Until {
			return levelUntil
		}
		return levelPrefix
	case *Temporal:
		if x.Op != Until {
			return levelPrefix
		}
	case *SetType, *ArrayType, *OptionType:
		return levelIff
	}
	return levelPrimary
}

// needsParens reports whether x cannot stand as it is.
func needsParens(x Expr, least level, tail bool) bool {
	switch x.(type) {
	case *If, *Quant, *The:
		return !tail
	case *EnumType: // an array, where its brackets could be taken for a box
		return true
	}
	l := levelOf(x)
	if least == levelTest {
		return l < levelPostfix && l != levelPrefix
	}
	return l < least
}

func (w *printer) expr(x Expr, least level, tail bool) {
	if needsParens(x, least, tail) {
		w.parens(x)
		return
	}
	switch x := x.(type) {
	case *Int:
		if x.Digits != "" {
			w.text(x.Digits)
			return
		}
		w.text(strconv.FormatInt(x.Value, 10))
	case *Name:
		w.text(x.Name)
		w.name = len(w.buf)
	case *Bool:
		w.text(strconv.FormatBool(x.Value))
	case *None:
		w.text("none")
	case *Paren:
		w.parens(x.X)
	case *Binary:
		w.binary(x, tail)
	case *If:
		w.conditional(x)
	case *Quant:
		w.quantified(x)
	case *The:
		w.text("the ")
		w.bound([]Binder{x.Binder}, ": ", x.Cond)
	case *Set:
		w.text("{")
		w.list(x.Elems)
		w.text("}")
	case *Comprehension:
		w.text("{")
		w.bound(x.Binders, ": ", x.Cond)
		w.text("}")
	case *OnRuns:
		w.text(quantifierOf(x.All))
		w.parens(x.X)
	case *Share:
		w.share(x)
	case *Past:
		w.inBraces("past", x.Program)
	case *Does:
		w.inBraces("does", x.Program)
	case *Call, *Fold, *Field, *Index:
		w.postfix(x)
	case *BoolType, *SetType, *ArrayType, *OptionType:
		w.typ(x)
	default:
		w.prefix(x, least, tail)
	}
}

// parens writes x, which may be a type, in parentheses.
func (w *printer) parens(x Expr) {
	w.text("(")
	w.typ(x)
	w.text(")")
}

// share writes share{i, j}(f) >= 2/3.
func (w *printer) share(x *Share) {
	w.text("share")
	if x.Group != nil {
		w.group("{", x.Group, nil, "}")
	}
	w.parens(x.X)
	w.text(" ", x.Op.String(), " ")
	w.expr(x.Num, levelUnary, false)
	if x.Den != nil {
		w.text("/")
		w.expr(x.Den, levelUnary, false)
	}
}

// binary writes a chain of infix operators. A chain to the left may be as long as
// the text, so it is unrolled.
func (w *printer) binary(x *Binary, tail bool) {
	spine := []*Binary{x}
	for {
		left, ok := x.X.(*Binary)
		if !ok || leftNeedsParens(x) {
			break
		}
		x = left
		spine = append(spine, x)
	}
	w.left(x)
	for i := len(spine) - 1; i >= 0; i-- {
		x := spine[i]
		w.infix(x.Op)
		w.right(x, tail && i == 0)
	}
}

// Chain returns the operands of a chain such as a & b & c, as they stand in it.
func Chain(x *Binary) []string {
	var texts []string
	add := func(write func(*printer)) {
		var w printer
		write(&w)
		texts = append(texts, string(w.buf))
	}
	for op := x.Op; ; {
		y := x
		add(func(w *printer) { w.right(y, len(texts) == 0) })
		left, ok := x.X.(*Binary)
		if !ok || left.Op != op {
			add(func(w *printer) { w.left(y) })
			break
		}
		x = left
	}
	slices.Reverse(texts)
	return texts
}

func leftNeedsParens(x *Binary) bool {
	return mixes(x.Op, x.X) || needsParens(x.X, operators[x.Op].left, false)
}

// mixes reports whether y is an implication directly under an equivalence,
// which the levels alone would let stand.
func mixes(op Token, y Expr) bool {
	b, ok := y.(*Binary)
	return ok && op == IFF && b.Op == IMP
}

func (w *printer) left(x *Binary) {
	if leftNeedsParens(x) {
		w.parens(x.X)
		return
	}
	w.expr(x.X, operators[x.Op].left, false)
}

func (w *printer) right(x *Binary, tail bool) {
	if array, ok := x.Y.(*EnumType); ok && (x.Op == EQ || x.Op == NE) {
		w.typ(array)
		return
	}
	w.expr(x.Y, operators[x.Op].right, tail)
}

func (w *printer) infix(op Token) {
	if op == RANGE {
		w.text("..")
		return
	}
	if op == LT {
		w.guard()
	}
	w.text(" ", op.String(), " ")
}

// guard puts an expression such as AX or X, if that is what was written last, in
// parentheses: what comes now would make an operator of it.
func (w *printer) guard() {
	w.guardWord(func(word string) bool { return temporal[word] != 0 || paths[word] != 0 })
}

func (w *printer) guardWord(isOperator func(string) bool) {
	if w.name != len(w.buf) {
		return
	}
	n := len(w.buf)
	for n > 0 && wordLength(string(w.buf[n-1:n])) > 0 {
		n--
	}
	if isOperator(string(w.buf[n:])) {
		w.wrap(n)
	}
}

// wrap puts what was written from start on in parentheses.
func (w *printer) wrap(start int) {
	w.buf = append(slices.Insert(w.buf, start, '('), ')')
}

// operand writes the operand of a prefix operator behind a blank. One that
// begins with a sign of bad gets parentheses, for the sign would be read as part
// of the operator: AX {a}, E{i} [a] f.
func (w *printer) operand(bad string, x Expr, least level, tail bool) {
	w.text(" ")
	start := len(w.buf)
	w.expr(x, least, tail)
	if strings.IndexByte(bad, w.buf[start]) >= 0 {
		w.wrap(start)
	}
}

func (w *printer) conditional(x *If) {
	for {
		w.text("if ")
		w.expr(x.Cond, levelIff, true)
		w.text(" then ")
		w.expr(x.Then, levelIff, true)
		w.text(" else ")
		next, ok := x.Else.(*If)
		if !ok {
			w.expr(x.Else, levelIff, true)
			return
		}
		x = next
	}
}

func (w *printer) quantified(x *Quant) {
	word := FORALL
	if x.Exists {
		word = EXISTS
	}
	w.text(word.String(), " ")
	w.bound(x.Binders, ": ", x.Body)
}

// bound writes binders and, where there is one, an expression behind them.
func (w *printer) bound(list []Binder, between string, body Expr) {
	for i := range list {
		if i > 0 {
			w.text(", ")
		}
		w.binder(&list[i])
	}
	if body != nil {
		w.text(between)
		w.expr(body, levelIff, true)
	}
}

func (w *printer) binder(b *Binder) {
	w.names(b.Names)
	w.text(" in ")
	w.typ1(b.Domain)
}

func (w *printer) names(names []Ident) {
	for i, n := range names {
		if i > 0 {
			w.text(", ")
		}
		w.text(n.Name)
	}
}

// list writes expressions; one that is nil is an open argument.
func (w *printer) list(xs []Expr) { w.listAt(xs, levelIff) }

func (w *printer) listAt(xs []Expr, least level) {
	for i, x := range xs {
		if i > 0 {
			w.text(", ")
		}
		switch array, ok := x.(*EnumType); {
		case x == nil:
			w.text("_")
		case ok && least == levelIff:
			w.typ(array)
		default:
			w.expr(x, least, true)
		}
	}
}

func (w *printer) postfix(x Expr) {
	switch x := x.(type) {
	case *Field:
		w.expr(x.X, levelPostfix, false)
		w.text(".", x.Name.Name)
	case *Index:
		w.expr(x.X, levelPostfix, false)
		w.inList("[", x.Args, "]")
	case *Call:
		w.expr(x.Fn, levelPostfix, false)
		w.inList("(", x.Args, ")")
	case *Fold:
		w.text(x.Fn.Name, "(")
		w.bound(x.Binders, ": ", x.Body)
		w.text(")")
	}
}

func (w *printer) inList(open string, xs []Expr, close string) {
	w.guard()
	if open == "(" { // A(x) is about runs
		w.guardWord(isQuantifier)
	}
	w.text(open)
	w.list(xs)
	w.text(close)
}

// prefix writes a prefix operator and its operand, which in a test is a test.
func (w *printer) prefix(x Expr, least level, tail bool) {
	if least != levelTest {
		least = levelPrefix
	}
	switch x := x.(type) {
	case *Unary:
		w.text(x.Op.String())
		if x.Op == MINUS {
			least = levelUnary
		}
		w.expr(x.X, least, tail)
	case *Knows:
		w.text(x.Op.String(), "{")
		w.expr(x.Agent, levelRange, true)
		w.text("}")
		w.operand("", x.X, least, tail)
	case *GroupKnows:
		w.text(x.Op.String())
		w.group("{", x.Group, x.Times, "}")
		if x.Op == EVERY {
			w.operand("[", x.X, least, tail)
			return
		}
		w.operand("", x.X, least, tail)
	case *Temporal:
		w.temporal(x, least, tail)
	case *Path:
		w.alongRun(x, least, tail)
	case *Box:
		w.box(x, least, tail)
	case *Coalition:
		end := ">>"
		if x.Uniform {
			end = "; uniform>>"
			if x.Subjective {
				end = "; uniform: subjective>>"
			}
		}
		w.group("<<", x.Group, nil, end)
		w.path(x.Op, x.X, x.Y, least, tail)
	default:
		panic(fmt.Sprintf("syntax: an expression of type %T cannot be printed", x))
	}
}

func (w *printer) group(open string, g *Group, times Expr, close string) {
	w.text(open)
	if len(g.Binders) > 0 {
		w.bound(g.Binders, ": ", g.Cond)
	} else {
		w.listAt(g.Elems, levelRange)
	}
	if times != nil {
		w.text("; ")
		w.expr(times, levelSum, true)
	}
	w.text(close)
}

func quantifierOf(all bool) string {
	if all {
		return "A"
	}
	return "E"
}

// alongRun writes a formula about a run.
func (w *printer) alongRun(x *Path, least level, tail bool) {
	if x.Op == Until {
		w.expr(x.X, levelPrefix, false)
		w.guard()
		w.text(" U ")
		w.expr(x.Y, levelPrefix, tail)
		return
	}
	w.text(string(x.Op))
	w.operand("-", x.X, least, tail)
}

func (w *printer) temporal(x *Temporal, least level, tail bool) {
	w.text(quantifierOf(x.All))
	if x.Op == Until {
		w.super(x.Super)
		w.until(x.X, x.Y)
		return
	}
	w.text(string(x.Op))
	w.super(x.Super)
	if x.Super == nil {
		w.operand("{-", x.X, least, tail)
		return
	}
	w.operand("", x.X, least, tail)
}

func (w *printer) super(s *Super) {
	if s == nil {
		return
	}
	w.text("{")
	w.program(s.Program, programChoice, true)
	if s.Bound != nil {
		w.text("; <= ")
		w.expr(s.Bound, levelSum, true)
	}
	w.text("}")
}

func (w *printer) path(op TemporalOp, x, y Expr, least level, tail bool) {
	w.text(" ")
	if op == Until {
		w.until(x, y)
		return
	}
	w.text(string(op))
	w.operand("", x, least, tail)
}

func (w *printer) until(x, y Expr) {
	w.text("[")
	w.expr(x, levelIff, true)
	w.guard()
	w.text(" U ")
	w.expr(y, levelIff, true)
	w.text("]")
}

func (w *printer) box(x *Box, least level, tail bool) {
	open, close := "[", "]"
	if x.Diamond {
		open, close = "<", ">"
	}
	w.text(open)
	w.program(x.Program, programChoice, !x.Diamond)
	w.text(close)
	w.operand("", x.X, least, tail)
}

func (w *printer) inBraces(word string, p Program) {
	w.text(word, "{")
	w.program(p, programChoice, true)
	w.text("}")
}
