package certificate

import (
	"fmt"
	"slices"

	"github.com/epibdd/epibdd/ctlk"
	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/internal/certify"
	"github.com/epibdd/epibdd/internal/certify/question"
	"github.com/epibdd/epibdd/kripke"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// matches are the questions to coalitions whose members remember, in layers of worlds.
type matches struct {
	*author
	known map[ctlk.KeyOf]*match
	tries int // left, of a check
}

// match is a question to a coalition whose members remember, asked in the first layer. A strategy gives each of them one
// move in all worlds of a layer that it confuses; so it is searched for view by view, as without memory. What lies beyond the last
// layer is lost for a strategy that has to be found, and won where none may win.
type match struct {
	*matches
	x       *spec.Coalition
	members []*spec.Agent  // that have moves
	from    []*spec.Agent  // who have to be sure
	games   []*encode.Game // by layer
	can     []encode.Choices
	live    kripke.Set // the worlds with a step
	hold    kripke.Truth
	goal    kripke.Truth
	won     kripke.Set // in the first layer
	lost    kripke.Set
	found   [][]encode.Choices
	refuted []*branch
	failed  [][]symbolic.Set // by layer, the positions for which no strategy was found
}

// branch is a partial strategy with its completions, as ctlk.Tree, and whether these are all and none wins.
type branch struct {
	allowed   []encode.Choices
	layer     int
	member    *spec.Agent
	view      symbolic.Set
	decisions []encode.Decision
	then      []*branch
	lost      bool
}

const (
	// fewBranches is how many partial strategies are looked at before layers that come again are written out.
	fewBranches = 1 << 6
	// mostBranches is how many are looked at for one check.
	mostBranches = 1 << 10
)

// truth is where in the first layer a coalition can bring something about.
func (m *matches) truth(c *ctlk.Evaluator, x *spec.Coalition, env *spec.Env) (kripke.Truth, error) {
	key := ctlk.Key(x, env)
	if m.known[key] == nil {
		made, err := m.begin(c, x, env)
		if err != nil {
			return kripke.Truth{}, err
		}
		if made.decide(); m.tries <= 0 && m.m.Cut {
			return kripke.Truth{}, &certify.Refusal{Open: true, Reason: fmt.Sprintf("more than %d partial strategies with memory", mostBranches)}
		}
		m.known[key] = made
	}
	known := m.known[key]
	return kripke.Truth{Lower: known.won, Upper: m.m.Worlds.Diff(known.lost)}, nil
}

func (m *matches) begin(c *ctlk.Evaluator, x *spec.Coalition, env *spec.Env) (*match, error) {
	g := &match{matches: m, x: x, won: m.m.None(), lost: m.m.None(), live: m.m.None()}
	var group []*spec.Agent
	for _, name := range question.Agents(x.Group, env) {
		group = append(group, m.ev.Agent(name))
	}
	if x.Subjective {
		g.from = group
	}
	g.failed = make([][]symbolic.Set, len(m.m.Layers))
	var err error
	if g.hold, err = c.Everywhere(x.X, env); err != nil {
		return nil, err
	}
	if g.goal = g.hold; x.Op == spec.Until {
		if g.goal, err = c.Everywhere(x.Y, env); err != nil {
			return nil, err
		}
	}
	for k, layer := range m.m.Layers {
		game, err := layer.System.Game(group)
		if err != nil {
			return nil, err
		}
		g.members = game.Members()
		can := game.Leading(m.m.Space().Full()).In(m.m.Worlds[k])
		g.games, g.can = append(g.games, game), append(g.can, can)
		for i := range game.Turns {
			g.live[k] = g.live[k].Or(game.Where(i, can))
		}
	}
	return g, nil
}

// beyond tells whether steps from a layer were not followed.
func (g *match) beyond(k int) bool { return g.m.Cut && k == len(g.m.Layers)-1 }

// forcing are the choices that lead into a set alone, surely or perhaps.
func (g *match) forcing(k int, z kripke.Set, allowed encode.Choices, sure bool) encode.Choices {
	if g.beyond(k) {
		if sure {
			return allowed.Diff(g.can[k])
		}
		return allowed
	}
	for _, e := range g.m.Layers[k].Next {
		allowed = allowed.Diff(g.games[k].Leading(e.Goal(g.m.Worlds.Diff(z))))
	}
	return allowed
}

// force is where the coalition forces a set.
func (g *match) force(z kripke.Set, allowed []encode.Choices, sure bool) kripke.Set {
	forced := slices.Clone(g.live)
	for k, game := range g.games {
		forcing := g.forcing(k, z, allowed[k], sure)
		for i := range game.Turns {
			forced[k] = forced[k].Diff(game.Where(i, g.can[k]).Diff(game.Where(i, forcing)))
		}
	}
	return forced
}

// step is the right side of the equation.
func (g *match) step(z kripke.Set, allowed []encode.Choices, sure bool) kripke.Set {
	forced, hold := g.force(z, allowed, sure), g.hold.Bound(!sure)
	switch g.x.Op {
	case spec.NextTime:
		return forced
	case spec.Globally:
		if g.ev.Runs() != spec.IsplRuns {
			forced = forced.Or(g.m.Worlds.Diff(g.live))
		}
		return hold.And(forced)
	case spec.Until:
		return g.goal.Bound(!sure).Or(hold.And(forced))
	}
	return hold.Or(forced)
}

// win is where choices among those allowed win.
func (g *match) win(allowed []encode.Choices, sure bool) kripke.Set {
	z := g.goal.Bound(!sure)
	for {
		next := g.step(z, allowed, sure)
		if g.x.Op == spec.NextTime || next.Equal(z) {
			return next
		}
		z = next
	}
}

// sure are the worlds of a set that nobody who has to be sure confuses with others.
func (g *match) sure(z kripke.Set) kripke.Set {
	in := z
	for _, a := range g.from {
		in = in.Diff(g.confused(a, g.m.Worlds.Diff(z)))
	}
	return in
}

// confused are the worlds that an agent confuses with some of a set.
func (g *match) confused(a *spec.Agent, z kripke.Set) kripke.Set {
	near, err := g.m.Closure([]*spec.Agent{a}, z)
	if err != nil {
		panic(err)
	}
	return near.And(g.m.Worlds)
}

// decide finds out about the worlds of the first layer.
func (g *match) decide() {
	undecided := make([]kripke.Set, len(g.members))
	for i := range undecided {
		undecided[i] = g.m.Worlds
	}
	open := g.m.Worlds.Part(0)
	for g.tries > 0 {
		open = open.Diff(g.won).Diff(g.lost)
		one, ok := g.one(0, open[0])
		if !ok {
			return
		}
		start := g.m.None().Replace(0, one)
		open = open.Diff(start)
		from := start
		for _, a := range g.from {
			from = from.Or(g.confused(a, start))
		}
		if t, won := g.search(g.can, undecided, from); !won && t.lost {
			g.refuted = append(g.refuted, t)
			g.lost = g.lost.Or(g.m.Worlds.Part(0).Diff(g.may(t)))
		}
	}
}

// one is a single world of some of a layer.
func (g *match) one(k int, of symbolic.Set) (symbolic.Set, bool) {
	records := make([]symbolic.Bit, 0, len(g.records))
	for _, v := range g.records {
		records = append(records, v.Bit)
	}
	past := g.m.BitsIn(k)
	w, ok := of.Pick(slices.DeleteFunc(g.bits(), func(b symbolic.Bit) bool { return slices.Contains(records, b) && !slices.Contains(past, b) }))
	if !ok {
		return of, false
	}
	return g.m.Space().Singleton(w), true
}

// search looks for a completion of a partial strategy that wins from some worlds.
func (g *match) search(allowed []encode.Choices, undecided []kripke.Set, from kripke.Set) (t *branch, won bool) {
	t = &branch{allowed: allowed}
	if g.tries--; g.tries <= 0 {
		return t, false
	}
	most := g.win(allowed, false)
	if !from.Diff(most).IsEmpty() {
		t.lost = true
		return t, false
	}
	settled := g.settled(allowed, undecided)
	wins := g.win(settled, true)
	if sure := g.sure(wins).Part(0); !sure.Diff(g.won).IsEmpty() {
		g.won, g.found = g.won.Or(sure), append(g.found, settled)
	}
	if from.Diff(wins).IsEmpty() {
		return t, true
	}
	k, member, plays := g.next(t, undecided, from, most)
	if k < 0 {
		return t, false
	}
	position, fresh := g.position(k, plays, undecided)
	if fresh && g.hopeless(k, position) {
		return t, false
	}
	t.lost = !g.comesAgain(k)
	t.layer, t.member = k, g.members[member]
	t.decisions = g.games[k].Decisions(member, allowed[k].In(t.view))
	rest := slices.Clone(undecided)
	rest[member] = rest[member].Replace(k, rest[member][k].Diff(t.view))
	for _, d := range append(slices.Clip(t.decisions), g.games[k].Nothing(member)) {
		decided := slices.Clone(allowed)
		decided[k] = g.games[k].Decided(allowed[k], t.view, d)
		then := &branch{allowed: decided, lost: true}
		if len(t.then) < len(t.decisions) {
			if then, won = g.search(decided, rest, from); won {
				return t, true
			}
		}
		t.lost = t.lost && then.lost
		t.then = append(t.then, then)
	}
	if !t.lost && fresh {
		g.failed[k] = append(g.failed[k], position)
	}
	return t, false
}

// position is what matters of plays that have come to a layer, if nothing is decided from there on: where no goal asks
// about knowledge, and each member considers all of them possible, that is their states.
func (g *match) position(k int, plays symbolic.Set, undecided []kripke.Set) (p symbolic.Set, ok bool) {
	if g.comesAgain(len(g.m.Layers)-1) || slices.ContainsFunc(undecided, func(z kripke.Set) bool { return g.m.Worlds.Diff(z)[k:].Layer() >= 0 }) {
		return plays, false
	}
	if g.x.X.Traits()&spec.Modal != 0 || g.x.Y != nil && g.x.Y.Traits()&spec.Modal != 0 {
		return plays, true
	}
	one, _ := g.one(k, plays)
	for _, a := range g.members {
		if !plays.SubsetOf(g.confused(a, g.m.None().Replace(k, one))[k]) {
			return plays, true
		}
	}
	return g.m.Layers[k].System.Onto(plays, nil), true
}

// hopeless tells whether no strategy was found for some of the plays of a position.
func (g *match) hopeless(k int, position symbolic.Set) bool {
	return slices.ContainsFunc(g.failed[k], func(z symbolic.Set) bool { return z.SubsetOf(position) })
}

// comesAgain tells whether a layer does, where another move may be made.
func (a *author) comesAgain(k int) bool {
	next := a.m.Layers[len(a.m.Layers)-1].Next
	return len(next) > 0 && k >= next[0].To
}

// settled are the choices of those who have decided.
func (g *match) settled(allowed []encode.Choices, undecided []kripke.Set) []encode.Choices {
	list := make([]encode.Choices, len(allowed))
	for k, c := range allowed {
		list[k] = slices.Clone(c)
		for i, t := range g.games[k].Turns {
			list[k][i] = slices.Clone(c[i])
			for _, by := range t.By {
				for j := range c[i] {
					list[k][i][j] = list[k][i][j].Diff(undecided[by][k])
				}
			}
		}
	}
	return list
}

// next is the first view, on the way from some worlds by choices that may win, about which a member has not decided who
// chooses there, and the plays that have come to its layer; a negative layer: there is none.
func (g *match) next(t *branch, undecided []kripke.Set, from, most kripke.Set) (layer, member int, plays symbolic.Set) {
	over := g.m.None()
	if g.x.Op == spec.Eventually || g.x.Op == spec.Until {
		over = g.goal.Lower
	}
	for met, fresh := from, from.Diff(over); !fresh.IsEmpty(); {
		after := g.m.None()
		for k, game := range g.games {
			for member := range g.members {
				turns := g.m.Space().Empty()
				for i, turn := range game.Turns {
					if slices.Contains(turn.By, member) {
						turns = turns.Or(game.Where(i, g.can[k]))
					}
				}
				if one, ok := g.one(k, fresh[k].And(turns).And(undecided[member][k])); ok {
					t.view = g.confused(g.members[member], g.m.None().Replace(k, one))[k]
					return k, member, fresh[k]
				}
			}
			if g.beyond(k) {
				continue
			}
			image := game.After(g.forcing(k, most, t.allowed[k], false).In(fresh[k]))
			for _, e := range g.m.Layers[k].Next {
				after[e.To] = after[e.To].Or(g.m.Reached(k, e, image))
			}
		}
		fresh = after.Diff(met).Diff(over)
		met = met.Or(after)
	}
	return -1, 0, symbolic.Set{}
}

// may are the worlds from which a strategy may win, as a search says.
func (g *match) may(t *branch) kripke.Set {
	if len(t.then) == 0 {
		return g.sure(g.win(t.allowed, false))
	}
	may := g.m.None()
	for _, then := range t.then {
		may = may.Or(g.may(then))
	}
	return may
}

// claim claims what was found out.
func (m *matches) claim(n *question.Need, x *spec.Coalition) error {
	if _, err := m.truth(m.ev, x, n.Env); err != nil {
		return err
	}
	g := m.known[ctlk.Key(x, n.Env)]
	if n.Lower {
		m.induct(n.Key, g.won)
		for i, allowed := range g.found {
			key := n.Key + question.Case + fmt.Sprint(i)
			for k, game := range g.games {
				m.does(question.LayerKey(k, key), game, allowed[k])
			}
			if err := g.under(key, n, allowed, true); err != nil {
				return err
			}
		}
		return nil
	}
	m.induct(n.Key, m.m.Worlds.Diff(g.lost))
	for i, t := range append(g.refuted, &branch{allowed: g.can}) {
		key := n.Key + question.Tree + fmt.Sprint(i)
		if t.decisions != nil {
			m.say(key, &draft{set: m.m.Worlds[0]})
		}
		if err := g.tree(key, n, t); err != nil {
			return err
		}
	}
	return nil
}

// tree claims a search.
func (g *match) tree(key string, n *question.Need, t *branch) error {
	for i, d := range t.decisions {
		g.say(question.LayerKey(t.layer, question.MoveKey(key, t.member, d.Move.Key())), &draft{set: t.view})
		if err := g.tree(key+question.Does, n, t.then[i]); err != nil {
			return err
		}
		key += question.Avoids
	}
	if t.decisions != nil {
		t = t.then[len(t.decisions)]
	}
	return g.under(key, n, t.allowed, false)
}

// under claims what is brought about by choices among those allowed, from below or above, and where that is sure.
func (g *match) under(key string, n *question.Need, allowed []encode.Choices, lower bool) error {
	c := &question.Need{In: n.In, Expr: n.Expr, Env: n.Env, Key: key, Lower: lower, Upper: !lower}
	won := g.win(allowed, lower)
	g.iterate(c, g.x, won, g.goal.Bound(!lower), func(z kripke.Set) kripke.Set { return g.step(z, allowed, lower) })
	if len(g.from) == 0 {
		return nil
	}
	sure, s := g.sure(won), g.sites[n.In]
	for _, p := range s.places {
		d := &draft{set: p.of(sure)}
		if !lower {
			for _, a := range g.from {
				if err := g.witness(d, []*spec.Agent{a}, s.near(p, []*spec.Agent{a}, g.m.Worlds.Diff(won)), p); err != nil {
					return err
				}
			}
		}
		g.say(p.key+key+question.Sure, d)
	}
	return nil
}
