package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/epibdd/epibdd"
)

func (p *program) versionCommand() *cli.Command {
	return &cli.Command{
		Name:  "version",
		Usage: "print the version, that of Go, and the engines",
		Action: func(c *cli.Context) error {
			if c.Args().Present() {
				return usage("epibdd version", "version takes no arguments")
			}
			_, err := fmt.Fprintln(p.stdout, epibdd.About())
			return err
		},
	}
}
