package certify

import (
	"github.com/epibdd/epibdd/internal/certify/question"
	"github.com/epibdd/epibdd/spec"
)

// claimed is the truth of an operator in a state, which is read from the set of a claim, or from those of all whom it asks there.
func (k *checker) claimed(e *world, x spec.Expr, env *spec.Env) lit {
	if k.profile.Check.Kind == spec.PlanCheck {
		return k.believed(e.place, x, env)
	}
	read := func(by string) lit {
		n := k.needs.Of(e.place.in, x, env, by)
		if n == nil {
			panic(wrong("nothing is claimed of %s", question.NameOf(x, env)+by))
		}
		return k.member(n.Key)(e)
	}
	if question.ByAgent(x, k.model) == nil {
		return read("")
	}
	list, undef := e.Members(question.Group(x), env)
	k.never(open("who is asked may have no value"), k.worlds(e), undef)
	out := yes
	for _, c := range list {
		if c.When != no {
			out = k.And(out, k.Implies(c.When, read(question.By(c.Value))))
		}
	}
	return out
}
