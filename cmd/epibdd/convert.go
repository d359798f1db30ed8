package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/epibdd/epibdd/ispl"
	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
)

const convertHelp = `Writes a model in ISPL, MCMAS's language, as a spec in YAML: to be read, changed, and
asked what MCMAS cannot ask. 'epibdd check' reads ISPL as it is, with the same
verdicts, and a spec can start from a model by 'use: model.ispl'.

EXAMPLES:
   epibdd convert model.ispl               print it
   epibdd convert model.ispl -o model.yaml write it to a file`

func (p *program) convertCommand() *cli.Command {
	return &cli.Command{
		Name:        "convert",
		Usage:       "write an ISPL model as a spec",
		ArgsUsage:   "FILE",
		Description: convertHelp,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write the spec to `FILE`", TakesFile: true},
			&cli.BoolFlag{Name: "force", Aliases: []string{"f"}, Usage: "overwrite a file that is there"},
		},
		Action: p.convert,
	}
}

func (p *program) convert(c *cli.Context) error {
	if c.NArg() != 1 {
		return usage("epibdd convert", "convert needs one ISPL file, or - for standard input")
	}
	f := p.readOne(c.Args().First())
	if f.err != nil {
		return input("%s", f.err)
	}
	if isDocument(f.file.Name) {
		return input("%s is a spec already; what is converted is a model in ISPL", f.file.Name)
	}
	var errs source.List
	d := ispl.Import(f.file, &errs)
	for _, w := range errs.Warnings() {
		fmt.Fprintln(p.stderr, w.Error())
	}
	if err := errs.Err(); err != nil {
		fmt.Fprintln(p.stderr, err)
		return status(exitInput)
	}
	text := document.Write(d)
	if len(text) > document.Largest {
		return input("the spec would have %d bytes, and at most %d are read: ask the ISPL file itself, or use it", len(text), document.Largest)
	}
	if c.String("output") == "" {
		_, err := fmt.Fprint(p.stdout, text)
		return err
	}
	return writeSpec(c.String("output"), text, c.Bool("force"))
}
