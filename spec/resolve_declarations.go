package spec

import (
	"fmt"
	"slices"

	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/spec/syntax"
)

// declarations are what a document declares, for one choice of parameters. Each is
// resolved when first asked for, since types need parameters, lists of cards need types,
// and definitions come in any order; an entry that is asked for while it is being
// resolved refers to itself.
type declarations struct {
	terms
	doc   *document.Document
	model *Model // as far as it is known

	params   map[string]*lazy[Value]
	types    map[string]*lazy[Type]
	defines  map[string]*lazy[*Define]
	history  map[string]*lazy[*NamedProgram]
	programs map[string]*lazy[*NamedProgram]
	vars     map[string]*Var
	actions  map[string]*Action
	followed map[*NamedProgram]*Define // the conditions on the past that have an automaton

	values    map[string][]valueName // nil until all types are known
	agents    *EnumType              // nil until all agents are known
	addAgents func(*syntax.Who)      // adds those of an entry

	bounds  int // how many names are bound
	written int // operators and names in what was resolved, with all that is called written out

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

// get resolves a declaration, once.
func get[T any](r *declarations, l *lazy[T], at source.Span, name string) T {
	switch l.state {
	case resolving:
		r.fail(l.place, "%s is defined by itself", name)
	case failed:
		panic(bailout{})
	case untouched:
		l.state = resolving
		written := r.written
		r.written = 0
		ok := r.try(func() { l.value = l.resolve() })
		l.written = r.written
		r.written = written
		if !ok {
			l.state = failed
			panic(bailout{})
		}
		l.state = resolved
	}
	return l.value
}

// called is a declaration that is written out where it is called.
func called[T any](r *declarations, l *lazy[T], at source.Span, name string) T {
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
func (r *declarations) write(at source.Span, n int) {
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

// checkNames refuses a name that is declared twice. Actions and programs have
// one name space; parameters, types, definitions, variables and conditions on
// the past have another.
func (r *declarations) checkNames() {
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

func (n *names) add(r *declarations, id syntax.Ident, kind string) {
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
func (r *declarations) newBound(id syntax.Ident, t Type) *Bound {
	b := &Bound{Name: id.Name, Type: t, ID: r.bounds, Place: id.Place}
	r.bounds++
	return b
}

func (r *declarations) typeNames() []string {
	list := []string{"bool"}
	for name := range r.types {
		list = append(list, name)
	}
	slices.Sort(list)
	return list
}

func (r *declarations) varNames() []string {
	var list []string
	for _, v := range r.model.Vars {
		list = append(list, v.Name)
	}
	return list
}

// agentType is the enumeration of all agents, made when first asked for.
func (r *declarations) agentType() *EnumType {
	if r.agents != nil {
		return r.agents
	}
	r.agents = &EnumType{Name: "Agent"}
	for _, a := range r.doc.Agents {
		r.try(func() { r.addAgents(a.Who) })
	}
	return r.agents
}
