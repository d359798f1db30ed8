package certify

import (
	"slices"

	"github.com/epibdd/epibdd/spec"
)

// tree marks what parts of a value a step has written.
type tree struct {
	parts []tree
	mark  lit
}

// take lists all ways to take an action in a state, and where one is faulty.
func (k *checker) take(e *eval, a *spec.Action) (list []way, fault lit) {
	fault = no
	for _, w := range k.moves(e, a, &fault) {
		k.effects(e, &w, &fault)
		if list = append(list, w); len(list) > mostWays {
			panic(open("more than %d ways to take a step", mostWays))
		}
	}
	return list, fault
}

// moves are the ways to choose an action, without what comes of it.
func (k *checker) moves(e *eval, a *spec.Action, fault *lit) (list []way) {
	for _, i := range e.instances(bindersOf(a.Params), instance{nil, yes, no}) {
		guard := e.conditions(a.When, i.env, yes, fault)
		if guard == no {
			continue
		}
		m := move{action: a, env: i.env}
		for _, b := range a.Params {
			m.args = append(m.args, i.env.lookup(b).cases[0].value)
		}
		list = append(list, way{moves: []move{m}, guard: guard})
	}
	return list
}

func bindersOf(names []*spec.Bound) []spec.Binder {
	binders := make([]spec.Binder, len(names))
	for i, b := range names {
		binders[i].Bound = b
	}
	return binders
}

// conditions is where some are true, read from left to right after others.
func (e *eval) conditions(list []spec.Expr, env *names, after lit, fault *lit) lit {
	for _, x := range list {
		holds, undef := e.truth(x, env)
		*fault, after = e.or(*fault, e.and(after, undef)), e.and(after, holds)
	}
	return after
}

// effects notes the state behind a way.
func (k *checker) effects(e *eval, w *way, fault *lit) {
	next, wrong := e.doing(w.moves).effect(w.moves)
	*fault = k.or(*fault, k.and(w.guard, wrong))
	w.to = k.at(e.place.next, next)
}

// takeTogether lists the ways to take a joint step, and where one is faulty: a move of each
// mover, and an outcome of each of their actions.
func (k *checker) takeTogether(e *eval) (list []way, fault lit) {
	fault = no
	all := map[*spec.Action][]way{}
	for _, a := range k.model.Actions {
		all[a] = k.moves(e, a, &fault)
	}
	list = []way{{guard: yes}}
	for _, who := range k.model.Movers {
		var own []way
		for _, c := range who.Choices {
			for _, w := range all[c.Action] {
				if matches(w.moves[0].args, c.Args) {
					own = append(own, w)
				}
			}
		}
		list = k.combined(list, func(way) []way { return own })
	}
	for i := range k.model.Movers {
		list = k.combined(list, func(w way) (out []way) {
			m, in := w.moves[i], e.doing(w.moves)
			for _, o := range e.instances(bindersOf(m.action.Outcome), instance{m.env, yes, no}) {
				m.env = o.env
				out = append(out, way{moves: []move{m}, guard: in.conditions(m.action.Given, o.env, w.guard, &fault)})
			}
			return out
		})
	}
	for i := range list {
		// The moves with their outcomes stand behind those without.
		list[i].moves = list[i].moves[len(k.model.Movers):]
		k.effects(e, &list[i], &fault)
	}
	return list, fault
}

// combined adds to each way those that come next.
func (k *checker) combined(list []way, next func(way) []way) (out []way) {
	for _, w := range list {
		for _, n := range next(w) {
			guard := k.and(w.guard, n.guard)
			if guard == no {
				continue
			}
			if out = append(out, way{moves: slices.Concat(w.moves, n.moves), guard: guard}); len(out) > mostWays {
				panic(open("more than %d ways to take a step", mostWays))
			}
		}
	}
	return out
}

// matches tells whether arguments are those that are given; nil is any.
func matches(args, given []spec.Value) bool {
	for i, v := range given {
		if v != nil && !spec.Equal(v, args[i]) {
			return false
		}
	}
	return true
}

const mostWays = 1 << 14

// effect is the state behind moves, and where that is faulty.
func (e *eval) effect(moves []move) (next []value, fault lit) {
	fault = no
	next = append(next, e.vars...)
	marks := make([]tree, len(next))
	for _, m := range moves {
		e.assign(m, next, marks, &fault)
	}
	return next, fault
}

