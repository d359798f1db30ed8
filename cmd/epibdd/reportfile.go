package main

import (
	"bytes"

	"github.com/urfave/cli/v2"

	"github.com/epibdd/epibdd"
	"github.com/epibdd/epibdd/report"
)

// output is where a report goes: to standard output as it comes, or to a file
// as a whole, while the terminal shows it as text.
type output struct {
	report.Writer
	echo     report.Writer // nil: none
	record   *report.Recorder
	results  map[string][]*epibdd.Result // by file, to be accepted; nil: none are
	of       string                      // the file whose results come
	progress *progress
	file     string
	buffer   *bytes.Buffer
}

func (p *program) openReport(c *cli.Context) (*output, error) {
	options := report.Options{Quiet: c.Bool("quiet"), Verbose: c.Bool("verbose"), Show: shown(c), Call: callOf(c)}
	out := &output{progress: newProgress(p.stderr, c.Bool("quiet")), file: c.String("output"), record: report.NewRecorder(options.Call)}
	w := p.stdout
	if out.file != "" {
		if err := writable(out.file); err != nil {
			return nil, out.unwritten(err)
		}
		out.buffer = &bytes.Buffer{}
		w = out.buffer
		echo := options
		echo.Color, echo.Width = hasColor(p.stderr), widthOf(p.stderr)
		out.echo, _ = report.New("text", p.stderr, echo)
	}
	options.Color, options.Width = hasColor(w), widthOf(w)
	writer, err := report.New(c.String("format"), w, options)
	if err != nil {
		return nil, usage(commandName(c), "%s", err)
	}
	out.Writer = writer
	return out, nil
}

func (o *output) each(f func(report.Writer) error) error {
	o.progress.clear()
	if err := f(o.record); err != nil {
		return err
	}
	if o.echo != nil {
		if err := f(o.echo); err != nil {
			return input("cannot write the report: %s", epibdd.FileReason(err))
		}
	}
	if err := f(o.Writer); err != nil {
		return input("cannot write the report: %s", epibdd.FileReason(err))
	}
	return nil
}

// Spec begins a document.
func (o *output) Spec(s *report.Spec) error {
	o.of = s.File
	return o.each(func(w report.Writer) error { return w.Spec(s) })
}

// Result reports a check.
func (o *output) Result(r *report.Result) error {
	if o.results != nil {
		o.results[o.of] = append(o.results[o.of], r)
	}
	return o.each(func(w report.Writer) error { return w.Result(r) })
}

// Close ends the report, and writes the file.
func (o *output) Close(s *report.Summary) error {
	if err := o.each(func(w report.Writer) error { return w.Close(s) }); err != nil {
		return err
	}
	if o.file == "" {
		return nil
	}
	if err := writeAtomically(o.file, o.buffer.Bytes()); err != nil {
		return o.unwritten(err)
	}
	return nil
}

// unwritten is the error of a report that has no place.
func (o *output) unwritten(err error) error {
	return input("cannot write the report to %s: %s", o.file, epibdd.FileReason(err))
}
