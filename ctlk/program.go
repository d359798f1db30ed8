package ctlk

import (
	"fmt"
	"slices"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// program is a regular program with everything evaluated that it depends on, a
// relation between worlds (Act-CTL-Kn, programs). It is used through the sets
// that it leads between; stuck.go follows its runs, and run finds one.
type program interface {
	// before is pre(x), the worlds from which an execution leads into x: surely, or
	// for the hopeful perhaps.
	before(x set, hopeful bool) set
	// run returns the steps of an execution from a world into a set; the world is
	// surely in before of the set.
	run(from world, into set) []move
	follower
}

type (
	// single is one step of an action, or of any action where step is nil.
	single struct {
		*Checker
		step  *spec.Step
		env   *spec.Env
		moves moves
	}
	// test stays in the worlds of in.
	test struct {
		*Checker
		in truth
	}
	// sequence is one part after the other.
	sequence struct {
		*Checker
		parts []program
	}
	// union is one of its branches, each in its own worlds.
	union struct {
		*Checker
		branches []branch
	}
	branch struct {
		program
		when set
	}
	// star is any number of times.
	star struct {
		*Checker
		body program
	}
)

func (p *single) before(x set, hopeful bool) set { return p.frame.before(p.moves, x, hopeful) }

func (p *test) before(x set, hopeful bool) set { return p.in.bound(hopeful).And(x) }

func (p *sequence) before(x set, hopeful bool) set {
	for _, part := range slices.Backward(p.parts) {
		x = part.before(x, hopeful)
	}
	return x
}

func (p *union) before(x set, hopeful bool) set {
	found := p.frame.none()
	for _, b := range p.branches {
		found = found.Or(b.program.before(x, hopeful).And(b.when))
	}
	return found
}

func (p *star) before(x set, hopeful bool) set {
	for i, fresh := 1, x; i == 1 || !fresh.IsEmpty(); i++ { // for the hopeful even nothing has a preimage
		fresh = p.body.before(fresh, hopeful).Diff(x)
		x = x.Or(fresh)
		p.tick("program", i, x)
	}
	return x
}

// program evaluates what p depends on. Tests, arguments and domains are operands:
// they are evaluated in every world. A nil program is any step.
func (c *Checker) program(p spec.Program, env *spec.Env) (program, error) {
	if p == nil {
		return &single{c, nil, nil, c.frame.every()}, nil
	}
	key := keyOf{p, valuesOf(p.Free(), env)}
	if known, ok := c.frame.programs[key]; ok {
		return known, nil
	}
	made, err := c.newProgram(p, env)
	if err == nil {
		c.frame.programs[key] = made
	}
	return made, err
}

func (c *Checker) newProgram(p spec.Program, env *spec.Env) (program, error) {
	switch p := p.(type) {
	case *spec.AnyStep:
		return c.program(nil, nil)
	case *spec.Step:
		return c.newSingle(p, env)
	case *spec.Doing:
		return c.newDoing(p, env)
	case *spec.Test:
		in, err := c.everywhere(p.X, env)
		return &test{c, in}, err
	case *spec.Seq:
		parts, err := c.programList(p.Parts, env)
		return &sequence{c, parts}, err
	case *spec.Choice:
		parts, err := c.programList(p.Parts, env)
		u := &union{Checker: c}
		for _, part := range parts {
			u.branches = append(u.branches, branch{part, c.frame.all})
		}
		return u, err
	case *spec.Star:
		body, err := c.program(p.X, env)
		return &star{c, body}, err
	case *spec.SomeOf:
		instances, err := c.everyInstance(p.Binders, env, c.frame.all)
		return c.newUnion(p.Body, instances, err)
	case *spec.Run:
		instances, err := c.arguments(p.Named.Params, p.Args, env, c.frame.all)
		return c.newUnion(p.Named.Body, instances, err)
	}
	panic(fmt.Sprintf("ctlk: no meaning for the program %T", p))
}

func (c *Checker) newSingle(p *spec.Step, env *spec.Env) (program, error) {
	undefined, err := c.sys.StepUndefined(p, env)
	if err != nil {
		return nil, err
	}
	for k, here := range c.frame.all {
		if bad := c.chosen(undefined.And(here)); !bad.IsEmpty() {
			return nil, c.noArgument(p, env, c.pickIn(k, bad))
		}
	}
	if err := c.fitting(p, env); err != nil {
		return nil, err
	}
	m, err := c.frame.moves(func(sys *encode.System) (symbolic.Relation, error) { return sys.Step(p, env) })
	return &single{c, p, env, m}, err
}

// newDoing is a joint step in which several actions are done.
func (c *Checker) newDoing(p *spec.Doing, env *spec.Env) (program, error) {
	undefined, err := c.frame.moves(func(sys *encode.System) (symbolic.Relation, error) {
		_, r, err := sys.Doing(p, env)
		return r, err
	})
	if err != nil {
		return nil, err
	}
	if bad := c.frame.before(undefined, c.frame.all, false); !bad.IsEmpty() {
		return nil, &Error{Kind: NoValue, Place: p.Span(), Message: "an argument has no value", State: c.pick(bad).state, model: c.sys.Model()}
	}
	m, err := c.frame.moves(func(sys *encode.System) (symbolic.Relation, error) {
		r, _, err := sys.Doing(p, env)
		return r, err
	})
	return &single{c, nil, env, m}, err
}

// fitting complains about an argument that is outside the type of its parameter
// in some world, such as one that is none.
func (c *Checker) fitting(p *spec.Step, env *spec.Env) error {
	for i, b := range p.Action.Params {
		if i >= len(p.Args) || p.Args[i] == nil || p.Args[i].Type().String() == b.Type.String() {
			continue
		}
		if _, err := c.arguments(p.Action.Params[i:i+1], p.Args[i:i+1], env, c.frame.all); err != nil {
			return err
		}
	}
	return nil
}

func (c *Checker) programList(ps []spec.Program, env *spec.Env) ([]program, error) {
	list := make([]program, len(ps))
	for i, p := range ps {
		made, err := c.program(p, env)
		if err != nil {
			return nil, err
		}
		list[i] = made
	}
	return list, nil
}

// newUnion is a body for each instance.
func (c *Checker) newUnion(body spec.Program, instances []instance, err error) (program, error) {
	u := &union{Checker: c}
	for _, in := range instances {
		p, err := c.program(body, in.env)
		if err != nil {
			return nil, err
		}
		u.branches = append(u.branches, branch{p, in.when})
	}
	return u, err
}

// steps returns the moves of a program whose executions are single steps.
func steps(p program) (moves, bool) {
	one, ok := p.(*single)
	if !ok {
		return nil, false
	}
	return one.moves, true
}

// programText is a program as its author wrote it.
func programText(p spec.Program) string {
	if p != nil && p.Span().Text() != "" {
		return p.Span().Text()
	}
	return "_"
}
