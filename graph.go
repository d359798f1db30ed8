package epibdd

import (
	"context"
	"errors"
	"fmt"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/internal/batch"
	"github.com/epibdd/epibdd/report"
	"github.com/epibdd/epibdd/symbolic"
	"github.com/epibdd/epibdd/witness"
)

// Graph is the graph of the states of a small model, and of the steps between them.
type Graph = report.Graph

// GraphLimit is how many states a Graph has at most.
const GraphLimit = 300

// Graph lists the states that can be reached in the first model of a document, and the steps
// between them; of agents who count or remember steps the states after each number of them, or
// all histories, as far as the depth. States that satisfy the condition actual are marked; empty:
// none are.
func (d *Document) Graph(ctx context.Context, actual string, show []string, o Options) (*Graph, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	if err := d.Err(); err != nil {
		return nil, err
	}
	checks, err := Query{Actual: actual}.checks()
	if err != nil {
		return nil, err
	}
	s := d.settings
	s.Spec.Checks = checks
	in := batch.Load(d.in.File, s)
	if in.Suite == nil {
		return nil, Errors(in.Errors)
	}
	ctx, end := o.bound(ctx, Progress{Check: d.File(), Phase: "states"})
	defer end()
	m, c := in.Suite.Models[0], in.Suite.Checks[0]
	sys, err := explicit.Unroll(m, c.Recall, c.Runs, c.Depth, explicit.Options{MaxStates: GraphLimit, Interrupted: func() error { return symbolic.Interrupted(ctx) }})
	if errors.As(err, new(*explicit.TooLarge)) {
		return nil, fmt.Errorf("more than %d states are too many for a graph; choose smaller parameters", GraphLimit)
	}
	if err != nil {
		return nil, placed(err)
	}
	marked := map[int]bool{}
	if actual != "" {
		worlds, err := sys.Satisfying(in.Suite.Checks[1].Formula)
		if err != nil {
			return nil, placed(err)
		}
		for _, w := range worlds {
			marked[w] = true
		}
	}
	found := explicit.GraphOf(sys)
	ws := &Worlds{}
	if err := named(ws, m, show); err != nil {
		return nil, err
	}
	g := &Graph{Worlds: ws, Initial: found.Initial, Open: found.Open}
	g.Warnings = newIn(in.Warnings, d.in.Warnings)
	g.List = worldsOf(m, &explicit.Listing{States: found.States}, func(w int) bool { return marked[w] })
	for i, a := range m.Agents {
		g.Agents = append(g.Agents, report.WorldAgent{Name: a.Name.String(), Class: found.Classes[i]})
	}
	for _, l := range found.Links {
		g.Steps = append(g.Steps, report.GraphStep{From: l.From, To: l.To, Does: witness.Step{Moves: l.Moves}.String()})
	}
	return g, nil
}
