package eval

import (
	"github.com/epibdd/epibdd/encode/internal/value"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// does is the value of a question about the present step.
func (ev *Evaluator) does(e *spec.Does, ns value.Names) value.Result {
	given, undef := ev.ArgsIn(e.Step, ns)
	return value.Result{Val: value.Truth{In: ev.Codes.Doing(e.Step.Action, given)}, Undef: undef}
}

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
