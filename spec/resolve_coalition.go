package spec

import (
	"github.com/epibdd/epibdd/spec/syntax"
)

// coalition resolves <<group>> X f and its kind. Who the members are is known
// before anything happens: they have agreed on what they do.
func (r *resolver) coalition(x *syntax.Coalition) Expr {
	if !r.model.Joint {
		r.fail(x.Place, "coalitions (<<…>>) need steps: joint: with interleaved steps nothing says whose turn it is; write AX{α}, EX{α} about the actions of the agents")
	}
	e := &Coalition{Op: PathOp(x.Op), Uniform: x.Uniform}
	r.each(func() { e.Group = r.group(x.Group) }, func() { e.X = r.formula(x.X) }, func() {
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
