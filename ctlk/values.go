package ctlk

import (
	"errors"
	"iter"
	"slices"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// choice says that an expression has a value in the worlds of when.
type choice struct {
	value spec.Value
	when  set
}

// choices collects values that may repeat.
type choices struct {
	none  set
	list  []choice
	place map[string]int
}

// add adds a value in a part of layer k.
func (cs *choices) add(v spec.Value, k int, when symbolic.Set) {
	key := spec.Key(v)
	i, ok := cs.place[key]
	if !ok {
		i = len(cs.list)
		cs.place[key] = i
		cs.list = append(cs.list, choice{v, slices.Clone(cs.none)})
	}
	cs.list[i].when[k] = cs.list[i].when[k].Or(when)
}

// values splits where by the value of an expression of any type, and returns
// where it has none.
func (c *Checker) values(e spec.Expr, env *spec.Env, where set) ([]choice, set, error) {
	if e.Traits() == 0 {
		return c.constant(e, env, where)
	}
	undefined := c.frame.none()
	found := &choices{none: c.frame.none(), place: map[string]int{}}
	for k, here := range where {
		if here.IsEmpty() {
			continue
		}
		cases, none, err := c.cases(e, env, k, here)
		if err != nil {
			return nil, nil, err
		}
		for _, one := range cases {
			if when := one.When.And(here); !when.IsEmpty() {
				found.add(one.Value, k, when)
			}
		}
		undefined[k] = none.And(here)
	}
	slices.SortStableFunc(found.list, func(a, b choice) int { return spec.Compare(a.value, b.value) })
	return found.list, undefined, nil
}

// constant is values of an expression that reads no state.
func (c *Checker) constant(e spec.Expr, env *spec.Env, where set) ([]choice, set, error) {
	if where.IsEmpty() {
		return nil, where, nil
	}
	v, err := (&spec.Evaluator{}).Eval(e, env)
	if u := (*spec.Undefined)(nil); errors.As(err, &u) {
		return nil, where, nil
	}
	if err != nil {
		return nil, nil, err
	}
	return []choice{{v, where}}, c.frame.none(), nil
}

// cases is values in a part of one layer.
func (c *Checker) cases(e spec.Expr, env *spec.Env, k int, here symbolic.Set) ([]encode.Case, symbolic.Set, error) {
	if !spec.IsScalar(e.Type()) {
		return c.classes(e, env, k, here)
	}
	open := &doubt{c.empty()}
	cases, undefined, err := c.sys.Cases(e, env, c.within(k, here, open))
	if err == nil && !open.where.IsEmpty() {
		err = errOpen
	}
	return cases, undefined, err
}

// classes is cases by representatives: a world gives the value of all worlds
// that agree with it on what determines the value.
func (c *Checker) classes(e spec.Expr, env *spec.Env, k int, here symbolic.Set) ([]encode.Case, symbolic.Set, error) {
	bits, undefined, err := c.bitsIn(e, env, k, here)
	if err != nil {
		return nil, symbolic.Set{}, err
	}
	var cases []encode.Case
	for rest := here.Diff(undefined); !rest.IsEmpty(); {
		w := c.pickIn(k, rest)
		v, err := c.evaluator(w).Eval(e, env)
		if err != nil {
			return nil, symbolic.Set{}, err
		}
		class := rest
		for _, b := range bits {
			if w.at.SubsetOf(b) {
				class = class.And(b)
			} else {
				class = class.Diff(b)
			}
		}
		cases = append(cases, encode.Case{Value: v, When: class})
		rest = rest.Diff(class)
	}
	return cases, undefined, nil
}

// bitsIn are functions that together determine the value of e in a part of
// layer k, and where it has none.
func (c *Checker) bitsIn(e spec.Expr, env *spec.Env, k int, here symbolic.Set) ([]symbolic.Set, symbolic.Set, error) {
	open := &doubt{c.empty()}
	bits, undefined, err := c.sys.Bits(e, env, c.within(k, here, open))
	if err == nil && !open.where.IsEmpty() {
		err = errOpen
	}
	return bits, undefined, err
}

// bits are sets that together determine the value of e, which is needed in all
// worlds, among the worlds of a layer.
func (c *Checker) bits(e spec.Expr, env *spec.Env) ([]truth, error) {
	var all []truth
	for k, here := range c.frame.all {
		if here.IsEmpty() {
			continue
		}
		bits, undefined, err := c.bitsIn(e, env, k, here)
		if err != nil {
			return nil, err
		}
		if bad := undefined.And(here); !bad.IsEmpty() {
			return nil, c.noValue(e, env, c.pickIn(k, bad))
		}
		for i, b := range bits {
			if i == len(all) {
				all = append(all, exactly(c.frame.none()))
			}
			all[i] = exactly(all[i].sure.replace(k, b.And(here)))
		}
	}
	return all, nil
}

// number is the value of an expression that reads no state and must be a number
// of times.
func (c *Checker) number(e spec.Expr, env *spec.Env) (int, error) {
	v, err := (&spec.Evaluator{}).Eval(e, env)
	if err != nil {
		return 0, c.undefinedAt(e, world{}, err)
	}
	if n, ok := v.(spec.Int); ok && n >= 0 {
		return int(n), nil
	}
	return 0, c.refuse(NoValue, e.Span(), "%s is not a number of times", v)
}

// defined is values of an expression that is needed in all of where.
func (c *Checker) defined(e spec.Expr, env *spec.Env, where set) ([]choice, error) {
	cases, undefined, err := c.values(e, env, where)
	if err == nil && !undefined.IsEmpty() {
		err = c.noValue(e, env, c.pick(undefined))
	}
	return cases, err
}

// instance is an environment and the worlds for which it is meant.
type instance struct {
	env  *spec.Env
	when set
}

// instances are the values of the binders, with the worlds of where in which
// they belong to the domains and cond (nil: true) holds; and where a domain has
// no value.
func (c *Checker) instances(binders []spec.Binder, cond spec.Expr, env *spec.Env, where set) ([]instance, set, error) {
	var all []instance
	undefined, err := c.eachInstance(binders, env, where, func(in instance) (set, error) {
		in, none, err := c.satisfying(cond, in)
		if err == nil && !in.when.IsEmpty() {
			all = append(all, in)
		}
		return none, err
	})
	return all, undefined, err
}

// eachInstance calls f for the values of the binders, with the worlds of where
// in which they belong to the domains. It returns where a domain has no value, or
// f found none.
func (c *Checker) eachInstance(binders []spec.Binder, env *spec.Env, where set, f func(instance) (set, error)) (set, error) {
	if where.IsEmpty() {
		return where, nil
	}
	if len(binders) == 0 {
		return f(instance{env, where})
	}
	b := binders[0]
	members, undefined, err := c.members(b, env, where)
	if err != nil {
		return nil, err
	}
	for _, m := range members {
		none, err := c.eachInstance(binders[1:], env.Bind(b.Bound, m.value), m.when, f)
		if err != nil {
			return nil, err
		}
		undefined = undefined.Or(none)
	}
	return undefined, nil
}

// satisfying is the part of an instance where cond holds, and where that has no value.
func (c *Checker) satisfying(cond spec.Expr, in instance) (instance, set, error) {
	undefined := c.frame.none()
	if cond == nil {
		return in, undefined, nil
	}
	found := c.frame.none()
	for k, here := range in.when {
		open := &doubt{c.empty()}
		t, err := c.sys.Truth(cond, in.env, c.within(k, here, open))
		if err == nil && !open.where.IsEmpty() {
			err = errOpen
		}
		if err != nil {
			return instance{}, nil, err
		}
		found[k], undefined[k] = t.True.And(here), t.Undefined.And(here)
	}
	return instance{in.env, found}, undefined, nil
}

// members are the values of one binder, in the order of its type, each with the
// worlds of where in which it is in the domain; and where the domain has no value.
func (c *Checker) members(b spec.Binder, env *spec.Env, where set) ([]choice, set, error) {
	if b.Domain == nil {
		return sameEverywhere(b.Bound.Type.All(), where), c.frame.none(), nil
	}
	domains, undefined, err := c.values(b.Domain, env, where)
	if err != nil {
		return nil, nil, err
	}
	if len(domains) == 1 { // the rule: a range, or the value of a parameter
		d := domains[0]
		return sameEverywhere(spec.Ordered(b.Bound.Type, d.value.(spec.Set)), d.when), undefined, nil
	}
	when := map[string]set{}
	var union []spec.Value
	for _, d := range domains {
		for _, v := range d.value.(spec.Set) {
			key := spec.Key(v)
			if old, ok := when[key]; ok {
				when[key] = old.Or(d.when)
				continue
			}
			when[key] = d.when
			union = append(union, v)
		}
	}
	var all []choice
	for v := range spec.Ordered(b.Bound.Type, spec.NewSet(union...)) {
		all = append(all, choice{v, when[spec.Key(v)]})
	}
	return all, undefined, nil
}

func sameEverywhere(values iter.Seq[spec.Value], where set) []choice {
	var all []choice
	for v := range values {
		all = append(all, choice{v, where})
	}
	return all
}

// everyInstance is instances where all domains are needed.
func (c *Checker) everyInstance(binders []spec.Binder, env *spec.Env, where set) ([]instance, error) {
	var all []instance
	err := c.forEvery(binders, env, where, func(in instance) error {
		all = append(all, in)
		return nil
	})
	return all, err
}

// forEvery is eachInstance where all domains are needed. There may be more
// instances than can be listed.
func (c *Checker) forEvery(binders []spec.Binder, env *spec.Env, where set, f func(instance) error) error {
	none := c.frame.none()
	undefined, err := c.eachInstance(binders, env, where, func(in instance) (set, error) { return none, f(in) })
	if err == nil && !undefined.IsEmpty() {
		err = c.noDomain(binders, env, c.pick(undefined))
	}
	return err
}

// arguments binds parameters to the values of arguments, which are all needed in
// where.
func (c *Checker) arguments(params []*spec.Bound, args []spec.Expr, env *spec.Env, where set) ([]instance, error) {
	all := []instance{{env, where}}
	for i, b := range params {
		var next []instance
		for _, in := range all {
			cases, err := c.defined(args[i], env, in.when)
			if err != nil {
				return nil, err
			}
			for _, k := range cases {
				if !b.Type.Has(k.value) {
					return nil, c.notOfType(args[i], b, k)
				}
				next = append(next, instance{in.env.Bind(b, k.value), k.when})
			}
		}
		all = next
	}
	return all, nil
}

func (c *Checker) notOfType(arg spec.Expr, b *spec.Bound, k choice) error {
	return &Error{
		Kind: NoValue, Place: arg.Span(), State: c.pick(k.when).state, model: c.sys.Model(),
		Message: k.value.String() + " is not a value of " + b.Type.String() + ", the type of " + b.Name,
	}
}
