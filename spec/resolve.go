package spec

import (
	"fmt"
	"maps"
	"slices"

	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/spec/syntax"
)

// resolver turns a document into a model for one choice of parameters. What a
// document declares is resolved on demand, since types need parameters, lists
// of cards need types, and definitions come in any order; an entry that is
// asked for while it is being resolved refers to itself.
type resolver struct {
	doc   *document.Document
	errs  *source.List
	model *Model

	params   map[string]*lazy[Value]
	types    map[string]*lazy[Type]
	defines  map[string]*lazy[*Define]
	vars     map[string]*Var
	history  map[string]*lazy[*NamedProgram]
	followed map[*NamedProgram]*Define // the conditions on the past that have an automaton
	actions  map[string]*Action
	programs map[string]*lazy[*NamedProgram]
	values   map[string][]valueName // nil until all types are known
	agents   *EnumType              // nil until all agents are known
	scope    *scope
	bounds   int
	stepping bool // what is resolved may ask about the present step
	written  int  // operators and names in what was resolved, with all that is called written out

	// sealed says that the model may not change any more; grown, that it would have to.
	sealed, grown bool
}

// lazy is a declaration that is resolved when first asked for.
type lazy[T any] struct {
	place   source.Span
	resolve func() T
	state   lazyState
	value   T
	written int // how much it is with all that it calls written out
}

type lazyState int

const (
	untouched lazyState = iota
	resolving
	resolved
	failed
)

// valueName is one meaning of a bare name: a value of a type.
type valueName struct {
	value Value
	typ   Type
}

// scope is a chain of bound names. A name is bound to a Bound, or where a
// declaration is expanded, as a family of agents is, to a value.
type scope struct {
	name  string
	bound *Bound
	value Expr
	outer *scope
}

func (s *scope) lookup(name string) *scope {
	for ; s != nil; s = s.outer {
		if s.name == name {
			return s
		}
	}
	return nil
}

// bailout ends the resolution of one expression or declaration whose error has
// been reported.
type bailout struct{}

// fail reports an error and gives up the expression at hand.
func (r *resolver) fail(at source.Span, format string, args ...any) {
	r.errs.Errorf(at, format, args...)
	panic(bailout{})
}

// try runs f up to its first error, and reports whether there was none.
func (r *resolver) try(f func()) (ok bool) {
	saved := r.scope
	defer func() {
		r.scope = saved
		if e := recover(); e != nil {
			if _, mine := e.(bailout); !mine {
				panic(e)
			}
			ok = false
		}
	}()
	f()
	return true
}

// each resolves several parts of an expression, all of them even where one is
// wrong, so that all errors come at once.
func (r *resolver) each(parts ...func()) {
	ok := true
	for _, part := range parts {
		ok = r.try(part) && ok
	}
	if !ok {
		panic(bailout{})
	}
}

// get resolves a declaration, once.
func get[T any](r *resolver, l *lazy[T], at source.Span, name string) T {
	switch l.state {
	case resolving:
		r.fail(l.place, "%s is defined by itself", name)
	case failed:
		panic(bailout{})
	case untouched:
		l.state = resolving
		scope, written := r.scope, r.written
		r.scope, r.written = nil, 0
		ok := r.try(func() { l.value = l.resolve() })
		l.written = r.written
		r.scope, r.written = scope, written
		if !ok {
			l.state = failed
			panic(bailout{})
		}
		l.state = resolved
	}
	return l.value
}

// called is a declaration that is written out where it is called.
func called[T any](r *resolver, l *lazy[T], at source.Span, name string) T {
	v := get(r, l, at, name)
	r.write(at, l.written)
	return v
}

// maxWritten bounds what a document comes to with all that is called written
// out; no text that can be read has as much by itself. Calls are evaluated one by
// one, and a chain of definitions each of which calls the next one twice has
// more of them than can be counted.
const maxWritten = 5_000_000

// write counts n operators and names more.
func (r *resolver) write(at source.Span, n int) {
	if r.written+n > maxWritten {
		r.errs.Add(source.Diagnostic{
			Span:    at,
			Message: fmt.Sprintf("with all that is called written out there are more than %d operators and names up to here", maxWritten),
			Hint:    "let definitions and programs call each other less often",
		})
		panic(bailout{})
	}
	r.written += n
}

