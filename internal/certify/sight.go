package certify

import (
	"fmt"
	"maps"
	"slices"

	"github.com/epibdd/epibdd/spec"
)

// sight is something that an agent sees, where it is shown, and where it has no value.
type sight struct {
	shown, undef lit
	value        value
}

// sights are what an agent sees, by what it is called.
type sights map[string]sight

// add adds what is seen in a case, of several that exclude each other.
func (e *eval) add(seen sights, key string, when lit, x sight) {
	when = e.and(when, x.shown)
	if old, ok := seen[key]; ok {
		x = sight{old.shown, e.ite(when, x.undef, old.undef), e.either(when, x.value, old.value)}
		when = e.or(old.shown, when)
	}
	if x.shown = when; when != no {
		seen[key] = x
	}
}

// fact adds that something is so.
func (e *eval) fact(seen sights, key string, when lit) {
	e.add(seen, key, when, sight{yes, no, constant(spec.Bool(true))})
}

// observable adds what one shows, for each choice of its names, and returns where a domain has no value.
// That there is a choice is seen, too. Where the condition has no value nothing else is seen.
func (e *eval) observable(seen sights, key string, when lit, o spec.Observable, env *spec.Env) (undef lit) {
	undef = no
	for _, i := range e.instances(o.Binders, instance{env: env, when: yes}) {
		if undef = e.or(undef, i.undef); i.when == no {
			continue
		}
		v, u := e.of(o.Value, i.env)
		s, key := sight{yes, u, v}, key+spec.Key(valuesOf(boundBy(o.Binders), i.env)...)
		if o.Cond != nil {
			holds, none := e.truth(o.Cond, i.env)
			s.shown, s.undef = e.or(holds, none), e.or(u, none)
		}
		in := e.and(when, i.when)
		e.fact(seen, key, in)
		e.add(seen, key+"=", in, s)
	}
	return undef
}

// sees is what an agent sees of a state, by expressions and the names in them, and where that
// has no value.
func (e *eval) sees(a *spec.Agent) (seen sights, undef lit) {
	seen, undef = sights{}, no
	if a.All {
		for i, v := range e.vars {
			e.add(seen, fmt.Sprint(i), yes, sight{yes, no, v})
		}
	}
	for n, o := range a.Sees {
		undef = e.or(undef, e.observable(seen, fmt.Sprint(n, " "), yes, o, nil))
	}
	return seen, undef
}

// observes adds what an agent observes of moves where a step is taken (docs/semantics.md#steps).
func (e *eval) observes(a *spec.Agent, moves []spec.Move, when lit, seen sights) {
	for n, m := range moves {
		named, env, action := e.when(!m.Action.Hidden || a == history), namesOf(m), fmt.Sprint(n, " ", m.Action.Name)
		if m.Action.By != nil {
			owner, undef := e.of(m.Action.By, env)
			named = e.or(named, e.and(undef.not(), e.is(owner, a.Name)))
		}
		if len(m.Args) > 0 { // without any, whoever is told the name sees as much
			e.fact(seen, action+spec.Key(m.Args...), e.and(when, named))
		}
		e.fact(seen, action+" outcome"+spec.Key(m.Outcome...), e.and(when, e.when(a == history)))
		for i, s := range m.Action.Seen {
			for _, in := range e.instances(s.Binders, instance{env: env, when: yes}) {
				applies, lost := in.when, in.undef
				if applies != no && s.Cond != nil {
					holds, _ := e.truth(s.Cond, in.env)
					applies = e.and(applies, holds)
				}
				if applies != no && s.Agent != nil {
					who, undef := e.of(s.Agent, in.env)
					applies = e.all(applies, undef.not(), e.is(who, a.Name))
				}
				named = e.or(named, applies)
				if applies != no {
					key := fmt.Sprint(action, " ", i, spec.Key(valuesOf(boundBy(s.Binders), in.env)...))
					e.fact(seen, key, e.and(when, applies))
					for j, o := range s.What {
						lost = e.or(lost, e.observable(seen, fmt.Sprint(key, "/", j), e.and(when, applies), o, in.env))
					}
				}
				if e.and(when, lost) != no {
					panic(open("what is seen of a step, of a domain that may have no value"))
				}
			}
		}
		e.fact(seen, action+" by name", e.and(when, named))
	}
}

// alike is where two lists of what is seen are the same. What has no value looks like one more.
func (e *eval) alike(xs, ys sights) lit {
	keys := slices.AppendSeq(slices.Collect(maps.Keys(xs)), maps.Keys(ys))
	slices.Sort(keys)
	alike := yes
	for _, key := range slices.Compact(keys) {
		x, y := xs[key], ys[key]
		equal := e.and(e.iff(x.undef, y.undef), e.or(x.undef, e.equal(x.value, y.value)))
		alike = e.all(alike, e.iff(x.shown, y.shown), e.implies(x.shown, equal))
	}
	return alike
}

// alikeTo tells where an agent confuses two states, and where what it sees of the first has a
// domain without a value.
func (k *checker) alikeTo(s, t *eval, a *spec.Agent) (alike, undef lit) {
	xs, undef := s.sees(a)
	ys, _ := t.sees(a)
	return s.alike(xs, ys), undef
}

// same tells where agents together confuse two worlds at places that they do not tell apart.
func (k *checker) same(s, t *eval, who []*spec.Agent) lit {
	out := k.recalled(s, t, who)
	for _, a := range who {
		alike, undef := k.alikeTo(s, t, a)
		k.never(open("a domain of what an agent sees may have no value"), k.worlds(s), undef)
		out = k.and(out, alike)
	}
	return out
}
