package syntax

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/epibdd/epibdd/spec/source"
)

// The place of a node covers its text exactly, comments and line breaks
// included.
func TestPlaces(t *testing.T) {
	const text = "K{i} f(a, -b) # agent i\n  & [x; y*] {p in\tT: c.d} = none"
	want := []string{
		text,
		"K{i} f(a, -b)", "i", "f(a, -b)", "f", "a", "-b", "b",
		"[x; y*] {p in\tT: c.d} = none", "x; y*", "x", "y*", "y",
		"{p in\tT: c.d} = none", "{p in\tT: c.d}", "p in\tT", "T", "c.d", "c", "none",
	}
	var got []string
	Walk(read(t, "expr", text), func(n Node) bool {
		got = append(got, n.Span().Text())
		return true
	})
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("places (-want +got):\n%s", diff)
	}
}

func TestPlacesOfDeclarations(t *testing.T) {
	var errs source.List
	e := ParseEntry(whole(" x[c]  for c in Card if c > 1 # all\n"), &errs)
	s := ParseSig(whole("  bid(a, r in 0..4, b: bool) "), &errs)
	l := ParseLeast(whole(" m in 1..8 "), &errs)
	names := ParseNames(whole(" a , b"), &errs)
	if err := errs.Err(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		n    Node
		want string
	}{
		{e, "x[c]  for c in Card if c > 1"},
		{&e.Binders[0], "c in Card"},
		{e.Cond, "c > 1"},
		{s, "bid(a, r in 0..4, b: bool)"},
		{s.Name, "bid"},
		{&s.Params[0], "a, r in 0..4"},
		{s.Params[0].Names[1], "r"},
		{&s.Params[1], "b: bool"},
		{l, "m in 1..8"},
		{l.Name, "m"},
		{names[1], "b"},
	} {
		if got := c.n.Span().Text(); got != c.want {
			t.Errorf("the place of %T is %q, want %q", c.n, got, c.want)
		}
	}
}

// The operator of an infix expression has a place of its own.
func TestOperatorPlace(t *testing.T) {
	for _, text := range []string{"a -> b", "a mod b", "a..b", "a in b", "a <-> b"} {
		b := read(t, "expr", text).(*Binary)
		if got := b.OpAt.Text(); got != b.Op.String() || !strings.Contains(text, got) {
			t.Errorf("%s: the operator is at %q", text, got)
		}
	}
}

func TestWalkLeavesOut(t *testing.T) {
	var got []string
	Walk(read(t, "expr", "a & (b | c) & f(d)"), func(n Node) bool {
		if name, ok := n.(*Name); ok {
			got = append(got, name.Name)
		}
		_, paren := n.(*Paren)
		return !paren
	})
	if fmt.Sprint(got) != "[a f d]" {
		t.Errorf("Walk visits %v", got)
	}
}

// Walk reaches every part of every node: each name in this text once.
func TestWalkReachesEverything(t *testing.T) {
	const text = `forall b1 in n1: (exists b2 in {n2}: !n3 -> if n4 then -n5 else n6[n7]) & count(b3 in n8: n9.f)
		+ size({b4 in n10: n11}) = n12(n13) & K{n14} n15 & E{n16, n17; n18} n19 & C{b5 in n20: n21} n22
		& AX n23 & AF{a1(n24, _); <= n25} n26 & A{a2*}[n27 U n28] & [a3; ?n29 | L{n30} a4 & _] n31
		& <(a5 ! a6)> n32 & <<n33>> X n34 & <<n35>> [n36 U n37] & past{some b6 in n38: a7(n39)} & does{!a8 | a9}
		& forall b7 in set n40, b8 in array n41 of n42?, b9 in [n43], b10 in bool: true = none`
	names, acts := map[string]int{}, map[string]int{}
	Walk(read(t, "expr", text), func(n Node) bool {
		switch n := n.(type) {
		case *Name:
			names[n.Name]++
		case *Act:
			acts[n.Name.Name]++
		}
		return true
	})
	delete(names, "size")
	for i := 1; i <= 43; i++ {
		if name := fmt.Sprint("n", i); names[name] != 1 {
			t.Errorf("%s is visited %d times", name, names[name])
		}
	}
	for i := 1; i <= 9; i++ {
		if name := fmt.Sprint("a", i); acts[name] != 1 {
			t.Errorf("%s is visited %d times", name, acts[name])
		}
	}
	if len(names) != 43 || len(acts) != 9 {
		t.Errorf("%d names and %d actions are visited, want 43 and 9", len(names), len(acts))
	}
}

func TestWords(t *testing.T) {
	var errs source.List
	var got []string
	for _, w := range Words(whole("2S | 3H # comment\n -4_0 none"), &errs) {
		got = append(got, fmt.Sprintf("%v:%s@%d", w.Token, w.Text, w.Place.Start-len("key: ")))
	}
	want := []string{"name:2S@0", "|:|@3", "name:3H@5", "-:-@19", "number:4_0@20", "none:none@24"}
	if diff := cmp.Diff(want, got); diff != "" || errs.Err() != nil {
		t.Errorf("words (-want +got):\n%s%v", diff, errs.Err())
	}
	if words := Words(whole(""), &errs); words != nil || errs.Err() != nil {
		t.Errorf("an empty text has the words %v and the errors %v", words, errs.Err())
	}
	if words := Words(whole("a é"), &errs); words != nil || errs.Err() == nil {
		t.Errorf("a stray character gives %v and the errors %v", words, errs.Err())
	}
}

// A text without a file, as the zero span has, is an empty text.
func TestZeroSpan(t *testing.T) {
	for kind, parse := range kinds {
		var errs source.List
		if n := parse(source.Span{}, &errs); n != nil || errs.Err() == nil {
			t.Errorf("%s: read %v, errors %v", kind, n, errs.Err())
		}
	}
}

// In a block scalar the error behind the last token is shown on its line, not on
// the empty one below.
func TestErrorAtTheEndOfABlock(t *testing.T) {
	d := refused(t, "expr", "\n    a &\n      b |   # or\n\n")
	if want := "t:3:10: error: an expression is expected, and the text ends here\n 3 |       b |   # or\n   |          ^"; d.Error() != want {
		t.Errorf("got\n%v\nwant\n%s", d, want)
	}
}

func TestReserved(t *testing.T) {
	for word, want := range map[string]bool{"in": true, "mod": true, "none": true, "bool": true, "some": true,
		"K": false, "past": false, "all": false, "U": false, "": false} {
		if Reserved(word) != want {
			t.Errorf("Reserved(%q) = %v", word, !want)
		}
	}
}
