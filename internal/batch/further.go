package batch

import (
	"context"

	"github.com/epibdd/epibdd/decide"
	"github.com/epibdd/epibdd/report"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
	"github.com/epibdd/epibdd/verdict"
)

// further lets further checks of a document be decided after a result, with what is known of the model
// if they are about this one.
func (g *group) further(ctx context.Context, r *report.Result) {
	if g.o.Further == nil {
		return
	}
	o := *g.o
	o.Routes, o.NoEvidence, o.Alternatives, o.Progress = verdict.RouteChoice{Only: decide.SmallWorlds}, true, false, nil
	same := &group{o: &o, in: g.in, model: g.model, room: g.room}
	if known, ok := g.system.(*decider); ok {
		same.system = known.listing(&same.meter)
	}
	g.o.Further(g.in, r, func(c *spec.Check) *report.Result {
		bounded, asked := *c, same
		bounded.Limits = o.Limits.Over(c.Limits)
		if c.Model != g.model {
			asked = &group{o: &o, in: g.in, model: c.Model, room: g.room}
		}
		return asked.decide(ctx, &bounded)
	})
}

// listing decides by listing worlds alone, without evidence, and knows those that are listed already. A meter
// takes the work.
func (d *decider) listing(m *symbolic.Meter) *decider {
	o := d.o
	o.Routes, o.NoEvidence, o.Alternatives, o.Progress, o.Meter = verdict.RouteChoice{Only: decide.SmallWorlds}, true, false, nil, m
	alone := &decider{model: d.model, o: o, deciders: map[spec.Runs]*decide.Decider{}, replayer: d.replayer}
	for runs, known := range d.deciders {
		alone.deciders[runs] = known.With(o)
	}
	return alone
}
