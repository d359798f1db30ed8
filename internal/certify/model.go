package certify

import (
	"slices"

	"github.com/epibdd/epibdd/spec"
)

const mostWays = 1 << 14

// take lists all ways to take an action, or where it is nil a joint step, in a state, and where
// one is faulty: a move of each mover, and an outcome of each of their actions.
func (k *checker) take(e *eval, a *spec.Action) (list []way, fault lit) {
	movers, fault := k.model.Movers, no
	actions := k.model.Actions
	if a != nil {
		movers, actions = []*spec.Mover{{Choices: []spec.Choices{{Action: a}}}}, []*spec.Action{a}
	}
	all := map[*spec.Action][]way{}
	for _, a := range actions {
		all[a] = k.moves(e, a, &fault)
	}
	list = []way{{guard: yes}}
	for _, who := range movers {
		var own []way
		for _, c := range who.Choices {
			for _, w := range all[c.Action] {
				if matches(w.moves[0].Args, c.Args) {
					own = append(own, w)
				}
			}
		}
		list = k.combined(list, func(way) []way { return own })
	}
	for i := range movers {
		list = k.combined(list, func(w way) (out []way) {
			m, in := w.moves[i], e.doing(w.moves)
			for _, o := range e.instances(bindersOf(m.Action.Outcome), instance{env: namesOf(m), when: yes}) {
				m.Outcome = valuesOf(m.Action.Outcome, o.env)
				out = append(out, way{moves: []spec.Move{m}, guard: in.conditions(m.Action.Given, o.env, w.guard, &fault)})
			}
			return out
		})
	}
	for i, w := range list {
		// The moves with their outcomes stand behind those without.
		next, wrong := e.doing(w.moves).effect(w.moves[len(movers):])
		fault = k.or(fault, k.and(w.guard, wrong))
		list[i].moves, list[i].to = w.moves[len(movers):], k.at(e.place.next, next, k.recorded(e, w.moves[len(movers):]))
	}
	return list, fault
}

// moves are the ways to choose an action, without what comes of it.
func (k *checker) moves(e *eval, a *spec.Action, fault *lit) (list []way) {
	for _, i := range e.instances(bindersOf(a.Params), instance{when: yes}) {
		if guard := e.conditions(a.When, i.env, yes, fault); guard != no {
			list = append(list, way{moves: []spec.Move{{Action: a, Args: valuesOf(a.Params, i.env)}}, guard: guard})
		}
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

func valuesOf(names []*spec.Bound, env *spec.Env) (vs []spec.Value) {
	for _, b := range names {
		vs = append(vs, env.Lookup(b))
	}
	return vs
}

// namesOf binds the names of an action, and of its outcome if there is one yet.
func namesOf(m spec.Move) *spec.Env {
	return (*spec.Env)(nil).BindAll(m.Action.Params, m.Args).BindAll(m.Action.Outcome[:len(m.Outcome)], m.Outcome)
}

// conditions is where some are true, read from left to right after others.
func (e *eval) conditions(list []spec.Expr, env *spec.Env, after lit, fault *lit) lit {
	for _, x := range list {
		holds, undef := e.truth(x, env)
		*fault, after = e.or(*fault, e.and(after, undef)), e.and(after, holds)
	}
	return after
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

// mark is where a step has written a value as a whole, and something in it.
type mark struct {
	whole, inside lit
	parts         map[int]*mark
}

// effect is the state behind moves, and where that is faulty.
func (e *eval) effect(moves []spec.Move) (next []value, fault lit) {
	fault, next = no, slices.Clone(e.vars)
	marks := make([]mark, len(next))
	for _, m := range moves {
		for _, as := range m.Action.Then {
			for _, i := range e.instances(as.Binders, instance{env: namesOf(m), when: yes}) {
				if fault = e.or(fault, i.undef); i.when != no {
					n := as.Var.Index
					next[n] = e.assign(as, i, next[n], &marks[n], &fault)
				}
			}
		}
	}
	return next, fault
}

// assign makes one assignment.
func (e *eval) assign(as spec.Assign, i instance, old value, m *mark, fault *lit) value {
	when := i.when
	if as.Cond != nil {
		holds, undef := e.truth(as.Cond, i.env)
		*fault, when = e.or(*fault, e.and(when, undef)), e.and(when, holds)
	}
	v, undef := e.of(as.Value, i.env)
	path := make([]turn, len(as.Path))
	for j, p := range as.Path {
		path[j] = turn{choice{spec.Int(p.Field), yes}}
		if p.Index != nil {
			var u lit
			path[j], u = e.tuples(p.Index, i.env)
			undef = e.or(undef, u)
		}
	}
	*fault = e.or(*fault, e.and(when, undef))
	return e.put(old, m, as.Var.Type, path, when, v, fault)
}

// turn is how a path to a part goes on: by a field, or by an index, which may be one of several.
type turn []choice

// put writes a value to the part at a path. What is written twice has to be the same; that it is,
// is not looked at where one is inside of the other.
func (e *eval) put(old value, m *mark, t spec.Type, path []turn, when lit, v value, fault *lit) value {
	if when == no {
		return old
	}
	if len(path) == 0 {
		other := e.and(m.whole, e.equal(old, v).not())
		*fault = e.or(*fault, e.and(when, e.any(e.within(v, t).not(), m.inside, other)))
		m.whole = e.or(m.whole, when)
		return e.either(when, v, old)
	}
	w := e.cut(old)
	*fault = e.or(*fault, e.and(when, e.or(w.absent, m.whole)))
	m.inside = e.or(m.inside, when)
	out := &whole{w.kind, w.elems, slices.Clone(w.parts), w.absent}
	for _, c := range path[0] {
		n, when := placeOf(t, c.value), e.and(when, c.when)
		if n < 0 || n >= len(out.parts) {
			*fault = e.or(*fault, when)
			continue
		}
		if m.parts == nil {
			m.parts = map[int]*mark{}
		}
		if m.parts[n] == nil {
			m.parts[n] = &mark{}
		}
		out.parts[n] = e.put(w.parts[n], m.parts[n], partType(t, n), path[1:], when, v, fault)
	}
	return value{whole: out}
}

// placeOf is which part of a record or an array a field or an index says.
func placeOf(t spec.Type, v spec.Value) int {
	if i, ok := v.(spec.Record); ok {
		return spec.Present(t).(*spec.ArrayType).CellIndex(i)
	}
	return int(v.(spec.Int))
}

// initial is where all initial conditions are true, and where one has no value.
func (k *checker) initial(e *eval) (in, fault lit) {
	fault = no
	in = e.conditions(k.model.Init, nil, yes, &fault)
	return in, fault
}
