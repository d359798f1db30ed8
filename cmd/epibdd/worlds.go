package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/epibdd/epibdd/decide"
	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/report"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/spec/syntax"
)

const worldsHelp = `Lists the worlds of a spec, or of what a knowledge action leads to, class by class
of what an agent confuses, or draws them: a line of an agent's colour between worlds
that it confuses, as few as hold its classes together. Where there are too many
to be listed they are counted.

EXAMPLES:
   epibdd worlds game.yaml
   epibdd worlds game.yaml --after "show(one, two, red)" --agent three
   epibdd worlds game.yaml --after "L{all} ?p" --actual "p & q" --format svg > worlds.svg`

// The most worlds that are listed, and drawn.
const (
	mostListed = 1000
	mostDrawn  = 300
)

func (p *program) worldsCommand() *cli.Command {
	return &cli.Command{
		Name:        "worlds",
		Usage:       "list or draw the worlds of a spec",
		ArgsUsage:   "FILE",
		Description: worldsHelp,
		Flags: append(modelFlags(),
			&cli.StringFlag{Name: "after", Usage: "list what a knowledge `ACTION` leads to"},
			&cli.StringFlag{Name: "at", Usage: "begin with the worlds that satisfy a `FORMULA`"},
			&cli.StringFlag{Name: "agent", Usage: "list the worlds by what this `AGENT` confuses"},
			&cli.StringFlag{Name: "actual", Usage: "mark the worlds whose state satisfies a `CONDITION`"},
			&cli.StringFlag{Name: "format", Value: "text", Usage: "write `FORMAT`: text, dot or svg"},
		),
		Action: p.worlds,
	}
}

func (p *program) worlds(c *cli.Context) error {
	format := c.String("format")
	if c.NArg() != 1 {
		return usage("epibdd worlds", "worlds needs one file, or - for standard input")
	}
	settings, err := p.settings(c)
	if err != nil {
		return err
	}
	how, err := p.encodeOptions(c)
	if err != nil {
		return err
	}
	if settings.Spec.Checks, err = questions(c); err != nil {
		return err
	}
	suite, err := p.suite(c.Args().First(), settings)
	if err != nil {
		return err
	}
	ctx, stop := interruptible(c.Context)
	defer stop()
	l, err := list(ctx, suite.Checks[0])
	var large *explicit.TooLarge
	switch {
	case errors.As(err, &large):
		return p.countWorlds(ctx, suite.Checks[0], format, how)
	case err != nil:
		return unexplained(err)
	case format == "text" && len(l.States) > mostListed, format != "text" && len(l.States) > mostDrawn:
		return p.tooMany(fmt.Sprint(len(l.States)), format)
	}
	var marks *explicit.Listing
	if len(suite.Checks) > 1 {
		if marks, err = list(ctx, suite.Checks[1]); err != nil {
			return unexplained(err)
		}
	}
	g := graphOf(suite.Models[0], l, marks)
	switch format {
	case "dot":
		return g.WriteDOT(p.stdout)
	case "svg":
		return g.WriteSVG(p.stdout)
	}
	return writeWorlds(p.stdout, listed{g, variables(suite.Models[0]), happened(l)}, c.String("agent"))
}

// questions are the checks that the flags ask: for the worlds, and for the states
// to be marked.
func questions(c *cli.Context) ([]document.Check, error) {
	errs := &source.List{}
	text := func(flag, value string) source.Span {
		f := source.NewFile("--"+flag, value)
		return source.Span{File: f, End: len(value)}
	}
	asked := func(id string) document.Check {
		at := text(id, "true")
		return document.Check{
			Span: at, ID: syntax.Ident{At: syntax.At{Place: at}, Name: id},
			Kind: document.Count, Formula: &syntax.Bool{At: syntax.At{Place: at}, Value: true},
		}
	}
	worlds := asked("worlds")
	if a := c.String("after"); a != "" {
		worlds.After = syntax.ParseProgram(text("after", a), errs)
	}
	if a := c.String("at"); a != "" {
		worlds.At = syntax.ParseExpr(text("at", a), errs)
	}
	checks := []document.Check{worlds}
	if a := c.String("actual"); a != "" {
		actual := asked("actual")
		actual.Formula = syntax.ParseExpr(text("actual", a), errs)
		checks = append(checks, actual)
	}
	if err := errs.Err(); err != nil {
		return nil, input("%s", err)
	}
	return checks, nil
}

