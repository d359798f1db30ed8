package document

import (
	"strconv"
	"strings"

	"github.com/epibdd/epibdd/internal/lazy"
	"github.com/epibdd/epibdd/spec/source"
)

// explain says in the words of users what is wrong with a file that is not
// YAML. read is how far the library got; the cause is in the line that it read
// last, or shortly before. slip says that it is a value that cannot be read, and not how
// lines stand under one another. The file may be mended; hints quote it as it was written.
func explain(file, written *source.File, err error, read int) (d source.Diagnostic, slip bool) {
	e := &explainer{file: file, written: written, message: strings.TrimPrefix(err.Error(), "yaml: "), line: 1}
	if m := reported().FindStringSubmatch(e.message); m != nil {
		e.line, _ = strconv.Atoi(m[1])
		e.message = e.message[len(m[0]):]
	}
	e.last = e.lastLine(read)
	if d, ok := e.special(read); ok {
		return d, true
	}
	if d, ok := e.tab(read); ok {
		return d, false
	}
	if d, ok := e.cutByComment(); ok {
		return d, false
	}
	// The library reads one token ahead, at most over comments and blank lines.
	for line, seen := e.last, 0; line > 0 && seen < 3; line, seen = e.above(line), seen+1 {
		if d, ok := e.cause(line); ok {
			return d, true
		}
	}
	return e.plain(), false
}

// lastLine returns the line that was being read. The library looks up to four
// characters ahead, perhaps into the line below, which is then innocent.
func (e *explainer) lastLine(read int) int {
	text := strings.TrimRight(e.file.Text[:read], " \t\r\n")
	line := e.file.Position(len(text)).Line
	begun := text[e.file.Offset(line, 1):]
	if strings.HasPrefix(e.file.Text[len(text):], "\n") || len(strings.TrimSpace(begun)) > 4 {
		return line
	}
	if above := e.above(line); above > 0 && read < lineEnd(e.file.Text, len(text)) {
		return above
	}
	return line
}

// above returns the next line above that holds more than a comment; 0: none.
func (e *explainer) above(line int) int {
	for line--; line > 0; line-- {
		if text := strings.TrimSpace(e.text(line)); text != "" && text[0] != '#' {
			return line
		}
	}
	return 0
}

// indented matches an indentation, with the marks of items, up to a tab in it.
var indented = lazy.Pattern(`^ *(?:- +)*-?\t`)

// tab notices that the library stumbled over a tab: it tells where it was before,
// and reads a few characters on.
func (e *explainer) tab(read int) (source.Diagnostic, bool) {
	if !strings.Contains(e.message, "cannot start any token") && !strings.Contains(e.message, "tab character") {
		return source.Diagnostic{}, false
	}
	end := len(strings.TrimRight(e.file.Text[:read], " \t\r\n"))
	for line := e.file.Position(max(end, read-1)).Line; line >= e.last; line-- {
		if at := indented().FindString(e.text(line)); at != "" {
			return e.tabAt(line, len(at)-1), true
		}
	}
	return source.Diagnostic{}, false
}

func (e *explainer) tabAt(line, tab int) source.Diagnostic {
	return diagnostic(e.span(line, tab, tab+1), "a tab cannot indent in YAML", "indent with blanks, two for each level")
}

// cutByComment notices a text of several lines that a comment ended.
func (e *explainer) cutByComment() (source.Diagnostic, bool) {
	above := e.above(e.last)
	if above == 0 {
		return source.Diagnostic{}, false
	}
	from, _ := splitKey(e.text(above))
	value := e.text(above)[from:]
	below := e.text(e.last)
	if value == "" || strings.ContainsRune("[{|>\"'#", rune(value[0])) || stripComment(value) == strings.TrimSpace(value) ||
		leading(below) <= leading(e.text(above)) || strings.HasPrefix(strings.TrimSpace(below), "- ") {
		return source.Diagnostic{}, false
	}
	hint := "quote the text, or put it in a block (|) below the key"
	return diagnostic(e.wholeLine(e.last), "the comment in line "+strconv.Itoa(above)+" ends the text before this line", hint), true
}

var reported = lazy.Pattern(`^line (\d+): `)

type explainer struct {
	file    *source.File
	written *source.File // before anything was mended
	message string
	line    int // as the library says: of the construct, sometimes one too few
	last    int // the line read last
}

func (e *explainer) span(line, from, to int) source.Span {
	start := e.file.Offset(line, 1)
	if line == 1 {
		start += len(bom(e.file.Text))
	}
	return source.Span{File: e.file, Start: start + from, End: start + to}
}

func (e *explainer) text(line int) string {
	if line == 1 {
		return strings.TrimPrefix(e.file.Line(1), bom(e.file.Text))
	}
	return e.file.Line(line)
}

func diagnostic(at source.Span, message, hint string) source.Diagnostic {
	return source.Diagnostic{Severity: source.Error, Span: at, Message: message, Hint: hint}
}

var unknownAnchor = lazy.Pattern(`unknown anchor '(.*)' referenced`)

