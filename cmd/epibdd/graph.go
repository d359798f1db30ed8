package main

import (
	"github.com/urfave/cli/v2"

	"github.com/epibdd/epibdd"
)

const graphHelp = `Draws the states of a small model and the steps between them: initial states have a
thick outline, and states from which steps were not followed a dashed one. With
--recall clock or perfect there is a state for each number of steps, or each history.

EXAMPLES:
   epibdd graph game.yaml --format svg > game.svg
   epibdd graph game.yaml --show mover,won --agent bob | dot -Tpdf > game.pdf
   epibdd graph game.yaml --recall perfect --depth 2 --actual won --format svg > game.svg`

func (p *program) graphCommand() *cli.Command {
	return &cli.Command{
		Name:        "graph",
		Usage:       "draw the states of a small spec and the steps between them",
		ArgsUsage:   "FILE",
		Description: graphHelp,
		Flags: append(modelFlags(),
			&cli.StringFlag{Name: "agent", Usage: "join states by dashed lines that this `AGENT` confuses"},
			&cli.StringFlag{Name: "actual", Usage: "colour the states that satisfy a `CONDITION`"},
			&cli.StringFlag{Name: "format", Value: "dot", Usage: "write `FORMAT`: dot or svg"},
			showFlag(),
		),
		Action: p.graph,
	}
}

func (p *program) graph(c *cli.Context) error {
	if c.NArg() != 1 {
		return usage("epibdd graph", "graph needs one file, or - for standard input")
	}
	settings, err := settings(c)
	if err != nil {
		return err
	}
	o, err := p.options(c)
	if err != nil {
		return err
	}
	doc, err := p.one(c.Args().First(), append(settings, epibdd.Ask()))
	if err != nil {
		return err
	}
	ctx, stop := interruptible(c.Context)
	defer stop()
	line := newProgress(p.stderr, false)
	o.Progress = line.hook()
	g, err := doc.Graph(ctx, c.String("actual"), shown(c), o)
	line.clear()
	if err != nil {
		return sorted(c, err)
	}
	stop() // who interrupts a drawing ends the program
	p.warn(g.Warnings)
	agent := c.String("agent")
	if _, err := g.Classes(agent); agent != "" && err != nil {
		return usage("epibdd graph", "%s", err)
	}
	if c.String("format") == "svg" {
		return g.WriteSVG(p.stdout, agent)
	}
	return g.WriteDOT(p.stdout, agent)
}
