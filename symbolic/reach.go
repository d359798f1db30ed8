package symbolic

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/epibdd/epibdd/internal/heuristic"
)

// Method is a way to find what steps lead to. All find the same states; they
// differ in time and memory, by orders of magnitude.
type Method string

// The methods. What they take up in turn are the groups of a relation; see
// Relation.Groups.
const (
	// Auto is Chain where there are several groups that may go on from each
	// other's states, and BFS otherwise.
	Auto Method = "auto"
	// BFS is search by distance: each iteration expands the states that the one
	// before has found.
	BFS Method = "bfs"
	// Chain takes the groups in turn, after Roig, Cortadella and Pastor (1995): each
	// also expands what those before it have just found, which saves iterations
	// where they are actions of different agents.
	Chain Method = "chain"
	// Saturate exhausts the groups whose bits are lowest in the order before it goes
	// on to those above, and again whenever these have found something, after
	// Ciardo, Lüttgen and Siminiceanu (2001).
	Saturate Method = "saturate"
)

// Methods lists the methods, the default first.
func Methods() []Method { return []Method{Auto, BFS, Chain, Saturate} }

func (o Options) method() (Method, error) {
	switch {
	case o.Reach == "":
		return Auto, nil
	case !slices.Contains(Methods(), o.Reach):
		return "", fmt.Errorf("symbolic: unknown method %q (known: %q)", o.Reach, Methods())
	}
	return o.Reach, nil
}

// Progress is called after each iteration of a fixpoint with its number, from
// 1, and all that was reached, which may be asked for until the call returns.
type Progress func(iteration int, reached func() Set)

// Reach returns the states reachable from the given ones in any number of
// steps, the least fixpoint of X = from ∪ Image(X). progress may be nil.
func (r Relation) Reach(from Set, progress Progress) Set {
	return r.ReachWithin(from, from.Space().Full(), progress)
}

// ReachUpTo is Reach, given up when what was reached has more nodes than most; all
// tells whether it was not.
func (r Relation) ReachUpTo(from Set, most int, progress Progress) (reached Set, all bool) {
	s := &search{within: from.Space().Full(), reached: from, most: most}
	all = r.search(s, progress)
	return s.reached, all
}

// ReachWithin is Reach along states of within only: the least fixpoint of
// X = from ∪ (within ∩ Image(X)).
func (r Relation) ReachWithin(from, within Set, progress Progress) Set {
	s := &search{within: within, reached: from}
	r.search(s, progress)
	return s.reached
}

// Coreach returns the states from which some sequence of steps leads into to,
// all states but the last being in through: the least fixpoint of
// X = to ∪ (through ∩ Preimage(X)), in temporal logic E[through U to].
func (r Relation) Coreach(to, through Set, progress Progress) Set {
	s := &search{backwards: true, within: through, reached: to}
	r.search(s, progress)
	return s.reached
}

// Method returns the method by which r is searched in its space.
func (r Relation) Method() Method {
	switch {
	case r.IsEmpty():
		return BFS
	case r.parts[0].space.method != Auto:
		return r.parts[0].space.method
	case len(r.Groups()) == 1, r.parts[0].space.without.Has(heuristic.Chaining):
		return BFS
	}
	return Chain
}

// search makes s.reached the least fixpoint of X = s.reached ∪ (within ∩ ⋃ step(X)),
// steps going backwards or not. It returns false if that is larger than allowed.
func (r Relation) search(s *search, progress Progress) (all bool) {
	groups := r.Groups()
	var kept *carried
	if len(groups) == 1 && groups[0].carried != nil {
		kept = groups[0].carried
		groups = []*Part{kept.rest}
	}
	s.reached = kept.enter(s.reached)
	s.from = s.reached
	for _, g := range groups {
		s.todo = append(s.todo, &todo{group: g, states: s.reached})
	}
	round := s.breadth
	switch method := r.Method(); {
	case method == Chain && len(s.todo) >= manyGroups:
		round = s.sweep
	case method == Chain:
		s.link(r.mayFollow())
		round = func() bool { s.compose(r); return s.chain() }
	case method == Saturate:
		s.link(r.mayFollow())
		s.sort()
		round = s.saturate
	}
	for i := 1; ; i++ {
		some := round()
		if progress != nil {
			progress(i, func() Set { return kept.leave(s.reached) })
		}
		if all = !some; all || s.large() {
			if s.between != nil {
				s.reached = s.reached.Or(s.between.Image(s.reached))
			}
			s.reached = kept.leave(s.reached)
			return all
		}
	}
}