// special handles messages that say more than where they happened.
func (e *explainer) special(read int) (source.Diagnostic, bool) {
	if m := unknownAnchor().FindStringSubmatch(e.message); m != nil {
		at := max(0, strings.LastIndex(e.file.Text[:read], "*"+m[1]))
		line := e.file.Position(at).Line
		if d, ok := e.cause(line); ok {
			return d, true
		}
		span := source.Span{File: e.file, Start: at, End: propertyEnd(e.file.Text, at)}
		return diagnostic(span, "YAML takes "+strconv.Quote(span.Text())+" for an alias, which is not used here", write("", span.Text())), true
	}
	if strings.Contains(e.message, "exceeded max depth") {
		return diagnostic(e.wholeLine(e.last), "nested too deeply: more than "+strconv.Itoa(deepest)+" levels", ""), true
	}
	if strings.Contains(e.message, "unexpected end of stream") || strings.Contains(e.message, "unexpected document indicator") {
		return e.unclosedQuote(), true
	}
	return source.Diagnostic{}, false
}

// unclosedQuote reports the quote that opened the text the library was in: the
// last one that is still open, counting from the line that it names.
func (e *explainer) unclosedQuote() source.Diagnostic {
	text := e.text(e.line)
	for at := 0; at < len(text); at++ {
		if text[at] != '"' && text[at] != '\'' || at > 0 && !strings.ContainsRune(" [{,:\t", rune(text[at-1])) {
			continue
		}
		end := quoteEnd(text, at)
		if end == len(text) && (end-at < 2 || text[end-1] != text[at]) {
			return diagnostic(e.span(e.line, at, at+1), "this quote is never closed", "")
		}
		at = end - 1
	}
	return diagnostic(e.wholeLine(e.line), "a quote that is opened in this line is never closed", "")
}

func (e *explainer) wholeLine(line int) source.Span {
	text := e.text(line)
	from := len(text) - len(strings.TrimLeft(text, " \t"))
	return e.span(line, from, max(from, len(strings.TrimRight(text, " \t"))))
}

// cause looks for one of the usual slips in a line.
func (e *explainer) cause(line int) (source.Diagnostic, bool) {
	text := e.text(line)
	blanks := len(text) - len(strings.TrimLeft(text, " \t"))
	if tab := strings.IndexByte(text[:blanks], '\t'); tab >= 0 {
		return e.tabAt(line, tab), true
	}
	from, key := splitKey(text)
	value := text[from:]
	slip := valueSlip(value)
	if slip.message == "" {
		return source.Diagnostic{}, false
	}
	hint := slip.hint
	if hint == "" {
		meant := e.span(line, from, from+len(stripComment(value)))
		meant.File = e.written
		hint = write(key, meant.Text())
	}
	return diagnostic(e.span(line, from+slip.from, from+slip.to), slip.message, hint), true
}

// splitKey returns where the value of a line starts, and what leads it there
// without the indentation: "- ", "formula: ", or "- id: ".
func splitKey(text string) (int, string) {
	at := len(text) - len(strings.TrimLeft(text, " \t"))
	start := at
	for strings.HasPrefix(text[at:], "- ") {
		at += 2
		at += len(text[at:]) - len(strings.TrimLeft(text[at:], " "))
	}
	rest := text[at:]
	if rest == "" || strings.ContainsRune("[{#!&*", rune(rest[0])) {
		return at, text[start:at]
	}
	if strings.HasSuffix(stripComment(rest), ":") && !strings.Contains(stripComment(rest), ": ") {
		return len(text), ""
	}
	from := 0
	if rest[0] == '"' || rest[0] == '\'' {
		from = quoteEnd(rest, 0)
	}
	i := strings.Index(rest[from:], ": ")
	if i > 0 && at > start && from == 0 && strings.ContainsRune(rest[:i], ' ') && !strings.ContainsRune(rest[:i], '(') {
		return at, text[start:at] // an item that is a quantifier: no key has blanks there
	}
	if i >= 0 && (from == 0 || strings.TrimSpace(rest[from:from+i]) == "") {
		at += from + i + 2
		at += len(text[at:]) - len(strings.TrimLeft(text[at:], " "))
	}
	return at, squeeze(text[start:at]) + " "
}

// slip is a range of a value with what is wrong there.
type slip struct {
	from, to      int
	message, hint string
}

// valueSlip finds out why a value of one line is not what its author meant.
func valueSlip(value string) slip {
	text := stripComment(value)
	if text == "" {
		return slip{}
	}
	switch c := text[0]; c {
	case '*', '`', '%', '@', '&', '!', ',', ']', '}':
		return slip{0, 1, "a text that begins with " + strconv.Quote(string(c)) + " must be quoted", ""}
	case '>', '|':
		if !blockHeader().MatchString(text) {
			return slip{0, 1, "a text that begins with " + strconv.Quote(string(c)) + " must be quoted: for YAML a block starts here", ""}
		}
	case '"', '\'':
		end := quoteEnd(text, 0)
		if rest := strings.TrimSpace(text[end:]); rest != "" && rest[0] != ':' {
			return slip{end, len(text), "text behind the closing quote", ""}
		}
	case '[', '{':
		return flowSlip(text)
	default:
		if i := strings.Index(text, ": "); i >= 0 {
			return slip{i, i + 1, `an unquoted ": " inside a text`, ""}
		}
		if strings.HasSuffix(text, ":") {
			return slip{len(text) - 1, len(text), `an unquoted ":" at the end of a text`, ""}
		}
	}
	return slip{}
}

