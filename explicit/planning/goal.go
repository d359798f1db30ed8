package planning

import (
	"slices"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/explicit/internal/memo"
	"github.com/epibdd/epibdd/explicit/internal/terms"
	"github.com/epibdd/epibdd/plan"
	"github.com/epibdd/epibdd/spec"
)

// goal is a formula of those who plan about a belief: all of them consider just its worlds
// possible. It is reached if the formula is true in each of these.
type goal struct {
	game  *States
	whole spec.Expr
	test  test
	// total says that the goal has a value in every world. Else all worlds of a belief are looked at, also behind
	// one that decides: it needs a value in each (docs/semantics.md#undefined).
	total bool
	// Of a goal that is a conjunction: conditions on states among its parts, and what
	// is to be known; what is not among them restricts beliefs further.
	states []spec.Expr
	values []spec.Expr

	truths  map[spec.Expr][]int8  // of conditions, by world: 0 not known, 1 false, 2 true
	kinds   map[spec.Expr][]int32 // of values, by world: a number, plus 1
	numbers map[spec.Expr]map[string]int32
	classes []int32 // by world: a number, plus 1
	classOf map[string]int32
}

// test tells whether a formula is true in a world of a belief.
type test func(b []plan.World, w plan.World) (bool, error)

func newGoal(s *States, f spec.Expr) *goal {
	g := &goal{game: s, whole: f, truths: map[spec.Expr][]int8{}, kinds: map[spec.Expr][]int32{}, numbers: map[spec.Expr]map[string]int32{}, classOf: map[string]int32{}}
	g.test = g.compile(f)
	if g.total = isTotal(s.model, f); g.total {
		g.conjuncts(f)
	}
	return g
}

// isTotal tells whether a goal surely has a value in every world of every belief. One that does may not be found to.
func isTotal(m *spec.Model, f spec.Expr) bool {
	if simple(f) {
		return explicit.IsTotal(m, f)
	}
	switch e := f.(type) {
	case *spec.Unary:
		return e.Op == spec.Not && isTotal(m, e.X)
	case *spec.Binary:
		return (e.Op == spec.And || e.Op == spec.Or) && isTotal(m, e.X) && isTotal(m, e.Y)
	case *spec.Knows:
		_, constant := e.Agent.(*spec.Const)
		return constant && isTotal(m, e.X)
	case *spec.Call:
		return len(e.Args) == 0 && isTotal(m, e.Define.Body)
	}
	return false
}

// conjuncts collects what all beliefs in the goal have in common.
func (g *goal) conjuncts(f spec.Expr) {
	switch e := f.(type) {
	case *spec.Binary:
		if e.Op == spec.And {
			g.conjuncts(e.X)
			g.conjuncts(e.Y)
		}
	case *spec.Knows:
		switch {
		case !simple(e.X):
		case e.Op == spec.KnowsThat:
			g.states = append(g.states, e.X)
		case e.Op == spec.KnowsValue, e.Op == spec.KnowsWhether:
			g.values = append(g.values, e.X)
		}
	case *spec.Call:
		if len(e.Args) == 0 {
			g.conjuncts(e.Define.Body)
		}
	case *spec.Fold:
		if e.Op == spec.Forall && e.Body.Traits()&spec.Epistemic == 0 && simple(f) {
			g.states = append(g.states, f)
		}
	}
	if b, ok := f.(*spec.Binary); simple(f) && !(ok && b.Op == spec.And) {
		g.states = append(g.states, f)
	}
}

// simple tells whether an expression is about a state alone.
func simple(e spec.Expr) bool { return e.Traits()&spec.Modal == 0 && len(e.Free()) == 0 }

// met tells whether the goal is reached in a belief.
func (g *goal) met(b []plan.World) (bool, error) {
	return g.inAll(b, func(w plan.World) (bool, error) { return g.test(b, w) })
}

// inAll tells whether something is so in all worlds of a belief.
func (g *goal) inAll(b []plan.World, so func(plan.World) (bool, error)) (bool, error) {
	all := true
	for _, w := range b {
		is, err := so(w)
		if err != nil || !is && g.total {
			return false, err
		}
		all = all && is
	}
	return all, nil
}

