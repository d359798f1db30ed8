package main

import (
	"errors"
	"fmt"
	"math/big"

	"github.com/urfave/cli/v2"

	"github.com/epibdd/epibdd"
)

const worldsHelp = `Lists the worlds of a spec, or of what a knowledge action leads to, class by class
of what an agent confuses, or draws them: a line of an agent's colour between worlds
that it confuses, as few as hold its classes together. Where there are too many
to be listed they are counted.

EXAMPLES:
   epibdd worlds game.yaml
   epibdd worlds game.yaml --after "show(one, two, red)" --agent three
   epibdd worlds game.yaml --after "L{all} ?p" --actual "p & q" --format svg > worlds.svg
   epibdd worlds game.yaml --recall perfect --along "turn(2S) accept" --agent bob
   epibdd worlds game.yaml --recall clock --layer 3 --minimal --format svg > worlds.svg`

// The most worlds that are listed, and drawn.
const (
	mostListed = 1000
	mostDrawn  = 300
)

// lister is the command worlds.
type lister struct{ *program }

func (p lister) command() *cli.Command {
	return &cli.Command{
		Name:        "worlds",
		Usage:       "list or draw the worlds of a spec",
		ArgsUsage:   "FILE",
		Description: worldsHelp,
		Flags: append(modelFlags(),
			&cli.StringFlag{Name: "after", Usage: "list what a knowledge `ACTION` leads to"},
			&cli.StringFlag{Name: "at", Usage: "begin with the worlds that satisfy a `FORMULA`"},
			&cli.StringFlag{Name: "along", Usage: "list what the steps that have `HAPPENED` lead to, such as \"turn(7H) accept\", and what anybody considers possible there"},
			&cli.StringFlag{Name: "given", Usage: "list what steps that everybody was told have `HAPPENED` lead to"},
			&cli.IntFlag{Name: "layer", Usage: "list what `N` steps lead to, of agents who count or remember them"},
			&cli.BoolFlag{Name: "minimal", Usage: "join worlds in which agents know the same of what is shown, with how many they are"},
			&cli.StringFlag{Name: "agent", Usage: "list the worlds by what this `AGENT` confuses"},
			&cli.StringFlag{Name: "actual", Usage: "mark the worlds whose state satisfies a `CONDITION`"},
			&cli.StringFlag{Name: "format", Value: "text", Usage: "write `FORMAT`: text, dot or svg"},
			showFlag(),
		),
		Action: p.worlds,
	}
}

func (p lister) worlds(c *cli.Context) error {
	if c.NArg() != 1 {
		return usage("epibdd worlds", "worlds needs one file, or - for standard input")
	}
	if c.Int("layer") < 0 {
		return usage("epibdd worlds", "--layer is a number of steps, not %d", c.Int("layer"))
	}
	settings, err := settings(c)
	if err != nil {
		return err
	}
	o, err := p.options(c)
	if err != nil {
		return err
	}
	// What the document asks is no matter here.
	doc, err := p.one(c.Args().First(), append(settings, epibdd.Ask()))
	if err != nil {
		return err
	}
	ctx, stop := interruptible(c.Context)
	defer stop()
	line := newProgress(p.stderr, false)
	o.Progress = line.hook()
	ws, err := doc.Worlds(ctx, epibdd.Query{At: c.String("at"), After: c.String("after"), Actual: c.String("actual"), Show: shown(c),
		Layer: c.Int("layer"), Along: c.String("along"), Given: c.String("given")}, o)
	line.clear()
	if err != nil {
		return sorted(c, err)
	}
	stop() // who interrupts a drawing ends the program
	p.warn(ws.Warnings)
	if c.Bool("minimal") {
		ws = ws.Minimal()
	}
	return p.writeWorlds(c, ws)
}

// writeWorlds writes the worlds in the format of the flag, unless they are too many.
func (p lister) writeWorlds(c *cli.Context, ws *epibdd.Worlds) error {
	format, agent := c.String("format"), c.String("agent")
	most := mostDrawn
	if format == "text" {
		most = mostListed
	}
	few := ws.Count != nil && ws.Count.Cmp(big.NewInt(int64(most))) <= 0
	switch {
	case few && ws.List == nil && ws.Count.Sign() > 0:
		return input("%s could be counted, and not be listed with little work; select some with --at or --after, or choose smaller parameters with -p", counted(int(ws.Count.Int64()), "world"))
	case ws.Count == nil:
		return &exitError{exitLimit, errors.New("the worlds could not be counted: " + string(ws.Reason))}
	case (ws.List == nil && ws.Count.Sign() > 0 || len(ws.List) > most) && format == "text":
		_, err := fmt.Fprintf(p.stdout, "%s worlds, too many to be listed; --at and --after select some\n", ws.Count)
		return err
	case ws.List == nil && ws.Count.Sign() > 0 || len(ws.List) > most:
		return input("%s worlds are too many for a picture, which shows at most %d; select some with --at or --after, or choose smaller parameters with -p", ws.Count, mostDrawn)
	case format == "dot":
		return ws.WriteDOT(p.stdout)
	case format == "svg":
		return ws.WriteSVG(p.stdout)
	}
	if _, err := ws.Classes(agent); agent != "" && err != nil {
		return usage("epibdd worlds", "%s", err)
	}
	return ws.WriteText(p.stdout, agent)
}
