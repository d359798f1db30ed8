package session

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/kripke"
	"github.com/epibdd/epibdd/report"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
	"github.com/epibdd/epibdd/verdict"
)

// largeWorlds are sets of worlds of a document, by diagrams.
type largeWorlds struct {
	base   *encode.System
	memory *encode.System    // that tells what agents see of steps; nil: none yet
	layers *kripke.Unrolling // under clock recall; nil: none yet
	states *kripke.Structure // under recall none; nil: not found yet
}

// memoryLimit is how much the process may take while somebody looks around.
const memoryLimit = 4 << 30

// largeSystem is the encoded model.
func (d *document) largeSystem(ctx context.Context) (*largeWorlds, error) {
	if d.large != nil && d.large.base.Space().Usable() == nil && (d.large.memory == nil || d.large.memory.Space().Usable() == nil) {
		return d.large, nil
	}
	var err error
	d.large, err = largeOf(ctx, d.model)
	return d.large, err
}

// largeOf encodes a model of which some formulas will be asked.
func largeOf(ctx context.Context, m *spec.Model, asked ...spec.Expr) (*largeWorlds, error) {
	sys, err := encode.New(ctx, m, encode.Options{Symbolic: symbolic.Options{Process: true, Memory: memoryLimit}, Asked: asked})
	if err != nil {
		return nil, err
	}
	return &largeWorlds{base: sys}, nil
}

// largeWorlds finds what an agent considers possible at a place, by diagrams.
func (p *place) largeWorlds(ctx context.Context, a *spec.Agent, most int) (*Worlds, error) {
	d := p.doc
	out := &Worlds{Agent: a.Name.String(), List: []World{}, Of: "worlds"}
	if out.Why = p.unlisted(); out.Why != "" {
		return out, nil
	}
	show := func(st spec.State) World { return World{State: report.StateOf(d.model, st)} }
	err := p.possible(ctx, a, most, show, out)
	var limit *symbolic.LimitError
	switch {
	case errors.As(err, &limit):
		out.Why, err = fmt.Sprintf("this met a limit: %s", limit.Kind), nil
	case err != nil && len(p.told()) > 0 && ctx.Err() == nil:
		out.Why, err = err.Error(), nil
	}
	return out, err
}

func (p *place) possible(ctx context.Context, a *spec.Agent, most int, show func(spec.State) World, out *Worlds) error {
	m := p.doc.model
	if m.Recall == spec.PerfectRecall && p.steps > 0 {
		out.Of = "states"
	} else if len(p.told()) > 0 {
		t, err := p.toldWorlds(ctx)
		if err != nil {
			return err
		}
		return t.possible(ctx, slices.Index(m.Agents, a), most, show, out)
	}
	l, err := p.doc.largeSystem(ctx)
	if err != nil {
		return err
	}
	return l.possible(ctx, p, a, most, show, out)
}

// possible finds the class of an agent at a place.
func (l *largeWorlds) possible(ctx context.Context, p *place, a *spec.Agent, most int, show func(spec.State) World, out *Worlds) error {
	m := l.base.Model()
	sys := l.base
	if m.Recall == spec.PerfectRecall && p.steps > 0 {
		if err := l.remembering(ctx); err != nil {
			return err
		}
		sys = l.memory
	}
	return sys.Space().Do(ctx, func() error {
		worlds, err := l.class(p, a)
		if err != nil {
			return err
		}
		out.Count = sys.Count(worlds).String()
		actual := show(p.state)
		actual.Actual = true
		out.List = append(out.List, actual)
		for worlds = worlds.Diff(sys.Single(p.state)); len(out.List) < most && !worlds.IsEmpty(); {
			st, _ := sys.Pick(worlds)
			out.List = append(out.List, show(st))
			worlds = worlds.Diff(sys.Single(st))
		}
		return nil
	})
}

// remembering makes the system that tells what agents see of steps.
func (l *largeWorlds) remembering(ctx context.Context) error {
	if l.memory != nil {
		return nil
	}
	made, err := encode.Remember(ctx, l.base, l.base.Model().Agents, 1, symbolic.Limits{Memory: memoryLimit})
	if err == nil {
		l.memory = made
	}
	return err
}

// class are the states that an agent considers possible at a place.
func (l *largeWorlds) class(p *place, a *spec.Agent) (symbolic.Set, error) {
	if l.base.Model().Recall == spec.PerfectRecall && p.steps > 0 {
		return l.belief(p, a)
	}
	k, layer, err := l.around(p.steps)
	if err != nil {
		return symbolic.Set{}, err
	}
	class, err := k.Closure([]*spec.Agent{a}, k.None().Replace(layer, l.base.Single(p.state)))
	if err != nil {
		return symbolic.Set{}, err
	}
	return class[layer], nil
}

