package spec

import (
	"math/big"

	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/spec/syntax"
)

// resolver turns a document into a model for one choice of parameters. It is where a
// declaration stands that stands in no other: nothing is bound, and no step is taken.
type resolver struct{ expressions }

// newResolver declares all that the document names, without resolving it.
func newResolver(d *document.Document, errs *source.List) *resolver {
	decl := &declarations{
		terms: terms{problems{errs}}, doc: d,
		model:    &Model{File: d.File, Name: d.Name, Doc: d.Doc},
		params:   map[string]*lazy[Value]{},
		types:    map[string]*lazy[Type]{},
		defines:  map[string]*lazy[*Define]{},
		vars:     map[string]*Var{},
		history:  map[string]*lazy[*NamedProgram]{},
		followed: map[*NamedProgram]*Define{},
		actions:  map[string]*Action{},
		programs: map[string]*lazy[*NamedProgram]{},
	}
	r := &resolver{expressions{context{declarations: decl}}}
	decl.addAgents = r.declareAgents
	for _, p := range d.Params {
		r.params[p.Name.Name] = &lazy[Value]{place: p.Name.Place, resolve: func() Value { return r.paramValue(p.Value) }}
	}
	for _, t := range d.Types {
		r.types[t.Name.Name] = &lazy[Type]{place: t.Name.Place, resolve: func() Type { return typing{r.expressions}.declaredType(t) }}
	}
	r.types["Agent"] = &lazy[Type]{resolve: func() Type { return r.agentType() }}
	for _, def := range d.Defines {
		r.defines[def.Sig.Name.Name] = &lazy[*Define]{place: def.Sig.Name.Place, resolve: func() *Define { return r.define(def) }}
	}
	for _, h := range d.History {
		r.history[h.Sig.Name.Name] = &lazy[*NamedProgram]{place: h.Sig.Name.Place, resolve: func() *NamedProgram { return r.namedProgram(h) }}
	}
	for _, p := range d.Programs {
		r.programs[p.Sig.Name.Name] = &lazy[*NamedProgram]{place: p.Sig.Name.Place, resolve: func() *NamedProgram { return r.namedProgram(p) }}
	}
	r.checkNames()
	return r
}

// build resolves all of the document but its checks. What is wrong is in
// r.errs, as much of it as can be told apart.
func (r *resolver) build() {
	r.settings()
	r.variables()
	r.try(func() { r.model.Depth = r.depth(r.doc.DepthExpr) })
	r.valueNames()
	r.agentType()
	for _, d := range r.doc.Params {
		r.try(func() { get(r.declarations, r.params[d.Name.Name], d.Name.Place, d.Name.Name) })
	}
	r.declareActions()
	for _, d := range r.doc.Defines {
		r.try(func() { get(r.declarations, r.defines[d.Sig.Name.Name], d.Sig.Name.Place, d.Sig.Name.Name) })
	}
	for _, p := range r.doc.Programs {
		r.try(func() { get(r.declarations, r.programs[p.Sig.Name.Name], p.Sig.Name.Place, p.Sig.Name.Name) })
	}
	for _, h := range r.doc.History {
		r.try(func() { get(r.declarations, r.history[h.Sig.Name.Name], h.Sig.Name.Place, h.Sig.Name.Name) })
	}
	for _, x := range r.doc.Init {
		r.try(func() { r.model.Init = append(r.model.Init, r.still(x, "a condition on initial states")) })
	}
	for _, x := range r.doc.Fairness {
		r.try(func() { r.fairness(x, flat(x.Binders)) })
	}
	for _, x := range r.doc.Show {
		r.try(func() { r.model.Show = append(r.model.Show, r.shownVar(x)) })
	}
	r.observables()
	for i := range r.doc.Actions {
		r.resolveAction(r.model.Actions[i], &r.doc.Actions[i])
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

// shownVar is a variable that is to be shown.
func (r expressions) shownVar(x syntax.Ident) *Var {
	v := r.vars[x.Name]
	if v == nil {
		r.fail(x.Place, "unknown variable %q%s", x.Name, source.DidYouMean(x.Name, r.varNames()))
	}
	return v
}

// still resolves a formula about one state, without knowledge and time.
func (r expressions) still(x syntax.Expr, what string) Expr {
	f := r.formula(x)
	r.forbid(f, Modal, what)
	return f
}

// fairness adds a condition for each choice of values of the names that binders have.
func (r expressions) fairness(x *syntax.Entry, names []syntax.Binder) {
	if len(names) == 0 {
		if x.Cond == nil || r.constBool(x.Cond) {
			r.model.Fairness = append(r.model.Fairness, r.still(x.Value, "a fairness condition"))
		}
		return
	}
	if len(r.model.Fairness) > maxFairness {
		r.fail(x.Place, "more than %d fairness conditions", maxFairness)
	}
	id, t := names[0].Names[0], typing{r}.typeExpr(names[0].Domain)
	r.checkFresh(id)
	for v := range t.All() {
		expressions{r.bindValue(id, v, t)}.fairness(x, names[1:])
	}
}

// maxFairness bounds the conditions that binders stand for.
const maxFairness = 10_000

// flat are binders of one name each.
func flat(binders []syntax.Binder) []syntax.Binder {
	var all []syntax.Binder
	for _, b := range binders {
		for _, name := range b.Names {
			one := b
			one.Names = []syntax.Ident{name}
			all = append(all, one)
		}
	}
	return all
}

func (r *resolver) variables() {
	total := new(big.Int)
	for _, v := range r.doc.Vars {
		r.try(func() {
			t := typing{r.expressions}.typeExpr(v.Type)
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

// declareActions makes the actions with their parameters, so that programs can
// name them before their guards are resolved.
func (r *resolver) declareActions() {
	for i := range r.doc.Actions {
		sig := r.doc.Actions[i].Sig
		a := &Action{Name: sig.Name.Name, Index: i, Place: sig.Name.Place}
		r.try(func() { _, a.Params = r.parameters(sig) })
		r.model.Actions = append(r.model.Actions, a)
		r.actions[a.Name] = a
	}
}

// depth resolves how far runs are unrolled; nil is auto.
func (r *resolver) depth(x syntax.Expr) int {
	if x == nil {
		return AutoDepth
	}
	n := r.constInt(x)
	if n < 1 || n > MaxSteps {
		r.fail(x.Span(), "a depth is a number of steps from 1 to %d, or auto", MaxSteps)
	}
	return int(n)
}

// MaxSteps bounds depths and layers: no run of this length is ever unrolled.
const MaxSteps = 1 << 20