// list enumerates the worlds that a check counts.
func list(ctx context.Context, chk *spec.Check) (*explicit.Listing, error) {
	s, err := explicit.Unroll(chk.Model, chk.Recall, chk.Runs, 0, explicit.Options{MaxStates: 1 << 13, MaxWork: 1 << 22, Interrupted: ctx.Err})
	if err != nil {
		return nil, err
	}
	return s.List(chk)
}

// countWorlds says how many worlds there are where they cannot be listed.
func (p *program) countWorlds(ctx context.Context, chk *spec.Check, format string, how encode.Options) error {
	how.Asked = chk.Asked()
	sys, err := encode.New(ctx, chk.Model, how)
	if err != nil {
		return unexplained(err)
	}
	a, err := decide.New(sys, chk.Runs, decide.Options{NoEvidence: true}).Check(ctx, chk)
	if err != nil {
		return unexplained(err)
	}
	if a.Value == nil {
		return &exitError{exitLimit, fmt.Errorf("the worlds could not be counted: %s", a.Reason)}
	}
	return p.tooMany(a.Value.String(), format)
}

func (p *program) tooMany(n, format string) error {
	if format == "text" {
		_, err := fmt.Fprintf(p.stdout, "%s worlds, too many to be listed; --at and --after select some\n", n)
		return err
	}
	return input("%s worlds are too many for a picture, which shows at most %d; select some with --at or --after, or choose smaller parameters with -p", n, mostDrawn)
}

// graphOf labels the worlds by their states.
func graphOf(m *spec.Model, l, marks *explicit.Listing) *report.Graph {
	actual, times := map[string]bool{}, map[string]int{}
	if marks != nil {
		for _, st := range marks.States {
			actual[spec.Key(st...)] = true
		}
	}
	g := &report.Graph{}
	for _, st := range l.States {
		var parts []string
		for i, v := range m.Vars {
			parts = append(parts, strings.Trim(v.Type.Show(st[i]), "[]"))
		}
		label := strings.Join(parts, "; ")
		if times[label]++; times[label] > 1 { // told apart by what happened alone
			label += fmt.Sprintf(" (%d)", times[label])
		}
		g.Worlds = append(g.Worlds, report.GraphWorld{Label: label, Actual: actual[spec.Key(st...)]})
	}
	for i, a := range m.Agents {
		if len(l.Classes[i]) == len(l.States) {
			g.Agents = append(g.Agents, report.GraphAgent{Name: a.Name.String(), Class: l.Classes[i]})
		}
	}
	return g
}

// listed are worlds with what a list says and a picture has no room for: the
// variables, and what happened on the way to each world if that differs.
type listed struct {
	*report.Graph
	vars string
	done []string // by world; empty: nothing, or the same in all
}

func variables(m *spec.Model) string {
	names := make([]string, len(m.Vars))
	for i, v := range m.Vars {
		names[i] = v.Name
	}
	return strings.Join(names, "; ")
}

func happened(l *explicit.Listing) []string {
	done := make([]string, len(l.Done))
	differ := false
	for i, d := range l.Done {
		done[i] = strings.Join(d, "; ")
		differ = differ || done[i] != done[0]
	}
	if !differ {
		return nil
	}
	return done
}

// writeWorlds lists the worlds, by the classes of an agent if one is named.
func writeWorlds(w io.Writer, g listed, agent string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s)", plural(len(g.Worlds), "world"), g.vars)
	if agent == "" {
		b.WriteString("\n")
		for i := range g.Worlds {
			b.WriteString(g.line(i, "  "))
		}
		_, err := io.WriteString(w, b.String())
		return err
	}
	var names []string
	for _, a := range g.Agents {
		names = append(names, a.Name)
		if a.Name != agent {
			continue
		}
		var order []int
		members := map[int]string{}
		for i := range g.Worlds {
			k := a.Class[i]
			if members[k] == "" {
				order = append(order, k)
			}
			members[k] += g.line(i, "    ")
		}
		fmt.Fprintf(&b, ", %s of agent %s\n", plural(len(order), "class"), agent)
		for i, k := range order {
			fmt.Fprintf(&b, "  %d\n%s", i+1, members[k])
		}
		_, err := io.WriteString(w, b.String())
		return err
	}
	return usage("epibdd worlds", "%q is no agent who can be asked here%s; there are %s", agent, didYouMean(agent, names), strings.Join(names, ", "))
}

// line is a world of the list.
func (g listed) line(i int, indent string) string {
	line := indent + g.Worlds[i].Label
	if g.done != nil {
		line += "  after " + g.done[i]
	}
	if g.Worlds[i].Actual {
		line += "  <- actual"
	}
	return line + "\n"
}
