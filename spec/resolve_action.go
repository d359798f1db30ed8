package spec

import (
	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/spec/syntax"
)

// acting resolves one action of the model, with its arguments in scope and behind given
// its outcome as well.
type acting struct {
	expressions
	action *Action
}

// resolveAction fills in an action of which the parameters are there.
func (r expressions) resolveAction(a *Action, x *document.Action) {
	x = x.Unframed()
	for _, p := range a.Params {
		r.context = r.rebind(p)
	}
	act := acting{r, a}
	act.guards(x)
	act = act.outcome(x)
	act.effect(x)
	a.Hidden = x.HasSeen
	for i := range x.Seen {
		r.try(func() { act.seen(&x.Seen[i]) })
	}
}

// guards resolves where the action is possible, and whose it is. What agents know may be
// part of it: whether it may is known to each check, by its recall.
func (r acting) guards(x *document.Action) {
	for _, g := range x.When {
		r.try(func() { r.action.When = append(r.action.When, r.guard(g)) })
	}
	if x.By != nil {
		r.try(func() {
			r.action.By = groups{r.expressions}.agent(x.By)
			r.forbid(r.action.By, Modal, "the owner of a step")
		})
	}
}

func (r acting) guard(x syntax.Expr) Expr {
	f := r.formula(x)
	r.forbid(f, IsTemporal, "a guard")
	return f
}

// outcome adds the names whose values nobody chooses to the scope. One that would hide
// another name is left out.
func (r acting) outcome(x *document.Action) acting {
	if !r.model.Joint && len(x.Outcome)+len(x.Given) > 0 {
		r.errs.Errorf(r.action.Place, "outcome and given belong to steps: joint; with interleaved steps use an argument and when")
	}
	for _, p := range x.Outcome {
		var t Type
		if !r.try(func() { t = typing{r.expressions}.parameter(p.Domain) }) {
			continue
		}
		for _, id := range p.Names {
			r.try(func() {
				b := r.newBound(id, t)
				r.context = r.bind(b, id)
				r.action.Outcome = append(r.action.Outcome, b)
			})
		}
	}
	return r
}

// effect resolves the conditions on what nobody chooses, and the assignments.
func (r acting) effect(x *document.Action) {
	r.context = r.inStep()
	for _, g := range x.Given {
		r.try(func() { r.action.Given = append(r.action.Given, r.guard(g)) })
	}
	for i := range x.Then {
		r.try(func() { r.assign(&x.Then[i]) })
	}
}

// assign resolves one line of an effect.
func (r acting) assign(x *document.Assign) {
	r.entry(x.Target, func(inner expressions, bound []Binder, cond Expr) {
		as := Assign{Binders: bound, Cond: cond, Place: x.Target.Place}
		t := inner.target(&as, x.Target.Value)
		as.Value = inner.fitting(x.Value, t, "a value")
		r.forbid(as.Value, IsTemporal, "a right-hand side")
		if cond != nil {
			r.forbid(cond, IsTemporal, "a condition of an effect")
		}
		r.action.Then = append(r.action.Then, as)
	})
}

// target resolves what is assigned and returns its type.
func (r expressions) target(as *Assign, x syntax.Expr) Type {
	switch x := x.(type) {
	case *syntax.Paren:
		return r.target(as, x.X)
	case *syntax.Name:
		as.Var = r.vars[x.Name]
		if as.Var == nil {
			if what := r.whatIs(x.Name); what != "" {
				r.fail(x.Place, "only variables can be assigned; %q is a %s", x.Name, what)
			}
			r.fail(x.Place, "unknown variable %q%s", x.Name, source.DidYouMean(x.Name, r.varNames()))
		}
		if as.Var.Type == nil { // its error has been reported
			panic(bailout{})
		}
		return as.Var.Type
	case *syntax.Index:
		t, ok := r.target(as, x.X).(*ArrayType)
		if !ok {
			r.fail(x.X.Span(), "only an element of an array can be assigned by itself")
		}
		if len(x.Args) != len(t.Index) {
			r.fail(x.Place, "this array takes %s, not %d", plural(len(t.Index), "index", "indices"), len(x.Args))
		}
		step := PathStep{Index: r.indices(x.Args, t.Index)}
		for _, i := range step.Index {
			r.forbid(i, IsTemporal, "an index")
		}
		as.Path = append(as.Path, step)
		return t.Elem
	case *syntax.Field:
		t, ok := r.target(as, x.X).(*RecordType)
		if !ok {
			r.fail(x.X.Span(), "only a field of a record can be assigned by itself")
		}
		for i, f := range t.Fields {
			if f.Name == x.Name.Name {
				as.Path = append(as.Path, PathStep{Field: i})
				return f.Type
			}
		}
		r.fail(x.Name.Place, "%s has no field %q", t, x.Name.Name)
	}
	r.fail(x.Span(), "a variable, an element of an array or a field of a record is expected here")
	return nil
}

// seen resolves who observes what of a step. For binders alone, as in
// seen: {p in Player if alive[p]: […]}, the agents are their values.
func (r acting) seen(x *document.Seen) {
	if len(x.Who.Binders) == 0 {
		s := Seen{}
		if x.Who.Value != nil {
			s.Agent = groups{r.expressions}.agent(x.Who.Value)
			r.forbid(s.Agent, Modal, "who observes a step")
		}
		s.What = r.sees(x.What)
		r.action.Seen = append(r.action.Seen, s)
		return
	}
	r.entry(&syntax.Entry{At: x.Who.At, Binders: x.Who.Binders, Cond: x.Who.Cond}, func(inner expressions, bound []Binder, cond Expr) {
		if cond != nil {
			r.forbid(cond, Modal, "who observes a step")
		}
		what := inner.sees(x.What)
		for _, b := range bound {
			groups{inner}.checkAgents(b.Bound)
			r.action.Seen = append(r.action.Seen, Seen{bound, cond, refTo(b.Bound, b.Bound.Place), what})
		}
	})
}
