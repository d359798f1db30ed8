package literal

import (
	"fmt"
	"slices"
	"strings"

	"github.com/epibdd/epibdd/explicit/internal/terms"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/source"
)

// kripke is an equivalence model. Models with the same content are the same.
type kripke struct {
	id     int
	group  terms.Group
	states []spec.State          // valuations
	keys   []string              // of the valuations
	names  string                // of the group
	of     map[*spec.Agent][]int // classes of worlds
}

// situation is a state in the sense of the paper: a model with a point.
type situation struct {
	model *kripke
	point int
}

func (s situation) key() string { return fmt.Sprintf("%d@%d", s.point, s.model.id) }

// situations is a set of them, sorted by key.
type situations []situation

func (s situations) key() string {
	var b strings.Builder
	for _, one := range s {
		b.WriteString(one.key() + " ")
	}
	return b.String()
}

func newSituations(all ...situation) situations {
	s := slices.Clone(all)
	slices.SortFunc(s, func(a, b situation) int { return strings.Compare(a.key(), b.key()) })
	return slices.Compact(s)
}

// group is the union of the groups of the models.
func (s situations) group() terms.Group {
	all := terms.Group{}
	for _, one := range s {
		for a := range one.model.group {
			all[a] = true
		}
	}
	return all
}

// has tells whether an agent is in the group of one of the models.
func (s situations) has(a *spec.Agent) bool {
	return slices.ContainsFunc(s, func(one situation) bool { return one.model.group[a] })
}

// number gives the valuations of a model, and its group, what they are compared by.
func (m *kripke) number() {
	m.names = m.group.Names()
	for _, st := range m.states {
		m.keys = append(m.keys, spec.Key(st...))
	}
}

// among lists the worlds that the agents together confuse with the present one.
func (s situation) among(agents ...*spec.Agent) []situation {
	var list []situation
	for w := range s.model.states {
		near := true
		for _, a := range agents {
			near = near && s.model.of[a][w] == s.model.of[a][s.point]
		}
		if near {
			list = append(list, situation{s.model, w})
		}
	}
	return list
}

// confuses tells whether an agent confuses a world of one list with one of another.
func (m *kripke) confuses(a *spec.Agent, from, to []int) bool {
	for _, v := range from {
		for _, w := range to {
			if m.of[a][v] == m.of[a][w] {
				return true
			}
		}
	}
	return false
}

func (m *kripke) informed(a *spec.Agent, at interface{ Span() source.Span }) error {
	if m.group[a] {
		return nil
	}
	return &spec.Undefined{Place: at.Span(), Reason: spec.Uninformed(a)}
}
