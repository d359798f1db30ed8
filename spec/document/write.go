package document

import (
	"strings"

	"github.com/epibdd/epibdd/spec/syntax"
)

// Write returns a text that is read as d: its keys in the order in which they are
// best read, and expressions in canonical form. It is meant for documents that
// programs make, which have no parameters, sweeps or expectations; what these say is
// left out. Comments of the file that d comes from are written above what they are about.
func Write(d *Document, comments ...Comment) string {
	w := &writer{remarks: attach(d, comments)}
	w.note(0, top)
	w.entry(0, "name", d.Name)
	w.prose(0, d.Doc)
	w.section("types", len(d.Types), func() {
		for _, t := range d.Types {
			w.expr(1, t.Name.Name, t.Expr)
		}
	})
	w.section("vars", len(d.Vars), func() { w.vars(d.Vars) })
	for _, x := range d.Init {
		w.note(0, x.Span().Start)
	}
	w.exprs(0, "init", d.Init)
	w.section("define", len(d.Defines), func() {
		for _, e := range d.Defines {
			w.note(1, e.Sig.Place.Start)
			w.expr(1, syntax.String(e.Sig), e.Body)
		}
	})
	w.section("agents", len(d.Agents), func() {
		for _, a := range d.Agents {
			w.note(1, a.Who.Place.Start)
			w.agent(a)
		}
	})
	w.word("steps", d.Steps)
	w.section("actions", len(d.Actions), func() {
		for _, a := range d.Actions {
			w.note(1, a.begins())
			w.action(a)
		}
	})
	w.word("recall", d.Recall)
	w.word("runs", d.Runs)
	var fairness []syntax.Expr
	for _, f := range d.Fairness {
		w.note(0, f.Place.Start)
		fairness = append(fairness, f.Value)
	}
	w.exprs(0, "fairness", fairness)
	var shown []string
	for _, name := range d.Show {
		shown = append(shown, name.Name)
	}
	if len(shown) > 0 {
		w.line(0, "show: [", strings.Join(shown, ", "), "]")
	}
	w.section("check", len(d.Checks), func() {
		for _, c := range d.Checks {
			w.note(1, c.Span.Start)
			w.check(c)
		}
	})
	w.rest()
	return w.String()
}

// writer writes YAML in block style.
type writer struct {
	strings.Builder
	remarks
}

func (w *writer) line(depth int, parts ...string) {
	w.WriteString(strings.Repeat(" ", depth*indentStep) + strings.Join(parts, "") + "\n")
}

// section writes a key and what stands below it, if there is anything.
func (w *writer) section(key string, n int, body func()) {
	if n > 0 {
		w.line(0, key, ":")
		body()
	}
}

// inline is a text of one line, in quotes if it needs any: expressions and names
// have neither quotes nor backslashes in them.
func inline(text string) string {
	if bare(text, false) {
		return text
	}
	return quote(text)
}

func (w *writer) entry(depth int, key, value string) { w.line(depth, inline(key), ": ", inline(value)) }

func (w *writer) word(key string, word Word) {
	if word.Text != "" {
		w.entry(0, key, word.Text)
	}
}

// prose writes a text for people.
func (w *writer) prose(depth int, text string) {
	if text == "" {
		return
	}
	w.line(depth, "doc: |")
	for line := range strings.Lines(text) {
		w.line(depth+1, strings.TrimRight(line, " \n"))
	}
}

func (w *writer) expr(depth int, key string, x syntax.Expr) { w.value(depth, inline(key)+":", x) }

// widestLine is how long a line may be before its expression is cut.
const widestLine = 110

// value writes an expression behind a key or a dash, in its line or below it.
func (w *writer) value(depth int, lead string, x syntax.Expr) {
	text := syntax.String(x)
	if depth*indentStep+len(lead)+len(text) < widestLine {
		w.line(depth, lead, " ", inline(text))
		return
	}
	w.line(depth, lead, " |")
	for _, part := range wrap(x) {
		w.line(depth+1, part)
	}
}

// wrap cuts a long expression into lines: before the operators of a chain, before
// each else, or at blanks.
func wrap(x syntax.Expr) []string {
	switch x := x.(type) {
	case *syntax.Binary:
		if x.Op == syntax.AND || x.Op == syntax.OR {
			parts := syntax.Chain(x)
			for i := range parts[1:] {
				parts[i+1] = x.Op.String() + " " + parts[i+1]
			}
			return gather(parts)
		}
	case *syntax.If:
		var parts []string
		var rest syntax.Expr = x
		for lead := ""; ; lead = "else " {
			c, ok := rest.(*syntax.If)
			if !ok {
				return append(parts, lead+syntax.String(rest))
			}
			parts = append(parts, lead+"if "+syntax.String(c.Cond)+" then "+syntax.String(c.Then))
			rest = c.Else
		}
	}
	return gather(strings.Split(syntax.String(x), " "))
}

// gather joins parts to lines.
func gather(parts []string) []string {
	var lines []string
	for _, part := range parts {
		if n := len(lines); n > 0 && len(lines[n-1])+len(part) < widestLine {
			lines[n-1] += " " + part
			continue
		}
		lines = append(lines, part)
	}
	return lines
}

