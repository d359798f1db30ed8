// Package footprint finds which cells the expressions of a model read and write, and which
// of them occur together. It goes over the model with quantifiers expanded and constants
// folded, and knows no sets.
package footprint

import (
	"slices"

	"github.com/epibdd/epibdd/encode/internal/layout"
	"github.com/epibdd/epibdd/encode/internal/scope"
	"github.com/epibdd/epibdd/encode/internal/tune"
	"github.com/epibdd/epibdd/internal/heuristic"
	"github.com/epibdd/epibdd/spec"
)

// Limits of the search for cells that occur together: it is a hint for the
// order, and large edges say nothing.
const (
	maxVisits = 200_000
	MaxEdge   = 24
	wholeEdge = 4 // cells up to which a conjunction is one edge
)

// walk walks over a model with quantifiers expanded and collects edges.
type walk struct {
	layout     *layout.Layout
	tune       tune.Sizes
	spend      func(steps int) // counts steps, and fails once the time is over
	edges      []layout.Edge
	visits     int
	taken      map[string]int  // registers in use, by type
	joined     map[string]bool // cells that tests of knowledge actions read together
	footprints []footprint     // by mover: what it reads and writes
	// stepping tells that the expressions at hand are of a joint step, where shared
	// sums stand for others.
	stepping bool
}

// place is what is known of an expression without looking at states: the part of a
// variable that it names, or its value; nothing else is known.
type place struct {
	shape *layout.Shape
	val   spec.Value
}

// Constant is the value of the expression if it is known.
func (p place) Constant() (spec.Value, bool) { return p.val, p.val != nil }

// places binds names to what is known of them.
type places = scope.Names[place]

// Collect returns the edges of a model, and with joined of what is asked; and it plans blocks for
// the knowledge actions in both.
func Collect(m *spec.Model, p *layout.Layout, tune tune.Sizes, spend func(steps int), asked []spec.Expr, joined bool) []layout.Edge {
	sc := &walk{layout: p, tune: tune, spend: spend, taken: make(map[string]int), joined: make(map[string]bool)}
	ns := places{}
	for _, mv := range p.Movers {
		sc.visits = 0 // each has a budget of its own
		sc.footprints = append(sc.footprints, footprint{mover: mv, reads: make(map[*layout.Cell]bool), writes: make(map[*layout.Cell]bool)})
		for _, o := range mv.Options {
			sc.option(&sc.footprints[len(sc.footprints)-1], o)
		}
	}
	for _, a := range m.Actions {
		if !m.Joint {
			sc.action(a)
		}
	}
	for _, e := range m.Init {
		sc.formula(e, ns)
	}
	for _, a := range m.Agents {
		for _, o := range a.Sees {
			sc.each(o.Binders, ns, func(ns places) { sc.join(sc.reads(o.Value, ns)) })
		}
	}
	for _, a := range m.Actions {
		for _, e := range slices.Concat(spec.Expressions(a), spec.Observations(a)) {
			if e.Traits()&spec.Modal != 0 {
				sc.visits = 0 // as what is asked, here of any arguments
				sc.updates(e, ns, 0)
			}
		}
	}
	ofModel := len(sc.edges)
	for _, e := range asked {
		if joined {
			sc.formula(e, ns)
		}
		sc.visits = 0 // what is asked has a budget of its own
		sc.updates(e, ns, 0)
	}
	if !joined {
		sc.edges = sc.edges[:ofModel]
	}
	if !tune.Without.Has(heuristic.Exceptions) {
		sc.exceptions()
	}
	return sc.edges
}

func (sc *walk) action(a *spec.Action) {
	ns := places{}
	var binders []spec.Binder
	for i, b := range a.Params {
		if sc.layout.Split[a][i] {
			binders = append(binders, spec.Binder{Bound: b})
			continue
		}
		ns = ns.Bind(b, sc.take(b.Type.String()))
		defer sc.give(b.Type.String())
	}
	sc.each(binders, ns, func(ns places) {
		for _, e := range a.When {
			sc.formula(e, ns)
		}
		for _, t := range a.Then {
			sc.each(t.Binders, ns, func(ns places) { sc.assign(t, ns) })
		}
	})
}

// option joins what a mover reads and writes when it does something.
func (sc *walk) option(d *footprint, o *layout.Option) {
	sc.stepping = true
	defer func() { sc.stepping = false }()
	ns := layoutOf(o)
	var guards, written, read layout.Edge
	for _, e := range slices.Concat(o.Action.When, o.Action.Given) {
		sc.formula(e, ns)
		guards = append(guards, sc.reads(e, ns)...)
		read = append(read, sc.summed(e, ns)...)
	}
	for _, t := range o.Action.Then {
		sc.each(t.Binders, ns, func(ns places) {
			sc.assign(t, ns)
			read = append(read, sc.summed(t.Value, ns)...)
			if t.Cond != nil {
				read = append(read, sc.summed(t.Cond, ns)...)
			}
			if target := sc.target(t, ns); target != nil {
				written = append(written, target.Cells()...)
			}
		})
	}
	d.read(read)
	for _, c := range written {
		d.writes[c] = true
	}
	sc.join(append(guards, written...))
}

