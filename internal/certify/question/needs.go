package question

import (
	"slices"

	"github.com/epibdd/epibdd/internal/certify/bitblast"
	"github.com/epibdd/epibdd/internal/certify/circuit"
	"github.com/epibdd/epibdd/spec"
)

// Need is an operator about time or knowledge in a formula, with the values of the names in
// it, of which a certificate has to have the set of worlds. Lower says that all of the set
// has to satisfy the formula, Upper that all that satisfies it has to be in the set: which
// is needed is a matter of the negations above it.
type Need struct {
	In           *Structure
	Expr         spec.Expr // nil: the worlds of In, behind a knowledge action
	of           spec.Expr // for which it stands, by one of those whom that asks
	Env          *spec.Env
	Key          string
	Lower, Upper bool
}

// List is what a certificate of a check says, operands before what they are operands of.
type List struct {
	Start *Structure // that of the model
	Needs []*Need
	at    map[string]*Need
}

// Needs lists what is needed to show that a check holds, or fails; of a count it is the same. The error is
// a *circuit.Refusal where the question is not covered.
func Needs(c *spec.Check, holds bool) (list *List, err error) {
	defer circuit.Refused(&err)
	if err := covered(c); err != nil {
		return nil, err
	}
	start := &Structure{behind: map[string]*Structure{}}
	w := &walker{List: &List{Start: start, at: map[string]*Need{}}, profile: spec.ProfileOf(c, c.Runs), in: start}
	for _, a := range c.Model.Actions {
		w.guards(a)
	}
	if c.At != nil {
		w.walk(c.At, nil, true, true)
	}
	formula := func() {
		w.walk(c.Formula, nil, holds || Counted(c) || c.Kind == spec.PlanCheck, !holds && c.Kind != spec.PlanCheck || Counted(c))
	}
	if c.After != nil {
		w.execute(c.After, nil, func() {
			if Counted(c) {
				formula()
			}
		})
	}
	if c.After == nil || !Counted(c) {
		formula()
	}
	return w.List, nil
}

// Counted tells whether worlds are counted.
func Counted(c *spec.Check) bool { return c.Kind == spec.CountCheck }

// covered says why a question is not covered.
func covered(c *spec.Check) error {
	switch {
	case c.Kind != spec.FormulaCheck && c.Kind != spec.SomeCheck && c.Kind != spec.CountCheck && c.Kind != spec.PlanCheck:
		return circuit.Open("questions for the least number, and chances")
	case c.Kind == spec.PlanCheck:
		return plannable(c)
	case Remembers(c) && spec.ProfileOf(c, c.Runs).Restricted:
		return circuit.Open("fairness with memory")
	case c.Model.AsksKnowledge() != nil && !Remembers(c):
		return circuit.Open("actions that ask what somebody knows, without memory")
	case spec.IdleProgram(c.At) != nil || spec.IdleProgram(c.Formula) != nil:
		return circuit.Open("programs that may do nothing")
	case c.IsLiteral():
		return circuit.Open("interpretation: %s", c.Interpretation)
	}
	return nil
}

// plannable says why what a plan costs is not covered: beliefs are sets of states, of which larger ones are worth less.
func plannable(c *spec.Check) error {
	switch p := c.Plan; {
	case p.After != nil || p.Starts != nil:
		return circuit.Open("plans after what has happened, and how many beginnings have one")
	case c.Model.AsksKnowledge() != nil:
		return circuit.Open("plans where steps depend on what is known")
	case !p.OwnMind(c.Model, c.Formula):
		return circuit.Open("plans for what others know")
	}
	return nil
}

// walker goes through a question.
type walker struct {
	*List
	profile *spec.Profile
	seen    int
	in      *Structure // where formulas stand
	made    int        // structures behind knowledge actions
}

const mostNeeds = 1 << 15

// count counts what was gone through.
func (w *walker) count() {
	if w.seen++; w.seen > mostNeeds {
		panic(circuit.Open("more than %d operators and actions", mostNeeds))
	}
}

