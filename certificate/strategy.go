package certificate

import (
	"fmt"

	"github.com/epibdd/epibdd/ctlk"
	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/internal/certify/question"
	"github.com/epibdd/epibdd/kripke"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// coalition claims what some agents can bring about.
func (a *author) coalition(n *question.Need, x *spec.Coalition) error {
	if a.m.Memory {
		return a.matches.claim(n, x)
	}
	if x.Uniform {
		return a.uniform(n, x)
	}
	g, err := ctlk.GameOf(a.ev, x, n.Env)
	if err == nil {
		a.brings(n, x, g, g.Can)
	}
	return err
}

// brings claims what a coalition can bring about by choices among those allowed.
func (a *author) brings(n *question.Need, x *spec.Coalition, g *ctlk.Game, allowed encode.Choices) {
	set := kripke.Set{g.Win(allowed)}
	if a.m.Fair != nil {
		a.fairly(n, x, set, g, allowed)
		return
	}
	a.iterate(n, x, set, kripke.Set{g.Start()}, func(z kripke.Set) kripke.Set { return kripke.Set{g.Step(z[0], allowed)} })
}

// iterate claims a set that is found by steps from a start, and the iterates that an induction needs.
func (a *author) iterate(n *question.Need, x *spec.Coalition, set, start kripke.Set, step func(kripke.Set) kripke.Set) {
	var layers []kripke.Set
	all := a.m.Worlds
	switch {
	case x.Op == spec.Globally && n.Upper:
		layers = grow(all.Diff(start), ctlk.Forever, func(_ int, z kripke.Set) kripke.Set { return all.Diff(step(all.Diff(z))) })
	case x.Op != spec.Globally && x.Op != spec.NextTime && n.Lower:
		layers = grow(start, ctlk.Forever, func(_ int, z kripke.Set) kripke.Set { return step(z) })
	}
	a.induct(n.Key, set, layers...)
}

// uniform claims the strategies that were found where those are asked for, or that there are none.
func (a *author) uniform(n *question.Need, x *spec.Coalition) error {
	u, err := ctlk.UniformOf(a.ev, x, n.Env)
	if err == nil { // what is around it may ask in all worlds, beyond those looked at for the verdict
		_, err = a.ev.Everywhere(x, n.Env)
	}
	if err != nil {
		return err
	}
	set := u.Lower()
	if n.Upper {
		set = u.Upper()
	}
	a.induct(n.Key, kripke.Set{set})
	if n.Lower {
		for i, allowed := range u.Found() {
			key := n.Key + question.Case + fmt.Sprint(i)
			a.does(key, u.Game.Game, allowed)
			if err := a.under(key, n, x, u, allowed, true); err != nil {
				return err
			}
		}
	}
	if n.Upper {
		return a.refuted(n, x, u)
	}
	return nil
}

// under claims what is brought about by choices among those allowed, from below or above, and where that is sure.
func (a *author) under(key string, n *question.Need, x *spec.Coalition, u *ctlk.Uniform, allowed encode.Choices, lower bool) error {
	c := &question.Need{In: n.In, Expr: n.Expr, Env: n.Env, Key: key, Lower: lower, Upper: !lower}
	a.brings(c, x, u.Game, allowed)
	if !x.Subjective {
		return nil
	}
	won := u.Win(allowed)
	d, place := &draft{set: u.Sure(won)}, a.sites[n.In].places[0]
	if !lower {
		for _, name := range question.Agents(x.Group, n.Env) {
			if err := a.witness(d, []*spec.Agent{a.ev.Agent(name)}, place.worlds.Diff(won), place); err != nil {
				return err
			}
		}
	}
	a.say(key+question.Sure, d)
	return nil
}

// does claims where each member makes which of its moves, by choices of which each view has one.
func (a *author) does(key string, g *encode.Game, allowed encode.Choices) {
	for k, member := range g.Members() {
		sets, order := map[string]symbolic.Set{}, []string(nil)
		for _, d := range g.Decisions(k, allowed) {
			name, does := question.MoveKey(key, member, d.Move.Key()), g.Does(allowed, d)
			if known, ok := sets[name]; ok {
				does = does.Or(known)
			} else {
				order = append(order, name)
			}
			sets[name] = does
		}
		for _, name := range order {
			a.say(name, &draft{set: sets[name]})
		}
	}
}

// refuted claims that no strategy wins: searches each of which adds something to the others, or none where even those
// who see everything do not win.
func (a *author) refuted(n *question.Need, x *spec.Coalition, u *ctlk.Uniform) error {
	searches := u.Refuted
	if len(searches) == 0 {
		searches = []*ctlk.Tree{{Allowed: u.Can}}
	}
	may, trees := a.m.Worlds[0], 0
	for _, t := range searches {
		left := may.And(u.May(t))
		if may.SubsetOf(left) {
			continue
		}
		may = left
		key := n.Key + question.Tree + fmt.Sprint(trees)
		if t.Decisions != nil {
			a.say(key, &draft{set: a.m.Worlds[0]})
		}
		if err := a.tree(key, n, x, u, t); err != nil {
			return err
		}
		trees++
	}
	return nil
}

// tree claims a search: each move that was tried in a view is made there, or is not.
func (a *author) tree(key string, n *question.Need, x *spec.Coalition, u *ctlk.Uniform, t *ctlk.Tree) error {
	for i, d := range t.Decisions {
		a.say(question.MoveKey(key, t.Member, d.Move.Key()), &draft{set: t.View})
		if err := a.tree(key+question.Does, n, x, u, t.Then[i]); err != nil {
			return err
		}
		key += question.Avoids
	}
	if t.Decisions == nil {
		return a.under(key, n, x, u, t.Allowed, false)
	}
	return a.under(key, n, x, u, t.Then[len(t.Decisions)].Allowed, false)
}
