package bitblast

import (
	"fmt"
	"maps"
	"slices"

	"github.com/epibdd/epibdd/internal/certify/circuit"
	"github.com/epibdd/epibdd/spec"
)

// History sees all states and all of each step.
var History = &spec.Agent{All: true, Name: spec.Symbol("history")}

// sight is something that an agent sees, where it is shown, and where it has no value.
type sight struct {
	shown, undef lit
	value        Value
}

// view is what an agent sees, and where that has no value.
type view struct {
	Sights
	undef lit
}

// Sights are what an agent sees, by what it is called.
type Sights map[string]sight

// add adds what is seen in a case, of several that exclude each other.
func (e *State) add(seen Sights, key string, when lit, x sight) {
	when = e.And(when, x.shown)
	if old, ok := seen[key]; ok {
		x = sight{old.shown, e.Ite(when, x.undef, old.undef), e.either(when, x.value, old.value)}
		when = e.Or(old.shown, when)
	}
	if x.shown = when; when != no {
		seen[key] = x
	}
}

// fact adds that something is so.
func (e *State) fact(seen Sights, key string, when lit) {
	e.add(seen, key, when, sight{yes, no, constant(spec.Bool(true))})
}

// observable adds what one shows, for each choice of its names, and returns where a domain has no value.
// That there is a choice is seen, too. Where the condition has no value nothing else is seen.
func (e *State) observable(seen Sights, key string, when lit, o spec.Observable, env *spec.Env) (undef lit) {
	undef = no
	for _, i := range e.Instances(o.Binders, Instance{Env: env, When: yes}) {
		if undef = e.Or(undef, i.Undef); i.When == no {
			continue
		}
		v, u := e.Of(o.Value, i.Env)
		s, key := sight{yes, u, v}, key+spec.Key(valuesOf(boundBy(o.Binders), i.Env)...)
		if o.Cond != nil {
			holds, none := e.Truth(o.Cond, i.Env)
			s.shown, s.undef = e.Or(holds, none), e.Or(u, none)
		}
		in := e.And(when, i.When)
		e.fact(seen, key, in)
		e.add(seen, key+"=", in, s)
	}
	return undef
}

// sees is what an agent sees of a state, by expressions and the names in them, and where that
// has no value. It is found once: a state is held against many others.
func (e *State) sees(a *spec.Agent) (seen Sights, undef lit) {
	if known, ok := e.seen[a]; ok {
		return known.Sights, known.undef
	}
	defer func() { e.seen[a] = view{seen, undef} }()
	seen, undef = Sights{}, no
	if a.All {
		for i, v := range e.Vars {
			e.add(seen, fmt.Sprint(i), yes, sight{yes, no, v})
		}
	}
	for n, o := range a.Sees {
		undef = e.Or(undef, e.observable(seen, fmt.Sprint(n, " "), yes, o, nil))
	}
	return seen, undef
}

// Observes adds what an agent observes of moves where a step is taken (docs/semantics.md#steps).
func (e *State) Observes(a *spec.Agent, moves []spec.Move, when lit, seen Sights) {
	for n, m := range moves {
		named, env, action := e.When(!m.Action.Hidden || a == History), NamesOf(m), fmt.Sprint(n, " ", m.Action.Name)
		if m.Action.By != nil {
			owner, undef := e.Of(m.Action.By, env)
			named = e.Or(named, e.And(undef.Not(), e.Is(owner, a.Name)))
		}
		if len(m.Args) > 0 { // without any, whoever is told the name sees as much
			e.fact(seen, action+spec.Key(m.Args...), e.And(when, named))
		}
		e.fact(seen, action+" outcome"+spec.Key(m.Outcome...), e.And(when, e.When(a == History)))
		for i, s := range m.Action.Seen {
			for _, in := range e.Instances(s.Binders, Instance{Env: env, When: yes}) {
				applies, lost := in.When, in.Undef
				if applies != no && s.Cond != nil {
					holds, _ := e.Truth(s.Cond, in.Env)
					applies = e.And(applies, holds)
				}
				if applies != no && s.Agent != nil {
					who, undef := e.Of(s.Agent, in.Env)
					applies = e.All(applies, undef.Not(), e.Is(who, a.Name))
				}
				named = e.Or(named, applies)
				if applies != no {
					key := fmt.Sprint(action, " ", i, spec.Key(valuesOf(boundBy(s.Binders), in.Env)...))
					e.fact(seen, key, e.And(when, applies))
					for j, o := range s.What {
						lost = e.Or(lost, e.observable(seen, fmt.Sprint(key, "/", j), e.And(when, applies), o, in.Env))
					}
				}
				if e.And(when, lost) != no {
					panic(circuit.Open("what is seen of a step, of a domain that may have no value"))
				}
			}
		}
		e.fact(seen, action+" by name", e.And(when, named))
	}
}

// Alike is where two lists of what is seen are the same. What has no value looks like one more.
func (e *State) Alike(xs, ys Sights) lit {
	keys := slices.AppendSeq(slices.Collect(maps.Keys(xs)), maps.Keys(ys))
	slices.Sort(keys)
	alike := yes
	for _, key := range slices.Compact(keys) {
		x, y := xs[key], ys[key]
		equal := e.And(e.Iff(x.undef, y.undef), e.Or(x.undef, e.Equal(x.value, y.value)))
		alike = e.All(alike, e.Iff(x.shown, y.shown), e.Implies(x.shown, equal))
	}
	return alike
}

// Confuses tells where an agent confuses two states, and where what it sees of the first has a
// domain without a value.
func (e *State) Confuses(t *State, a *spec.Agent) (alike, undef lit) {
	xs, undef := e.sees(a)
	ys, _ := t.sees(a)
	return e.Alike(xs, ys), undef
}

func boundBy(bs []spec.Binder) (list []*spec.Bound) {
	for _, b := range bs {
		list = append(list, b.Bound)
	}
	return list
}
