package lsp

import (
	"reflect"
	"slices"
	"strings"

	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/spec/syntax"
)

// space parts names that have nothing to do with each other.
type space int

const (
	values space = iota
	steps
	fields
	checks
)

// kind is what a name is declared as, in the words of the language.
type kind string

const (
	parameter  kind = "parameter"
	typeName   kind = "type"
	value      kind = "value"
	definition kind = "definition"
	variable   kind = "variable"
	agent      kind = "agent"
	action     kind = "action"
	program    kind = "program"
	past       kind = "condition on the past"
	field      kind = "field"
	bound      kind = "bound name"
	check      kind = "check"
)

// mention is a place where a name stands.
type mention struct {
	name  string
	at    source.Span
	space space
	// decl is what is declared here; nil: the name is used.
	decl *decl
	// binder declares the name where it is bound; nil: the document does.
	binder *decl
	// of is the name before the dot of a field, if it is one.
	of string
}

// decl declares a name.
type decl struct {
	name  string
	space space
	kind  kind
	at    source.Span
	text  string      // how it is declared, on one line
	doc   string      // what the document says of it
	typ   syntax.Expr // of a variable, the type of a value, what a bound name runs over
}

// names are those of one file: where they are declared, where they are used, and what can be
// read around them. They do not change.
type names struct {
	file     *source.File
	part     *document.Part // nil where the file cannot be read
	mentions []mention      // by place
	roots    []syntax.Node  // expressions and programs
}

// namesOf goes through what a file says.
func namesOf(file *source.File, part *document.Part) *names {
	n := &names{file: file, part: part}
	if part != nil {
		(&indexer{n, map[source.Span]bool{}}).document(part)
	}
	slices.SortStableFunc(n.mentions, func(a, b mention) int { return a.at.Start - b.at.Start })
	return n
}

// at is the name at an offset, or just before it; nil: none.
func (n *names) at(offset int) *mention {
	var found *mention
	for i := range n.mentions {
		m := &n.mentions[i]
		if m.at.File == n.file && m.at.Start <= offset && offset <= m.at.End && (found == nil || m.at.Start == offset) {
			found = m
		}
	}
	return found
}

// declared are the declarations of the document itself, not those of bound names.
func (n *names) declared(yield func(*decl) bool) {
	for i := range n.mentions {
		if d := n.mentions[i].decl; d != nil && d.kind != bound && !yield(d) {
			return
		}
	}
}

// declarations are those that a mention is about, in the nearest file of a chain that has any.
func declarations(m *mention, chain []*names) []*decl {
	switch {
	case m.decl != nil && m.decl.kind == bound:
		return []*decl{m.decl}
	case m.binder != nil:
		return []*decl{m.binder}
	}
	sp := spaceOf(m, chain)
	for _, n := range chain {
		var found []*decl
		for d := range n.declared {
			if d.name == m.name && d.space == sp {
				found = append(found, d)
			}
		}
		if len(found) > 0 {
			return found
		}
	}
	return nil
}

// spaceOf is the space of a mention: behind the name of a type and a dot stands a value.
func spaceOf(m *mention, chain []*names) space {
	if m.of == "" || m.decl != nil {
		return m.space
	}
	for _, n := range chain {
		for d := range n.declared {
			if d.kind == typeName && d.name == m.of {
				return values
			}
		}
	}
	return m.space
}

// scope are bound names, the innermost first.
type scope struct {
	decl *decl
	up   *scope
}

func (s *scope) find(name string) *decl {
	for ; s != nil; s = s.up {
		if s.decl.name == name {
			return s.decl
		}
	}
	return nil
}

// indexer finds the names of a part.
type indexer struct {
	*names
	declaredAt map[source.Span]bool
}

func (x *indexer) declare(d *decl) {
	x.declaredAt[d.at] = true
	x.mentions = append(x.mentions, mention{name: d.name, at: d.at, space: d.space, decl: d})
}

func (x *indexer) mention(sp space, id syntax.Ident, s *scope) {
	m := mention{name: id.Name, at: id.Place, space: sp}
	if sp == values {
		m.binder = s.find(id.Name)
	}
	x.mentions = append(x.mentions, m)
}

