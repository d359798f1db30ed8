package main

import (
	"github.com/urfave/cli/v2"

	"github.com/epibdd/epibdd"
)

const explainHelp = `Says how a spec is turned into decision diagrams, before anything is decided:
its parameters, variables and their bits, the order of the bits, the relation
of each action, what agents see, the initial states, and the routes to a verdict
that would be tried for each check. Of a spec with a sweep it explains the first
row; -p chooses another.

With --indistinct it also finds the reachable states and says which values of a
constant, such as a secret law, nobody can ever tell apart who sees all else: each
line is a class of them.

EXAMPLES:
   epibdd explain game.yaml
   epibdd explain game.yaml -p n=5 --verbose
   epibdd explain game.yaml --format json
   epibdd explain eleusis.yaml --indistinct law`

func (p *program) explainCommand() *cli.Command {
	return &cli.Command{
		Name:        "explain",
		Usage:       "say how a spec is encoded",
		ArgsUsage:   "FILE",
		Description: explainHelp,
		Flags: append(modelFlags(),
			&cli.StringFlag{Name: "format", Value: "text", Usage: "write `FORMAT`: text or json"},
			&cli.StringFlag{Name: "time", Usage: "give up after a `TIME` such as 30s"},
			&cli.StringFlag{Name: "memory", Usage: "give up when the process takes more than a `SIZE` such as 512MiB"},
			&cli.StringFlag{Name: "nodes", Usage: "give up when it takes `N` decision diagram nodes"},
			&cli.StringFlag{Name: "indistinct", Usage: "say which values of the constant `VARIABLE` nobody can tell apart"},
			saveOrderFlag(),
			&cli.BoolFlag{Name: "verbose", Aliases: []string{"v"}, Usage: "list the order and the parts of actions, and say why routes apply"},
		),
		Action: p.explain,
	}
}

func (p *program) explain(c *cli.Context) error {
	if c.NArg() != 1 {
		return usage("epibdd explain", "explain needs one file, or - for standard input")
	}
	settings, err := settings(c)
	if err != nil {
		return err
	}
	o, err := p.options(c)
	if err != nil {
		return err
	}
	order, err := orderToSave(c, &o)
	if err != nil {
		return err
	}
	doc, err := p.one(c.Args().First(), settings)
	if err != nil {
		return err
	}
	if err := p.apart(c, []*epibdd.Document{doc}); err != nil {
		return err
	}
	ctx, stop := interruptible(c.Context)
	defer stop()
	line := newProgress(p.stderr, false)
	o.Progress = line.hook()
	x, err := doc.Explain(ctx, c.String("indistinct"), o)
	line.clear()
	if err != nil {
		return sorted(c, err)
	}
	if err := order.save(); err != nil {
		return err
	}
	if c.String("format") == "json" {
		return x.WriteJSON(p.stdout)
	}
	return x.WriteText(p.stdout, c.Bool("verbose"))
}
