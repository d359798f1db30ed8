package ctlk

import (
	"fmt"
	"slices"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/kripke"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
	"github.com/epibdd/epibdd/verdict"
)

// Program is a regular program with everything evaluated that it depends on, a
// relation between worlds (docs/semantics.md#programs). It is used through the sets
// that it leads between; stuck.go follows its runs.
type Program interface {
	// Before is pre(x), the worlds from which an execution leads into x: surely, or for
	// the upper bound perhaps.
	Before(x kripke.Set, upper bool) kripke.Set
	follower
}

type (
	// Single is one step of an action, or of any action where Step is nil.
	Single struct {
		*setting
		Step  *spec.Step
		Env   *spec.Env
		Moves kripke.Moves
	}
	// test stays in the worlds of in.
	test struct {
		*setting
		in kripke.Truth
	}
	// Sequence is one part after the other.
	Sequence struct {
		*setting
		Parts []Program
	}
	// Union is one of its branches, each in its own worlds.
	Union struct {
		*setting
		Branches []Branch
	}
	// Branch is a program in some worlds.
	Branch struct {
		Program
		When kripke.Set
	}
	// Star is any number of times.
	Star struct {
		*setting
		Body Program
	}
)

// Before is the preimage of a step.
func (p *Single) Before(x kripke.Set, upper bool) kripke.Set { return p.m.Before(p.Moves, x, upper) }

// Before is what of x satisfies the test.
func (p *test) Before(x kripke.Set, upper bool) kripke.Set { return p.in.Bound(upper).And(x) }

// Before is the preimage under the last part, under the one before it, and so on.
func (p *Sequence) Before(x kripke.Set, upper bool) kripke.Set {
	for _, part := range slices.Backward(p.Parts) {
		x = part.Before(x, upper)
	}
	return x
}

// Before is the union of the preimages.
func (p *Union) Before(x kripke.Set, upper bool) kripke.Set {
	found := p.m.None()
	for _, b := range p.Branches {
		found = found.Or(b.Program.Before(x, upper).And(b.When))
	}
	return found
}

// Before is μZ. x ∪ pre(Z).
func (p *Star) Before(x kripke.Set, upper bool) kripke.Set {
	for i, fresh := 1, x; i == 1 || !fresh.IsEmpty(); i++ { // for the upper bound even nothing has a preimage
		fresh = p.Body.Before(fresh, upper).Diff(x)
		x = x.Or(fresh)
		p.Tick("program", i, x)
	}
	return x
}

// everyStep are all steps, as a program.
func (s *setting) everyStep() *Single { return &Single{s, nil, nil, s.m.Every()} }

// programKey is a program with the values of its names.
type programKey KeyOf

// ProgramOf evaluates what p depends on. Tests, arguments and domains are operands:
// they are evaluated in every world. A nil program is any step.
func ProgramOf(c *Evaluator, p spec.Program, env *spec.Env) (Program, error) {
	if p == nil {
		return c.everyStep(), nil
	}
	key := programKey{p, valuesOf(p.Free(), env)}
	if known, ok := recall[Program](c, key); ok {
		return known, nil
	}
	made, err := newProgram(c, p, env)
	if err == nil {
		c.memo.kept[key] = made
	}
	return made, err
}

func newProgram(c *Evaluator, p spec.Program, env *spec.Env) (Program, error) {
	switch p := p.(type) {
	case *spec.AnyStep:
		return ProgramOf(c, nil, nil)
	case *spec.Step:
		return newSingle(c, p, env)
	case *spec.Doing:
		return newDoing(c, p, env)
	case *spec.Test:
		in, err := c.Everywhere(p.X, env)
		return &test{c.setting, in}, err
	case *spec.Seq:
		parts, err := programList(c, p.Parts, env)
		return &Sequence{c.setting, parts}, err
	case *spec.Choice:
		parts, err := programList(c, p.Parts, env)
		u := &Union{setting: c.setting}
		for _, part := range parts {
			u.Branches = append(u.Branches, Branch{part, c.m.Worlds})
		}
		return u, err
	case *spec.Star:
		body, err := ProgramOf(c, p.X, env)
		return &Star{c.setting, body}, err
	case *spec.SomeOf:
		instances, err := c.EveryInstance(p.Binders, env, c.m.Worlds)
		return newUnion(c, p.Body, instances, err)
	case *spec.Run:
		instances, err := c.Arguments(p.Named.Params, p.Args, env, c.m.Worlds)
		return newUnion(c, p.Named.Body, instances, err)
	}
	panic(fmt.Sprintf("ctlk: no meaning for the program %T", p))
}

func newSingle(c *Evaluator, p *spec.Step, env *spec.Env) (Program, error) {
	undefined, err := c.m.System.StepUndefined(p, env)
	if err != nil {
		return nil, err
	}
	for k, here := range c.m.Worlds {
		if bad := c.chosen(undefined.And(here)); !bad.IsEmpty() {
			return nil, c.noArgument(p, env, c.m.PickIn(k, bad))
		}
	}
	if err := fitting(c, p, env); err != nil {
		return nil, err
	}
	m, err := c.m.Moves(func(sys *encode.System) (symbolic.Relation, error) { return sys.Step(p, env) })
	return &Single{c.setting, p, env, m}, err
}

// newDoing is a joint step in which several actions are done.
func newDoing(c *Evaluator, p *spec.Doing, env *spec.Env) (Program, error) {
	undefined, err := c.m.Moves(func(sys *encode.System) (symbolic.Relation, error) {
		_, r, err := sys.Doing(p, env)
		return r, err
	})
	if err != nil {
		return nil, err
	}
	if bad := c.m.Before(undefined, c.m.Worlds, false); !bad.IsEmpty() {
		return nil, &verdict.Mistake{Kind: verdict.NoValue, Place: p.Span(), Message: "an argument has no value", State: c.m.Pick(bad).State, Model: c.m.Model()}
	}
	m, err := c.m.Moves(func(sys *encode.System) (symbolic.Relation, error) {
		r, _, err := sys.Doing(p, env)
		return r, err
	})
	return &Single{c.setting, nil, env, m}, err
}

// fitting complains about an argument that is outside the type of its parameter
// in some world, such as one that is none.
func fitting(c *Evaluator, p *spec.Step, env *spec.Env) error {
	for i, b := range p.Action.Params {
		if i >= len(p.Args) || p.Args[i] == nil || p.Args[i].Type().String() == b.Type.String() {
			continue
		}
		if _, err := c.Arguments(p.Action.Params[i:i+1], p.Args[i:i+1], env, c.m.Worlds); err != nil {
			return err
		}
	}
	return nil
}

func programList(c *Evaluator, ps []spec.Program, env *spec.Env) ([]Program, error) {
	list := make([]Program, len(ps))
	for i, p := range ps {
		made, err := ProgramOf(c, p, env)
		if err != nil {
			return nil, err
		}
		list[i] = made
	}
	return list, nil
}

// newUnion is a body for each instance.
func newUnion(c *Evaluator, body spec.Program, instances []Instance, err error) (Program, error) {
	u := &Union{setting: c.setting}
	for _, in := range instances {
		p, err := ProgramOf(c, body, in.Env)
		if err != nil {
			return nil, err
		}
		u.Branches = append(u.Branches, Branch{p, in.When})
	}
	return u, err
}

// steps returns the moves of a program whose executions are single steps.
func steps(p Program) (kripke.Moves, bool) {
	one, ok := p.(*Single)
	if !ok {
		return nil, false
	}
	return one.Moves, true
}
