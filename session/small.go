package session

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/report"
	"github.com/epibdd/epibdd/spec"
)

// Worlds are listed up to so many, with so much work.
const (
	mostWorlds = 1 << 13
	worldWork  = 1 << 22
)

// smallWorlds keeps what was enumerated last.
type smallWorlds struct {
	key      string
	system   *explicit.System // nil: there are too many
	programs []spec.Program   // the knowledge actions, about the same model
}

// standing is a place among worlds that are enumerated.
type standing struct {
	system *explicit.System
	world  int
}

// waysError says that a knowledge action can happen in several ways.
type waysError struct{ ways [][]string }

func (e *waysError) Error() string {
	return fmt.Sprintf("this can happen in %d ways here: choose one", len(e.ways))
}

// stand finds a place among worlds that are enumerated; the error is that there are too many
// (explicit.IsTooLarge), or that nothing can be known.
func (p *place) stand(ctx context.Context) (*standing, error) { return p.standWith(ctx, "") }

// standWith is stand where a further knowledge action is going to be asked about.
func (p *place) standWith(ctx context.Context, action string) (*standing, error) {
	d := p.doc
	actions := p.told()
	if action != "" {
		actions = append(actions, action)
	}
	s, err := d.enumerated(ctx, actions, p.steps)
	if err != nil {
		return nil, err
	}
	way := p.way()
	at := &standing{system: s.system, world: explicit.Beyond}
	for _, w := range s.system.Starts() {
		if same(d.model, s.system.States()[w], way[0].state) {
			at.world = w
		}
	}
	if at.world == explicit.Beyond {
		return nil, errors.New("no run that counts begins in this state")
	}
	told, behind := 0, false
	for _, step := range way[1:] {
		if step.move.Announce != "" {
			if at, err = at.told(s.programs[told], step.move.Done); err != nil {
				return nil, err
			}
			told, behind = told+1, true
			continue
		}
		if behind {
			onward, err := explicit.Outcome{System: at.system, World: at.world}.Onward()
			if err != nil {
				return nil, err
			}
			at, behind = &standing{onward, at.world}, false
		}
		if at, err = at.stepped(d.model, step); err != nil {
			return nil, err
		}
	}
	return at, nil
}

// enumerated lists the worlds that so many steps lead to, and reads knowledge actions as
// programs about the same model.
func (d *document) enumerated(ctx context.Context, actions []string, steps int) (*smallWorlds, error) {
	key := fmt.Sprint(steps, "\n", strings.Join(actions, "\n"))
	if d.small.key == key && d.small.system != nil {
		return &d.small, nil
	}
	if d.tooLarge != nil && steps >= d.tooLargeAt {
		return nil, d.tooLarge
	}
	s, m := smallWorlds{key: key}, d.model
	var err error
	if all := slices.Concat(actions, d.tellings); len(all) > 0 {
		if m, s.programs, err = d.read(all); err != nil {
			return nil, err
		}
	}
	o := explicit.Options{MaxStates: mostWorlds, MaxWork: worldWork, Interrupted: ctx.Err}
	if d.model.Recall == spec.PerfectRecall {
		s.system, err = explicit.Histories(m, "", steps, o)
	} else {
		s.system, err = explicit.Unroll(m, d.model.Recall, "", spec.AutoDepth, o)
	}
	d.small = s
	if explicit.IsTooLarge(err) { // and so it is after more steps
		d.tooLarge, d.tooLargeAt = err, steps
	}
	return &d.small, err
}

// same compares states of a model with those of one that has further variables of the past.
func same(m *spec.Model, st, as spec.State) bool {
	for _, v := range m.Vars {
		if !spec.Equal(st[v.Index], as[v.Index]) {
			return false
		}
	}
	return true
}

// stepped goes on by a step.
func (at *standing) stepped(m *spec.Model, p *place) (*standing, error) {
	for _, arrow := range at.system.Arrows(at.world) {
		if arrow.Label() != p.move.Step {
			continue
		}
		if arrow.To == explicit.Beyond {
			return nil, &explicit.TooLarge{What: "worlds", Limit: mostWorlds}
		}
		if same(m, at.system.States()[arrow.To], p.state) {
			return &standing{at.system, arrow.To}, nil
		}
	}
	return nil, fmt.Errorf("%s cannot be done here", p.move.Step)
}

// told goes on by a knowledge action that happens in one of its ways.
func (at *standing) told(p spec.Program, done []string) (*standing, error) {
	ends, err := at.system.Outcomes(p, nil, at.world)
	if err != nil {
		return nil, err
	}
	if len(ends) == 0 {
		return nil, errNotSo
	}
	if len(ends) > 1 && done != nil {
		ends = slices.DeleteFunc(ends, func(o explicit.Outcome) bool { return !slices.Equal(o.Done, done) })
	}
	if len(ends) != 1 {
		e := &waysError{}
		for _, o := range ends {
			e.ways = append(e.ways, o.Done)
		}
		return nil, e
	}
	return &standing{ends[0].System, ends[0].World}, nil
}