// walk goes through a formula: lower where it has to be true in what its set has, upper
// where its set has to have what it is true in.
func (w *walker) walk(x spec.Expr, env *spec.Env, lower, upper bool) {
	if x.Traits()&spec.Modal == 0 {
		return
	}
	w.count()
	switch x := x.(type) {
	case *spec.Unary:
		if x.Op == spec.Not {
			w.walk(x.X, env, upper, lower)
			return
		}
	case *spec.Binary:
		switch x.Op {
		case spec.And, spec.Or:
			w.walk(x.X, env, lower, upper)
			w.walk(x.Y, env, lower, upper)
			return
		case spec.Imp:
			w.walk(x.X, env, upper, lower)
			w.walk(x.Y, env, lower, upper)
			return
		}
	case *spec.Cond:
		w.walk(x.If, env, true, true)
		w.walk(x.Then, env, lower, upper)
		w.walk(x.Else, env, lower, upper)
		return
	case *spec.Fold:
		if x.Op != spec.Forall && x.Op != spec.Exists {
			lower, upper = true, true
		}
		w.everyInstance(x.Binders, env, func(inner *spec.Env) { w.walk(x.Body, inner, lower, upper) })
		return
	case *spec.Call:
		w.everyCall(x.Define.Params, x.Args, env, func(inner *spec.Env) { w.walk(x.Define.Body, inner, lower, upper) })
		return
	}
	if isModal(x) && w.profile.Check.Kind == spec.PlanCheck {
		w.known(x, env, upper)
		return
	}
	if x.Traits()&spec.Modal != 0 && !isModal(x) {
		for _, y := range spec.Children(x) {
			w.walk(y, env, true, true)
		}
		return
	}
	list := ByAgent(x, w.profile.Check.Model)
	for _, y := range list {
		w.need(y.Of, x, By(y.Agent), env, lower, upper)
	}
	if list == nil {
		w.need(x, x, "", env, lower, upper)
	}
}

// known goes through an operator in the goal of a plan, which is not claimed: what those who plan know is a matter of what they
// believe, and stays known in smaller beliefs.
func (w *walker) known(x spec.Expr, env *spec.Env, upper bool) {
	switch x := x.(type) {
	case *spec.Knows:
		Fixed(x.Agent, env)
		upper = upper || x.Op == spec.Supposes
		w.walk(x.X, env, true, x.Op != spec.KnowsThat)
	case *spec.GroupKnows:
		upper = upper || x.Times != nil || len(Agents(x.Group, env)) == 0
		w.walk(x.X, env, true, false)
	default:
		panic(circuit.Open("%T in the goal of a plan", x))
	}
	if upper {
		panic(circuit.Open("plans for not knowing something"))
	}
}

// need notes an operator, which stands for another one of an agent, after its operands.
func (w *walker) need(x, of spec.Expr, by string, env *spec.Env, lower, upper bool) {
	n := w.Of(w.in, of, env, by)
	if n != nil && (n.Lower || !lower) && (n.Upper || !upper) {
		return
	}
	w.operands(x, env, lower, upper)
	if n = w.Of(w.in, of, env, by); n == nil {
		n = &Need{In: w.in, Expr: x, of: of, Env: env, Key: w.key(w.in, of, env, by)}
		w.at[w.in.Key+n.Key], w.Needs = n, append(w.Needs, n)
	}
	n.Lower, n.Upper = n.Lower || lower, n.Upper || upper
}

func isModal(x spec.Expr) bool {
	switch x.(type) {
	case *spec.Knows, *spec.GroupKnows, *spec.Share, *spec.Coalition, *spec.Temporal, *spec.Update, *spec.OnRuns:
		return true
	}
	return false
}

// operands goes through the operands of an operator about time or knowledge.
func (w *walker) operands(x spec.Expr, env *spec.Env, lower, upper bool) {
	switch x := x.(type) {
	case *spec.Temporal:
		if w.in.Before != nil {
			panic(circuit.Open("what comes after knowledge actions"))
		}
		w.program(x.Program, env)
		Bound(x.Bound, env)
		w.walk(x.X, env, lower, upper)
		if x.Y != nil {
			w.walk(x.Y, env, lower, upper)
		}
	case *spec.Knows:
		w.ask(Fixed(x.Agent, env))
		both := x.Op == spec.KnowsWhether || x.Op == spec.KnowsValue
		w.walk(x.X, env, lower || both, upper || both)
	case *spec.GroupKnows:
		Bound(x.Times, env)
		w.ask(Agents(x.Group, env)...)
		w.walk(x.X, env, lower, upper)
	case *spec.Update:
		w.execute(x.Action, env, func() { w.walk(x.X, env, lower, upper) })
	case *spec.OnRuns:
		panic(circuit.Open("formulas about runs as wholes"))
	case *spec.Coalition:
		if w.profile.Remembering && lower && upper {
			panic(circuit.Open("strategies with memory where it matters both that there are some and that there are none"))
		}
		if w.in.Before != nil {
			panic(circuit.Open("what comes after knowledge actions"))
		}
		Agents(x.Group, env)
		w.walk(x.X, env, lower, upper)
		if x.Y != nil {
			w.walk(x.Y, env, lower, upper)
		}
	case *spec.Share:
		panic(circuit.Open("shares"))
	default:
		panic(circuit.Open("%T", x))
	}
}

