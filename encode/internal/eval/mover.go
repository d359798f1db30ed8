package eval

import (
	"github.com/epibdd/epibdd/encode/internal/value"
	"github.com/epibdd/epibdd/spec"
)

// does is the value of a question about the present step.
func (ev *Evaluator) does(e *spec.Does, ns value.Names) value.Result {
	given, undef := ev.ArgsIn(e.Step, ns)
	return value.Result{Val: value.Truth{In: ev.Codes.Doing(e.Step.Action, given)}, Undef: undef}
}
