package encode

import (
	"slices"

	"github.com/epibdd/epibdd/spec"
)

// Limits of the search for cells that occur together: it is a hint for the
// order, and large edges say nothing.
const (
	maxVisits = 200_000
	maxEdge   = 24
	wholeEdge = 4 // cells up to which a conjunction is one edge
)

// scene walks over a model with quantifiers expanded and collects edges.
type scene struct {
	plan   *plan
	edges  []edge
	large  []edge
	visits int
	taken  map[string]int  // registers in use, by type
	joined map[string]bool // cells that tests of knowledge actions read together
	deeds  []deed          // by mover: what it reads and writes
	// stepping tells that the expressions at hand are of a joint step, where tallies
	// stand for sums.
	stepping bool
}

// placed is the value of an expression that names a part of a variable.
type placed struct{ *shape }

func (placed) isValue() {}

// occurrences returns the edges of a model, and apart from them the large ones.
func occurrences(m *spec.Model, p *plan, asked []spec.Expr) (edges, large []edge) {
	sc := &scene{plan: p, taken: make(map[string]int), joined: make(map[string]bool)}
	ns := names{}
	for _, mv := range p.movers {
		sc.visits = 0 // each has a budget of its own
		sc.deeds = append(sc.deeds, deed{mover: mv, reads: make(map[*cell]bool), writes: make(map[*cell]bool)})
		for _, o := range mv.options {
			sc.option(&sc.deeds[len(sc.deeds)-1], o)
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
			sc.each(o.Binders, ns, func(ns names) { sc.join(sc.reads(o.Value, ns)) })
		}
	}
	for _, e := range asked {
		sc.formula(e, ns)
		sc.visits = 0 // what is asked has a budget of its own
		sc.updates(e, ns, 0)
	}
	sc.seat()
	return sc.edges, sc.large
}

func (sc *scene) action(a *spec.Action) {
	ns := names{}
	var binders []spec.Binder
	for i, b := range a.Params {
		if sc.plan.split[a][i] {
			binders = append(binders, spec.Binder{Bound: b})
			continue
		}
		ns = ns.bind(b, sc.take(b.Type.String()))
		defer sc.give(b.Type.String())
	}
	sc.each(binders, ns, func(ns names) {
		for _, e := range a.When {
			sc.formula(e, ns)
		}
		for _, t := range a.Then {
			sc.each(t.Binders, ns, func(ns names) { sc.assign(t, ns) })
		}
	})
}

