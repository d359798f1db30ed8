package decide

import (
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
//	distribution    K f & K g -> K h, where the laws make f & g imply h
//	necessitation   K f, AG f and AX f, where the laws make f true
//
// More may be true: what is not proved here is for other routes.

// proved is why a verdict by axioms is about runs of any length.
const proved = "the axioms of knowledge prove it"

// mostBits is how many parts of a formula are bits.
const mostBits = 32

// prover collects what is to be known of a formula.
type prover struct {
	model *spec.Model
	space *symbolic.Space
	laws  symbolic.Set
	facts []fact      // about the state
	known []knowledge // of agents
	next  symbolic.Bit
}

// fact is an expression about the state, with its bit.
type fact struct {
	spec.Expr
	set symbolic.Set
}

// knowledge is that an agent knows what a set means, with its bit.
type knowledge struct {
	agent spec.Value
	of    symbolic.Set
	bit   symbolic.Bit
}

// byAxioms answers that a formula holds if it is proved, and an initial state exists.
func byAxioms(q *question) (turn, error) {
	space, err := symbolic.NewSpace(mostBits, symbolic.Options{Meter: q.o.Meter})
	if err != nil {
		return over, err
	}
	holds := false
	err = space.Do(q.ctx, func() error {
		p := &prover{model: q.model, space: space, laws: space.Full()}
		f, ok := p.meaning(q.chk.Formula)
		holds = ok && p.valid(f)
		return nil
	})
	if err != nil || !holds {
		return over, err
	}
	return decided, q.within(q.base, func() error {
		starts, err := q.starts(q.base)
		if err == nil {
			q.answer = verdict.Answer{Verdict: verdict.Holds, Exact: proved}
			q.warnEmpty(kripke.States(q.base, starts[0], starts, false))
		}
		return err
	})
}

// provable tells whether the axioms speak of a question.
func provable(p *spec.Profile) (bool, string) {
	c := p.Check
	switch {
	case c.Recall != spec.ClockRecall && c.Recall != spec.PerfectRecall:
		return false, "without memory all reachable states are asked"
	case c.Kind != spec.FormulaCheck || c.After != nil || c.At != nil || p.Historic:
		return false, "it asks for more than whether a formula is always true"
	case p.Restricted:
		return false, "what is known is known of runs that count, in others as well"
	case !spec.Asks[*spec.Knows](c.Formula):
		return false, "it does not ask what somebody knows"
	}
	return true, "it may be true by the axioms of knowledge"
}

// valid tells whether a set holds everything that the laws allow.
func (p *prover) valid(x symbolic.Set) bool { return p.laws.Diff(x).IsEmpty() }

// bit is a new one; ok tells whether there is any left.
func (p *prover) bit() (b symbolic.Bit, ok bool) {
	b = p.next
	p.next++
	return b, b < mostBits
}

// meaning is the set that a formula without open names means; ok tells whether the axioms can
// be applied to it.
func (p *prover) meaning(e spec.Expr) (set symbolic.Set, ok bool) {
	switch e := e.(type) {
	case *spec.Unary:
		if e.Op == spec.Not {
			x, ok := p.meaning(e.X)
			return p.not(x, ok)
		}
	case *spec.Binary:
		if combine := connectives[e.Op]; combine != nil {
			x, ok := p.meaning(e.X)
			if !ok {
				return set, false
			}
			y, ok := p.meaning(e.Y)
			if !ok {
				return set, false
			}
			return combine(x, y), true
		}
	case *spec.Knows:
		if agent, ok := e.Agent.(*spec.Const); ok && e.Op != spec.KnowsValue {
			x, ok := p.meaning(e.X)
			if !ok {
				return set, false
			}
			switch e.Op {
			case spec.Supposes:
				return p.not(p.knows(agent.Value, x.Not()))
			case spec.KnowsWhether:
				isFalse, ok := p.knows(agent.Value, x.Not())
				if !ok {
					return set, false
				}
				isTrue, ok := p.knows(agent.Value, x)
				return isTrue.Or(isFalse), ok
			}
			return p.knows(agent.Value, x)
		}
	case *spec.Temporal:
		if e.Program == nil && e.Bound == nil && e.Y == nil {
			x, ok := p.meaning(e.X)
			if !ok {
				return set, false
			}
			return p.temporal(e, x)
		}
	}
	if e.Traits()&spec.Modal == 0 && len(e.Free()) == 0 {
		return p.fact(e)
	}
	return set, false
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
func (p *prover) fact(e spec.Expr) (set symbolic.Set, ok bool) {
	if c, ok := e.(*spec.Const); ok {
		if c.Value == spec.Bool(true) {
			return p.space.Full(), true
		}
		return p.space.Empty(), true
	}
	for _, f := range p.facts {
		if same(f.Expr, e) {
			return f.set, true
		}
	}
	b, ok := p.bit()
	if !ok || !explicit.IsTotal(p.model, e) {
		return set, false
	}
	set = p.space.Lit(b)
	p.facts = append(p.facts, fact{e, set})
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

// knows is what an agent knows of a set.
func (p *prover) knows(agent spec.Value, x symbolic.Set) (set symbolic.Set, ok bool) {
	if p.valid(x) {
		return p.space.Full(), true
	}
	own := map[symbolic.Bit]bool{}
	for _, k := range p.known {
		if spec.Compare(k.agent, agent) == 0 {
			own[k.bit] = true
			if k.of.Equal(x) {
				return p.space.Lit(k.bit), true
			}
		}
	}
	seen := true
	for _, b := range x.Support() {
		seen = seen && own[b]
	}
	if seen {
		return x, true
	}
	b, ok := p.bit()
	if !ok {
		return set, false
	}
	set = p.space.Lit(b)
	p.law(set, x)
	p.known = append(p.known, knowledge{agent, x, b})
	for i, k := range p.known {
		for _, l := range p.known[:i+1] {
			p.conclude(k, l)
		}
	}
	return set, true
}

// conclude says what an agent who knows two things (or one, twice) knows besides.
func (p *prover) conclude(k, l knowledge) {
	if spec.Compare(k.agent, l.agent) != 0 {
		return
	}
	for _, m := range p.known {
		if spec.Compare(m.agent, k.agent) == 0 && p.valid(k.of.And(l.of).Not().Or(m.of)) {
			p.law(p.space.Lit(k.bit).And(p.space.Lit(l.bit)), p.space.Lit(m.bit))
		}
	}
}

// law says that one set implies another.
func (p *prover) law(x, y symbolic.Set) { p.laws = p.laws.And(x.Not().Or(y)) }

// temporal is what an operator over all steps makes of a set.
func (p *prover) temporal(e *spec.Temporal, x symbolic.Set) (set symbolic.Set, ok bool) {
	if e.All && p.valid(x) {
		return p.space.Full(), true
	}
	b, ok := p.bit()
	if !ok {
		return set, false
	}
	set = p.space.Lit(b)
	switch {
	case e.All && e.Op == spec.Globally:
		p.law(set, x)
	case !e.All && e.Op == spec.Eventually:
		p.law(x, set)
	}
	return set, true
}
