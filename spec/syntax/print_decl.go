package syntax

import "fmt"

// decl writes the nodes that are neither expressions nor programs.
func (w *printer) decl(n Node) {
	switch n := n.(type) {
	case Binder:
		w.binder(&n)
	case *Binder:
		w.binder(n)
	case *Group:
		w.group("{", n, nil, "}")
	case *Super:
		w.super(n)
	case *Sig:
		w.text(n.Name.Name)
		if len(n.Params) > 0 {
			w.text("(")
			w.bound(n.Params, "", nil)
			w.text(")")
		}
	case *Entry:
		if len(n.Binders) == 0 {
			w.typ(n.Value)
			return
		}
		w.expr(n.Value, levelIff, true)
		w.text(" for ")
		w.conditioned(n.Binders, n.Cond)
	case *Who:
		w.who(n)
	case *Least:
		w.text(n.Name.Name, " in ")
		w.expr(n.Range, levelRange, true)
	default:
		panic(fmt.Sprintf("syntax: a node of type %T cannot be printed", n))
	}
}

func (w *printer) who(n *Who) {
	switch {
	case n.All:
		w.text("all")
	case n.Value != nil:
		w.typ(n.Value)
	default:
		w.conditioned(n.Binders, n.Cond)
	}
}

func (w *printer) conditioned(list []Binder, cond Expr) {
	w.bound(list, "", nil)
	if cond != nil {
		w.guard()
		w.text(" if ")
		w.expr(cond, levelIff, true)
	}
}
