package syntax

import (
	"strconv"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/spec/source"
)

func TestErrors(t *testing.T) {
	lines(t, "errors.txt", func(t *testing.T, kind, line string) {
		cut := strings.LastIndex(line, "###")
		if cut < 0 {
			t.Fatal("no ### in the line")
		}
		in, want := strings.TrimSuffix(line[:cut], " "), strings.TrimSpace(line[cut+3:])
		var errs source.List
		if n := kinds[kind](whole(in), &errs); n != nil {
			t.Fatalf("read as %s", text(kind, n))
		}
		all := errs.All()
		if len(all) != 1 {
			t.Fatalf("%d errors, want one", len(all))
		}
		checkError(t, all[0], want)
	})
}

// checkError compares an error with a column, counted in the expression, and
// quoted parts of its message or hint.
func checkError(t *testing.T, d source.Diagnostic, want string) {
	t.Helper()
	number, parts, _ := strings.Cut(want, " ")
	column, err := strconv.Atoi(number)
	if err != nil {
		t.Fatalf("no column in %q", want)
	}
	const before = len("key: ")
	if got := d.Span.File.Position(d.Span.Start).Column - before; got != column {
		t.Errorf("the error is in column %d, want %d\n%v", got, column, d)
	}
	for parts != "" {
		quoted, err := strconv.QuotedPrefix(parts)
		if err != nil {
			t.Fatalf("no quoted part in %q", parts)
		}
		part, _ := strconv.Unquote(quoted)
		if said := d.Message + "\n" + d.Hint; !strings.Contains(said, part) {
			t.Errorf("the error does not say %q:\n%v", part, d)
		}
		parts = strings.TrimSpace(parts[len(quoted):])
	}
}
