package planning

import (
	"slices"

	"github.com/epibdd/epibdd/plan"
	"github.com/epibdd/epibdd/spec"
)

// A scalarset is a named type whose values are told apart by nothing but being equal or
// not: no value is named, nor compared by size, nor counted with, nor the value of another type,
// nor an agent. Exchanging two of its values in states, arguments and what is observed is then an automorphism
// of the game (Ip and Dill, "Better verification through symmetry", 1996, Theorem 1).

// scalarsets are those of a game, with all exchanges of two values.
type scalarsets struct {
	game  *States
	types []spec.Type
	swaps []plan.Swap
	pairs [][2]spec.Value // by swap
}

// mostValues is how many values a scalarset has at most that is made use of.
const mostValues = 40

// scalarsetsOf finds the scalarsets of a model, as far as the goal goes.
func scalarsetsOf(s *States, goal spec.Expr) *scalarsets {
	y := &scalarsets{game: s}
	for _, t := range namedTypes(s.model) {
		r := &reader{t: t, fine: true, model: s.model, seen: map[spec.Expr]bool{}}
		if r.read(s.plan, goal); !r.fine {
			continue
		}
		values := slices.Collect(t.All())
		for i := range values {
			for j := i + 1; j < len(values); j++ {
				y.swaps = append(y.swaps, plan.Swap{Type: len(y.types), I: i, J: j})
				y.pairs = append(y.pairs, [2]spec.Value{values[i], values[j]})
			}
		}
		y.types = append(y.types, t)
	}
	return y
}

// namedTypes lists the named ranges and enumerations that variables and arguments have.
func namedTypes(m *spec.Model) []spec.Type {
	var all []spec.Type
	var add func(t spec.Type)
	add = func(t spec.Type) {
		name := ""
		switch t := t.(type) {
		case *spec.IntType:
			name = t.Name
		case *spec.EnumType:
			name = t.Name
		case *spec.OptionType:
			add(t.Elem)
		case *spec.SetType:
			add(t.Elem)
		case *spec.ArrayType:
			for _, x := range t.Index {
				add(x)
			}
			add(t.Elem)
		case *spec.RecordType:
			for _, f := range t.Fields {
				add(f.Type)
			}
		}
		if n := t.Size(); name != "" && n.IsInt64() && n.Int64() > 1 && n.Int64() <= mostValues && !slices.Contains(all, t) &&
			!slices.ContainsFunc(m.Agents, func(a *spec.Agent) bool { return t.Has(a.Name) }) {
			all = append(all, t)
		}
	}
	for _, v := range m.Vars {
		add(v.Type)
	}
	for _, a := range m.Actions {
		for _, b := range a.Params {
			add(b.Type)
		}
	}
	return all
}

// mentions tells whether values of a type have parts in t.
func mentions(in, t spec.Type) bool {
	if in == t {
		return true
	}
	switch in := in.(type) {
	case *spec.OptionType:
		return mentions(in.Elem, t)
	case *spec.SetType:
		return mentions(in.Elem, t)
	case *spec.ArrayType:
		return mentions(in.Elem, t) || slices.ContainsFunc(in.Index, func(x spec.Type) bool { return mentions(x, t) })
	case *spec.RecordType:
		return slices.ContainsFunc(in.Fields, func(f spec.FieldType) bool { return mentions(f.Type, t) })
	}
	return false
}

// reader reads all expressions of a game and stops being fine where one tells values of t
// apart.
type reader struct {
	t     spec.Type
	model *spec.Model
	fine  bool
	seen  map[spec.Expr]bool
}

func (r *reader) read(p *spec.Plan, goal spec.Expr) {
	m := r.model
	for _, e := range m.Init {
		r.expr(e)
	}
	for _, a := range p.By {
		for i := range a.Sees {
			r.observable(&a.Sees[i])
		}
	}
	for _, a := range m.Actions {
		for _, e := range slices.Concat(a.When, a.Given) {
			r.expr(e)
		}
		for i := range a.Then {
			r.assign(&a.Then[i])
		}
		if a.By != nil {
			r.expr(a.By)
			r.bars(a.By.Type())
		}
		for i := range a.Seen {
			s := &a.Seen[i]
			r.binders(s.Binders)
			r.some(s.Cond)
			if s.Agent != nil {
				r.expr(s.Agent)
				r.bars(s.Agent.Type())
			}
			for k := range s.What {
				r.observable(&s.What[k])
			}
		}
	}
	r.expr(goal)
}