// document goes through all sections of a part.
func (x *indexer) document(p *document.Part) {
	for _, param := range slices.Concat(p.With, setIn(p.Document)) {
		x.mention(values, param.Name, nil)
		x.value(param.Value)
	}
	for _, id := range p.Removed {
		x.mentions = append(x.mentions, mention{name: id.Name, at: id.Place, space: values})
	}
	for _, param := range p.Params {
		x.declare(&decl{name: param.Name.Name, kind: parameter, at: param.Name.Place, text: param.Name.Name + ": " + squeezed(param.Value.Span)})
		x.value(param.Value)
	}
	for i := range p.Types {
		x.typ(&p.Types[i])
	}
	for _, d := range p.Defines {
		x.sig(d.Sig, definition, values, spanOf(d.Body), "")
		x.expr(d.Body, x.params(d.Sig))
	}
	for _, v := range p.Vars {
		x.declare(&decl{name: v.Name.Name, kind: variable, at: v.Name.Place, text: v.Name.Name + ": " + squeezed(spanOf(v.Type)), typ: v.Type})
		x.enumeration(v.Type, v.Name.Name)
		x.expr(v.Type, nil)
	}
	x.exprs(p.Init, nil)
	for i := range p.Agents {
		x.agent(&p.Agents[i])
	}
	for i := range p.Actions {
		x.action(&p.Actions[i])
	}
	for _, q := range p.Programs {
		x.sig(q.Sig, program, steps, spanOf(q.Body), "")
		x.expr(q.Body, x.params(q.Sig))
	}
	for _, q := range p.History {
		x.sig(q.Sig, past, values, spanOf(q.Body), "")
		x.expr(q.Body, x.params(q.Sig))
	}
	x.entries(p.Fairness, nil)
	for _, id := range p.Show {
		x.mention(values, id, nil)
	}
	x.expr(p.DepthExpr, nil)
	for i := range p.Checks {
		x.check(&p.Checks[i])
	}
}

// setIn are the values of parameters that the sweep and the checks of a document set.
func setIn(d *document.Document) []document.Param {
	var all []document.Param
	for _, c := range d.Sweep.Columns {
		all = append(all, document.Param{Name: c.Name, Value: document.ParamValue{List: c.Values}})
	}
	for _, row := range d.Sweep.Rows {
		all = append(all, row...)
	}
	for _, c := range d.Checks {
		all = append(all, c.With...)
	}
	return all
}

func (x *indexer) value(v document.ParamValue) {
	x.expr(v.Expr, nil)
	for _, item := range v.List {
		x.value(item)
	}
}

func (x *indexer) typ(t *document.Type) {
	d := &decl{name: t.Name.Name, kind: typeName, at: t.Name.Place, text: t.Name.Name + ": " + squeezed(spanOf(t.Expr)), typ: t.Expr}
	if t.Expr == nil {
		var parts []string
		for _, f := range t.Fields {
			parts = append(parts, f.Name.Name+": "+squeezed(spanOf(f.Type)))
		}
		d.text = t.Name.Name + ": {record: {" + strings.Join(parts, ", ") + "}}"
	}
	x.declare(d)
	x.enumeration(t.Expr, t.Name.Name)
	x.expr(t.Expr, nil)
	x.expr(t.First, nil)
	for _, f := range t.Fields {
		x.declare(&decl{name: f.Name.Name, space: fields, kind: field, at: f.Name.Place, text: t.Name.Name + "." + f.Name.Name + ": " + squeezed(spanOf(f.Type)), typ: f.Type})
		x.expr(f.Type, nil)
	}
	for _, v := range t.ValueNames {
		x.declare(&decl{name: v.Name.Name, kind: value, at: v.Name.Place, text: v.Name.Name + " of " + t.Name.Name, typ: &syntax.Name{Name: t.Name.Name}})
		x.expr(v.Value, nil)
	}
}