var blockHeader = lazy.Pattern(`^[>|][-+1-9]{0,2}$`)

// flowSlip looks into a value that begins with [ or {: either text follows the
// closing bracket, so that the value is no collection at all, or an item of it
// has to be quoted.
func flowSlip(text string) slip {
	depth := 0
	for at := 0; at < len(text); at++ {
		switch text[at] {
		case '[', '{':
			depth++
		case ']', '}':
			depth--
			if depth > 0 {
				continue
			}
			if strings.TrimSpace(text[at+1:]) != "" {
				return slip{0, at + 1, "text follows what YAML takes for a " + collection(text[0]), ""}
			}
			return slip{}
		case '"', '\'':
			at = quoteEnd(text, at) - 1
		case ' ', ',', ':', '\t':
		default:
			end := max(at+1, flowTextEnd(text, at, true))
			if end < len(text) && text[end] == ':' && quantified(text[at:end]) {
				end = flowTextEnd(text, at, false)
				return slip{at, end, "inside [ ] and { } a text with \": \" must be quoted", write("", strings.TrimRight(text[at:end], " "))}
			}
			if s := flowTextSlip(text[at:end]); s != "" {
				return slip{at, end, s, write("", text[at:end])}
			}
			for at+1 < len(text) && !strings.ContainsRune(",[]{}", rune(text[at+1])) && !strings.HasPrefix(text[at+1:], ": ") {
				at++
			}
		}
	}
	return slip{}
}

func collection(bracket byte) string {
	if bracket == '[' {
		return "list"
	}
	return "mapping"
}

// flowTextEnd returns where a plain text inside brackets was meant to end: at a
// comma or closing bracket outside its own brackets, or, if it is a key, at ": ".
func flowTextEnd(text string, at int, key bool) int {
	depth := 0
	for ; at < len(text); at++ {
		switch text[at] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth == 0 {
				return at
			}
			depth--
		case ',':
			if depth == 0 {
				return at
			}
		case ':':
			if key && depth == 0 && strings.HasPrefix(text[at:], ": ") {
				return at
			}
		}
	}
	return at
}

// flowTextSlip says why a plain text cannot stand inside brackets.
func flowTextSlip(text string) string {
	if strings.ContainsAny(text, "[]{}?") {
		return "inside [ ] and { } a text with [ ] { } , ? must be quoted"
	}
	if strings.ContainsRune("*`%@&!>|", rune(text[0])) {
		return "a text that begins with " + strconv.Quote(text[:1]) + " must be quoted"
	}
	return ""
}

// stripComment cuts the YAML comment of a line.
func stripComment(value string) string {
	if i := strings.Index(value, " #"); i >= 0 && strings.Count(value[:i], `"`)%2 == 0 && strings.Count(value[:i], "'")%2 == 0 {
		value = value[:i]
	}
	return strings.TrimSpace(value)
}

// plain reports what none of the usual slips explains, at the line read last.
func (e *explainer) plain() source.Diagnostic {
	for _, m := range messages {
		if strings.Contains(e.message, m.yaml) {
			return diagnostic(e.wholeLine(e.last), m.ours, m.hint)
		}
	}
	return diagnostic(e.wholeLine(e.last), "not YAML: "+e.message, "")
}

// messages translates the library's.
var messages = []struct{ yaml, ours, hint string }{
	{"expected ',' or", "a bracket that was opened before is not closed here", "inside [ ] and { } separate by commas, and quote every text with [ ] { } , ? or \": \""},
	{"expected key", "this line does not fit under the one before", "check the indentation; a comment ends a text of several lines unless it is quoted or a block (|)"},
	{"expected '-' indicator", "this line is no item of the list before it", "check the indentation, and begin items with \"- \""},
	{"could not find expected ':'", "neither \"key: value\" nor an item of a list", "texts of several lines are safest in a block (|)"},
	{"mapping values are not allowed", "a key cannot stand here", "check the indentation, and quote texts with \": \""},
	{"block sequence entries are not allowed", "a list cannot begin here", "begin it in a line of its own"},
	{"alphabetic or numeric", "\"&\" and \"*\" begin anchors and aliases in YAML", "quote the text, or put it in a block (|) below the key"},
	{"tab character", "a tab cannot indent in YAML", "indent with blanks, two for each level"},
	{"cannot start any token", "YAML cannot read this line", "quote the text, or put it in a block (|) below the key"},
}
