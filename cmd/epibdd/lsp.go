package main

import (
	"errors"

	"github.com/urfave/cli/v2"

	"github.com/epibdd/epibdd/lsp"
)

const lspHelp = `Answers an editor by the Language Server Protocol, on standard input and output: mistakes
and warnings as they are typed, what names and operators mean, completion, definitions and
references through use, renaming, formatting, and checks that are run where they stand.
Editors start it themselves; editors/README.md says how they are told to.

EXAMPLES:
   epibdd lsp`

func (p *program) lspCommand() *cli.Command {
	return &cli.Command{
		Name:        "lsp",
		Usage:       "serve an editor",
		Description: lspHelp,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "stdio", Usage: "as it is in any case; some editors say so"},
		},
		Action: func(c *cli.Context) error {
			if c.Args().Present() {
				return usage("epibdd lsp", "lsp takes no arguments: the editor names files")
			}
			err := lsp.Serve(c.Context, p.stdin, p.stdout)
			if errors.Is(err, lsp.ErrNoShutdown) {
				return status(exitUnmet)
			}
			return err
		},
	}
}
