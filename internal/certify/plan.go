package certify

import (
	"cmp"
	"maps"
	"slices"

	"github.com/epibdd/epibdd/internal/certify/bitblast"
	"github.com/epibdd/epibdd/internal/certify/circuit"
	"github.com/epibdd/epibdd/internal/certify/question"
	"github.com/epibdd/epibdd/spec"
)

// planner certifies what plans cost. Those who plan choose in beliefs, sets of worlds of which they know that they are in one; what
// they see of a step parts what comes of it into beliefs.
type planner struct {
	*checker
	*spec.Plan
	goal   spec.Expr
	states map[int]*world                      // single ones that the certificate names, by its wires for them
	acts   map[*world]map[string]*bitblast.Act // in a state
	dear   map[int]map[int]bool                // by number, the beliefs from which plans cost more
	ask    []func()                            // what is to be certified of these
}

// taking is a step, nil: none yet, and where it leads.
type taking struct {
	*bitblast.Taking
	to *world
}

// planned certifies the least cost of a plan in the worst case, or that there is none within what it may cost.
func (k *checker) planned(c *spec.Check) {
	p := &planner{k, c.Plan, c.Formula, map[int]*world{}, map[*world]map[string]*bitblast.Act{}, map[int]map[int]bool{}, nil}
	k.visit(k.start)
	first, _ := k.one.Initial()
	other, _ := k.there.Initial()
	for i := 0; k.cert.Claims[question.StateKey(i)] != nil; i++ {
		claim := k.cert.Claims[question.StateKey(i)]
		bits, ok := circuit.Constant(slices.Concat(claim.Witnesses...))
		if !ok || len(claim.Witnesses) != 1 {
			panic(wrong("%s is no state", question.StateKey(i)))
		}
		p.states[claim.Set] = k.read(claim.Witnesses[0], bits)
	}
	more, s, t := cmp.Or(p.Within, question.Unbounded), taking{to: k.one}, taking{to: k.there}
	if n := k.cert.Count; n != nil {
		if !k.Possible(k.isHere, first) || !n.IsInt64() || n.Int64() > int64(more) {
			panic(wrong("a plan does not cost %s", n))
		}
		more = int(n.Int64()) - 1
		for _, part := range p.parts(question.Plan, 0, s, t, k.isHere, k.allowed, first, other) {
			p.suffices(part, more+1)
		}
	}
	if more < 0 {
		return
	}
	p.belief(question.DearKey(more, 0))
	k.never(wrong("plans do not begin in all of the first belief that costs too much"), k.isHere, k.allowed, k.worlds(k.in(k.there, k.here.place)), k.All(append(p.alike(s, t), first)...).Not())
	for p.worse(more); len(p.ask) > 0; p.ask = p.ask[1:] {
		p.ask[0]()
	}
}

// belief goes to a claimed set of worlds, as a place of its own.
func (p *planner) belief(key string) *place {
	at := &place{key: key, in: p.start.in, next: p.start, view: p.start.view}
	at.root = p.part(p.in(p.one, at), "").Set
	p.visit(at)
	p.never(wrong("a state is no world: %s", key), p.isHere, p.worlds(p.one).Not())
	return at
}

// met tells whether the goal is reached here: it is true in all of the belief.
func (p *planner) met() bool {
	f, undef := p.here.Truth(p.goal, nil)
	p.never(open("the goal may have no value"), p.isHere, undef)
	return !p.Possible(p.isHere, f.Not())
}

// believed is an operator about those who plan: they consider all of a belief possible, and nothing else.
func (k *checker) believed(at *place, x spec.Expr, env *spec.Env) lit {
	operand, _, _ := question.Asked(&question.Need{Expr: x, Env: env})
	s, t := k.in(k.one, at), k.in(k.there, at)
	v, undef := s.Of(operand, env)
	k.never(open("an operand may have no value"), k.valid, k.worlds(s), undef)
	w, _ := t.Of(operand, env)
	if op, ok := x.(*spec.Knows); !ok || op.Op == spec.KnowsThat {
		w, _ = t.Of(&spec.Const{Value: spec.Bool(true)}, env)
	}
	return k.When(!k.Possible(k.valid, k.allowed, k.worlds(s), k.worlds(t), k.here.Equal(v, w).Not()))
}

// choices are all that those who plan may have in a state.
func (p *planner) choices(e *world) map[string]*bitblast.Act {
	if p.acts[e] == nil {
		p.acts[e] = e.Acts(steps(p.all(e)), p.By)
	}
	return p.acts[e]
}

// alike is, for each of those who plan, where it sees the same of two steps, and of where they lead.
func (p *planner) alike(s, t taking) (list []lit) {
	for _, a := range p.By {
		list = append(list, p.And(p.same(s.to, t.to, []*spec.Agent{a}), p.here.Alike(s.Observed(a), t.Observed(a))))
	}
	return list
}

// parts certifies that what looks like a step leads into the first part, of those of a name, that the step leads into.
func (p *planner) parts(key string, cost int, s, t taking, when ...lit) (list []string) {
	before, together := no, no
	for i := 0; p.cert.Claims[question.PartKey(key, cost, i)] != nil; i++ {
		list = append(list, question.PartKey(key, cost, i))
		apart := func(moves []spec.Move) bool { return p.cert.Claims[question.ApartKey(list[i], moves)] != nil }
		in := func(s taking) lit { return p.And(p.set(s.to, p.cert.Claims[list[i]].Set), s.Avoids(apart)) }
		together = p.Or(together, p.All(before.Not(), in(s), in(t)))
		before = p.Or(before, in(s))
	}
	p.never(wrong("what looks alike is in no part: %s", question.PartKey(key, cost, 0)), append(when, p.Any(p.alike(s, t)...), together.Not())...)
	return list
}

