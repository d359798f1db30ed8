package explicit

import (
	"math/big"
	"slices"

	"github.com/epibdd/epibdd/spec"
)

// instance is an action with arguments with which some state may allow it.
type instance struct {
	move   spec.Move
	names  *spec.Env
	mover  int         // whose move it is in joint steps, by Model.Movers
	number int         // of the mover's
	when   []spec.Expr // of the guards, what the arguments do not decide
	guard  *keeper     // of what they give
}

// maxInstances is how many instances of all actions are looked at one by one.
const maxInstances = 4096

// instancesOf lists the instances of an action. A guard that is true with the arguments whatever the state is, as act = bite -> … is for all that are not
// bite, needs not be looked at in a state; one that is false, while all before it surely have a
// value, is one of no instance. ok is false where there are too many.
func instancesOf(m *spec.Model, a *spec.Action) (all []instance, ok bool) {
	n := big.NewInt(1)
	types := make([]spec.Type, len(a.Params))
	for i, b := range a.Params {
		types[i] = b.Type
		n.Mul(n, b.Type.Size())
	}
	if n.Cmp(big.NewInt(maxInstances)) > 0 {
		return nil, false
	}
	open := newPartial(make(spec.State, len(m.Vars)))
	for _, v := range m.Vars {
		p, _ := newPart(v.Type)
		open.vars = append(open.vars, p)
	}
	guards := conjuncts(a.When)
	for values := range spec.Tuples(types) {
		in := instance{move: spec.Move{Action: a, Args: slices.Clone(values)}}
		in.names = namesOf(in.move)
		if possible := in.narrow(open, guards); open.err != nil {
			return nil, false
		} else if !possible {
			continue
		}
		if m.Joint {
			owner, err := ownerOf(in.move)
			if err != nil {
				return nil, false
			}
			in.mover = slices.IndexFunc(m.Movers, func(who *spec.Mover) bool { return spec.Equal(who.Agent.Name, owner) })
		}
		all = append(all, in)
	}
	return all, true
}

// narrow keeps the guards that the arguments do not decide, and reports whether all may hold.
func (in *instance) narrow(open *partial, guards []condition) bool {
	risky := false
	for _, c := range guards {
		switch g := open.eval(c.Expr, in.names); {
		case g.isTrue() && !g.risky:
			continue
		case g.isFalse() && !g.risky && !risky:
			return false
		case g.risky:
			risky = true
		}
		in.when = append(in.when, c.Expr)
	}
	return true
}