// compile makes a test of a formula. What it does not know is left to the evaluator.
func (g *goal) compile(f spec.Expr) test {
	if simple(f) {
		return func(_ []plan.World, w plan.World) (bool, error) { return g.holds(f, w) }
	}
	switch e := f.(type) {
	case *spec.Binary:
		switch e.Op {
		case spec.And:
			x, y := g.compile(e.X), g.compile(e.Y)
			return func(b []plan.World, w plan.World) (bool, error) {
				if holds, err := x(b, w); err != nil || !holds {
					return false, err
				}
				return y(b, w)
			}
		case spec.Or:
			x, y := g.compile(e.X), g.compile(e.Y)
			return func(b []plan.World, w plan.World) (bool, error) {
				if holds, err := x(b, w); err != nil || holds {
					return holds, err
				}
				return y(b, w)
			}
		}
	case *spec.Unary:
		if e.Op == spec.Not {
			x := g.compile(e.X)
			return func(b []plan.World, w plan.World) (bool, error) {
				holds, err := x(b, w)
				return !holds, err
			}
		}
	case *spec.Knows:
		if _, constant := e.Agent.(*spec.Const); constant && simple(e.X) {
			return func(b []plan.World, _ plan.World) (bool, error) { return g.known(e, b) }
		}
	case *spec.Call:
		if len(e.Args) == 0 {
			return g.compile(e.Define.Body)
		}
	}
	return func(b []plan.World, w plan.World) (bool, error) { return g.evaluate(f, nil, b, w) }
}

// known decides what those who plan know of states.
func (g *goal) known(e *spec.Knows, b []plan.World) (bool, error) {
	if e.Op == spec.KnowsValue || e.Op == spec.KnowsWhether {
		return g.inAll(b, func(w plan.World) (bool, error) { return g.same(e.X, b[0], w) })
	}
	supposes := e.Op == spec.Supposes
	not, err := g.inAll(b, func(w plan.World) (bool, error) {
		holds, err := g.holds(e.X, w)
		return holds != supposes, err
	})
	return not != supposes, err
}

// holds is the truth value of a condition on states.
func (g *goal) holds(f spec.Expr, w plan.World) (bool, error) {
	list := g.truths[f]
	for int(w) >= len(list) {
		list = append(list, 0)
		g.truths[f] = list
	}
	if list[w] == 0 {
		holds, err := g.game.evaluator(w).Holds(f, nil)
		if err != nil {
			return false, g.game.inWorld(w, err)
		}
		list[w] = 1
		if holds {
			list[w] = 2
		}
	}
	return list[w] == 2, nil
}

// same tells whether an expression has one value in two worlds.
func (g *goal) same(e spec.Expr, v, w plan.World) (bool, error) {
	if v == w { // it needs a value there all the same
		_, err := g.kind(e, v)
		return true, err
	}
	x, err := g.kind(e, v)
	if err != nil {
		return false, err
	}
	y, err := g.kind(e, w)
	return x == y, err
}

// kind numbers the value of an expression.
func (g *goal) kind(e spec.Expr, w plan.World) (int32, error) {
	list := g.kinds[e]
	for int(w) >= len(list) {
		list = append(list, 0)
		g.kinds[e] = list
	}
	if list[w] == 0 {
		v, err := g.game.evaluator(w).Eval(e, nil)
		if err != nil {
			return 0, g.game.inWorld(w, err)
		}
		if g.numbers[e] == nil {
			g.numbers[e] = map[string]int32{}
		}
		key := spec.Key(v)
		n, ok := g.numbers[e][key]
		if !ok {
			n = int32(len(g.numbers[e]) + 1)
			g.numbers[e][key] = n
		}
		list[w] = n
	}
	return list[w], nil
}

// evaluate decides a formula in a world of a belief by the definitions.
func (g *goal) evaluate(f spec.Expr, env *spec.Env, b []plan.World, w plan.World) (bool, error) {
	return (&mind{goal: g, b: b, known: map[memo.Key]bool{}}).holds(f, env, w)
}

