package explicit

import (
	"slices"

	"github.com/epibdd/epibdd/explicit/internal/terms"
	"github.com/epibdd/epibdd/spec"
)

// condition is a part of the conditions of a search, with names bound. The parts of one
// condition about all elements of something have a value if all of them have one; else
// those before a part that is false protect those after it.
type condition struct {
	spec.Expr
	env   *spec.Env
	first int    // of those that have a value together
	reads *reads // nil: no variables are searched for

	settled *settled // nil: it depends on arguments, or was not asked yet
}

// settled is what a condition was found to be that depends on no argument.
type settled struct {
	holds bool
	err   error
}

// mostInstances is how many instances of a condition are looked at one by one.
const mostInstances = 4096

// conjuncts splits conditions at their outermost conjunctions, which read from left to
// right as a list of conditions does.
func conjuncts(conditions []spec.Expr) []condition { return split(conditions, false) }

// elementwise splits conditions about all elements of something as well: so what is asked of
// each element of an array is asked again of one when that has a value.
func elementwise(conditions []spec.Expr) []condition {
	all := split(conditions, true)
	for i := range all {
		all[i].reads = readsOf(all[i].Expr, all[i].env)
	}
	return all
}

func split(conditions []spec.Expr, elementwise bool) []condition {
	var all []condition
	var add func(e spec.Expr, env *spec.Env, first int)
	add = func(e spec.Expr, env *spec.Env, first int) {
		if b, ok := e.(*spec.Binary); ok && b.Op == spec.And {
			add(b.X, env, first)
			add(b.Y, env, first)
			return
		}
		if f, ok := e.(*spec.Fold); ok && elementwise && f.Op == spec.Forall && fixed(f) {
			if first < 0 {
				first = len(all)
			}
			for inner := range terms.In(nil).Instances(f.Binders, env) {
				add(f.Body, inner, first)
			}
			return
		}
		if first < 0 {
			first = len(all)
		}
		all = append(all, condition{Expr: e, env: env, first: first})
	}
	for _, e := range conditions {
		add(e, nil, -1)
	}
	return all
}

// fixed tells whether the instances of a fold are few and the same in all states.
func fixed(e *spec.Fold) bool {
	n := int64(1)
	for _, b := range e.Binders {
		size := b.Bound.Type.Size()
		if b.Domain != nil || !size.IsInt64() || size.Int64() > mostInstances {
			return false
		}
		n *= size.Int64()
	}
	return n <= mostInstances
}

// bind adds the names that places have given values so far to those of a condition.
func (c *condition) bind(places []*place, env *spec.Env) *spec.Env {
	if c.env == nil || env == nil {
		if env == nil {
			return c.env
		}
		return env
	}
	all := c.env
	for _, p := range places {
		if v := env.Lookup(p.bound); p.bound != nil && v != nil {
			all = all.Bind(p.bound, v)
		}
	}
	return all
}

// readBy tells whether a condition reads a cell of the place.
func (p *place) readBy(c *condition, cell int) bool {
	if p.bound != nil {
		return slices.Contains(c.Free(), p.bound)
	}
	elements, ok := c.reads.elements[p.index]
	if !ok || c.reads.whole[p.index] {
		return ok
	}
	return elements[cell*len(p.part.kids)/len(p.cells)]
}

// reads are the variables that an expression reads; of arrays the elements, unless they
// depend on the state.
type reads struct {
	elements map[int]map[int]bool // by variables
	whole    map[int]bool
}

// readsOf are those of an expression with names bound.
func readsOf(e spec.Expr, env *spec.Env) *reads {
	r := &reads{map[int]map[int]bool{}, map[int]bool{}}
	r.add(e, env)
	return r
}

func (r *reads) add(e spec.Expr, env *spec.Env) {
	if e.Traits()&(spec.ReadsState|spec.Modal) == 0 {
		return
	}
	switch e := e.(type) {
	case *spec.VarRef:
		r.note(e.Var.Index)
		r.whole[e.Var.Index] = true
		return
	case *spec.Element:
		if v, ok := e.X.(*spec.VarRef); ok {
			if n := cellAt(v.Var.Type, e.Index, env); n >= 0 {
				r.note(v.Var.Index)[n] = true
				return
			}
		}
	case *spec.Call:
		if slices.ContainsFunc(e.Args, func(a spec.Expr) bool { return a.Traits()&(spec.ReadsState|spec.Modal) != 0 }) {
			break
		}
		if inner, err := terms.Inside(e, env); err == nil {
			r.add(e.Define.Body, inner)
			return
		}
	}
	for _, below := range spec.Children(e) {
		r.add(below, env)
	}
	if c, ok := e.(*spec.Call); ok {
		for _, v := range readVars(c.Define.Body) {
			r.note(v)
			r.whole[v] = true
		}
	}
}

func (r *reads) note(v int) map[int]bool {
	if r.elements[v] == nil {
		r.elements[v] = map[int]bool{}
	}
	return r.elements[v]
}

// cellAt is the place of an element of an array, -1 where it depends on the state or on
// names that are not bound.
func cellAt(t spec.Type, index []spec.Expr, env *spec.Env) int {
	array, ok := t.(*spec.ArrayType)
	if !ok {
		return -1
	}
	values := make([]spec.Value, len(index))
	for i, e := range index {
		if e.Traits()&(spec.ReadsState|spec.Modal) != 0 {
			return -1
		}
		v, err := terms.In(nil).Eval(e, env)
		if err != nil {
			return -1
		}
		values[i] = v
	}
	return array.CellIndex(values)
}