// suffices certifies that from a belief a plan costs so much at most.
func (p *planner) suffices(key string, most int) {
	at := p.belief(key)
	if p.met() {
		return
	}
	for _, choice := range slices.Sorted(maps.Keys(p.choices(p.one))) {
		if p.cert.Claims[question.ChoiceKey(key, choice)] == nil {
			continue
		}
		o := p.choices(p.one)[choice]
		p.never(wrong("a choice may not be possible: %s", question.ChoiceKey(key, choice)), p.isHere, o.Can.Not())
		s, t := p.one.Choosing(o.Ways), p.there.Choosing(p.choices(p.there)[choice].Ways)
		from, to := taking{s, p.at(p.start, s.To, nil)}, taking{t, p.at(p.start, t.To, nil)}
		in, costs, apart, alike := p.All(p.isHere, p.allowed, p.worlds(p.in(p.there, at)), t.Taken), map[int]lit{}, no, p.alike(from, to)
		for i, w := range o.Ways {
			costs[p.Cost(w.Moves)] = p.Or(costs[p.Cost(w.Moves)], s.When[i])
			for j, v := range p.choices(p.there)[choice].Ways {
				apart = p.Or(apart, p.And(p.When(p.Cost(w.Moves) != p.Cost(v.Moves)), p.And(s.When[i], t.When[j])))
			}
		}
		p.never(open("steps that look alike to those who plan may cost differently"), in, p.Any(alike...), apart)
		p.never(open("those who plan may not see the same"), in, s.Taken, p.Any(alike...), p.All(alike...).Not())
		for _, cost := range slices.Sorted(maps.Keys(costs)) {
			for _, part := range p.parts(key, cost, from, to, in, costs[cost]) {
				if cost > most {
					panic(wrong("a step costs more than %d: %s", most, key))
				}
				p.suffices(part, most-cost)
			}
		}
		return
	}
	panic(wrong("it is not said what is done: %s", key))
}

// worse are the beliefs that are claimed to cost more than a number, which is to be certified of each.
func (p *planner) worse(than int) map[int]bool {
	if p.dear[than] == nil {
		p.dear[than] = map[int]bool{}
		for i := 0; p.cert.Claims[question.DearKey(than, i)] != nil; i++ {
			key := question.DearKey(than, i)
			p.dear[than][p.cert.Claims[key].Set] = true
			p.ask = append(p.ask, func() { p.exceeds(key, than) })
		}
	}
	return p.dear[than]
}

// exceeds certifies that from each belief that has one as a part plans cost more than a number: each choice may cost more at
// once, or lead to a belief that has one of those that cost more than what is left.
func (p *planner) exceeds(key string, than int) {
	at := p.belief(key)
	if p.met() {
		panic(wrong("the goal is reached: %s", key))
	}
	for _, choice := range slices.Sorted(maps.Keys(p.choices(p.one))) {
		p.visit(at)
		o, costs := p.choices(p.one)[choice], map[int]lit{}
		for _, w := range o.Ways {
			cost := min(p.Cost(w.Moves), than+1)
			costs[cost] = p.Or(costs[cost], w.Guard)
		}
		refuted := p.Possible(p.isHere, o.Can.Not()) || p.Possible(p.isHere, costs[than+1])
		for _, cost := range slices.Sorted(maps.Keys(costs)) {
			left := than - cost
			if than == question.Unbounded {
				left = than
			}
			refuted = refuted || left >= 0 && p.leads(question.PartKey(question.ChoiceKey(key, choice), cost, 0), at, choice, cost, left)
		}
		if !refuted {
			panic(wrong("nothing is said against a choice: %s", question.ChoiceKey(key, choice)))
		}
	}
}

// leads certifies that a choice in a belief, of a certain cost, may lead to one that has a belief of those that cost more than what
// is left: for each state of it there is one from which a step leads there, and all of these steps look alike.
func (p *planner) leads(name string, from *place, choice string, cost, left int) bool {
	claim := p.cert.Claims[name]
	if claim == nil || !p.worse(left)[claim.Set] {
		return false
	}
	p.belief(name)
	none, ways := yes, [][]taking(nil)
	for pair := range slices.Chunk(claim.Layers, 2) {
		t, s := p.states[pair[0]], p.states[pair[len(pair)-1]]
		if s == nil || t == nil || p.set(s, from.root) != yes || p.choices(s)[choice] == nil {
			panic(wrong("a state from which nothing leads on: %s", name))
		}
		none = p.And(none, p.equal(p.one, t).Not())
		var led []taking
		for _, w := range p.choices(s)[choice].Ways {
			if p.Cost(w.Moves) == cost && p.And(w.Guard, p.equal(p.at(p.start, w.To, nil), t)) == yes {
				led = append(led, taking{&bitblast.Taking{From: s.State, Ways: []bitblast.Way{w}, When: []lit{yes}}, t})
			}
		}
		ways = append(ways, led)
	}
	p.never(wrong("it is not said what leads to all of it: %s", name), p.isHere, none)
	return len(ways) > 0 && slices.ContainsFunc(ways[0], func(one taking) bool {
		return !slices.ContainsFunc(ways, func(led []taking) bool {
			return !slices.ContainsFunc(led, func(s taking) bool { return p.All(p.alike(one, s)...) == yes })
		})
	})
}
