package ctlk

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// memory is a system with bits for what some agents saw before.
type memory struct {
	agents []*spec.Agent
	copies int
	sys    *encode.System
}

// recalling runs f with a system that has the memory that a check needs as the
// present one, and with a larger one if its bits do not suffice.
func (c *Checker) recalling(ctx context.Context, chk *spec.Check, f func() error) error {
	c.sys = c.base
	if chk.Recall != spec.PerfectRecall {
		return f()
	}
	agents := c.concerned(chk)
	immediate := horizon(chk.Formula) == 0 && !c.restricted() // the histories without steps are all it is about
	if chk.Depth == spec.AutoDepth && !historic(chk) && !immediate {
		sys, err := c.informed(ctx, chk, agents)
		if err != nil {
			return err
		}
		if sys != nil {
			c.sys = sys
			err := f()
			if !isMistake(err) || c.restricted() {
				return err
			}
			c.mistake = err
		}
	}
	for {
		m, err := c.memory(ctx, chk, agents)
		if err != nil {
			return err
		}
		c.sys = m.sys
		if err = f(); !errors.As(err, &encode.NoRoomError{}) {
			return err
		}
		delete(c.unrolled, m.sys)
		m.copies, m.sys = 2*m.copies, nil
	}
}

// historic tells whether a check is about histories as such: it asks after a number
// of steps, or it has a knowledge action, of whose alternatives agents compare what they mean in
// all histories of one length.
func historic(chk *spec.Check) bool {
	return chk.Layer > 0 || chk.After != nil || has[*spec.Update](chk.Formula) || has[*spec.Update](chk.At)
}

// has tells whether there is a modal operator of a kind in an expression (nil: none).
func has[Operator spec.Expr](e spec.Expr) bool {
	if e == nil || e.Traits()&spec.Modal == 0 {
		return false
	}
	if _, ok := e.(Operator); ok {
		return true
	}
	return slices.ContainsFunc(spec.Children(e), has[Operator])
}

// informed returns the system in which what is publicly known stands for
// histories, nil where that is not all there is to the memory of the agents.
func (c *Checker) informed(ctx context.Context, chk *spec.Check, agents []*spec.Agent) (*encode.System, error) {
	var key strings.Builder
	for _, a := range agents {
		key.WriteString(strconv.Itoa(a.Index) + " ")
	}
	if sys, ok := c.publicly[key.String()]; ok && (sys == nil || sys.Space().Usable() == nil) {
		return sys, nil
	}
	sys, err := c.base.Informed(ctx, agents, limits(chk.Limits, symbolic.Limits{}))
	if err == nil {
		c.publicly[key.String()] = unlimited(sys)
	}
	return sys, err
}

// unlimited takes the limits off a system (nil: none) that was built within those of one
// check: the next one brings its own.
func unlimited(sys *encode.System) *encode.System {
	if sys != nil {
		sys.Space().SetLimits(symbolic.Limits{})
	}
	return sys
}

// memory returns the memory of a group of agents, or of more than these.
func (c *Checker) memory(ctx context.Context, chk *spec.Check, agents []*spec.Agent) (*memory, error) {
	serves := func(m *memory) bool {
		return !slices.ContainsFunc(agents, func(a *spec.Agent) bool { return !slices.Contains(m.agents, a) })
	}
	i := slices.IndexFunc(c.memories, serves)
	if i < 0 {
		i = len(c.memories)
		c.memories = append(c.memories, &memory{agents: agents, copies: 1})
	}
	m := c.memories[i]
	if m.sys != nil && m.sys.Space().Usable() != nil {
		delete(c.unrolled, m.sys)
		m.sys = nil
	}
	if m.sys != nil {
		return m, nil
	}
	sys, err := c.base.Remember(ctx, m.agents, m.copies, limits(chk.Limits, symbolic.Limits{}))
	if err == nil {
		m.sys = unlimited(sys)
	}
	return m, err
}

// concerned are the agents whose memory a check depends on: those of whom the
// formula, its condition or an action asks what they know. A count is one of
// histories, which the witness tells apart.
func (c *Checker) concerned(chk *spec.Check) []*spec.Agent {
	asked := map[*spec.Agent]bool{}
	seen := map[any]bool{}
	for _, e := range chk.Asked() {
		c.ask(e, asked, seen)
	}
	for _, a := range c.base.Model().Actions {
		for _, e := range spec.Expressions(a) {
			c.ask(e, asked, seen)
		}
	}
	var agents []*spec.Agent
	for _, a := range c.base.Model().Agents {
		if asked[a] {
			agents = append(agents, a)
		}
	}
	if chk.Kind == spec.CountCheck && chk.Layer > 0 {
		agents = append(agents, encode.Witness)
	}
	return agents
}

// ask adds the agents of whom an expression (nil: none) asks what they know.
func (c *Checker) ask(e spec.Expr, asked map[*spec.Agent]bool, seen map[any]bool) {
	if e == nil || e.Traits()&spec.Modal == 0 || seen[e] {
		return
	}
	seen[e] = true
	switch e := e.(type) {
	case *spec.Knows:
		c.mean(e.Agent, asked)
	case *spec.GroupKnows:
		for _, m := range e.Group.Members {
			c.mean(m.Agent, asked)
		}
	}
	for _, below := range spec.Children(e) {
		c.ask(below, asked, seen)
	}
}

// mean adds the agents that an expression may be.
func (c *Checker) mean(e spec.Expr, asked map[*spec.Agent]bool) {
	one, constant := e.(*spec.Const)
	for _, a := range c.base.Model().Agents {
		if constant && spec.Equal(one.Value, a.Name) || !constant && e.Type().Has(a.Name) {
			asked[a] = true
		}
	}
}
