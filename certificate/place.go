package certificate

import (
	"fmt"
	"slices"

	"github.com/epibdd/epibdd/ctlk"
	"github.com/epibdd/epibdd/internal/certify/question"
	"github.com/epibdd/epibdd/kripke"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// site is a structure, with the places at which a certificate speaks of it.
type site struct {
	ev     *ctlk.Evaluator
	places []*place
}

// place is a part of a structure: the worlds to which certain alternatives of the knowledge
// actions before it led.
type place struct {
	key    string
	layer  int
	worlds symbolic.Set // as states
	before *place       // nil: no knowledge action happened
	action *kripke.Product
	way    int
}

// of are the states of the worlds of a set that are there.
func (p *place) of(x kripke.Set) symbolic.Set { return p.from(x[p.layer]) }

func (p *place) from(x symbolic.Set) symbolic.Set {
	if p.before == nil {
		return x
	}
	return p.before.from(p.action.Origins(x.And(p.action.Is(p.way))))
}

// site finds the structure behind a knowledge action.
func (a *author) site(s *question.Structure) (*site, error) {
	if known := a.sites[s]; known != nil {
		return known, nil
	}
	if s.Before == nil {
		start := &site{ev: a.ev}
		for k, worlds := range a.m.Worlds {
			start.places = append(start.places, &place{key: question.LayerKey(k, ""), layer: k, worlds: worlds})
		}
		a.sites[s] = start
		return start, nil
	}
	before, err := a.site(s.Before)
	if err != nil {
		return nil, err
	}
	ev, err := ctlk.Behind(before.ev, s.Action, s.Env, ctlk.Occurrence(before.ev, s.Action))
	if err != nil {
		return nil, err
	}
	a.witnesses = true // who confuses what depends on all worlds
	next, m := &site{ev: ev}, ev.Structure()
	for _, p := range before.places {
		for i := range m.Product.WaysIn(p.layer) {
			q := &place{key: fmt.Sprintf("%s@%d.%d ", p.key, s.Number, i), layer: p.layer, before: p, action: m.Product, way: i}
			if q.worlds = q.of(m.Worlds); !q.worlds.IsEmpty() {
				next.places = append(next.places, q)
			}
		}
	}
	a.sites[s] = next
	return next, nil
}

// near are the states of the worlds of a set at places that agents confuse with one.
func (s *site) near(p *place, who []*spec.Agent, x kripke.Set) symbolic.Set {
	near := p.worlds.Space().Empty()
	for _, q := range s.places {
		if q.layer == p.layer && p.alike(q, who) {
			near = near.Or(q.of(x))
		}
	}
	return near
}

// alike tells whether agents saw the same at both places.
func (p *place) alike(q *place, who []*spec.Agent) bool {
	if p.before == nil {
		return true
	}
	ways := p.action.WaysIn(p.layer)
	return p.before.alike(q.before, who) && !slices.ContainsFunc(who, func(a *spec.Agent) bool { return ways[p.way].View[a.Index] != ways[q.way].View[a.Index] })
}
