package encode

import (
	"github.com/epibdd/epibdd/encode/internal/layout"
	"github.com/epibdd/epibdd/encode/internal/value"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// arg is the value of an argument of an option.
func (s *System) arg(o *layout.Option, i int) value.Value {
	if o.Args[i] == nil {
		return value.Constant{V: o.Fixed[i]}
	}
	return s.read(o.Args[i])
}

// names binds the arguments and the outcome of an option.
func (s *System) names(o *layout.Option) value.Names {
	ns := value.Names{}
	for i, b := range o.Action.Params {
		ns = ns.Bind(b, s.arg(o, i))
	}
	for i, b := range o.Action.Outcome {
		ns = ns.Bind(b, s.read(o.Outcome[i]))
	}
	return ns
}

// takes returns where a mover takes an option.
func (s *System) takes(m *layout.Mover, o *layout.Option) symbolic.Set {
	return s.space.Singleton(m.Choice.Holds(m.Choice.Cur, o.Code))
}

// doing returns where some mover does an action with the arguments given; nil
// is any.
func (s *System) doing(a *spec.Action, given []value.Value) symbolic.Set {
	var sets []symbolic.Set
	for _, m := range s.layout.Movers {
		for _, o := range m.Options {
			if o.Action != a {
				continue
			}
			set := s.takes(m, o)
			for i, v := range given {
				if v != nil {
					set = set.And(value.Equal(s.space, v, s.arg(o, i)))
				}
			}
			sets = append(sets, set)
		}
	}
	return s.space.OrAll(sets...)
}

// does is the value of a question about the present step.
func (ev *evaluator) does(e *spec.Does, ns value.Names) value.Result {
	given, undef := ev.argsIn(e.Step, ns)
	return value.Result{Val: value.Truth{In: ev.doing(e.Step.Action, given)}, Undef: undef}
}
