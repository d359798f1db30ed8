package explicit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/epibdd/epibdd/spec"
)

// Literal decides formulas by Definitions 3 to 5 of van Ditmarsch's Cluedo paper
// as they stand: a knowledge action leads from a state, that is a Kripke model with
// a point, to sets of states, and behind an L sets of states are the worlds of a
// model. It shares the worlds before the first knowledge action with a System and
// nothing else with its product of worlds and alternatives, against which it is
// there to be compared.
//
// Definition 5 says when an agent a of the group confuses two worlds S' and S”
// behind an L: S' ~a S”, and if a is in no group of theirs also that they come
// from worlds that a confuses. Printed takes it at its word. Then agents may forget:
// for an a that is in their groups S' ~a S” compares states up to bisimulation, and
// these say nothing of what a knew of others. The repaired clause asks for confused
// origins of every agent.
type Literal struct {
	system         *System
	interpretation spec.Interpretation

	models map[string]*kripke
	base   *kripke
	truths map[memoKey]bool
	tables map[memoKey][]bool
	learnt map[memoKey]*lesson
	alike  map[[2]*kripke][]int // stable colours of the worlds of two models

	worlds, kept int     // how many worlds and values are in all of these
	work         *budget // what is left for comparisons
}

// kripke is an equivalence model. Models with the same content are the same.
type kripke struct {
	id     int
	group  party
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
func (s situations) group() party {
	all := party{}
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

// NewLiteral reads knowledge actions literally in the worlds of a system without
// memory: spec.Local repairs the access clause, spec.Printed leaves it as it is.
func NewLiteral(s *System, i spec.Interpretation) *Literal {
	l := &Literal{
		system: s, interpretation: i, models: map[string]*kripke{},
		truths: map[memoKey]bool{}, tables: map[memoKey][]bool{}, learnt: map[memoKey]*lesson{}, alike: map[[2]*kripke][]int{},
		work: s.opts.budget(s.opts.MaxWork),
	}
	l.base = &kripke{group: party{}, states: s.worlds, of: map[*spec.Agent][]int{}}
	for _, a := range s.model.Agents {
		l.base.group[a] = true
		l.base.of[a] = s.views(a).of
	}
	l.base.number()
	l.models["base"] = l.base
	return l
}

// number gives the valuations of a model, and its group, what they are compared by.
func (m *kripke) number() {
	m.names = m.group.names()
	for _, st := range m.states {
		m.keys = append(m.keys, spec.Key(st...))
	}
}

// spend accounts for n comparisons of worlds.
func (l *Literal) spend(n int) error {
	switch {
	case l.work.spend(n):
		return nil
	case l.work.err != nil:
		return l.work.err
	}
	return &TooLarge{What: "comparisons of worlds", Limit: l.work.limit}
}

// keep accounts for n values that are kept.
func (l *Literal) keep(n int) error {
	if l.kept += n; l.kept > l.system.opts.MaxTruth {
		return &TooLarge{What: "truth values and colours of worlds", Limit: l.system.opts.MaxTruth}
	}
	return l.spend(n)
}

// intern returns the model with this content that there is already.
func (l *Literal) intern(key string, m *kripke) (*kripke, error) {
	if known, ok := l.models[key]; ok {
		return known, nil
	}
	if l.worlds += len(m.states); l.worlds > l.system.opts.MaxStates {
		return nil, &TooLarge{What: "worlds of models behind knowledge actions", Limit: l.system.opts.MaxStates}
	}
	m.id = len(l.models)
	m.number()
	l.models[key] = m
	return m, nil
}

// reachable are the worlds to which chains of confusions of the group lead.
func (l *Literal) reachable(m *kripke, group party, w int) ([]int, error) {
	list, seen := []int{w}, map[int]bool{w: true}
	type class struct {
		agent *spec.Agent
		of    int
	}
	done := map[class]bool{}
	for i := 0; i < len(list); i++ {
		for a := range group {
			c := class{a, m.of[a][list[i]]}
			if done[c] {
				continue
			}
			done[c] = true
			if err := l.spend(len(m.states)); err != nil {
				return nil, err
			}
			for v, of := range m.of[a] {
				if of == c.of && !seen[v] {
					seen[v] = true
					list = append(list, v)
				}
			}
		}
	}
	slices.Sort(list)
	return list, nil
}

// bisimilar compares two situations of one group.
func (l *Literal) bisimilar(s, t situation) (bool, error) {
	if s.model.keys[s.point] != t.model.keys[t.point] || s.model.names != t.model.names {
		return false, nil
	}
	if s == t {
		return true, nil
	}
	colours, err := once(l.alike, [2]*kripke{s.model, t.model}, func() ([]int, error) { return l.colours(s.model, t.model) })
	if err != nil {
		return false, err
	}
	return colours[s.point] == colours[len(s.model.states)+t.point], nil
}

// colours refines the valuations of the worlds of two models until worlds of one
// colour confuse each agent with worlds of the same colours.
func (l *Literal) colours(m, n *kripke) ([]int, error) {
	keys := slices.Concat(m.keys, n.keys)
	if err := l.keep(len(keys)); err != nil {
		return nil, err
	}
	colours := make([]int, len(keys))
	for count := 0; ; {
		known := map[string]int{}
		for i, key := range keys {
			if _, ok := known[key]; !ok {
				known[key] = len(known)
			}
			colours[i] = known[key]
		}
		if len(known) == count {
			return colours, nil
		}
		count = len(known)
		for i := range keys {
			keys[i] = fmt.Sprint(colours[i])
		}
		for _, a := range l.system.model.Agents {
			if !m.group[a] {
				continue
			}
			if err := l.spend(len(keys)); err != nil {
				return nil, err
			}
			surround(keys[:len(m.states)], colours[:len(m.states)], m.of[a])
			surround(keys[len(m.states):], colours[len(m.states):], n.of[a])
		}
	}
}

// surround adds to the key of each world the colours of those in its class.
func surround(keys []string, colours, of []int) {
	near := map[int][]int{}
	for w, c := range of {
		near[c] = append(near[c], colours[w])
	}
	texts := map[int]string{}
	for c, all := range near {
		slices.Sort(all)
		texts[c] = fmt.Sprint(slices.Compact(all))
	}
	for w, c := range of {
		keys[w] += texts[c]
	}
}
