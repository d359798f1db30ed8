package syntax

import (
	"strings"
	"testing"

	"github.com/epibdd/epibdd/spec/source"
)

// refused parses a text that must give exactly one error, and returns it.
func refused(t testing.TB, kind, text string) source.Diagnostic {
	t.Helper()
	var errs source.List
	if n := kinds[kind](whole(text), &errs); n != nil {
		t.Fatalf("%.100s is read, but must be refused", text)
	}
	all := errs.All()
	if len(all) != 1 {
		t.Fatalf("%.100s: %d errors, want one", text, len(all))
	}
	return all[0]
}

// Chains up to the limit are read, printed and walked without trouble.
func TestLongChains(t *testing.T) {
	const n = maxTokens/2 - 1
	for kind, links := range map[string][]string{
		"expr": {" & a", " | a", " -> a", " <-> a", " + 1", " * 2", ".x", " - a"},
		"prog": {"; a", " & a", " | a", " ! a"},
	} {
		for _, link := range links {
			text := "a" + strings.Repeat(link, n)
			tree := read(t, kind, text)
			if String(tree) != text {
				t.Errorf("%q is not printed as it was read", link)
			}
			nodes := 0
			Walk(tree, func(Node) bool { nodes++; return true })
			if nodes < n {
				t.Errorf("%q: Walk sees %d nodes, want %d or more", link, nodes, n)
			}
		}
	}
}

func TestLongElseIf(t *testing.T) {
	text := strings.Repeat("if a then b else ", 5*maxDepth) + "c"
	if got := String(read(t, "expr", text)); got != text {
		t.Error("a long chain of else if is not printed as it was read")
	}
}

func TestTooManyTokens(t *testing.T) {
	d := refused(t, "expr", "a"+strings.Repeat(" & a", maxTokens))
	if !strings.Contains(d.Message, "100000 names, numbers and signs") || d.Hint != wayOut {
		t.Errorf("the error says: %v", d)
	}
}

func TestTooManyBytes(t *testing.T) {
	d := refused(t, "expr", "a"+strings.Repeat(" ", maxBytes))
	if !strings.Contains(d.Message, "1048577 bytes") || d.Hint != wayOut {
		t.Errorf("the error says: %v", d)
	}
}

func TestTooDeep(t *testing.T) {
	for _, c := range []struct{ kind, before, open, inner, close string }{
		{"expr", "", "(", "a", ")"},
		{"expr", "", "{", "a", "}"},
		{"expr", "", "f(", "a", ")"},
		{"expr", "", "a[", "a", "]"},
		{"expr", "", "!", "a", ""},
		{"expr", "", "-", "a", ""},
		{"expr", "", "K{i} ", "a", ""},
		{"expr", "", "AX ", "a", ""},
		{"expr", "", "[a] ", "a", ""},
		{"expr", "", "<?", "a", "> b"},
		{"expr", "", "A[", "a", " U b]"},
		{"expr", "", "a | (b & ", "c", ")"},
		{"expr", "", "forall x in T: ", "a", ""},
		{"expr", "", "if a then ", "b", " else c"},
		{"expr", "", "past{?", "a", "}"},
		{"prog", "", "(", "a", ")"},
		{"prog", "", "L{i} ", "a", ""},
		{"prog", "?", "!", "a", ""},
		{"prog", "", "some x in T: ", "a", ""},
		{"prog", "", "a | some x in T: ", "a", ""},
		{"type", "", "set ", "T", ""},
		{"type", "", "array T of ", "T", ""},
		{"type", "", "(set ", "T", ")?"},
	} {
		nested := func(n int) string {
			return c.before + strings.Repeat(c.open, n) + c.inner + strings.Repeat(c.close, n)
		}
		read(t, c.kind, nested(maxDepth/4))
		if d := refused(t, c.kind, nested(9*maxDepth)); !strings.Contains(d.Message, "nested too deeply") {
			t.Errorf("%.30s…: the error is %s", nested(9), d.Message)
		}
	}
}
