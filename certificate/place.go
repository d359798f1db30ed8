package certificate

import (
	"fmt"
	"slices"

	"github.com/epibdd/epibdd/ctlk"
	"github.com/epibdd/epibdd/internal/certify"
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
	worlds symbolic.Set // as states
	before *place       // nil: no knowledge action happened
	action *kripke.Product
	way    int
}

// of are the states of the worlds of a set that are there.
func (p *place) of(x symbolic.Set) symbolic.Set {
	if p.before == nil {
		return x
	}
	return p.before.of(p.action.Origins(x.And(p.action.Is(p.way))))
}

// site finds the structure behind a knowledge action.
func (a *author) site(s *certify.Structure) (*site, error) {
	if known := a.sites[s]; known != nil {
		return known, nil
	}
	if s.Before == nil {
		a.sites[s] = &site{a.ev, []*place{{worlds: a.worlds}}}
		return a.sites[s], nil
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
		for i := range m.Product.WaysIn(0) {
			q := &place{key: fmt.Sprintf("%s@%d.%d ", p.key, s.Number, i), before: p, action: m.Product, way: i}
			if q.worlds = q.of(m.Worlds[0]); !q.worlds.IsEmpty() {
				next.places = append(next.places, q)
			}
		}
	}
	a.sites[s] = next
	return next, nil
}

func (s *site) worlds() symbolic.Set { return s.ev.Structure().Worlds[0] }

// truth is where a formula is true.
func (s *site) truth(x spec.Expr, env *spec.Env) (symbolic.Set, error) {
	t, err := s.ev.Everywhere(x, env)
	if err != nil {
		return symbolic.Set{}, err
	}
	return t.Lower[0], nil
}

// near are the states of the worlds of a set at places that agents confuse with one.
func (s *site) near(p *place, who []*spec.Agent, x symbolic.Set) symbolic.Set {
	near := x.Space().Empty()
	for _, q := range s.places {
		if p.alike(q, who) {
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
	ways := p.action.WaysIn(0)
	return p.before.alike(q.before, who) && !slices.ContainsFunc(who, func(a *spec.Agent) bool { return ways[p.way].View[a.Index] != ways[q.way].View[a.Index] })
}
