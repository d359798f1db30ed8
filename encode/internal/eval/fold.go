package eval

import (
	"iter"
	"math/big"
	"slices"

	"github.com/epibdd/epibdd/encode/internal/failure"
	"github.com/epibdd/epibdd/encode/internal/tune"
	"github.com/epibdd/epibdd/encode/internal/value"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// foldPlan says how a fold is evaluated: the binders kept in registers and the
// number of instances of the others.
type foldPlan struct {
	kept []bool
	size *big.Int
}

func (ev *Evaluator) foldPlanOf(e *spec.Fold) foldPlan {
	how, ok := ev.found.folds[e]
	if !ok {
		kept := ev.Codes.Sizes.InRegisters(e)
		how = foldPlan{kept, tune.Instances(e.Binders, kept)}
		ev.found.folds[e] = how
	}
	return how
}

func (ev *Evaluator) fold(e *spec.Fold, ns value.Names, asked value.Precision) value.Result {
	how := ev.foldPlanOf(e)
	if how.size.Cmp(big.NewInt(tune.MaxInstances)) > 0 {
		failure.Raise(&TooLargeError{e.Span(), how.size})
	}
	if slices.Contains(how.kept, true) {
		in, undef := ev.quantify(e, how.kept, 0, ns)
		return value.Result{Val: value.Truth{In: in}, Undef: undef}
	}
	ts, undef := ev.instances(e, ns)
	if undef.IsFull() {
		return value.Nowhere(ev.Codes.Space)
	}
	val, none := ts.combine(asked)
	return value.Result{Val: val, Undef: undef.Or(none)}
}

// instances evaluates the body of a fold for all values of the binders.
func (ev *Evaluator) instances(e *spec.Fold, ns value.Names) (*terms, symbolic.Set) {
	ts := &terms{ev: ev, op: e.Op}
	undef := ev.Each(e.Binders, ns, ev.Codes.Space.Full(), func(ns value.Names, when symbolic.Set) symbolic.Set {
		if e.Op == spec.Collect {
			in, u := ev.Holds(e.Body, ns)
			elem := value.Lookup(ns, e.Binders[0].Bound).(value.Constant).V
			ts.elems.Add(elem, when.And(in))
			return u
		}
		r := ev.Eval(e.Body, ns)
		return r.Undef.Or(ts.add(when, r.Val))
	})
	return ts, undef
}

// Each calls f for every combination of values of the binders, with the states
// in which it is an instance. f returns where the instance is undefined, each
// where something is.
func (ev *Evaluator) Each(bs []spec.Binder, ns value.Names, when symbolic.Set, f func(value.Names, symbolic.Set) symbolic.Set) symbolic.Set {
	if len(bs) == 0 {
		return when.And(f(ns, when))
	}
	b := bs[0]
	domain, undef := ev.domain(b, ns)
	all := []symbolic.Set{when.And(undef)}
	for v, in := range domain {
		if here := when.And(in); !here.IsEmpty() {
			all = append(all, ev.Each(bs[1:], ns.Bind(b.Bound, value.Constant{V: v}), here, f))
		}
	}
	return ev.Codes.Space.OrAll(all...)
}

// domain returns the values of a binder, in the order of its type, with the
// states in which it takes them.
func (ev *Evaluator) domain(b spec.Binder, ns value.Names) (iter.Seq2[spec.Value, symbolic.Set], symbolic.Set) {
	if b.Domain == nil {
		value.Expandable(b.Bound.Type)
		return func(yield func(spec.Value, symbolic.Set) bool) {
			for v := range b.Bound.Type.All() {
				if !yield(v, ev.Codes.Space.Full()) {
					return
				}
			}
		}, ev.Codes.Space.Empty()
	}
	r := ev.Eval(b.Domain, ns)
	f := value.AsFamily(ev.Codes.Space, r.Val)
	where := make(map[string]symbolic.Set, len(f.Members))
	elems := make(spec.Set, len(f.Members))
	for i, m := range f.Members {
		where[spec.Key(m.Elem)] = m.In
		elems[i] = m.Elem
	}
	return func(yield func(spec.Value, symbolic.Set) bool) {
		for v := range spec.Ordered(b.Bound.Type, elems) {
			if !yield(v, where[spec.Key(v)]) {
				return
			}
		}
	}, r.Undef.Or(f.Absent)
}

// quantify evaluates a forall or exists from its i-th binder on, with the
// binders of kept in registers.
func (ev *Evaluator) quantify(e *spec.Fold, kept []bool, i int, ns value.Names) (in, undef symbolic.Set) {
	if i == len(e.Binders) {
		return ev.Holds(e.Body, ns)
	}
	b := e.Binders[i]
	if kept[i] {
		return ev.quantifyRegister(e, kept, i, ns)
	}
	var ins []symbolic.Set
	undef = ev.Each([]spec.Binder{b}, ns, ev.Codes.Space.Full(), func(ns value.Names, when symbolic.Set) symbolic.Set {
		in, undef := ev.quantify(e, kept, i+1, ns)
		if e.Op == spec.Exists {
			ins = append(ins, when.And(in))
		} else {
			ins = append(ins, when.Imp(in))
		}
		return undef
	})
	if e.Op == spec.Exists {
		return ev.Codes.Space.OrAll(ins...), undef
	}
	return ev.Codes.Space.AndAll(ins...), undef
}

func (ev *Evaluator) quantifyRegister(e *spec.Fold, kept []bool, i int, ns value.Names) (in, undef symbolic.Set) {
	b := e.Binders[i]
	reg := ev.Acquire(b.Bound.Type)
	defer ev.Release(reg)
	val, active := ev.Codes.Read(reg.Shape), ev.Codes.ValidShape(reg.Shape)
	cube := ev.Codes.Space.Cube(reg.Bits()...)
	undef = ev.Codes.Space.Empty()
	if b.Domain != nil {
		d := ev.Eval(b.Domain, ns)
		r := value.IsIn(ev.Codes.Space, val, d.Val, d.Undef)
		undef = r.Undef
		active = active.And(value.AsTruth(ev.Codes.Space, r.Val))
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
	ev    *Evaluator
	op    spec.FoldOp
	sets  []symbolic.Set // for truth values: one an instance
	sums  []value.Choice // for numbers
	elems value.ElemList
}

// add takes an instance and returns where its value is of no use.
func (t *terms) add(when symbolic.Set, v value.Value) symbolic.Set {
	ev := t.ev
	switch t.op {
	case spec.Forall:
		t.sets = append(t.sets, when.Diff(value.AsTruth(ev.Codes.Space, v))) // where it fails
	case spec.Exists, spec.Count:
		t.sets = append(t.sets, when.And(value.AsTruth(ev.Codes.Space, v)))
	default:
		ns := value.Numbers(value.AsCases(ev.Codes.Space, v))
		t.sums = append(t.sums, value.Choice{When: when, Val: value.Scalar{Cases: ns}})
		return value.Uncovered(ev.Codes.Space, ns)
	}
	return value.AbsentIn(ev.Codes.Space, v)
}

// combine returns the value of the fold, of a count as far as is asked, and where there is none.
func (t *terms) combine(asked value.Precision) (value.Value, symbolic.Set) {
	ev := t.ev
	switch t.op {
	case spec.Forall:
		return value.Truth{In: ev.unionOf(t.sets).Not()}, ev.Codes.Space.Empty()
	case spec.Exists:
		return value.Truth{In: ev.unionOf(t.sets)}, ev.Codes.Space.Empty()
	case spec.Count:
		return value.CountTrue(ev.Codes.Space, t.sets, asked), ev.Codes.Space.Empty()
	case spec.Collect:
		return value.Family{Absent: ev.Codes.Space.Empty(), Members: t.elems.Members(ev.Codes.Space)}, ev.Codes.Space.Empty()
	case spec.Sum:
		return value.Sum(ev.Codes.Space, t.sums)
	case spec.MinOf:
		return value.Extreme(ev.Codes.Space, t.sums, func(a, b spec.Int) bool { return a < b })
	default:
		return value.Extreme(ev.Codes.Space, t.sums, func(a, b spec.Int) bool { return a > b })
	}
}

// heavy tells whether it pays to remember the body of a definition by its
// arguments: it has a fold, or asks about other worlds.
func (ev *Evaluator) heavy(d *spec.Define) bool {
	known, ok := ev.found.heavy[d]
	if !ok {
		known = isHeavy(d.Body)
		ev.found.heavy[d] = known
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
