package eval

import (
	"github.com/epibdd/epibdd/encode/internal/value"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// Modal gives knowledge and temporal formulas a meaning: the states in which e
// is true, with names bound by env.
type Modal func(e spec.Expr, env *spec.Env) (symbolic.Set, error)

func (ev *Evaluator) ArgsIn(p *spec.Step, ns value.Names) ([]value.Value, symbolic.Set) {
	given := make([]value.Value, len(p.Action.Params))
	undef := ev.Codes.Space.Empty()
	for i, e := range p.Args {
		if e != nil {
			r := ev.Eval(e, ns)
			given[i] = r.Val
			undef = undef.Or(r.Undef)
		}
	}
	return given, undef
}