// mind evaluates formulas in the worlds of a belief.
type mind struct {
	*goal
	b     []plan.World
	known map[memo.Key]bool
}

func (m *mind) evaluator(w plan.World) *spec.Evaluator {
	ev := m.game.evaluator(w)
	ev.Modal = func(e spec.Expr, env *spec.Env) (bool, error) { return m.modal(e, env, w) }
	return ev
}

func (m *mind) holds(f spec.Expr, env *spec.Env, w plan.World) (bool, error) {
	holds, err := m.evaluator(w).Holds(f, env)
	return holds, m.game.inWorld(w, err)
}

// modal decides an operator about those who plan, who consider the worlds of the belief
// possible, alone and together.
func (m *mind) modal(e spec.Expr, env *spec.Env, w plan.World) (bool, error) {
	switch e := e.(type) {
	case *spec.Knows:
		who, err := m.evaluator(w).Eval(e.Agent, env)
		if err == nil {
			_, err = m.game.agents.Named(e.Agent, who)
		}
		if err != nil {
			return false, err
		}
		return memo.Once(m.known, memo.KeyOf(e, env, ""), func() (bool, error) { return m.knows(e, env) })
	case *spec.GroupKnows:
		times, err := terms.Times(e, env)
		if err != nil {
			return false, err
		}
		if times == 0 {
			return m.holds(e.X, env, w)
		}
		members, err := m.game.agents.Members(e.Group, m.evaluator(w), env)
		if err != nil {
			return false, err
		}
		if len(members) == 0 && e.Op == spec.Everybody {
			return true, nil
		}
		if len(members) == 0 && e.Op == spec.Common {
			return m.holds(e.X, env, w)
		}
		return memo.Once(m.known, memo.KeyOf(e, env, ""), func() (bool, error) { return m.everywhere(e.X, env) })
	}
	return false, spec.ErrModal
}

func (m *mind) knows(e *spec.Knows, env *spec.Env) (bool, error) {
	switch e.Op {
	case spec.KnowsThat:
		return m.everywhere(e.X, env)
	case spec.KnowsValue, spec.KnowsWhether:
		var values []spec.Value
		for _, w := range m.b {
			v, err := m.evaluator(w).Eval(e.X, env)
			if err != nil {
				return false, m.game.inWorld(w, err)
			}
			values = append(values, v)
		}
		return !slices.ContainsFunc(values, func(v spec.Value) bool { return !spec.Equal(v, values[0]) }), nil
	}
	somewhere := false
	for _, w := range m.b {
		holds, err := m.holds(e.X, env, w)
		if err != nil {
			return false, err
		}
		somewhere = somewhere || holds
	}
	return somewhere, nil
}

// everywhere evaluates a formula in all worlds: it has to have a value in each.
func (m *mind) everywhere(f spec.Expr, env *spec.Env) (bool, error) {
	all := true
	for _, w := range m.b {
		holds, err := m.holds(f, env, w)
		if err != nil {
			return false, err
		}
		all = all && holds
	}
	return all, nil
}

// class is equal in all worlds of a belief in the goal. Where a value is missing it is 0,
// which the test of the goal complains of.
func (g *goal) class(w plan.World) int32 {
	if len(g.values) == 0 {
		return 0
	}
	for int(w) >= len(g.classes) {
		g.classes = append(g.classes, 0)
	}
	if g.classes[w] == 0 {
		key := make([]byte, 0, 16)
		for _, e := range g.values {
			n, err := g.kind(e, w)
			if err != nil {
				return 0
			}
			key = append(key, byte(n), byte(n>>8), byte(n>>16), byte(n>>24))
		}
		n, ok := g.classOf[string(key)]
		if !ok {
			n = int32(len(g.classOf) + 1)
			g.classOf[string(key)] = n
		}
		g.classes[w] = n
	}
	return g.classes[w]
}

// done is true in all worlds of a belief in the goal.
func (g *goal) done(w plan.World) bool {
	for _, f := range g.states {
		if holds, err := g.holds(f, w); err == nil && !holds {
			return false
		}
	}
	return true
}
