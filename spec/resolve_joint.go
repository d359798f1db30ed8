package spec

import (
	"math/big"
	"slices"

	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/spec/syntax"
)

// inStep resolves what is evaluated when every agent has chosen its move, so
// that it may ask what others do.
func (r *resolver) inStep(f func()) {
	saved := r.stepping
	defer func() { r.stepping = saved }()
	r.stepping = r.model.Joint
	f()
}

// outOfStep resolves what is evaluated in a state alone.
func (r *resolver) outOfStep(f func()) {
	saved := r.stepping
	defer func() { r.stepping = saved }()
	r.stepping = false
	f()
}

// outcome brings the names of an action whose values nobody chooses into scope.
func (r *resolver) outcome(a *Action, x *document.Action) {
	if !r.model.Joint && len(x.Outcome)+len(x.Given) > 0 {
		r.errs.Errorf(a.Place, "outcome and given belong to steps: joint; with interleaved steps use an argument and when")
	}
	for _, p := range x.Outcome {
		var t Type
		if !r.try(func() { t = r.paramType(p.Domain) }) {
			continue
		}
		for _, id := range p.Names {
			if !r.try(func() { r.checkFresh(id) }) {
				continue
			}
			b := r.newBound(id, t)
			r.bind(b, id)
			a.Outcome = append(a.Outcome, b)
		}
	}
}

// given resolves the conditions on what nobody chooses.
func (r *resolver) given(a *Action, xs []syntax.Expr) {
	r.inStep(func() {
		for _, x := range xs {
			r.try(func() { a.Given = append(a.Given, r.guard(x)) })
		}
	})
}

// does resolves a question about the present step: a combination of steps of
// single actions.
func (r *resolver) does(x *syntax.Does) Expr {
	switch {
	case !r.model.Joint:
		r.fail(x.Place, "does{…} asks what others do in the same step, and belongs to steps: joint")
	case !r.stepping:
		r.fail(x.Place, "does{…} asks about the step that is being taken: only given and then may, where all have chosen")
	}
	return r.doing(x.Program)
}

// doing is the condition that a step is an execution of a program.
func (r *resolver) doing(x syntax.Program) Expr {
	switch x := x.(type) {
	case *syntax.ParenProgram:
		return r.doing(x.X)
	case *syntax.AnyStep:
		return boolConst(x.Place, true)
	case *syntax.Choice:
		if x.Marked < 0 {
			return r.doingAll(x.Place, Or, x.Parts)
		}
	case *syntax.Both:
		return r.doingAll(x.Place, And, x.Parts)
	case *syntax.Some:
		var e Expr
		r.within(x.Binders, func(bound []Binder) {
			e = r.foldOver(x.Place, Exists, bound, r.doing(x.Body), BoolType{})
		})
		return e
	case *syntax.Act:
		var p Program
		r.outOfStep(func() { p = r.act(x) })
		if step, ok := p.(*Step); ok {
			return doesStep(step)
		}
	}
	r.fail(x.Span(), "what is done in one joint step is made of actions with |, & and some")
	return nil
}

// doesStep is the condition that somebody takes a step of an action.
func doesStep(step *Step) Expr {
	e := &Does{Step: step}
	e.close(step.Span(), BoolType{}, nil, step.Args...)
	e.traits |= ReadsState | AsksMoves
	return e
}

func (r *resolver) doingAll(at source.Span, op BinaryOp, parts []syntax.Program) Expr {
	e := r.doing(parts[0])
	for _, p := range parts[1:] {
		e = r.connect(at, op, e, r.doing(p))
	}
	return e
}

// isStep reports whether a program is about actions, not about what is learnt.
func (r *resolver) isStep(x syntax.Program) bool {
	switch x := x.(type) {
	case *syntax.ParenProgram:
		return r.isStep(x.X)
	case *syntax.AnyStep:
		return true
	case *syntax.Choice:
		return slices.ContainsFunc(x.Parts, r.isStep)
	case *syntax.Both:
		return slices.ContainsFunc(x.Parts, r.isStep)
	case *syntax.Some:
		return r.isStep(x.Body)
	case *syntax.Act:
		return r.actions[x.Name.Name] != nil
	}
	return false
}

// both resolves a & b.
func (r *resolver) both(x *syntax.Both) Program {
	if !r.model.Joint {
		r.fail(x.Place, "a step with several actions (&) belongs to steps: joint")
	}
	f := r.doing(x)
	return &Doing{pnode{place: x.Place, free: f.Free()}, f}
}

// movers finds who has actions. That depends on nothing but the arguments, so
// that the agents who take part are the same in every step.
func (r *resolver) movers() {
	byAgent := make([]*Mover, len(r.model.Agents))
	for i, a := range r.model.Actions {
		r.try(func() { r.owners(a, &r.doc.Actions[i], byAgent) })
	}
	for _, m := range byAgent {
		if m != nil {
			r.model.Movers = append(r.model.Movers, m)
		}
	}
	if len(r.model.Movers) == 0 && len(r.model.Actions) > 0 && r.errs.Err() == nil {
		r.errs.Errorf(r.doc.Steps.Span, "no agent has actions, so that there are no joint steps")
	}
}

// maxOwners bounds the arguments over which an owner is computed.
const maxOwners = 1 << 12

// owners adds the instances of an action to those who own them.
func (r *resolver) owners(a *Action, x *document.Action, byAgent []*Mover) {
	switch {
	case x.By == nil:
		r.fail(a.Place, "with steps: joint every action has an owner; write by: and an agent, or an argument that is one")
	case a.By == nil: // its error has been reported
		panic(bailout{})
	case a.By.Traits() != 0:
		r.fail(a.By.Span(), "the owner of an action depends on its arguments alone; use an argument and compare it in when")
	}
	named := a.By.Free()
	types := make([]Type, len(named))
	n := big.NewInt(1)
	for i, b := range named {
		types[i] = b.Type
		n.Mul(n, b.Type.Size())
	}
	if n.Cmp(big.NewInt(maxOwners)) > 0 {
		r.fail(a.By.Span(), "the owner is computed from %s combinations of arguments, at most %d are possible", n, maxOwners)
	}
	for tuple := range Tuples(types) {
		owner, err := (&Evaluator{}).Eval(a.By, (*Env)(nil).BindAll(named, tuple))
		at := -1
		if err == nil {
			at = IndexOf(r.agentType(), owner)
		}
		if at < 0 {
			r.fail(a.By.Span(), "%s has no owner that is an agent", Move{Action: a, Args: argsOf(a, named, tuple)})
		}
		if byAgent[at] == nil {
			byAgent[at] = &Mover{Agent: r.model.Agents[at]}
		}
		byAgent[at].Choices = append(byAgent[at].Choices, Choices{a, argsOf(a, named, tuple)})
	}
}

// argsOf puts the values of some arguments at their places; the others are nil.
func argsOf(a *Action, named []*Bound, values []Value) []Value {
	args := make([]Value, len(a.Params))
	for i, p := range a.Params {
		for k, b := range named {
			if b == p {
				args[i] = values[k]
			}
		}
	}
	return args
}
