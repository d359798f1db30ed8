package ctlk

import (
	"errors"
	"iter"
	"slices"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/kripke"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
	"github.com/epibdd/epibdd/verdict"
)

// Choice says that an expression has a value in the worlds of when.
type Choice struct {
	Value spec.Value
	When  kripke.Set
}

// choices collects values that may repeat.
type choices struct {
	none  kripke.Set
	list  []Choice
	place map[string]int
}

// add adds a value in a part of layer k.
func (cs *choices) add(v spec.Value, k int, when symbolic.Set) {
	key := spec.Key(v)
	i, ok := cs.place[key]
	if !ok {
		i = len(cs.list)
		cs.place[key] = i
		cs.list = append(cs.list, Choice{v, slices.Clone(cs.none)})
	}
	cs.list[i].When[k] = cs.list[i].When[k].Or(when)
}

// Values splits where by the value of an expression of any type, and returns
// where it has none.
func (c *Evaluator) Values(e spec.Expr, env *spec.Env, where kripke.Set) ([]Choice, kripke.Set, error) {
	if e.Traits() == 0 {
		return c.constant(e, env, where)
	}
	undefined := c.m.None()
	found := &choices{none: c.m.None(), place: map[string]int{}}
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
	slices.SortStableFunc(found.list, func(a, b Choice) int { return spec.Compare(a.Value, b.Value) })
	return found.list, undefined, nil
}

// constant is values of an expression that reads no state.
func (c *Evaluator) constant(e spec.Expr, env *spec.Env, where kripke.Set) ([]Choice, kripke.Set, error) {
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
	return []Choice{{v, where}}, c.m.None(), nil
}

// cases is values in a part of one layer.
func (c *Evaluator) cases(e spec.Expr, env *spec.Env, k int, here symbolic.Set) ([]encode.Case, symbolic.Set, error) {
	if !spec.IsScalar(e.Type()) {
		return c.classes(e, env, k, here)
	}
	open := &doubt{c.m.Space().Empty()}
	cases, undefined, err := c.m.System.Cases(e, env, c.within(k, here, open))
	if err == nil && !open.where.IsEmpty() {
		err = ErrOpen
	}
	return cases, undefined, err
}