func (r *reader) observable(o *spec.Observable) {
	r.binders(o.Binders)
	r.some(o.Cond)
	r.expr(o.Value)
}

func (r *reader) assign(t *spec.Assign) {
	r.binders(t.Binders)
	r.some(t.Cond)
	r.expr(t.Value)
	now := t.Var.Type
	for _, step := range t.Path {
		if step.Index == nil {
			now = spec.Present(now).(*spec.RecordType).Fields[step.Field].Type
			continue
		}
		array := spec.Present(now).(*spec.ArrayType)
		for i, x := range step.Index {
			r.expr(x)
			r.alike(array.Index[i], x.Type())
		}
		now = array.Elem
	}
	r.alike(now, t.Value.Type())
}

func (r *reader) binders(all []spec.Binder) {
	for _, b := range all {
		if b.Domain != nil {
			r.expr(b.Domain)
			r.element(b.Bound.Type, b.Domain.Type())
		}
	}
}

func (r *reader) some(e spec.Expr) {
	if e != nil {
		r.expr(e)
	}
}

// bars refuses types with values of t, bars those that would be compared by more than
// being equal.
func (r *reader) bars(types ...spec.Type) {
	for _, in := range types {
		r.fine = r.fine && !mentions(in, r.t)
	}
}

// alike refuses types of which one has values of t where the other has others.
func (r *reader) alike(a, b spec.Type) { r.fine = r.fine && r.same(a, b) }

func (r *reader) same(a, b spec.Type) bool {
	if !mentions(a, r.t) && !mentions(b, r.t) {
		return true
	}
	a, b = spec.Present(a), spec.Present(b)
	switch a := a.(type) {
	case *spec.OptionType: // of nothing: none
		return true
	case *spec.SetType:
		b, ok := b.(*spec.SetType)
		return ok && (r.same(a.Elem, b.Elem) || isNothing(a.Elem) || isNothing(b.Elem))
	case *spec.ArrayType:
		b, ok := b.(*spec.ArrayType)
		return ok && r.same(a.Elem, b.Elem) && slices.EqualFunc(a.Index, b.Index, r.same)
	case *spec.RecordType:
		b, ok := b.(*spec.RecordType)
		return ok && slices.EqualFunc(a.Fields, b.Fields, func(f, g spec.FieldType) bool { return r.same(f.Type, g.Type) })
	}
	return a == b || isNothing(a) || isNothing(b)
}

// isNothing tells whether a type has no values, as the elements of {} have.
func isNothing(t spec.Type) bool { return t.Size().Sign() == 0 }

// element compares a type with that of the elements of a set.
func (r *reader) element(t, set spec.Type) {
	s, ok := spec.Present(set).(*spec.SetType)
	if !ok {
		r.bars(t, set)
		return
	}
	r.alike(t, s.Elem)
}

func (r *reader) expr(e spec.Expr) {
	if !r.fine || r.seen[e] {
		return
	}
	r.seen[e] = true
	for _, below := range spec.Children(e) {
		r.expr(below)
	}
	switch e := e.(type) {
	case *spec.Const:
		r.constant(e)
	case *spec.VarRef, *spec.BoundRef, *spec.FieldOf:
	case *spec.Element:
		array, ok := spec.Present(e.X.Type()).(*spec.ArrayType)
		if !ok {
			r.bars(e.Type())
			return
		}
		for i, x := range e.Index {
			r.alike(array.Index[i], x.Type())
		}
	case *spec.Unary:
		if e.Op != spec.Not && e.Op != spec.Size {
			r.bars(e.X.Type(), e.Type())
		}
	case *spec.Binary:
		r.binary(e)
	case *spec.Cond:
		r.alike(e.Type(), e.Then.Type())
		r.alike(e.Type(), e.Else.Type())
	case *spec.Fold:
		r.binders(e.Binders)
		if e.Op == spec.Sum || e.Op == spec.MinOf || e.Op == spec.MaxOf {
			r.bars(e.Body.Type())
		}
		if e.Op == spec.Collect {
			r.element(e.Binders[0].Bound.Type, e.Type())
		}
	case *spec.MakeRecord:
		for i, f := range e.Type().(*spec.RecordType).Fields {
			r.alike(f.Type, e.Fields[i].Type())
		}
	case *spec.MakeSet:
		for _, x := range e.Elems {
			r.element(x.Type(), e.Type())
		}
	case *spec.Call:
		for i, x := range e.Args {
			r.alike(e.Define.Params[i].Type, x.Type())
		}
		r.alike(e.Type(), e.Define.Body.Type())
	case *spec.Does:
		for i, x := range e.Step.Args {
			if x != nil {
				r.alike(e.Step.Action.Params[i].Type, x.Type())
			}
		}
	case *spec.Knows:
		r.bars(e.Agent.Type())
	case *spec.GroupKnows:
		for _, m := range e.Group.Members {
			r.binders(m.Binders)
			r.bars(m.Agent.Type())
		}
	default:
		r.fine = false
	}
}

