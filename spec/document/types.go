package document

import "github.com/epibdd/epibdd/spec/syntax"

// types reads named types.
func (r *sections) types(n *node) {
	r.mapping(n, func(key, value *node) {
		name, ok := r.name(key)
		if !ok {
			return
		}
		if value.null {
			r.remove("types", name.Name, key.full)
			return
		}
		if !r.once("types", name.Name, name.Place) {
			return
		}
		t := Type{Name: name}
		if value.kind == mapping {
			r.namedType(&t, value)
		} else {
			t.Expr = r.typ(value)
		}
		r.layer.Types = append(r.layer.Types, t)
	})
}

// typ reads a type: a text, or a YAML list that is an enumeration.
func (r *sections) typ(n *node) syntax.Expr {
	if n.kind != list {
		t, _ := parsed(r.reader, n, "a type", syntax.ParseType, printNode)
		return t
	}
	enum := &syntax.EnumType{At: syntax.At{Place: n.full}}
	if len(n.items) == 0 {
		complain(r.errs, n.full, "an enumeration needs a value")
	}
	for _, item := range n.items {
		if e := r.expr(item); e != nil {
			enum.Elems = append(enum.Elems, e)
		}
	}
	return enum
}

// namedType reads {record: …, names: …}, {range: …, names: …} and {first: …, of: […]}.
func (r *sections) namedType(t *Type, n *node) {
	var names, record *node
	r.fields(n, "a type", []field{
		{"record", func(n *node) { record = n; r.record(t, n) }},
		{"range", func(n *node) { t.Expr = r.typ(n) }},
		{"names", func(n *node) { names = n }},
		{"first", func(n *node) { t.First = r.expr(n) }},
		{"of", func(n *node) { t.Expr = r.typ(n) }},
	})
	if forms := formsOf(n); forms != 1 && (forms > 1 || len(n.pairs) == 0 || names != nil) || has(n, "first") != has(n, "of") || has(n, "of") && names != nil {
		refuse(r.errs, n.full, "as in {record: {val: Value, suit: Suit}}, {range: 1..13, names: {1: A}} or {first: n, of: [ann, bob, cat]}",
			"either a record, a range, or the first of some values are expected")
	}
	switch {
	case names == nil:
	case record != nil:
		t.Names = r.pattern(names)
	default:
		r.valueNames(t, names)
	}
}

// formsOf counts the forms of types that a mapping begins.
func formsOf(n *node) int {
	forms := 0
	for _, key := range []string{"record", "range", "first"} {
		if has(n, key) {
			forms++
		}
	}
	return forms
}

func (r *sections) record(t *Type, n *node) {
	r.shared(n, func(names []syntax.Ident, value *node) {
		typ := r.typ(value)
		for _, name := range names {
			t.Fields = append(t.Fields, Field{name, typ})
		}
	})
	if n.kind == mapping && len(n.pairs) == 0 {
		complain(r.errs, n.full, "a record needs a field")
	}
}

// pattern reads the display pattern of a record. Only where YAML changes
// nothing can its places be told, so escapes are refused.
func (r *sections) pattern(n *node) Word {
	if !r.scalar(n, "a pattern such as \"{val}{suit}\"") {
		return Word{}
	}
	if n.value != n.text.Text() {
		refuse(r.errs, n.full, "as in \"{val}{suit}\"", "a pattern is one line without escapes")
		return Word{}
	}
	return Word{n.text, n.value}
}

func (r *sections) valueNames(t *Type, n *node) {
	r.mapping(n, func(key, value *node) {
		e := r.expr(key)
		name, ok := r.name(value)
		if e != nil && ok {
			t.ValueNames = append(t.ValueNames, ValueName{e, name})
		}
	})
}
