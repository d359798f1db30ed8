package plan

import "slices"

// Search looks for plans in one game. It keeps what it finds out, and serves one goroutine
// at a time.
type Search struct {
	game     Game
	o        Options
	start    [][]World
	steps    *steps
	symmetry *symmetry
	bounds   bounds
	weighted bool // beliefs have weights: it is about means
	index    map[string]*belief
	limit    int // of beliefs
	kept     int // options that are kept, in all

	path    int32    // how many beliefs are being decided, of worst cases
	means   *Search  // among beliefs with weights; nil: it was not asked for
	top     *descent // of means
	trail   []taken  // likewise
	patient int      // until somebody is asked whether to go on
	scratch []byte
	bucket  []int32 // by what is seen: its part, plus 1
	used    []int32 // what is in bucket
	parts   []part
}

// New prepares a search.
func New(g Game, o Options) (*Search, error) {
	if o.Beliefs == 0 {
		o.Beliefs = defaultBeliefs
	}
	s := &Search{game: g, o: o, start: g.Start(), steps: newSteps(g), symmetry: symmetryOf(g), limit: o.Beliefs, index: map[string]*belief{}}
	return s, s.guarded(s.findBounds)
}

// weighing is a search in the same game as s among beliefs with weights.
func weighing(s *Search) *Search {
	m := *s
	m.weighted, m.index, m.kept = true, map[string]*belief{}, 0
	m.bucket, m.used, m.parts, m.scratch = nil, nil, nil, nil
	return &m
}

// guarded runs f and turns numbers that are too large into an error.
func (s *Search) guarded(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			if _, ok := p.(overflow); !ok {
				panic(p)
			}
			err = errOverflow
		}
	}()
	return f()
}

// patience is how many worlds are looked at before somebody is asked whether to go on.
const patience = 1 << 16

func (s *Search) tick(work int) error {
	if s.patient -= work; s.patient > 0 || s.o.Interrupted == nil {
		return nil
	}
	s.patient = patience
	return s.o.Interrupted()
}

// starting are the beliefs in which a plan may have to begin.
func (s *Search) starting(left int32) ([]*belief, error) {
	var all []*belief
	for _, worlds := range s.start {
		p := part{worlds: slices.Clone(worlds)}
		p.tidy(s.weighted)
		b, _, err := s.intern(&p, left)
		if err != nil {
			return nil, err
		}
		all = append(all, b)
	}
	return all, nil
}

// option is what can be chosen in a belief.
type option struct {
	choice Choice
	worst  int32 // bound on what it costs, of the worst case
	least  frac  // bound on its total
	edges  []edge
	wide   int // how many worlds are in its largest part
}

// edge leads to a belief. The total of a belief counts what comes after the edge mul/div
// times.
type edge struct {
	to       *belief
	cost     int32
	mul, div int64
}

// split groups what a choice leads to by what is observed. The parts are good until the
// next call, not tidy, and their weights are multiplied by the factor it returns.
func (s *Search) split(b *belief, c Choice) (parts []part, factor int64, err error) {
	for _, seen := range s.used {
		s.bucket[seen] = 0
	}
	s.used = s.used[:0]
	if factor, err = s.branching(b, c); err != nil {
		return nil, 0, err
	}
	weighted := s.weighted && (b.weights != nil || factor > 1)
	n := 0
	for i, w := range b.worlds {
		list, err := s.steps.try(w, c)
		if err != nil {
			return nil, 0, err
		}
		for _, st := range list {
			for int(st.Seen) >= len(s.bucket) {
				s.bucket = append(s.bucket, 0)
			}
			k := s.bucket[st.Seen]
			if k == 0 {
				if n == len(s.parts) {
					s.parts = append(s.parts, part{})
				}
				p := &s.parts[n]
				p.seen, p.cost, p.worlds, p.weights = st.Seen, st.Cost, p.worlds[:0], p.weights[:0]
				n++
				k = int32(n)
				s.bucket[st.Seen] = k
				s.used = append(s.used, st.Seen)
			}
			p := &s.parts[k-1]
			p.worlds = append(p.worlds, st.To)
			if weighted {
				p.weights = append(p.weights, times(b.weight(i), factor/int64(len(list))))
			}
		}
	}
	for i := range s.parts[:n] {
		if !weighted {
			s.parts[i].weights = nil
		}
	}
	return s.parts[:n], factor, s.tick(len(b.worlds))
}

