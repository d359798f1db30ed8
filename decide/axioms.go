package decide

import (
	"slices"
	"strconv"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/kripke"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
	"github.com/epibdd/epibdd/verdict"
)

// What the axioms of knowledge prove is true in every world of every model, whatever
// agents remember (R. Fagin, J. Halpern, Y. Moses, M. Vardi, Reasoning About Knowledge,
// 1995, chapter 3): nothing is to be unrolled for it. Parts of the formula of which the
// axioms do not speak are bits of a space of their own. In it the meaning of a formula is
// a set, and the axioms about the knowledge in it are a set, too, its laws:
//
//	truth           K f -> f, AG f -> f, f -> EF f
//	introspection   K f <-> f, where f is made of what the same agent knows
//	distribution    K f & K g -> K h, where the laws make f & g imply h, or do with what else the
//	                agent knows and does not know
//	necessitation   K f, AG f and AX f, where the laws make f true
//	maximal runs    not AF f and not A[g U f], where the laws make f false
//	groups          D of a group knows what D of a part of it knows, and C of a group that has
//	                a member in common; so does C of a group what C of one knows that it is a part of
//	sight           K f <-> f, where f is a function of what the agent sees of the state
//	constants       AG f <-> f, where f stays true: no step changes it, or it is what somebody
//	                with perfect recall knows of what stays true
//
// D and C of a group that is not empty are knowledge, too: of two worlds that nobody, or a chain
// of members, tells apart. Agents who see the same of every state and step, as players do before whom all cards lie
// open, confuse the same worlds: what one of them knows the other one knows. More may be
// true: what is not proved here is for other routes.

// proved is why a verdict by axioms is about runs of any length.
const proved = "the axioms of knowledge prove it"

// mostBits is how many parts of a formula are bits.
const mostBits = 32

// mostEvaluated is how many parts of an expression are evaluated that does not depend on the state.
const mostEvaluated = 100_000

// prover collects what is to be known of a formula.
type prover struct {
	model *spec.Model
	runs  spec.Runs
	alike map[*spec.Agent]*spec.Agent // the first of the agents who see the same; none: nobody else does
	space *symbolic.Space
	laws  symbolic.Set
	facts []fact      // about the state
	known []knowledge // of agents
	sight *sights
	next  symbolic.Bit

	perfect bool                  // recall
	changes map[*spec.Var]bool    // those that steps change
	rises   map[symbolic.Bit]bool // bits that stay true once they are
	falls   map[symbolic.Bit]bool // and that stay false
}

// fact is an expression about the state, with values of its names, and its bit.
type fact struct {
	spec.Expr
	env *spec.Env
	set symbolic.Set
	bit symbolic.Bit
}

// mind is an agent, or a group that is not empty: what its members know together, or what is
// common knowledge among them.
type mind struct {
	agents []*spec.Agent // in the order of the model
	common bool          // of two at least
}

// key tells minds apart.
func (m mind) key() string {
	key := strconv.FormatBool(m.common)
	for _, a := range m.agents {
		key += " " + strconv.Itoa(a.Index)
	}
	return key
}

// knowsAll tells whether a mind knows all that another one knows: what it does not tell apart the
// other one does not either.
func (m mind) knowsAll(other mind) bool {
	in := func(agents []*spec.Agent) func(*spec.Agent) bool {
		return func(a *spec.Agent) bool { return slices.Contains(agents, a) }
	}
	out := func(agents []*spec.Agent) func(*spec.Agent) bool {
		return func(a *spec.Agent) bool { return !slices.Contains(agents, a) }
	}
	switch {
	case m.common:
		return other.common && !slices.ContainsFunc(m.agents, out(other.agents))
	case other.common:
		return slices.ContainsFunc(m.agents, in(other.agents))
	}
	return !slices.ContainsFunc(other.agents, out(m.agents))
}

// knowledge is that a mind knows what a set means, or the value of an expression, with
// its bit.
type knowledge struct {
	mind
	of    symbolic.Set
	value *fact // nil: what the set means
	bit   symbolic.Bit
}

