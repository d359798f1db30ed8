package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"github.com/urfave/cli/v2"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/internal/batch"
	"github.com/epibdd/epibdd/models"
	"github.com/epibdd/epibdd/report"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/symbolic"
)

const checkHelp = `Decides the checks of each FILE, prints the answers as they come, and compares
them with what the file expects. A file is a spec in YAML or, by its name, a
model in ISPL. A folder stands for all .yaml, .yml and .ispl files below it, -
for a spec on standard input. Flags may stand before and after files.

An answer that differs from its expectation is shown with a run that proves it.
Every run is replayed step by step without decision diagrams before it is shown.

EXAMPLES:
   epibdd check game.yaml
   epibdd check specs/ --jobs 4 --time 1m
   epibdd check game.yaml -p n=5 --only 'rule-*' --verbose
   epibdd check specs/ --format junit --output report.xml
   epibdd models show eleusis | epibdd check -

EXIT CODES:
   0  every expectation is met         3  a limit was reached
   1  some expectation is not met     70  a bug of epibdd
   2  bad input or usage             130  interrupted`

func (p *program) checkCommand() *cli.Command {
	return &cli.Command{
		Name:        "check",
		Usage:       "decide the checks of specs",
		ArgsUsage:   "FILE...",
		Description: checkHelp,
		Flags:       checkFlags(),
		Action: func(c *cli.Context) error {
			if !c.Args().Present() {
				return usage("epibdd check", "check needs a file, a folder, or - for standard input")
			}
			return p.check(c, p.read(c.Args().Slice(), isSpec))
		},
	}
}

// checkFlags are those of everything that runs checks.
func checkFlags() []cli.Flag {
	return append(modelFlags(),
		&cli.StringSliceFlag{Name: "only", Usage: "check `ID` alone, as in rule-1, rule-1[n=3] (all rows with n=3) or rule-*; may be repeated"},
		&cli.StringFlag{Name: "format", Value: "text", Usage: "write the report as `FORMAT`: " + strings.Join(report.Formats(), ", ")},
		&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write the report to `FILE`; people read it as text on standard error", TakesFile: true},
		&cli.StringFlag{Name: "jobs", Aliases: []string{"j"}, Usage: "work on `N` models at once (default: one for each processor)"},
		&cli.StringFlag{Name: "time", Usage: "stop each check after a `TIME` such as 30s; wins over the spec"},
		&cli.StringFlag{Name: "memory", Usage: "stop a check when the process takes more than a `SIZE` such as 512MiB"},
		&cli.StringFlag{Name: "nodes", Usage: "stop a check that needs more than `N` decision diagram nodes"},
		saveOrderFlag(),
		&cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Usage: "print only what is not as expected, and the summary"},
		&cli.BoolFlag{Name: "verbose", Aliases: []string{"v"}, Usage: "print formulas, numbers of states and nodes, and all runs"},
	)
}

// modelFlags choose a model out of a document and an engine for it.
func modelFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringSliceFlag{Name: "p", Aliases: []string{"param"}, Usage: "set a parameter: `NAME=VALUE`; may be repeated"},
		&cli.StringFlag{Name: "recall", Usage: "let agents have `MEMORY` none, clock or perfect; wins over the spec"},
		&cli.StringFlag{Name: "depth", Usage: "look at `N` steps of runs under clock and perfect recall, or auto; wins over the spec"},
		&cli.StringFlag{Name: "order", Usage: "put variables into the order of `FILE`, as --save-order writes it", TakesFile: true},
		&cli.BoolFlag{Name: "reorder", Usage: "look for a better order whenever the decision diagrams have become much larger"},
		&cli.StringFlag{Name: "reach", Usage: "search states by `METHOD`: " + strings.Join(reachMethods(), ", ")},
		&cli.StringFlag{Name: "engine", Usage: "use the decision diagrams of `ENGINE`: " + strings.Join(symbolic.Engines(), ", ")},
	}
}