// option joins what a mover reads and writes when it does something.
func (sc *scene) option(d *deed, o *option) {
	sc.stepping = true
	defer func() { sc.stepping = false }()
	ns := o.layout()
	var guards, written, read edge
	for _, e := range slices.Concat(o.action.When, o.action.Given) {
		sc.formula(e, ns)
		guards = append(guards, sc.reads(e, ns)...)
		read = append(read, sc.summed(e, ns)...)
	}
	for _, t := range o.action.Then {
		sc.each(t.Binders, ns, func(ns names) {
			sc.assign(t, ns)
			read = append(read, sc.summed(t.Value, ns)...)
			if t.Cond != nil {
				read = append(read, sc.summed(t.Cond, ns)...)
			}
			if target := sc.target(t, ns); target != nil {
				written = append(written, target.cells()...)
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
func (sc *scene) assign(t spec.Assign, ns names) {
	var cells edge
	if target := sc.target(t, ns); target != nil {
		cells = target.cells()
	}
	cells = append(cells, sc.reads(t.Value, ns)...)
	if t.Cond != nil {
		cells = append(cells, sc.reads(t.Cond, ns)...)
	}
	sc.join(cells)
}

// target is the part of a variable that is assigned, if its indices are constant.
func (sc *scene) target(t spec.Assign, ns names) *shape {
	sh := sc.plan.vars[t.Var.Index]
	for _, step := range t.Path {
		if step.Index == nil {
			sh = sh.parts[step.Field]
			continue
		}
		if sh = sc.elementOf(sh, step.Index, ns); sh == nil {
			return nil
		}
	}
	return sh
}

func (sc *scene) elementOf(sh *shape, index []spec.Expr, ns names) *shape {
	t, ok := spec.Present(sh.typ).(*spec.ArrayType)
	if !ok {
		return nil
	}
	vs := make([]spec.Value, len(index))
	for i, e := range index {
		c, ok := sc.locate(e, ns).(constant)
		if !ok {
			return nil
		}
		vs[i] = c.v
	}
	if cell := t.CellIndex(vs); cell >= 0 {
		return sh.parts[cell]
	}
	return nil
}

// locate returns e as a constant or a part of a variable, nothing if it is neither.
func (sc *scene) locate(e spec.Expr, ns names) value {
	switch e := e.(type) {
	case *spec.VarRef:
		sh := sc.plan.vars[e.Var.Index]
		if sh.cell != nil && len(sh.cell.values) == 1 {
			return constant{sh.cell.values[0]}
		}
		return placed{sh}
	case *spec.BoundRef:
		return sc.nameOf(e.Bound, ns)
	case *spec.FieldOf:
		if x, ok := sc.locate(e.X, ns).(placed); ok && e.Field < len(x.parts) {
			return placed{x.parts[e.Field]}
		}
	case *spec.Element:
		if x, ok := sc.locate(e.X, ns).(placed); ok {
			if sh := sc.elementOf(x.shape, e.Index, ns); sh != nil {
				return placed{sh}
			}
		}
	}
	return sc.constantOf(e, ns)
}

func (sc *scene) nameOf(b *spec.Bound, ns names) value {
	if v := ns.varies(b); v != nil {
		return v
	}
	if v := ns.env.Lookup(b); v != nil {
		return constant{v}
	}
	return nothing{}
}

func (sc *scene) constantOf(e spec.Expr, ns names) value {
	if e.Traits()&(spec.ReadsState|spec.Modal) != 0 {
		return nothing{}
	}
	env := ns.env
	for _, b := range e.Free() {
		c, ok := sc.nameOf(b, ns).(constant)
		if !ok {
			return nothing{}
		}
		env = env.Bind(b, c.v)
	}
	v, err := (&spec.Evaluator{Budget: maxVisits}).Eval(e, env)
	if err != nil {
		return nothing{}
	}
	return constant{v}
}

// tired tells whether to stop looking.
func (sc *scene) tired() bool {
	sc.plan.poll() // an expression without variables may take long
	sc.visits++
	return sc.visits > maxVisits
}

// reads returns the cells on which e depends: those of place[c] = top & even(c)
// only where c is even.
func (sc *scene) reads(e spec.Expr, ns names) edge {
	cells, _ := sc.look(e, ns)
	return unique(cells)
}

// summed is reads in a step, but a sum reads its terms although it is taken from a
// tally: who leaves a cell out is then told from those who count it.
func (sc *scene) summed(e spec.Expr, ns names) edge {
	sc.stepping = false
	defer func() { sc.stepping = true }()
	return sc.reads(e, ns)
}

// look returns the cells on which e depends, and its value where that is found
// to be constant.
func (sc *scene) look(e spec.Expr, ns names) (edge, spec.Value) {
	if sc.tired() {
		return nil, nil
	}
	switch v := sc.locate(e, ns).(type) {
	case constant:
		return nil, v.v
	case placed:
		return v.cells(), nil
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
		return unique(append(cells, sc.allReads(e.Args, ns)...)), nil
	}
	return sc.others(e, ns), nil
}

// lookBinary is look for operators: an operand may decide, and a comparison of
// constants is one.
func (sc *scene) lookBinary(e *spec.Binary, ns names) (edge, spec.Value) {
	if c := sc.memberCell(e, ns); c != nil {
		return edge{c}, nil
	}
	if sc.stepping && e.Op == spec.Add {
		if t, lacking := sc.plan.tallyFor(sc.sum(e, ns)); t != nil {
			return append(edge{t.cell}, lacking...), nil
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
func (sc *scene) others(e spec.Expr, ns names) edge {
	switch e := e.(type) {
	case *spec.Fold:
		var all edge
		sc.fold(e, ns, func(ns names) { all = append(all, sc.reads(e.Body, ns)...) })
		return unique(all)
	case *spec.Does:
		return sc.doers(e.Step, ns)
	case *spec.Temporal:
		return unique(sc.allReads([]spec.Expr{e.X, e.Y}, ns))
	case *spec.GroupKnows:
		return sc.reads(e.X, ns)
	}
	return unique(sc.allReads(spec.Children(e), ns))
}

// doers are the bits of those who may take a step.
func (sc *scene) doers(p *spec.Step, ns names) edge {
	cells := sc.allReads(spec.InProgram(p), ns)
	for _, m := range sc.plan.movers {
		for _, o := range m.options {
			if o.action != p.Action || !sc.mayBe(p, o, ns) {
				continue
			}
			cells = append(cells, m.choice)
			for i, e := range p.Args {
				if e != nil && o.args[i] != nil {
					cells = append(cells, o.args[i].cells()...)
				}
			}
		}
	}
	return unique(cells)
}

// mayBe reports whether the constant arguments of a step are those of an option.
func (sc *scene) mayBe(p *spec.Step, o *option, ns names) bool {
	for i, e := range p.Args {
		if e == nil || o.fixed[i] == nil {
			continue
		}
		if c, ok := sc.locate(e, ns).(constant); ok && !spec.Equal(c.v, o.fixed[i]) {
			return false
		}
	}
	return true
}

func (sc *scene) allReads(es []spec.Expr, ns names) edge {
	var all edge
	for _, e := range es {
		if e != nil {
			all = append(all, sc.reads(e, ns)...)
		}
	}
	return all
}

// memberCell is the cell of a constant element of a set.
func (sc *scene) memberCell(e *spec.Binary, ns names) *cell {
	if e.Op != spec.In {
		return nil
	}
	elem, ok := sc.locate(e.X, ns).(constant)
	set, isPlaced := sc.locate(e.Y, ns).(placed)
	if !ok || !isPlaced {
		return nil
	}
	for i, v := range set.elems {
		if spec.Equal(v, elem.v) {
			return set.members[i]
		}
	}
	return nil
}

func (sc *scene) arguments(params []*spec.Bound, args []spec.Expr, ns names) names {
	inner := ns
	for i, b := range params {
		inner = inner.bind(b, sc.locate(args[i], ns))
	}
	return inner
}

// formula collects the edges of a formula: of its comparisons, and of
// conjunctions that are small as a whole.
func (sc *scene) formula(e spec.Expr, ns names) {
	if sc.tired() {
		return
	}
	switch e := e.(type) {
	case *spec.Binary:
		if e.Op == spec.And || e.Op == spec.Or || e.Op == spec.Imp {
			cells, v := sc.look(e, ns)
			if cells = unique(cells); v != nil || len(cells) <= wholeEdge {
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
			sc.fold(e, ns, func(ns names) { sc.formula(e.Body, ns) })
			return
		}
	case *spec.Call:
		sc.formula(e.Define.Body, sc.arguments(e.Define.Params, e.Args, ns))
		return
	}
	sc.join(sc.reads(e, ns))
}

func (sc *scene) join(cells edge) {
	switch cells = unique(cells); {
	case len(cells) > maxEdge:
		sc.large = append(sc.large, cells)
	case len(cells) > 1:
		sc.edges = append(sc.edges, cells)
	}
}

// unique drops repetitions, and cells of one value.
func unique(cells edge) edge {
	seen := make(map[*cell]bool, len(cells))
	var out edge
	for _, c := range cells {
		if !seen[c] && c.width() > 0 {
			seen[c] = true
			out = append(out, c)
		}
	}
	return out
}

// fold calls f for the instances of a fold, with large binders in registers.
func (sc *scene) fold(e *spec.Fold, ns names, f func(names)) {
	kept, open := sc.plan.tune.inRegisters(e), sc.plan.tune.opens(e)
	var rest []spec.Binder
	for i, b := range e.Binders {
		key := b.Bound.Type.String()
		if open != nil && open[i] {
			key = openKey(b.Bound.Type)
		} else if !kept[i] {
			rest = append(rest, b)
			continue
		}
		ns = ns.bind(b.Bound, sc.take(key))
		defer sc.give(key)
	}
	if open != nil {
		sc.pair(e.Body, ns)
	}
	sc.each(rest, ns, f)
}

// each calls f for the instances of binders, as far as they are constant.
func (sc *scene) each(bs []spec.Binder, ns names, f func(names)) {
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
		if c, ok := sc.constantOf(b.Domain, ns).(constant); ok {
			if set, ok := c.v.(spec.Set); ok {
				values = spec.Ordered(b.Bound.Type, set)
			}
		}
	}
	for v := range values {
		if sc.visits > maxVisits {
			return
		}
		sc.each(bs[1:], ns.bind(b.Bound, constant{v}), f)
	}
}

// take and give stand for acquire and release: they find the same registers as
// the evaluation will.
func (sc *scene) take(key string) value {
	i, regs := sc.taken[key], sc.plan.registers[key]
	sc.taken[key]++
	if i >= len(regs) {
		return nothing{}
	}
	return placed{regs[i].shape}
}

func (sc *scene) give(key string) { sc.taken[key]-- }
