package spec

import (
	"math/big"
	"slices"

	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/spec/syntax"
)

// build resolves all of the document but its checks. What is wrong is in
// r.errs, as much of it as can be told apart.
func (r *resolver) build() {
	r.settings()
	r.variables()
	r.try(func() { r.model.Depth = r.depth(r.doc.DepthExpr) })
	r.valueNames()
	r.agentType()
	for _, d := range r.doc.Params {
		r.try(func() { get(r, r.params[d.Name.Name], d.Name.Place, d.Name.Name) })
	}
	r.declareActions()
	for _, d := range r.doc.Defines {
		r.try(func() { get(r, r.defines[d.Sig.Name.Name], d.Sig.Name.Place, d.Sig.Name.Name) })
	}
	for _, p := range r.doc.Programs {
		r.try(func() { get(r, r.programs[p.Sig.Name.Name], p.Sig.Name.Place, p.Sig.Name.Name) })
	}
	for _, h := range r.doc.History {
		r.try(func() { get(r, r.history[h.Sig.Name.Name], h.Sig.Name.Place, h.Sig.Name.Name) })
	}
	for _, x := range r.doc.Init {
		r.try(func() { r.model.Init = append(r.model.Init, r.still(x, "a condition on initial states")) })
	}
	for _, x := range r.doc.Fairness {
		r.try(func() { r.model.Fairness = append(r.model.Fairness, r.still(x, "a fairness condition")) })
	}
	r.observables()
	for i := range r.doc.Actions {
		r.action(r.model.Actions[i], &r.doc.Actions[i])
	}
	if r.model.Joint {
		r.movers()
	}
	r.sealed = true
	for _, d := range r.doc.Params {
		if p := r.params[d.Name.Name]; p.state == resolved {
			r.model.Params = append(r.model.Params, ParamValue{d.Name.Name, p.value})
		}
	}
}

func (r *resolver) settings() {
	d := r.doc
	r.model.Runs, r.model.Recall = MaximalRuns, NoRecall
	if d.Runs.Text != "" {
		r.model.Runs = Runs(d.Runs.Text)
	}
	if d.Recall.Text != "" {
		r.model.Recall = Recall(d.Recall.Text)
	}
	r.model.Joint = d.Steps.Text == "joint"
}

// still resolves a formula about one state, without knowledge and time.
func (r *resolver) still(x syntax.Expr, what string) Expr {
	f := r.formula(x)
	r.forbid(f, Modal, what)
	return f
}

// forbid refuses operators in a place that cannot have them.
func (r *resolver) forbid(e Expr, traits Traits, what string) {
	switch bad := e.Traits() & traits; {
	case bad&IsTemporal != 0:
		r.fail(e.Span(), "%s cannot contain temporal operators", what)
	case bad&Epistemic != 0:
		r.fail(e.Span(), "%s cannot contain knowledge operators", what)
	case bad&AsksMoves != 0:
		r.fail(e.Span(), "%s cannot ask what is done in a step", what)
	}
}

func (r *resolver) variables() {
	total := new(big.Int)
	for _, v := range r.doc.Vars {
		r.try(func() {
			t := r.typeExpr(v.Type)
			if w := widest(t); w.Size().Cmp(big.NewInt(MaxStored)) > 0 {
				r.fail(v.Type.Span(), "%s has %d values; what a variable stores may have at most %d", w, w.Size(), MaxStored)
			}
			if total.Add(total, cells(t)).Cmp(big.NewInt(MaxCells)) > 0 {
				r.fail(v.Type.Span(), "the variables have more than %d parts in all", MaxCells)
			}
			r.vars[v.Name.Name] = &Var{Name: v.Name.Name, Type: t, Index: len(r.model.Vars), Place: v.Name.Place}
			r.model.Vars = append(r.model.Vars, r.vars[v.Name.Name])
		})
		if r.vars[v.Name.Name] == nil { // keep the name known: one error is enough
			r.vars[v.Name.Name] = &Var{Name: v.Name.Name}
		}
	}
}

// paramValue evaluates a parameter.
func (r *resolver) paramValue(v document.ParamValue) Value {
	if v.IsList() {
		list := make(List, len(v.List))
		for i, e := range v.List {
			list[i] = r.paramValue(e)
		}
		return list
	}
	e := r.expr(v.Expr, nil)
	value := valueOf(e)
	if value == nil {
		r.fail(v.Expr.Span(), "a parameter is a constant: a number, true or false, a value of an enumeration, a set, a list or none")
	}
	return value
}

