package spec

import (
	"slices"
	"strings"
)

// Profile says of a question what decides how it may be answered. It is found without
// looking at any state.
type Profile struct {
	Check *Check
	Runs  Runs // how runs are read
	// Restricted says that only some runs count: with fairness, or runs: infinite.
	Restricted bool
	// Guarded says that an action asks what somebody knows.
	Guarded bool
	// Horizon is the greatest number of steps that the question is about, Endless where
	// there is none. Which runs count takes all of each run to tell.
	Horizon int
	// Future says that the question is about what may come after initial worlds, and
	// nothing else: not what agents know, nor how many worlds there are.
	Future bool
	// AboutRuns says that there is an operator about runs as wholes, A(f) or E(f).
	AboutRuns bool
	// Shares says that the question or an action asks for shares of worlds, so that worlds
	// which differ in nothing that is known are to be told apart.
	Shares bool
	// Historic says that the question is about histories as such: it asks after a number
	// of steps, or for shares of worlds, or it has a knowledge action, of whose alternatives agents compare what
	// they mean in all histories of one length.
	Historic bool
	// Acted says that there is a knowledge action in the question.
	Acted bool
	// Static says that the formula is about the present alone, and all runs count.
	Static bool
	// Planned says that the question asks what a coalition can bring about.
	Planned bool
	// Remembering says that those in the coalition remember.
	Remembering bool
	// Unrelated says that the question, or an action, may ask what nobody knows together:
	// that is about all worlds, with memory about all of a layer.
	Unrelated bool
	// Memories are the agents whose memory the answer depends on: those of whom the
	// question or an action asks what they know.
	Memories []*Agent
	// Observers are those whose knowledge the question asks about; nil where it asks one
	// what another one knows, see observer.go.
	Observers *Observers
	// Nesting is what the question asks agents about one another; nil where that is not all
	// that it asks about knowledge, see nesting.go.
	Nesting *Nesting
}

// ProfileOf is the profile of a check under a reading of runs; empty: that of its model.
func ProfileOf(c *Check, runs Runs) *Profile {
	if runs == "" {
		runs = c.Model.Runs
	}
	p := &Profile{Check: c, Runs: runs}
	p.Restricted = len(c.Model.Fairness) > 0 || runs == InfiniteRuns
	p.Guarded = c.Model.AsksKnowledge() != nil
	p.Horizon = mostSteps(c, p.Restricted)
	p.AboutRuns = Asks[*OnRuns](c.Formula) || Asks[*OnRuns](c.At)
	p.Planned = Asks[*Coalition](c.Formula) || Asks[*Coalition](c.At)
	p.Remembering = p.Planned && c.Recall != "" && c.Recall != NoRecall
	p.Future = !c.CountsWorlds() && c.After == nil && !p.Guarded && timely(c.Formula) && timely(c.At)
	p.Shares = c.AsksShares()
	p.Acted = c.After != nil || Asks[*Update](c.Formula) || Asks[*Update](c.At)
	p.Historic = c.Layer > 0 || p.Shares || c.IsMeasured() || p.Acted
	p.Static = horizon(c.Formula) == 0 && !p.Restricted
	p.Memories = c.concerned()
	p.Unrelated = c.asksNobody()
	p.Observers = observersOf(c, p.Historic)
	p.Nesting = nestingOf(c, p.Historic)
	return p
}

// timely tells whether an expression (nil: none) has no modal operators but those of
// time.
func timely(e Expr) bool {
	return !Asks[*Knows](e) && !Asks[*GroupKnows](e) && !Asks[*Share](e) && !Asks[*Coalition](e) && !Asks[*Update](e)
}

// AsksShares tells whether a check, or an action of its model, asks for shares of worlds.
func (c *Check) AsksShares() bool {
	asked := c.Asked()
	if c.After != nil {
		asked = append(asked, InProgram(c.After)...)
	}
	return slices.ContainsFunc(asked, Asks[*Share]) || c.Model.asksShares() != nil
}

// asksShares is what of an action asks for a share of worlds, nil: nothing does.
func (m *Model) asksShares() Expr {
	for _, a := range m.Actions {
		for _, e := range Expressions(a) {
			if Asks[*Share](e) {
				return e
			}
		}
	}
	return nil
}

// concerned are the agents of whom the question or an action asks what they know.
func (c *Check) concerned() []*Agent {
	asked := map[*Agent]bool{}
	members := func(g *Group) {
		for _, m := range g.Members {
			for _, a := range c.Model.MayBe(m.Agent) {
				asked[a] = true
			}
		}
	}
	ask := func(e Expr) bool {
		switch e := e.(type) {
		case *Knows:
			for _, a := range c.Model.MayBe(e.Agent) {
				asked[a] = true
			}
		case *GroupKnows:
			members(e.Group)
		case *Share:
			if e.Group != nil {
				members(e.Group)
			}
		}
		return e.Traits()&Modal != 0
	}
	for _, e := range c.Asked() {
		Walk(e, ask)
	}
	if c.Measure != nil {
		for _, a := range c.Measure.Of {
			asked[a] = true
		}
	}
	for _, a := range c.Model.Actions {
		for _, e := range Expressions(a) {
			Walk(e, ask)
		}
	}
	return slices.DeleteFunc(slices.Clone(c.Model.Agents), func(a *Agent) bool { return !asked[a] })
}

// asksNobody tells whether the check, or an action of its model, asks what a group knows
// together that may have no members, or for shares of worlds.
func (c *Check) asksNobody() bool {
	asked := c.Asked()
	for _, a := range c.Model.Actions {
		asked = append(asked, Expressions(a)...)
	}
	o := &Observers{model: c.Model}
	found := false
	for _, e := range asked {
		Walk(e, func(e Expr) bool {
			switch e := e.(type) {
			case *GroupKnows:
				group, always := o.fixed(e.Group)
				found = found || e.Op == Distributed && (!always || len(group) == 0)
			case *Share:
				found = true
			}
			return !found && e.Traits()&Modal != 0
		})
	}
	return found
}

// MayBe are the agents that an expression, whose values are agents, may be, in their
// order: one for a constant, else those that its type has.
func (m *Model) MayBe(e Expr) []*Agent {
	one, constant := e.(*Const)
	var all []*Agent
	for _, a := range m.Agents {
		if constant && Equal(one.Value, a.Name) || !constant && e.Type().Has(a.Name) {
			all = append(all, a)
		}
	}
	return all
}

// Actors are the agents that may own actions, in the order of Agents.
func (m *Model) Actors() []*Agent {
	owns := map[*Agent]bool{}
	for _, mover := range m.Movers {
		owns[mover.Agent] = true
	}
	for _, a := range m.Actions {
		if !m.Joint && a.By != nil {
			for _, agent := range m.MayBe(a.By) {
				owns[agent] = true
			}
		}
	}
	var all []*Agent
	for _, a := range m.Agents {
		if owns[a] {
			all = append(all, a)
		}
	}
	return all
}

// AgentNames are the names of agents, as people list them.
func AgentNames(agents []*Agent) string {
	if len(agents) == 0 {
		return "nobody"
	}
	names := make([]string, len(agents))
	for i, a := range agents {
		names[i] = a.Name.String()
	}
	return strings.Join(names, ", ")
}
