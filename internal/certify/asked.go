package certify

import (
	"github.com/epibdd/epibdd/internal/certify/question"
	"github.com/epibdd/epibdd/spec"
)

// claimed is the truth of an operator in a state, which is read from the set of a claim, or from those of all whom it asks there,
// and where it has none because who is asked has no value.
func (k *checker) claimed(e *world, x spec.Expr, env *spec.Env) (holds, undef lit) {
	if k.profile.Check.Kind == spec.PlanCheck {
		return k.believed(e.place, x, env), no
	}
	read := func(by string) lit {
		n := k.needs.Of(e.place.in, x, env, by)
		if n == nil {
			panic(wrong("nothing is claimed of %s", question.NameOf(x, env)+by))
		}
		return k.member(n.Key)(e)
	}
	if question.ByAgent(x, k.model) == nil {
		return read(""), no
	}
	list, undef := e.Members(question.Group(x), env)
	holds = yes
	for _, c := range list {
		if c.When != no {
			holds = k.And(holds, k.Implies(c.When, read(question.By(c.Value))))
		}
	}
	return holds, undef
}