// around are the worlds after so many steps, in a layer of a structure; under perfect recall
// there are none.
func (l *largeWorlds) around(steps int) (*kripke.Structure, int, error) {
	switch l.base.Model().Recall {
	case spec.PerfectRecall:
		return kripke.States(l.base, l.base.Init(), kripke.Set{l.base.Init()}, false), 0, nil
	case spec.ClockRecall:
		u, err := l.layersTo(steps)
		if err != nil {
			return nil, 0, err
		}
		k := u.Structure(steps + 1)
		return k, k.At(steps).Layer(), nil
	}
	if l.states == nil {
		reached := l.base.Steps().Reach(l.base.Init(), nil)
		if err := l.base.Fault(reached); err != nil {
			return nil, 0, kripke.Faulty(l.base, err)
		}
		l.states = kripke.States(l.base.WithInvariant(reached), reached, kripke.Set{l.base.Init()}, false)
	}
	return l.states, 0, nil
}

// layersTo finds the layers of so many steps under clock recall.
func (l *largeWorlds) layersTo(steps int) (*kripke.Unrolling, error) {
	if l.layers == nil {
		u, err := kripke.Unroll(l.base, spec.ClockRecall, l.base.Init(), kripke.Asking{})
		if err != nil {
			return nil, err
		}
		l.layers = u
	}
	for !l.layers.Closed() && l.layers.Fault == nil && l.layers.Depth() < steps {
		if err := l.layers.Grow(kripke.Asking{}); err != nil {
			return nil, err
		}
	}
	if l.layers.Depth() < steps {
		return l.layers, l.layers.Fault
	}
	return l.layers, nil
}

// belief are the states in which histories end that an agent with perfect recall confuses with
// that of a place: at first the initial states that look alike; behind a step those that look
// like the state it leads to, of those that steps lead to, from states that were possible, of
// which the agent observes the same (docs/semantics.md#recall-perfect).
func (l *largeWorlds) belief(p *place, a *spec.Agent) (symbolic.Set, error) {
	view, err := l.memory.View(a)
	if err != nil {
		return symbolic.Set{}, err
	}
	observing, fresh := l.memory.Observing([]*spec.Agent{a})
	seen := make([]symbolic.Bit, len(fresh))
	for i, h := range fresh {
		seen[i] = h.Bit
	}
	space := l.memory.Space()
	possible := l.memory.Init()
	for _, at := range p.way() {
		here := l.memory.Single(at.state)
		switch {
		case at.move.Announce != "":
			if possible, err = l.tell(p.doc, at.move.Announce, possible); err != nil {
				return symbolic.Set{}, err
			}
		case at.parent != nil:
			step := observing.Steps().Image(l.memory.Single(at.parent.state)).And(here)
			alike := l.memory.Onto(step, seen).Exists(space.Cube(here.Support()...))
			if !single(alike, seen) {
				return symbolic.Set{}, errors.New("several steps lead to this state, and the worlds are too many to tell them apart")
			}
			possible = observing.Steps().Image(possible).And(alike)
			possible = possible.Exists(space.Cube(seen...))
		}
		possible = possible.And(view.Closure(here))
	}
	return possible, nil
}

// single tells whether a set fixes the values of some bits.
func single(x symbolic.Set, bits []symbolic.Bit) bool {
	for _, b := range bits {
		lit := x.Space().Lit(b)
		if !x.SubsetOf(lit) && !x.Disjoint(lit) {
			return false
		}
	}
	return true
}

// announceLarge tells whether a knowledge action can happen at a place where there are too many
// worlds to list those behind it.
func (p *place) announceLarge(ctx context.Context, m Move) error {
	next := &place{doc: p.doc, parent: p, start: p.start, move: m, state: p.state, steps: p.steps}
	_, err := next.toldWorlds(ctx)
	if err == nil || errors.Is(err, errNotSo) || errors.Is(err, errSeveral) {
		return err
	}
	if said, err := p.doc.statement(m.Announce); err == nil && said != nil {
		holds, err := (&spec.Evaluator{State: p.state}).Holds(said, nil)
		if err == nil && !holds {
			err = errNotSo
		}
		return err
	}
	v, err := (&Session{}).value(ctx, p, "<"+m.Announce+"> true", true)
	if err != nil {
		return err
	}
	switch v.Verdict {
	case verdict.Holds:
		return nil
	case verdict.Fails:
		return errNotSo
	}
	return undecided(v)
}