// byAxioms answers that a formula holds if it is proved and an initial state exists, and that
// none satisfies it if the opposite is proved.
func byAxioms(q *question) (turn, error) {
	space, err := symbolic.NewSpace(mostBits, symbolic.Options{Meter: q.o.Meter})
	if err != nil {
		return over, err
	}
	p := newProver(q, space)
	if p.alike, err = seeAlike(q); err != nil {
		return over, err
	}
	done := false
	err = space.Do(q.ctx, func() error {
		p.laws = space.Full()
		f, ok := p.meaning(q.chk.Formula, nil)
		if !ok {
			return nil
		}
		if q.chk.Kind == spec.SomeCheck {
			f = f.Not()
		}
		p.conclude()
		done = p.valid(f)
		return nil
	})
	if err != nil || !done {
		return over, err
	}
	return decided, q.within(q.base, func() error {
		starts, err := q.starts(q.base)
		if err == nil {
			q.answer = verdict.Answer{Verdict: verdict.Holds, Exact: proved}
			if q.chk.Kind == spec.SomeCheck {
				q.answer.Verdict = verdict.Fails
			}
			q.warnEmpty(kripke.States(q.base, starts[0], starts, false))
		}
		return err
	})
}

func newProver(q *question, space *symbolic.Space) *prover {
	p := &prover{
		model: q.model, runs: q.profile.Runs, space: space, perfect: q.chk.Recall == spec.PerfectRecall,
		changes: map[*spec.Var]bool{}, rises: map[symbolic.Bit]bool{}, falls: map[symbolic.Bit]bool{},
	}
	p.sight = &sights{prover: p, of: map[*spec.Agent]*sight{}, facts: map[seenFact]bool{}}
	for _, v := range q.model.Vars {
		p.changes[v] = v.Past
	}
	for _, a := range q.model.Actions {
		for _, t := range a.Then {
			p.changes[t.Var] = true
		}
	}
	return p
}

// seeAlike tells of the agents of a question who see the same of all states, and of all steps if they remember these.
func seeAlike(q *question) (alike map[*spec.Agent]*spec.Agent, err error) {
	alike = map[*spec.Agent]*spec.Agent{}
	if len(q.profile.Memories) < 2 {
		return alike, nil
	}
	err = q.within(q.base, func() error {
		for i, a := range q.profile.Memories {
			for _, b := range q.profile.Memories[:i] {
				if _, found := alike[a]; !found && encode.SeeAlike(q.base, a, b, q.chk.Recall == spec.PerfectRecall) {
					alike[a] = b
				}
			}
		}
		return nil
	})
	return alike, err
}

// provable tells whether the axioms speak of a question.
func provable(p *spec.Profile) (bool, string) {
	c := p.Check
	switch {
	case c.Recall != spec.ClockRecall && c.Recall != spec.PerfectRecall:
		return false, "without memory all reachable states are asked"
	case c.Kind != spec.FormulaCheck && c.Kind != spec.SomeCheck || c.After != nil || c.At != nil || p.Historic:
		return false, "it asks for more than whether a formula is always true, or never"
	case p.Restricted:
		return false, "what is known is known of runs that count, in others as well"
	case !spec.Asks[*spec.Knows](c.Formula) && !spec.Asks[*spec.GroupKnows](c.Formula):
		return false, "it does not ask what somebody knows"
	}
	return true, "the axioms of knowledge may decide it"
}

// valid tells whether a set holds everything that the laws allow.
func (p *prover) valid(x symbolic.Set) bool { return p.laws.Diff(x).IsEmpty() }

// bit is a new one; ok tells whether there is any left.
func (p *prover) bit() (b symbolic.Bit, ok bool) {
	b = p.next
	p.next++
	return b, b < mostBits
}

// meaning is the set that a formula means, with values of its open names; ok tells whether the axioms can
// be applied to it.
func (p *prover) meaning(e spec.Expr, env *spec.Env) (set symbolic.Set, ok bool) {
	switch e := e.(type) {
	case *spec.Unary:
		if e.Op == spec.Not {
			return p.not(p.meaning(e.X, env))
		}
	case *spec.Binary:
		if combine := connectives[e.Op]; combine != nil {
			x, y, ok := p.meanings(e.X, e.Y, env)
			if !ok {
				return set, false
			}
			return combine(x, y), true
		}
	}
	if e.Traits()&spec.Modal == 0 {
		return p.fact(e, env)
	}
	switch e := e.(type) {
	case *spec.Call:
		var args []spec.Value
		for _, a := range e.Args {
			v := p.constant(a, env)
			if v == nil {
				return set, false
			}
			args = append(args, v)
		}
		return p.meaning(e.Define.Body, env.BindAll(e.Define.Params, args))
	case *spec.Fold:
		return p.quantified(e, env)
	case *spec.Knows:
		return p.knowing(e, env)
	case *spec.GroupKnows:
		return p.groupKnowing(e, env)
	case *spec.Temporal:
		return p.temporal(e, env)
	}
	return set, false
}

