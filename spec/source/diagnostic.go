package source

import (
	"fmt"
	"sort"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

func itoa(n int) string { return strconv.Itoa(n) }

// Severity tells an error, which stops the work, from a warning, which does not.
type Severity int

// The severities.
const (
	Error Severity = iota
	Warning
)

func (s Severity) String() string {
	if s == Warning {
		return "warning"
	}
	return "error"
}

// Diagnostic is one thing to say about one place. Hint, if any, names a way out.
type Diagnostic struct {
	Severity Severity
	Span     Span
	Message  string
	Hint     string
}

// Error renders the diagnostic with its source line and a caret.
func (d Diagnostic) Error() string {
	var b strings.Builder
	message := d.Severity.String() + ": " + d.Message
	if d.Span.File == nil {
		b.WriteString(message)
	} else {
		fmt.Fprintf(&b, "%s: %s", d.Span, message)
		d.quote(&b)
	}
	if d.Hint != "" {
		fmt.Fprintf(&b, "\n  hint: %s", d.Hint)
	}
	return b.String()
}

// widest is how many characters of a source line are quoted; a longer line (a
// document on one line, a formula of megabytes) is cut around the place.
const widest = 110

// quote writes the source line and marks the span below it.
func (d Diagnostic) quote(b *strings.Builder) {
	at := d.Span.File.Position(d.Span.Start)
	line := []rune(strings.Map(printable, d.Span.File.Line(at.Line)))
	column := min(at.Column-1, len(line))
	if column > widest-20 {
		cut := column - 40
		line, column = append([]rune("… "), line[cut:]...), 42
	}
	if len(line) > widest {
		line = append(line[:widest:widest], '…')
	}
	if strings.TrimSpace(string(line)) == "" {
		return
	}
	width := utf8.RuneCountInString(firstLine(d.Span.Text()))
	width = max(1, min(width, len(line)-column))
	gutter := itoa(at.Line)
	fmt.Fprintf(b, "\n %s | %s", gutter, string(line))
	fmt.Fprintf(b, "\n %s | %s^%s", strings.Repeat(" ", len(gutter)), strings.Repeat(" ", column), strings.Repeat("~", width-1))
}

// printable turns tabs into blanks, so that the caret stands below its place,
// and other control characters, which could steer a terminal, into "?".
func printable(r rune) rune {
	switch {
	case r == '\t':
		return ' '
	case unicode.IsControl(r):
		return '?'
	}
	return r
}

func firstLine(s string) string {
	if i := strings.IndexByte(s, '\n'); i >= 0 {
		return s[:i]
	}
	return s
}

// Cap is how many errors of a document are reported at once.
const Cap = 20

// List collects diagnostics. The zero List is empty and ready.
type List struct {
	items  []Diagnostic
	seen   map[string]bool
	errors int // among items
}

// Errorf adds an error about span.
func (l *List) Errorf(span Span, format string, args ...any) {
	l.Add(Diagnostic{Error, span, fmt.Sprintf(format, args...), ""})
}

// Warnf adds a warning about span.
func (l *List) Warnf(span Span, format string, args ...any) {
	l.Add(Diagnostic{Warning, span, fmt.Sprintf(format, args...), ""})
}

// longestMessage is how many bytes a message may have: a type, which it may name, can
// be a list of thousands of values.
const longestMessage = 2000

// Add adds a diagnostic. The same message about the same place is kept once:
// a document is resolved for every row of its sweep. A long message is cut in the middle.
func (l *List) Add(d Diagnostic) {
	if len(d.Message) > longestMessage {
		half := longestMessage / 2
		d.Message = strings.ToValidUTF8(d.Message[:half], "") + " … " + strings.ToValidUTF8(d.Message[len(d.Message)-half:], "")
	}
	key := d.Span.String() + d.Message
	if l.seen[key] {
		return
	}
	if l.seen == nil {
		l.seen = map[string]bool{}
	}
	l.seen[key] = true
	l.items = append(l.items, d)
	if d.Severity == Error {
		l.errors++
	}
}

// Merge adds all of m.
func (l *List) Merge(m *List) {
	for _, d := range m.items {
		l.Add(d)
	}
}

// Full says that as many errors were found as are ever reported, so that
// looking for more is of no use.
func (l *List) Full() bool { return l.errors >= 2*Cap }

// All returns the diagnostics sorted by file and place.
func (l *List) All() []Diagnostic {
	sorted := append([]Diagnostic(nil), l.items...)
	sort.SliceStable(sorted, func(i, j int) bool {
		a, b := sorted[i].Span, sorted[j].Span
		if x, y := name(a), name(b); x != y {
			return x < y
		}
		return a.Start < b.Start
	})
	return sorted
}

func name(s Span) string {
	if s.File == nil {
		return ""
	}
	return s.File.Name
}

// Warnings returns the warnings alone, sorted.
func (l *List) Warnings() []Diagnostic { return l.only(Warning) }

func (l *List) only(s Severity) []Diagnostic {
	var found []Diagnostic
	for _, d := range l.All() {
		if d.Severity == s {
			found = append(found, d)
		}
	}
	return found
}

// Err returns nil where the list holds no error, and otherwise an Errors.
func (l *List) Err() error {
	if errs := l.only(Error); len(errs) > 0 {
		return Errors(errs)
	}
	return nil
}

// Errors are all errors of a document, sorted by place. Its text shows the
// first Cap of them and counts the rest.
type Errors []Diagnostic

func (e Errors) Error() string {
	var parts []string
	for i, d := range e {
		if i == Cap {
			parts = append(parts, fmt.Sprintf("and %d more", len(e)-Cap))
			break
		}
		parts = append(parts, d.Error())
	}
	return strings.Join(parts, "\n")
}
