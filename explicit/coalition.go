package explicit

import (
	"slices"
	"strconv"

	"github.com/epibdd/epibdd/explicit/internal/kleene"
	"github.com/epibdd/epibdd/explicit/internal/memo"
	"github.com/epibdd/epibdd/spec"
)

// A coalition brings about a formula by a strategy of its members, which says
// what each of them does. A turn of a world is a part of the steps from it: with joint
// steps there is one, in which the members choose together what each of them does; with
// interleaved steps one for each member that owns some, who chooses among these, and one of
// the steps that no member owns, among which there is no choice. Whose turn it is nobody
// chooses either. With full information a choice depends on the world, and the worlds
// that the members can force into a set are
//
//	cpre(Z) = {w : w has a step, and in each turn of w there is a choice all of whose
//	           steps lead into Z}
//
// Under fairness a strategy has to win the fair runs alone (versus.go).
//
// A uniform strategy gives each member one move for each view that it may have.
// They are tried one after the other: what can be brought about is the union. A
// subjective one has to win from all worlds that some member of the coalition considers
// possible.

// coalition returns the worlds in which a coalition can bring about its goal.
func (s *scope) coalition(e *spec.Coalition, env *spec.Env) (kleene.Set, error) {
	return memo.Once(s.sets, memo.KeyOf(e, env, "coalition"), func() (kleene.Set, error) {
		agents, err := s.group(e.Group, env, 0)
		if err != nil {
			return nil, err
		}
		g := s.gameOf(e, agents)
		if s.recall != "" {
			if Constrained(s.model, s.runs) {
				return nil, ErrNotFair
			}
			return g.remembered(e, env, agents)
		}
		if err := g.prepare(e, env, agents); err != nil {
			return nil, err
		}
		if e.Uniform {
			return g.uniform()
		}
		return g.win(), s.charge()
	})
}

// gameOf is what is asked of a coalition.
func (s *scope) gameOf(e *spec.Coalition, agents []*spec.Agent) *game {
	g := &game{scope: s, op: e.Op}
	for _, a := range s.model.Actors() {
		if slices.Contains(agents, a) {
			g.members = append(g.members, a)
		}
	}
	return g
}

// prepare finds what the game is about where nobody remembers, and the turns.
func (g *game) prepare(e *spec.Coalition, env *spec.Env, agents []*spec.Agent) (err error) {
	if g.x, err = g.truth(e.X, env); err != nil {
		return err
	}
	if e.Op == spec.Until {
		if g.y, err = g.truth(e.Y, env); err != nil {
			return err
		}
	}
	if e.Subjective {
		g.from = agents
	}
	id := keyOf(g.members)
	if g.turns = g.scope.turns[id]; g.turns == nil {
		g.take()
		g.scope.turns[id] = g.turns
	}
	return nil
}

// game is a question to a coalition.
type game struct {
	*scope
	op      spec.PathOp
	x, y    kleene.Set
	members []*spec.Agent
	from    []*spec.Agent // a strategy wins from all worlds that one of these considers possible
	turns   [][]turn      // of each world
}

// turn are the choices among which some members choose.
type turn []choice

// choice is what members do together in a turn, nothing for those who have no say in it, and
// where that may lead.
type choice struct {
	acts  []spec.Move
	moves []string // the same by key, for uniform strategies
	to    []int
}

// take collects the turns of all worlds. What is chosen is numbered, the same in all worlds: steps of
// models with joint steps, which are the same slices again and again, are looked at once.
func (g *game) take() {
	g.turns = make([][]turn, len(g.worlds))
	n := &numbering{game: g, ids: map[string]int{}, known: map[*spec.Move]int{}}
	var order, counts, place []int // of a world: the numbers of its choices, how many steps each has, and where it is
	for w, out := range g.out {
		order = order[:0]
		count := func(step []spec.Move, leads int) int {
			id := n.of(g.worlds[w], step)
			for len(counts) < len(n.all) {
				counts, place = append(counts, -1), append(place, 0)
			}
			if counts[id] < 0 {
				order, counts[id] = append(order, id), 0
			}
			counts[id] += leads
			return id
		}
		of := n.scratch[:0]
		for _, e := range out {
			of = append(of, count(e.moves, 1))
		}
		n.scratch = of
		if g.fair != nil {
			for _, step := range g.unfair[w] {
				count(step, 0)
			}
		}
		slices.SortStableFunc(order, func(a, b int) int { return n.all[a].who - n.all[b].who })
		choices, to := make([]choice, len(order)), make([]int, len(out))
		for i, id := range order {
			if i == 0 || n.all[id].who != n.all[order[i-1]].who {
				g.turns[w] = append(g.turns[w], nil)
			}
			choices[i] = choice{acts: n.all[id].acts, to: to[:0:counts[id]]}
			to = to[counts[id]:]
			place[id], counts[id] = i, -1
			at := &g.turns[w][len(g.turns[w])-1]
			*at = choices[i-len(*at) : i+1 : i+1]
		}
		for i, e := range out {
			c := &choices[place[of[i]]]
			c.to = append(c.to, e.to)
		}
	}
}