// meanings are those of two formulas; nil is false, which comes of nothing.
func (p *prover) meanings(e, f spec.Expr, env *spec.Env) (x, y symbolic.Set, ok bool) {
	if x, ok = p.meaning(e, env); ok && f != nil {
		y, ok = p.meaning(f, env)
	}
	return x, y, ok
}

// quantified is what holds for all, or some, values of names whose domains do not depend
// on the state.
func (p *prover) quantified(e *spec.Fold, env *spec.Env) (set symbolic.Set, ok bool) {
	set, combine := p.space.Full(), symbolic.Set.And
	switch e.Op {
	case spec.Exists:
		set, combine = p.space.Empty(), symbolic.Set.Or
	case spec.Forall:
	default:
		return set, false
	}
	for _, b := range e.Binders {
		if b.Domain != nil && readsWorld(b.Domain) {
			return set, false
		}
	}
	for inner, err := range new(spec.Evaluator).Instances(e.Binders, env) {
		if err != nil {
			return set, false
		}
		x, ok := p.meaning(e.Body, inner)
		if !ok {
			return set, false
		}
		set = combine(set, x)
	}
	return set, true
}

// knowing is what an operator about one agent means.
func (p *prover) knowing(e *spec.Knows, env *spec.Env) (set symbolic.Set, ok bool) {
	a := p.agent(e.Agent, env)
	if a == nil {
		return set, false
	}
	agent := mind{agents: []*spec.Agent{a}}
	if e.Op == spec.KnowsValue {
		return p.knowsValue(agent, e.X, env)
	}
	x, ok := p.meaning(e.X, env)
	if !ok {
		return set, false
	}
	switch e.Op {
	case spec.Supposes:
		return p.not(p.knows(agent, x.Not()))
	case spec.KnowsWhether:
		isFalse, ok := p.knows(agent, x.Not())
		if !ok {
			return set, false
		}
		isTrue, ok := p.knows(agent, x)
		if !ok {
			return set, false
		}
		return isTrue.Or(isFalse), true
	}
	return p.knows(agent, x)
}

// groupKnowing is what an operator about a group means that does not depend on the state.
func (p *prover) groupKnowing(e *spec.GroupKnows, env *spec.Env) (set symbolic.Set, ok bool) {
	members := p.members(e.Group, env)
	if len(members) == 0 {
		return set, false
	}
	x, ok := p.meaning(e.X, env)
	if !ok {
		return set, false
	}
	if e.Op != spec.Everybody {
		return p.knows(mind{members, e.Op == spec.Common && len(members) > 1}, x)
	}
	times := spec.Int(1)
	if e.Times != nil {
		if !p.isNumber(e.Times, env) {
			return set, false
		}
		times = p.constant(e.Times, env).(spec.Int)
	}
	for range times {
		all := p.space.Full()
		for _, a := range members {
			one, ok := p.knows(mind{agents: []*spec.Agent{a}}, x)
			if !ok {
				return set, false
			}
			all = all.And(one)
		}
		if all.Equal(x) {
			break
		}
		x = all
	}
	return x, true
}

// members are the first ones of those who see what the members of a group see; none: it is
// empty, or depends on the state.
func (p *prover) members(g *spec.Group, env *spec.Env) []*spec.Agent {
	var all []*spec.Agent
	for _, m := range g.Members {
		if slices.ContainsFunc(spec.Domains(m.Binders), readsWorld) {
			return nil
		}
		for inner, err := range new(spec.Evaluator).Instances(m.Binders, env) {
			if err != nil {
				return nil
			}
			if m.Cond != nil {
				if v := p.constant(m.Cond, inner); v == nil {
					return nil
				} else if v == spec.Bool(false) {
					continue
				}
			}
			a := p.agent(m.Agent, inner)
			if a == nil {
				return nil
			}
			all = append(all, a)
		}
	}
	slices.SortFunc(all, func(a, b *spec.Agent) int { return a.Index - b.Index })
	return slices.Compact(all)
}

// readsWorld tells whether an expression depends on the world.
func readsWorld(e spec.Expr) bool { return e.Traits()&(spec.ReadsState|spec.Modal) != 0 }

