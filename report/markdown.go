package report

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/epibdd/epibdd/spec/source"
)

// markdownWriter writes a table for each document, with the runs folded away
// below it, each as a table and as a story: a summary for a page of a build.
type markdownWriter struct {
	collector
	w io.Writer
	o Options
}

func newMarkdown(w io.Writer, o Options) Writer { return &markdownWriter{w: w, o: o} }

func (m *markdownWriter) Close(s *Summary) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s\n", inline(s.String()))
	for _, c := range m.specs {
		m.spec(&b, c)
	}
	_, err := m.w.Write(b.Bytes())
	return err
}

func (m *markdownWriter) spec(b *bytes.Buffer, c *collected) {
	shown := m.shown(c)
	if len(shown) == 0 && len(c.Errors) == 0 {
		return
	}
	fmt.Fprintf(b, "\n### %s\n\n", inline(c.File))
	if len(c.Errors) > 0 {
		fence(b, source.Errors(c.Errors).Error())
		if len(shown) == 0 {
			return
		}
		b.WriteString("\n")
	}
	b.WriteString("|   | check | answer | expected | seconds | nodes | states |\n")
	b.WriteString("|---|-------|--------|----------|--------:|------:|-------:|\n")
	for _, r := range shown {
		tableRow(b, r.row())
	}
	for _, r := range shown {
		if status := r.Status(); r.showsRun() || status == Faulty || status == Broken || m.o.Verbose || r.chances() != "" {
			fmt.Fprintf(b, "\n<details><summary>%s</summary>\n\n", inline(r.String()))
			text := r.explanation()
			if shown := r.showsRun(); r.Run != nil && (shown || m.o.Verbose) {
				tableOf(b, r.Run)
				if !shown {
					text += "\n" + r.Run.Story()
				}
			}
			if way := r.way(); m.o.Verbose && way != "" {
				text += "\n" + way
			}
			fence(b, text)
			b.WriteString("\n</details>\n")
		}
	}
}

// WritePlanMarkdown writes what is known of the best plans of a check, with the plans.
func (r *Result) WritePlanMarkdown(w io.Writer) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "### %s\n", inline(r.String()))
	if r.Run != nil {
		b.WriteString("\n")
		fence(&b, r.Run.Story())
	}
	_, err := w.Write(b.Bytes())
	return err
}

// tableOf writes the path of a run as a table, if it has one.
func tableOf(b *bytes.Buffer, r *Run) {
	header, rows := r.table()
	if header == nil {
		return
	}
	tableRow(b, header)
	b.WriteString(strings.Repeat("|---", len(header)) + "|\n")
	for _, row := range rows {
		tableRow(b, row)
	}
	b.WriteString("\n")
}

func tableRow(b *bytes.Buffer, cells []string) {
	escaped := make([]string, len(cells))
	for i, c := range cells {
		escaped[i] = inline(c)
	}
	fmt.Fprintln(b, "| "+strings.Join(escaped, " | ")+" |")
}

func (m *markdownWriter) shown(c *collected) []*Result {
	if !m.o.Quiet {
		return c.results
	}
	var shown []*Result
	for _, r := range c.results {
		if s := r.Status(); s != Met && s != Open {
			shown = append(shown, r)
		}
	}
	return shown
}

// icons begin the rows; they read without colours too.
var icons = map[Status]string{
	Met: "✅", Open: "➖", Unmet: "❌", Stopped: "⏳", Cut: "✋", Faulty: "⚠️", Broken: "🐞",
}

func (r *Result) row() []string {
	states := ""
	if r.States != nil {
		states = r.States.String()
	}
	answer := r.answer()
	if b := r.basis(); b != "" {
		answer += " (" + b + ")"
	}
	cells := []string{
		icons[r.Status()], r.Check.Label, answer, expected(r.Check),
		fmt.Sprintf("%.2f", r.Time.Seconds()), fmt.Sprint(r.Nodes), states,
	}
	return cells
}

// special is what could begin markup inside a line.
var special = strings.NewReplacer(
	`\`, `\\`, "`", "\\`", "|", `\|`, "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`,
	"<", "&lt;", ">", "&gt;", "&", "&amp;", "#", `\#`, "~", `\~`, "$", `\$`, "\n", " ", "\r", " ",
)

// inline escapes a text for a line or a cell of a table.
func inline(s string) string { return special.Replace(printable(s)) }

// fence writes a block of code that no text can end.
func fence(b *bytes.Buffer, text string) {
	text = printable(text)
	marks := "```"
	for strings.Contains(text, marks) {
		marks += "`"
	}
	fmt.Fprintf(b, "%s\n%s\n%s\n", marks, text, marks)
}