// exprs writes one expression behind its key, several as a list.
func (w *writer) exprs(depth int, key string, xs []syntax.Expr) {
	switch len(xs) {
	case 0:
	case 1:
		w.expr(depth, key, xs[0])
	default:
		w.line(depth, key, ":")
		for _, x := range xs {
			w.value(depth+1, "-", x)
		}
	}
}

// vars writes neighbours of one type as one entry.
func (w *writer) vars(vars []Var) {
	for i := 0; i < len(vars); {
		names, typ := vars[i].Name.Name, syntax.String(vars[i].Type)
		w.note(1, vars[i].Name.Place.Start)
		for i++; i < len(vars) && syntax.String(vars[i].Type) == typ && len(names) < widestLine/2; i++ {
			w.note(1, vars[i].Name.Place.Start)
			names += ", " + vars[i].Name.Name
		}
		w.expr(1, names, vars[i-1].Type)
	}
}

// entries lists expressions in brackets, on lines of their own if they are many.
func (w *writer) entries(depth int, key string, list []*syntax.Entry) {
	texts := make([]string, len(list))
	width := 0
	for i, e := range list {
		text := syntax.String(e)
		if !bare(text, true) {
			text = quote(text)
		}
		texts[i] = text
		width += len(text) + 2
	}
	if width < widestLine {
		w.line(depth, key, ": [", strings.Join(texts, ", "), "]")
		return
	}
	w.line(depth, key, ":")
	for _, e := range list {
		w.line(depth+1, "- ", inline(syntax.String(e)))
	}
}

func (w *writer) agent(a Agent) {
	who := inline(syntax.String(a.Who))
	switch {
	case a.SeesAll:
		w.line(1, who, ": {sees: all}")
	case len(a.Sees) == 0:
		w.line(1, who, ": {}")
	default:
		w.line(1, who, ":")
		w.entries(2, "sees", a.Sees)
	}
}

func (w *writer) action(a Action) {
	w.line(1, inline(syntax.String(a.Sig)), ":")
	w.prose(2, a.Doc)
	if a.By != nil {
		w.expr(2, "by", a.By)
	}
	w.exprs(2, "when", a.When)
	if len(a.Outcome) > 0 {
		texts := make([]string, len(a.Outcome))
		for i := range a.Outcome {
			texts[i] = syntax.String(&a.Outcome[i])
		}
		w.entry(2, "outcome", strings.Join(texts, ", "))
	}
	w.exprs(2, "given", a.Given)
	if len(a.Then) > 0 {
		w.line(2, "then:")
		for _, t := range a.Then {
			w.expr(3, syntax.String(t.Target), t.Value)
		}
	}
	w.frame(a)
	if a.HasSeen && len(a.Seen) == 0 {
		w.line(2, "seen: {}")
	}
	if len(a.Seen) > 0 {
		w.line(2, "seen:")
		for _, s := range a.Seen {
			w.entries(3, inline(syntax.String(s.Who)), s.What)
		}
	}
}

// frame writes the alternatives of a step, and who confuses which.
func (w *writer) frame(a Action) {
	if len(a.Frame) > 0 {
		w.line(2, "frame:")
	}
	for _, alt := range a.Frame {
		if value := inline(syntax.String(alt.Value)); len(alt.When)+len(alt.Then) == 0 {
			w.line(3, value, ": {}")
		} else {
			w.line(3, value, ":")
		}
		w.exprs(4, "when", alt.When)
		if len(alt.Then) > 0 {
			w.line(4, "then:")
		}
		for _, t := range alt.Then {
			w.expr(5, syntax.String(t.Target), t.Value)
		}
	}
	if len(a.Confuses) > 0 {
		w.line(2, "confuses:")
	}
	for _, c := range a.Confuses {
		who := inline(syntax.String(c.Who))
		if c.All {
			w.line(3, who, ": all")
			continue
		}
		var classes []string
		for _, class := range c.Classes {
			var values []string
			for _, v := range class {
				values = append(values, inline(syntax.String(v)))
			}
			classes = append(classes, "["+strings.Join(values, ", ")+"]")
		}
		w.line(3, who, ": [", strings.Join(classes, ", "), "]")
	}
}

// keyOfKind is the key that carries the formula of a check.
var keyOfKind = map[CheckKind]string{Formula: "formula", Some: "some", Count: "count", Least: "formula", Plans: "plan", Chances: "chance", Classes: "classes"}

func (w *writer) check(c Check) {
	w.line(1, "- id: ", inline(c.ID.Name))
	w.prose(2, c.Doc)
	if c.Least != nil {
		w.entry(2, "least", syntax.String(c.Least))
	}
	w.expr(2, keyOfKind[c.Kind], c.Formula)
	if c.Plan != nil && len(c.Plan.By) > 0 {
		by := make([]*syntax.Entry, len(c.Plan.By))
		for i, x := range c.Plan.By {
			by[i] = &syntax.Entry{Value: x}
		}
		w.entries(2, "by", by)
	}
	if c.At != nil {
		w.expr(2, "at", c.At)
	}
	if c.After != nil {
		w.entry(2, "after", syntax.String(c.After))
	}
}
