package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/epibdd/epibdd/spec/source"
)

// githubWriter writes the workflow commands by which GitHub puts messages
// beside the lines of a file: errors for what fails the call, warnings for
// limits and oddities, notices for answers that nobody expected anything of.
type githubWriter struct {
	w io.Writer
	o Options
}

func newGitHub(w io.Writer, o Options) Writer { return &githubWriter{w, o} }

func (g *githubWriter) Spec(s *Spec) error {
	for _, d := range append(s.Errors[:len(s.Errors):len(s.Errors)], s.Warnings...) {
		if err := g.diagnostic(d, ""); err != nil {
			return err
		}
	}
	return nil
}

// diagnostic annotates the place of d with its message.
func (g *githubWriter) diagnostic(d source.Diagnostic, title string) error {
	message := d.Message
	if d.Hint != "" {
		message += "\nhint: " + d.Hint
	}
	return g.command(d.Severity.String(), d.Span, title, message)
}

func (g *githubWriter) Result(r *Result) error {
	for _, w := range r.Warnings {
		if err := g.diagnostic(w, r.Check.Label); err != nil {
			return err
		}
	}
	status := r.Status()
	level := map[Status]string{Unmet: "error", Faulty: "error", Broken: "error", Stopped: "warning", Open: "notice"}[status]
	if level == "" || status == Open && g.o.Quiet {
		return nil
	}
	if r.Problem != nil {
		return g.diagnostic(*r.Problem, r.Check.Label)
	}
	return g.command(level, r.Check.Place, r.String(), r.explanation())
}

// Close ends with a line for the log of the build.
func (g *githubWriter) Close(s *Summary) error {
	_, err := fmt.Fprintln(g.w, s.String())
	return err
}

func (g *githubWriter) command(level string, at source.Span, title, message string) error {
	var properties []string
	if at.File != nil {
		p := at.File.Position(at.Start)
		properties = append(properties, "file="+property(at.File.Name), fmt.Sprintf("line=%d", p.Line), fmt.Sprintf("col=%d", p.Column))
	}
	if title != "" {
		properties = append(properties, "title="+property(title))
	}
	head := "::" + level
	if len(properties) > 0 {
		head += " " + strings.Join(properties, ",")
	}
	_, err := fmt.Fprintf(g.w, "%s::%s\n", head, data(message))
	return err
}

// The escapes of workflow commands; properties also end at commas and colons.
var (
	dataEscapes     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	propertyEscapes = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

func data(s string) string     { return dataEscapes.Replace(printable(s)) }
func property(s string) string { return propertyEscapes.Replace(printable(s)) }
