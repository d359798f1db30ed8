package source

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// mark returns the span of the first occurrence of part in text.
func mark(t *testing.T, f *File, part string) Span {
	t.Helper()
	start := strings.Index(f.Text, part)
	if start < 0 {
		t.Fatalf("%q is not in the text", part)
	}
	return Span{f, start, start + len(part)}
}

func TestPositionAndOffsetAreInverse(t *testing.T) {
	f := NewFile("t", "ab\r\n\nçé∧x\n\ttab\n")
	for offset := 0; offset <= len(f.Text); offset++ {
		if offset < len(f.Text) && f.Text[offset]&0xC0 == 0x80 {
			continue // within a character
		}
		p := f.Position(offset)
		if back := f.Offset(p.Line, p.Column); back != offset {
			t.Errorf("Position(%d) = %v, and Offset of it is %d", offset, p, back)
		}
	}
}

func TestPosition(t *testing.T) {
	f := NewFile("t", "ab\nç∧x\n")
	for _, c := range []struct {
		offset int
		want   Position
	}{
		{-1, Position{1, 1}},
		{0, Position{1, 1}},
		{2, Position{1, 3}},
		{3, Position{2, 1}},
		{5, Position{2, 2}}, // behind ç, two bytes
		{8, Position{2, 3}}, // behind ∧, three bytes
		{10, Position{3, 1}},
		{99, Position{3, 1}},
	} {
		if got := f.Position(c.offset); got != c.want {
			t.Errorf("Position(%d) = %v, want %v", c.offset, got, c.want)
		}
	}
}

func TestOffsetIsCutToTheLine(t *testing.T) {
	f := NewFile("t", "ab\ncd\n")
	for _, c := range []struct{ line, column, want int }{
		{1, 1, 0}, {1, 9, 2}, {2, 2, 4}, {3, 1, 6}, {3, 5, 6}, {0, 1, 6}, {9, 1, 6},
	} {
		if got := f.Offset(c.line, c.column); got != c.want {
			t.Errorf("Offset(%d, %d) = %d, want %d", c.line, c.column, got, c.want)
		}
	}
}

func TestLine(t *testing.T) {
	f := NewFile("t", "one\r\n\nthree")
	for n, want := range map[int]string{0: "", 1: "one", 2: "", 3: "three", 4: ""} {
		if got := f.Line(n); got != want {
			t.Errorf("Line(%d) = %q, want %q", n, got, want)
		}
	}
}

func TestSpan(t *testing.T) {
	f, g := NewFile("f", "abcdef"), NewFile("g", "")
	s, u := Span{f, 1, 3}, Span{f, 2, 5}
	if got := s.To(u); got != (Span{f, 1, 5}) {
		t.Errorf("To joins to %v", got)
	}
	if got := s.To(Span{g, 0, 0}); got != s {
		t.Errorf("To another file gives %v, want the span itself", got)
	}
	if got := u.To(Span{f, 0, 1}); got != u {
		t.Errorf("To an earlier place gives %v, want the span itself", got)
	}
	if got := s.Text(); got != "bc" {
		t.Errorf("Text = %q", got)
	}
	var zero Span
	if zero.Text() != "" || zero.String() != "-" {
		t.Errorf("the zero span reads %q at %s", zero.Text(), zero)
	}
}