// newResolver declares all that the document names, without resolving it.
func newResolver(d *document.Document, errs *source.List) *resolver {
	r := &resolver{
		doc: d, errs: errs,
		params:   map[string]*lazy[Value]{},
		types:    map[string]*lazy[Type]{},
		defines:  map[string]*lazy[*Define]{},
		vars:     map[string]*Var{},
		history:  map[string]*lazy[*NamedProgram]{},
		followed: map[*NamedProgram]*Define{},
		actions:  map[string]*Action{},
		programs: map[string]*lazy[*NamedProgram]{},
	}
	r.model = &Model{File: d.File, Name: d.Name, Doc: d.Doc}
	for _, p := range d.Params {
		r.params[p.Name.Name] = &lazy[Value]{place: p.Name.Place, resolve: func() Value { return r.paramValue(p.Value) }}
	}
	for _, t := range d.Types {
		r.types[t.Name.Name] = &lazy[Type]{place: t.Name.Place, resolve: func() Type { return r.declaredType(t) }}
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

// checkNames refuses a name that is declared twice. Actions and programs have
// one name space; parameters, types, definitions, variables and conditions on
// the past have another.
func (r *resolver) checkNames() {
	d := r.doc
	var things, steps names
	for _, p := range d.Params {
		things.add(r, p.Name, "parameter")
	}
	for _, t := range d.Types {
		if t.Name.Name == "Agent" {
			r.errs.Errorf(t.Name.Place, "Agent is the type of all agents; give this type another name")
		}
		things.add(r, t.Name, "type")
	}
	for _, def := range d.Defines {
		things.add(r, def.Sig.Name, "definition")
	}
	for _, v := range d.Vars {
		things.add(r, v.Name, "variable")
	}
	for _, h := range d.History {
		things.add(r, h.Sig.Name, "condition on the past")
	}
	for _, a := range d.Actions {
		steps.add(r, a.Sig.Name, "action")
	}
	for _, p := range d.Programs {
		steps.add(r, p.Sig.Name, "program")
	}
}

// names are those of one name space with what they name.
type names struct{ kind map[string]string }

func (n *names) add(r *resolver, id syntax.Ident, kind string) {
	if builtins[id.Name] {
		r.errs.Errorf(id.Place, "%s is a function of the language; give this %s another name", id.Name, kind)
	}
	if other, ok := n.kind[id.Name]; ok {
		r.errs.Errorf(id.Place, "%s %q: there is a %s of the same name", kind, id.Name, other)
	}
	if n.kind == nil {
		n.kind = map[string]string{}
	}
	n.kind[id.Name] = kind
}

// newBound makes a bound name.
func (r *resolver) newBound(id syntax.Ident, t Type) *Bound {
	b := &Bound{Name: id.Name, Type: t, ID: r.bounds, Place: id.Place}
	r.bounds++
	return b
}

// bind brings b into scope; it may not hide anything.
func (r *resolver) bind(b *Bound, id syntax.Ident) {
	r.checkFresh(id)
	r.scope = &scope{name: id.Name, bound: b, outer: r.scope}
}

// bindValue brings a name for a value into scope.
func (r *resolver) bindValue(id syntax.Ident, value Expr) {
	r.checkFresh(id)
	r.scope = &scope{name: id.Name, value: value, outer: r.scope}
}

func (r *resolver) checkFresh(id syntax.Ident) {
	if what := r.whatIs(id.Name); what != "" {
		r.fail(id.Place, "the name %q would hide a %s; choose another one", id.Name, what)
	}
}

// whatIs says what kind of thing a name stands for in expressions, "" for none.
func (r *resolver) whatIs(name string) string {
	switch {
	case r.scope.lookup(name) != nil:
		return "bound name"
	case r.vars[name] != nil:
		return "variable"
	case r.params[name] != nil:
		return "parameter"
	case r.defines[name] != nil:
		return "definition"
	case r.types[name] != nil:
		return "type"
	case r.history[name] != nil:
		return "condition on the past"
	case len(r.values[name]) > 0:
		return "value"
	}
	return ""
}

// visible lists all names that an expression could mean here, for suggestions.
func (r *resolver) visible() []string {
	var all []string
	for s := r.scope; s != nil; s = s.outer {
		all = append(all, s.name)
	}
	all = slices.AppendSeq(all, maps.Keys(r.vars))
	all = slices.AppendSeq(all, maps.Keys(r.params))
	all = slices.AppendSeq(all, maps.Keys(r.defines))
	all = slices.AppendSeq(all, maps.Keys(r.types))
	all = slices.AppendSeq(all, maps.Keys(r.history))
	all = slices.AppendSeq(all, maps.Keys(r.values))
	slices.Sort(all)
	return all
}
