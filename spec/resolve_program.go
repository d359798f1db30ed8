package spec

import (
	"maps"
	"slices"

	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/spec/syntax"
)

// programs resolves programs over actions, and what a joint step is asked.
type programs struct{ expressions }

// program resolves a program over actions.
func (r programs) program(x syntax.Program) Program {
	r.write(x.Span(), 1)
	switch x := x.(type) {
	case *syntax.ParenProgram:
		return r.program(x.X)
	case *syntax.Act:
		return r.act(x)
	case *syntax.AnyStep:
		return &AnyStep{pnode{place: x.Place}}
	case *syntax.Test:
		return r.test(x)
	case *syntax.Seq:
		p := &Seq{Parts: r.all(x.Parts)}
		p.closeProgram(x.Place, p.Parts)
		return p
	case *syntax.Choice:
		return r.choice(x.Place, x.Parts, x.Marked)
	case *syntax.Local: // the left side is what happens
		return r.choice(x.Place, x.Parts, 0)
	case *syntax.Star:
		if x.Most != nil {
			return r.repeat(x)
		}
		p := &Star{X: r.program(x.X)}
		p.closeProgram(x.Place, []Program{p.X})
		return p
	case *syntax.Some:
		return r.some(x)
	case *syntax.Learn:
		return r.learn(x)
	case *syntax.Both:
		if r.isStep(x) {
			return r.both(x)
		}
		p := &Both{Parts: r.all(x.Parts)}
		p.closeProgram(x.Place, p.Parts)
		return p
	}
	r.fail(x.Span(), "a program is expected here")
	return nil
}

func (r programs) choice(at source.Span, parts []syntax.Program, marked int) Program {
	p := &Choice{Parts: r.all(parts), Marked: marked}
	p.closeProgram(at, p.Parts)
	return p
}

// all resolves several programs.
func (r programs) all(xs []syntax.Program) []Program {
	list := make([]Program, len(xs))
	for i, x := range xs {
		list[i] = r.program(x)
	}
	return list
}

func (r programs) test(x *syntax.Test) Program {
	f := r.formula(x.X)
	if f.Traits()&IsTemporal != 0 {
		r.errs.Add(source.Diagnostic{
			Severity: source.Error, Span: x.X.Span(), Message: "a test looks at one state and cannot contain temporal operators",
			Hint: "let a variable hold from the start what is to come, and ask for its value",
		})
		panic(bailout{})
	}
	return &Test{pnode{place: x.Place, free: f.Free()}, f}
}

func (r programs) some(x *syntax.Some) (p Program) {
	r.within(x.Binders, func(inner expressions, bound []Binder) {
		body := programs{inner}.program(x.Body)
		p = someOf(x.Place, bound, body)
	})
	return p
}

// act is a step of an action, or a named program.
func (r programs) act(x *syntax.Act) Program {
	if a := r.actions[x.Name.Name]; a != nil {
		r.checkArity(x, len(a.Params))
		step := &Step{Action: a, Args: r.openArguments(x, a.Params)}
		step.place = x.Place
		step.free = freeOf(step.Args)
		return step
	}
	if p := r.programs[x.Name.Name]; p != nil {
		return r.runProgram(x, called(r.declarations, p, x.Place, x.Name.Name))
	}
	known := slices.Sorted(maps.Keys(r.actions))
	known = slices.AppendSeq(known, maps.Keys(r.programs))
	slices.Sort(known)
	r.fail(x.Name.Place, "unknown action or program %q%s", x.Name.Name, source.DidYouMean(x.Name.Name, known))
	return nil
}

func (r programs) checkArity(x *syntax.Act, arity int) {
	if !x.Bare && len(x.Args) != arity {
		r.fail(x.Place, "%s takes %s, not %d; _ leaves one open", x.Name.Name, plural(arity, "argument", "arguments"), len(x.Args))
	}
}

// openArguments resolves arguments; one that is open stays nil.
func (r programs) openArguments(x *syntax.Act, params []*Bound) []Expr {
	args := make([]Expr, len(params))
	for i := range x.Args {
		if x.Args[i] == nil {
			continue
		}
		args[i] = r.fitting(x.Args[i], params[i].Type, "a value")
		if args[i].Traits()&Modal != 0 {
			r.fail(x.Args[i].Span(), "an argument cannot contain knowledge or temporal operators")
		}
	}
	return args
}