// numbering numbers what the members of a game choose together.
type numbering struct {
	*game
	all     []chosenBy
	ids     map[string]int     // by key
	known   map[*spec.Move]int // of joint steps, by where they are kept
	acts    []spec.Move        // of the step at hand
	key     []byte
	scratch []int
}

// chosenBy is what members do together in whose turn.
type chosenBy struct {
	who  int
	acts []spec.Move
}

// of is the number of what is chosen in a step.
func (n *numbering) of(st spec.State, step []spec.Move) int {
	joint := n.model.Joint && len(step) > 0
	if joint {
		if id, ok := n.known[&step[0]]; ok {
			return id
		}
	}
	if n.acts == nil {
		n.acts = make([]spec.Move, len(n.members))
	}
	who := n.acted(st, step, n.acts)
	n.key = choiceKey(n.key[:0], who, n.acts)
	id, ok := n.ids[string(n.key)]
	if !ok {
		id = len(n.all)
		n.all = append(n.all, chosenBy{who, slices.Clone(n.acts)})
		n.ids[string(n.key)] = id
	}
	if joint {
		n.known[&step[0]] = id
	}
	return id
}

// choose says in which turn of a state a step is one, and what members do in it, by key.
func (g *game) choose(st spec.State, step []spec.Move) (who int, moves []string) {
	acts := make([]spec.Move, len(g.members))
	who = g.acted(st, step, acts)
	return who, keysOf(acts)
}

// acted says in which turn of a state a step is one, and finds what members do in it: the turn
// of nobody is that of number len(members), with joint steps that of all.
func (g *game) acted(st spec.State, step, acts []spec.Move) (who int) {
	clear(acts)
	who = len(g.members)
	for i, m := range step {
		k := -1
		if g.model.Joint {
			k = slices.Index(g.members, g.model.Movers[i].Agent)
		} else {
			k = OwnerAmong(g.members, m, st)
		}
		if k < 0 {
			continue
		}
		acts[k] = spec.Move{Action: m.Action, Args: m.Args}
		if !g.model.Joint {
			who = k
		}
	}
	return who
}

// keysOf are the keys of moves, empty for none.
func keysOf(acts []spec.Move) []string {
	keys := make([]string, len(acts))
	for k, m := range acts {
		if m.Action != nil {
			keys[k] = m.Key()
		}
	}
	return keys
}

// choiceKey appends what tells the choices of a world apart.
func choiceKey(key []byte, who int, acts []spec.Move) []byte {
	key = append(key, byte(who))
	for _, m := range acts {
		if m.Action != nil {
			key = append(strconv.AppendInt(key, int64(m.Action.Index), 10), ' ')
			for _, v := range m.Args {
				key = spec.AppendKey(key, v)
			}
		}
		key = append(key, ',')
	}
	return key
}

// win is where the coalition reaches its goal with the present choices. Where no
// step is possible a run ends; G is content with that if such runs count.
func (g *game) win() kleene.Set {
	if g.fair != nil {
		return g.winFairly()
	}
	ends := kleene.NewSet(len(g.worlds), false)
	for w := range ends {
		if len(g.out[w]) == 0 && g.runs != spec.IsplRuns {
			ends[w] = kleene.Yes
		}
	}
	switch g.op {
	case spec.NextTime:
		return g.cpre(g.x)
	case spec.Globally:
		return kleene.Fixpoint(g.x, func(z kleene.Set) kleene.Set { return g.x.And(ends.Or(g.cpre(z))) })
	case spec.Until:
		return g.arrive(g.y, g.x)
	}
	return g.arrive(g.x, kleene.NewSet(len(g.worlds), true))
}

