package explicit

import (
	"slices"

	"github.com/epibdd/epibdd/explicit/internal/kleene"
	"github.com/epibdd/epibdd/explicit/internal/memo"
	"github.com/epibdd/epibdd/explicit/internal/terms"
	"github.com/epibdd/epibdd/spec"
)

// A coalition brings about a formula by a strategy of its members, which says
// what each of them does. With full information that depends on the state, and
// the worlds that it can force into a set are
//
//	cpre(Z) = {w : for some moves of the members, some step has them, and all
//	           steps that have them lead into Z}
//
// A uniform strategy gives each member one move for each view that it may have.
// They are tried one after the other: what can be brought about is the union.

// coalition returns the worlds in which a coalition can bring about its goal.
func (s *scope) coalition(e *spec.Coalition, env *spec.Env) (kleene.Set, error) {
	return memo.Once(s.sets, memo.KeyOf(e, env, "coalition"), func() (kleene.Set, error) {
		agents, err := s.group(e.Group, env, 0)
		if err != nil {
			return nil, err
		}
		g := &game{scope: s, op: e.Op}
		if g.x, err = s.truth(e.X, env); err != nil {
			return nil, err
		}
		if e.Op == spec.Until {
			if g.y, err = s.truth(e.Y, env); err != nil {
				return nil, err
			}
		}
		for i, m := range s.model.Movers {
			if slices.Contains(agents, m.Agent) {
				g.members = append(g.members, i)
			}
		}
		g.forced()
		if !e.Uniform {
			return g.win(), s.charge()
		}
		return g.uniform()
	})
}

// game is a question to a coalition.
type game struct {
	*scope
	op      spec.PathOp
	x, y    kleene.Set
	members []int // of Model.Movers
	// choices are, for each world, what the members can do together, and where that
	// may lead.
	choices [][]choice
}

type choice struct {
	moves []string // of the members, by key
	to    []int
}

// forced collects the choices of all worlds.
func (g *game) forced() {
	g.choices = make([][]choice, len(g.worlds))
	for w, out := range g.out {
		for _, e := range out {
			moves := make([]string, len(g.members))
			for k, i := range g.members {
				moves[k] = terms.MoveKey(e.moves[i])
			}
			at := slices.IndexFunc(g.choices[w], func(c choice) bool { return slices.Equal(c.moves, moves) })
			if at < 0 {
				at = len(g.choices[w])
				g.choices[w] = append(g.choices[w], choice{moves: moves})
			}
			g.choices[w][at].to = append(g.choices[w][at].to, e.to)
		}
	}
}

// win is where the coalition reaches its goal with the present choices. Where no
// step is possible a run ends; G is content with that if such runs count.
func (g *game) win() kleene.Set {
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
		return kleene.Fixpoint(g.y, func(z kleene.Set) kleene.Set { return g.y.Or(g.x.And(g.cpre(z))) })
	}
	return kleene.Fixpoint(g.x, func(z kleene.Set) kleene.Set { return g.x.Or(g.cpre(z)) })
}

func (g *game) cpre(z kleene.Set) kleene.Set {
	y := kleene.NewSet(len(z), false)
	for w := range y {
		if slices.ContainsFunc(g.choices[w], func(c choice) bool {
			return !slices.ContainsFunc(c.to, func(v int) bool { return !z.Has(v) })
		}) {
			y[w] = kleene.Yes
		}
	}
	return y
}

// maxStrategies is how many uniform strategies are tried.
const maxStrategies = 1 << 13

// uniform is the union of what the uniform strategies bring about.
func (g *game) uniform() (kleene.Set, error) {
	views := make([]classes, len(g.members))
	options := make([]map[int][]string, len(g.members)) // by view
	n := 1
	for k, i := range g.members {
		views[k] = g.classesOf(g.model.Movers[i].Agent)
		options[k] = map[int][]string{}
		for w, cs := range g.choices {
			v := views[k].of[w]
			for _, c := range cs {
				if !slices.Contains(options[k][v], c.moves[k]) {
					options[k][v] = append(options[k][v], c.moves[k])
				}
			}
		}
		for _, moves := range options[k] {
			if n *= len(moves); n > maxStrategies {
				return nil, &TooLarge{What: "strategies", Limit: maxStrategies}
			}
		}
	}
	all := g.choices
	won := kleene.NewSet(len(g.worlds), false)
	for number := range n {
		g.choices = chosen(all, views, options, number)
		if err := g.charge(); err != nil {
			return nil, err
		}
		won = won.Or(g.win())
	}
	g.choices = all
	return won, nil
}

// chosen are the choices that agree with a strategy, given by a number.
func chosen(all [][]choice, views []classes, options []map[int][]string, number int) [][]choice {
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
	kept := make([][]choice, len(all))
	for w, cs := range all {
		for _, c := range cs {
			agrees := true
			for k := range strategy {
				agrees = agrees && strategy[k][views[k].of[w]] == c.moves[k]
			}
			if agrees {
				kept[w] = append(kept[w], c)
			}
		}
	}
	return kept
}
