package certify

import (
	"slices"

	"github.com/epibdd/epibdd/internal/certify/bitblast"
	"github.com/epibdd/epibdd/internal/certify/question"
	"github.com/epibdd/epibdd/spec"
)

// place is a part of a structure that is a set of states. A world is a state at a place.
type place struct {
	key   string              // in front of what the certificate says of operators there
	in    *question.Structure // of which it is a part
	root  int                 // the set of the states that are worlds there
	next  *place              // where steps lead; nil: it is not said
	layer int                 // how many steps were taken, with memory
	open  bool                // nothing is known of its worlds

	before *place   // where the alternative of the knowledge action happened
	way    int      // which one it is
	named  bool     // and whether the action as it is written admits it
	view   []string // what each agent saw of what happened, empty if nothing did
}

// alike are the places of a structure, in the layer of one, that agents together confuse with that; nobody: all.
func (k *checker) alike(s *question.Structure, p *place, who []*spec.Agent) (list []*place) {
	for _, q := range k.places[s.Key] {
		if q.layer == p.layer && !slices.ContainsFunc(who, func(a *spec.Agent) bool { return p.view[a.Index] != q.view[a.Index] }) {
			list = append(list, q)
		}
	}
	return list
}

// found is where some world that looks to agents like here, with the state t, satisfies f.
func (k *checker) found(t *world, who []*spec.Agent, f func(*world) lit) lit {
	out := no
	for _, q := range k.alike(k.here.place.in, k.here.place, who) {
		out = k.Or(out, k.And(k.worlds(k.in(t, q)), f(k.in(t, q))))
	}
	return k.And(out, k.same(k.here, t, who))
}

// world is a state at a place, with what is recorded of those before.
type world struct {
	*bitblast.State
	record []lit
	place  *place
}

// evalAt is a state at a place.
type evalAt struct {
	e *world
	p *place
}

// in is a state as a world of a place.
func (k *checker) in(e *world, p *place) *world {
	if e.place == p {
		return e
	}
	moved := k.moved[evalAt{e, p}]
	if moved == nil {
		moved = k.at(p, e.Vars, e.record)
		k.moved[evalAt{e, p}], k.readings[moved] = moved, k.readings[e]
	}
	return moved
}

// at is the state with these values, and what is recorded, at a place. Operators about time and knowledge are read
// from the sets that the certificate has of them there.
func (k *checker) at(p *place, vars []bitblast.Value, record []lit) *world {
	e := &world{bitblast.NewState(k.Circuit, k.model, vars), record, p}
	e.Modal = func(x spec.Expr, env *spec.Env) (holds, undef lit) { return k.claimed(e, x, env) }
	return e
}

func (k *checker) worlds(e *world) lit { return k.And(k.set(e, e.place.root), k.lasting(e)) }

// visit makes here any state at a place.
func (k *checker) visit(p *place) {
	k.here = k.in(k.one, p)
	k.isHere = k.And(k.valid, k.worlds(k.here))
}

// same tells where agents together confuse two worlds at places that they do not tell apart.
func (k *checker) same(s, t *world, who []*spec.Agent) lit {
	out := k.recalled(s, t, who)
	for _, a := range who {
		alike, undef := s.Confuses(t.State, a)
		k.never(open("a domain of what an agent sees may have no value"), k.worlds(s), undef)
		out = k.And(out, alike)
	}
	return out
}