// arrive is μZ. goal ∪ through ∩ cpre(Z). As steps mostly lead to worlds with greater numbers, which were found
// later, it is asked of these first, with what is known already.
func (g *game) arrive(goal, through kleene.Set) kleene.Set {
	z := slices.Clone(goal)
	for changed := true; changed; {
		changed = false
		for w := len(z) - 1; w >= 0; w-- {
			if z[w] < through[w] && g.forces(w, z) {
				z[w], changed = through[w], true
			}
		}
	}
	return z
}

func (g *game) cpre(z kleene.Set) kleene.Set {
	y := kleene.NewSet(len(z), false)
	for w := range y {
		y[w] = kleene.Of(g.forces(w, z))
	}
	return y
}

// forces tells whether in each turn that there is in a world some choice leads nowhere but into z.
func (g *game) forces(w int, z kleene.Set) bool {
	return len(g.turns[w]) > 0 && !slices.ContainsFunc(g.turns[w], func(t turn) bool { return !t.forces(z) })
}

// forces tells whether some choice leads nowhere but into z.
func (t turn) forces(z kleene.Set) bool {
	return slices.ContainsFunc(t, func(c choice) bool { return c.forces(z) })
}

func (c choice) forces(z kleene.Set) bool {
	return !slices.ContainsFunc(c.to, func(v int) bool { return !z.Has(v) })
}

// maxStrategies is how many uniform strategies are tried.
const maxStrategies = 1 << 13

// uniform is the union of what the uniform strategies bring about.
func (g *game) uniform() (kleene.Set, error) {
	won := kleene.NewSet(len(g.worlds), false)
	err := g.eachUniform(func() bool {
		won = won.Or(g.inside(g.win()))
		return true
	})
	return won, err
}

// eachUniform runs f with the turns of each uniform strategy, as long as f says so, and leaves
// those of the last one.
func (g *game) eachUniform(f func() bool) error {
	for _, turns := range g.turns {
		for _, t := range turns {
			for i := range t {
				t[i].moves = keysOf(t[i].acts)
			}
		}
	}
	views := make([]classes, len(g.members))
	options := make([]map[int][]string, len(g.members)) // by view
	n := 1
	for k, a := range g.members {
		views[k] = g.classesOf(a)
		options[k] = map[int][]string{}
		for w, turns := range g.turns {
			v := views[k].of[w]
			for _, c := range slices.Concat(turns...) {
				if c.moves[k] != "" && !slices.Contains(options[k][v], c.moves[k]) {
					options[k][v] = append(options[k][v], c.moves[k])
				}
			}
		}
		for _, moves := range options[k] {
			if n *= len(moves); n > maxStrategies {
				return &TooLarge{What: "strategies", Limit: maxStrategies}
			}
		}
	}
	all := g.turns
	for number := range n {
		g.turns = chosen(all, views, options, number)
		if err := g.charge(); err != nil {
			return err
		}
		if !f() {
			break
		}
	}
	return nil
}

// inside are the worlds of a set out of which nobody considers a world possible who has to
// be sure.
func (g *game) inside(x kleene.Set) kleene.Set {
	in := slices.Clone(x)
	for _, a := range g.from {
		cs := g.classesOf(a)
		for w := range x {
			if !x.Has(w) {
				for v := range in {
					if cs.of[v] == cs.of[w] {
						in[v] = kleene.No
					}
				}
			}
		}
	}
	return in
}

// chosen are the turns with the choices that agree with a strategy, given by a number.
func chosen(all [][]turn, views []classes, options []map[int][]string, number int) [][]turn {
	strategy := make([]map[int]string, len(options))
	for k := range options {
		strategy[k] = map[int]string{}
		for v := range views[k].n {
			if moves := options[k][v]; len(moves) > 0 {
				strategy[k][v] = moves[number%len(moves)]
				number /= len(moves)
			}
		}
	}
	kept := make([][]turn, len(all))
	for w, turns := range all {
		for _, t := range turns {
			kept[w] = append(kept[w], slices.DeleteFunc(slices.Clone(t), func(c choice) bool {
				for k := range strategy {
					if c.moves[k] != "" && strategy[k][views[k].of[w]] != c.moves[k] {
						return true
					}
				}
				return false
			}))
		}
	}
	return kept
}
