package witness

import (
	"slices"

	"github.com/epibdd/epibdd/spec"
)

// A run of agents who remember is easier to follow with what they consider possible
// on the way: of what they are asked, which values are left.

// What is said of it, at most.
const (
	MostListed = 8   // values by name; of more, how many
	MostNoted  = 100 // steps of a path

	mostSubjects = 4   // agents and what they are asked, together
	mostPossible = 512 // values that there are
)

// Subject is an agent and an expression whose values it is asked about.
type Subject struct {
	Agent *spec.Agent
	About spec.Expr
}

// SubjectsOf are what the formula of a check asks agents, if that is not too much.
func SubjectsOf(chk *spec.Check) []Subject {
	var all []Subject
	spec.Walk(chk.Formula, func(e spec.Expr) bool {
		if k, ok := e.(*spec.Knows); ok {
			if about := asked(k); about != nil {
				for _, a := range chk.Model.MayBe(k.Agent) {
					s := Subject{a, about}
					if !slices.ContainsFunc(all, s.same) {
						all = append(all, s)
					}
				}
			}
		}
		return e.Traits()&spec.Epistemic != 0
	})
	if len(all) > mostSubjects {
		return nil
	}
	return all
}

func (s Subject) same(o Subject) bool {
	v, isVar := s.About.(*spec.VarRef)
	w, alsoVar := o.About.(*spec.VarRef)
	if isVar && alsoVar {
		return s.Agent == o.Agent && v.Var == w.Var
	}
	return s.Agent == o.Agent && isVar == alsoVar && Text(s.About) == Text(o.About)
}

// asked is what an agent is asked the value of: by KV the expression, else the one
// variable that the operand reads.
func asked(e *spec.Knows) spec.Expr {
	about := e.X
	if e.Op != spec.KnowsValue {
		about = onlyVar(e.X)
	}
	if about == nil || about.Traits()&spec.Modal != 0 || len(about.Free()) > 0 || !spec.IsScalar(about.Type()) {
		return nil
	}
	if n := about.Type().Size(); !n.IsInt64() || n.Int64() > mostPossible {
		return nil
	}
	return about
}

// onlyVar is the variable that an expression without knowledge reads, nil if it reads
// another number of them.
func onlyVar(e spec.Expr) spec.Expr {
	var found *spec.VarRef
	several := false
	var walk func(e spec.Expr)
	walk = func(e spec.Expr) {
		if v, ok := e.(*spec.VarRef); ok {
			several = several || found != nil && found.Var != v.Var
			found = v
		}
		for _, below := range spec.Children(e) {
			walk(below)
		}
	}
	if walk(e); found == nil || several || e.Traits()&spec.Modal != 0 {
		return nil
	}
	return found
}

// PossibleOf says what an agent considers possible after a number of steps; the values
// are listed once each.
func PossibleOf(s Subject, after int, values []spec.Value) Possible {
	p := Possible{After: after, Agent: s.Agent, About: s.About, Values: values, Count: len(values)}
	if p.Count > MostListed {
		p.Values = nil
	}
	return p
}
