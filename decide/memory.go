package decide

import (
	"errors"
	"maps"
	"slices"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// memoryOf is a system with bits for what some agents saw before.
type memory struct {
	agents []*spec.Agent
	copies int
	sys    *encode.System // nil: to be made
}

// moreCopies is how many times as many bits there are where they did not suffice. Bits that hold
// nothing cost little, while all that was done with too few is done again: with twice as many
// checks of Eleusis and Cluedo took 1.3 to 3 times the work.
const moreCopies = 4

// memories are those that were made.
type memories []*memory

type memoriesKey struct{}

// remembering runs f with a system that has the memory of the agents of the question: the
// base under recall clock. Where its bits do not suffice f is run again with more.
func remembering(q *question, f func(sys *encode.System) error) error {
	if q.chk.Recall != spec.PerfectRecall {
		return q.within(q.base, func() error { return f(q.base) })
	}
	for {
		m, err := memoryOf(q)
		if err != nil {
			return err
		}
		err = q.within(m.sys, func() error { return f(m.sys) })
		if !errors.As(err, &encode.TooFewBitsError{}) {
			return err
		}
		dropMemory(q, m)
		m.copies *= moreCopies
	}
}

// dropMemory forgets a system, and what was kept of it.
func dropMemory(q *question, m *memory) {
	maps.DeleteFunc(q.kept, func(key, _ any) bool {
		of, ok := key.(interface{ Space() *symbolic.Space })
		return ok && m.sys != nil && of.Space() == m.sys.Space()
	})
	m.sys = nil
}

// memoryOf returns the memory of the agents of the question, or of more than these. A count
// after some steps is one of histories, and so is a share, which a witness tells apart.
func memoryOf(q *question) (*memory, error) {
	agents := q.profile.Memories
	if q.chk.Kind == spec.CountCheck && q.chk.Layer > 0 || q.profile.Shares {
		agents = append(slices.Clip(agents), encode.Witness)
	}
	serves := func(m *memory) bool {
		return !slices.ContainsFunc(agents, func(a *spec.Agent) bool { return !slices.Contains(m.agents, a) })
	}
	all, ok := recall[*memories](q.Decider, memoriesKey{})
	if !ok {
		all = &memories{}
		q.kept[memoriesKey{}] = all
	}
	i := slices.IndexFunc(*all, serves)
	if i < 0 {
		i = len(*all)
		*all = append(*all, &memory{agents: agents, copies: 1})
	}
	m := (*all)[i]
	if m.sys != nil && m.sys.Space().Usable() != nil {
		dropMemory(q, m)
	}
	if m.sys != nil {
		return m, nil
	}
	sys, err := encode.Remember(q.ctx, q.base, m.agents, m.copies, limits(q.chk.Limits, symbolic.Limits{}))
	if err == nil {
		m.sys = unlimited(sys)
	}
	return m, err
}