// program goes through the tests of a program that are about time or knowledge.
func (w *walker) program(p spec.Program, env *spec.Env) {
	modal := slices.ContainsFunc(spec.InProgram(p), func(x spec.Expr) bool { return x.Traits()&spec.Modal != 0 })
	switch p := p.(type) {
	case *spec.Both:
		panic(circuit.Open("a program with &"))
	case *spec.Star:
		if w.profile.Restricted || Remembers(w.profile.Check) {
			panic(circuit.Open("a program with * under fairness or with memory"))
		}
	case *spec.Test:
		w.walk(p.X, env, true, true)
		return
	case *spec.SomeOf:
		if modal {
			w.everyInstance(p.Binders, env, func(inner *spec.Env) { w.program(p.Body, inner) })
			return
		}
	case *spec.Run:
		if modal {
			w.everyCall(p.Named.Params, p.Args, env, func(inner *spec.Env) { w.program(p.Named.Body, inner) })
			return
		}
	}
	for _, part := range spec.Subprograms(p) {
		w.program(part, env)
	}
}

// instances calls f for all values of bound names.
func (w *walker) instances(bs []spec.Binder, env *spec.Env, f func(*spec.Env)) {
	if len(bs) == 0 {
		f(env)
		return
	}
	b := bs[0]
	if b.Domain != nil && b.Domain.Traits() != 0 {
		panic(circuit.Open("a quantifier about time or knowledge whose domain depends on the state"))
	}
	ev := &spec.Evaluator{}
	for inner, err := range ev.Instances(bs[:1], env) {
		if err != nil {
			panic(circuit.Open("a domain that has no value"))
		}
		w.instances(bs[1:], inner, f)
	}
}

// Fixed is the value of an expression that depends on no state.
func Fixed(x spec.Expr, env *spec.Env) spec.Value {
	if x.Traits() != 0 {
		panic(circuit.Open("an agent, a group or an argument that depends on the state"))
	}
	v, err := (&spec.Evaluator{}).Eval(x, env)
	if err != nil {
		panic(circuit.Open("%s", err))
	}
	return v
}

// Agents are the names of the members of a group, each once.
func Agents(g *spec.Group, env *spec.Env) []spec.Value {
	var list []spec.Value
	for _, m := range g.Members {
		if m.Cond != nil && m.Cond.Traits() != 0 {
			panic(circuit.Open("a group that depends on the state"))
		}
		EachOf(m.Binders, env, func(inner *spec.Env) {
			if m.Cond == nil || Fixed(m.Cond, inner) == spec.Bool(true) {
				list = append(list, Fixed(m.Agent, inner))
			}
		})
	}
	return spec.NewSet(list...)
}

// Named are the agents of some names.
func Named(m *spec.Model, list []spec.Value) (who []*spec.Agent) {
	for _, v := range list {
		i := slices.IndexFunc(m.Agents, func(a *spec.Agent) bool { return spec.Equal(a.Name, v) })
		if i < 0 {
			panic(circuit.Open("there is no agent %s", v))
		}
		who = append(who, m.Agents[i])
	}
	return who
}

// NamedEach are the agents of each of some lists of names.
func NamedEach(m *spec.Model, lists [][]spec.Value) (groups [][]*spec.Agent) {
	for _, list := range lists {
		groups = append(groups, Named(m, list))
	}
	return groups
}

// Bound is how many steps an operator looks at.
func Bound(x spec.Expr, env *spec.Env) int {
	if x == nil {
		return Unbounded
	}
	m, ok := Fixed(x, env).(spec.Int)
	if !ok || m < 0 || m > mostSteps {
		panic(circuit.Open("a bound that is not at most %d", mostSteps))
	}
	return int(m)
}

const mostSteps = 1 << 16

// Unbounded is a number of steps that is none.
const Unbounded = 1 << 30

// Remembering are the agents whose memory an answer depends on: those of whom is asked what they know, or what they can
// bring about. Histories are counted as such.
func Remembering(p *spec.Profile) []*spec.Agent {
	if !Remembers(p.Check) {
		return nil
	}
	who := map[*spec.Agent]bool{}
	for _, a := range p.Memories {
		who[a] = true
	}
	for _, x := range p.Check.Asked() {
		spec.Walk(x, func(x spec.Expr) bool {
			if b, ok := x.(*spec.Coalition); ok {
				for _, m := range b.Group.Members {
					for _, a := range p.Check.Model.MayBe(m.Agent) {
						who[a] = true
					}
				}
			}
			return true
		})
	}
	list := slices.DeleteFunc(slices.Clone(p.Check.Model.Agents), func(a *spec.Agent) bool { return !who[a] })
	if Counted(p.Check) && p.Check.Layer > 0 {
		list = append(list, bitblast.History)
	}
	return list
}

// Remembers tells whether worlds have to tell what agents remember. For plans beliefs do.
func Remembers(c *spec.Check) bool {
	return c.Recall != "" && c.Recall != spec.NoRecall && c.Kind != spec.PlanCheck
}
