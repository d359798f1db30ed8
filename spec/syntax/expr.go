package syntax

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/epibdd/epibdd/spec/source"
)

// expr reads a whole expression: all levels from "<->" down.
func (p *parser) expr() Expr { return p.binary(levelIff) }

// binary reads operands joined by infix operators of at least level min.
//
//	expr = imp { "<->" imp } ;    imp = or [ "->" imp ] ;
//	or = and { "|" and } ;        and = run { "&" run } ;
//	run = not [ "U" not ] ;       (* U between A( and ) or E( and ) alone *)
//	cmp = range [ ("="|"!="|"<"|"<="|">"|">="|"in") range ] ;
//	range = sum [ ".." sum ] ;    sum = term { ("+"|"-") term } ;
//	term = unary { ("*"|"/"|"mod") unary } ;
func (p *parser) binary(min level) Expr {
	x := p.operand(min)
	for {
		if p.onRuns && min <= levelUntil && p.isName(p.pos, "U") {
			x = p.untilBehind(x)
			continue
		}
		op := operators[p.kind()]
		if op.level == 0 || op.level < min {
			return x
		}
		p.refuseClash(x)
		if p.kind() == IMP {
			x = p.implications(x)
			continue
		}
		i := p.next()
		x = p.join(i, x, p.binary(op.right))
	}
}

// join makes the tree of the infix operator at i.
func (p *parser) join(i int, x, y Expr) Expr {
	return &Binary{At{x.Span().To(y.Span())}, p.kindAt(i), p.spanAt(i), x, y}
}

// implications reads a chain of "->", which groups to the right, in a loop: it
// may be long, and the call stack is not the place to keep it.
func (p *parser) implications(x Expr) Expr {
	operands, arrows := []Expr{x}, []int{}
	for p.kind() == IMP {
		arrows = append(arrows, p.next())
		operands = append(operands, p.binary(levelOr))
	}
	last := len(operands) - 1
	y := operands[last]
	for i := last - 1; i >= 0; i-- {
		y = p.join(arrows[i], operands[i], y)
	}
	return y
}

// refuseClash refuses an operator behind x that the table would let through
// though it has no agreed meaning: a chain of comparisons or of ranges, "<->"
// mixed with "->", and arithmetic behind <<i>> [f U g], which ends where the other
// prefix operators would have taken it for their operand.
func (p *parser) refuseClash(x Expr) {
	if _, coalition := x.(*Coalition); coalition && operators[p.kind()].level > levelPrefix {
		p.failHint("put the coalition in parentheses", "%q binds tighter than the coalition in front of it", p.kind())
	}
	if _, share := x.(*Share); share && operators[p.kind()].level > levelPrefix {
		p.failHint("put the comparison in parentheses", "%q binds tighter than the comparison of a share in front of it", p.kind())
	}
	b, ok := x.(*Binary)
	if !ok {
		return
	}
	here, before := p.kind(), b.Op
	switch {
	case operators[here].level == levelCompare && operators[before].level == levelCompare:
		p.refuseChain(b)
	case here == RANGE && before == RANGE:
		p.failHint("write low..high", "ranges do not chain")
	case here == IFF && before == IMP, here == IMP && before == IFF:
		p.failHint("put parentheses around one of them", `"->" and "<->" are mixed without parentheses`)
	}
}

func (p *parser) refuseChain(b *Binary) {
	x, y, here := excerpt(b.X), excerpt(b.Y), p.kind()
	hint := fmt.Sprintf("write %s %s %s & %s %s …", x, b.Op, y, y, here)
	if here == GT {
		hint += "; a test inside <…> needs parentheses: <?(x = y)> f"
	}
	p.failHint(hint, "comparisons do not chain: found %q behind %q", here, b.Op)
}

// excerpt is the text of a short operand, or f for a longer one.
func excerpt(x Expr) string {
	text := x.Span().Text()
	if len(text) > 30 || strings.ContainsAny(text, "\n#") {
		return "f"
	}
	return text
}

// operand reads what stands between infix operators: a prefix operator with its
// operand where the level allows one, else a value.
//
//	not = prefix not | share | coalition | array | cmp ;
func (p *parser) operand(min level) Expr {
	p.enter()
	defer p.leave()
	if p.opensArray(min) {
		return p.array()
	}
	prefix := p.prefix()
	if prefix == nil {
		return p.unary()
	}
	if min > levelPrefix {
		p.refusePrefix()
	}
	return prefix(p, formula)
}

// refusePrefix says that a prefix operator binds looser than the operator whose
// operand it would be: a = K{i} b.
func (p *parser) refusePrefix() {
	switch {
	case p.pos == 0:
		p.failHint("put a formula in parentheses", "a value or a type is expected, %s", p.found())
	case p.kind() == LBRACK && p.kindAt(p.pos-1) == IN:
		p.failHint("a set is written {a, b}", `a set is expected behind "in", found "["`)
	case p.kind() == LT || p.kind() == LBRACK || p.kind() == LCOAL:
		p.failHint(fmt.Sprintf("a formula there needs parentheses: %s (%s)", p.textAt(p.pos-1), p.sample()),
			"an operand is expected behind %s, found %s", quote(p.textAt(p.pos-1)), quote(p.text()))
	}
	p.failHint(fmt.Sprintf("put parentheses around it: %s (%s)", p.textAt(p.pos-1), p.sample()),
		"%s binds looser than %s and cannot be its operand", quote(p.text()), quote(p.textAt(p.pos-1)))
}

