package report

import (
	"fmt"
	"io"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/verdict"
)

// text writes for people, as results come in.
type text struct {
	w     io.Writer
	o     Options
	spec  *Spec
	begun bool // the heading of spec is written
	some  bool // something is written at all
	width int  // of the longest label
	err   error

	told map[string]bool // problems and warnings shown so far
}

func newText(w io.Writer, o Options) Writer { return &text{w: w, o: o} }

// Diagnostics of a document go to standard error as the document is read, not
// here.
func (t *text) Spec(s *Spec) error {
	t.spec, t.begun, t.width = s, false, 0
	for _, c := range s.Checks {
		t.width = max(t.width, min(utf8.RuneCountInString(c.Label), widestLabel))
	}
	if t.o.Verbose && len(s.Errors) == 0 && len(s.Checks) == 0 {
		t.heading()
		t.line("  no checks")
	}
	return t.err
}

// widestLabel is how wide the column of labels gets at most.
const widestLabel = 48

// heading begins the part of a document, once there is something in it.
func (t *text) heading() {
	if t.begun {
		return
	}
	if t.some {
		t.line("")
	}
	t.begun = true
	t.line(t.paint(bold, printableLine(t.spec.File)))
	if t.o.Verbose && t.spec.Doc != "" {
		for _, line := range wrap(strings.Fields(t.spec.Doc), lineWidth) {
			t.line("  " + printable(line))
		}
	}
}

func (t *text) Result(r *Result) error {
	status := r.Status()
	if status == Cut || t.o.Quiet && (status == Met || status == Open) {
		return t.err
	}
	t.heading()
	label := printableLine(r.Check.Label) + strings.Repeat(" ", max(0, t.width-utf8.RuneCountInString(r.Check.Label)))
	t.line(fmt.Sprintf("  %s  %s  %s  %s", t.paint(words[status].color, words[status].text), label, t.outcome(r), t.paint(faint, seconds(r.Time))))
	t.details(r)
	return t.err
}

// words are the first words of lines; colours say the same.
var words = map[Status]struct{ text, color string }{
	Met:     {"ok   ", green},
	Open:    {"--   ", blue},
	Unmet:   {"FAIL ", red},
	Stopped: {"LIMIT", yellow},
	Faulty:  {"ERROR", red},
	Broken:  {"BUG  ", red},
}

// outcome is that of r, unless the line below says why there is none.
func (t *text) outcome(r *Result) string {
	if r.Problem != nil {
		return "has no answer"
	}
	return r.outcome()
}

// outcome is the answer, with what was expected instead.
func (r *Result) outcome() string {
	switch status := r.Status(); {
	case status == Faulty || status == Broken:
		return firstLine(r.Reason)
	case status == Unmet:
		return verb(r) + ", expected " + expected(r.Check)
	}
	return verb(r)
}

// verb makes a sentence of an answer: holds, is 6, has no such number.
func verb(r *Result) string {
	switch {
	case r.Verdict == verdict.Unknown || !asksNumber(r.Check):
		return r.answer()
	case r.Value == nil:
		return fmt.Sprintf("is none of %d..%d", r.Check.Least.Lo, r.Check.Least.Hi)
	}
	return "is " + r.Value.String()
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

const indent = "         "

func (t *text) details(r *Result) {
	run := r.run()
	if t.o.Verbose {
		if q := question(r.Check); run == nil || run.Formula != q {
			t.indented(q)
		}
		t.indented(numbers(r))
		if b := r.basis(); b != "" {
			t.indented(b)
		}
	}
	for _, w := range r.Warnings {
		t.once(w.Error(), "with the same warning as above")
	}
	if r.Problem != nil {
		t.once(r.Problem.Error(), "for the same reason as above")
	}
	if r.Cause == Bug {
		t.indented(r.Details)
		if r.SavedTo != "" {
			t.indented("what is needed to find the bug is in " + r.SavedTo)
		}
	}
	if run != nil && (t.o.Verbose || r.showsRun()) {
		t.indented(run.Story())
	}
}

// once shows what is wrong or odd about a model the first time, and refers to it
// later: all of its checks meet it.
func (t *text) once(message, again string) {
	if t.told[message] {
		t.indented(again)
		return
	}
	if t.told == nil {
		t.told = map[string]bool{}
	}
	t.told[message] = true
	t.indented(message)
}

// question is what a check asks, in words.
func question(c *spec.Check) string {
	lead := map[spec.CheckKind]string{spec.SomeCheck: "some: ", spec.CountCheck: "count: "}[c.Kind]
	if c.Kind == spec.LeastCheck {
		lead = fmt.Sprintf("least %s in %d..%d: ", c.Least.Bound.Name, c.Least.Lo, c.Least.Hi)
	}
	text := lead + c.Text
	if c.At != nil {
		text += ", at " + formulaText(c.At)
	}
	if c.IsLiteral() {
		text += ", interpretation: " + string(c.Interpretation)
	}
	if c.Doc != "" {
		text = oneLine(c.Doc) + "\n" + text
	}
	return text
}

func numbers(r *Result) string {
	parts := []string{fmt.Sprintf("%d nodes", r.Nodes)}
	if r.States != nil {
		parts = append([]string{r.States.String() + " states"}, parts...)
	}
	return strings.Join(parts, ", ")
}

func (t *text) indented(block string) {
	for line := range strings.SplitSeq(printable(block), "\n") {
		t.line(strings.TrimRight(indent+line, " "))
	}
}

func (t *text) Close(s *Summary) error {
	if t.some {
		t.line("")
	}
	t.line(s.String())
	return t.err
}

// String counts in words, leaving out what did not happen.
func (s *Summary) String() string {
	text := plural(s.Checks, "check", "checks")
	parts := s.parts()
	if len(parts) > 0 {
		text += ": " + strings.Join(parts, ", ")
	}
	if s.BadSpecs > 0 {
		text += "; " + plural(s.BadSpecs, "file", "files") + " could not be read"
	}
	return text + " (" + seconds(time.Duration(s.Seconds*float64(time.Second))) + ")"
}

func (s *Summary) parts() []string {
	var parts []string
	for _, p := range []struct {
		n    int
		what string
	}{
		{s.Met, "ok"}, {s.Unmet, "failed"}, {s.Open, "without expectation"}, {s.Limited, "at a limit"},
		{s.Interrupted, "interrupted"}, {s.Faulty, "faulty"}, {s.Broken, "broken by a bug"},
	} {
		if p.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", p.n, p.what))
		}
	}
	return parts
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.2fs", d.Seconds()) }

// line writes one line, unless writing failed before.
func (t *text) line(s string) {
	t.some = true
	if t.err == nil {
		_, t.err = fmt.Fprintln(t.w, s)
	}
}

// The colours, as select graphic rendition numbers.
const (
	bold   = "1"
	faint  = "2"
	red    = "31"
	green  = "32"
	yellow = "33"
	blue   = "34"
)

func (t *text) paint(color, s string) string {
	if !t.o.Color {
		return s
	}
	return "\x1b[" + color + "m" + s + "\x1b[0m"
}

// wrap joins words into lines of at most width characters, where that is possible.
func wrap(words []string, width int) []string {
	var lines []string
	line := ""
	for _, w := range words {
		if line != "" && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(w) > width {
			lines, line = append(lines, line), ""
		}
		if line != "" {
			line += " "
		}
		line += w
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// printable keeps control characters of a document from the terminal.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' {
			return '?'
		}
		return r
	}, s)
}

// printableLine is printable for what has to stay on one line.
func printableLine(s string) string { return strings.ReplaceAll(printable(s), "\n", "?") }
