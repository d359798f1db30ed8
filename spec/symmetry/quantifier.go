package symmetry

import (
	"slices"
	"strings"

	"github.com/epibdd/epibdd/spec"
)

// Reduced is a check that asks for fewer instances.
type Reduced struct {
	Check  *spec.Check
	Groups []*Group
	// of are the expressions from which those of the check were made.
	of map[spec.Expr]spec.Expr
}

// Original is the expression of the check as it was asked that became one of the reduced check.
func (r *Reduced) Original(e spec.Expr) spec.Expr {
	if old, changed := r.of[e]; changed {
		return old
	}
	return e
}

// String names the types of the values that are exchanged.
func (r *Reduced) String() string {
	var names []string
	for _, g := range r.Groups {
		names = append(names, g.Type.String())
	}
	return strings.Join(names, ", ")
}

// Reduce looks for instances of the outer quantifiers of a check that follow from others, nil: there
// are none. What is left has the same verdict; where the check is about all initial states and fails, or
// about some and holds, every state that shows it of what is left shows it of the check.
func Reduce(c *spec.Check) *Reduced {
	if c.Kind != spec.FormulaCheck && c.Kind != spec.SomeCheck || c.IsLiteral() {
		return nil
	}
	positive := c.Kind == spec.FormulaCheck
	outer := &quantifiers{}
	outer.read(c.Formula, positive, outer.collect)
	if len(outer.types) == 0 {
		return nil
	}
	asked := []spec.Expr{c.Formula}
	if c.At != nil {
		asked = append(asked, c.At)
	}
	f := newFinder(c.Model, asked)
	r := &Reduced{of: map[spec.Expr]spec.Expr{}}
	for _, t := range outer.types {
		r.find(f, t)
	}
	if len(r.Groups) == 0 {
		return nil
	}
	left := &quantifiers{of: r.of}
	x := left.read(c.Formula, positive, func(b spec.Binder, u used) spec.Binder { return r.restrict(b, u) })
	if x == c.Formula {
		return nil
	}
	with := *c
	with.Formula = x
	r.Check = &with
	return r
}

// find adds the groups of a type, or of the fields of a record, of which those count that
// are found first: what exchanges fields exchanges records.
func (r *Reduced) find(f *finder, t spec.Type) {
	record, ok := t.(*spec.RecordType)
	if ok {
		before := len(r.Groups)
		for _, field := range record.Fields {
			r.find(f, field.Type)
		}
		if len(r.Groups) > before {
			return
		}
	}
	for _, g := range r.Groups {
		if (&permutation{of: g.Type}).moves(t) || (&permutation{of: t}).moves(g.Type) {
			return
		}
	}
	if g := f.groupOf(t); g != nil {
		r.Groups = append(r.Groups, g)
	}
}

// used is how many values of each type outer names have; everything where they may have all of
// them.
type used map[spec.Type]int

const everything = 1 << 30

// quantifiers are the outer ones of a formula: what is asked of all values, in all worlds that matter, is
// asked of each of them by itself. A formula about all initial states is read as it is (positive), one about
// some as the opposite of its negation.
type quantifiers struct {
	types []spec.Type
	of    map[spec.Expr]spec.Expr
}

// collect lists the types of names.
func (q *quantifiers) collect(b spec.Binder, _ used) spec.Binder {
	if b.Domain == nil && !slices.Contains(q.types, b.Bound.Type) {
		q.types = append(q.types, b.Bound.Type)
	}
	return b
}

// read is a formula with other binders in place of those of outer quantifiers.
func (q *quantifiers) read(e spec.Expr, positive bool, change func(spec.Binder, used) spec.Binder) spec.Expr {
	return (&reading{q, used{}, change}).formula(e, positive)
}

// reading is below outer names, of which so many are used.
type reading struct {
	*quantifiers
	used   used
	change func(spec.Binder, used) spec.Binder
}

// branch is one of several parts, each asked by itself.
func (r *reading) branch(e spec.Expr, positive bool) spec.Expr {
	with := used{}
	for t, n := range r.used {
		with[t] = n
	}
	return (&reading{r.quantifiers, with, r.change}).formula(e, positive)
}

func (r *reading) formula(e spec.Expr, positive bool) spec.Expr {
	made := r.changed(e, positive)
	if made != e && r.of != nil {
		r.of[made] = e
	}
	return made
}

