package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/epibdd/epibdd/explore"
)

const exploreHelp = `Serves a page on which a model can be walked through: steps, what stops others, what each
agent sees, knows and considers possible, announcements, and the checks. Open the address
that it prints. It is for this machine alone: the address has a secret in it, and no
other file than this one, and those that it uses, can be read. Ctrl-C ends it.

EXAMPLES:
   epibdd explore game.yaml
   epibdd explore game.yaml -p players=3 --recall perfect
   epibdd explore`

func (p *program) exploreCommand() *cli.Command {
	return &cli.Command{
		Name:        "explore",
		Usage:       "walk through a spec in a browser",
		ArgsUsage:   "[FILE]",
		Description: exploreHelp,
		Flags: []cli.Flag{
			&cli.StringSliceFlag{Name: "p", Aliases: []string{"param"}, Usage: "set a parameter: `NAME=VALUE`; may be repeated"},
			&cli.StringFlag{Name: "recall", Usage: "let agents have `MEMORY` none, clock or perfect; wins over the spec"},
			&cli.StringFlag{Name: "listen", Value: "127.0.0.1:0", Usage: "serve at a loopback `ADDRESS`; port 0 is any that is free"},
		},
		Action: p.explore,
	}
}

func (p *program) explore(c *cli.Context) error {
	o := explore.Options{First: "hexa", BugDir: os.TempDir(), Recall: c.String("recall"), Params: map[string]string{}}
	settings, err := settings(c)
	if err != nil {
		return err
	}
	switch c.NArg() {
	case 0:
		if len(settings) > 0 {
			return usage("epibdd explore", "parameters and memory are those of a file")
		}
	case 1:
		doc, err := p.one(c.Args().First(), settings)
		if err != nil {
			return err
		}
		o.First = doc.File()
		o.Files = doc.Texts()
	default:
		return usage("epibdd explore", "explore shows one file")
	}
	for _, text := range c.StringSlice("p") {
		name, value, _ := strings.Cut(text, "=")
		o.Params[name] = value
	}
	s, err := explore.Listen(c.String("listen"), o)
	if err != nil {
		return usage("epibdd explore", "--listen: %s", err)
	}
	fmt.Fprintln(p.stdout, s.URL())
	ctx, stop := interruptible(c.Context)
	defer stop()
	return s.Serve(ctx)
}
