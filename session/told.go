package session

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/epibdd/epibdd/ctlk"
	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/kripke"
	"github.com/epibdd/epibdd/spec"
	specdoc "github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/symbolic"
)

// Knowledge actions where there are too many worlds to be listed. The worlds behind them are
// found by diagrams as checks find them, where the worlds before them are: the initial states,
// or without perfect recall what steps lead to. Behind steps that agents remember, what everybody
// is told about the present state leaves of the states that somebody considers possible those of
// which it is true; of other knowledge actions nothing is known there.

// toldWorlds are the worlds behind the knowledge actions on the way to a place.
type toldWorlds struct {
	path      string // of the place
	system    *encode.System
	structure *kripke.Structure
	here      kripke.Set // the one world in which somebody stands there
}

// What a place behind knowledge actions may have.
var (
	errNotSo   = errors.New("this cannot be said or done here: it is not true, or not possible")
	errSeveral = errors.New("this can happen in several ways here, and there are too many worlds to choose among them: say which one it was")
	errTooMuch = errors.New("there are too many worlds behind this to be found; formulas can be asked")
	errPast    = errors.New("there are too many worlds to be listed, and what was said is about the past")
)

// read reads knowledge actions as programs about one model.
func (d *document) read(actions []string) (*spec.Model, []spec.Program, error) {
	var checks []specdoc.Check
	for i, text := range actions {
		c, err := announcement(text)
		if err != nil {
			return nil, nil, err
		}
		c.ID.Name = fmt.Sprint("announcement ", i+1)
		checks = append(checks, c)
	}
	in, err := d.asking(checks...)
	if err != nil {
		return nil, nil, err
	}
	var programs []spec.Program
	for _, c := range in.Suite.Checks {
		programs = append(programs, c.After)
	}
	return in.Suite.Models[0], programs, nil
}

// toldWorlds finds the worlds behind the knowledge actions on the way to a place.
func (p *place) toldWorlds(ctx context.Context) (*toldWorlds, error) {
	d := p.doc
	path, err := json.Marshal(p.path())
	if err != nil {
		return nil, err
	}
	if t := d.told; t != nil && t.path == string(path) && t.system.Space().Usable() == nil {
		return t, nil
	}
	d.told = nil
	if p.steps > 0 && d.model.Recall == spec.PerfectRecall {
		return nil, errTooMuch
	}
	if why := p.unlisted(); why != "" {
		return nil, errors.New(why)
	}
	var said Path
	for _, action := range p.told() {
		said.Moves = append(said.Moves, Move{Announce: action})
	}
	c, err := question(specdoc.Formula, said.asked("true", true), "")
	if err != nil {
		return nil, err
	}
	in, err := d.asking(c)
	if err != nil {
		return nil, err
	}
	m, formula := in.Suite.Models[0], in.Suite.Checks[0].Formula
	if len(m.Vars) != len(d.model.Vars) {
		return nil, errPast
	}
	var programs []spec.Program
	for f, ok := formula.(*spec.Update); ok; f, ok = f.X.(*spec.Update) {
		programs = append(programs, f.Action)
	}
	l, err := largeOf(ctx, m, formula)
	if err != nil {
		return nil, err
	}
	t := &toldWorlds{path: string(path), system: l.base}
	err = l.base.Space().Do(ctx, func() error {
		k, layer, err := l.around(p.steps)
		if err != nil {
			return err
		}
		here := k.None().Replace(layer, l.base.Single(p.state))
		return t.behind(ctlk.New(k, ctlk.Options{Recall: m.Recall}), programs, here)
	})
	if err == nil && t.structure == nil {
		err = errNotSo
	}
	if err != nil {
		return nil, err
	}
	d.told = t
	return t, nil
}