// runProgram applies a named program. An open argument is some value.
func (r programs) runProgram(x *syntax.Act, p *NamedProgram) Program {
	r.checkArity(x, len(p.Params))
	args := r.openArguments(x, p.Params)
	var open []Binder
	for i, arg := range args {
		if arg != nil {
			continue
		}
		b := r.newBound(syntax.Ident{At: x.At, Name: p.Params[i].Name}, p.Params[i].Type)
		args[i] = refTo(b, x.Place)
		open = append(open, Binder{Bound: b})
	}
	run := &Run{pnode{x.Place, freeOf(args)}, p, args}
	if len(open) == 0 {
		return run
	}
	return someOf(x.Place, open, run)
}

// learn resolves L{group} α. Who learns is the same in all worlds: otherwise
// agents could not tell who else has learnt.
func (r programs) learn(x *syntax.Learn) Program {
	p := &Learn{pnode: pnode{place: x.Place}}
	r.each(func() { p.Group = groups(r).group(x.Group) }, func() { p.X = r.program(x.Program) })
	if p.Group.traits() != 0 {
		r.fail(x.Group.Place, "who learns cannot depend on the state; name the agents, or give the action an argument and pass it there")
	}
	p.free = mergeBounds(p.Group.free(), p.X.Free())
	return p
}

// does resolves a question about the present step: a combination of steps of
// single actions.
func (r programs) does(x *syntax.Does) Expr {
	switch {
	case !r.model.Joint:
		r.fail(x.Place, "does{…} asks what others do in the same step, and belongs to steps: joint")
	case !r.stepping:
		r.fail(x.Place, "does{…} asks about the step that is being taken: only given and then may, where all have chosen")
	}
	return r.doing(x.Program)
}

// doing is the condition that a step is an execution of a program.
func (r programs) doing(x syntax.Program) Expr {
	switch x := x.(type) {
	case *syntax.ParenProgram:
		return r.doing(x.X)
	case *syntax.AnyStep:
		return boolConst(x.Place, true)
	case *syntax.Choice:
		if x.Marked < 0 {
			return r.doingAll(x.Place, Or, x.Parts)
		}
	case *syntax.Both:
		return r.doingAll(x.Place, And, x.Parts)
	case *syntax.Some:
		var e Expr
		r.within(x.Binders, func(inner expressions, bound []Binder) {
			e = r.foldOver(x.Place, Exists, bound, programs{inner}.doing(x.Body), BoolType{})
		})
		return e
	case *syntax.Act:
		r.context = r.outOfStep()
		if step, ok := r.act(x).(*Step); ok {
			return doesStep(step)
		}
	}
	r.fail(x.Span(), "what is done in one joint step is made of actions with |, & and some")
	return nil
}

func (r programs) doingAll(at source.Span, op BinaryOp, parts []syntax.Program) Expr {
	e := r.doing(parts[0])
	for _, p := range parts[1:] {
		e = r.connect(at, op, e, r.doing(p))
	}
	return e
}

// isStep reports whether a program is about actions, not about what is learnt.
func (r programs) isStep(x syntax.Program) bool {
	switch x := x.(type) {
	case *syntax.ParenProgram:
		return r.isStep(x.X)
	case *syntax.AnyStep:
		return true
	case *syntax.Choice:
		return slices.ContainsFunc(x.Parts, r.isStep)
	case *syntax.Both:
		return slices.ContainsFunc(x.Parts, r.isStep)
	case *syntax.Some:
		return r.isStep(x.Body)
	case *syntax.Act:
		return r.actions[x.Name.Name] != nil
	}
	return false
}

// both resolves a & b.
func (r programs) both(x *syntax.Both) Program {
	if !r.model.Joint {
		r.fail(x.Place, "a step with several actions (&) belongs to steps: joint")
	}
	f := r.doing(x)
	return &Doing{pnode{place: x.Place, free: f.Free()}, f}
}
