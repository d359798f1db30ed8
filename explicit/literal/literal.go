package literal

import (
	"slices"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/explicit/internal/memo"
	"github.com/epibdd/epibdd/explicit/internal/terms"
	"github.com/epibdd/epibdd/spec"
)

// Literal decides formulas by one interpretation of knowledge actions in the worlds of a
// system. It keeps what it has computed and serves one goroutine at a time.
type Literal struct {
	system         *explicit.System
	opts           explicit.Options
	agents         terms.Agents
	interpretation spec.Interpretation

	models  map[string]*kripke
	base    *kripke
	truths  map[memo.Key]bool
	tables  map[memo.Key][]bool
	tested  map[memo.Key]*part
	learnt  map[memo.Key]*lesson
	refined map[[2]*kripke][]int // stable colours of the worlds of two models

	worlds, kept int              // how many worlds and values are in all of these
	work         *explicit.Budget // what is left for comparisons
}

// part is the model behind a test: at has for each world before it the place that it has
// there, or -1.
type part struct {
	model *kripke
	at    []int
}

// lesson is the model behind an L: its worlds are the sets of situations to which
// the type of what is learnt leads, by key.
type lesson struct {
	model *kripke
	at    map[string]int
}

// New reads knowledge actions literally in the worlds of a system without
// memory: spec.Local repairs the access clause, spec.Printed leaves it as it is.
func New(s *explicit.System, i spec.Interpretation) *Literal {
	o := s.Options()
	l := &Literal{
		system: s, opts: o, agents: terms.AgentsOf(s.Model()), interpretation: i, models: map[string]*kripke{},
		truths: map[memo.Key]bool{}, tables: map[memo.Key][]bool{}, tested: map[memo.Key]*part{}, learnt: map[memo.Key]*lesson{}, refined: map[[2]*kripke][]int{},
		work: o.Budget(o.MaxWork, "comparisons of worlds"),
	}
	l.base = &kripke{group: terms.Group{}, states: s.States(), of: map[*spec.Agent][]int{}}
	for _, a := range s.Model().Agents {
		l.base.group[a] = true
		l.base.of[a] = s.Classes(a)
	}
	l.base.number()
	l.models["base"] = l.base
	return l
}

// spend accounts for n comparisons of worlds.
func (l *Literal) spend(n int) error {
	if l.work.Spend(n) {
		return nil
	}
	return l.work.Exceeded()
}

// keep accounts for n values that are kept.
func (l *Literal) keep(n int) error {
	if l.kept += n; l.kept > l.opts.MaxTruth {
		return &explicit.TooLarge{What: "truth values and colours of worlds", Limit: l.opts.MaxTruth}
	}
	return l.spend(n)
}

// intern returns the model with this content that there is already.
func (l *Literal) intern(key string, m *kripke) (*kripke, error) {
	if known, ok := l.models[key]; ok {
		return known, nil
	}
	if l.worlds += len(m.states); l.worlds > l.opts.MaxStates {
		return nil, &explicit.TooLarge{What: "worlds of models behind knowledge actions", Limit: l.opts.MaxStates}
	}
	m.id = len(l.models)
	m.number()
	l.models[key] = m
	return m, nil
}

// reachable are the worlds to which chains of confusions of the group lead.
func (l *Literal) reachable(m *kripke, group terms.Group, w int) ([]int, error) {
	list, seen := []int{w}, map[int]bool{w: true}
	type class struct {
		agent *spec.Agent
		of    int
	}
	done := map[class]bool{}
	for i := 0; i < len(list); i++ {
		for _, a := range group.Sorted() {
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
