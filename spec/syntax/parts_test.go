package syntax

import (
	"fmt"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/spec/source"
)

// Every node can be printed by itself, and walked from.
func TestPartsOfDeclarations(t *testing.T) {
	var errs source.List
	entry := ParseEntry(whole("x[c] for c in Card, p in T if c > y"), &errs)
	who := ParseWho(whole("p in Player if p != q"), &errs)
	least := ParseLeast(whole("m in 1..n"), &errs)
	sig := ParseSig(whole("f(a, b in T, c in 0..n)"), &errs)
	common := ParseExpr(whole("C{p in Player: alive[p]} f"), &errs).(*GroupKnows)
	until := ParseExpr(whole("A{a; b; <= n}[f U g]"), &errs).(*Temporal)
	if err := errs.Err(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		n           Node
		text, names string
	}{
		{entry, "x[c] for c in Card, p in T if c > y", "[x c Card T c y]"},
		{entry.Binders[0], "c in Card", "[]"},
		{&entry.Binders[0], "c in Card", "[Card]"},
		{entry.Value, "x[c]", "[x c]"},
		{who, "p in Player if p != q", "[Player p q]"},
		{least, "m in 1..n", "[n]"},
		{least.Name, "m", "[]"},
		{&least.Name, "m", "[]"},
		{sig, "f(a, b in T, c in 0..n)", "[T n]"},
		{common.Group, "{p in Player: alive[p]}", "[Player alive p]"},
		{until.Super, "{a; b; <= n}", "[n]"},
	} {
		if got := String(c.n); got != c.text {
			t.Errorf("%T is printed as %s, want %s", c.n, got, c.text)
		}
		names := []string{}
		Walk(c.n, func(n Node) bool {
			if x, ok := n.(*Name); ok {
				names = append(names, x.Name)
			}
			return true
		})
		if got := fmt.Sprint(names); got != c.names {
			t.Errorf("from %T Walk reaches the names %s, want %s", c.n, got, c.names)
		}
	}
}

// A tree that no text has is still printed so that it can be read.
func TestPrintOfNegativeNumber(t *testing.T) {
	tree := &Binary{Op: MINUS, X: &Int{Value: -1}, Y: &Field{X: &Int{Value: -2}, Name: Ident{Name: "f"}}}
	if got, want := String(tree), "-1 - (-2).f"; got != want {
		t.Errorf("printed as %s, want %s", got, want)
	}
}

func TestUnreadableCharacters(t *testing.T) {
	for text, want := range map[string]string{
		"a \xff b":       "0xff is not a character",
		"a\u00a0& b":     "U+00A0",
		"\ufeffa":        "U+FEFF",
		"a\x00":          "U+0000",
		"a & \U0001F0A1": `"🂡"`,
	} {
		if d := refused(t, "expr", text); !strings.Contains(d.Message, want) {
			t.Errorf("%q: the error does not say %s: %v", text, want, d)
		}
	}
}

// Messages quote long texts in part.
func TestMessagesStayShort(t *testing.T) {
	long := strings.Repeat("x", 500)
	for kind, texts := range map[string][]string{
		"expr": {long + " " + long, long + " < b < c", "E{" + long + "}[a] p", long + "{i} p", long + "(x in T: p)", "a = " + long + " < " + long},
		"prog": {"?" + long + " = b", long + "()"},
		"sig":  {long + "()", long + "(" + long + ")"},
	} {
		for _, text := range texts {
			if d := refused(t, kind, text); len(d.Message)+len(d.Hint) > 250 {
				t.Errorf("%.20s…: the error has %d and %d bytes", text, len(d.Message), len(d.Hint))
			}
		}
	}
}