// assign joins what is written with what it depends on.
func (sc *walk) assign(t spec.Assign, ns places) {
	var cells layout.Edge
	if target := sc.target(t, ns); target != nil {
		cells = target.Cells()
	}
	cells = append(cells, sc.reads(t.Value, ns)...)
	if t.Cond != nil {
		cells = append(cells, sc.reads(t.Cond, ns)...)
	}
	sc.join(cells)
}

// target is the part of a variable that is assigned, if its indices are constant.
func (sc *walk) target(t spec.Assign, ns places) *layout.Shape {
	sh := sc.layout.Vars[t.Var.Index]
	for _, step := range t.Path {
		if step.Index == nil {
			sh = sh.Parts[step.Field]
			continue
		}
		if sh = sc.elementOf(sh, step.Index, ns); sh == nil {
			return nil
		}
	}
	return sh
}

func (sc *walk) elementOf(sh *layout.Shape, index []spec.Expr, ns places) *layout.Shape {
	t, ok := spec.Present(sh.Type).(*spec.ArrayType)
	if !ok {
		return nil
	}
	vs := make([]spec.Value, len(index))
	for i, e := range index {
		v, ok := sc.locate(e, ns).Constant()
		if !ok {
			return nil
		}
		vs[i] = v
	}
	if cell := t.CellIndex(vs); cell >= 0 {
		return sh.Parts[cell]
	}
	return nil
}

// locate returns e as a constant or a part of a variable.
func (sc *walk) locate(e spec.Expr, ns places) place {
	switch e := e.(type) {
	case *spec.VarRef:
		sh := sc.layout.Vars[e.Var.Index]
		if sh.Cell != nil && len(sh.Cell.Values) == 1 {
			return place{val: sh.Cell.Values[0]}
		}
		return place{shape: sh}
	case *spec.BoundRef:
		return nameOf(e.Bound, ns)
	case *spec.FieldOf:
		if x := sc.locate(e.X, ns).shape; x != nil && e.Field < len(x.Parts) {
			return place{shape: x.Parts[e.Field]}
		}
	case *spec.Element:
		if x := sc.locate(e.X, ns).shape; x != nil {
			if sh := sc.elementOf(x, e.Index, ns); sh != nil {
				return place{shape: sh}
			}
		}
	}
	return place{val: constantOf(e, ns)}
}

func nameOf(b *spec.Bound, ns places) place {
	if p, ok := ns.Varies(b); ok {
		return p
	}
	return place{val: ns.Env.Lookup(b)}
}

// constantOf returns the value of an expression that reads no state and only names that
// are constant, nil if there is none.
func constantOf(e spec.Expr, ns places) spec.Value {
	if e.Traits()&(spec.ReadsState|spec.Modal) != 0 {
		return nil
	}
	env := ns.Env
	for _, b := range e.Free() {
		v, ok := nameOf(b, ns).Constant()
		if !ok {
			return nil
		}
		env = env.Bind(b, v)
	}
	v, err := (&spec.Evaluator{Budget: maxVisits}).Eval(e, env)
	if err != nil {
		return nil
	}
	return v
}

// tired tells whether to stop looking.
func (sc *walk) tired() bool {
	sc.spend(1) // an expression without variables may take long
	sc.visits++
	return sc.visits > maxVisits
}

// reads returns the cells on which e depends: those of place[c] = top & even(c)
// only where c is even.
func (sc *walk) reads(e spec.Expr, ns places) layout.Edge {
	cells, _ := sc.look(e, ns)
	return layout.Unique(cells)
}

// summed is reads in a step, but a sum reads its terms although it is taken from a
// shared one: who leaves a cell out is then told from those who count it.
func (sc *walk) summed(e spec.Expr, ns places) layout.Edge {
	sc.stepping = false
	defer func() { sc.stepping = true }()
	return sc.reads(e, ns)
}

