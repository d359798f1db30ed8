package explicit

import "github.com/epibdd/epibdd/spec"

// judgement is what is known of the conditions of a search. What the value of a cell
// changes is noted, so that it can be taken back when the cell gets another one.
type judgement struct {
	known   []guess   // of each condition
	changed []earlier // since nothing was known
	risky   int       // conditions that may have no value
	refuted int       // conditions that are false
}

// earlier is what was known of a condition before.
type earlier struct {
	condition int
	guess
}

// note says what is known of a condition from now on.
func (j *judgement) note(condition int, g guess) {
	j.changed = append(j.changed, earlier{condition, j.known[condition]})
	j.replace(condition, g)
}

func (j *judgement) replace(condition int, g guess) {
	j.count(j.known[condition], -1)
	j.known[condition] = g
	j.count(g, 1)
}

func (j *judgement) count(g guess, n int) {
	if g.risky {
		j.risky += n
	}
	if g.isFalse() {
		j.refuted += n
	}
}

// restore forgets all changes but the first ones.
func (j *judgement) restore(changes int) {
	for i := len(j.changed) - 1; i >= changes; i-- {
		j.replace(j.changed[i].condition, j.changed[i].guess)
	}
	clear(j.changed[changes:])
	j.changed = j.changed[:changes]
}

// begin says what is known of the conditions while all cells are open, and reports whether
// a solution is possible.
func (s *search) begin() bool {
	s.known = make([]guess, len(s.conditions))
	all := make([]int, len(s.conditions))
	for i := range all {
		all[i] = i
	}
	return s.judge(all, nil)
}

// judge says again what is known of conditions, in their order, and reports whether a
// solution is still possible.
func (s *search) judge(conditions []int, env *spec.Env) bool {
	for n, i := range conditions {
		c := &s.conditions[i]
		if g := s.known[i]; g.isOpen() || g.risky {
			if s.note(i, s.eval(c.Expr, c.bind(s.places, env))); s.err != nil {
				return false
			}
		}
		if ends := n == len(conditions)-1 || s.conditions[conditions[n+1]].first != c.first; ends && s.isRefuted() {
			return false
		}
	}
	return !s.isRefuted()
}

// isRefuted tells whether a condition is false, and all before those that have a value
// together with it have one.
func (s *search) isRefuted() bool {
	if s.refuted == 0 || s.risky == 0 {
		return s.refuted > 0
	}
	for i := 0; i < len(s.conditions); {
		first, refuted := s.conditions[i].first, false
		for ; i < len(s.conditions) && s.conditions[i].first == first; i++ {
			if s.known[i].risky {
				return false
			}
			refuted = refuted || s.known[i].isFalse()
		}
		if refuted {
			return true
		}
	}
	return false
}

// readersOf are the conditions that read a cell of a place.
func (s *search) readersOf(p *place, cell int) []int {
	if p.readers == nil {
		p.readers = make([][]int, len(p.cells))
	}
	if p.readers[cell] == nil {
		readers := []int{}
		for i := range s.conditions {
			if p.readBy(&s.conditions[i], cell) {
				readers = append(readers, i)
			}
		}
		p.readers[cell] = readers
	}
	return p.readers[cell]
}
