package slowplan

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/epibdd/epibdd/spec"
)

// Options bound how much is listed.
type Options struct {
	Histories, Depth int // of histories
	Beliefs          int
	Steps            int // that are looked at for a mean
	Interrupted      func() error
}

// Range is what a number lies between. Lower is nil where there surely is no plan, Upper where there may be none.
type Range struct{ Lower, Upper *big.Rat }

// Answer is what plans cost.
type Answer struct {
	Worst Range
	// Mean is nil where others have choices that are no matter of chance.
	Mean *Range
	// Starts is how many of the beginnings have a plan, at least and at most.
	Starts     [2]int
	Beginnings []Beginning
}

// Beginning is a belief in which a plan may begin.
type Beginning struct {
	States  []spec.State
	Met     bool // the goal is reached there
	Worst   Range
	Mean    *Range
	Choices []Choice
}

// Choice is what may be done first in a beginning, and what plans cost then.
type Choice struct {
	Does  string // as the function of this name says it; empty: those who plan wait
	Worst Range
	Mean  *Range
}

// Does is equal for equal moves.
func Does(moves []spec.Move) (text string) {
	for _, m := range moves {
		text += m.Action.Name + "(" + spec.Key(m.Args...) + ") "
	}
	return text
}

// ByHistories answers from all histories of some steps.
func ByHistories(c *spec.Check, o Options) (*Answer, error) {
	q := newAsker(c, o)
	g, err := newHistories(q, o.Histories, o.Depth)
	if err != nil {
		return nil, err
	}
	return answered(q, g, o)
}

// ByStates answers from sets of states.
func ByStates(c *spec.Check, o Options) (*Answer, error) {
	if c.Plan.After != nil && c.Model.AsksKnowledge() != nil {
		return nil, ErrOthers
	}
	q := newAsker(c, o)
	return answered(q, &states{q, map[string]*world{}}, o)
}

// node is a belief with what it costs.
type node struct {
	belief
	met, open    bool
	choices      []string // none where it is met or open
	options      [][]edge // of each choice
	lower, upper int      // of the worst case
	fair         string   // why others have a choice that is no matter of chance
}

// edge is one observation of a choice.
type edge struct {
	cost int
	key  string
}

// never is more than any plan costs.
const never = 1 << 40

// solver keeps what is known of beliefs.
type solver struct {
	*asker
	game
	o     Options
	nodes map[string]*node
	order []*node
	means map[string]Range
}

func answered(q *asker, g game, o Options) (*Answer, error) {
	s := &solver{asker: q, game: g, o: o, nodes: map[string]*node{}, means: map[string]Range{}}
	start, err := q.begun(g)
	if err != nil {
		return nil, err
	}
	for _, b := range start {
		if err := s.add(b); err != nil {
			return nil, err
		}
	}
	for i := 0; i < len(s.order); i++ {
		if err := s.expand(s.order[i]); err != nil {
			return nil, err
		}
	}
	s.fixpoint()
	within := never - 1
	if s.plan.Within > 0 {
		within = s.plan.Within
	}
	a := &Answer{}
	lower, upper := 0, 0
	for _, b := range start {
		n := s.nodes[b.key(false)]
		lower, upper = max(lower, n.lower), max(upper, n.upper)
		from := Beginning{Met: n.met, Worst: Range{number(n.lower, within), number(n.upper, within)}}
		for _, w := range b {
			from.States = append(from.States, w.state)
		}
		for i, edges := range n.options {
			lower, upper := s.after(edges)
			from.Choices = append(from.Choices, Choice{Does: n.choices[i], Worst: Range{number(lower, within), number(upper, within)}})
		}
		a.Beginnings = append(a.Beginnings, from)
		if n.upper <= within {
			a.Starts[0]++
		}
		if n.lower <= within {
			a.Starts[1]++
		}
	}
	a.Worst = Range{number(lower, within), number(upper, within)}
	for _, n := range s.order {
		if n.fair != "" {
			return a, nil
		}
	}
	mean, steps, err := s.mean(start)
	if err != nil {
		return nil, err
	}
	a.Mean = &mean
	for i, b := range start {
		of, choices, err := s.leastOf(b, s.left(), steps)
		if err != nil {
			return nil, err
		}
		from := &a.Beginnings[i]
		from.Mean = &of
		for k := range choices {
			from.Choices[k].Mean = &choices[k]
		}
	}
	return a, nil
}