// assign makes what a move assigns.
func (e *eval) assign(m move, next []value, marks []tree, wrong *lit) {
	fault := *wrong
	for _, as := range m.action.Then {
		for _, i := range e.instances(as.Binders, instance{m.env, yes, no}) {
			fault = e.or(fault, i.undef)
			if i.env == nil && len(as.Binders) > 0 {
				continue
			}
			when := i.when
			if as.Cond != nil {
				holds, undef := e.truth(as.Cond, i.env)
				fault, when = e.or(fault, e.and(when, undef)), e.and(when, holds)
			}
			v, undef := e.of(as.Value, i.env)
			var path []pathStep
			for _, p := range as.Path {
				s := pathStep{field: p.Field}
				for _, x := range p.Index {
					w, u := e.of(x, i.env)
					s.index, undef = append(s.index, w), e.or(undef, u)
				}
				path = append(path, s)
			}
			fault = e.or(fault, e.and(when, undef))
			n := as.Var.Index
			next[n] = e.put(next[n], &marks[n], as.Var.Type, path, when, v, &fault)
		}
	}
	*wrong = fault
}

type pathStep struct {
	index []value
	field int
}

// put writes a value to the part at a path.
func (e *eval) put(old value, m *tree, t spec.Type, path []pathStep, when lit, v value, fault *lit) value {
	if when == no {
		return old
	}
	if old.parts == nil {
		if len(path) > 0 {
			panic(open("an assignment to a part of what is optional"))
		}
		*fault = e.or(*fault, e.and(when, e.or(e.within(v, t).not(), e.and(m.mark, e.equal(old, v).not()))))
		m.mark = e.or(m.mark, when)
		new := e.either(when, v, old)
		if set, ok := t.(*spec.SetType); ok {
			out := value{isSet: true}
			for _, v := range e.list(set.Elem) {
				out.elems = append(out.elems, choice{v, e.has(new, v)})
			}
			return out
		}
		return new
	}
	if m.parts == nil {
		m.parts = make([]tree, len(old.parts))
	}
	out := value{parts: append([]value(nil), old.parts...)}
	part := func(i int, path []pathStep, when lit, v value) {
		out.parts[i] = e.put(out.parts[i], &m.parts[i], partType(t, i), path, when, v, fault)
	}
	switch array, _ := t.(*spec.ArrayType); {
	case len(path) == 0:
		parts, absent := e.parted(v)
		*fault = e.or(*fault, e.and(when, absent))
		for i, p := range parts {
			part(i, nil, when, p)
		}
	case path[0].index == nil:
		part(path[0].field, path[1:], when, v)
	default:
		outside := yes
		for _, i := range e.flat(value{parts: path[0].index}) {
			cell := array.CellIndex(i.value.(spec.Record))
			if cell >= 0 {
				outside = e.and(outside, i.when.not())
				part(cell, path[1:], e.and(when, i.when), v)
			}
		}
		*fault = e.or(*fault, e.and(when, outside))
	}
	return out
}

func partType(t spec.Type, i int) spec.Type {
	if r, ok := t.(*spec.RecordType); ok {
		return r.Fields[i].Type
	}
	return t.(*spec.ArrayType).Elem
}

// initial is where all initial conditions are true, and where one has no value.
func (k *checker) initial(e *eval) (in, fault lit) {
	in, fault = yes, no
	for _, x := range k.model.Init {
		holds, undef := e.truth(x, nil)
		fault, in = e.or(fault, e.and(in, undef)), e.and(in, holds)
	}
	return in, fault
}

// sees lists what an agent sees of a state.
type sight struct {
	shown lit
	value value
}

// sees is what an agent sees of a state, and where that has no value.
func (k *checker) sees(e *eval, a *spec.Agent) (list []sight, undef lit) {
	undef = no
	if a.All {
		for _, v := range e.vars {
			list = append(list, sight{yes, v})
		}
		return list, no
	}
	for _, o := range a.Sees {
		for _, x := range spec.Domains(o.Binders) {
			if x.Traits() != 0 {
				panic(open("what an agent sees of a domain that depends on the state"))
			}
		}
		for _, i := range e.instances(o.Binders, instance{nil, yes, no}) {
			undef = e.or(undef, i.undef)
			if i.env == nil && len(o.Binders) > 0 {
				continue
			}
			shown := i.when
			if o.Cond != nil {
				holds, u := e.truth(o.Cond, i.env)
				shown, undef = e.and(shown, holds), e.or(undef, u)
			}
			v, u := e.of(o.Value, i.env)
			undef = e.or(undef, e.and(shown, u))
			list = append(list, sight{shown, v})
		}
	}
	return list, undef
}

// same tells where agents together confuse two states.
func (k *checker) same(s, t *eval, who []*spec.Agent) lit {
	out := yes
	for _, a := range who {
		x, u := k.sees(s, a)
		y, _ := k.sees(t, a)
		k.never(&Refusal{Open: true, Reason: "what an agent sees may have no value"}, k.worlds(s), u)
		for i := range x {
			out = k.all(out, k.iff(x[i].shown, y[i].shown), k.implies(x[i].shown, s.equal(x[i].value, y[i].value)))
		}
	}
	return out
}
