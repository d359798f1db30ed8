package encode

import (
	"fmt"

	"github.com/epibdd/epibdd/encode/internal/codes"
	"github.com/epibdd/epibdd/encode/internal/failure"
	"github.com/epibdd/epibdd/encode/internal/layout"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
	"github.com/epibdd/epibdd/witness"
)

// Doing returns the joint steps of which the condition of p is true, and those of
// which it has no value.
func (s *System) Doing(p *spec.Doing, env *spec.Env) (steps, undefined symbolic.Relation, err error) {
	err = failure.Try(func() {
		in, undef := s.evaluator(nil).Holds(p.X, s.codes.OpenNames(env))
		steps = s.steps.joint.relation.With(in.Diff(undef))
		if !undef.IsEmpty() {
			undefined = s.steps.joint.relation.With(undef)
		}
	})
	return steps, undefined, err
}

// JointInstance returns a joint step of a relation, which restricts Steps, from a
// world, at, that has a state into a set. It is always the same one: the movers in their order take the
// first choice and the least arguments with which the others can go on, and then
// the least outcomes.
func (s *System) JointInstance(rel symbolic.Relation, from spec.State, at, into symbolic.Set) (witness.Step, bool) {
	return s.steps.jointInstance(rel, from, at, into)
}

func (s *Steps) jointInstance(rel symbolic.Relation, from spec.State, at, into symbolic.Set) (witness.Step, bool) {
	part := rel.Parts()[0]
	v := s.codes.VectorOf(from)
	steps := part.Steps(at).And(part.Next(into))
	if steps.IsEmpty() {
		return witness.Step{}, false
	}
	moves, steps := leastMoves(s.codes, steps)
	next := make([]symbolic.Bit, 0, len(part.Writes()))
	for _, w := range part.Writes() {
		next = append(next, w.Next)
	}
	a, _ := steps.Pick(next)
	for _, w := range part.Writes() {
		v[w.Cur] = a.Value(w.Next)
	}
	return witness.Step{Moves: moves, To: s.codes.StateOf(v)}, true
}

// leastMoves returns the least moves in a set over the bits of joint steps, and
// the part of the set that has them.
func leastMoves(cs *codes.Codes, set symbolic.Set) ([]spec.Move, symbolic.Set) {
	v := layout.Vector{}
	chosen := make([]*layout.Option, len(cs.Layout.Movers))
	moves := make([]spec.Move, len(cs.Layout.Movers))
	values := func(shapes []*layout.Shape, known []spec.Value) []spec.Value {
		vs := make([]spec.Value, len(shapes))
		copy(vs, known)
		for i, sh := range shapes {
			if sh != nil {
				set = cs.Least(set, sh, v)
				vs[i] = sh.ValueOf(func(c *layout.Cell) int { return v.Code(c.Cur) })
			}
		}
		return vs
	}
	for i, m := range cs.Layout.Movers {
		set = cs.Least(set, &layout.Shape{Cell: m.Choice}, v)
		o := m.Options[v.Code(m.Choice.Cur)]
		chosen[i] = o
		moves[i] = spec.Move{Action: o.Action, Args: values(o.Args, o.Fixed)}
	}
	for i, o := range chosen {
		moves[i].Outcome = values(o.Outcome, nil)
	}
	return moves, set
}

// jointFaultIn returns a fault of a joint step from a state of within.
func (s *Steps) jointFaultIn(within symbolic.Set, past []symbolic.Bit) error {
	for _, f := range s.joint.faults {
		if within.And(f.where).IsEmpty() {
			continue
		}
		steps := s.faulty(f)
		at := symbolic.NewRelation(steps).Image(within)
		if !at.IsEmpty() {
			st, world := s.worldOf(at, past)
			return s.blameJoint(f, st, world, steps.Steps(world))
		}
	}
	return nil
}

// faulty returns the steps of a fault, which change nothing.
func (s *Steps) faulty(f jointFault) *symbolic.Part {
	sets := []symbolic.Set{s.joint.meaning, f.where}
	if !f.guard {
		for _, m := range s.joint.moves {
			sets = append(sets, m.guard)
		}
	}
	if !f.guard && !f.early {
		for _, m := range s.joint.moves {
			sets = append(sets, m.given...)
		}
	}
	return s.codes.Space.NewPart(sets, nil, stepBits(s.codes))
}

// blameJoint finds the moves and the reason of a fault.
func (s *Steps) blameJoint(f jointFault, st spec.State, world, steps symbolic.Set) error {
	if f.guard { // the others need not be able to move: their bits may be anything
		for _, m := range s.codes.Layout.Movers {
			if m != f.mover {
				steps = steps.Exists(s.codes.Space.Cube(m.MoveBits()...)).And(s.codes.Takes(m, m.Options[0]))
			}
		}
	}
	moves, _ := leastMoves(s.codes, steps)
	for i, m := range s.codes.Layout.Movers {
		if m == f.mover {
			e := &FaultError{Action: moves[i].Action, Args: moves[i].Args, State: st, Place: moves[i].Action.Place}
			e.blame(performJoint(s.evaluatorAt(st, world), moves, i, f.guard))
			return e
		}
	}
	panic(fmt.Sprintf("encode: a fault of %s, who does not move", f.mover.Agent.Name))
}

// performJoint takes a joint step by the definitions, as far as the i-th move has
// to do with it, and returns why that is impossible.
func performJoint(ev *spec.Evaluator, moves []spec.Move, i int, alone bool) error {
	ev.Moves = moves
	env := func(m spec.Move) *spec.Env {
		return (*spec.Env)(nil).BindAll(m.Action.Params, m.Args).BindAll(m.Action.Outcome, m.Outcome)
	}
	if ok, err := ev.HoldsAll(moves[i].Action.When, env(moves[i])); err != nil || !ok || alone {
		return err
	}
	if ok, err := ev.HoldsAll(moves[i].Action.Given, env(moves[i])); err != nil || !ok {
		return err
	}
	done := newPerformed(ev)
	for _, m := range moves {
		if err := done.action(m, env(m)); err != nil {
			return err
		}
	}
	return nil
}
