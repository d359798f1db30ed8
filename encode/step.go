package encode

import (
	"slices"

	"github.com/epibdd/epibdd/encode/internal/codes"
	"github.com/epibdd/epibdd/encode/internal/failure"
	"github.com/epibdd/epibdd/encode/internal/layout"
	"github.com/epibdd/epibdd/encode/internal/value"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
	"github.com/epibdd/epibdd/witness"
)

// Steps returns the relation of all steps. Its images of states are states; so
// are its preimages, but a domain has to be cut to Valid.
func (s *System) Steps() symbolic.Relation { return s.steps.relation }

// Action returns the relation of the steps of an action.
func (s *System) Action(a *spec.Action) symbolic.Relation { return s.steps.actionSteps(a) }

func (s *Steps) actionSteps(a *spec.Action) symbolic.Relation {
	if s.joint != nil {
		return s.joint.relation.With(s.codes.Doing(a, nil))
	}
	return s.actions[a.Index].relation
}

// Step returns the steps of one action with the given arguments; an argument
// that is nil is open. Arguments may read the state before the step and the
// names bound by env. Where an argument is undefined or outside the type of its
// parameter there is no step.
func (s *System) Step(p *spec.Step, env *spec.Env) (rel symbolic.Relation, err error) {
	err = failure.Try(func() {
		given, undef := givenArgs(s, p, env)
		rel = s.steps.stepsOf(p, env, given, undef)
	})
	return rel, err
}

// stepsOf returns the steps of one action with the arguments given, where they are defined.
func (s *Steps) stepsOf(p *spec.Step, env *spec.Env, given []value.Value, undef symbolic.Set) symbolic.Relation {
	if s.joint != nil {
		return s.joint.relation.With(s.codes.Doing(p.Action, given).Diff(undef))
	}
	act := s.actions[p.Action.Index]
	if slices.IndexFunc(given, func(v value.Value) bool { return v != nil }) < 0 {
		return act.relation
	}
	act, names := s.leaveOpen(act, p, env, given)
	parts := make([]*part, 0, len(act.parts))
	for _, p := range act.parts {
		if q := restrict(s.codes, act, p, given, undef); !q.enabled.IsEmpty() {
			parts = append(parts, q.renamed(names))
		}
	}
	return relation(s.codes, act, parts)
}

// givenArgs returns the values of the arguments, nil for those that are open,
// and where one has none.
func givenArgs(s *System, p *spec.Step, env *spec.Env) ([]value.Value, symbolic.Set) {
	return s.evaluator(nil).ArgsIn(p, s.codes.OpenNames(env))
}

// restrict returns the instances of a part that have the given arguments.
func restrict(cs *codes.Codes, act *action, p *part, given []value.Value, undef symbolic.Set) *part {
	q := p.clone()
	q.guard(undef.Not())
	for i, v := range given {
		switch {
		case v == nil:
		case p.args[i] != nil:
			q.guard(value.Equal(cs.Space, v, value.Constant{V: p.args[i]}))
		default:
			q.guard(value.Equal(cs.Space, v, cs.Read(act.registers[i].Shape)))
		}
		if q.enabled.IsEmpty() {
			break
		}
	}
	return q
}

// StepUndefined returns the states in which some argument of p has no value.
func (s *System) StepUndefined(p *spec.Step, env *spec.Env) (undef symbolic.Set, err error) {
	err = failure.Try(func() {
		_, undef = givenArgs(s, p, env)
		undef = undef.And(s.codes.Valid)
	})
	return undef, err
}

// Instance returns an enabled instance of p, or of any action where p is nil,
// from a state into a set. It is always the same one: the first action with the
// least arguments. Open arguments, and those that are bits, are found.
func Instance(s *System, p *spec.Step, env *spec.Env, from spec.State, into symbolic.Set) (witness.Step, bool) {
	return s.InstanceAt(p, env, from, s.codes.Single(from), into)
}

// InstanceAt is Instance from a world, at, that has more than its state.
func (s *System) InstanceAt(p *spec.Step, env *spec.Env, from spec.State, at, into symbolic.Set) (witness.Step, bool) {
	return s.steps.instance(p, env, from, at, into)
}