func (r *reader) binary(e *spec.Binary) {
	switch e.Op {
	case spec.And, spec.Or, spec.Imp, spec.Iff:
	case spec.Eq, spec.Ne:
		r.alike(e.X.Type(), e.Y.Type())
	case spec.In:
		r.element(e.X.Type(), e.Y.Type())
	case spec.Union, spec.Minus, spec.Intersect:
		r.alike(e.Type(), e.X.Type())
		r.alike(e.X.Type(), e.Y.Type())
	default:
		r.bars(e.X.Type(), e.Y.Type(), e.Type())
	}
}

// constant refuses values that an exchange would change, such as a name of one.
func (r *reader) constant(e *spec.Const) {
	if _, list := e.Value.(spec.List); list {
		for v := range r.t.All() {
			r.fine = r.fine && !holds(e.Value, v)
		}
		return
	}
	if !mentions(e.Type(), r.t) {
		return
	}
	values := slices.Collect(r.t.All())
	for _, v := range values[1:] {
		r.fine = r.fine && spec.Equal(exchanged(e.Value, e.Type(), r.t, values[0], v), e.Value)
	}
}

// holds tells whether a value is a part of another.
func holds(in, v spec.Value) bool {
	return spec.Equal(in, v) || slices.ContainsFunc(spec.Elems(in), func(x spec.Value) bool { return holds(x, v) })
}

// exchanged is a value of a type in which two values of t are exchanged.
func exchanged(v spec.Value, in, t spec.Type, a, b spec.Value) spec.Value {
	if in == t {
		switch {
		case spec.Equal(v, a):
			return b
		case spec.Equal(v, b):
			return a
		}
		return v
	}
	if !mentions(in, t) {
		return v
	}
	switch in := in.(type) {
	case *spec.OptionType:
		if v == (spec.Absent{}) {
			return v
		}
		return exchanged(v, in.Elem, t, a, b)
	case *spec.SetType:
		var elems []spec.Value
		for _, x := range v.(spec.Set) {
			elems = append(elems, exchanged(x, in.Elem, t, a, b))
		}
		return spec.NewSet(elems...)
	case *spec.ArrayType:
		if _, none := v.(spec.Absent); none {
			return v
		}
		old := v.(spec.Array)
		elems := make(spec.Array, len(old))
		k := 0
		for index := range spec.Tuples(in.Index) {
			at := make([]spec.Value, len(index))
			for i, x := range index {
				at[i] = exchanged(x, in.Index[i], t, a, b)
			}
			elems[in.CellIndex(at)] = exchanged(old[k], in.Elem, t, a, b)
			k++
		}
		return elems
	case *spec.RecordType:
		old := v.(spec.Record)
		fields := make(spec.Record, len(old))
		for i, f := range in.Fields {
			fields[i] = exchanged(old[i], f.Type, t, a, b)
		}
		return fields
	}
	return v
}

// Swaps implements plan.Symmetric.
func (s *States) Swaps() []plan.Swap { return s.symmetry.swaps }

// SwapWorld implements plan.Symmetric.
func (s *States) SwapWorld(swap int, w plan.World) (plan.World, error) {
	y := s.symmetry
	st := make(spec.State, len(s.worlds[w]))
	for i, v := range s.worlds[w] {
		st[i] = exchanged(v, s.model.Vars[i].Type, y.types[y.swaps[swap].Type], y.pairs[swap][0], y.pairs[swap][1])
	}
	return s.world(st)
}

// SwapChoice implements plan.Symmetric.
func (s *States) SwapChoice(swap int, c plan.Choice) plan.Choice {
	y := s.symmetry
	m := slices.Clone(s.choices[c])
	for i := range m {
		args := make([]spec.Value, len(m[i].Args))
		for k, v := range m[i].Args {
			args[k] = exchanged(v, m[i].Action.Params[k].Type, y.types[y.swaps[swap].Type], y.pairs[swap][0], y.pairs[swap][1])
		}
		m[i].Args = args
	}
	return s.choice(m)
}