// announce tells what a knowledge action does at a place, nil where it is the one thing that
// it can do.
func (p *place) announce(ctx context.Context, m Move) (done []string, err error) {
	at, err := p.standWith(ctx, m.Announce)
	if explicit.IsTooLarge(err) {
		return nil, p.announceLarge(ctx, Move{Announce: m.Announce})
	}
	if err != nil {
		return nil, err
	}
	programs := p.doc.small.programs
	if _, err := at.told(programs[len(p.told())], m.Done); err != nil {
		return nil, err
	}
	return m.Done, nil
}

// tellings are the knowledge actions of the document that can happen at a place, in one way.
func (p *place) tellings(at *standing) []string {
	var can []string
	programs := p.doc.small.programs[len(p.told()):]
	for i, text := range p.doc.tellings {
		if _, err := at.told(programs[i], nil); err == nil || errors.As(err, new(*waysError)) {
			can = append(can, text)
		}
	}
	return can
}

// show shows one world.
func (at *standing) show(m *spec.Model, w int) World {
	return World{State: report.StateOf(m, at.system.States()[w]), Done: at.system.At(w).Done(), Actual: w == at.world}
}

// worlds lists what an agent considers possible.
func (s *Session) worlds(ctx context.Context, p *place, agent string, most int) (*Worlds, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if most <= 0 {
		most = 50
	}
	m := p.doc.model
	i, err := p.doc.agent(agent)
	if err != nil {
		return nil, err
	}
	out := &Worlds{Agent: agent, List: []World{}, Of: "worlds"}
	at, err := p.stand(ctx)
	if explicit.IsTooLarge(err) {
		return p.largeWorlds(ctx, m.Agents[i], most)
	}
	if err != nil {
		out.Why = err.Error()
		return out, nil
	}
	a := at.system.Model().Agents[i]
	if !at.system.Informed(a) {
		out.Why = agent + " did not learn of what was announced"
		return out, nil
	}
	all := at.system.At(at.world).Confused(a)
	out.Count = fmt.Sprint(len(all))
	slices.SortStableFunc(all, func(v, w int) int { return order(v == at.world) - order(w == at.world) })
	for _, w := range all[:min(len(all), most)] {
		out.List = append(out.List, at.show(m, w))
	}
	return out, nil
}

// agent is the number of an agent.
func (d *document) agent(name string) (int, error) {
	i := slices.IndexFunc(d.model.Agents, func(a *spec.Agent) bool { return a.Name.String() == name })
	if i < 0 {
		return 0, fmt.Errorf("there is no agent %q", name)
	}
	return i, nil
}

// says lists the knowledge actions of the document that an agent knows to be possible; none where
// there are too many worlds, or where it did not learn what happened.
func (s *Session) says(ctx context.Context, p *place, agent string) (*Says, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	out := &Says{Agent: agent, List: []string{}}
	i, err := p.doc.agent(agent)
	if err != nil || len(p.doc.tellings) == 0 {
		return out, err
	}
	at, err := p.stand(ctx)
	if explicit.IsTooLarge(err) {
		return out, nil
	}
	if err != nil {
		return nil, err
	}
	a := at.system.Model().Agents[i]
	if !at.system.Informed(a) {
		return out, nil
	}
	possible := at.system.At(at.world).Confused(a)
	programs := p.doc.small.programs[len(p.told()):]
	for i, text := range p.doc.tellings {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		never := func(w int) bool {
			ends, err := at.system.Outcomes(programs[i], nil, w)
			return err != nil || len(ends) == 0
		}
		if !slices.ContainsFunc(possible, never) {
			out.List = append(out.List, text)
		}
	}
	return out, nil
}

func order(first bool) int {
	if first {
		return 0
	}
	return 1
}

// graph lists what somebody considers possible, and what somebody considers possible there, and
// so on, up to a number of worlds.
func (s *Session) graph(ctx context.Context, p *place, most int) (*Graph, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if most <= 0 {
		most = 40
	}
	out := &Graph{Worlds: []World{}, Agents: []Class{}}
	at, err := p.stand(ctx)
	if err != nil {
		out.Why = err.Error()
		if explicit.IsTooLarge(err) {
			out.Why = "there are too many worlds to be drawn"
		}
		return out, nil
	}
	worlds, all := at.system.At(at.world).Neighbours(most)
	out.All = all
	for _, w := range worlds {
		out.Worlds = append(out.Worlds, at.show(p.doc.model, w))
	}
	for _, a := range at.system.Model().Agents {
		if !at.system.Informed(a) {
			continue
		}
		classes := at.system.Classes(a)
		one := Class{Name: a.Name.String()}
		for _, w := range worlds {
			one.Class = append(one.Class, classes[w])
		}
		out.Agents = append(out.Agents, one)
	}
	return out, nil
}
