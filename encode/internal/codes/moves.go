package codes

import (
	"github.com/epibdd/epibdd/encode/internal/layout"
	"github.com/epibdd/epibdd/encode/internal/value"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// arg is the value of an argument of an option.
func (s *Codes) arg(o *layout.Option, i int) value.Value {
	if o.Args[i] == nil {
		return value.Constant{V: o.Fixed[i]}
	}
	return s.Read(o.Args[i])
}

// Names binds the arguments and the outcome of an option.
func (s *Codes) Names(o *layout.Option) value.Names {
	ns := value.Names{}
	for i, b := range o.Action.Params {
		ns = ns.Bind(b, s.arg(o, i))
	}
	for i, b := range o.Action.Outcome {
		ns = ns.Bind(b, s.Read(o.Outcome[i]))
	}
	return ns
}

// Takes returns where a mover takes an option.
func (s *Codes) Takes(m *layout.Mover, o *layout.Option) symbolic.Set {
	return s.Space.Singleton(m.Choice.Holds(m.Choice.Cur, o.Code))
}

// Doing returns where some mover does an action with the arguments given; nil
// is any.
func (s *Codes) Doing(a *spec.Action, given []value.Value) symbolic.Set {
	var sets []symbolic.Set
	for _, m := range s.Layout.Movers {
		for _, o := range m.Options {
			if o.Action != a {
				continue
			}
			set := s.Takes(m, o)
			for i, v := range given {
				if v != nil {
					set = set.And(value.Equal(s.Space, v, s.arg(o, i)))
				}
			}
			sets = append(sets, set)
		}
	}
	return s.Space.OrAll(sets...)
}

// OpenNames are the names of env, of which open ones depend on their registers.
func (s *Codes) OpenNames(env *spec.Env) value.Names {
	n := value.Names{Env: env}
	if len(s.Layout.Opened) == 0 {
		return n
	}
	for _, b := range env.Open() {
		n = n.Bind(b, s.Read(s.Layout.Opened[env.Lookup(b).(spec.Open)].Shape))
	}
	return n
}
