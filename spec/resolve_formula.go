package spec

import (
	"math/big"

	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/spec/syntax"
)

// formulas resolves operators about knowledge, time and runs.
type formulas struct{ expressions }

// modal resolves knowledge and temporal operators, which are about other states
// and so about no step.
func (r formulas) modal(x syntax.Expr) Expr {
	r.context = r.outOfStep()
	switch x := x.(type) {
	case *syntax.Knows:
		return r.knows(x)
	case *syntax.GroupKnows:
		return r.groupKnows(x)
	case *syntax.Share:
		return r.share(x)
	case *syntax.Temporal:
		return r.temporal(x)
	}
	return r.box(x.(*syntax.Box))
}

// box is about the executions of a program: [α] f is AX{α} f and <α> f is EX{α} f,
// unless α is a knowledge action.
func (r formulas) box(x *syntax.Box) Expr {
	var p Program
	var f Expr
	r.each(func() { p = programs(r).program(x.Program) }, func() { f = r.formula(x.X) })
	if IsKnowledgeAction(p) {
		return r.update(x.Place, !x.Diamond, p, f)
	}
	r.regular(p)
	e := &Temporal{All: !x.Diamond, Op: NextTime, Program: p, X: f}
	return e.closeTemporal(x.Place)
}

func (r formulas) knows(x *syntax.Knows) Expr {
	e := &Knows{Op: map[syntax.Token]KnowsOp{
		syntax.KNOWS: KnowsThat, syntax.WHETHER: KnowsWhether, syntax.VALUE: KnowsValue, syntax.SUPPOSE: Supposes,
	}[x.Op]}
	r.each(func() { e.Agent = groups(r).agent(x.Agent) }, func() {
		if e.Op != KnowsValue {
			e.X = r.formula(x.X)
			return
		}
		e.X = r.expr(x.X, nil)
		if e.X.Traits()&IsTemporal != 0 {
			r.fail(x.X.Span(), "the value of an expression with temporal operators cannot be known; ask for KW of a formula")
		}
	})
	e.close(x.Place, BoolType{}, nil, e.Agent, e.X)
	e.traits |= Epistemic
	return e
}

func (r formulas) groupKnows(x *syntax.GroupKnows) Expr {
	e := &GroupKnows{Op: map[syntax.Token]GroupOp{
		syntax.EVERY: Everybody, syntax.DISTR: Distributed, syntax.COMMON: Common,
	}[x.Op]}
	r.each(func() { e.Group = groups(r).group(x.Group) }, func() {
		if x.Times != nil {
			e.Times = r.number(x.Times)
			r.rigid(e.Times, "how often E is applied")
		}
	}, func() { e.X = r.formula(x.X) })
	e.close(x.Place, BoolType{}, nil, e.Times, e.X)
	e.traits |= e.Group.traits() | Epistemic
	e.free = mergeBounds(e.free, e.Group.free())
	return e
}

// share resolves share{group}(f) compared with a number.
func (r formulas) share(x *syntax.Share) Expr {
	e := &Share{Op: map[syntax.Token]BinaryOp{
		syntax.EQ: Eq, syntax.NE: Ne, syntax.LT: Lt, syntax.LE: Le, syntax.GT: Gt, syntax.GE: Ge,
	}[x.Op]}
	r.each(func() {
		if x.Group != nil {
			e.Group = groups(r).group(x.Group)
		}
	}, func() { e.X = r.formula(x.X) }, func() { e.Bound = r.partOf(x) })
	e.close(x.Place, BoolType{}, nil, e.X)
	e.traits |= Epistemic
	if e.Group != nil {
		e.traits |= e.Group.traits()
		e.free = mergeBounds(e.free, e.Group.free())
	}
	return e
}

// partOf is the number that a share is compared with.
func (r formulas) partOf(x *syntax.Share) *big.Rat {
	bound := new(big.Rat).SetInt(whole(x.Num))
	if x.Den != nil {
		below := whole(x.Den)
		if below.Sign() == 0 {
			r.fail(x.Den.Place, "division by 0")
		}
		bound.SetFrac(whole(x.Num), below)
	}
	if bound.Cmp(big.NewRat(1, 1)) > 0 {
		r.fail(x.Num.Place, "a share is a number from 0 to 1; half of the worlds is 1/2")
	}
	return bound
}

// whole is a number that is written out.
func whole(x *syntax.Int) *big.Int {
	if n, ok := new(big.Int).SetString(x.Digits, 10); ok {
		return n
	}
	return big.NewInt(x.Value)
}

// coalition resolves <<group>> X f and its kind. Who the members are is known
// before anything happens: they have agreed on what they do.
func (r formulas) coalition(x *syntax.Coalition) Expr {
	e := &Coalition{Op: PathOp(x.Op), Uniform: x.Uniform, Subjective: x.Subjective}
	r.each(func() { e.Group = groups(r).group(x.Group) }, func() { e.X = r.formula(x.X) }, func() {
		if x.Y != nil {
			e.Y = r.formula(x.Y)
		}
	})
	e.close(x.Place, BoolType{}, nil, e.X, e.Y)
	for _, m := range e.Group.Members {
		if m.traits() != 0 {
			r.fail(m.Agent.Span(), "who is in a coalition cannot depend on the state")
		}
		e.free = mergeBounds(e.free, m.free())
	}
	e.traits |= IsTemporal | Strategic
	return e
}

func (r formulas) temporal(x *syntax.Temporal) Expr {
	e := &Temporal{All: x.All, Op: PathOp(x.Op)}
	r.each(func() { r.superscript(e, x.Super) }, func() { e.X = r.formula(x.X) }, func() {
		if x.Y != nil {
			e.Y = r.formula(x.Y)
		}
	})
	return e.closeTemporal(x.Place)
}

func (r formulas) superscript(e *Temporal, x *syntax.Super) {
	if x == nil {
		return
	}
	e.Program = programs(r).program(x.Program)
	r.regular(e.Program)
	if x.Bound != nil {
		e.Bound = r.number(x.Bound)
		r.rigid(e.Bound, "the number of repetitions")
	}
}

// onRuns resolves A(f) and E(f).
func (r formulas) onRuns(x *syntax.OnRuns) Expr {
	e := &OnRuns{All: x.All, X: r.formula(x.X)}
	r.checkOnRun(e.X)
	e.close(x.Place, BoolType{}, nil, e.X)
	e.traits = e.traits&^OnRun | IsTemporal
	return e
}

// path resolves X f, G f, F f and f U g.
func (r formulas) path(x *syntax.Path) Expr {
	e := &Path{Op: PathOp(x.Op)}
	r.each(func() { e.X = r.formula(x.X) }, func() {
		if x.Y != nil {
			e.Y = r.formula(x.Y)
		}
	})
	e.close(x.Place, BoolType{}, nil, e.X, e.Y)
	e.traits |= IsTemporal | OnRun
	return e
}

// update is [α] f or <α> f of a knowledge action.
func (r formulas) update(at source.Span, all bool, p Program, f Expr) Expr {
	if repeats(p) {
		return r.repeated(at, all, p, f)
	}
	r.knowledgeAction(p, at, false)
	e := &Update{All: all, Action: p, X: f}
	e.close(at, BoolType{}, nil, f)
	e.free = mergeBounds(e.free, p.Free())
	e.traits |= Epistemic
	return e
}