// look returns the cells on which e depends, and its value where that is found
// to be constant.
func (sc *walk) look(e spec.Expr, ns places) (layout.Edge, spec.Value) {
	if sc.tired() {
		return nil, nil
	}
	switch p := sc.locate(e, ns); {
	case p.val != nil:
		return nil, p.val
	case p.shape != nil:
		return p.shape.Cells(), nil
	}
	switch e := e.(type) {
	case *spec.Binary:
		return sc.lookBinary(e, ns)
	case *spec.Unary:
		cells, v := sc.look(e.X, ns)
		if b, ok := v.(spec.Bool); ok && e.Op == spec.Not {
			return nil, !b
		}
		return cells, nil
	case *spec.Cond:
		test, v := sc.look(e.If, ns)
		switch v {
		case spec.Bool(true):
			return sc.look(e.Then, ns)
		case spec.Bool(false):
			return sc.look(e.Else, ns)
		}
		return slices.Concat(test, sc.reads(e.Then, ns), sc.reads(e.Else, ns)), nil
	case *spec.Call:
		cells, v := sc.look(e.Define.Body, sc.arguments(e.Define.Params, e.Args, ns))
		if v != nil {
			return nil, v
		}
		return layout.Unique(append(cells, sc.allReads(e.Args, ns)...)), nil
	}
	return sc.others(e, ns), nil
}

// lookBinary is look for operators: an operand may decide, and a comparison of
// constants is one.
func (sc *walk) lookBinary(e *spec.Binary, ns places) (layout.Edge, spec.Value) {
	if c := sc.memberCell(e, ns); c != nil {
		return layout.Edge{c}, nil
	}
	if c := sc.hotCell(e, ns); c != nil {
		return layout.Edge{c}, nil
	}
	if sc.stepping && e.Op == spec.Add {
		if t, lacking := sc.layout.SumFor(sc.sum(e, ns)); t != nil {
			return append(layout.Edge{t.Cell}, lacking...), nil
		}
	}
	x, v := sc.look(e.X, ns)
	if decisive, ok := decides[e.Op]; ok && v == decisive.operand {
		return nil, decisive.result
	}
	y, w := sc.look(e.Y, ns)
	known := v != nil && w != nil
	switch {
	case known && e.Op == spec.Eq:
		return nil, spec.Bool(spec.Equal(v, w))
	case known && e.Op == spec.Ne:
		return nil, spec.Bool(!spec.Equal(v, w))
	case e.Op == spec.And && w == spec.Bool(false), e.Op == spec.And && v == spec.Bool(true):
		return y, w
	case e.Op == spec.Or && w == spec.Bool(true), e.Op == spec.Or && v == spec.Bool(false), e.Op == spec.Imp && v == spec.Bool(true):
		return y, w
	}
	return slices.Concat(x, y), nil
}

// decides are the values of left operands that decide.
var decides = map[spec.BinaryOp]struct{ operand, result spec.Value }{
	spec.And: {spec.Bool(false), spec.Bool(false)},
	spec.Or:  {spec.Bool(true), spec.Bool(true)},
	spec.Imp: {spec.Bool(false), spec.Bool(true)},
}

// others returns the cells on which an expression without constant operands
// depends.
func (sc *walk) others(e spec.Expr, ns places) layout.Edge {
	switch e := e.(type) {
	case *spec.Fold:
		var all layout.Edge
		sc.fold(e, ns, func(ns places) { all = append(all, sc.reads(e.Body, ns)...) })
		return layout.Unique(all)
	case *spec.Does:
		return sc.doers(e.Step, ns)
	case *spec.Temporal:
		return layout.Unique(sc.allReads([]spec.Expr{e.X, e.Y}, ns))
	case *spec.GroupKnows:
		return sc.reads(e.X, ns)
	case *spec.Share:
		return sc.reads(e.X, ns)
	}
	return layout.Unique(sc.allReads(spec.Children(e), ns))
}

// doers are the bits of those who may take a step.
func (sc *walk) doers(p *spec.Step, ns places) layout.Edge {
	cells := sc.allReads(spec.InProgram(p), ns)
	for _, m := range sc.layout.Movers {
		for _, o := range m.Options {
			if o.Action != p.Action || !sc.mayBe(p, o, ns) {
				continue
			}
			cells = append(cells, m.Choice)
			for i, e := range p.Args {
				if e != nil && o.Args[i] != nil {
					cells = append(cells, o.Args[i].Cells()...)
				}
			}
		}
	}
	return layout.Unique(cells)
}

// mayBe reports whether the constant arguments of a step are those of an option.
func (sc *walk) mayBe(p *spec.Step, o *layout.Option, ns places) bool {
	for i, e := range p.Args {
		if e == nil || o.Fixed[i] == nil {
			continue
		}
		if v, ok := sc.locate(e, ns).Constant(); ok && !spec.Equal(v, o.Fixed[i]) {
			return false
		}
	}
	return true
}

func (sc *walk) allReads(es []spec.Expr, ns places) layout.Edge {
	var all layout.Edge
	for _, e := range es {
		if e != nil {
			all = append(all, sc.reads(e, ns)...)
		}
	}
	return all
}

// memberCell is the cell of a constant element of a set.
func (sc *walk) memberCell(e *spec.Binary, ns places) *layout.Cell {
	if e.Op != spec.In {
		return nil
	}
	elem, ok := sc.locate(e.X, ns).Constant()
	set := sc.locate(e.Y, ns).shape
	if !ok || set == nil {
		return nil
	}
	for i, v := range set.Elems {
		if spec.Equal(v, elem) {
			return set.Members[i]
		}
	}
	return nil
}