// branching is the least common multiple of how many steps a choice has in each world.
func (s *Search) branching(b *belief, c Choice) (int64, error) {
	factor := int64(1)
	if !s.weighted {
		return factor, nil
	}
	for _, w := range b.worlds {
		list, err := s.steps.try(w, c)
		if err != nil {
			return 0, err
		}
		if n := int64(len(list)); n > 1 {
			factor = times(factor, n/gcd(n, factor))
		}
	}
	return factor, nil
}

// mostKept is how many options, and edges of options, are kept with beliefs in all.
const mostKept = 1 << 22

// expand lists what can be chosen in a belief, what looks best first, without what cannot
// be better than something else. The beliefs that an option leads to are found by follow.
func (s *Search) expand(b *belief) ([]option, error) {
	if b.listed {
		return b.options, nil
	}
	choices, err := s.steps.common(b.worlds)
	if err != nil {
		return nil, err
	}
	fixing, err := s.fixing(b)
	if err != nil {
		return nil, err
	}
	if s.symmetry != nil {
		choices = s.symmetry.orbits(choices, fixing)
	}
	var options []option
	known := map[string]bool{}
	for _, c := range choices {
		parts, factor, err := s.split(b, c)
		if err != nil {
			return nil, err
		}
		if len(b.worlds) <= mostCompared {
			if key := s.partition(b, c); known[key] {
				continue
			} else {
				known[key] = true
			}
		}
		o := option{choice: c, least: whole(0)}
		for i := range parts {
			p := &parts[i]
			p.tidy(s.weighted)
			o.wide = max(o.wide, len(p.worlds))
			s.estimate(&o, p, factor)
		}
		if b.left >= 0 && o.worst > b.left {
			continue
		}
		options = append(options, o)
	}
	slices.SortStableFunc(options, func(p, q option) int {
		if s.weighted && p.least != q.least {
			if p.least.less(q.least) {
				return -1
			}
			return 1
		}
		if p.worst != q.worst {
			return int(p.worst - q.worst)
		}
		return p.wide - q.wide
	})
	if s.kept += len(options) + 1; s.kept < mostKept {
		b.options, b.listed = options, true
	}
	return options, nil
}

// estimate adds what counting says about a part of an option.
func (s *Search) estimate(o *option, p *part, factor int64) {
	deep, least := int32(0), whole(0)
	unmet := s.bounds.unmet(p.worlds)
	if unmet {
		deep = max(s.bounds.worst(p.worlds), int32(s.o.Cheapest))
	}
	if o.worst = max(o.worst, deep+p.cost); !s.weighted {
		return
	}
	total := p.total()
	if unmet {
		least = whole(max(s.bounds.mean(p.worlds, p.weights), times(total, int64(s.o.Cheapest))))
	}
	o.least = o.least.add(least.add(whole(times(total, int64(p.cost)))).scale(1, factor))
}

// mostCompared is how many worlds a belief has at most whose options are compared with
// one another.
const mostCompared = 64

// partition is equal for choices that lead to the same, up to names of what is observed.
func (s *Search) partition(b *belief, c Choice) string {
	key := s.scratch[:0]
	for _, w := range b.worlds {
		list, _ := s.steps.try(w, c)
		for _, st := range list {
			k := s.bucket[st.Seen]
			key = append(key, byte(k), byte(k>>8), byte(k>>16), byte(k>>24), byte(st.To), byte(st.To>>8), byte(st.To>>16), byte(st.To>>24))
			key = append(key, byte(st.Cost), byte(st.Cost>>8), byte(st.Cost>>16), byte(st.Cost>>24))
		}
		key = append(key, 0xff)
	}
	s.scratch = key
	return string(key)
}

// follow finds the beliefs to which an option of b leads, the largest first; nil where it
// is of no use: it leads back to b alone, or costs more than is left.
func (s *Search) follow(b *belief, o *option) ([]edge, error) {
	if o.edges != nil {
		return o.edges, nil
	}
	parts, factor, err := s.split(b, o.choice)
	if err != nil {
		return nil, err
	}
	edges := make([]edge, 0, len(parts))
	for i := range parts {
		p := &parts[i]
		p.tidy(s.weighted)
		left := b.left
		if left >= 0 {
			if left -= p.cost; left < 0 {
				return nil, nil
			}
		}
		q := *p // values may be exchanged
		to, divisor, err := s.intern(&q, left)
		if err != nil {
			return nil, err
		}
		if to == b && len(parts) == 1 {
			return nil, nil
		}
		edges = append(edges, edge{to, p.cost, divisor, factor})
	}
	slices.SortStableFunc(edges, func(p, q edge) int { return len(q.to.worlds) - len(p.to.worlds) })
	if s.kept += len(edges); s.kept < mostKept {
		o.edges = edges
	}
	return edges, nil
}
