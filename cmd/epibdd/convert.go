package main

import (
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/epibdd/epibdd"
)

const convertHelp = `Writes a model in ISPL, MCMAS's language, as a spec in YAML: to be read, changed, and
asked what MCMAS cannot ask. 'epibdd check' reads ISPL as it is, with the same
verdicts, and a spec can start from a model by 'use: model.ispl'. So it is with
files of SMCDEL, whose names end with .smcdel or .smcdel.txt, and with planning
tasks in EPDDL as plank grounds them, in files that end with .epddl.json.

EXAMPLES:
   epibdd convert model.ispl               print it
   epibdd convert model.ispl -o model.yaml write it to a file`

func (p *program) convertCommand() *cli.Command {
	return &cli.Command{
		Name:        "convert",
		Usage:       "write a model in ISPL, of SMCDEL or in EPDDL as a spec",
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
		return usage("epibdd convert", "convert needs one file in ISPL or of SMCDEL, or - for ISPL on standard input")
	}
	path := c.Args().First()
	name, text, err := p.text(path)
	if err != nil {
		return input("%s", err)
	}
	if isDocument(name) {
		return input("%s is a spec already; what is converted is a model in ISPL or of SMCDEL", name)
	}
	output := c.String("output")
	if sameFile(output, path) || p.isStdin(output) {
		return overwrites("output", output)
	}
	converted, warnings, err := epibdd.Convert(name, text)
	p.warn(warnings)
	var errs epibdd.Errors
	if errors.As(err, &errs) {
		p.say("%s", errs)
		return status(exitInput)
	}
	if err != nil {
		return input("%s", err)
	}
	if output == "" {
		_, err := fmt.Fprint(p.stdout, converted)
		return err
	}
	return writeNew(output, converted, c.Bool("force"))
}
