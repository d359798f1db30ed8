package report

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
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
	t.line(fmt.Sprintf("  %s  %s  %s  %s", t.paint(words[status].color, words[status].text), label, t.outcome(r), t.paint(faint, taken(r))))
	t.details(r)
	return t.err
}

// taken is how long the answer took, or where it is from.
func taken(r *Result) string {
	if r.Cached {
		return "from the cache"
	}
	return seconds(r.Time)
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

const indent = "         "

func (t *text) details(r *Result) {
	run := r.Run
	if t.o.Verbose {
		if q := question(r.Check); run == nil || run.Formula != q {
			t.indented(q)
		}
		t.indented(numbers(r))
		for _, line := range []string{r.basis(), r.way()} {
			if line != "" {
				t.indented(line)
			}
		}
	}
	if table := r.chances(); table != "" {
		t.indented(table)
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
		t.indented(run.tell(t.room(), t.o.Show))
	}
}

// room is how wide what is indented may be.
func (t *text) room() int {
	if t.o.Width == 0 {
		return lineWidth
	}
	return max(t.o.Width-len(indent), leastRoom)
}

// leastRoom is how wide it is at least, on however narrow a terminal.
const leastRoom = 30

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