// check loads the documents, runs their checks and reports.
func (p *program) check(c *cli.Context, files []found) error {
	if err := checkUsage(c); err != nil {
		return err
	}
	settings, err := p.settings(c)
	if err != nil {
		return err
	}
	how, err := p.encodeOptions(c)
	if err != nil {
		return err
	}
	out, err := p.openReport(c)
	if err != nil {
		return err
	}
	inputs := p.load(files, settings)
	p.warnOfNoChecks(inputs)
	if err := batch.Select(inputs, c.StringSlice("only")); err != nil {
		return p.noSuchCheck(c, inputs, err)
	}
	ctx, stop := interruptible(c.Context)
	defer stop()
	o := p.options(c, how, out.progress)
	order, err := orderToSave(c, inputs, &o)
	if err != nil {
		return err
	}
	summary, err := batch.Run(ctx, inputs, o, out)
	if err != nil {
		return input("cannot write the report: %s", document.Reason(err))
	}
	if order != nil {
		if err := saveOrder(c, order); err != nil {
			return err
		}
	}
	if err := out.close(summary); err != nil {
		return err
	}
	return status(codeOf(summary, ctx.Err() != nil))
}

// checkUsage refuses flags whose values, or whose company, make no sense.
func checkUsage(c *cli.Context) error {
	_, ok := parseCount(c.String("jobs"))
	switch {
	case c.IsSet("jobs") && !ok:
		return usage(commandName(c), "--jobs is a number of models, at least 1, not %q", c.String("jobs"))
	case c.Bool("quiet") && c.Bool("verbose"):
		return usage(commandName(c), "--quiet and --verbose exclude each other")
	}
	return nil
}

// warnOfNoChecks says of a call that decides nothing why that is. Where there
// are checks, specs without any are the libraries of the others.
func (p *program) warnOfNoChecks(inputs []*batch.Input) {
	if slices.ContainsFunc(inputs, func(in *batch.Input) bool { return in.Suite == nil || len(in.Suite.Checks) > 0 }) {
		return
	}
	for _, in := range inputs {
		fmt.Fprintln(p.stderr, source.Diagnostic{Severity: source.Warning, Message: in.File.Name + " has no checks"}.Error())
	}
}

// noSuchCheck says that --only names nothing; not where a document that could
// not be read may have had it.
func (p *program) noSuchCheck(c *cli.Context, inputs []*batch.Input, err error) error {
	if slices.ContainsFunc(inputs, func(in *batch.Input) bool { return in.Suite == nil }) {
		return input("%s in the files that could be read", err)
	}
	return usage(commandName(c), "%s", err)
}

// settings are what flags set over the documents.
func (p *program) settings(c *cli.Context) (batch.Settings, error) {
	s := batch.Settings{Library: models.Get, Names: models.Names}
	for _, text := range c.StringSlice("p") {
		param, errs := document.ParseAssignment(text)
		if errs.Err() != nil {
			return s, input("%s", assignmentError(errs.All()[0]))
		}
		s.Spec.Params = append(s.Spec.Params, param)
	}
	if err := checkWords(c); err != nil {
		return s, err
	}
	s.Spec.Recall = spec.Recall(c.String("recall"))
	if err := setDepth(c, &s.Spec); err != nil {
		return s, err
	}
	var err error
	if s.Limits, err = limitsOf(c); err != nil {
		return s, usage(commandName(c), "%s", err)
	}
	return s, nil
}

// setDepth reads the bound of --depth.
func setDepth(c *cli.Context, o *spec.Options) error {
	depth := c.String("depth")
	switch n, ok := parseCount(depth); {
	case depth == "":
	case depth == "auto":
		o.Depth = new(int) // spec.AutoDepth
	case !ok || n < 1:
		return usage(commandName(c), "--depth is a number of steps or auto, not %q", depth)
	default:
		o.Depth = &n
	}
	return nil
}