// sample shows the form of the prefix operator that comes next.
func (p *parser) sample() string {
	switch {
	case p.kind() == NOT:
		return "!f"
	case p.kind() == LBRACK:
		return "[a] f"
	case p.kind() == LT:
		return "<a> f"
	case p.kind() == LCOAL:
		return "<<i>> X f"
	case p.text() == shareWord:
		return "share(f) >= 2/3"
	case p.ahead() == LBRACE:
		return p.text() + "{…} f"
	}
	return p.text() + " f"
}

// unary = "-" unary | postfix ;
func (p *parser) unary() Expr {
	if p.kind() != MINUS {
		return p.postfix()
	}
	start := p.next()
	x := p.operand(levelUnary)
	return &Unary{p.since(start), MINUS, x}
}

// postfix = primary { "." name | "[" list "]" | "(" [ list [ ":" expr ] ] ")" } ;
func (p *parser) postfix() Expr {
	start := p.pos
	x := p.primary()
	for {
		switch p.kind() {
		case DOT:
			p.next()
			x = p.field(start, x)
		case LBRACK:
			p.next()
			args := p.list()
			p.expect(RBRACK, "or \",\" behind an index")
			x = &Index{p.since(start), x, args}
		case LPAREN:
			x = p.call(start, x)
		default:
			return x
		}
	}
}

func (p *parser) field(start int, x Expr) Expr {
	if p.kind() == INT {
		p.failHint(noDecimals, `the name of a field is expected behind ".", %s`, p.found())
	}
	name := p.ident(`of a field behind "."`)
	return &Field{p.since(start), x, name}
}

// call reads the arguments of f, or the binders of a fold.
func (p *parser) call(start int, f Expr) Expr {
	if p.colonIn(p.pos) >= 0 {
		return p.fold(start, f)
	}
	p.next()
	var args []Expr
	if p.kind() != RPAREN {
		args = p.list()
	}
	p.expect(RPAREN, `or "," behind an argument`)
	return &Call{p.since(start), f, args}
}

var folds = []string{"count", "sum", "min", "max"}

// fold reads Fn(x in T: e).
func (p *parser) fold(start int, f Expr) Expr {
	name, ok := f.(*Name)
	if !ok || !isFold(name.Name) {
		text := f.Span().Text()
		fail(f.Span(), "", "only count, sum, min and max range over binders, not %s%s", quote(text), source.DidYouMean(text, folds))
	}
	p.next()
	binders := p.binders()
	p.expect(COLON, "behind the binders")
	body := p.expr()
	p.expect(RPAREN, fmt.Sprintf("at the end of %s(…)", name.Name))
	return &Fold{p.since(start), Ident{name.At, name.Name}, binders, body}
}

func isFold(name string) bool {
	for _, f := range folds {
		if f == name {
			return true
		}
	}
	return false
}

// list = expr { "," expr } ;
func (p *parser) list() []Expr {
	list := []Expr{p.expr()}
	for p.accept(COMMA) {
		list = append(list, p.expr())
	}
	return list
}

// primary = int | name | "true" | "false" | "none" | "(" expr ")"
//
//	| "{" [ list [ ":" expr ] ] "}"
//	| "if" expr "then" expr "else" expr
//	| ("forall"|"exists") binders ":" expr
//	| "the" binder ":" expr
//	| ("A"|"E") [ super ] until
//	| ("A"|"E") "(" expr ")"                  (* of formulas about runs *)
//	| ("past"|"does") "{" program "}" ;
func (p *parser) primary() Expr {
	switch p.kind() {
	case INT:
		return p.number()
	case NAME:
		return p.name()
	case TRUE, FALSE:
		i := p.next()
		return &Bool{p.since(i), p.kindAt(i) == TRUE}
	case ABSENT:
		return &None{p.since(p.next())}
	case LPAREN:
		return p.paren()
	case LBRACE:
		return p.set()
	case IF:
		return p.conditional()
	case FORALL, EXISTS:
		return p.quantified()
	}
	p.expected("an expression")
	return nil
}

// maxDigits keeps a number from taking long to convert.
const maxDigits = 10_000

func (p *parser) number() Expr {
	i := p.next()
	digits := strings.ReplaceAll(p.textAt(i), "_", "")
	if len(digits) > maxDigits {
		fail(p.spanAt(i), "", "this number has %d digits; at most %d can be written", len(digits), maxDigits)
	}
	value, err := strconv.ParseInt(digits, 10, 64)
	if err != nil { // out of range: value is the largest there is
		return &Int{p.since(i), value, digits}
	}
	return &Int{At: p.since(i), Value: value}
}

