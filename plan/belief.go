package plan

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
)

// belief is a set of worlds, with weights where these are not all alike. The weights
// have no common divisor.
type belief struct {
	worlds  []World
	weights []int64 // nil: 1 each
	total   int64   // of the weights
	left    int32   // what a plan may still cost, of the mean within a bound; else -1

	met     bool
	lower   int32  // of the worst case: no less suffices
	upper   int32  // so much suffices
	onPath  int32  // the budget with which it is being decided, plus 1; 0: it is not
	depth   int32  // on that path; of means 0 if it is on none
	best    Choice // of a plan that costs upper, or most
	options []option
	listed  bool // options are those there are
	raised  bool // least has looked one step ahead

	least frac // no smaller total is possible, which is the mean times the weights
	most  frac // the least total; d = 0: not known
}

func (b *belief) weight(i int) int64 {
	if b.weights == nil {
		return 1
	}
	return b.weights[i]
}

// found notes a plan of the worst case that begins with a choice, unless a better one was noted on
// the way: that one may be a part of this one, which would then lead back to its own beginning. If a plan
// costs less than is said to be possible no answer can be trusted.
func (b *belief) found(cost int32, c Choice) {
	if cost < b.lower {
		panic(fmt.Sprintf("plan: a plan costs %d, and the best one %d at least", cost, b.lower))
	}
	if cost < b.upper {
		b.upper, b.best = cost, c
	}
}

// part is what becomes of a belief by one observation, before it is a belief: worlds with
// their weights, in any order, and some of them more than once.
type part struct {
	seen, cost int32
	worlds     []World
	weights    []int64 // nil: 1 each
}

// total is the sum of the weights.
func (p *part) total() int64 {
	if p.weights == nil {
		return int64(len(p.worlds))
	}
	total := int64(0)
	for _, w := range p.weights {
		total += w
	}
	return total
}

// tidy sorts a part and joins what is there more than once.
func (p *part) tidy(weighted bool) {
	if p.weights == nil {
		if !slices.IsSorted(p.worlds) {
			slices.Sort(p.worlds)
		}
		repeated := false
		for i := 1; i < len(p.worlds) && !repeated; i++ {
			repeated = p.worlds[i] == p.worlds[i-1]
		}
		if !repeated {
			return
		}
		if !weighted {
			p.worlds = slices.Compact(p.worlds)
			return
		}
		p.weights = make([]int64, len(p.worlds))
		for i := range p.weights {
			p.weights[i] = 1
		}
	}
	at := make([]int, len(p.worlds))
	for i := range at {
		at[i] = i
	}
	slices.SortFunc(at, func(i, j int) int { return int(p.worlds[i]) - int(p.worlds[j]) })
	var worlds []World
	var weights []int64
	for _, i := range at {
		if n := len(worlds); n > 0 && worlds[n-1] == p.worlds[i] {
			weights[n-1] += p.weights[i]
			continue
		}
		worlds, weights = append(worlds, p.worlds[i]), append(weights, p.weights[i])
	}
	p.worlds, p.weights = worlds, weights
}

// lowest divides the weights by their common divisor, which it returns.
func (p *part) lowest() int64 {
	if p.weights == nil {
		return 1
	}
	g := int64(0)
	for _, w := range p.weights {
		g = gcd(w, g)
	}
	alike := true
	for i := range p.weights {
		p.weights[i] /= g
		alike = alike && p.weights[i] == 1
	}
	if alike {
		p.weights = nil
	}
	return g
}

// key is equal for equal beliefs.
func (s *Search) key(worlds []World, weights []int64, left int32) []byte {
	k := s.scratch[:0]
	k = binary.LittleEndian.AppendUint32(k, uint32(left))
	for _, w := range worlds {
		k = binary.LittleEndian.AppendUint32(k, uint32(w))
	}
	if weights != nil {
		k = append(k, 'w')
		for _, w := range weights {
			k = binary.LittleEndian.AppendUint64(k, uint64(w))
		}
	}
	s.scratch = k
	return k
}

// intern returns the belief of a tidy part, or of one that it becomes by exchanging values,
// and the factor by which its weights were divided.
func (s *Search) intern(p *part, left int32) (*belief, int64, error) {
	factor := p.lowest()
	if err := s.canonical(p, nil); err != nil {
		return nil, 0, err
	}
	key := s.key(p.worlds, p.weights, left)
	if b, ok := s.index[string(key)]; ok {
		return b, factor, nil
	}
	if len(s.index) >= s.limit {
		return nil, 0, ErrTooMany
	}
	b := &belief{worlds: slices.Clone(p.worlds), weights: slices.Clone(p.weights), left: left, upper: Never}
	if b.total = p.total(); b.total > math.MaxInt32 {
		return nil, 0, errOverflow
	}
	s.index[string(key)] = b
	met, err := s.game.Met(b.worlds)
	if err != nil {
		return nil, 0, err
	}
	if b.met = met; met {
		b.upper, b.least, b.most = 0, whole(0), whole(0)
	} else {
		b.lower = max(s.bounds.worst(b.worlds), int32(s.o.Cheapest))
		b.least = whole(max(s.bounds.mean(b.worlds, b.weights), times(b.total, int64(s.o.Cheapest))))
	}
	return b, factor, nil
}