// search is a search under way.
type search struct {
	backwards       bool
	within, reached Set
	from            Set // of what was reached, what the search began with
	todo            []*todo
	between         *Part // leads to states that are found in the end, nil: none do
	steps           int
	whole           bool // expand all that was reached
	compare, pause  int  // after how many steps to look whether to, and how many that is from the last time
	most            int  // nodes of what was reached, 0: any number
}

// large tells whether so much was reached that to go on is not wanted.
func (s *search) large() bool {
	sp := s.reached.Space()
	return s.most > 0 && sp.engine.usage().nodes > s.most && s.reached.IsLarger(s.most)
}

// todo are states that a group has not expanded yet. Of those that it cannot
// expand some may be missing.
type todo struct {
	group  *Part
	states Set
	after  []*todo // those that may go on from what it finds
}

// link finds out what to do with states found.
func (s *search) link(mayFollow [][]bool) {
	for i, t := range s.todo {
		for k, u := range s.todo {
			if s.backwards && mayFollow[k][i] || !s.backwards && mayFollow[i][k] {
				t.after = append(t.after, u)
			}
		}
	}
}

// After how many steps it is looked again whether what was reached is smaller than what
// is to be expanded: to look costs a third of a step. As long as the answer is the
// same, twice as many each time.
const (
	compareSoon = 8
	compareLate = 64
)

// step returns where the group leads to from x, or from all that was reached if
// that is smaller: to expand more than is needed does no harm.
func (s *search) step(p *Part, x Set) Set {
	if x.IsEmpty() {
		return x
	}
	if s.steps++; s.steps >= s.compare {
		before := s.whole
		s.whole = smaller(s.reached, x, 2)
		s.pause = min(2*s.pause, compareLate)
		if s.whole != before || s.pause == 0 {
			s.pause = compareSoon
		}
		s.compare = s.steps + s.pause
	}
	if s.whole {
		x = s.reached
	}
	if s.backwards {
		return p.Preimage(x).And(s.within)
	}
	return p.Image(x).And(s.within)
}

// expand lets a group take its step, and passes on what is new.
func (s *search) expand(t *todo) bool {
	x := t.states
	t.states = x.Space().Empty()
	x = s.step(t.group, x).Diff(s.reached)
	if x.IsEmpty() {
		return false
	}
	s.reached = s.reached.Or(x)
	for _, u := range t.after {
		u.states = u.states.Or(x)
	}
	return true
}

// A round is an iteration. It returns false if there was nothing to do.

func (s *search) breadth() bool {
	found := make([]Set, len(s.todo))
	for i, t := range s.todo {
		found[i] = s.step(t.group, t.states)
	}
	fresh := s.reached.Space().OrAll(found...).Diff(s.reached)
	s.reached = s.reached.Or(fresh)
	for _, t := range s.todo {
		t.states = fresh
	}
	return !fresh.IsEmpty()
}

func (s *search) chain() bool {
	some := false
	for _, t := range s.todo {
		some = s.expand(t) || some
	}
	return some
}

// sweep is chain for many groups, which have what is to be expanded in common:
// what this iteration and the one before have found.
func (s *search) sweep() bool {
	before := s.reached
	x := s.todo[0].states
	for _, t := range s.todo {
		found := s.step(t.group, x).Diff(s.reached)
		s.reached, x = s.reached.Or(found), x.Or(found)
	}
	s.todo[0].states = s.reached.Diff(before)
	return !s.reached.Equal(before)
}

func (s *search) saturate() bool {
	for _, t := range s.todo {
		if !t.states.IsEmpty() {
			s.expand(t)
			return true
		}
	}
	return false
}

// sort puts the groups with the lowest bits first.
func (s *search) sort() {
	top := make(map[*todo]int, len(s.todo))
	for _, t := range s.todo {
		top[t] = t.group.top()
	}
	slices.SortStableFunc(s.todo, func(a, b *todo) int { return cmp.Compare(top[b], top[a]) })
}

// top is the place in the order of the first bit that p writes or depends on.
func (p *Part) top() int {
	bits := slices.Clone(p.cur.bits)
	for _, c := range p.conjuncts {
		bits = append(bits, c.Support()...)
	}
	top := p.space.bits
	for _, b := range bits {
		if !p.aux.Contains(b) {
			top = min(top, p.space.engine.level(int(b)))
		}
	}
	return top
}
