package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/epibdd/epibdd"
	"github.com/epibdd/epibdd/report"
)

const planHelp = `Says what somebody should do to make sure of something, as a check of a spec
asks with plan: the best plan on average, and one that is best in the worst case.
With --given the plan goes on from what has happened: steps, and tests of what was
seen, one after the other. Values that nobody has seen may follow: then there is a
plan for each.

EXAMPLES:
   epibdd plan models/mastermind.yaml
   epibdd plan game.yaml --id lab --given "play(7H) ?accepted play(AS) ?(!accepted)"
   epibdd plan game.yaml --id lab --format svg > plan.svg`

// planner is the command plan.
type planner struct{ *program }

func (p planner) command() *cli.Command {
	return &cli.Command{
		Name:        "plan",
		Usage:       "say what to do to find something out",
		ArgsUsage:   "FILE",
		Description: planHelp,
		Flags: append(modelFlags(),
			&cli.StringFlag{Name: "id", Usage: "plan for the check `ID` alone, as in lab, lab[n=3] or lab*"},
			&cli.StringFlag{Name: "given", Usage: "go on from what has `HAPPENED`, such as \"turn(7H) accept\""},
			&cli.StringFlag{Name: "format", Value: "text", Usage: "write `FORMAT`: text, markdown, dot, svg or json"},
			&cli.BoolFlag{Name: "verbose", Aliases: []string{"v"}, Usage: "say what could be done at first instead, at the same cost"},
			&cli.StringFlag{Name: "time", Usage: "give up after a `TIME` such as 30s"},
			&cli.StringFlag{Name: "memory", Usage: "give up when the process takes more than a `SIZE` such as 512MiB"},
		),
		Action: p.plan,
	}
}

func (p planner) plan(c *cli.Context) error {
	if c.NArg() != 1 {
		return usage("epibdd plan", "plan needs one file, or - for standard input")
	}
	format := c.String("format")
	settings, err := settings(c)
	if err != nil {
		return err
	}
	if isSet(c, "given") {
		settings = append(settings, epibdd.Given(c.String("id"), c.String("given")))
	}
	o, err := p.options(c)
	if err != nil {
		return err
	}
	if id := c.String("id"); id != "" {
		o.Only = []string{id}
	}
	doc, err := p.one(c.Args().First(), settings)
	if err != nil {
		return err
	}
	ctx, stop := interruptible(c.Context)
	defer stop()
	line := newProgress(p.stderr, false)
	o.Progress = line.hook()
	plans, code, drawn := 0, exitOK, []*epibdd.Result{}
	for r, err := range doc.Plans(ctx, o) {
		line.clear()
		var option *epibdd.OptionError
		if errors.As(err, &option) && option.Option == "Only" {
			if slices.Contains(doc.Checks(), c.String("id")) {
				return input("--id: check %q asks for no plan", c.String("id"))
			}
			return input("--id %s", option.Problem)
		}
		if err != nil {
			return sorted(c, err)
		}
		plans++
		if r.Problem != nil {
			p.say("%s", r.Problem.Error())
			code = max(code, exitInput)
			continue
		}
		if r.Cause == report.Limit {
			code = max(code, exitLimit)
		}
		if format == "svg" && r.Run != nil {
			drawn = append(drawn, r)
			continue
		}
		if err := p.writePlan(format, r); err != nil {
			return err
		}
	}
	switch len(drawn) {
	case 0:
	case 1:
		if err := drawn[0].Run.WritePlanSVG(p.stdout); err != nil {
			return err
		}
	default:
		var names []string
		for _, r := range drawn {
			names = append(names, r.Check.Label)
		}
		return input("a drawing shows the plans of one check; choose with --id one of %s", strings.Join(names, ", "))
	}
	if plans == 0 {
		return input("no check of %s asks for a plan", doc.File())
	}
	return status(code)
}

// writePlan writes what is known of the best plans of a check, with the plans.
func (p planner) writePlan(format string, r *epibdd.Result) error {
	switch {
	case format == "json":
		enc := json.NewEncoder(p.stdout)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		return enc.Encode(r.Run)
	case format == "markdown":
		return r.WritePlanMarkdown(p.stdout)
	case r.Run == nil && (format == "dot" || format == "svg"): // there is nothing to draw
		p.say("%s", r)
		return nil
	case format == "dot":
		return r.Run.WritePlanDOT(p.stdout)
	}
	_, err := fmt.Fprintln(p.stdout, r)
	if err == nil && r.Run != nil {
		_, err = fmt.Fprintln(p.stdout, r.Run.Story())
	}
	return err
}
