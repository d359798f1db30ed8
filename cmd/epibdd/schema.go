package main

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/epibdd/epibdd"
)

const schemaHelp = `Prints the JSON schema of documents, by which editors complete and check keys, or
that of reports in JSON.

EXAMPLES:
   epibdd schema spec > spec.schema.json
   epibdd schema report`

func (p *program) schemaCommand() *cli.Command {
	return &cli.Command{
		Name:        "schema",
		Usage:       "print the JSON schema of documents or reports",
		ArgsUsage:   strings.Join(epibdd.Schemas(), "|"),
		Description: schemaHelp,
		Action: func(c *cli.Context) error {
			text, ok := epibdd.Schema(c.Args().First())
			if c.NArg() != 1 || !ok {
				return usage("epibdd schema", "one of %s is needed", strings.Join(epibdd.Schemas(), ", "))
			}
			_, err := fmt.Fprint(p.stdout, text)
			return err
		},
	}
}
