package ctlk

import (
	"errors"
	"iter"
	"slices"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/spec"
)

// values splits where by the value of an expression of any type, and returns
// where it has none.
func (c *Checker) values(e spec.Expr, env *spec.Env, where set) ([]encode.Case, set, error) {
	switch {
	case where.IsEmpty():
		return nil, where, nil
	case e.Traits() == 0:
		return c.constant(e, env, where)
	case !spec.IsScalar(e.Type()):
		return c.classes(e, env, where)
	}
	cases, undefined, err := c.sys.Cases(e, env, c.within(where))
	if err != nil {
		return nil, set{}, err
	}
	var kept []encode.Case
	for _, k := range cases {
		if when := k.When.And(where); !when.IsEmpty() {
			kept = append(kept, encode.Case{Value: k.Value, When: when})
		}
	}
	return kept, undefined.And(where), nil
}

// constant is values of an expression that reads no state.
func (c *Checker) constant(e spec.Expr, env *spec.Env, where set) ([]encode.Case, set, error) {
	v, err := (&spec.Evaluator{}).Eval(e, env)
	if u := (*spec.Undefined)(nil); errors.As(err, &u) {
		return nil, where, nil
	}
	if err != nil {
		return nil, set{}, err
	}
	return []encode.Case{{Value: v, When: where}}, c.empty(), nil
}

// classes is values by representatives: a state gives the value of all states
// that agree with it on what determines the value.
func (c *Checker) classes(e spec.Expr, env *spec.Env, where set) ([]encode.Case, set, error) {
	bits, undefined, err := c.sys.Bits(e, env, c.within(where))
	if err != nil {
		return nil, set{}, err
	}
	var cases []encode.Case
	for rest := where.Diff(undefined); !rest.IsEmpty(); {
		state := c.pick(rest)
		v, err := c.evaluator(state).Eval(e, env)
		if err != nil {
			return nil, set{}, err
		}
		single, class := c.sys.Single(state), rest
		for _, b := range bits {
			if single.SubsetOf(b) {
				class = class.And(b)
			} else {
				class = class.Diff(b)
			}
		}
		cases = append(cases, encode.Case{Value: v, When: class})
		rest = rest.Diff(class)
	}
	slices.SortStableFunc(cases, func(a, b encode.Case) int { return spec.Compare(a.Value, b.Value) })
	return cases, undefined.And(where), nil
}

// number is the value of an expression that reads no state and must be a number
// of times.
func (c *Checker) number(e spec.Expr, env *spec.Env) (int, error) {
	v, err := (&spec.Evaluator{}).Eval(e, env)
	if err != nil {
		return 0, c.undefinedAt(e, nil, err)
	}
	if n, ok := v.(spec.Int); ok && n >= 0 {
		return int(n), nil
	}
	return 0, c.refuse(NoValue, e.Span(), "%s is not a number of times", v)
}

// defined is values of an expression that is needed in all of where.
func (c *Checker) defined(e spec.Expr, env *spec.Env, where set) ([]encode.Case, error) {
	cases, undefined, err := c.values(e, env, where)
	if err == nil && !undefined.IsEmpty() {
		err = c.noValue(e, env, undefined)
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
	if where.IsEmpty() {
		return nil, where, nil
	}
	if len(binders) == 0 {
		return c.satisfying(cond, env, where)
	}
	b := binders[0]
	members, undefined, err := c.members(b, env, where)
	if err != nil {
		return nil, set{}, err
	}
	var all []instance
	for _, m := range members {
		inner, none, err := c.instances(binders[1:], cond, env.Bind(b.Bound, m.Value), m.When)
		if err != nil {
			return nil, set{}, err
		}
		all = append(all, inner...)
		undefined = undefined.Or(none)
	}
	return all, undefined, nil
}

// satisfying is the instance env where cond holds, and where that has no value.
func (c *Checker) satisfying(cond spec.Expr, env *spec.Env, where set) ([]instance, set, error) {
	undefined := c.empty()
	if cond != nil {
		t, err := c.sys.Truth(cond, env, c.within(where))
		if err != nil {
			return nil, set{}, err
		}
		where, undefined = t.True.And(where), t.Undefined.And(where)
	}
	if where.IsEmpty() {
		return nil, undefined, nil
	}
	return []instance{{env, where}}, undefined, nil
}

// members are the values of one binder, in the order of its type, each with the
// worlds of where in which it is in the domain; and where the domain has no value.
func (c *Checker) members(b spec.Binder, env *spec.Env, where set) ([]encode.Case, set, error) {
	if b.Domain == nil {
		return sameEverywhere(b.Bound.Type.All(), where), c.empty(), nil
	}
	domains, undefined, err := c.values(b.Domain, env, where)
	if err != nil {
		return nil, set{}, err
	}
	if len(domains) == 1 { // the rule: a range, or the value of a parameter
		d := domains[0]
		return sameEverywhere(spec.Ordered(b.Bound.Type, d.Value.(spec.Set)), d.When), undefined, nil
	}
	when := map[string]set{}
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
	var all []encode.Case
	for v := range spec.Ordered(b.Bound.Type, spec.NewSet(union...)) {
		all = append(all, encode.Case{Value: v, When: when[spec.Key(v)]})
	}
	return all, undefined, nil
}

func sameEverywhere(values iter.Seq[spec.Value], where set) []encode.Case {
	var all []encode.Case
	for v := range values {
		all = append(all, encode.Case{Value: v, When: where})
	}
	return all
}

// everyInstance is instances where all domains are needed.
func (c *Checker) everyInstance(binders []spec.Binder, env *spec.Env, where set) ([]instance, error) {
	all, undefined, err := c.instances(binders, nil, env, where)
	if err == nil && !undefined.IsEmpty() {
		err = c.noDomain(binders, env, undefined)
	}
	return all, err
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
				if !b.Type.Has(k.Value) {
					return nil, c.notOfType(args[i], b, k)
				}
				next = append(next, instance{in.env.Bind(b, k.Value), k.When})
			}
		}
		all = next
	}
	return all, nil
}

func (c *Checker) notOfType(arg spec.Expr, b *spec.Bound, k encode.Case) error {
	return &Error{
		Kind: NoValue, Place: arg.Span(), State: c.pick(k.When), model: c.sys.Model(),
		Message: k.Value.String() + " is not a value of " + b.Type.String() + ", the type of " + b.Name,
	}
}
