package encode

import (
	"fmt"
	"maps"
	"slices"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// mover is an agent that takes part in joint steps. It has bits of its own, not
// of the state, which say what it does: the number of one of its choices, the
// arguments that the choice leaves free, and what comes of it. Choices share the
// bits for values of one type.
type mover struct {
	agent   *spec.Agent
	choice  *cell
	options []*option
	pools   [2]map[string][]*shape // by type: for arguments, and for outcomes
}

// option is one choice of a mover.
type option struct {
	action  *spec.Action
	code    int
	fixed   []spec.Value // by parameter; nil: free
	args    []*shape     // by parameter; nil: fixed
	outcome []*shape
}

// mover lays out the bits of an agent.
func (p *plan) mover(m *spec.Mover) *mover {
	name := m.Agent.Name.String()
	mv := &mover{agent: m.Agent, pools: [2]map[string][]*shape{{}, {}}}
	l := layouter{plan: p}
	mv.choice = l.cell("choice of "+name, &spec.IntType{Lo: 0, Hi: int64(len(m.Choices)) - 1}, 0)
	for code, c := range m.Choices {
		o := &option{action: c.Action, code: code, fixed: c.Args, args: make([]*shape, len(c.Args))}
		used := [2]map[string]int{{}, {}}
		take := func(pool int, what string, t spec.Type) *shape {
			key := t.String()
			i := used[pool][key]
			used[pool][key]++
			if i == len(mv.pools[pool][key]) {
				sh := l.shape(numbered(fmt.Sprintf("%s %s of %s", what, key, name), i), t, 0)
				mv.pools[pool][key] = append(mv.pools[pool][key], sh)
			}
			return mv.pools[pool][key][i]
		}
		for i, v := range c.Args {
			if v == nil {
				o.args[i] = take(0, "argument", c.Action.Params[i].Type)
			}
		}
		for _, b := range c.Action.Outcome {
			o.outcome = append(o.outcome, take(1, "outcome", b.Type))
		}
		mv.options = append(mv.options, o)
	}
	return mv
}

// moveBits are those that say what the mover chooses, outcomeBits those that say
// what comes of it.
func (m *mover) moveBits() []symbolic.Bit {
	bits := append([]symbolic.Bit(nil), m.choice.cur...)
	return append(bits, bitsOf(m.pools[0])...)
}

func (m *mover) outcomeBits() []symbolic.Bit { return bitsOf(m.pools[1]) }

// bitsOf lists the bits of a pool by type, in the same order whenever it is asked.
func bitsOf(pool map[string][]*shape) []symbolic.Bit {
	var bits []symbolic.Bit
	for _, key := range slices.Sorted(maps.Keys(pool)) {
		for _, sh := range pool[key] {
			bits = append(bits, sh.bits()...)
		}
	}
	return bits
}

// arg is the value of an argument of an option.
func (s *System) arg(o *option, i int) value {
	if o.args[i] == nil {
		return constant{o.fixed[i]}
	}
	return s.read(o.args[i])
}

// layout binds the arguments and the outcome to where they are.
func (o *option) layout() names {
	ns := names{}
	for i, b := range o.action.Params {
		if o.args[i] == nil {
			ns = ns.bind(b, constant{o.fixed[i]})
		} else {
			ns = ns.bind(b, placed{o.args[i]})
		}
	}
	for i, b := range o.action.Outcome {
		ns = ns.bind(b, placed{o.outcome[i]})
	}
	return ns
}

// names binds the arguments and the outcome of an option.
func (s *System) names(o *option) names {
	ns := names{}
	for i, b := range o.action.Params {
		ns = ns.bind(b, s.arg(o, i))
	}
	for i, b := range o.action.Outcome {
		ns = ns.bind(b, s.read(o.outcome[i]))
	}
	return ns
}

// takes returns where a mover takes an option.
func (s *System) takes(m *mover, o *option) symbolic.Set {
	return s.space.Singleton(m.choice.holds(m.choice.cur, o.code))
}

// doing returns where some mover does an action with the arguments given; nil
// is any.
func (s *System) doing(a *spec.Action, given []value) symbolic.Set {
	var sets []symbolic.Set
	for _, m := range s.plan.movers {
		for _, o := range m.options {
			if o.action != a {
				continue
			}
			set := s.takes(m, o)
			for i, v := range given {
				if v != nil {
					set = set.And(s.equal(v, s.arg(o, i)))
				}
			}
			sets = append(sets, set)
		}
	}
	return s.space.OrAll(sets...)
}

// does is the value of a question about the present step.
func (ev *evaluator) does(e *spec.Does, ns names) result {
	given, undef := ev.argsIn(e.Step, ns)
	return result{truth{ev.doing(e.Step.Action, given)}, undef}
}