// classes is cases by representatives: a world gives the value of all worlds
// that agree with it on what determines the value.
func (c *Evaluator) classes(e spec.Expr, env *spec.Env, k int, here symbolic.Set) ([]encode.Case, symbolic.Set, error) {
	bits, undefined, err := c.bitsIn(e, env, k, here)
	if err != nil {
		return nil, symbolic.Set{}, err
	}
	var cases []encode.Case
	for rest := here.Diff(undefined); !rest.IsEmpty(); {
		w := c.m.PickIn(k, rest)
		v, err := c.InWorld(w).Eval(e, env)
		if err != nil {
			return nil, symbolic.Set{}, err
		}
		class := rest
		for _, b := range bits {
			if w.At.SubsetOf(b) {
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
func (c *Evaluator) bitsIn(e spec.Expr, env *spec.Env, k int, here symbolic.Set) ([]symbolic.Set, symbolic.Set, error) {
	open := &doubt{c.m.Space().Empty()}
	bits, undefined, err := c.m.System.Bits(e, env, c.within(k, here, open))
	if err == nil && !open.where.IsEmpty() {
		err = ErrOpen
	}
	return bits, undefined, err
}

// Bits are sets that together determine the value of e, which is needed in all
// worlds, among the worlds of a layer.
func (c *Evaluator) Bits(e spec.Expr, env *spec.Env) ([]kripke.Truth, error) {
	var all []kripke.Truth
	for k, here := range c.m.Worlds {
		if here.IsEmpty() {
			continue
		}
		bits, undefined, err := c.bitsIn(e, env, k, here)
		if err != nil {
			return nil, err
		}
		if bad := undefined.And(here); !bad.IsEmpty() {
			return nil, c.noValue(e, env, c.m.PickIn(k, bad))
		}
		for i, b := range bits {
			if i == len(all) {
				all = append(all, kripke.Exactly(c.m.None()))
			}
			all[i] = kripke.Exactly(all[i].Lower.Replace(k, b.And(here)))
		}
	}
	return all, nil
}

// number is the value of an expression that reads no state and must be a number
// of times.
func (c *Evaluator) number(e spec.Expr, env *spec.Env) (int, error) {
	v, err := (&spec.Evaluator{}).Eval(e, env)
	if err != nil {
		return 0, c.undefinedAt(e, kripke.World{}, err)
	}
	if n, ok := v.(spec.Int); ok && n >= 0 {
		return int(n), nil
	}
	return 0, c.refuse(verdict.NoValue, e.Span(), "%s is not a number of times", v)
}

// Defined is Values of an expression that is needed in all of where.
func (c *Evaluator) Defined(e spec.Expr, env *spec.Env, where kripke.Set) ([]Choice, error) {
	cases, undefined, err := c.Values(e, env, where)
	if err == nil && !undefined.IsEmpty() {
		err = c.noValue(e, env, c.m.Pick(undefined))
	}
	return cases, err
}

// Instance is an environment and the worlds for which it is meant.
type Instance struct {
	Env  *spec.Env
	When kripke.Set
}

// instances are the values of the binders, with the worlds of where in which
// they belong to the domains and cond (nil: true) holds; and where a domain has
// no value.
func (c *Evaluator) instances(binders []spec.Binder, cond spec.Expr, env *spec.Env, where kripke.Set) ([]Instance, kripke.Set, error) {
	var all []Instance
	undefined, err := c.eachInstance(binders, env, where, func(in Instance) (kripke.Set, error) {
		in, none, err := c.satisfying(cond, in)
		if err == nil && !in.When.IsEmpty() {
			all = append(all, in)
		}
		return none, err
	})
	return all, undefined, err
}

// eachInstance calls f for the values of the binders, with the worlds of where
// in which they belong to the domains. It returns where a domain has no value, or
// f found none.
func (c *Evaluator) eachInstance(binders []spec.Binder, env *spec.Env, where kripke.Set, f func(Instance) (kripke.Set, error)) (kripke.Set, error) {
	if where.IsEmpty() {
		return where, nil
	}
	if len(binders) == 0 {
		return f(Instance{env, where})
	}
	b := binders[0]
	members, undefined, err := c.members(b, env, where)
	if err != nil {
		return nil, err
	}
	for _, m := range members {
		none, err := c.eachInstance(binders[1:], env.Bind(b.Bound, m.Value), m.When, f)
		if err != nil {
			return nil, err
		}
		undefined = undefined.Or(none)
	}
	return undefined, nil
}

// satisfying is the part of an instance where cond holds, and where that has no value.
func (c *Evaluator) satisfying(cond spec.Expr, in Instance) (Instance, kripke.Set, error) {
	undefined := c.m.None()
	if cond == nil {
		return in, undefined, nil
	}
	found := c.m.None()
	for k, here := range in.When {
		open := &doubt{c.m.Space().Empty()}
		t, err := c.m.System.Truth(cond, in.Env, c.within(k, here, open))
		if err == nil && !open.where.IsEmpty() {
			err = ErrOpen
		}
		if err != nil {
			return Instance{}, nil, err
		}
		found[k], undefined[k] = t.True.And(here), t.Undefined.And(here)
	}
	return Instance{in.Env, found}, undefined, nil
}

// members are the values of one binder, in the order of its type, each with the
// worlds of where in which it is in the domain; and where the domain has no value.
func (c *Evaluator) members(b spec.Binder, env *spec.Env, where kripke.Set) ([]Choice, kripke.Set, error) {
	if b.Domain == nil {
		return sameEverywhere(b.Bound.Type.All(), where), c.m.None(), nil
	}
	domains, undefined, err := c.Values(b.Domain, env, where)
	if err != nil {
		return nil, nil, err
	}
	if len(domains) == 1 { // the rule: a range, or the value of a parameter
		d := domains[0]
		return sameEverywhere(spec.Ordered(b.Bound.Type, d.Value.(spec.Set)), d.When), undefined, nil
	}
	when := map[string]kripke.Set{}
	var union []spec.Value
	for _, d := range domains {
		for _, v := range d.Value.(spec.Set) {
			key := spec.Key(v)
			if old, ok := when[key]; ok {
				when[key] = old.Or(d.When)
				continue
			}
			when[key] = d.When
			union = append(union, v)
		}
	}
	var all []Choice
	for v := range spec.Ordered(b.Bound.Type, spec.NewSet(union...)) {
		all = append(all, Choice{v, when[spec.Key(v)]})
	}
	return all, undefined, nil
}

func sameEverywhere(values iter.Seq[spec.Value], where kripke.Set) []Choice {
	var all []Choice
	for v := range values {
		all = append(all, Choice{v, where})
	}
	return all
}

// EveryInstance is instances where all domains are needed.
func (c *Evaluator) EveryInstance(binders []spec.Binder, env *spec.Env, where kripke.Set) ([]Instance, error) {
	var all []Instance
	err := c.forEvery(binders, env, where, func(in Instance) error {
		all = append(all, in)
		return nil
	})
	return all, err
}

// forEvery is eachInstance where all domains are needed. There may be more
// instances than can be listed.
func (c *Evaluator) forEvery(binders []spec.Binder, env *spec.Env, where kripke.Set, f func(Instance) error) error {
	none := c.m.None()
	undefined, err := c.eachInstance(binders, env, where, func(in Instance) (kripke.Set, error) { return none, f(in) })
	if err == nil && !undefined.IsEmpty() {
		err = c.noDomain(binders, env, c.m.Pick(undefined))
	}
	return err
}

// Arguments binds parameters to the values of arguments, which are all needed in
// where.
func (c *Evaluator) Arguments(params []*spec.Bound, args []spec.Expr, env *spec.Env, where kripke.Set) ([]Instance, error) {
	all := []Instance{{env, where}}
	for i, b := range params {
		var next []Instance
		for _, in := range all {
			cases, err := c.Defined(args[i], env, in.When)
			if err != nil {
				return nil, err
			}
			for _, k := range cases {
				if !b.Type.Has(k.Value) {
					return nil, notOfType(c, args[i], b, k)
				}
				next = append(next, Instance{in.Env.Bind(b, k.Value), k.When})
			}
		}
		all = next
	}
	return all, nil
}

func notOfType(c *Evaluator, arg spec.Expr, b *spec.Bound, k Choice) error {
	return &verdict.Mistake{
		Kind: verdict.NoValue, Place: arg.Span(), State: c.m.Pick(k.When).State, Model: c.m.Model(),
		Message: k.Value.String() + " is not a value of " + b.Type.String() + ", the type of " + b.Name,
	}
}
