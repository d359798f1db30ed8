package syntax

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Each text must be read like the one beside it, in which all is in parentheses.
var precedence = []struct{ kind, text, grouped string }{
	{"expr", "a <-> b <-> c", "(a <-> b) <-> c"},
	{"expr", "a -> b -> c -> d", "a -> (b -> (c -> d))"},
	{"expr", "a | b <-> c | d", "(a | b) <-> (c | d)"},
	{"expr", "a | b -> c & d", "(a | b) -> (c & d)"},
	{"expr", "a | b | c", "(a | b) | c"},
	{"expr", "a & b | c & d", "(a & b) | (c & d)"},
	{"expr", "a | b & c | d", "(a | (b & c)) | d"},
	{"expr", "!a & b", "(!a) & b"},
	{"expr", "!a = b & c", "(!(a = b)) & c"},
	{"expr", "!!a", "!(!a)"},
	{"expr", "K{i} a = b & c", "(K{i} (a = b)) & c"},
	{"expr", "K{i} !K{j} a | b", "(K{i} (!(K{j} a))) | b"},
	{"expr", "AG p -> AF q", "(AG p) -> (AF q)"},
	{"expr", "[a] p & q", "([a] p) & q"},
	{"expr", "<a> [b] p -> q", "(<a> ([b] p)) -> q"},
	{"expr", "<<i>> X a & b", "(<<i>> X a) & b"},
	{"expr", "E{i, j; k + 1} p & q", "(E{i, j; (k + 1)} p) & q"},
	{"expr", "C{all} x in s | q", "(C{all} (x in s)) | q"},
	{"expr", "a + 1 <= b..c", "(a + 1) <= (b..c)"},
	{"expr", "x in a + 1..b * 2", "x in ((a + 1)..(b * 2))"},
	{"expr", "a + b - c", "(a + b) - c"},
	{"expr", "a - b * c mod d / e", "a - (((b * c) mod d) / e)"},
	{"expr", "-a * b", "(-a) * b"},
	{"expr", "-a.b[c]", "-((a.b)[c])"},
	{"expr", "a * -b + c", "(a * (-b)) + c"},
	{"expr", "--a", "-(-a)"},
	{"expr", "f(x)(y).z[1]", "(((f(x))(y)).z)[1]"},
	{"expr", "if a then b else c & d", "if a then b else (c & d)"},
	{"expr", "if a then b else if c then d else e", "if a then b else (if c then d else e)"},
	{"expr", "a & if b then c else d | e", "a & (if b then c else (d | e))"},
	{"expr", "a = if b then c else d = e", "a = (if b then c else (d = e))"},
	{"expr", "forall x in T: p & q -> r", "forall x in T: ((p & q) -> r)"},
	{"expr", "a & exists x in T: b | c", "a & (exists x in T: (b | c))"},
	{"expr", "K{i} forall x in T: p & q", "K{i} (forall x in T: (p & q))"},
	{"expr", "a <-> forall x in T: p -> q", "a <-> (forall x in T: (p -> q))"},
	{"expr", "forall x in a..b + 1: p", "forall x in (a..(b + 1)): p"},
	{"expr", "A[a | b U c -> d]", "A[(a | b) U (c -> d)]"},
	{"expr", "A[f U g] & h", "(A[f U g]) & h"},
	{"expr", "A[f U g] = h", "(A[f U g]) = h"},
	{"expr", "AX p + 1 = 2", "AX ((p + 1) = 2)"},
	{"expr", "a < b > c", ""}, // a chain, not a diamond
	{"expr", "a & <b> c", "a & (<b> c)"},

	{"prog", "a | b; c & d*", "a | (b; (c & (d*)))"},
	{"prog", "a & b; c | d", "((a & b); c) | d"},
	{"prog", "a; b ! c | d", ""},
	{"prog", "a; b ! c; d", "(a; b) ! (c; d)"},
	{"prog", "a | !b; c", "a | !(b; c)"},
	{"prog", "a | some x in T: b | c", "a | (some x in T: (b | c))"},
	{"prog", "some x in T: a; b", "some x in T: (a; b)"},
	{"prog", "?a*; b", "((?a)*); b"},
	{"prog", "?!a*", "(?(!a))*"},
	{"prog", "?K{i} a & b", "(?(K{i} a)) & b"},
	{"prog", "?f | a", "(?f) | a"},
	{"prog", "L{i} a*; b", "(L{i} (a*)); b"},
	{"prog", "L{i} a & L{j} b", "(L{i} a) & (L{j} b)"},
	{"prog", "L{i} L{j} ?p & q", "(L{i} (L{j} ?p)) & q"},

	{"type", "set set T?", "set set T?"},
	{"type", "array T of U?", "array T of U?"},
	{"entry", "if a then b else c for x in T if d", "(if a then b else c) for x in T if d"},
}

func TestPrecedence(t *testing.T) {
	for _, c := range precedence {
		t.Run(c.text, func(t *testing.T) {
			if c.grouped == "" {
				refused(t, c.kind, c.text)
				return
			}
			got, want := bare(read(t, c.kind, c.text), false), bare(read(t, c.kind, c.grouped), false)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("not read as %s (-want +got):\n%s", c.grouped, diff)
			}
		})
	}
}

// The optional mark belongs to the element, the innermost type.
func TestOptionBindsToTheElement(t *testing.T) {
	want := &SetType{Elem: &OptionType{Elem: &Name{Name: "T"}}}
	if diff := cmp.Diff(Node(want), bare(read(t, "type", "set T?"), true)); diff != "" {
		t.Error(diff)
	}
	range3 := &OptionType{Elem: &Binary{Op: RANGE, X: &Int{Value: 1}, Y: &Int{Value: 3}}}
	if diff := cmp.Diff(Node(range3), bare(read(t, "type", "1..3?"), true)); diff != "" {
		t.Error(diff)
	}
}

// Names that look like operators are names wherever no operand follows them.
func TestContextualNames(t *testing.T) {
	operators := []string{"K", "KW", "KV", "S", "E", "D", "C", "A", "AX", "EX", "AG", "EG", "AF", "EF", "X", "G", "F", "U", "L", "past", "does", "all"}
	for _, name := range operators {
		for _, around := range []string{"%", "(%)", "x = %", "% = x", "{%, %}", "f(%)", "% & % | %", "x[%]", "x.%", "A[% & x]",
			"if % then % else %", "exists % in %: %", "% + %", "% in %..%", "K{%} %", "A[x U x = %]"} {
			text := ""
			for _, r := range around {
				if r == '%' {
					text += name
				} else {
					text += string(r)
				}
			}
			named := 0
			Walk(read(t, "expr", text), func(n Node) bool {
				if x, ok := n.(*Name); ok && x.Name == name {
					named++
				}
				return true
			})
			want := 0
			for _, r := range around {
				if r == '%' {
					want++
				}
			}
			if around == "x.%" || around == "exists % in %: %" {
				want-- // the field and the bound name are no Name
			}
			if name == "A" && around == "A[% & x]" {
				want++
			}
			if named != want {
				t.Errorf("%s: %s is a name %d times, want %d", text, name, named, want)
			}
		}
	}
}
