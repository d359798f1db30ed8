package main

import (
	"bytes"
	"errors"

	"github.com/urfave/cli/v2"

	"github.com/epibdd/epibdd"
	"github.com/epibdd/epibdd/report"
)

const mergeHelp = `Puts the reports of all shards together, which 'epibdd check --shard I/N
--format json' has written, and ends with the exit code of one call that asks
everything. Before, it proves that nothing is missing and nothing is there twice:
all parts of one version, made with the same options, of the same documents, none
interrupted, and every check in exactly one. Otherwise it names what is wrong.

EXAMPLES:
   epibdd merge part*.json
   epibdd merge part*.json --output report.json`

func (p *program) mergeCommand() *cli.Command {
	return &cli.Command{
		Name:        "merge",
		Usage:       "put the reports of all shards together",
		ArgsUsage:   "FILE...",
		Description: mergeHelp,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write the report to `FILE`, and the summary to standard output", TakesFile: true},
		},
		Action: p.merge,
	}
}

func (p *program) merge(c *cli.Context) error {
	if !c.Args().Present() {
		return usage("epibdd merge", "merge needs the reports of all shards")
	}
	var parts []*report.Document
	for _, name := range c.Args().Slice() {
		part, err := readReport(name)
		if err != nil {
			return err
		}
		parts = append(parts, part)
	}
	all, err := report.Merge(parts, c.Args().Slice())
	if err != nil {
		var several interface{ Unwrap() []error }
		if errors.As(err, &several) && len(several.Unwrap()) > 1 {
			return input("these reports are no whole:\n%s", err)
		}
		return input("%s", err)
	}
	var text bytes.Buffer
	if err := all.Write(&text); err != nil {
		return err
	}
	file := c.String("output")
	if file == "" {
		_, err = p.stdout.Write(text.Bytes())
	} else if err = writeAtomically(file, text.Bytes()); err == nil {
		_, err = p.stdout.Write([]byte(all.Summary.String() + "\n"))
	}
	if err != nil {
		return input("cannot write the report: %s", epibdd.FileReason(err))
	}
	return status(codeOf(&all.Summary, false))
}
