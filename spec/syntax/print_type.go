package syntax

// typ writes a type, or any other expression.
func (w *printer) typ(t Expr) {
	switch t := t.(type) {
	case *BoolType:
		w.text("bool")
	case *SetType:
		w.text("set ")
		w.typ1(t.Elem)
	case *ArrayType:
		w.text("array ")
		for i, index := range t.Index {
			if i > 0 {
				w.text(", ")
			}
			w.typ1(index)
		}
		w.text(" of ")
		w.typ1(t.Elem)
	case *EnumType:
		w.text("[")
		w.list(t.Elems)
		w.text("]")
	case *OptionType:
		w.optional(t.Elem)
	default:
		w.expr(t, levelIff, true)
	}
}

// typ1 writes a type within a larger one or behind "in", where an expression
// must be a range.
func (w *printer) typ1(t Expr) {
	switch t.(type) {
	case *BoolType, *SetType, *ArrayType, *EnumType, *OptionType:
		w.typ(t)
	default:
		w.expr(t, levelRange, true)
	}
}

// optional writes T?; the mark of set T? belongs to T.
func (w *printer) optional(elem Expr) {
	switch elem.(type) {
	case *SetType, *ArrayType, *OptionType:
		w.parens(elem)
	default:
		w.typ1(elem)
	}
	w.text("?")
}
