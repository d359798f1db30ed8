package main

import (
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/epibdd/epibdd"
)

const fmtHelp = `Prints each FILE in canonical form: blanks, line ends and quotes change, the
order of keys and all comments stay. A file with errors is refused with them.

EXAMPLES:
   epibdd fmt game.yaml            print it
   epibdd fmt -w specs/            rewrite the files that differ
   epibdd fmt --check specs/       list the files that differ, and exit with 1`

// formatter is the command fmt.
type formatter struct{ *program }

func (p formatter) command() *cli.Command {
	return &cli.Command{
		Name:        "fmt",
		Usage:       "write specs in canonical form",
		ArgsUsage:   "FILE...",
		Description: fmtHelp,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "w", Aliases: []string{"write"}, Usage: "write the result to the file"},
			&cli.BoolFlag{Name: "check", Aliases: []string{"d"}, Usage: "list files that would change"},
		},
		Action: p.format,
	}
}

func (p formatter) format(c *cli.Context) error {
	switch {
	case !c.Args().Present():
		return usage("epibdd fmt", "fmt needs a file, a folder, or - for standard input")
	case c.Bool("w") && c.Bool("check"):
		return usage("epibdd fmt", "-w and --check exclude each other")
	case c.Bool("w") && slices.Contains(c.Args().Slice(), "-"):
		return usage("epibdd fmt", "-w rewrites files, and standard input is none; without -w the result is printed")
	}
	code := exitOK
	for _, f := range expand(c.Args().Slice(), isDocument) {
		code = max(code, p.formatOne(f, c.Bool("w"), c.Bool("check")))
	}
	return status(code)
}

// formatOne returns the exit code that the file deserves.
func (p formatter) formatOne(f found, write, list bool) int {
	name, text, err := f.path, "", f.err
	if err == nil {
		name, text, err = p.text(f.path)
	}
	switch {
	case err != nil:
		p.say("epibdd: %s", err)
		return exitInput
	case isForeign(name):
		p.say("epibdd: %s is no spec in YAML; epibdd convert makes one of it", name)
		return exitInput
	}
	formatted, err := epibdd.Format(name, text)
	if err != nil {
		p.say("%s", err)
		return exitInput
	}
	differs := formatted != text
	switch {
	case list && differs:
		return p.printed(exitUnmet, name+"\n")
	case list, write && !differs:
		return exitOK
	case write:
		if err := writeAtomically(name, []byte(formatted)); err != nil {
			p.say("epibdd: cannot write %s: %s", name, epibdd.FileReason(err))
			return exitInput
		}
		return exitOK
	}
	return p.printed(exitOK, formatted)
}

// printed prints a text and returns the code, unless there is no room for it.
func (p formatter) printed(code int, text string) int {
	if _, err := fmt.Fprint(p.stdout, text); err != nil {
		p.say("epibdd: %s", err)
		return exitInput
	}
	return code
}
