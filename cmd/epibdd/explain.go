package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/internal/batch"
	"github.com/epibdd/epibdd/report"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/symbolic"
	"github.com/epibdd/epibdd/verdict"
)

const explainHelp = `Says how a spec is turned into decision diagrams, before anything is decided:
its parameters, variables and their bits, the order of the bits, the relation
of each action, what agents see, and the initial states. Of a spec with a sweep
it explains the first row; -p chooses another.

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
			&cli.BoolFlag{Name: "verbose", Aliases: []string{"v"}, Usage: "list the order and the parts of actions"},
		),
		Action: p.explain,
	}
}

func (p *program) explain(c *cli.Context) error {
	if c.NArg() != 1 {
		return usage("epibdd explain", "explain needs one file, or - for standard input")
	}
	if err := orderWritable(c); err != nil {
		return err
	}
	settings, err := p.settings(c)
	if err != nil {
		return err
	}
	how, err := p.encodeOptions(c)
	if err != nil {
		return err
	}
	suite, err := p.suite(c.Args().First(), settings)
	if err != nil {
		return err
	}
	ctx, stop := interruptible(c.Context)
	defer stop()
	if settings.Limits.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, settings.Limits.Time)
		defer cancel()
	}
	how.Symbolic.Nodes, how.Symbolic.Memory, how.Symbolic.Process = settings.Limits.Nodes, settings.Limits.Memory, true
	line := newProgress(p.stderr)
	ctx, end := batch.Watch(ctx, settings.Limits.Memory, line.saying(verdict.Progress{Check: suite.File.Name, Phase: "encoding"}))
	x, err := explanationOf(ctx, suite, how, c.String("indistinct"))
	end()
	line.clear()
	switch {
	case err != nil:
		return unexplained(err)
	case c.IsSet("save-order"):
		if err := saveOrder(c, x.order); err != nil {
			return err
		}
	}
	if c.String("format") == "json" {
		enc := json.NewEncoder(p.stdout)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		return enc.Encode(x)
	}
	return x.write(p.stdout, c.Bool("verbose"))
}

// unexplained sorts errors by what the user can do about them.
func unexplained(err error) error {
	var limit *symbolic.LimitError
	var placed interface{ Diagnostic() source.Diagnostic }
	switch {
	case errors.As(err, &placed):
		return &exitError{exitInput, placed.Diagnostic()}
	case errors.Is(err, context.Canceled), errors.As(err, &limit) && limit.Kind == symbolic.Cancelled:
		return &exitError{exitInterrupted, errors.New("interrupted")}
	case errors.As(err, &limit):
		return &exitError{exitLimit, err}
	}
	return input("%s", err)
}

// explanation is how a model is encoded. The tags name the members of the JSON
// document.
type explanation struct {
	Spec   string  `json:"spec"`
	Models int     `json:"models"` // how many the document has, of which this is the first
	Params []param `json:"params"`
	encoding
	States     *report.Number `json:"states"` // all there are, reachable or not
	InitStates *report.Number `json:"init_states"`
	Indistinct *classes       `json:"indistinct,omitempty"`

	order func(io.Writer) error
}

// encoding is encode.Explanation with the names of the JSON document.
type encoding struct {
	Bits       int        `json:"bits"`
	Vars       []variable `json:"vars"`
	Order      []cell     `json:"order"`
	Actions    []action   `json:"actions"`
	Search     search     `json:"search"`
	Agents     []view     `json:"agents"`
	ValidNodes int        `json:"valid_nodes"`
	InitNodes  int        `json:"init_nodes"`
}

// classes are the values of a constant, those together that nobody can tell apart.
type classes struct {
	Variable string     `json:"variable"`
	Classes  [][]string `json:"classes"`
}

type param struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

type variable struct {
	Name  string `json:"name"`
	Type  string `json:"type"`
	Cells int    `json:"cells"`
	Bits  int    `json:"bits"`
}

type cell struct {
	Name     string         `json:"name"`
	Values   int            `json:"values"`
	Bits     []symbolic.Bit `json:"bits"`
	Register bool           `json:"register"`
}

type action struct {
	Name  string     `json:"name"`
	Args  []argument `json:"args"`
	Parts []part     `json:"parts"`
}

type argument struct {
	Name  string `json:"name"`
	Split bool   `json:"split"` // there is a part for each of its values
	Bits  int    `json:"bits"`  // otherwise
}

type part struct {
	Conjuncts int      `json:"conjuncts"`
	Nodes     int      `json:"nodes"`
	Reads     []string `json:"reads"`
	Writes    []string `json:"writes"`
}

// search is how reachable states are looked for: in groups of parts, each with the
// products that make its image.
type search struct {
	Method symbolic.Method `json:"method"`
	Parts  int             `json:"parts"`
	Groups int             `json:"groups"`
	Images [][]product     `json:"images"`
}

type product struct {
	Nodes      int `json:"nodes"`
	Quantified int `json:"quantified"`
}

type view struct {
	Agent   string `json:"agent"`
	All     bool   `json:"all"`
	Kept    int    `json:"kept"`
	Blocks  int    `json:"blocks"`
	General int    `json:"general"`
	Hidden  int    `json:"hidden"`
}

// explanationOf encodes the first model of a document.
func explanationOf(ctx context.Context, suite *spec.Suite, o encode.Options, constant string) (*explanation, error) {
	m := suite.Models[0]
	i := slices.IndexFunc(m.Vars, func(v *spec.Var) bool { return v.Name == constant && !v.Past })
	if constant != "" && i < 0 {
		return nil, fmt.Errorf("there is no variable %q", constant)
	}
	for _, c := range suite.Checks {
		if c.Model == m {
			o.Asked = append(o.Asked, c.Formula)
		}
	}
	sys, err := encode.New(ctx, m, o)
	if err != nil {
		return nil, err
	}
	x := &explanation{Spec: suite.File.Name, Models: len(suite.Models), Params: []param{}}
	for _, v := range m.Params {
		x.Params = append(x.Params, param{v.Name, v.Value.String()})
	}
	err = sys.Space().Do(ctx, func() error {
		x.order = sys.WriteOrder
		x.encoding = named(sys.Explain())
		x.States = (*report.Number)(sys.Count(sys.Valid()))
		x.InitStates = (*report.Number)(sys.Count(sys.Init()))
		if constant == "" {
			return nil
		}
		x.Indistinct, err = indistinct(sys, m.Vars[i])
		return err
	})
	return x, err
}

// indistinct finds the classes of the values of a constant.
func indistinct(sys *encode.System, v *spec.Var) (*classes, error) {
	reached := sys.Steps().Reach(sys.Init(), nil)
	if err := sys.Fault(reached); err != nil {
		return nil, err
	}
	found, err := sys.Indistinct(v, reached)
	x := &classes{Variable: v.Name, Classes: [][]string{}}
	for _, class := range found {
		var names []string
		for _, value := range class {
			names = append(names, v.Type.Show(value))
		}
		x.Classes = append(x.Classes, names)
	}
	return x, err
}

// named gives an explanation the names of the JSON document.
func named(e encode.Explanation) encoding {
	x := encoding{
		Bits: e.Bits, Search: search{e.Search.Method, e.Search.Parts, e.Search.Groups, [][]product{}}, ValidNodes: e.Valid, InitNodes: e.Init,
		Vars: []variable{}, Order: []cell{}, Actions: []action{}, Agents: []view{},
	}
	for _, products := range e.Search.Images {
		var image []product
		for _, p := range products {
			image = append(image, product(p))
		}
		x.Search.Images = append(x.Search.Images, image)
	}
	for _, v := range e.Vars {
		x.Vars = append(x.Vars, variable(v))
	}
	for _, c := range e.Order {
		x.Order = append(x.Order, cell(c))
	}
	for _, v := range e.Views {
		x.Agents = append(x.Agents, view(v))
	}
	for _, a := range e.Actions {
		one := action{Name: a.Name, Args: []argument{}, Parts: []part{}}
		for _, arg := range a.Args {
			one.Args = append(one.Args, argument(arg))
		}
		for _, p := range a.Parts {
			one.Parts = append(one.Parts, part(p))
		}
		x.Actions = append(x.Actions, one)
	}
	return x
}
