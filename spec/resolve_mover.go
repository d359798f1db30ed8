package spec

import (
	"math/big"

	"github.com/epibdd/epibdd/spec/document"
)

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
