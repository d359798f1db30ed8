package encode

import (
	"cmp"
	"iter"
	"math/big"
	"slices"

	"github.com/epibdd/epibdd/encode/internal/failure"
	"github.com/epibdd/epibdd/encode/internal/tune"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// foldPlan says how a fold is evaluated: the binders kept in registers and the
// number of instances of the others.
type foldPlan struct {
	kept []bool
	size *big.Int
}

func (s *System) foldPlanOf(e *spec.Fold) foldPlan {
	how, ok := s.folds[e]
	if !ok {
		kept := s.tune.InRegisters(e)
		how = foldPlan{kept, tune.Instances(e.Binders, kept)}
		s.folds[e] = how
	}
	return how
}

// expandable refuses a type with too many values to be tried one by one.
func (s *System) expandable(t spec.Type) {
	if t.Size().Cmp(big.NewInt(tune.MaxInstances)) > 0 {
		failure.Fail("%s has %s values, too many to try one by one (at most %d)", t, t.Size(), tune.MaxInstances)
	}
}

func (ev *evaluator) fold(e *spec.Fold, ns names, asked precision) result {
	how := ev.foldPlanOf(e)
	if how.size.Cmp(big.NewInt(tune.MaxInstances)) > 0 {
		failure.Raise(&TooLargeError{e.Span(), how.size})
	}
	if slices.Contains(how.kept, true) {
		in, undef := ev.quantify(e, how.kept, 0, ns)
		return result{truth{in}, undef}
	}
	ts, undef := ev.instances(e, ns)
	if undef.IsFull() {
		return ev.nowhere()
	}
	val, none := ts.combine(asked)
	return result{val, undef.Or(none)}
}

// instances evaluates the body of a fold for all values of the binders.
func (ev *evaluator) instances(e *spec.Fold, ns names) (*terms, symbolic.Set) {
	ts := &terms{ev: ev, op: e.Op}
	undef := ev.each(e.Binders, ns, ev.all(), func(ns names, when symbolic.Set) symbolic.Set {
		if e.Op == spec.Collect {
			in, u := ev.holds(e.Body, ns)
			elem := lookup(ns, e.Binders[0].Bound).(constant).v
			ts.elems.add(elem, when.And(in))
			return u
		}
		r := ev.eval(e.Body, ns)
		return r.undef.Or(ts.add(when, r.val))
	})
	return ts, undef
}

// each calls f for every combination of values of the binders, with the states
// in which it is an instance. f returns where the instance is undefined, each
// where something is.
func (ev *evaluator) each(bs []spec.Binder, ns names, when symbolic.Set, f func(names, symbolic.Set) symbolic.Set) symbolic.Set {
	if len(bs) == 0 {
		return when.And(f(ns, when))
	}
	b := bs[0]
	domain, undef := ev.domain(b, ns)
	all := []symbolic.Set{when.And(undef)}
	for v, in := range domain {
		if here := when.And(in); !here.IsEmpty() {
			all = append(all, ev.each(bs[1:], ns.Bind(b.Bound, constant{v}), here, f))
		}
	}
	return ev.space.OrAll(all...)
}

// domain returns the values of a binder, in the order of its type, with the
// states in which it takes them.
func (ev *evaluator) domain(b spec.Binder, ns names) (iter.Seq2[spec.Value, symbolic.Set], symbolic.Set) {
	if b.Domain == nil {
		ev.expandable(b.Bound.Type)
		return func(yield func(spec.Value, symbolic.Set) bool) {
			for v := range b.Bound.Type.All() {
				if !yield(v, ev.all()) {
					return
				}
			}
		}, ev.none()
	}
	r := ev.eval(b.Domain, ns)
	f := ev.asFamily(r.val)
	where := make(map[string]symbolic.Set, len(f.members))
	elems := make(spec.Set, len(f.members))
	for i, m := range f.members {
		where[spec.Key(m.elem)] = m.in
		elems[i] = m.elem
	}
	return func(yield func(spec.Value, symbolic.Set) bool) {
		for v := range spec.Ordered(b.Bound.Type, elems) {
			if !yield(v, where[spec.Key(v)]) {
				return
			}
		}
	}, r.undef.Or(f.absent)
}

// quantify evaluates a forall or exists from its i-th binder on, with the
// binders of kept in registers.
func (ev *evaluator) quantify(e *spec.Fold, kept []bool, i int, ns names) (in, undef symbolic.Set) {
	if i == len(e.Binders) {
		return ev.holds(e.Body, ns)
	}
	b := e.Binders[i]
	if kept[i] {
		return ev.quantifyRegister(e, kept, i, ns)
	}
	var ins []symbolic.Set
	undef = ev.each([]spec.Binder{b}, ns, ev.all(), func(ns names, when symbolic.Set) symbolic.Set {
		in, undef := ev.quantify(e, kept, i+1, ns)
		if e.Op == spec.Exists {
			ins = append(ins, when.And(in))
		} else {
			ins = append(ins, when.Imp(in))
		}
		return undef
	})
	if e.Op == spec.Exists {
		return ev.space.OrAll(ins...), undef
	}
	return ev.space.AndAll(ins...), undef
}

func (ev *evaluator) quantifyRegister(e *spec.Fold, kept []bool, i int, ns names) (in, undef symbolic.Set) {
	b := e.Binders[i]
	reg := ev.acquire(b.Bound.Type)
	defer ev.release(reg)
	val, active := ev.read(reg.Shape), ev.validShape(reg.Shape)
	cube := ev.space.Cube(reg.Bits()...)
	undef = ev.none()
	if b.Domain != nil {
		d := ev.eval(b.Domain, ns)
		r := ev.isIn(val, d.val, d.undef)
		undef = r.undef
		active = active.And(ev.asTruth(r.val))
	}
	body, u := ev.quantify(e, kept, i+1, ns.Bind(b.Bound, val))
	undef = undef.Or(active.AndExists(u, cube))
	if e.Op == spec.Exists {
		return active.AndExists(body, cube), undef
	}
	return active.AndExists(body.Not(), cube).Not(), undef
}

// terms are the instances of a fold on their way to its value.
type terms struct {
	ev    *evaluator
	op    spec.FoldOp
	sets  []symbolic.Set // for truth values: one an instance
	sums  []choice       // for numbers
	elems elemList
}

// add takes an instance and returns where its value is of no use.
func (t *terms) add(when symbolic.Set, v value) symbolic.Set {
	ev := t.ev
	switch t.op {
	case spec.Forall:
		t.sets = append(t.sets, when.Diff(ev.asTruth(v))) // where it fails
	case spec.Exists, spec.Count:
		t.sets = append(t.sets, when.And(ev.asTruth(v)))
	default:
		ns := numbers(ev.asCases(v))
		t.sums = append(t.sums, choice{when, scalar{ns}})
		return ev.uncovered(ns)
	}
	return ev.absentIn(v)
}

// combine returns the value of the fold, of a count as far as is asked, and where there is none.
func (t *terms) combine(asked precision) (value, symbolic.Set) {
	ev := t.ev
	switch t.op {
	case spec.Forall:
		return truth{ev.unionOf(t.sets).Not()}, ev.none()
	case spec.Exists:
		return truth{ev.unionOf(t.sets)}, ev.none()
	case spec.Count:
		return ev.countTrue(t.sets, asked), ev.none()
	case spec.Collect:
		return family{absent: ev.none(), members: t.elems.members(ev.System)}, ev.none()
	case spec.Sum:
		return ev.sum(t.sums)
	case spec.MinOf:
		return ev.extreme(t.sums, func(a, b spec.Int) bool { return a < b })
	default:
		return ev.extreme(t.sums, func(a, b spec.Int) bool { return a > b })
	}
}

// countTrue returns how many of the sets a state is in, as far as is asked. Sets are
// added from the bottom of the order to the top: then each step looks at the new bits
// only, since the counts so far stand below them.
func (s *System) countTrue(sets []symbolic.Set, asked precision) value {
	always := 0
	var some []symbolic.Set
	for _, t := range sets {
		switch {
		case t.IsFull():
			always++
		case !t.IsEmpty():
			some = append(some, t)
		}
	}
	counts := []symbolic.Set{s.all()}
	for _, t := range s.bottomUp(some) {
		next := make([]symbolic.Set, len(counts)+1)
		next[0] = counts[0].Diff(t)
		for k := 1; k < len(counts); k++ {
			next[k] = t.Ite(counts[k-1], counts[k])
		}
		next[len(counts)] = t.And(counts[len(counts)-1])
		counts = asked.fold(next, always)
	}
	var l caseList
	for k, c := range counts {
		l.add(spec.Int(asked.of(always+k)), c)
	}
	return l.value(s)
}

// bottomUp orders sets by their topmost bit, the lowest in the order first.
func (s *System) bottomUp(sets []symbolic.Set) []symbolic.Set {
	sets = slices.Clone(sets)
	top := make(map[symbolic.Set]symbolic.Bit, len(sets))
	for _, t := range sets {
		top[t] = s.topBit(t)
	}
	slices.SortStableFunc(sets, func(a, b symbolic.Set) int { return cmp.Compare(top[b], top[a]) })
	return sets
}

func (s *System) topBit(t symbolic.Set) symbolic.Bit {
	if support := t.Support(); len(support) > 0 {
		return support[0]
	}
	return symbolic.Bit(s.space.Bits())
}

// sum adds numbers, each only where its instance is one.
func (ev *evaluator) sum(parts []choice) (value, symbolic.Set) {
	top := make([]symbolic.Bit, len(parts))
	order := make([]int, len(parts))
	for i, p := range parts {
		order[i] = i
		top[i] = ev.topBit(p.when)
		for _, c := range ev.asCases(p.val) {
			top[i] = min(top[i], ev.topBit(c.When))
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(top[j], top[i]) })
	total := []Case{{spec.Int(0), ev.all()}}
	for _, i := range order {
		var l caseList
		for _, sofar := range total {
			l.add(sofar.Value, sofar.When.Diff(parts[i].when))
			for _, c := range ev.asCases(parts[i].val) {
				l.add(sofar.Value.(spec.Int)+c.Value.(spec.Int), sofar.When.And(parts[i].when).And(c.When))
			}
		}
		total = ev.asCases(l.value(ev.System))
	}
	var far []symbolic.Set
	for _, c := range total {
		if n := c.Value.(spec.Int); n > spec.Far || n < -spec.Far {
			far = append(far, c.When)
		}
	}
	return scalar{total}, ev.space.OrAll(far...)
}

// extreme is the number that is better than all others; there is none where
// there is no instance.
func (ev *evaluator) extreme(parts []choice, better func(a, b spec.Int) bool) (value, symbolic.Set) {
	none := ev.all()
	var best []Case
	for _, p := range parts {
		cases := ev.asCases(p.val)
		var l caseList
		for _, b := range best {
			l.add(b.Value, b.When.Diff(p.when))
			for _, c := range cases {
				n := b.Value
				if better(c.Value.(spec.Int), n.(spec.Int)) {
					n = c.Value
				}
				l.add(n, b.When.And(p.when).And(c.When))
			}
		}
		for _, c := range cases {
			l.add(c.Value, none.And(p.when).And(c.When))
		}
		best = ev.asCases(l.value(ev.System))
		none = none.Diff(p.when)
	}
	return scalar{best}, none
}

// heavy tells whether it pays to remember the body of a definition by its
// arguments: it has a fold, or asks about other worlds.
func (s *System) heavy(d *spec.Define) bool {
	known, ok := s.weight[d]
	if !ok {
		known = isHeavy(d.Body)
		s.weight[d] = known
	}
	return known
}

func isHeavy(e spec.Expr) bool {
	if _, fold := e.(*spec.Fold); fold || e.Traits()&spec.Modal != 0 {
		return true
	}
	for _, c := range spec.Children(e) {
		if isHeavy(c) {
			return true
		}
	}
	return false
}
