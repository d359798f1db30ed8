package explicit

import (
	"slices"

	"github.com/epibdd/epibdd/explicit/internal/kleene"
	"github.com/epibdd/epibdd/explicit/internal/terms"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// Taken is a step, and the world to which it leads.
type Taken struct {
	witness.Step
	World int
}

// movesOf lists steps with the worlds to which they lead.
func movesOf(s *structure, way []edge) []Taken {
	all := make([]Taken, len(way))
	for i, e := range way {
		all[i] = Taken{witness.Step{Moves: e.moves, To: s.worlds[e.to]}, e.to}
	}
	return all
}

// Runs are those of the program of a temporal operator, for whoever shows one of them.
type Runs struct{ *paths }

// Runs returns those that a temporal operator is about.
func (s *System) Runs(t *spec.Temporal, env *spec.Env) (*Runs, error) {
	r, err := s.relation(t.Program, env)
	if err != nil {
		return nil, err
	}
	bound, err := terms.Bound(t.Bound, env)
	return &Runs{&paths{s.structure, r, bound}}, err
}

// Bound is how many repetitions of the program count; -1: any number.
func (r *Runs) Bound() int { return r.bound }

// Before are the worlds from which the program leads into a set.
func (r *Runs) Before(x kleene.Set) kleene.Set { return r.pre(x) }

// Way is one execution of the program from a world into a set.
func (r *Runs) Way(w int, into kleene.Set) []Taken { return movesOf(r.structure, r.way(w, into)) }

// Dead are the worlds in which a run of the program ends, if such runs count.
func (r *Runs) Dead() kleene.Set {
	if r.runs == spec.IsplRuns && r.fair == nil {
		return kleene.NewSet(len(r.worlds), false)
	}
	return r.ends()
}

// Until are the worlds from which runs lead through one set into another, however long.
func (r *Runs) Until(hold, goal kleene.Set) kleene.Set { return until(r.relation, hold, goal) }

// Rings are the sets from which runs lead through one set into another with 0, 1, 2, …
// repetitions, up to one with a world.
func (r *Runs) Rings(w int, hold, goal kleene.Set) []kleene.Set {
	return rings(w, goal, func(z kleene.Set) kleene.Set { return z.Or(hold.And(r.pre(z))) })
}

// Forever are the worlds from which runs stay in a set for ever and are fair.
func (r *Runs) Forever(hold kleene.Set) kleene.Set {
	if r.fair == nil {
		return kleene.Fixpoint(hold, func(z kleene.Set) kleene.Set { return hold.And(r.pre(z)) })
	}
	return r.fairly(hold)
}

// Fair are the fairness predicates; where only infinite runs exist there is one at least.
func (s *structure) Fair() []kleene.Set { return s.fair }

// Recall is what agents remember; empty: nothing.
func (s *structure) Recall() spec.Recall { return s.recall }

// Layer is how many steps led to a world, as far as they are told apart.
func (s *structure) Layer(w int) int { return s.layer[w] }

// IsBehind tells whether the worlds are those behind a knowledge action.
func (s *structure) IsBehind() bool { return s.product != nil }

// Truth3 are the worlds in which a formula is true, in three values.
func (s *System) Truth3(f spec.Expr, env *spec.Env) (kleene.Set, error) { return s.truth(f, env) }

// Value is the truth value of a formula in a world.
func (s *System) Value(f spec.Expr, env *spec.Env, w int) (kleene.Value, error) {
	return s.holds(f, env, w)
}

// Values are those of an expression in all worlds.
func (s *System) Values(e spec.Expr, env *spec.Env) ([]spec.Value, error) { return s.values(e, env) }

// Evaluator evaluates expressions in a world, formulas of any kind included.
func (s *System) Evaluator(w int) *spec.Evaluator { return s.evaluator(w) }

// Agent is the agent that an expression names in a world.
func (s *System) Agent(e spec.Expr, env *spec.Env, w int) (*spec.Agent, error) {
	v, err := s.evaluator(w).Eval(e, env)
	if err != nil {
		return nil, s.InWorld(w, err)
	}
	return s.agents.Named(e, v)
}

// Group are the members of a group in a world.
func (s *System) Group(g *spec.Group, env *spec.Env, w int) ([]*spec.Agent, error) {
	return s.group(g, env, w)
}

// Doubting are the worlds in which some member of a group does not know that it is in
// none of some worlds. The group is read in each.
func (s *System) Doubting(g *spec.Group, env *spec.Env, doubt kleene.Set) (kleene.Set, error) {
	known, err := s.everywhereAllKnow(g, env, doubt.Not())
	if err != nil {
		return nil, err
	}
	return known.Not(), nil
}

// Near are the worlds that agents confuse with one, all of them.
func (s *structure) Near(who []*spec.Agent, w int) kleene.Set { return s.classesOf(who...).near(w) }

// Origin is a run to a world of a set, which is not empty. Without memory it is a shortest
// one; else it takes so many steps, and ok is false where no such run was enumerated.
// Behind knowledge actions it leads to where these happen, and done says what.
func (s *structure) Origin(into kleene.Set, steps int) (start spec.State, way []Taken, to int, done []string, ok bool) {
	if s.product != nil {
		to = first(into)
		before, origin, done := s.comesFrom(to)
		only := kleene.NewSet(len(before.worlds), false)
		only[origin] = kleene.Yes
		start, way, _, _, ok = before.Origin(only, steps)
		return start, way, to, done, ok
	}
	path := shortest(s, into)
	if s.recall != "" {
		path = ofLength(s, into, steps)
	}
	if to = first(path[0]); to == Beyond {
		return nil, nil, Beyond, nil, false
	}
	start = s.worlds[to]
	step := &stepRelation{out: s.out}
	for _, x := range path[1:] {
		e := step.way(to, x)
		way, to = append(way, movesOf(s, e)...), e[0].to
	}
	return start, way, to, nil, true
}

// shortest are sets that a shortest way into a set leads through.
func shortest(s *structure, into kleene.Set) []kleene.Set {
	step := &stepRelation{out: s.out}
	starts := kleene.NewSet(len(s.worlds), false)
	for _, w := range s.initial {
		starts[w] = kleene.Yes
	}
	path := []kleene.Set{into}
	for met := into; first(met.And(starts)) == Beyond; {
		met = met.Or(step.pre(met))
		path = append(path, met)
	}
	slices.Reverse(path)
	path[0] = path[0].And(starts)
	return path
}

// ofLength are sets that a run of so many steps into a set leads through, where layers
// count steps. Histories after a layer that is as an earlier one were not enumerated.
func ofLength(s *structure, into kleene.Set, steps int) []kleene.Set {
	step := &stepRelation{out: s.out}
	path := make([]kleene.Set, steps+1)
	path[steps] = into
	for k := steps; k >= 0; k-- {
		if k < steps {
			path[k] = step.pre(path[k+1])
		}
		layer := k
		if s.recall == spec.ClockRecall {
			layer = s.fold(k)
		}
		in := make(kleene.Set, len(s.worlds))
		for w, n := range s.layer {
			in[w] = kleene.Of(n == layer && path[k].Has(w))
		}
		path[k] = in
	}
	return path
}