// hotCell is the cell of a one-hot scalar for the value that it is compared with.
func (sc *walk) hotCell(e *spec.Binary, ns places) *layout.Cell {
	if e.Op != spec.Eq && e.Op != spec.Ne {
		return nil
	}
	x, y := sc.locate(e.X, ns), sc.locate(e.Y, ns)
	if x.shape == nil {
		x, y = y, x
	}
	if x.shape == nil || !x.shape.OneHot || y.val == nil {
		return nil
	}
	return x.shape.CellFor(y.val)
}

func (sc *walk) arguments(params []*spec.Bound, args []spec.Expr, ns places) places {
	inner := ns
	for i, b := range params {
		inner = inner.Bind(b, sc.locate(args[i], ns))
	}
	return inner
}

// formula collects the edges of a formula: of its comparisons, and of
// conjunctions that are small as a whole.
func (sc *walk) formula(e spec.Expr, ns places) {
	if sc.tired() {
		return
	}
	switch e := e.(type) {
	case *spec.Binary:
		if e.Op == spec.And || e.Op == spec.Or || e.Op == spec.Imp {
			cells, v := sc.look(e, ns)
			if cells = layout.Unique(cells); v != nil || len(cells) <= wholeEdge {
				sc.join(cells)
				return
			}
			sc.formula(e.X, ns)
			sc.formula(e.Y, ns)
			return
		}
	case *spec.Unary:
		sc.formula(e.X, ns)
		return
	case *spec.Cond:
		_, v := sc.look(e.If, ns)
		if v != spec.Bool(false) {
			sc.formula(e.Then, ns)
		}
		if v != spec.Bool(true) {
			sc.formula(e.Else, ns)
		}
		if v == nil {
			sc.formula(e.If, ns)
		}
		return
	case *spec.Fold:
		if e.Op == spec.Forall || e.Op == spec.Exists {
			sc.fold(e, ns, func(ns places) { sc.formula(e.Body, ns) })
			return
		}
	case *spec.Call:
		sc.formula(e.Define.Body, sc.arguments(e.Define.Params, e.Args, ns))
		return
	}
	sc.join(sc.reads(e, ns))
}

func (sc *walk) join(cells layout.Edge) {
	if cells = layout.Unique(cells); len(cells) > 1 && len(cells) <= MaxEdge {
		sc.edges = append(sc.edges, cells)
	}
}

// fold calls f for the instances of a fold, with large binders in registers.
func (sc *walk) fold(e *spec.Fold, ns places, f func(places)) {
	kept, open := sc.tune.InRegisters(e), sc.tune.Opens(e)
	var rest []spec.Binder
	for i, b := range e.Binders {
		key := b.Bound.Type.String()
		if open != nil && open[i] {
			key = tune.OpenKey(b.Bound.Type)
		} else if !kept[i] {
			rest = append(rest, b)
			continue
		}
		ns = ns.Bind(b.Bound, sc.take(key))
		defer sc.give(key)
	}
	if open != nil {
		sc.pair(e.Body, ns)
	}
	sc.each(rest, ns, f)
}

// each calls f for the instances of binders, as far as they are constant.
func (sc *walk) each(bs []spec.Binder, ns places, f func(places)) {
	if sc.tired() {
		return
	}
	if len(bs) == 0 {
		f(ns)
		return
	}
	b := bs[0]
	values := b.Bound.Type.All()
	if b.Domain != nil {
		if set, ok := constantOf(b.Domain, ns).(spec.Set); ok {
			values = spec.Ordered(b.Bound.Type, set)
		}
	}
	for v := range values {
		if sc.visits > maxVisits {
			return
		}
		sc.each(bs[1:], ns.Bind(b.Bound, place{val: v}), f)
	}
}

// take and give stand for acquire and release: they find the same registers as
// the evaluation will.
func (sc *walk) take(key string) place {
	i, regs := sc.taken[key], sc.layout.Registers[key]
	sc.taken[key]++
	if i >= len(regs) {
		return place{}
	}
	return place{shape: regs[i].Shape}
}

func (sc *walk) give(key string) { sc.taken[key]-- }

// layout binds the arguments and the outcome to where they are.
func layoutOf(o *layout.Option) places {
	ns := places{}
	for i, b := range o.Action.Params {
		if o.Args[i] == nil {
			ns = ns.Bind(b, place{val: o.Fixed[i]})
		} else {
			ns = ns.Bind(b, place{shape: o.Args[i]})
		}
	}
	for i, b := range o.Action.Outcome {
		ns = ns.Bind(b, place{shape: o.Outcome[i]})
	}
	return ns
}
