package explicit

import "github.com/epibdd/epibdd/spec"

// walker visits an expression and everything below it, programs and
// definitions included, each definition once.
type walker struct {
	visit func(spec.Expr)
	seen  map[any]bool // *spec.Define, *spec.NamedProgram
}

// walk calls visit for e and all expressions that it depends on.
func walk(e spec.Expr, visit func(spec.Expr)) {
	(&walker{visit, map[any]bool{}}).expr(e)
}

func (w *walker) expr(e spec.Expr) {
	if e == nil {
		return
	}
	w.visit(e)
	switch e := e.(type) {
	case *spec.FieldOf:
		w.expr(e.X)
	case *spec.Element:
		w.expr(e.X)
		w.exprs(e.Index)
	case *spec.Unary:
		w.expr(e.X)
	case *spec.Binary:
		w.exprs([]spec.Expr{e.X, e.Y})
	case *spec.Cond:
		w.exprs([]spec.Expr{e.If, e.Then, e.Else})
	case *spec.Fold:
		w.binders(e.Binders)
		w.expr(e.Body)
	case *spec.MakeRecord:
		w.exprs(e.Fields)
	case *spec.MakeSet:
		w.exprs(e.Elems)
	case *spec.Does:
		w.program(e.Step)
	case *spec.Call:
		w.exprs(e.Args)
		if w.first(e.Define) {
			w.expr(e.Define.Body)
		}
	default:
		w.modal(e)
	}
}

func (w *walker) modal(e spec.Expr) {
	switch e := e.(type) {
	case *spec.Knows:
		w.exprs([]spec.Expr{e.Agent, e.X})
	case *spec.GroupKnows:
		w.group(e.Group)
		w.exprs([]spec.Expr{e.Times, e.X})
	case *spec.Update:
		w.program(e.Action)
		w.expr(e.X)
	case *spec.OnRuns:
		w.expr(e.X)
	case *spec.Path:
		w.exprs([]spec.Expr{e.X, e.Y})
	case *spec.Coalition:
		w.group(e.Group)
		w.exprs([]spec.Expr{e.X, e.Y})
	case *spec.Temporal:
		w.program(e.Program)
		w.exprs([]spec.Expr{e.Bound, e.X, e.Y})
	}
}

func (w *walker) program(p spec.Program) {
	switch p := p.(type) {
	case *spec.Step:
		w.exprs(p.Args)
	case *spec.Test:
		w.expr(p.X)
	case *spec.Doing:
		w.expr(p.X)
	case *spec.SomeOf:
		w.binders(p.Binders)
	case *spec.Learn:
		w.group(p.Group)
	case *spec.Run:
		w.exprs(p.Args)
		if !w.first(p.Named) {
			return
		}
	}
	for _, q := range spec.Subprograms(p) {
		w.program(q)
	}
}

func (w *walker) group(g *spec.Group) {
	for _, m := range g.Members {
		w.binders(m.Binders)
		w.exprs([]spec.Expr{m.Cond, m.Agent})
	}
}

func (w *walker) exprs(es []spec.Expr) {
	for _, e := range es {
		w.expr(e)
	}
}

func (w *walker) binders(bs []spec.Binder) {
	for _, b := range bs {
		w.expr(b.Domain)
	}
}

func (w *walker) first(definition any) bool {
	if w.seen[definition] {
		return false
	}
	w.seen[definition] = true
	return true
}

// readVars lists the variables that e depends on, by index.
func readVars(e spec.Expr) []int {
	if e.Traits()&(spec.ReadsState|spec.Modal) == 0 {
		return nil
	}
	var vars []int
	seen := map[int]bool{}
	walk(e, func(e spec.Expr) {
		if ref, ok := e.(*spec.VarRef); ok && !seen[ref.Var.Index] {
			seen[ref.Var.Index] = true
			vars = append(vars, ref.Var.Index)
		}
	})
	return vars
}