func TestDiagnosticShowsItsPlace(t *testing.T) {
	for name, c := range map[string]struct{ text, part, want string }{
		"one line": {
			"a\nformula: K{alcie} q\n", "alcie",
			"t:2:12: error: m\n 2 | formula: K{alcie} q\n   |            ^~~~~",
		},
		"only the first line of many is marked": {
			"x: |\n  a &\n  b\n", "a &\n  b",
			"t:2:3: error: m\n 2 |   a &\n   |   ^~~",
		},
		"a tab is one column wide": {
			"\tif\tx", "x",
			"t:1:5: error: m\n 1 |  if x\n   |     ^",
		},
		"columns are characters": {
			"naïve ∧ x", "∧ x",
			"t:1:7: error: m\n 1 | naïve ∧ x\n   |       ^~~",
		},
		"control characters do not reach the terminal": {
			"a\x1b[31m b", "b",
			"t:1:8: error: m\n 1 | a?[31m b\n   |        ^",
		},
		"the gutter is as wide as the number": {
			strings.Repeat("\n", 99) + "abc", "b",
			"t:100:2: error: m\n 100 | abc\n     |  ^",
		},
		"the end of a line": {
			"ab\ncd", "\n",
			"t:1:3: error: m\n 1 | ab\n   |   ^",
		},
		"an empty line is not shown": {
			"a\n\nb", "\nb",
			"t:2:1: error: m",
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := NewFile("t", c.text)
			if got := (Diagnostic{Span: mark(t, f, c.part), Message: "m"}).Error(); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

func TestDiagnosticWithoutPlace(t *testing.T) {
	d := Diagnostic{Severity: Warning, Message: "m", Hint: "h"}
	if got, want := d.Error(), "warning: m\n  hint: h"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A document may be one line of megabytes: what is shown of it stays short, and
// the caret stays below the place.
func TestLongLinesAreCutAroundThePlace(t *testing.T) {
	for _, before := range []int{0, 50, 89, 90, 91, 130, 5000} {
		for _, after := range []int{0, 50, 5000} {
			f := NewFile("t", strings.Repeat("a", before)+"HERE"+strings.Repeat("b", after))
			lines := strings.Split(Diagnostic{Span: mark(t, f, "HERE")}.Error(), "\n")
			if len(lines) != 3 {
				t.Fatalf("before %d, after %d: %d lines", before, after, len(lines))
			}
			shown, marked := []rune(lines[1]), []rune(lines[2])
			if len(shown) > widest+10 {
				t.Errorf("before %d, after %d: %d characters are shown", before, after, len(shown))
			}
			from, to := strings.IndexByte(lines[2], '^'), len(marked)
			if to > len(shown) || string(shown[from:to]) != "HERE" {
				t.Errorf("before %d, after %d: the caret is not below the place\n%s\n%s", before, after, lines[1], lines[2])
			}
		}
	}
}

func TestListSortsAndMerges(t *testing.T) {
	f, g := NewFile("f", "abc"), NewFile("g", "abc")
	var l, m List
	l.Errorf(Span{g, 0, 1}, "third")
	l.Errorf(Span{f, 2, 3}, "second")
	m.Warnf(Span{f, 0, 1}, "first")
	m.Errorf(Span{f, 2, 3}, "second") // known already
	l.Merge(&m)
	var got []string
	for _, d := range l.All() {
		got = append(got, d.Message)
	}
	if fmt.Sprint(got) != "[first second third]" {
		t.Errorf("All gives %v", got)
	}
	if w := l.Warnings(); len(w) != 1 || w[0].Message != "first" {
		t.Errorf("Warnings gives %v", w)
	}
	var errs Errors
	if !errors.As(l.Err(), &errs) || len(errs) != 2 {
		t.Errorf("Err gives %v, want two errors", l.Err())
	}
}

func TestWarningsAreNoError(t *testing.T) {
	var l List
	for i := range 3 * Cap {
		l.Warnf(Span{}, "%d", i)
	}
	if err := l.Err(); err != nil {
		t.Errorf("Err = %v", err)
	}
	if l.Full() {
		t.Error("warnings alone fill the list, and errors behind them would not be looked for")
	}
}

func TestErrorsAreCapped(t *testing.T) {
	var l List
	for i := range 2*Cap - 1 {
		l.Errorf(Span{}, "number %d.", i)
	}
	if l.Full() {
		t.Error("full too early")
	}
	l.Errorf(Span{}, "one more")
	if !l.Full() {
		t.Error("not full")
	}
	text := l.Err().Error()
	if n := strings.Count(text, "error:"); n != Cap {
		t.Errorf("%d errors are shown, want %d", n, Cap)
	}
	if want := fmt.Sprintf("and %d more", Cap); !strings.HasSuffix(text, want) {
		t.Errorf("the text ends with %q, want %q", text[len(text)-20:], want)
	}
}

func TestDidYouMean(t *testing.T) {
	names := []string{"alice", "bob", "sender", "receiver", "K", "pos"}
	for name, want := range map[string]string{
		"alcie":       "alice",  // neighbours swapped
		"alic":        "alice",  // one missing
		"Bob":         "bob",    // another case
		"k":           "K",      // the same, of one letter
		"bobb":        "bob",    // one too many
		"sendre":      "sender", // swapped at the end
		"recieverr":   "receiver",
		"pso":         "pos",
		"q":           "", // nothing in common with K
		"xyz":         "",
		"alice":       "", // is there already
		"carol":       "",
		"":            "",
		"transmitter": "",
	} {
		if want != "" {
			want = fmt.Sprintf("; did you mean %q?", want)
		}
		if got := DidYouMean(name, names); got != want {
			t.Errorf("DidYouMean(%q) = %q, want %q", name, got, want)
		}
	}
	if got := DidYouMean("x", nil); got != "" {
		t.Errorf("without candidates: %q", got)
	}
}

// editDistance against its definition by recursion, on all short words of two
// letters.
func TestEditDistance(t *testing.T) {
	var all []string
	for n := range 5 {
		for bits := range 1 << n {
			all = append(all, fmt.Sprintf("%0*b", n, bits)[:n])
		}
	}
	for _, a := range all {
		for _, b := range all {
			if got, want := editDistance(a, b, 10), slowDistance(a, b); got != want {
				t.Fatalf("editDistance(%q, %q) = %d, want %d", a, b, got, want)
			}
		}
	}
	if got := editDistance("a", "abcdef", 2); got != 3 {
		t.Errorf("over the limit: %d, want 3", got)
	}
}

func slowDistance(a, b string) int {
	if a == "" || b == "" {
		return len(a) + len(b)
	}
	i, j := len(a)-1, len(b)-1
	cost := 1
	if a[i] == b[j] {
		cost = 0
	}
	best := min(slowDistance(a[:i], b)+1, slowDistance(a, b[:j])+1, slowDistance(a[:i], b[:j])+cost)
	if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
		best = min(best, slowDistance(a[:i-1], b[:j-1])+1)
	}
	return best
}

func TestNamesThatCouldSteerATerminalAreQuoted(t *testing.T) {
	for name, want := range map[string]string{
		"games/ä b.yaml":    "games/ä b.yaml:1:1",
		"a\x1b[31m\nb.yaml": `"a\x1b[31m\nb.yaml":1:1`,
		"a\u202eb\x07.yaml": `"a\u202eb\a.yaml":1:1`,
		"built-in eleusis":  "built-in eleusis:1:1",
	} {
		if got := (Span{File: NewFile(name, "x")}).String(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

func TestLongMessagesAreCut(t *testing.T) {
	var errs List
	errs.Errorf(Span{}, "begin %s end", strings.Repeat("ä", 100_000))
	got := errs.All()[0].Message
	if len(got) > longestMessage+10 || !strings.HasPrefix(got, "begin") || !strings.HasSuffix(got, "end") {
		t.Errorf("%d bytes: %s", len(got), got)
	}
}
