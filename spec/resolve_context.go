package spec

import (
	"maps"
	"slices"

	"github.com/epibdd/epibdd/spec/syntax"
)

// context is where an expression stands: what the document declares, the names that are
// bound around it, and whether it may ask about the present step. It is a value: with a
// name more it is another one.
type context struct {
	*declarations
	scope    *scope
	stepping bool
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

// inStep is where every agent has chosen its move, so that one may ask what others do.
func (r context) inStep() context {
	r.stepping = r.model.Joint
	return r
}

// outOfStep is where a state is all there is.
func (r context) outOfStep() context {
	r.stepping = false
	return r
}

// bind adds b to the scope; it may not hide anything.
func (r context) bind(b *Bound, id syntax.Ident) context {
	r.checkFresh(id)
	return r.rebind(b)
}

// rebind adds b to the scope though its name may be there already.
func (r context) rebind(b *Bound) context {
	r.scope = &scope{name: b.Name, bound: b, outer: r.scope}
	return r
}

// bindValue adds a name for a value to the scope.
func (r context) bindValue(id syntax.Ident, v Value, t Type) context {
	r.scope = &scope{name: id.Name, value: constant(id.Place, v, t), outer: r.scope}
	return r
}

func (r context) checkFresh(id syntax.Ident) {
	if what := r.whatIs(id.Name); what != "" {
		r.fail(id.Place, "the name %q would hide a %s; choose another one", id.Name, what)
	}
}

// whatIs says what kind of thing a name stands for in expressions, "" for none.
func (r context) whatIs(name string) string {
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
func (r context) visible() []string {
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

func (r context) isType(x syntax.Expr) bool {
	switch x := x.(type) {
	case *syntax.BoolType, *syntax.SetType, *syntax.ArrayType, *syntax.EnumType, *syntax.OptionType:
		return true
	case *syntax.Paren:
		return r.isType(x.X)
	case *syntax.Name:
		return r.scope.lookup(x.Name) == nil && r.types[x.Name] != nil
	}
	return false
}

// isValueName recognises a bare name that no declaration has.
func (r context) isValueName(x syntax.Expr) bool {
	n, ok := x.(*syntax.Name)
	if !ok {
		return false
	}
	return r.scope.lookup(n.Name) == nil && r.vars[n.Name] == nil && r.params[n.Name] == nil &&
		r.defines[n.Name] == nil && r.types[n.Name] == nil
}
