package evidence

import (
	"slices"

	"github.com/epibdd/epibdd/kripke"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// A run of agents who remember is easier to follow with what they consider possible
// on the way: of what they are asked, which values are left.

// What is shown, at most.
const (
	mostSubjects = 4   // agents and what they are asked, together
	mostPossible = 512 // values that there are
	mostListed   = 8   // values by name; of more, how many
	mostNoted    = 100 // steps of a path
)

// subject is an agent and an expression whose values it is asked about.
type subject struct {
	agent *spec.Agent
	about spec.Expr
}

// subjects are what the formula of the check asks agents, if that is not too much.
func subjects(m *kripke.Structure, chk *spec.Check) []subject {
	var all []subject
	spec.Walk(chk.Formula, func(e spec.Expr) bool {
		if k, ok := e.(*spec.Knows); ok {
			if about := asked(k); about != nil {
				for _, a := range m.Model().MayBe(k.Agent) {
					s := subject{a, about}
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

func (s subject) same(o subject) bool {
	v, isVar := s.about.(*spec.VarRef)
	w, alsoVar := o.about.(*spec.VarRef)
	if isVar && alsoVar {
		return s.agent == o.agent && v.Var == w.Var
	}
	return s.agent == o.agent && isVar == alsoVar && text(s.about) == text(o.about)
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

// remembers tells whether what agents consider possible depends on more than the state.
func (c *maker) remembers() bool {
	return c.m.Product == nil && (c.m.Memory || c.m.Graph != nil || c.m.System.IsInformed())
}

// notes adds to a path from a world what is considered possible along it; at its
// beginning only where a run begins, elsewhere that was said.
func (p *pathMaker) notes(start world) error {
	if p.away || p.m.GoesOn() || len(p.asked) == 0 || !p.remembers() {
		return nil
	}
	if start.past == nil {
		if err := p.note(start, 0); err != nil {
			return err
		}
	}
	for i, m := range p.way[:min(len(p.way), mostNoted)] {
		if err := p.note(m.to, i+1); err != nil {
			return err
		}
	}
	return nil
}

// note adds what is considered possible in a world.
func (p *pathMaker) note(w world, after int) error {
	for _, s := range p.asked {
		if p.m.Graph != nil && p.m.Home([]*spec.Agent{s.agent}, w.Layer) < 0 {
			continue
		}
		near, err := p.near([]*spec.Agent{s.agent}, w)
		if err != nil {
			return err
		}
		here := near[near.Layer()]
		cases, undefined, err := p.m.System.Cases(s.about, nil, nil)
		if err != nil {
			return err
		}
		if !undefined.Disjoint(here) {
			continue
		}
		found := witness.Possible{After: after, Agent: s.agent, About: s.about}
		for _, k := range cases {
			if !k.When.Disjoint(here) {
				found.Values = append(found.Values, k.Value)
			}
		}
		if found.Count = len(found.Values); found.Count > mostListed {
			found.Values = nil
		}
		p.path.Possible = append(p.path.Possible, found)
	}
	return nil
}