// valueNames lists what bare names can mean: values of enumerations, named
// numbers, and records with a pattern. Types are resolved for it; while that
// goes on the list is as long as it has become.
func (r *resolver) valueNames() map[string][]valueName {
	if r.values != nil {
		return r.values
	}
	r.values = map[string][]valueName{}
	for _, t := range r.doc.Types {
		r.try(func() { r.nameValues(get(r, r.types[t.Name.Name], t.Name.Place, t.Name.Name)) })
	}
	for _, v := range r.model.Vars {
		r.nameValues(v.Type)
	}
	r.try(func() { r.nameValues(r.agentType()) })
	for _, v := range r.doc.Vars {
		if meanings := r.values[v.Name.Name]; len(meanings) > 0 {
			r.errs.Errorf(v.Name.Place, "variable %q: %s has a value of the same name", v.Name.Name, meanings[0].typ)
		}
	}
	return r.values
}

func (r *resolver) nameValues(t Type) {
	switch t := t.(type) {
	case *EnumType:
		for _, v := range t.Elems {
			if s, ok := v.(Symbol); ok {
				r.nameValue(string(s), v, t)
			}
		}
	case *IntType:
		for n, name := range t.Names {
			r.nameValue(name, Int(n), t)
		}
	case *RecordType:
		if t.Pattern != "" && t.Size().Cmp(big.NewInt(1<<16)) <= 0 {
			for v := range t.All() {
				r.nameValue(t.Show(v), v, t)
			}
		}
		for _, f := range t.Fields {
			r.nameValues(f.Type)
		}
	case *OptionType:
		r.nameValues(t.Elem)
	case *SetType:
		r.nameValues(t.Elem)
	case *ArrayType:
		for _, i := range t.Index {
			r.nameValues(i)
		}
		r.nameValues(t.Elem)
	}
}

func (r *resolver) nameValue(name string, v Value, t Type) {
	for _, m := range r.values[name] {
		if Equal(m.value, v) && (m.typ == t || m.typ.String() == t.String()) {
			return
		}
	}
	r.values[name] = append(r.values[name], valueName{v, t})
}

// agentType is the enumeration of all agents, made when first asked for.
func (r *resolver) agentType() *EnumType {
	if r.agents != nil {
		return r.agents
	}
	r.agents = &EnumType{Name: "Agent"}
	for _, a := range r.doc.Agents {
		r.try(func() {
			for _, v := range r.agentNames(a.Who) {
				if !r.agents.Has(v) {
					r.model.Agents = append(r.model.Agents, &Agent{Name: v, Index: len(r.agents.Elems)})
					r.agents.Elems = append(r.agents.Elems, v)
				}
			}
		})
	}
	return r.agents
}

// maxAgents keeps a family over a large type from filling the memory.
const maxAgents = 1 << 12

// agentNames lists the agents that an entry declares.
func (r *resolver) agentNames(who *syntax.Who) []Value {
	switch {
	case who.All:
		return nil
	case who.Value != nil:
		switch x := who.Value.(type) {
		case *syntax.Name:
			return []Value{Symbol(x.Name)}
		case *syntax.Int:
			return []Value{Int(x.Value)}
		}
		r.fail(who.Place, "an agent is a name, or a family such as p in Player")
	}
	if len(who.Binders) != 1 || len(who.Binders[0].Names) != 1 {
		r.fail(who.Place, "a family of agents has one name, as in p in Player")
	}
	t := r.typeOrSet(who.Binders[0].Domain)
	if !IsScalar(t) || t.Size().Cmp(big.NewInt(maxAgents)) > 0 {
		r.fail(who.Binders[0].Domain.Span(), "agents are named by numbers or by the values of an enumeration, at most %d", maxAgents)
	}
	var list []Value
	for v := range t.All() {
		if who.Cond == nil || r.withValue(who.Binders[0].Names[0], v, t, func() bool { return r.constBool(who.Cond) }) {
			list = append(list, v)
		}
	}
	return list
}

// typeOrSet resolves the domain of a family: a type or a range.
func (r *resolver) typeOrSet(x syntax.Expr) Type { return r.typeExpr(x) }

// withValue evaluates f with id standing for v.
func (r *resolver) withValue(id syntax.Ident, v Value, t Type, f func() bool) bool {
	saved := r.scope
	defer func() { r.scope = saved }()
	r.scope = &scope{name: id.Name, value: constant(id.Place, v, t), outer: saved}
	return f()
}

// observables resolves what agents see; an entry for all adds to every agent.
func (r *resolver) observables() {
	for i := range r.doc.Agents {
		entry := &r.doc.Agents[i]
		if entry.Who.All {
			r.try(func() {
				sees := r.sees(entry.Sees)
				for _, a := range r.model.Agents {
					a.add(entry.SeesAll, sees)
				}
			})
			continue
		}
		r.try(func() { r.agentSees(entry) })
	}
}

func (r *resolver) agentSees(entry *document.Agent) {
	for _, v := range r.agentNames(entry.Who) {
		at := slices.IndexFunc(r.model.Agents, func(a *Agent) bool { return Equal(a.Name, v) })
		r.try(func() {
			if len(entry.Who.Binders) > 0 {
				r.bindValue(entry.Who.Binders[0].Names[0], constant(entry.Who.Place, v, r.typeOrSet(entry.Who.Binders[0].Domain)))
			}
			r.model.Agents[at].add(entry.SeesAll, r.sees(entry.Sees))
		})
	}
}

