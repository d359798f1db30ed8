package session

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/report"
	"github.com/epibdd/epibdd/spec"
)

// place is where somebody stands.
type place struct {
	id     int
	doc    *document
	parent *place // nil: an initial state
	start  string // the condition that picks the initial state
	move   Move   // that led here from parent
	state  spec.State
	steps  int // taken so far
}

// way are the places from the start to p.
func (p *place) way() []*place {
	var all []*place
	for ; p != nil; p = p.parent {
		all = append(all, p)
	}
	slices.Reverse(all)
	return all
}

// path writes p down.
func (p *place) path() Path {
	way := p.way()
	path := Path{Start: way[0].start, Moves: []Move{}}
	for _, at := range way[1:] {
		path.Moves = append(path.Moves, at.move)
	}
	return path
}

// told are the knowledge actions on the way to p.
func (p *place) told() []string {
	var all []string
	for _, at := range p.way() {
		if at.move.Announce != "" {
			all = append(all, at.move.Announce)
		}
	}
	return all
}

func (p *place) label() string {
	switch {
	case p.parent == nil:
		return "start"
	case p.move.Announce != "":
		return p.move.Announce
	}
	return p.move.Step
}

// place is the one of a number.
func (s *Session) place(d *document, id int) (*place, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if id < 1 || id > len(s.places) || s.places[id-1].doc != d {
		return nil, fmt.Errorf("there is no place %d in this document", id)
	}
	return s.places[id-1], nil
}

// add gives a place a number: that of an earlier one where the same led there.
func (s *Session) add(p *place) *place {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, q := range s.places {
		if q.doc == p.doc && q.parent == p.parent && q.start == p.start && sameMove(q.move, p.move) {
			return q
		}
	}
	p.id = len(s.places) + 1
	s.places = append(s.places, p)
	return p
}

func sameMove(a, b Move) bool {
	return a.Step == b.Step && a.Announce == b.Announce && a.State == b.State && slices.Equal(a.Done, b.Done)
}

// walk goes to a place that was written down.
func (s *Session) walk(ctx context.Context, d *document, path *Path) (*Place, error) {
	if path == nil {
		return nil, errors.New("where to?")
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	found, err := d.starts(ctx, Request{At: path.Start, Most: 1})
	if err != nil {
		return nil, err
	}
	if len(found.Listed) == 0 {
		return nil, errors.New("no initial state satisfies this condition")
	}
	at := s.add(&place{doc: d, start: found.Listed[0].Condition, state: found.Listed[0].state})
	for _, m := range path.Moves {
		if at, err = s.moved(ctx, at, m); err != nil {
			return nil, err
		}
	}
	return s.look(ctx, at)
}

// take goes on from a place.
func (s *Session) take(ctx context.Context, p *place, m Move) (*Place, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	next, err := s.moved(ctx, p, m)
	if err != nil {
		return nil, err
	}
	return s.look(ctx, next)
}

// moved is the place to which a move leads.
func (s *Session) moved(ctx context.Context, p *place, m Move) (*place, error) {
	next := &place{doc: p.doc, parent: p, start: p.start, move: m, state: p.state, steps: p.steps}
	if m.Announce != "" {
		done, err := p.announce(ctx, m)
		if err != nil {
			return nil, err
		}
		next.move = Move{Announce: m.Announce, Done: done}
		return s.add(next), nil
	}
	steps, _, err := p.next(ctx)
	if err != nil {
		return nil, err
	}
	var fit []taken
	for _, step := range steps {
		if step.label == m.Step && (m.State == "" || m.State == step.condition(p.doc.model)) {
			fit = append(fit, step)
		}
	}
	switch len(fit) {
	case 0:
		return nil, fmt.Errorf("%s cannot be done here", m.Step)
	case 1:
		next.move = Move{Step: m.Step, State: m.State}
		next.state, next.steps = fit[0].to, p.steps+1
		return s.add(next), nil
	}
	return nil, fmt.Errorf("%s can end in %d ways: say in which state", m.Step, len(fit))
}

// taken is a step with the state that it leads to.
type taken struct {
	label string
	moves []spec.Move
	to    spec.State
}

func (t taken) condition(m *spec.Model) string { return report.StateOf(m, t.to).Condition() }

// errForgets says why no steps follow an announcement.
var errForgets = errors.New("steps behind an announcement are for agents who remember (recall: perfect); the others would have forgotten it")

// next lists the steps from a place, with what is known there, for guards (nil: none asks).
func (p *place) next(ctx context.Context) ([]taken, explicit.Asking, error) {
	m := p.doc.model
	if len(m.Actions) == 0 {
		return nil, nil, nil
	}
	if len(p.told()) > 0 && m.Recall != spec.PerfectRecall {
		return nil, nil, errForgets
	}
	var ask explicit.Asking
	if m.AsksKnowledge() != nil {
		at, err := p.stand(ctx)
		if err != nil {
			return nil, nil, fmt.Errorf("steps here depend on what somebody knows: %w", err)
		}
		ask = at.system.At(at.world).Asks()
		m = at.system.Model()
	}
	steps, err := explicit.Successors(m, p.state, ask)
	if err != nil {
		return nil, nil, err
	}
	all := make([]taken, len(steps))
	for i, step := range steps {
		all[i] = taken{step.String(), step.Moves, step.To}
	}
	return all, ask, nil
}
