package certify

import (
	"fmt"
	"slices"

	"github.com/epibdd/epibdd/internal/certify/question"
	"github.com/epibdd/epibdd/spec"
)

// coalition certifies what some agents can bring about.
func (k *checker) coalition(n *question.Need, x *spec.Coalition) {
	b := coalition{question.Named(k.model, question.Agents(x.Group, n.Env)), func(*spec.Agent, string) lit { return yes }}
	if !x.Uniform {
		k.brings(n, x, b)
		return
	}
	won, may := no, yes
	for i := 0; n.Lower && k.cert.Claims[n.Key+question.Case+fmt.Sprint(i)] != nil; i++ {
		key := n.Key + question.Case + fmt.Sprint(i)
		won = k.Or(won, k.under(n, x, k.strategy(key, b.who), key, true))
	}
	for i := 0; n.Upper && k.cert.Claims[n.Key+question.Tree+fmt.Sprint(i)] != nil; i++ {
		may = k.And(may, k.tree(n, x, b, n.Key+question.Tree+fmt.Sprint(i)))
	}
	k.obeys(n, &rule{sure: func(int, predicate) lit { return won }, next: func(int, predicate) lit { return may }, once: true}, false)
}

// brings certifies what a coalition can bring about by its moves.
func (k *checker) brings(n *question.Need, x *spec.Coalition, b coalition) {
	if k.profile.Restricted {
		k.fairly(n, x, b)
		return
	}
	dead := k.When(k.profile.Runs != spec.IsplRuns)
	for _, w := range k.all(k.here) {
		dead = k.And(dead, w.Guard.Not())
	}
	k.along(n, x.Op, x.X, x.Y, question.Unbounded, false, dead, func(_ int, z predicate) lit { return k.forces(b, z) })
}

// under certifies what a coalition brings about by its moves from here, of which a claim of its own speaks, from below or
// from above: if it has to be sure, from all worlds that a member confuses with this.
func (k *checker) under(n *question.Need, x *spec.Coalition, b coalition, key string, lower bool) lit {
	c := &question.Need{In: n.In, Expr: x, Env: n.Env, Key: key, Lower: lower, Upper: !lower}
	k.brings(c, x, b)
	if x.Subjective && len(b.who) > 0 {
		r := &rule{goal: not(k.member(key)), once: true}
		c.Key += question.Sure
		k.links(c.Key, r, slices.Collect(slices.Chunk(b.who, 1)), nil)
		k.obeys(c, r, true)
	}
	return k.member(c.Key)(k.here)
}

// strategy is what a case says that each agent does: no two moves in worlds that it confuses.
func (k *checker) strategy(key string, who []*spec.Agent) coalition {
	makes := func(e *world, a *spec.Agent, move string) lit {
		if claim := k.cert.Claims[e.place.key+question.MoveKey(key, a, move)]; claim != nil {
			return k.set(e, claim.Set)
		}
		return no
	}
	there := k.in(k.there, k.here.place)
	for _, a := range who {
		some, two := no, no
		for _, m := range k.here.Moves() {
			two, some = k.Or(two, k.And(some, makes(there, a, m))), k.Or(some, makes(k.here, a, m))
		}
		k.never(wrong("%s does two things where it sees the same: %s", a.Name, key), k.isHere, k.allowed, k.worlds(there), two, k.same(k.here, there, []*spec.Agent{a}))
	}
	return coalition{who, func(a *spec.Agent, move string) lit { return makes(k.here, a, move) }}
}

// tree is where a strategy may win that chooses among moves. Either all of them are looked at together, or
// some worlds are all alike to an agent, and it makes a certain move there or does not.
func (k *checker) tree(n *question.Need, x *spec.Coalition, b coalition, key string) lit {
	for _, p := range k.places[n.In.Key] {
		for _, a := range b.who {
			for _, move := range k.here.Moves() {
				claim := k.cert.Claims[p.key+question.MoveKey(key, a, move)]
				if claim == nil {
					continue
				}
				if again, _ := k.back(); again != nil && p.layer >= again.layer {
					panic(open("what is done differently in layers that come again"))
				}
				in := func(e *world) lit { return k.And(k.When(e.place == p), k.set(e, claim.Set)) }
				there := k.in(k.there, k.here.place)
				k.never(wrong("%s does not see the same in all worlds: %s", a.Name, key), k.isHere, k.allowed, k.worlds(there), in(k.here), in(there), k.same(k.here, there, []*spec.Agent{a}).Not())
				branch := func(does bool) coalition {
					return coalition{b.who, func(c *spec.Agent, m string) lit {
						return k.And(b.may(c, m), k.Implies(k.And(k.When(c == a), in(k.here)), k.When((m == move) == does)))
					}}
				}
				return k.Or(k.tree(n, x, branch(true), key+question.Does), k.tree(n, x, branch(false), key+question.Avoids))
			}
		}
	}
	return k.under(n, x, b, key, false)
}