func (a *Agent) add(all bool, sees []Observable) {
	a.All = a.All || all
	a.Sees = append(a.Sees, sees...)
	if a.All {
		a.Sees = nil
	}
}

func (r *resolver) sees(entries []*syntax.Entry) []Observable {
	var list []Observable
	for _, x := range entries {
		r.entry(x, func(bound []Binder, cond Expr) {
			o := Observable{bound, cond, r.expr(x.Value, nil)}
			r.forbid(o.Value, Modal, "what an agent sees")
			if cond != nil {
				r.forbid(cond, Modal, "what an agent sees")
			}
			list = append(list, o)
		})
	}
	return list
}

// entry resolves the binders and the condition behind an entry and calls f with
// their names in scope. An entry whose condition is false is passed over.
func (r *resolver) entry(x *syntax.Entry, f func([]Binder, Expr)) {
	r.within(x.Binders, func(bound []Binder) {
		var cond Expr
		if x.Cond != nil {
			cond = r.formula(x.Cond)
			switch valueOf(cond) {
			case Bool(true):
				cond = nil
			case Bool(false):
				return
			}
		}
		f(bound, cond)
	})
}

// declareActions makes the actions with their parameters, so that programs can
// name them before their guards are resolved.
func (r *resolver) declareActions() {
	for i := range r.doc.Actions {
		sig := r.doc.Actions[i].Sig
		a := &Action{Name: sig.Name.Name, Index: i, Place: sig.Name.Place}
		r.try(func() { r.parameters(sig, func(params []*Bound) { a.Params = params }) })
		r.model.Actions = append(r.model.Actions, a)
		r.actions[a.Name] = a
	}
}

func (r *resolver) action(a *Action, x *document.Action) {
	saved := r.scope
	defer func() { r.scope = saved }()
	for _, p := range a.Params {
		r.scope = &scope{name: p.Name, bound: p, outer: r.scope}
	}
	for _, g := range x.When {
		r.try(func() { a.When = append(a.When, r.guard(g)) })
	}
	if x.By != nil {
		r.try(func() { a.By = r.agent(x.By); r.forbid(a.By, Modal, "the owner of a step") })
	}
	r.outcome(a, x)
	r.given(a, x.Given)
	r.inStep(func() {
		for i := range x.Then {
			r.try(func() { r.assign(a, &x.Then[i]) })
		}
	})
	a.Hidden = x.HasSeen
	for i := range x.Seen {
		r.try(func() { r.seen(a, &x.Seen[i]) })
	}
}

// guard resolves a condition of an action. What agents know may be part of it:
// whether it may is known to each check, by its recall.
func (r *resolver) guard(x syntax.Expr) Expr {
	f := r.formula(x)
	r.forbid(f, IsTemporal, "a guard")
	return f
}

// assign resolves one line of an effect.
func (r *resolver) assign(a *Action, x *document.Assign) {
	r.entry(x.Target, func(bound []Binder, cond Expr) {
		as := Assign{Binders: bound, Cond: cond, Place: x.Target.Place}
		t := r.target(&as, x.Target.Value)
		as.Value = r.fitting(x.Value, t, "a value")
		r.forbid(as.Value, IsTemporal, "a right-hand side")
		if cond != nil {
			r.forbid(cond, IsTemporal, "a condition of an effect")
		}
		a.Then = append(a.Then, as)
	})
}

// target resolves what is assigned and returns its type.
func (r *resolver) target(as *Assign, x syntax.Expr) Type {
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

func (r *resolver) varNames() []string {
	var list []string
	for _, v := range r.model.Vars {
		list = append(list, v.Name)
	}
	return list
}

// seen resolves who observes what of a step. For binders alone, as in
// seen: {p in Player if alive[p]: […]}, the agents are their values.
func (r *resolver) seen(a *Action, x *document.Seen) {
	saved := r.scope
	defer func() { r.scope = saved }()
	if len(x.Who.Binders) == 0 {
		s := Seen{}
		if x.Who.Value != nil {
			s.Agent = r.agent(x.Who.Value)
			r.forbid(s.Agent, Modal, "who observes a step")
		}
		s.What = r.sees(x.What)
		a.Seen = append(a.Seen, s)
		return
	}
	r.entry(&syntax.Entry{At: x.Who.At, Binders: x.Who.Binders, Cond: x.Who.Cond}, func(bound []Binder, cond Expr) {
		if cond != nil {
			r.forbid(cond, Modal, "who observes a step")
		}
		what := r.sees(x.What)
		for _, b := range bound {
			r.checkAgents(b.Bound)
			a.Seen = append(a.Seen, Seen{bound, cond, refTo(b.Bound, b.Bound.Place), what})
		}
	})
}