// load reads the documents; what is wrong with them is said at once.
func (p *program) load(files []found, s batch.Settings) []*batch.Input {
	var inputs []*batch.Input
	for _, f := range files {
		in := &batch.Input{File: f.file}
		if f.err != nil {
			in.Errors = []source.Diagnostic{{Message: f.err.Error()}}
		} else {
			in = batch.Load(f.file, s)
		}
		p.sayErrors(in)
		for _, w := range in.Warnings {
			fmt.Fprintln(p.stderr, w.Error())
		}
		inputs = append(inputs, in)
	}
	return inputs
}

// sayErrors tells what is wrong with a document, and before that with -p for it.
func (p *program) sayErrors(in *batch.Input) {
	var others []source.Diagnostic
	for _, d := range in.Errors {
		if d.Span.File != nil && strings.HasPrefix(d.Span.File.Name, document.AssignmentPrefix) {
			fmt.Fprintf(p.stderr, "epibdd: %s: %s\n", in.File.Name, assignmentError(d))
			continue
		}
		others = append(others, d)
	}
	if len(others) > 0 {
		fmt.Fprintln(p.stderr, source.Errors(others))
	}
}

// assignmentError says what is wrong with -p, whose text the user sees on the
// line above: it takes no line, no column and no quotation.
func assignmentError(d source.Diagnostic) string {
	text := d.Span.File.Name + ": " + d.Message
	if d.Hint != "" {
		text += "\n  hint: " + d.Hint
	}
	return text
}

// suite loads one document for those who need it whole.
func (p *program) suite(path string, s batch.Settings) (*spec.Suite, error) {
	f := p.readOne(path)
	if f.err != nil {
		return nil, input("%s", f.err)
	}
	in := p.load([]found{f}, s)[0]
	if in.Suite == nil {
		return nil, status(exitInput)
	}
	return in.Suite, nil
}

func (p *program) options(c *cli.Context, how encode.Options, line *progress) batch.Options {
	jobs, _ := parseCount(c.String("jobs"))
	return batch.Options{
		Engine:   p.engine,
		Jobs:     jobs,
		Encode:   how,
		Progress: line.hook(),
		About:    aboutProgram(),
	}
}

// interruptible ends with Ctrl-C or TERM. The second one ends the program.
func interruptible(ctx context.Context) (context.Context, func()) {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}

// output is where a report goes: to standard output as it comes, or to a file
// as a whole, while the terminal shows it as text.
type output struct {
	report.Writer
	echo     report.Writer // nil: none
	progress *progress
	file     string
	buffer   *bytes.Buffer
}

func (p *program) openReport(c *cli.Context) (*output, error) {
	options := report.Options{Quiet: c.Bool("quiet"), Verbose: c.Bool("verbose")}
	out := &output{progress: newProgress(p.stderr), file: c.String("output")}
	w := p.stdout
	if out.file != "" {
		if err := writable(out.file); err != nil {
			return nil, out.unwritten(err)
		}
		out.buffer = &bytes.Buffer{}
		w = out.buffer
		echo := options
		echo.Color = hasColor(p.stderr)
		out.echo, _ = report.New("text", p.stderr, echo)
	}
	options.Color = hasColor(w)
	writer, err := report.New(c.String("format"), w, options)
	if err != nil {
		return nil, usage(commandName(c), "%s", err)
	}
	out.Writer = writer
	return out, nil
}

func (o *output) each(f func(report.Writer) error) error {
	o.progress.clear()
	if o.echo != nil {
		if err := f(o.echo); err != nil {
			return err
		}
	}
	return f(o.Writer)
}

// Spec begins a document.
func (o *output) Spec(s *report.Spec) error {
	return o.each(func(w report.Writer) error { return w.Spec(s) })
}

// Result reports a check.
func (o *output) Result(r *report.Result) error {
	return o.each(func(w report.Writer) error { return w.Result(r) })
}

func (o *output) close(s *report.Summary) error {
	if err := o.each(func(w report.Writer) error { return w.Close(s) }); err != nil {
		return input("cannot write the report: %s", document.Reason(err))
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
	return input("cannot write the report to %s: %s", o.file, document.Reason(err))
}