// enumeration declares the values that a type lists. Another type may stand among them: a
// name that is declared as one elsewhere.
func (x *indexer) enumeration(t syntax.Expr, of string) {
	if missing(t) {
		return
	}
	syntax.Walk(t, func(n syntax.Node) bool {
		e, ok := n.(*syntax.EnumType)
		if !ok {
			return true
		}
		for _, elem := range e.Elems {
			if v, ok := elem.(*syntax.Name); ok && !x.isType(v.Name) {
				x.declare(&decl{name: v.Name, kind: value, at: v.Place, text: v.Name + " of " + of, typ: &syntax.Name{Name: of}})
			}
		}
		return true
	})
}

func (x *indexer) isType(name string) bool {
	return slices.ContainsFunc(x.part.Types, func(t document.Type) bool { return t.Name.Name == name })
}

// agent goes through who sees what, which declares an agent that is no value of a type.
func (x *indexer) agent(a *document.Agent) {
	if a.Who == nil {
		return
	}
	if name, ok := a.Who.Value.(*syntax.Name); ok {
		x.declare(&decl{name: name.Name, kind: agent, at: name.Place, text: name.Name})
	}
	x.entries(a.Sees, x.within(a.Who, nil))
}

func (x *indexer) action(a *document.Action) {
	x.sig(a.Sig, action, steps, source.Span{}, a.Doc)
	s := x.params(a.Sig)
	x.expr(a.By, s)
	x.exprs(a.When, s)
	outcome := x.bind(a.Outcome, s)
	x.exprs(a.Given, outcome)
	for _, t := range a.Then {
		inner := x.entry(t.Target, outcome)
		x.expr(t.Value, inner)
	}
	for _, seen := range a.Seen {
		x.entries(seen.What, x.within(seen.Who, outcome))
	}
	for _, alt := range a.Frame {
		x.expr(alt.Value, s)
		x.exprs(alt.When, s)
		for _, t := range alt.Then {
			inner := x.entry(t.Target, s)
			x.expr(t.Value, inner)
		}
	}
	for _, c := range a.Confuses {
		inner := x.within(c.Who, s)
		for _, class := range c.Classes {
			x.exprs(class, inner)
		}
	}
}

func (x *indexer) check(c *document.Check) {
	if c.ID.Name != "" {
		x.declare(&decl{name: c.ID.Name, space: checks, kind: check, at: c.ID.Place, text: c.ID.Name + ": " + squeezed(spanOf(c.Formula)), doc: c.Doc})
	}
	var s *scope
	if c.Least != nil {
		x.expr(c.Least.Range, nil)
		s = x.bindName(c.Least.Name, c.Least.Range, nil)
	}
	x.expr(c.Formula, s)
	x.exprs([]syntax.Expr{c.At, c.If, c.Layer, c.DepthExpr}, s)
	x.expr(c.After, nil)
	x.expectation(c.Expect)
	x.entries(c.Fairness, nil)
	if p := c.Plan; p != nil {
		x.exprs(p.By, nil)
		x.expr(p.Within, nil)
		for _, cost := range p.Cost {
			x.mention(steps, cost.Action, nil)
			x.expr(cost.Value, nil)
		}
		x.expectation(p.Worst)
		x.expectation(p.Mean)
	}
	if m := c.Measure; m != nil {
		x.exprs(m.Of, nil)
		x.exprs([]syntax.Expr{m.Table, m.Left}, nil)
		x.expectation(m.Outcomes)
		x.expectation(m.Largest)
		x.expectation(m.Mean)
	}
}

func (x *indexer) expectation(e *document.Expect) {
	if e == nil {
		return
	}
	x.expr(e.Value, nil)
	if e.Choice != nil {
		x.expr(e.Choice.Cond, nil)
	}
}

// sig declares the name of a definition, action, program or condition on the past.
func (x *indexer) sig(sig *syntax.Sig, k kind, sp space, body source.Span, doc string) {
	if sig == nil {
		return
	}
	text := squeezed(sig.Span())
	if body.File != nil {
		text += ": " + squeezed(body)
	}
	x.declare(&decl{name: sig.Name.Name, space: sp, kind: k, at: sig.Name.Place, text: text, doc: doc})
}