// agent is the first of those who see what an agent sees; nil: it depends on the state.
func (p *prover) agent(e spec.Expr, env *spec.Env) *spec.Agent {
	name := p.constant(e, env)
	for _, a := range p.model.Agents {
		if name != nil && spec.Equal(a.Name, name) {
			if first, ok := p.alike[a]; ok {
				return first
			}
			return a
		}
	}
	return nil
}

// constant is the value of an expression that does not depend on the state; nil: it has none, or does.
func (p *prover) constant(e spec.Expr, env *spec.Env) spec.Value {
	if readsWorld(e) {
		return nil
	}
	v, err := (&spec.Evaluator{Budget: mostEvaluated}).Eval(e, env)
	if err != nil {
		return nil
	}
	return v
}

func (p *prover) not(x symbolic.Set, ok bool) (symbolic.Set, bool) {
	if ok {
		x = x.Not()
	}
	return x, ok
}

// connectives of formulas.
var connectives = map[spec.BinaryOp]func(x, y symbolic.Set) symbolic.Set{
	spec.And: symbolic.Set.And,
	spec.Or:  symbolic.Set.Or,
	spec.Imp: func(x, y symbolic.Set) symbolic.Set { return x.Not().Or(y) },
	spec.Iff: symbolic.Set.Iff,
}

// fact is the bit of an expression about the state. What may have no value is for routes
// that see whether it has one.
func (p *prover) fact(e spec.Expr, env *spec.Env) (set symbolic.Set, ok bool) {
	if v := p.constant(e, env); v != nil {
		if v == spec.Bool(true) {
			return p.space.Full(), true
		}
		return p.space.Empty(), true
	}
	for _, f := range p.facts {
		if same(f.Expr, e) && spec.SameNames(e, f.env, env) {
			return f.set, true
		}
	}
	b, ok := p.bit()
	if !ok || !explicit.IsTotal(p.model, e) {
		return set, false
	}
	set = p.space.Lit(b)
	p.facts = append(p.facts, fact{e, env, set, b})
	changes := false
	spec.Walk(e, func(e spec.Expr) bool {
		ref, ok := e.(*spec.VarRef)
		changes = changes || ok && p.changes[ref.Var]
		return !changes
	})
	p.rises[b], p.falls[b] = !changes, !changes
	return set, true
}

// same tells of some expressions that they are the same.
func same(e, f spec.Expr) bool {
	switch e := e.(type) {
	case *spec.VarRef:
		f, ok := f.(*spec.VarRef)
		return ok && e.Var == f.Var
	case *spec.Const:
		f, ok := f.(*spec.Const)
		return ok && spec.Compare(e.Value, f.Value) == 0
	case *spec.Element:
		f, ok := f.(*spec.Element)
		if !ok || len(e.Index) != len(f.Index) || !same(e.X, f.X) {
			return false
		}
		for i := range e.Index {
			if !same(e.Index[i], f.Index[i]) {
				return false
			}
		}
		return true
	case *spec.Binary:
		f, ok := f.(*spec.Binary)
		return ok && e.Op == f.Op && same(e.X, f.X) && same(e.Y, f.Y)
	}
	return e == f
}

// knows is what a mind knows of a set.
func (p *prover) knows(who mind, x symbolic.Set) (set symbolic.Set, ok bool) {
	if p.valid(x) {
		return p.space.Full(), true
	}
	for _, k := range p.known {
		if k.value == nil && k.knowsAll(who) && who.knowsAll(k.mind) && k.of.Equal(x) {
			return p.space.Lit(k.bit), true
		}
	}
	if others := p.others(who); !slices.ContainsFunc(x.Support(), func(b symbolic.Bit) bool { return slices.Contains(others, b) }) {
		return x, true
	}
	b, ok := p.bit()
	if !ok {
		return set, false
	}
	set = p.space.Lit(b)
	p.law(set, x)
	p.known = append(p.known, knowledge{mind: who, of: x, bit: b})
	p.rises[b] = p.perfect && p.lasts(x)
	p.conclude()
	return set, true
}

