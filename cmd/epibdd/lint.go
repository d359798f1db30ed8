package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"github.com/epibdd/epibdd"
	"github.com/epibdd/epibdd/report"
)

const lintHelp = `Warns of what makes checks true that say nothing: actions that are never
possible, formulas that still hold with false in place of a part, so that the left
side of an implication is never true or a program never executed where they come
to it, names that are never used, and agents who see nothing.

This decides a check for each such part, in each row of a sweep; --time bounds each.
What is so in some rows alone, or has no answer, is not warned of. 'vacuous: ok' in
a check says that it is meant.

EXAMPLES:
   epibdd lint game.yaml
   epibdd lint specs/ --format sarif --output lint.sarif

EXIT CODES:
   0  there is nothing to warn of   2  bad input or usage
   1  there are warnings          130  interrupted`

// linter is the command lint.
type linter struct{ *program }

func (p linter) command() *cli.Command {
	return &cli.Command{
		Name:        "lint",
		Usage:       "warn of what makes checks true that say nothing",
		ArgsUsage:   "FILE...",
		Description: lintHelp,
		Flags: []cli.Flag{
			&cli.StringSliceFlag{Name: "p", Aliases: []string{"param"}, Usage: "set a parameter: `NAME=VALUE`; may be repeated"},
			&cli.StringFlag{Name: "format", Value: "text", Usage: "write the warnings as `FORMAT`: text, sarif"},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write the warnings to `FILE`", TakesFile: true},
			&cli.StringFlag{Name: "time", Value: "10s", Usage: "stop each check after a `TIME` such as 30s"},
		},
		Action: p.lint,
	}
}

func (p linter) lint(c *cli.Context) error {
	if !c.Args().Present() {
		return usage("epibdd lint", "lint needs a file, a folder, or - for standard input")
	}
	settings, err := settings(c)
	if err != nil {
		return err
	}
	limits := epibdd.Limits{}
	var ok bool
	if limits.Time, ok = epibdd.ParseTime(c.String("time")); !ok {
		return usage("epibdd lint", "--time %q is no limit; write it as in 30s, 5m or 1h30m", c.String("time"))
	}
	docs := p.documents(expand(c.Args().Slice(), isSpec), settings)
	if err := p.passedOver(docs); err != nil {
		return err
	}
	if err := p.apart(c, docs); err != nil {
		return err
	}
	ctx, stop := interruptible(c.Context)
	defer stop()
	var found, known []epibdd.Diagnostic // known ones have been said
	code := exitOK
	for _, doc := range docs {
		var errs epibdd.Errors
		if errors.As(doc.Err(), &errs) {
			known = append(known, errs...)
			code = exitInput
			continue
		}
		warnings, err := doc.Lint(ctx, epibdd.Options{Limits: limits, BugDir: "."})
		if err != nil {
			return sorted(c, err)
		}
		found = append(found, warnings...)
		known = append(known, doc.Warnings()...)
	}
	if err := p.writeWarnings(c, found, known); err != nil {
		return err
	}
	switch {
	case ctx.Err() != nil:
		code = exitInterrupted
	case code == exitOK && len(found)+len(known) > 0:
		code = exitUnmet
	}
	return status(code)
}

func (p linter) writeWarnings(c *cli.Context, found, known []epibdd.Diagnostic) error {
	file := c.String("output")
	if file == "" {
		return writeAll(c, p.stdout, found, known)
	}
	var text bytes.Buffer
	if err := writeAll(c, &text, found, known); err != nil {
		return err
	}
	if err := writeAtomically(file, text.Bytes()); err != nil {
		return input("cannot write %s: %s", file, epibdd.FileReason(err))
	}
	return nil
}

func writeAll(c *cli.Context, w io.Writer, found, known []epibdd.Diagnostic) error {
	if c.String("format") == "sarif" {
		return report.WriteSARIF(w, epibdd.Version(), append(known, found...))
	}
	for _, d := range found {
		if _, err := fmt.Fprintln(w, d.Error()); err != nil {
			return err
		}
	}
	return nil
}
