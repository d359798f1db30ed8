package explicit

import (
	"maps"
	"slices"

	"github.com/epibdd/epibdd/explicit/internal/kleene"
	"github.com/epibdd/epibdd/spec"
)

// Listing is a Kripke structure: worlds, and for each agent, by Agent.Index, the
// number of the class of each world. Agents who cannot be asked have none. Done is what
// the knowledge action did on the way to each world, by its parts outside of every L, and
// Along says of each world whether the steps that were asked about led there.
type Listing struct {
	States  []spec.State
	Classes [][]int
	Done    [][]string
	Along   []bool
}

// Course says which worlds are listed after steps.
type Course struct {
	Steps spec.Program // as spec.Listed cuts them; nil: none
	// Others adds what anybody considers possible in these worlds, and in those, and so on.
	Others bool
}

// List lists the worlds that a count is about: those that satisfy its condition,
// or that its knowledge action leads to from there. After steps it lists the worlds that
// these lead to from initial ones that satisfy the condition.
func (s *System) List(c *spec.Check, course Course) (*Listing, error) {
	worlds, known := s.asked(c)
	switch {
	case course.Steps != nil:
		worlds = s.initial
	case !known:
		return nil, s.tooShallow()
	}
	worlds, err := s.filter(c.At, nil, worlds, s)
	if err != nil {
		return nil, err
	}
	if course.Steps != nil {
		if worlds, err = happened(s, worlds, course.Steps); err != nil {
			return nil, err
		}
		slices.Sort(worlds)
		worlds = slices.Compact(worlds)
	}
	along := map[int]bool{}
	for _, w := range worlds {
		along[w] = course.Steps != nil
	}
	if course.Others {
		worlds = s.connected(worlds)
	}
	l := &Listing{Classes: make([][]int, len(s.model.Agents))}
	for _, w := range worlds {
		here := []Outcome{{s, w, nil}}
		if c.After != nil {
			if here, err = s.outcomes(c.After, nil, w, true); err != nil {
				return nil, err
			}
		}
		for _, end := range here {
			holds, err := end.System.holds(c.Formula, nil, end.World)
			if err != nil {
				return nil, err
			}
			if holds == kleene.Yes {
				l.add(s.model, end, along[w])
			}
		}
	}
	return l, nil
}

func (l *Listing) add(m *spec.Model, end Outcome, along bool) {
	l.States = append(l.States, end.System.worlds[end.World])
	l.Done = append(l.Done, end.Done)
	l.Along = append(l.Along, along)
	for i, a := range m.Agents {
		if learnt := end.System.learnt; learnt == nil || learnt[a] {
			l.Classes[i] = append(l.Classes[i], end.System.Classes(a)[end.World])
		}
	}
}

// connected adds to worlds what any agent considers possible in them, again and again.
func (s *System) connected(worlds []int) []int {
	in := map[int]bool{}
	for _, w := range worlds {
		in[w] = true
	}
	for more := true; more; {
		more = false
		for _, a := range s.model.Agents {
			classes, met := s.Classes(a), map[int]bool{}
			for w := range in {
				met[classes[w]] = true
			}
			for w, k := range classes {
				if met[k] && !in[w] {
					in[w], more = true, true
				}
			}
		}
	}
	return slices.Sorted(maps.Keys(in))
}