func (s *Steps) instance(p *spec.Step, env *spec.Env, from spec.State, at, into symbolic.Set) (witness.Step, bool) {
	if p != nil {
		return s.instanceOf(s.actions[p.Action.Index], p, env, from, at, into)
	}
	for _, act := range s.actions {
		if step, ok := s.instanceOf(act, nil, env, from, at, into); ok {
			return step, true
		}
	}
	return witness.Step{}, false
}

func (s *Steps) instanceOf(act *action, p *spec.Step, env *spec.Env, from spec.State, world, into symbolic.Set) (witness.Step, bool) {
	given := make([]value.Value, len(act.spec.Params))
	if p != nil {
		args, ok := argsAt(p, env, from)
		if !ok {
			return witness.Step{}, false
		}
		given = args
	}
	for _, p := range act.parts {
		q := restrict(s.codes, act, p, given, s.codes.Space.Empty())
		at := world.And(q.enabled)
		if at.IsEmpty() {
			continue
		}
		if step, ok := lead(s.codes, act, q, at, from, into); ok {
			return step, true
		}
	}
	return witness.Step{}, false
}

// argsAt evaluates the arguments of a step in a state.
func argsAt(p *spec.Step, env *spec.Env, st spec.State) ([]value.Value, bool) {
	given := make([]value.Value, len(p.Action.Params))
	for i, e := range p.Args {
		if e == nil {
			continue
		}
		v, err := (&spec.Evaluator{State: st}).Eval(e, env)
		if err != nil || !p.Action.Params[i].Type.Has(v) {
			return nil, false
		}
		given[i] = value.Constant{V: v}
	}
	return given, true
}

// lead picks the least arguments in registers with which the part leads from a
// state into a set; at has the state with the arguments for which it is enabled.
func lead(cs *codes.Codes, act *action, p *part, at symbolic.Set, from spec.State, into symbolic.Set) (witness.Step, bool) {
	v := cs.VectorOf(from)
	for _, w := range p.writes {
		at = at.And(cs.Space.Lit(w.pair.Next).Iff(w.code))
	}
	at = at.And(after(cs, pairsOf(p.writes), v, into))
	if at.IsEmpty() {
		return witness.Step{}, false
	}
	args, at := leastArgs(cs, act, p, at)
	next := make([]symbolic.Bit, len(p.writes))
	for i, w := range p.writes {
		next[i] = w.pair.Next
	}
	a, _ := at.Pick(next)
	for _, w := range p.writes {
		v[w.pair.Cur] = a.Value(w.pair.Next)
	}
	return witness.Step{Moves: []spec.Move{{Action: act.spec, Args: args}}, To: cs.StateOf(v)}, true
}

func pairsOf(ws []write) []symbolic.Pair {
	pairs := make([]symbolic.Pair, len(ws))
	for i, w := range ws {
		pairs[i] = w.pair
	}
	return pairs
}

// after returns into over the next bits that are written, with all other bits as
// in the state before.
func after(cs *codes.Codes, writes []symbolic.Pair, before layout.Vector, into symbolic.Set) symbolic.Set {
	written := make(map[symbolic.Bit]bool)
	var cur, next, rest []symbolic.Bit
	for _, w := range writes {
		written[w.Cur] = true
		cur, next = append(cur, w.Cur), append(next, w.Next)
	}
	for _, b := range cs.Layout.StateBits() {
		if !written[b] {
			rest = append(rest, b)
		}
	}
	into = into.AndExists(cs.Space.Singleton(before.Assignment(rest)), cs.Space.Cube(rest...))
	r, err := cs.Space.Renaming(cur, next)
	if err != nil {
		panic(err)
	}
	return into.Rename(r)
}

// leastArgs returns the arguments of an instance in set, the least values for
// those in registers, and the part of the set that has them.
func leastArgs(cs *codes.Codes, act *action, p *part, set symbolic.Set) ([]spec.Value, symbolic.Set) {
	args := slices.Clone(p.args)
	v := layout.Vector{}
	for i, reg := range act.registers {
		if reg != nil {
			set = cs.Least(set, reg.Shape, v)
			args[i] = reg.Shape.ValueOf(func(c *layout.Cell) int { return v.Code(c.Cur) })
		}
	}
	return args, set
}
