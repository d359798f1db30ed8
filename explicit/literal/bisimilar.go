package literal

import (
	"fmt"
	"slices"

	"github.com/epibdd/epibdd/explicit/internal/memo"
	"github.com/epibdd/epibdd/spec"
)

// covered is half of the equivalence of sets of situations
// (docs/semantics.md#interpretations, Definition 4): a
// confuses each of s that it has access in with one of t.
func (l *Literal) covered(a *spec.Agent, s, t situations) (bool, error) {
	for _, one := range s {
		if !one.model.group[a] {
			continue
		}
		found := false
		for _, other := range t {
			var err error
			if found, err = l.near(a, one, other); err != nil {
				return false, err
			} else if found {
				break
			}
		}
		if !found {
			return false, nil
		}
	}
	return true, nil
}

// near is the equivalence of situations: a confuses s with a world that is
// bisimilar to t.
func (l *Literal) near(a *spec.Agent, s, t situation) (bool, error) {
	if err := l.spend(len(s.model.states)); err != nil {
		return false, err
	}
	for v, c := range s.model.of[a] {
		if c != s.model.of[a][s.point] {
			continue
		}
		if same, err := l.bisimilar(situation{s.model, v}, t); same || err != nil {
			return same, err
		}
	}
	return false, nil
}

// bisimilar compares two situations of one group.
func (l *Literal) bisimilar(s, t situation) (bool, error) {
	if s.model.keys[s.point] != t.model.keys[t.point] || s.model.names != t.model.names {
		return false, nil
	}
	if s == t {
		return true, nil
	}
	colours, err := memo.Once(l.refined, [2]*kripke{s.model, t.model}, func() ([]int, error) { return l.colours(s.model, t.model) })
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
		for _, a := range l.system.Model().Agents {
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
