package explicit

import (
	"github.com/epibdd/epibdd/explicit/internal/kleene"
	"github.com/epibdd/epibdd/spec"
)

// Listing is a Kripke structure: worlds, and for each agent, by Agent.Index, the
// number of the class of each world. Agents who cannot be asked have none. Done is what
// the knowledge action did on the way to each world, by its parts outside of every L.
type Listing struct {
	States  []spec.State
	Classes [][]int
	Done    [][]string
}

// List lists the worlds that a count is about: those that satisfy its condition,
// or that its knowledge action leads to from there.
func (s *System) List(c *spec.Check) (*Listing, error) {
	worlds, _ := s.asked(c)
	worlds, err := s.filter(c.At, nil, worlds, s)
	if err != nil {
		return nil, err
	}
	var ends []Outcome
	for _, w := range worlds {
		here := []Outcome{{s, w, nil}}
		if c.After != nil {
			if here, err = s.outcomes(c.After, nil, w, true); err != nil {
				return nil, err
			}
		}
		ends = append(ends, here...)
	}
	l := &Listing{Classes: make([][]int, len(s.model.Agents))}
	for _, end := range ends {
		holds, err := end.System.holds(c.Formula, nil, end.World)
		if err != nil {
			return nil, err
		}
		if holds != kleene.Yes {
			continue
		}
		l.States = append(l.States, end.System.worlds[end.World])
		l.Done = append(l.Done, end.Done)
		for i, a := range s.model.Agents {
			if learnt := end.System.learnt; learnt == nil || learnt[a] {
				l.Classes[i] = append(l.Classes[i], end.System.Classes(a)[end.World])
			}
		}
	}
	return l, nil
}
