package decide

import (
	"errors"
	"slices"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// memory is a system with bits for what some agents saw before.
type memory struct {
	agents []*spec.Agent
	copies int
	sys    *encode.System // nil: to be made
}

// remembering runs f with a system that has the memory of the agents of the question: the
// base under recall clock. Where its bits do not suffice f is run again with more.
func (q *question) remembering(f func(sys *encode.System) error) error {
	if q.chk.Recall != spec.PerfectRecall {
		return q.within(q.base, func() error { return f(q.base) })
	}
	for {
		m, err := q.memory()
		if err != nil {
			return err
		}
		err = q.within(m.sys, func() error { return f(m.sys) })
		if !errors.As(err, &encode.NoRoomError{}) {
			return err
		}
		q.drop(m)
		m.copies *= 2
	}
}

// drop forgets a system.
func (q *question) drop(m *memory) {
	q.layers.drop(m.sys)
	m.sys = nil
}

// memory returns the memory of the agents of the question, or of more than these. A count
// after some steps is one of histories, which a witness tells apart.
func (q *question) memory() (*memory, error) {
	agents := q.profile.Memories
	if q.chk.Kind == spec.CountCheck && q.chk.Layer > 0 {
		agents = append(slices.Clip(agents), encode.Witness)
	}
	serves := func(m *memory) bool {
		return !slices.ContainsFunc(agents, func(a *spec.Agent) bool { return !slices.Contains(m.agents, a) })
	}
	i := slices.IndexFunc(q.memories, serves)
	if i < 0 {
		i = len(q.memories)
		q.memories = append(q.memories, &memory{agents: agents, copies: 1})
	}
	m := q.memories[i]
	if m.sys != nil && m.sys.Space().Usable() != nil {
		q.drop(m)
	}
	if m.sys != nil {
		return m, nil
	}
	sys, err := q.base.Remember(q.ctx, m.agents, m.copies, limits(q.chk.Limits, symbolic.Limits{}))
	if err == nil {
		m.sys = unlimited(sys)
	}
	return m, err
}
