package bitblast

import (
	"github.com/epibdd/epibdd/internal/certify/circuit"
	"github.com/epibdd/epibdd/spec"
)

// Branch is a program by which another one may go on, with the values of its names, where it may, and whether
// that one as it is written, with its marks, admits it.
type Branch struct {
	When    lit
	Program spec.Program
	Env     *spec.Env
	Named   bool
}

// Branches are those of a choice, or of a choice of names, or the one of a program with a name, and
// where a domain or an argument has no value.
func (e *State) Branches(p spec.Program, env *spec.Env) (list []Branch, undef lit) {
	undef = no
	switch p := p.(type) {
	case *spec.Choice:
		for i, part := range p.Parts {
			list = append(list, Branch{yes, part, env, p.Marked < 0 || p.Marked == i})
		}
	case *spec.SomeOf:
		for _, i := range e.Instances(p.Binders, Instance{Env: env, When: yes}) {
			if undef = e.Or(undef, i.Undef); i.When != no {
				list = append(list, Branch{i.When, p.Body, i.Env, true})
			}
		}
	case *spec.Run:
		var calls []Instance
		calls, undef = e.Calls(p.Named.Params, p.Args, env)
		for _, c := range calls {
			list = append(list, Branch{c.When, p.Named.Body, c.Env, true})
		}
	default:
		panic(circuit.Open("a program %s", p.Span().Text()))
	}
	return list, undef
}
