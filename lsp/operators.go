package lsp

import (
	"strings"

	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/spec/syntax"
)

// operator is an operator as docs/language.md has it: how it is written, and what it says.
type operator struct{ form, reads string }

// operators are what stands in formulas besides names, by the token that the cursor is on.
var operators = map[string]operator{
	"K":      {"K{i} f", "i knows f"},
	"S":      {"S{i} f", "i considers f possible"},
	"KW":     {"KW{i} f", "i knows whether f"},
	"KV":     {"KV{i} e", "i knows the value of e"},
	"E{":     {"E{i, j} f", "everybody in the group knows f"},
	"D":      {"D{i, j} f", "they know it together"},
	"C":      {"C{i, j} f", "it is common knowledge among them"},
	"share":  {"share{i}(f) >= 2/3", "f is true in at least two thirds of the worlds that i considers possible"},
	"AX":     {"AX f` · `EX f", "f is true after every step · after some step"},
	"EX":     {"AX f` · `EX f", "f is true after every step · after some step"},
	"AG":     {"AG f` · `EG f", "f is true now and for ever, on all runs · on some run"},
	"EG":     {"AG f` · `EG f", "f is true now and for ever, on all runs · on some run"},
	"AF":     {"AF f` · `EF f", "f is true now or later, on all runs · on some run"},
	"EF":     {"AF f` · `EF f", "f is true now or later, on all runs · on some run"},
	"A[":     {"A[f U g]` · `E[f U g]", "g is true now or later, and f until then, on all runs · on some run"},
	"E[":     {"A[f U g]` · `E[f U g]", "g is true now or later, and f until then, on all runs · on some run"},
	"A(":     {"A(f)", "all runs, or some, satisfy f"},
	"E(":     {"E(f)", "all runs, or some, satisfy f"},
	"X":      {"X f", "about the run"},
	"G":      {"G f", "about the run"},
	"F":      {"F f", "about the run"},
	"U":      {"f U g", "about the run"},
	"<<":     {"<<i, j>> F f", "the coalition can bring it about"},
	"[":      {"[α] f` · `<α> f", "after every · after some execution of α"},
	"<":      {"[α] f` · `<α> f", "after every · after some execution of α"},
	"past":   {"past{α}", "is true where the steps from an initial state up to now are an execution of the program α"},
	"does":   {"does{send}", "is true if somebody takes this action in the present step"},
	"?":      {"?f", "A test stands between two steps and asks the state there"},
	"->":     {"a -> b", "look at their right side only where the left one does not decide"},
	"&":      {"a & b", "look at their right side only where the left one does not decide"},
	"|":      {"a | b", "look at their right side only where the left one does not decide"},
	"<->":    {"<->", "not mixed with `->` without parentheses"},
	"forall": {"forall x in T, y in U: e", "reach as far to the right as they can"},
	"exists": {"exists …", "reach as far to the right as they can"},
	"the":    {"the x in T: e", "the only x of T for which e is true"},
	"if":     {"if c then a else b", "reach as far to the right as they can"},
	"..":     {"..", "the set of numbers from one to the other"},
	"-":      {"-", "on sets: union, difference"},
	"+":      {"+", "on sets: union, difference"},
	"*":      {"*", "on sets: `*` is intersection"},
	"/":      {"/", "rounds down"},
	"mod":    {"mod", "x = y * (x / y) + x mod y"},
	"=":      {"=", "no chains"},
	"in":     {"in", "no chains"},
	"next":   {"next(x)", "round the\ntype of `x`"},
	"prev":   {"prev(x)", "round the\ntype of `x`"},
	"ord":    {"ord(x)", "its place there, from 0"},
	"pow":    {"pow(a, b)", "of a constant, with an exponent up to 64"},
	"min":    {"min", "over binders or of two values"},
	"max":    {"max", "over binders or of two values"},
	"none":   {"T?", "those of `T`, and `none`"},
	"L":      {"L{i, j} α", "i and j learn what α has done, and that they have learnt it"},
}

// operatorAt is the token of the operator at an offset, and its place; "" where there is none.
func (n *names) operatorAt(offset int) (string, source.Span) {
	token, at := "", source.Span{}
	found := func(text string, start, length int) {
		if start <= offset && offset < start+length {
			token, at = text, source.Span{File: n.file, Start: start, End: start + length}
		}
	}
	for _, root := range n.roots {
		if s := root.Span(); s.File != n.file || offset < s.Start || s.End < offset {
			continue
		}
		syntax.Walk(root, func(x syntax.Node) bool {
			s := x.Span()
			if s.File != n.file || offset < s.Start || s.End < offset {
				return false
			}
			operatorOf(x, found)
			return true
		})
	}
	return token, at
}

// operatorOf says where the operator of a node stands.
func operatorOf(x syntax.Node, found func(token string, start, length int)) {
	start := x.Span().Start
	word := func(text string) { found(text, start, len(text)) }
	switch x := x.(type) {
	case *syntax.Knows:
		word(x.Op.String())
	case *syntax.GroupKnows:
		if op := x.Op.String(); op == "E" {
			found("E{", start, 1)
		} else {
			word(op)
		}
	case *syntax.Temporal:
		q := "E"
		if x.All {
			q = "A"
		}
		if x.Op == syntax.Until {
			found(q+"[", start, 1)
		} else {
			word(q + string(rune(x.Op)))
		}
	case *syntax.OnRuns:
		q := "E("
		if x.All {
			q = "A("
		}
		found(q, start, 1)
	case *syntax.Path:
		if x.Op == syntax.Until {
			found("U", between(x.X, x.Y, "U"), 1)
		} else {
			word(string(rune(x.Op)))
		}
	case *syntax.Box:
		if x.Diamond {
			word("<")
		} else {
			word("[")
		}
	case *syntax.Share:
		word("share")
	case *syntax.Coalition:
		word("<<")
	case *syntax.Past:
		word("past")
	case *syntax.Does:
		word("does")
	case *syntax.Learn:
		word("L")
	case *syntax.Test:
		word("?")
	case *syntax.Binary:
		found(x.Op.String(), x.OpAt.Start, x.OpAt.End-x.OpAt.Start)
	case *syntax.Quant:
		if x.Exists {
			word("exists")
		} else {
			word("forall")
		}
	case *syntax.The:
		word("the")
	case *syntax.If:
		word("if")
	case *syntax.None:
		word("none")
	case *syntax.Fold:
		word(x.Fn.Name)
	case *syntax.Call:
		if f, ok := x.Fn.(*syntax.Name); ok {
			word(f.Name)
		}
	}
}

// between is where a word stands between two nodes.
func between(x, y syntax.Node, word string) int {
	from, to := x.Span(), y.Span()
	if from.File == nil || from.File != to.File || to.Start < from.End {
		return -1
	}
	i := strings.LastIndex(from.File.Text[from.End:to.Start], word)
	if i < 0 {
		return -1
	}
	return from.End + i
}
