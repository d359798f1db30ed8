package plan

import (
	"errors"
	"fmt"
	"slices"
)

// Node is what a plan does in a belief.
type Node struct {
	Worlds []World
	Seen   int32  // what was observed before
	Met    bool   // the goal is reached
	Choice Choice // else what is chosen
	Next   []*Node
}

// ErrLong says that a plan is too large to be written down.
var ErrLong = errors.New("the plan is too large to be shown")

// errRound says that a plan leads back to where it was.
var errRound = fmt.Errorf("%w, it goes round", ErrLong)

// WorstPlan is a plan with the worst case that was found, one tree for each belief in which
// it may have to begin; of so many nodes at most.
func (s *Search) WorstPlan(nodes int) ([]*Node, error) { return s.plan(-1, nodes) }

// MeanPlan is a plan with the least mean, after Mean has found it.
func (s *Search) MeanPlan(nodes int) ([]*Node, error) {
	m := s.means
	all, err := m.plan(m.left(), nodes)
	if errors.Is(err, errRound) && m.guarded(m.straighten) == nil {
		all, err = m.plan(m.left(), nodes)
	}
	return all, err
}

// straighten chooses again among the best choices of each belief, so that plans lead on to the goal: of
// beliefs that steps without cost lead to from one another each may have been found to be worth what the
// next one is, which goes round. From the goal on, a belief gets a best choice all of whose outcomes
// lead there already.
func (s *Search) straighten() error {
	all, err := s.starting(s.left())
	if err != nil {
		return err
	}
	best, leads := map[*belief][]option{}, map[*belief]bool{}
	for i := 0; i < len(all); i++ {
		b := all[i]
		if _, known := best[b]; known {
			continue
		}
		if leads[b] = b.met; !b.met {
			if best[b], err = s.bestOptions(b); err != nil {
				return err
			}
		}
		for _, o := range best[b] {
			for _, e := range o.edges {
				all = append(all, e.to)
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for _, b := range all {
			i := slices.IndexFunc(best[b], func(o option) bool {
				return !slices.ContainsFunc(o.edges, func(e edge) bool { return !leads[e.to] })
			})
			if i >= 0 && !leads[b] {
				b.best, leads[b], changed = best[b][i].choice, true, true
			}
		}
	}
	return nil
}

// bestOptions are the options that are worth what a belief is, with their edges.
func (s *Search) bestOptions(b *belief) (best []option, err error) {
	options, err := s.expand(b)
	if err != nil {
		return nil, err
	}
	for i := range options {
		o := options[i]
		ok, err := s.isBest(b, &o)
		if err != nil {
			return nil, err
		}
		if ok {
			if o.edges, err = s.follow(b, &o); err != nil {
				return nil, err
			}
			best = append(best, o)
		}
	}
	return best, nil
}

// writer writes a plan down.
type writer struct {
	*Search
	room int
	path map[*belief]bool
}

func (s *Search) plan(left int32, nodes int) (all []*Node, err error) {
	w := &writer{s, nodes, map[*belief]bool{}}
	err = s.guarded(func() error {
		for _, worlds := range s.start {
			p := part{worlds: slices.Clone(worlds)}
			p.tidy(s.weighted)
			n, err := w.node(p, nil, left)
			if err != nil {
				return err
			}
			all = append(all, n)
		}
		return nil
	})
	return all, err
}

// node writes what is done in a belief, of which exchanges of values make one whose best
// choice is known.
func (w *writer) node(p part, exchanged []int, left int32) (*Node, error) {
	if w.room--; w.room < 0 {
		return nil, ErrLong
	}
	p.lowest()
	known := part{worlds: p.worlds, weights: p.weights}
	for _, swap := range exchanged {
		q, err := w.symmetry.image(swap, &known)
		if err != nil {
			return nil, err
		}
		known = q
	}
	exchanged = slices.Clone(exchanged)
	if err := w.canonical(&known, &exchanged); err != nil {
		return nil, err
	}
	b := w.index[string(w.key(known.worlds, known.weights, left))]
	if b == nil {
		return nil, errors.New("a belief of the plan is not known")
	}
	if w.path[b] {
		return nil, errRound
	}
	w.path[b] = true
	defer delete(w.path, b)
	n := &Node{Worlds: slices.Clone(p.worlds), Met: b.met}
	if b.met {
		return n, nil
	}
	n.Choice = b.best
	for _, swap := range slices.Backward(exchanged) {
		n.Choice = w.symmetry.choice(swap, n.Choice)
	}
	here := &belief{worlds: n.Worlds, weights: slices.Clone(p.weights)}
	parts, _, err := w.split(here, n.Choice)
	if err != nil {
		return nil, err
	}
	parts = slices.Clone(parts) // split uses them again
	for i := range parts {
		parts[i].worlds, parts[i].weights = slices.Clone(parts[i].worlds), slices.Clone(parts[i].weights)
	}
	for i := range parts {
		q := parts[i]
		q.tidy(w.weighted)
		rest := left
		if rest >= 0 {
			rest -= q.cost
		}
		next, err := w.node(part{worlds: q.worlds, weights: q.weights}, exchanged, rest)
		if err != nil {
			return nil, err
		}
		next.Seen = q.seen
		n.Next = append(n.Next, next)
	}
	return n, nil
}