// knowsValue is that an agent knows the value of an expression about the state.
func (p *prover) knowsValue(agent mind, e spec.Expr, env *spec.Env) (set symbolic.Set, ok bool) {
	for _, k := range p.known {
		if k.knowsAll(agent) && agent.knowsAll(k.mind) && k.value != nil && same(k.value.Expr, e) && spec.SameNames(e, k.value.env, env) {
			return p.space.Lit(k.bit), true
		}
	}
	if e.Traits()&spec.Modal != 0 || !explicit.IsTotal(p.model, e) {
		return set, false
	}
	if p.sight.determined(agent, e, env) {
		return p.space.Full(), true
	}
	b, ok := p.bit()
	if !ok {
		return set, false
	}
	p.known = append(p.known, knowledge{mind: agent, value: &fact{Expr: e, env: env}, bit: b})
	return p.space.Lit(b), true
}

// conclude says what is known because, whatever is so of which a mind knows nothing, the laws make it
// true: of what knowledge it has itself, and has not, it knows that.
func (p *prover) conclude() {
	for before := p.space.Empty(); !before.Equal(p.laws); {
		before = p.laws
		for _, k := range p.known {
			if k.value == nil {
				p.law(p.laws.Not().Or(k.of).Forall(p.space.Cube(p.others(k.mind)...)), p.space.Lit(k.bit))
			}
		}
	}
}

// others are the bits of which a mind may not know whether they are true.
func (p *prover) others(who mind) []symbolic.Bit {
	var all []symbolic.Bit
	for b := range min(p.next, mostBits) {
		if !slices.ContainsFunc(p.known, func(k knowledge) bool { return k.bit == b && who.knowsAll(k.mind) }) &&
			!slices.ContainsFunc(p.facts, func(f fact) bool { return f.bit == b && p.sight.knowsFact(who, &f) }) {
			all = append(all, b)
		}
	}
	return all
}

// lasts tells whether a set, where it is true, is true after each step.
func (p *prover) lasts(x symbolic.Set) bool {
	return !slices.ContainsFunc(x.Support(), func(b symbolic.Bit) bool {
		with, without := x.Cofactor(b, true), x.Cofactor(b, false)
		return !(p.rises[b] || with.SubsetOf(without)) || !(p.falls[b] || without.SubsetOf(with))
	})
}

// law says that one set implies another.
func (p *prover) law(x, y symbolic.Set) { p.laws = p.laws.And(x.Not().Or(y)) }

// isNumber tells whether an expression is a number of repetitions.
func (p *prover) isNumber(e spec.Expr, env *spec.Env) bool {
	n, ok := p.constant(e, env).(spec.Int)
	return ok && n >= 0
}

// temporal is what an operator over steps, or over a program that has a value everywhere, makes of what
// it asks for: of f in G f, F f and X f, and of g in f U g. Where runs that end do not count there may be none.
func (p *prover) temporal(e *spec.Temporal, env *spec.Env) (set symbolic.Set, ok bool) {
	if e.Bound != nil && !p.isNumber(e.Bound, env) || slices.ContainsFunc(spec.InProgram(e.Program), func(e spec.Expr) bool {
		return e.Traits()&spec.Modal != 0 || !explicit.IsTotal(p.model, e)
	}) {
		return set, false
	}
	x, y, ok := p.meanings(e.X, e.Y, env)
	if e.Op == spec.Until {
		x = y
	}
	if !ok {
		return set, false
	}
	ends := p.runs == spec.MaximalRuns // each world has a run that counts
	switch {
	case p.valid(x) && (e.Op != spec.NextTime || e.All) && (e.Op != spec.Globally || e.All || ends):
		return p.space.Full(), true
	case p.valid(x.Not()) && (e.Op != spec.NextTime || !e.All) && (e.Op == spec.NextTime || e.Op == spec.Globally || !e.All || ends):
		return p.space.Empty(), true
	}
	stays, comes := p.lasts(x), !p.lasts(x.Not()) // once true; after it was false
	if e.Op == spec.Globally && stays && (e.All || ends) || (e.Op == spec.Eventually || e.Op == spec.Until) && !comes && (!e.All || ends) {
		return x, true
	}
	b, ok := p.bit()
	if !ok {
		return set, false
	}
	set = p.space.Lit(b)
	any := e.Program == nil && e.Bound == nil // steps, for ever
	switch {
	case e.Op == spec.Globally:
		p.law(set, x)
		p.rises[b] = e.All && any
	case e.Op != spec.NextTime:
		p.law(x, set)
		p.falls[b] = !e.All && any && e.Op == spec.Eventually
	case e.All && stays:
		p.law(x, set)
	case !e.All && !comes:
		p.law(set, x)
	}
	return set, true
}