func number(n, within int) *big.Rat {
	if n > within {
		return nil
	}
	return big.NewRat(int64(n), 1)
}

// add lists a belief.
func (s *solver) add(b belief) error {
	key := b.key(false)
	if s.nodes[key] != nil {
		return nil
	}
	if len(s.order) >= s.o.Beliefs {
		return ErrTooMany
	}
	if err := s.interrupted(); err != nil {
		return err
	}
	n := &node{belief: b, upper: never}
	var err error
	if n.met, err = s.met(b); err != nil {
		return err
	}
	n.open = !n.met && s.open(b)
	s.nodes[key] = n
	s.order = append(s.order, n)
	return nil
}

// way is a choice with what comes of it, by what is observed.
type way struct {
	does  string
	parts []belief // their shares add up to that of the belief
	costs []int
}

// ways lists the choices in a belief.
func (s *solver) ways(b belief) (all []way, fair string, err error) {
	lists, err := s.steps(b)
	if err != nil {
		return nil, "", err
	}
	var choices []string
	for _, st := range lists[0] {
		if !slices.Contains(choices, st.own) {
			choices = append(choices, st.own)
		}
	}
	for i, list := range lists {
		choices = slices.DeleteFunc(choices, func(c string) bool {
			return !slices.ContainsFunc(list, func(st step) bool { return st.own == c })
		})
		if fair == "" {
			if fair, err = s.choosing(b[i], list); err != nil {
				return nil, "", err
			}
		}
	}
	for _, c := range choices {
		w := way{does: c}
		place := map[string]int{}
		for i, list := range lists {
			var taken []step
			for _, st := range list {
				if st.own == c || st.own == "" && !s.model.Joint {
					taken = append(taken, st)
				}
			}
			share := new(big.Rat).Quo(b[i].share, big.NewRat(int64(len(taken)), 1))
			for _, st := range taken {
				k, ok := place[st.seen]
				if !ok {
					k = len(w.parts)
					place[st.seen], w.parts, w.costs = k, append(w.parts, nil), append(w.costs, st.cost)
				}
				if w.costs[k] != st.cost {
					return nil, "", &Refusal{fmt.Sprintf("steps that look alike cost %d and %d", w.costs[k], st.cost)}
				}
				w.parts[k] = w.parts[k].added(st.to, share)
			}
		}
		all = append(all, w)
	}
	return all, fair, nil
}

// choosing says which choice others have in a world that is no matter of chance, if they have one.
func (s *solver) choosing(w weighed, list []step) (string, error) {
	var others []step
	own := map[string]int{}
	for _, st := range list {
		if own[st.own]++; st.own == "" {
			others = append(others, st)
		}
	}
	switch {
	case s.model.Joint:
		for c, n := range own {
			if n > 1 {
				return fmt.Sprintf("%d steps are possible with %s", n, c), nil
			}
		}
		return "", nil
	case len(others) > 0 && len(others) < len(list):
		return "it is open who moves", nil
	}
	for _, st := range others {
		owner, err := s.owner(st.moves[0], st.moves, w.state)
		if err != nil {
			return "", err
		}
		if len(others) > 1 && (owner != nil || st.moves[0].Action != others[0].moves[0].Action) {
			return "somebody chooses", nil
		}
	}
	return "", nil
}

// expand lists what can be chosen in a belief.
func (s *solver) expand(n *node) error {
	if n.met || n.open {
		return nil
	}
	all, fair, err := s.ways(n.belief)
	if err != nil {
		return err
	}
	n.fair = fair
	for _, w := range all {
		var edges []edge
		for i, b := range w.parts {
			if err := s.add(b); err != nil {
				return err
			}
			edges = append(edges, edge{w.costs[i], b.key(false)})
		}
		n.choices, n.options = append(n.choices, w.does), append(n.options, edges)
	}
	return nil
}

// fixpoint computes the least fixpoints of the worst case: what is open is reached in one, and never in the other.
func (s *solver) fixpoint() {
	for _, n := range s.order {
		n.lower, n.upper = never, never
		if n.met {
			n.lower, n.upper = 0, 0
		} else if n.open {
			n.lower = 0
		}
	}
	for changed := true; changed; {
		changed = false
		for _, n := range s.order {
			for _, edges := range n.options {
				lower, upper := s.after(edges)
				if lower < n.lower || upper < n.upper {
					n.lower, n.upper, changed = min(n.lower, lower), min(n.upper, upper), true
				}
			}
		}
	}
}