// name reads a name, or one of the forms that begin with one.
func (p *parser) name() Expr {
	name := p.text()
	switch {
	case isQuantifier(name) && p.opensUntil():
		return p.until()
	case isQuantifier(name) && p.ahead() == LPAREN:
		return p.overRuns()
	case isPast(name) && p.ahead() == LBRACE:
		return p.past()
	case p.describes(p.pos):
		return p.the()
	case p.ahead() == LBRACE:
		p.next()
		p.failHint(words[name], "%s is not an operator that takes braces%s", quote(name), source.DidYouMean(name, braced))
	case name == "_":
		p.failHint(`"_" is an open argument of an action, or any step, in a program`, `an expression is expected, found "_"`)
	}
	i := p.next()
	return &Name{p.since(i), name}
}

// braced are the operators that take braces, for suggestions.
var braced = []string{"K", "KW", "KV", "S", "E", "D", "C", "AX", "EX", "AG", "EG", "AF", "EF", "A", "past", "does", "share"}

func (p *parser) paren() Expr {
	start := p.next()
	x := p.expr()
	p.expectClose(RPAREN, start)
	return &Paren{p.since(start), x}
}

// set reads {a, b} and {x in T: f}.
func (p *parser) set() Expr {
	start := p.pos
	colon := p.colonIn(start)
	p.next()
	if colon >= 0 {
		binders := p.binders()
		p.expect(COLON, "behind the binders")
		cond := p.expr()
		p.expectClose(RBRACE, start)
		return &Comprehension{p.since(start), binders, cond}
	}
	var elems []Expr
	if p.kind() != RBRACE {
		elems = p.list()
	}
	p.expect(RBRACE, `or "," behind an element`)
	return &Set{p.since(start), elems}
}

// opensArray reports whether an array is written out here, rather than a box or
// nothing at all: behind = or !=, where no box can stand, or as the whole of an element,
// an argument or what stands in parentheses.
func (p *parser) opensArray(min level) bool {
	if p.kind() != LBRACK {
		return false
	}
	behind := p.toks[p.pos].match + 1
	if p.behindEquals(p.pos) {
		return p.isName(behind, "U") || !startsOperand[p.kindAt(behind)] && operators[p.kindAt(behind)].level <= levelCompare
	}
	return min == levelIff && (p.pos == 0 || opensWhole[p.kindAt(p.pos-1)]) && closesWhole[p.kindAt(behind)]
}

// What an array that is the whole of something stands between.
var (
	opensWhole  = [tokens]bool{LPAREN: true, LBRACK: true, LBRACE: true, COMMA: true}
	closesWhole = [tokens]bool{RPAREN: true, RBRACK: true, RBRACE: true, COMMA: true, EOF: true}
)

// behindEquals reports whether token i stands behind = or !=.
func (p *parser) behindEquals(i int) bool {
	return i > 0 && (p.kindAt(i-1) == EQ || p.kindAt(i-1) == NE)
}

// array = "[" list "]" ;
func (p *parser) array() Expr {
	start := p.next()
	if p.kind() == RBRACK {
		p.failHint("an array has at least one element", "an element is expected in [ ]")
	}
	elems := p.list()
	p.expect(RBRACK, `or "," behind an element`)
	return &EnumType{p.since(start), elems}
}

// conditional reads if … then … else …; a chain of else if in a loop, for
// tables written by programs are long.
func (p *parser) conditional() Expr {
	var chain []*If
	var starts []int
	for p.kind() == IF {
		start := p.next()
		cond := p.expr()
		p.expect(THEN, `behind the condition of "if"`)
		then := p.expr()
		if p.kind() != ELSE {
			p.failHint(`write if c then a else b; for formulas c -> a says "if c then a"`, `every "if" needs an "else", %s`, p.found())
		}
		p.next()
		chain, starts = append(chain, &If{Cond: cond, Then: then}), append(starts, start)
	}
	last := p.expr()
	for i := len(chain) - 1; i >= 0; i-- {
		chain[i].At, chain[i].Else = p.since(starts[i]), last
		last = chain[i]
	}
	return last
}

func (p *parser) quantified() Expr {
	start := p.next()
	word := p.kindAt(start)
	binders := p.binders()
	if p.kind() != COLON {
		p.failHint(fmt.Sprintf("write %s x in T: f", word), `":" behind the domain of %q is expected, %s`, word, p.found())
	}
	p.next()
	body := p.expr()
	return &Quant{p.since(start), word == EXISTS, binders, body}
}

// the reads the x in T: f.
func (p *parser) the() Expr {
	start := p.next()
	binder := p.binder()
	if len(binder.Names) > 1 {
		fail(binder.Names[1].Place, "", "only one value is described by the; for several describe each by itself")
	}
	if p.kind() != COLON {
		p.failHint("write the x in T: f", `":" behind the domain of "the" is expected, %s`, p.found())
	}
	p.next()
	cond := p.expr()
	return &The{p.since(start), binder, cond}
}
