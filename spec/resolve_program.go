package spec

import (
	"maps"
	"slices"

	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/spec/syntax"
)

// program resolves a program over actions.
func (r *resolver) program(x syntax.Program) Program {
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
		p := &Seq{Parts: r.programs_(x.Parts)}
		p.closeProgram(x.Place, p.Parts)
		return p
	case *syntax.Choice:
		return r.choice(x.Place, x.Parts, x.Marked)
	case *syntax.Local: // the left side is what happens
		return r.choice(x.Place, x.Parts, 0)
	case *syntax.Star:
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
		p := &Both{Parts: r.programs_(x.Parts)}
		p.closeProgram(x.Place, p.Parts)
		return p
	}
	r.fail(x.Span(), "a program is expected here")
	return nil
}

func (r *resolver) choice(at source.Span, parts []syntax.Program, marked int) Program {
	p := &Choice{Parts: r.programs_(parts), Marked: marked}
	p.closeProgram(at, p.Parts)
	return p
}

func (r *resolver) programs_(xs []syntax.Program) []Program {
	list := make([]Program, len(xs))
	for i, x := range xs {
		list[i] = r.program(x)
	}
	return list
}

// closeProgram computes the free names of a program from its parts.
func (p *pnode) closeProgram(at source.Span, parts []Program) {
	p.place = at
	for _, q := range parts {
		p.free = mergeBounds(p.free, q.Free())
	}
}

func (r *resolver) test(x *syntax.Test) Program {
	f := r.formula(x.X)
	if f.Traits()&IsTemporal != 0 {
		r.fail(x.X.Span(), "a test looks at one state and cannot contain temporal operators")
	}
	return &Test{pnode{place: x.Place, free: f.Free()}, f}
}

func (r *resolver) some(x *syntax.Some) (p Program) {
	r.within(x.Binders, func(bound []Binder) {
		body := r.program(x.Body)
		p = someOf(x.Place, bound, body)
	})
	return p
}

func someOf(at source.Span, bound []Binder, body Program) Program {
	var n node
	n.close(at, nil, nil, domains(bound)...)
	free := mergeBounds(n.free, body.Free())
	for _, b := range bound {
		free = dropBound(free, b.Bound)
	}
	return &SomeOf{pnode{at, free}, bound, body}
}

// act is a step of an action, or a named program.
func (r *resolver) act(x *syntax.Act) Program {
	if a := r.actions[x.Name.Name]; a != nil {
		r.checkArity(x, len(a.Params))
		step := &Step{Action: a, Args: r.openArguments(x, a.Params)}
		step.place = x.Place
		step.free = freeOf(step.Args)
		return step
	}
	if p := r.programs[x.Name.Name]; p != nil {
		return r.runProgram(x, called(r, p, x.Place, x.Name.Name))
	}
	known := slices.Sorted(maps.Keys(r.actions))
	known = slices.AppendSeq(known, maps.Keys(r.programs))
	r.fail(x.Name.Place, "unknown action or program %q%s", x.Name.Name, source.DidYouMean(x.Name.Name, known))
	return nil
}

func (r *resolver) checkArity(x *syntax.Act, arity int) {
	if !x.Bare && len(x.Args) != arity {
		r.fail(x.Place, "%s takes %s, not %d; _ leaves one open", x.Name.Name, plural(arity, "argument", "arguments"), len(x.Args))
	}
}

// openArguments resolves arguments; one that is open stays nil.
func (r *resolver) openArguments(x *syntax.Act, params []*Bound) []Expr {
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

func freeOf(args []Expr) []*Bound {
	var n node
	n.close(source.Span{}, nil, nil, args...)
	return n.free
}

// runProgram applies a named program. An open argument is some value.
func (r *resolver) runProgram(x *syntax.Act, p *NamedProgram) Program {
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

// namedProgram resolves a named program with its parameters in scope.
func (r *resolver) namedProgram(p document.Program) *NamedProgram {
	named := &NamedProgram{Name: p.Sig.Name.Name}
	r.parameters(p.Sig, func(params []*Bound) {
		named.Params = params
		named.Body = r.program(p.Body)
		r.unmixed(named.Body)
	})
	return named
}