func (r *reading) changed(e spec.Expr, positive bool) spec.Expr {
	switch e := e.(type) {
	case *spec.Fold:
		return r.fold(e, positive)
	case *spec.Unary:
		with := *e
		if e.Op == spec.Not {
			with.X = r.formula(e.X, !positive)
		}
		return ifChanged(e, &with, with.X != e.X)
	case *spec.Binary:
		return r.binary(e, positive)
	case *spec.Cond:
		with := *e
		with.Then, with.Else = r.branch(e.Then, positive), r.branch(e.Else, positive)
		return ifChanged(e, &with, with.Then != e.Then || with.Else != e.Else)
	case *spec.Call:
		body := r.formula(e.Define.Body, positive)
		with := *e
		if body != e.Define.Body {
			with.Define = &spec.Define{Name: e.Define.Name, Params: e.Define.Params, Body: body}
		}
		return ifChanged(e, &with, with.Define != e.Define)
	case *spec.Knows:
		with := *e
		if positive && e.Op == spec.KnowsThat || !positive && e.Op == spec.Supposes {
			with.X = r.formula(e.X, positive)
		}
		return ifChanged(e, &with, with.X != e.X)
	case *spec.GroupKnows:
		with := *e
		if positive {
			with.X = r.formula(e.X, positive)
		}
		return ifChanged(e, &with, with.X != e.X)
	case *spec.Temporal:
		with := *e
		if e.Op == spec.NextTime && e.All == positive || e.Op == spec.Globally && e.All && positive || e.Op == spec.Eventually && !e.All && !positive {
			with.X = r.formula(e.X, positive)
		}
		return ifChanged(e, &with, with.X != e.X)
	case *spec.Update:
		with := *e
		if e.All == positive {
			with.X = r.formula(e.X, positive)
		}
		return ifChanged(e, &with, with.X != e.X)
	}
	return e
}

// ifChanged is an expression with other parts, or itself where they are the same.
func ifChanged(e, with spec.Expr, changed bool) spec.Expr {
	if changed {
		return with
	}
	return e
}

func (r *reading) binary(e *spec.Binary, positive bool) spec.Expr {
	with := *e
	switch {
	case positive && e.Op == spec.And, !positive && e.Op == spec.Or:
		with.X, with.Y = r.branch(e.X, positive), r.branch(e.Y, positive)
	case e.Op == spec.Imp && !positive:
		with.X, with.Y = r.branch(e.X, true), r.branch(e.Y, false)
	case e.Op == spec.Imp, positive && e.Op == spec.Or, !positive && e.Op == spec.And:
		with.Y = r.formula(e.Y, positive)
	}
	return ifChanged(e, &with, with.X != e.X || with.Y != e.Y)
}

// fold leaves out instances where the proof went through the body. What reads no state may have been
// compared as a table, which says of the whole alone that it is the same.
func (r *reading) fold(e *spec.Fold, positive bool) spec.Expr {
	if e.Traits() == 0 || e.Op != spec.Forall && e.Op != spec.Exists || (e.Op == spec.Forall) != positive {
		return e
	}
	with := *e
	with.Binders = slices.Clone(e.Binders)
	changed := false
	for i, b := range e.Binders {
		with.Binders[i] = r.change(b, r.used)
		changed = changed || with.Binders[i].Domain != b.Domain
	}
	with.Body = r.formula(e.Body, positive)
	return ifChanged(e, &with, changed || with.Body != e.Body)
}

// restrict leaves a name the values to which others can be sent, and marks those that it uses.
func (r *Reduced) restrict(b spec.Binder, u used) spec.Binder {
	t := b.Bound.Type
	if b.Domain == nil && t.Size().IsInt64() && t.Size().Int64() <= mostEntries {
		var left []spec.Value
		for v := range t.All() {
			if r.first(t, v, u) {
				left = append(left, v)
			}
		}
		if int64(len(left)) < t.Size().Int64() {
			b.Domain = spec.SetOf(b.Bound.Place, t, left)
		}
	}
	r.use(t, u)
	return b
}

// first tells whether a value is among the first ones of its class that outer names leave: names before
// have one of it each, at most.
func (r *Reduced) first(t spec.Type, v spec.Value, u used) bool {
	for _, g := range r.Groups {
		if g.Type == t {
			return g.first(v, u[t])
		}
	}
	record, ok := t.(*spec.RecordType)
	if !ok {
		return true
	}
	with := used{}
	for t, n := range u {
		with[t] = n
	}
	for i, f := range record.Fields {
		if !r.first(f.Type, v.(spec.Record)[i], with) {
			return false
		}
		r.use(f.Type, with)
	}
	return true
}

func (g *Group) first(v spec.Value, used int) bool {
	if g.Circular {
		return used > 0 || spec.IndexOf(g.Type, v) == 0
	}
	return slices.ContainsFunc(g.Classes, func(c []spec.Value) bool {
		return slices.ContainsFunc(c[:min(len(c), used+1)], func(x spec.Value) bool { return spec.Equal(x, v) })
	})
}

// use marks the values that a name of a type may have.
func (r *Reduced) use(t spec.Type, u used) {
	for _, g := range r.Groups {
		if g.Type == t {
			u[t] = min(u[t]+1, everything)
			return
		}
	}
	if record, ok := t.(*spec.RecordType); ok {
		for _, f := range record.Fields {
			r.use(f.Type, u)
		}
		return
	}
	for _, g := range r.Groups {
		if (&permutation{of: g.Type}).moves(t) {
			u[g.Type] = everything
		}
	}
}