func (x *indexer) params(sig *syntax.Sig) *scope {
	if sig == nil {
		return nil
	}
	return x.bind(sig.Params, nil)
}

// bind declares bound names, each of which may be used behind it.
func (x *indexer) bind(binders []syntax.Binder, s *scope) *scope {
	for i := range binders {
		b := &binders[i]
		x.partOf(b.Domain, s)
		for _, id := range b.Names {
			s = x.bindName(id, b.Domain, s)
		}
	}
	return s
}

func (x *indexer) bindName(id syntax.Ident, domain syntax.Expr, s *scope) *scope {
	d := &decl{name: id.Name, kind: bound, at: id.Place, text: id.Name + " in " + squeezed(spanOf(domain)), typ: domain}
	x.declare(d)
	return &scope{d, s}
}

func (x *indexer) within(w *syntax.Who, s *scope) *scope {
	if w == nil {
		return s
	}
	s = x.bind(w.Binders, s)
	x.expr(w.Value, s)
	x.expr(w.Cond, s)
	return s
}

// entry goes through an expression with binders behind it, and returns what they bind.
func (x *indexer) entry(e *syntax.Entry, s *scope) *scope {
	if e == nil {
		return s
	}
	s = x.bind(e.Binders, s)
	x.expr(e.Value, s)
	x.expr(e.Cond, s)
	return s
}

func (x *indexer) entries(list []*syntax.Entry, s *scope) {
	for _, e := range list {
		x.entry(e, s)
	}
}

func (x *indexer) exprs(list []syntax.Expr, s *scope) {
	for _, e := range list {
		x.expr(e, s)
	}
}

// expr goes through an expression or a program that stands by itself.
func (x *indexer) expr(n syntax.Node, s *scope) {
	if !missing(n) {
		x.roots = append(x.roots, n)
		x.walk(n, s)
	}
}

// partOf goes through a part of one.
func (x *indexer) partOf(n syntax.Node, s *scope) {
	if !missing(n) {
		x.walk(n, s)
	}
}

func (x *indexer) walk(n syntax.Node, s *scope) {
	syntax.Walk(n, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Name:
			if !x.declaredAt[n.Place] { // as the value of an enumeration
				x.mention(values, syntax.Ident{At: n.At, Name: n.Name}, s)
			}
		case *syntax.Act:
			x.mention(steps, n.Name, s)
		case *syntax.Field:
			m := mention{name: n.Name.Name, at: n.Name.Place, space: fields}
			if of, ok := n.X.(*syntax.Name); ok && s.find(of.Name) == nil {
				m.of = of.Name
			}
			x.mentions = append(x.mentions, m)
		case *syntax.Quant:
			x.under(n.Binders, s, n.Body)
			return false
		case *syntax.Fold:
			x.under(n.Binders, s, n.Body)
			return false
		case *syntax.The:
			x.under([]syntax.Binder{n.Binder}, s, n.Cond)
			return false
		case *syntax.Comprehension:
			x.under(n.Binders, s, n.Cond)
			return false
		case *syntax.Some:
			x.under(n.Binders, s, n.Body)
			return false
		case *syntax.Group:
			for _, e := range n.Elems {
				x.partOf(e, s)
			}
			x.under(n.Binders, s, n.Cond)
			return false
		}
		return true
	})
}

// under goes through what stands behind binders.
func (x *indexer) under(binders []syntax.Binder, s *scope, body syntax.Node) {
	x.partOf(body, x.bind(binders, s))
}

// missing tells whether there is no node: what could not be read is absent in one of two ways.
func missing(n syntax.Node) bool {
	if n == nil {
		return true
	}
	v := reflect.ValueOf(n)
	return v.Kind() == reflect.Pointer && v.IsNil()
}

func spanOf(n syntax.Node) source.Span {
	if missing(n) {
		return source.Span{}
	}
	return n.Span()
}

// squeezed is a text on one line, and not too long a one.
func squeezed(at source.Span) string {
	r := []rune(strings.Join(strings.Fields(at.Text()), " "))
	if len(r) > 200 {
		r = append(r[:199], '…')
	}
	return string(r)
}