// behind goes on from a world by knowledge actions.
func (t *toldWorlds) behind(c *ctlk.Evaluator, actions []spec.Program, where kripke.Set) error {
	if len(actions) > 0 {
		return ctlk.Ends(c, actions[0], where, false, func(c *ctlk.Evaluator, ends kripke.Set) error {
			if ends.IsEmpty() {
				return nil
			}
			return t.behind(c, actions[1:], ends)
		})
	}
	if m := c.Structure(); t.structure != nil || !where.Equal(m.Only(m.Pick(where))) {
		return errSeveral
	}
	t.structure, t.here = c.Structure(), where
	return nil
}

// possible finds what the agent of a number considers possible.
func (t *toldWorlds) possible(ctx context.Context, i, most int, show func(spec.State) World, out *Worlds) error {
	m := t.structure
	a := m.Model().Agents[i]
	if !m.Informed(a) {
		out.Why = a.Name.String() + " did not learn of what was announced"
		return nil
	}
	return t.system.Space().Do(ctx, func() error {
		worlds, err := m.Closure([]*spec.Agent{a}, t.here)
		if err != nil {
			return err
		}
		out.Count = m.Count(worlds).String()
		actual := show(m.Pick(t.here).State)
		actual.Actual = true
		out.List = append(out.List, actual)
		for worlds = worlds.Diff(t.here); len(out.List) < most && !worlds.IsEmpty(); {
			w := m.Pick(worlds)
			out.List = append(out.List, show(w.State))
			worlds = worlds.Diff(m.Only(w))
		}
		return nil
	})
}

// statement is what everybody is told about the present state by a knowledge action; nil where it
// is another one.
func (d *document) statement(action string) (spec.Expr, error) {
	m, programs, err := d.read([]string{action})
	if err != nil {
		return nil, err
	}
	l, ok := programs[0].(*spec.Learn)
	if !ok || len(m.Vars) != len(d.model.Vars) || !everybody(m, l.Group) {
		return nil, nil
	}
	t, ok := l.X.(*spec.Test)
	if !ok || t.X.Traits()&spec.Modal != 0 {
		return nil, nil
	}
	return t.X, nil
}

// everybody tells whether all agents are in a group, whatever the state.
func everybody(m *spec.Model, g *spec.Group) bool {
	in := map[string]bool{}
	ev := &spec.Evaluator{}
	for _, member := range g.Members {
		switch member.Agent.(type) {
		case *spec.Const, *spec.BoundRef:
		default:
			return false
		}
		if member.Cond != nil {
			return false
		}
		for env, err := range ev.Instances(member.Binders, nil) {
			if err != nil {
				return false
			}
			name, err := ev.Eval(member.Agent, env)
			if err != nil {
				return false
			}
			in[spec.Key(name)] = true
		}
	}
	for _, a := range m.Agents {
		if !in[spec.Key(a.Name)] {
			return false
		}
	}
	return true
}

// tell leaves of some states those of which what everybody is told is true.
func (l *largeWorlds) tell(d *document, action string, possible symbolic.Set) (symbolic.Set, error) {
	said, err := d.statement(action)
	if err == nil && said == nil {
		err = errTooMuch
	}
	if err != nil {
		return symbolic.Set{}, err
	}
	truth, err := l.memory.Truth(said, nil, nil)
	if err == nil && !truth.Undefined.Disjoint(possible) {
		err = errTooMuch
	}
	return possible.And(truth.True), err
}

// unlisted says why there is nothing by diagrams at a place, empty: there is.
func (p *place) unlisted() string {
	m := p.doc.model
	remembered := m.Recall == spec.PerfectRecall && p.steps > 0
	switch {
	case m.Joint && remembered:
		return "there are too many worlds to be listed; formulas can be asked"
	case explicit.Constrained(m, ""):
		return "there are too many worlds to be listed, and not all runs count"
	case m.AsksKnowledge() != nil && (m.Recall != spec.PerfectRecall || p.steps > 0):
		return "there are too many worlds to be listed, and steps depend on what somebody knows"
	}
	return ""
}
