package encode

import "github.com/epibdd/epibdd/spec"

// names binds names to values: those in env are constants, those in vary depend
// on the state or on registers. It is immutable.
type names struct {
	env  *spec.Env
	vary *varying
}

type varying struct {
	bound *spec.Bound
	val   value
	outer *varying
}

// namesIn are the names of env, of which open ones depend on their registers.
func (s *System) namesIn(env *spec.Env) names {
	n := names{env: env}
	if len(s.plan.opened) == 0 {
		return n
	}
	for _, b := range env.Open() {
		n.vary = &varying{b, s.read(s.plan.opened[env.Lookup(b).(spec.Open)].shape), n.vary}
	}
	return n
}

// bind returns n with b bound to v.
func (n names) bind(b *spec.Bound, v value) names {
	if c, ok := v.(constant); ok && n.varies(b) == nil {
		return names{n.env.Bind(b, c.v), n.vary}
	}
	return names{n.env, &varying{b, v, n.vary}}
}

// varies returns the value of b if it is not a constant of env.
func (n names) varies(b *spec.Bound) value {
	for v := n.vary; v != nil; v = v.outer {
		if v.bound == b {
			return v.val
		}
	}
	return nil
}

// lookup returns the value of b.
func (n names) lookup(b *spec.Bound) value {
	if v := n.varies(b); v != nil {
		return v
	}
	if v := n.env.Lookup(b); v != nil {
		return constant{v}
	}
	fail("%s has no value here", b.Name)
	return nil
}

// constants returns the values of the names in bs, or false if one of them is
// not constant.
func (n names) constants(bs []*spec.Bound) ([]spec.Value, bool) {
	var vs []spec.Value
	for _, b := range bs {
		c, ok := n.lookup(b).(constant)
		if !ok {
			return nil, false
		}
		vs = append(vs, c.v)
	}
	return vs, true
}

// fixed returns the names of bs as constants only, given their values.
func (n names) fixed(bs []*spec.Bound) (*spec.Env, bool) {
	if n.vary == nil {
		return n.env, true
	}
	env := n.env
	for _, b := range bs {
		c, ok := n.lookup(b).(constant)
		if !ok {
			return nil, false
		}
		env = env.Bind(b, c.v)
	}
	return env, true
}
