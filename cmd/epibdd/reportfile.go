package main

import (
	"bytes"
	"io"
	"time"

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
	// asked is how many checks there are, fresh makes a writer, and drafted is when the
	// file was written last.
	asked   int
	fresh   func(io.Writer) report.Writer
	drafted time.Time
}

// draftPause is how long a draft of the file stays at least.
const draftPause = 5 * time.Second

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
	out.fresh = func(w io.Writer) report.Writer {
		fresh, _ := report.New(c.String("format"), w, options)
		return fresh
	}
	return out, nil
}

func (o *output) each(f func(report.Writer) error) error {
	o.progress.clear()
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
	if err := o.record.Spec(s); err != nil {
		return err
	}
	return o.each(func(w report.Writer) error { return w.Spec(s) })
}

// Result reports a check.
func (o *output) Result(r *report.Result) error {
	if o.results != nil {
		o.results[o.of] = append(o.results[o.of], r.Brief())
	}
	recorded := r.Brief()
	if o.file != "" { // a draft of it has all
		recorded = r
	}
	if err := o.record.Result(recorded); err != nil {
		return err
	}
	if err := o.each(func(w report.Writer) error { return w.Result(r) }); err != nil {
		return err
	}
	return o.draft()
}

// draft writes the file as if the work were interrupted here, now and then: whoever kills
// the program has what was decided.
func (o *output) draft() error {
	if o.file == "" || time.Since(o.drafted) < draftPause {
		return nil
	}
	if _, mode, _ := target(o.file); !mode.IsRegular() {
		return nil // a pipe takes a report once
	}
	var text bytes.Buffer
	if err := o.record.Draft(o.asked, o.fresh(&text)); err != nil {
		return o.unwritten(err)
	}
	if err := writeAtomically(o.file, text.Bytes()); err != nil {
		return o.unwritten(err)
	}
	o.drafted = time.Now()
	return nil
}

// Close ends the report, and writes the file.
func (o *output) Close(s *report.Summary) error {
	if err := o.record.Close(s); err != nil {
		return err
	}
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
