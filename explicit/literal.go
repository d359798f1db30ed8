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
	system  *System
	printed bool

	models map[string]*kripke
	base   *kripke
	truths map[string]bool
	alike  map[[2]*kripke][]int // stable colours of the worlds of two models
}

// kripke is an equivalence model. Models with the same content are the same.
type kripke struct {
	id     int
	group  party
	states []spec.State          // valuations
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

// NewLiteral reads knowledge actions literally in the worlds of a system without
// memory, with the access clause as printed or repaired.
func NewLiteral(s *System, printed bool) *Literal {
	l := &Literal{system: s, printed: printed, models: map[string]*kripke{}, truths: map[string]bool{}, alike: map[[2]*kripke][]int{}}
	l.base = &kripke{group: party{}, states: s.worlds, of: map[*spec.Agent][]int{}}
	for _, a := range s.model.Agents {
		l.base.group[a] = true
		l.base.of[a] = s.views(a).of
	}
	l.models["base"] = l.base
	return l
}

// Truth decides a formula in each world of the system.
func (l *Literal) Truth(f spec.Expr) ([]bool, error) {
	in := make([]bool, len(l.base.states))
	for w := range in {
		holds, err := l.holds(f, nil, situation{l.base, w})
		if err != nil {
			return nil, err
		}
		in[w] = holds
	}
	return in, nil
}

// intern returns the model with this content that there is already.
func (l *Literal) intern(key string, m *kripke) *kripke {
	if known, ok := l.models[key]; ok {
		return known
	}
	m.id = len(l.models)
	l.models[key] = m
	return m
}

// reachable are the worlds to which chains of confusions of the group lead.
func (m *kripke) reachable(group party, w int) []int {
	list, seen := []int{w}, map[int]bool{w: true}
	for i := 0; i < len(list); i++ {
		for a := range group {
			for v, c := range m.of[a] {
				if c == m.of[a][list[i]] && !seen[v] {
					seen[v] = true
					list = append(list, v)
				}
			}
		}
	}
	slices.Sort(list)
	return list
}

// bisimilar compares two situations of one group.
func (l *Literal) bisimilar(s, t situation) bool {
	if s.model.group.names() != t.model.group.names() {
		return false
	}
	colours, ok := l.alike[[2]*kripke{s.model, t.model}]
	if !ok {
		colours = l.colours(s.model, t.model)
		l.alike[[2]*kripke{s.model, t.model}] = colours
	}
	return colours[s.point] == colours[len(s.model.states)+t.point]
}

// colours refines the valuations of the worlds of two models until worlds of one
// colour confuse each agent with worlds of the same colours.
func (l *Literal) colours(m, n *kripke) []int {
	colours := make([]int, len(m.states)+len(n.states))
	number := func(keys []string) int {
		known := map[string]int{}
		for i, key := range keys {
			if _, ok := known[key]; !ok {
				known[key] = len(known)
			}
			colours[i] = known[key]
		}
		return len(known)
	}
	keys := make([]string, len(colours))
	for i := range colours {
		st := n.states
		k := i - len(m.states)
		if k < 0 {
			st, k = m.states, i
		}
		keys[i] = spec.Key(st[k]...)
	}
	for count := number(keys); ; {
		for i := range keys {
			keys[i] = l.surroundings(m, n, colours, i)
		}
		next := number(keys)
		if next == count {
			return colours
		}
		count = next
	}
}

// surroundings are the colours of a world and of those that each agent confuses
// with it.
func (l *Literal) surroundings(m, n *kripke, colours []int, i int) string {
	model, from := m, 0
	if i >= len(m.states) {
		model, from = n, len(m.states)
	}
	key := fmt.Sprint(colours[i])
	for _, a := range l.system.model.Agents {
		if !model.group[a] {
			continue
		}
		var near []int
		for v, c := range model.of[a] {
			if c == model.of[a][i-from] {
				near = append(near, colours[from+v])
			}
		}
		slices.Sort(near)
		key += fmt.Sprint(slices.Compact(near))
	}
	return key
}