// after is the worst case of a choice by those of the beliefs that it leads to.
func (s *solver) after(edges []edge) (lower, upper int) {
	for _, e := range edges {
		lower = max(lower, min(never, e.cost+s.nodes[e.key].lower))
		upper = max(upper, min(never, e.cost+s.nodes[e.key].upper))
	}
	return lower, upper
}

// left is what plans may cost; negative: anything.
func (s *solver) left() int {
	if s.plan.Within > 0 {
		return s.plan.Within
	}
	return -1
}

// mean looks at more and more steps, until what comes after them makes no difference.
func (s *solver) mean(start []belief) (r Range, steps int, err error) {
	for steps = 1; ; steps++ {
		r = Range{new(big.Rat), new(big.Rat)}
		total := new(big.Rat)
		for _, b := range start {
			m, err := s.least(b, s.left(), steps)
			if err != nil {
				return Range{}, 0, err
			}
			share := b.total()
			total.Add(total, share)
			r.Lower, r.Upper = plus(r.Lower, share, m.Lower), plus(r.Upper, share, m.Upper)
		}
		for _, x := range []*big.Rat{r.Lower, r.Upper} {
			if x != nil {
				x.Quo(x, total)
			}
		}
		if r.Lower == nil || r.Upper != nil && r.Lower.Cmp(r.Upper) == 0 || steps >= s.o.Steps || len(s.means) > 4*s.o.Beliefs {
			return r, steps, nil
		}
	}
}

// plus adds a part to a sum; nil is infinite.
func plus(sum, share, x *big.Rat) *big.Rat {
	if sum == nil || x == nil {
		return nil
	}
	return new(big.Rat).Add(sum, new(big.Rat).Mul(share, x))
}

// least is the least mean from a belief by plans that may still cost so much (negative: anything), after so many steps of
// which they are over, or nothing is known.
func (s *solver) least(b belief, left, steps int) (Range, error) {
	n := s.nodes[b.key(false)]
	most := never - 1
	if left >= 0 {
		most = left
	}
	switch {
	case n.met:
		return Range{new(big.Rat), new(big.Rat)}, nil
	case n.lower > most:
		return Range{}, nil
	case n.open || steps == 0:
		return Range{Lower: new(big.Rat)}, nil
	}
	key := strings.Join([]string{b.key(true), fmt.Sprint(left), fmt.Sprint(steps)}, "\x04")
	if r, ok := s.means[key]; ok {
		return r, nil
	}
	best, _, err := s.leastOf(b, left, steps)
	if err == nil {
		s.means[key] = best
	}
	return best, err
}

// leastOf is the least mean among those of the choices in a belief that is not met, which it returns in their order.
func (s *solver) leastOf(b belief, left, steps int) (best Range, choices []Range, err error) {
	if n := s.nodes[b.key(false)]; n.met || n.open {
		best, err = s.least(b, left, steps)
		return best, nil, err
	}
	if err := s.interrupted(); err != nil {
		return Range{}, nil, err
	}
	all, _, err := s.ways(b)
	if err != nil {
		return Range{}, nil, err
	}
	for _, w := range all {
		sum := Range{new(big.Rat), new(big.Rat)}
		for i, part := range w.parts {
			rest := left
			if left >= 0 {
				if rest -= w.costs[i]; rest < 0 {
					sum = Range{}
					break
				}
			}
			r, err := s.least(part, rest, steps-1)
			if err != nil {
				return Range{}, nil, err
			}
			share := new(big.Rat).Quo(part.total(), b.total())
			cost := big.NewRat(int64(w.costs[i]), 1)
			sum.Lower, sum.Upper = plus(plus(sum.Lower, share, cost), share, r.Lower), plus(plus(sum.Upper, share, cost), share, r.Upper)
		}
		choices = append(choices, sum)
		best = Range{lesser(best.Lower, sum.Lower), lesser(best.Upper, sum.Upper)}
	}
	return best, choices, nil
}

// lesser is the smaller one of two numbers; nil is infinite.
func lesser(x, y *big.Rat) *big.Rat {
	if x == nil || y != nil && y.Cmp(x) < 0 {
		return y
	}
	return x
}
