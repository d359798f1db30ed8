package bitblast

import (
	"slices"

	"github.com/epibdd/epibdd/internal/certify/circuit"
	"github.com/epibdd/epibdd/spec"
)

const mostWays = 1 << 14

// Way is one way to take a step in a state.
type Way struct {
	Moves []spec.Move // one, or those of all movers
	Guard lit
	To    []Value // of the variables behind it
}

// Actions are all actions one by one, or nil for the one joint step.
func (e *State) Actions() []*spec.Action {
	if e.Model.Joint {
		return []*spec.Action{nil}
	}
	return e.Model.Actions
}

// Moves are the keys of all moves of the model, each once.
func (e *State) Moves() (list []string) {
	for _, a := range e.Model.Actions {
		var types []spec.Type
		for _, b := range a.Params {
			types = append(types, b.Type)
		}
		for args := range spec.Tuples(types) {
			e.Working()
			list = append(list, spec.Move{Action: a, Args: args}.Key())
		}
	}
	return list
}

// Ways lists all ways to take an action, or where it is nil a joint step, and where
// one is faulty: a move of each mover, and an outcome of each of their actions.
func (e *State) Ways(a *spec.Action) (list []Way, fault lit) {
	movers, actions, fault := e.Model.Movers, e.Model.Actions, no
	if a != nil {
		movers, actions = []*spec.Mover{{Choices: []spec.Choices{{Action: a}}}}, []*spec.Action{a}
	}
	all := map[*spec.Action][]Way{}
	for _, a := range actions {
		all[a] = e.chosen(a, &fault)
	}
	list = []Way{{Guard: yes}}
	for _, who := range movers {
		var own []Way
		for _, c := range who.Choices {
			for _, w := range all[c.Action] {
				if w.Moves[0].HasArgs(c.Args) {
					own = append(own, w)
				}
			}
		}
		list = e.combined(list, func(Way) []Way { return own })
	}
	for i := range movers {
		list = e.combined(list, func(w Way) (out []Way) {
			m, in := w.Moves[i], e.Doing(w.Moves)
			for _, o := range e.Instances(BindersOf(m.Action.Outcome), Instance{Env: NamesOf(m), When: yes}) {
				m.Outcome = valuesOf(m.Action.Outcome, o.Env)
				out = append(out, Way{Moves: []spec.Move{m}, Guard: in.conditions(m.Action.Given, o.Env, w.Guard, &fault)})
			}
			return out
		})
	}
	for i, w := range list {
		// The moves with their outcomes stand behind those without.
		next, wrong := e.Doing(w.Moves).effect(w.Moves[len(movers):])
		fault = e.Or(fault, e.And(w.Guard, wrong))
		list[i].Moves, list[i].To = w.Moves[len(movers):], next
	}
	return list, fault
}

// chosen are the ways to choose an action, without what comes of it.
func (e *State) chosen(a *spec.Action, fault *lit) (list []Way) {
	for _, i := range e.Instances(BindersOf(a.Params), Instance{When: yes}) {
		if guard := e.conditions(a.When, i.Env, yes, fault); guard != no {
			list = append(list, Way{Moves: []spec.Move{{Action: a, Args: valuesOf(a.Params, i.Env)}}, Guard: guard})
		}
	}
	return list
}

// BindersOf binds names to all values of their types.
func BindersOf(names []*spec.Bound) []spec.Binder {
	binders := make([]spec.Binder, len(names))
	for i, b := range names {
		binders[i].Bound = b
	}
	return binders
}

// valuesOf are the values of names.
func valuesOf(names []*spec.Bound, env *spec.Env) (vs []spec.Value) {
	for _, b := range names {
		vs = append(vs, env.Lookup(b))
	}
	return vs
}

// NamesOf binds the names of an action, and of its outcome if there is one yet.
func NamesOf(m spec.Move) *spec.Env {
	return (*spec.Env)(nil).BindAll(m.Action.Params, m.Args).BindAll(m.Action.Outcome[:len(m.Outcome)], m.Outcome)
}

// conditions is where some are true, read from left to right after others.
func (e *State) conditions(list []spec.Expr, env *spec.Env, after lit, fault *lit) lit {
	for _, x := range list {
		holds, undef := e.Truth(x, env)
		*fault, after = e.Or(*fault, e.And(after, undef)), e.And(after, holds)
	}
	return after
}

// combined adds to each way those that come next.
func (e *State) combined(list []Way, next func(Way) []Way) (out []Way) {
	for _, w := range list {
		for _, n := range next(w) {
			guard := e.And(w.Guard, n.Guard)
			if guard == no {
				continue
			}
			if out = append(out, Way{Moves: slices.Concat(w.Moves, n.Moves), Guard: guard}); len(out) > mostWays {
				panic(circuit.Open("more than %d ways to take a step", mostWays))
			}
		}
	}
	return out
}

// Initial is where all initial conditions are true, and where one has no value.
func (e *State) Initial() (in, fault lit) {
	fault = no
	in = e.conditions(e.Model.Init, nil, yes, &fault)
	return in, fault
}
