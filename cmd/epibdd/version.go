package main

import (
	_ "embed"
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/epibdd/epibdd"
)

// licences are the texts of the licences of what the program is made of.
//
//go:embed licences.txt
var licences string

func (p *program) versionCommand() *cli.Command {
	return &cli.Command{
		Name:  "version",
		Usage: "print the version, that of Go, and the engines",
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "licences", Usage: "print the licences of all that is in the program"},
		},
		Action: func(c *cli.Context) error {
			if c.Args().Present() {
				return usage("epibdd version", "version takes no arguments")
			}
			if c.Bool("licences") {
				_, err := fmt.Fprint(p.stdout, licences)
				return err
			}
			_, err := fmt.Fprintln(p.stdout, epibdd.About())
			return err
		},
	}
}
