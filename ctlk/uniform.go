package ctlk

import (
	"slices"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/kripke"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// A uniform strategy gives each member one move for each of its views (Schobbens,
// "Alternating-time logic with imperfect recall", 2004); it has to be possible
// where the strategy leads. Which views of a member to treat how is searched for,
// from one world at a time. A partial strategy, which has decided about some
// views, allows some choices, and bounds what its completions win:
//
//	win(allowed) from above: members see everything where nothing is decided
//	win(allowed where all members have decided) from below
//
// A world that lies between them leads, by what is allowed, to a view about which
// nothing is decided: each move there is tried.
//
// A subjective strategy has to win from all worlds that some member of the coalition
// considers possible: the search is then from all of these at once.

// UniformOf is what was found out about the strategies of a coalition.
type Uniform struct {
	*Game
	views []*encode.View // of the members
	from  []*encode.View // of those who have to be sure that the strategy wins; none: nobody
	most  symbolic.Set   // what is won with full information
	won   symbolic.Set
	lost  symbolic.Set
	tries int // left
	found []winner
	// Refuted are the searches that ended without a strategy.
	Refuted []*Tree
}

// Tree is a partial strategy with its completions: what a member does in a view that it has not decided about, move
// by move, and last what it allows without any of these. Where nothing is decided what it allows does not win.
type Tree struct {
	Allowed   encode.Choices
	Member    *spec.Agent
	View      symbolic.Set
	Decisions []encode.Decision
	Then      []*Tree // after each of these, and after none
}

// starts are the worlds from which a strategy has to win that is found in one of them.
func (u *Uniform) starts(one symbolic.Set) symbolic.Set {
	all := one
	for _, v := range u.from {
		all = all.Or(v.Closure(one).And(u.all))
	}
	return all
}

// lower are the worlds whose starts are all in a set.
func (u *Uniform) lower(x symbolic.Set) symbolic.Set {
	others, in := u.all.Diff(x), x
	for _, v := range u.from {
		in = in.Diff(v.Closure(others))
	}
	return in
}

// indistinguishable are the worlds that have the starts of one: if there are some who have to be
// sure, those that all of them confuse with it.
func (u *Uniform) indistinguishable(one symbolic.Set) symbolic.Set {
	if len(u.from) == 0 {
		return one
	}
	all := u.all
	for _, v := range u.from {
		all = all.And(v.Closure(one))
	}
	return all
}

// Lower are the worlds that are won by the strategies that were found, and Upper those that are not lost.
func (u *Uniform) Lower() symbolic.Set { return u.won }
func (u *Uniform) Upper() symbolic.Set { return u.all.Diff(u.lost) }

// Sure are the worlds from which all that somebody has to be sure of is in a set.
func (u *Uniform) Sure(x symbolic.Set) symbolic.Set { return u.lower(x) }

// May are the worlds from which a strategy may win of which a search shows that it does not win elsewhere.
func (u *Uniform) May(t *Tree) symbolic.Set {
	if len(t.Then) == 0 {
		return u.lower(u.Win(t.Allowed))
	}
	may := u.m.Space().Empty()
	for _, then := range t.Then {
		may = may.Or(u.May(then))
	}
	return may
}

// Found are the strategies that were found.
func (u *Uniform) Found() (list []encode.Choices) {
	for _, f := range u.found {
		list = append(list, f.allowed)
	}
	return list
}

// winner is a strategy with the worlds in which it wins.
type winner struct {
	allowed encode.Choices
	won     symbolic.Set
}

// Winner returns the choices of a strategy that wins in a world that is won, and the worlds
// from which it has to.
func (u *Uniform) Winner(world symbolic.Set) (encode.Choices, symbolic.Set) {
	starts := u.starts(world)
	for _, f := range u.found {
		if starts.SubsetOf(f.won) {
			return f.allowed, starts
		}
	}
	panic("ctlk: a world that no strategy has won")
}

// partial is a partial strategy: the choices that it allows, and for each member
// the worlds about whose views it has decided.
type partial struct {
	allowed encode.Choices
	decided []symbolic.Set
}

// maxTries is how many partial strategies are looked at for one operator.
const maxTries = 1 << 12

// uniformKey is an operator about a coalition with the values of its names.
type uniformKey KeyOf

// UniformOf returns the search for an operator, which is kept.
func UniformOf(c *Evaluator, e *spec.Coalition, env *spec.Env) (*Uniform, error) {
	id := uniformKey(Key(e, env))
	if u, ok := recall[*Uniform](c, id); ok {
		return u, nil
	}
	g, err := GameOf(c, e, env)
	if err != nil {
		return nil, err
	}
	u, err := g.uniform()
	if err == nil && e.Subjective {
		err = u.beSure(c, env)
	}
	if err == nil {
		c.memo.kept[id] = u
	}
	return u, err
}

// uniform prepares a search.
func (g *Game) uniform() (*Uniform, error) {
	u := &Uniform{Game: g, most: g.Winnable(), won: g.m.Space().Empty(), lost: g.m.Space().Empty(), tries: maxTries}
	for _, a := range g.Members() {
		v, err := g.m.System.View(a)
		if err != nil {
			return nil, err
		}
		u.views = append(u.views, v)
	}
	u.lost = g.all.Diff(u.most)
	return u, nil
}

// beSure makes the search one for strategies that win from all worlds that some member
// considers possible.
func (u *Uniform) beSure(c *Evaluator, env *spec.Env) error {
	who, err := coalitionOf(c, u.e, env)
	if err != nil {
		return err
	}
	for _, a := range who {
		v, err := u.m.System.View(a)
		if err != nil {
			return err
		}
		u.from = append(u.from, v)
	}
	u.lost = u.all.Diff(u.lower(u.most))
	return nil
}

// decide finds out about the worlds of where, as long as there are tries left.
func (u *Uniform) decide(where symbolic.Set) {
	start := partial{allowed: u.Can, decided: make([]symbolic.Set, len(u.views))}
	for k := range start.decided {
		start.decided[k] = u.m.Space().Empty()
	}
	for {
		open := where.Diff(u.won).Diff(u.lost)
		w, ok := u.m.System.Pick(open)
		if !ok {
			return
		}
		one := u.m.System.Single(w)
		if t, won := u.search(start, u.starts(one)); !won {
			if u.tries <= 0 {
				return
			}
			u.Refuted = append(u.Refuted, t)
			u.lost = u.lost.Or(u.indistinguishable(one))
		}
	}
}

// search looks for a completion of a partial strategy that wins in some worlds, and
// adds all that it wins to what is won. Without one it returns what was tried.
func (u *Uniform) search(p partial, worlds symbolic.Set) (t *Tree, found bool) {
	t = &Tree{Allowed: p.allowed}
	if u.tries--; u.tries <= 0 {
		return t, false
	}
	u.Tick("strategies", maxTries-u.tries, kripke.Set{u.won})
	most := u.Win(p.allowed)
	if !worlds.SubsetOf(most) {
		return t, false
	}
	plan := u.settled(p)
	won := u.Win(plan)
	if lower := u.lower(won); !lower.SubsetOf(u.won) {
		u.won = u.won.Or(lower)
		u.found = append(u.found, winner{plan, won})
	}
	if worlds.SubsetOf(won) {
		return t, true
	}
	k, view := u.undecided(p, worlds, most)
	t.Member, t.View, t.Decisions = u.Members()[k], view, u.Decisions(k, p.allowed.In(view))
	for _, d := range t.Decisions {
		q := partial{allowed: u.Decided(p.allowed, view, d), decided: append([]symbolic.Set{}, p.decided...)}
		q.decided[k] = q.decided[k].Or(view)
		then, found := u.search(q, worlds)
		if found {
			return t, true
		}
		t.Then = append(t.Then, then)
	}
	t.Then = append(t.Then, &Tree{Allowed: u.Decided(p.allowed, view, u.Nothing(k))})
	return t, false
}

// settled are the choices of those who have decided.
func (u *Uniform) settled(p partial) encode.Choices {
	c := append(encode.Choices{}, p.allowed...)
	for i, t := range u.Turns {
		c[i] = append([]symbolic.Set{}, c[i]...)
		for _, k := range t.By {
			for j := range c[i] {
				c[i][j] = c[i][j].And(p.decided[k])
			}
		}
	}
	return c
}

// undecided is the first view, on the way from some worlds by choices that may win,
// about which some member has not decided who chooses there. Where the play is over
// there is nothing to decide.
func (u *Uniform) undecided(p partial, worlds, most symbolic.Set) (k int, view symbolic.Set) {
	most, playing := u.onward(worlds, most, p.allowed)
	for reached, fresh := worlds, worlds; ; {
		if k, w, ok := u.chooses(p, fresh.And(playing)); ok {
			return k, u.views[k].Closure(w).And(u.all)
		}
		if fresh.IsEmpty() {
			panic("ctlk: a strategy that is complete neither wins nor loses")
		}
		fresh = u.After(u.Forcing(most, p.allowed).In(fresh.And(playing))).And(u.all).Diff(reached)
		reached = reached.Or(fresh)
	}
}

// onward is what a strategy that wins forces on its way, and where it has to. Under fairness the
// play goes on where no run is fair.
func (u *Uniform) onward(worlds, most symbolic.Set, allowed encode.Choices) (aim, playing symbolic.Set) {
	playing = u.all.Diff(u.Goal())
	if u.fair == nil || u.e.Op == spec.Eventually {
		return most, playing
	}
	won := allOf(u.vain(allowed))
	if u.e.Op == spec.NextTime {
		return u.x.Or(won), worlds.Or(won)
	}
	return most, playing.Or(won)
}

// chooses is the least of some worlds in which a member chooses who has not decided.
func (u *Uniform) chooses(p partial, some symbolic.Set) (member int, world symbolic.Set, ok bool) {
	open := u.m.Space().Empty()
	var of []symbolic.Set
	for k, d := range p.decided {
		turns := u.m.Space().Empty()
		for i, t := range u.Turns {
			if slices.Contains(t.By, k) {
				turns = turns.Or(u.can[i])
			}
		}
		of = append(of, some.And(turns).Diff(d))
		open = open.Or(of[k])
	}
	w, ok := u.m.System.Pick(open)
	if !ok {
		return 0, open, false
	}
	one := u.m.System.Single(w)
	return slices.IndexFunc(of, one.SubsetOf), one, true
}
