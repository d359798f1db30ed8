package plan

import (
	"math"
	"slices"
)

// bounds are what counting says about every plan. They hold where classes stay as they are
// along all steps.
//
// To tell n classes apart takes a plan with a leaf for each at least. If d is the number of
// steps before a leaf that cost something, the sum of 1/fan^d over all leaves is first at most:
// so there are no more than first*fan^k leaves at depth k or less, and since Kraft's inequality
// (1949) is all that Huffman's tree (1952) asks, the mean is at least that of his forest of
// first trees. In this
//
//	first = quiet^chain, fan = most*first
//
// where chain is how many steps that cost nothing can follow one another, most how many outcomes
// of one choice cost something, and quiet how many outcomes a choice has of which some cost
// nothing, those that cost something counted as one. (A choice may have outcomes of both kinds.)
//
// Proof, by the height of the plan: let V(j) bound the sum where j more steps that cost
// nothing can follow. A leaf adds 1, which is 1/fan^0. A choice with f outcomes that cost
// nothing and c others adds f*V(j-1) + c*first/fan at most, by the hypothesis, as behind each of
// the c outcomes there is a plan again. Here c*first/fan = c/most <= 1: where f = 0 the sum is 1
// at most, and else, with V >= 1, it is (f + min(c, 1))*V(j-1) <= quiet*V(j-1). So V(j) = quiet^j
// does, and j is chain at most.
//
// Where worlds are to be done, some step finishes each of them. A step finishes finish
// worlds at most, and leaves unfinished ones behind rest observations at most.
type bounds struct {
	game   Classifying // nil: nothing is known
	unit   int64       // no step that costs something costs less
	fan    int64       // 0: nothing is known of classes
	first  int64
	finish int64 // 0: nothing is known of what is done
	rest   int64

	unique  bool    // no two worlds have the same class
	trees   []int64 // of n worlds of weight 1 that are unique: the total of Huffman's tree
	filled  []int64 // of n such worlds that are to be done: the total
	classes []int32 // scratch
	sums    []int64 // scratch
}

// countable is how many times a choice is tried in a world at most to find the bounds.
const countable = 3_000_000

// survey is what is found out about all worlds.
type survey struct {
	s       *Search
	worlds  []World
	orbit   map[World]World // the first one met of those that exchanges of values make of it
	tried   int
	zero    map[World][]World // by orbit: where steps that cost nothing lead
	choices []Choice
}

// findBounds looks at all worlds and at one choice of each kind.
func (s *Search) findBounds() error {
	game, ok := s.game.(Classifying)
	if !ok {
		return nil
	}
	s.bounds = bounds{game: game}
	v := &survey{s: s, orbit: map[World]World{}, zero: map[World][]World{}}
	for _, b := range s.start {
		for _, w := range b {
			if err := v.add(w); err != nil {
				return err
			}
		}
	}
	b, complete, err := v.measure(game)
	if err != nil || !complete {
		return err
	}
	s.bounds = *b
	return nil
}

// add adds a world and all that exchanges of values make of it.
func (v *survey) add(w World) error { return v.join(w, w) }

// join adds a world to an orbit with all that exchanges make of it, unless it is known.
func (v *survey) join(w, orbit World) error {
	if _, known := v.orbit[w]; known {
		return nil
	}
	v.orbit[w] = orbit
	v.worlds = append(v.worlds, w)
	if y := v.s.symmetry; y != nil {
		for _, i := range y.generators() {
			to, err := y.world(i, w)
			if err != nil {
				return err
			}
			if err := v.join(to, orbit); err != nil {
				return err
			}
		}
	}
	return nil
}

// measure finds all worlds and the bounds; complete is false where these are too many.
func (v *survey) measure(game Classifying) (b *bounds, complete bool, err error) {
	for done := 0; done < len(v.worlds); {
		done = len(v.worlds)
		clear(v.zero)
		if err := v.list(); err != nil {
			return nil, false, err
		}
		b = &bounds{game: game, unit: math.MaxInt64, fan: 1, first: 1, unique: true}
		quiet, most := int64(1), int64(1)
		injective := true
		for _, c := range v.choices {
			byLook := map[int32]*outcomes{}
			for _, w := range v.worlds[:done] {
				if here, err := v.s.steps.at(w); err != nil {
					return nil, false, err
				} else if _, ok := slices.BinarySearch(here, c); !ok {
					continue
				}
				if v.tried++; v.tried > countable {
					return nil, false, nil
				}
				if err := v.s.tick(1); err != nil {
					return nil, false, err
				}
				list, err := v.s.steps.try(w, c)
				if err != nil {
					return nil, false, err
				}
				o := byLook[game.Look(w)]
				if o == nil {
					o = &outcomes{free: map[int32]bool{}, costly: map[int32]bool{}, undone: map[int32]bool{}, to: map[[2]int32]bool{}}
					byLook[game.Look(w)] = o
				}
				if err := v.follow(o, b, w, slices.Clone(list)); err != nil {
					return nil, false, err
				}
			}
			for _, o := range byLook {
				if len(o.free) > 0 {
					quiet = max(quiet, int64(len(o.free)+min(len(o.costly), 1)))
				}
				most = max(most, int64(len(o.costly)))
				b.finish, b.rest = max(b.finish, o.finished), max(b.rest, int64(len(o.undone)))
				injective = injective && !o.merged
			}
		}
		v.tried = 0
		chain, acyclic := v.chain()
		b.combine(quiet, most, chain, acyclic, injective)
	}
	v.unique(b)
	return b, true, nil
}

// list lists a choice of each kind.
func (v *survey) list() error {
	all := map[Choice]bool{}
	for _, w := range v.worlds {
		here, err := v.s.steps.at(w)
		if err != nil {
			return err
		}
		for _, c := range here {
			all[c] = true
		}
	}
	v.choices = v.choices[:0]
	for c := range all {
		v.choices = append(v.choices, c)
	}
	slices.Sort(v.choices)
	if y := v.s.symmetry; y != nil {
		v.choices = y.orbits(v.choices, y.generators())
	}
	return nil
}

// outcomes are those of one choice in all worlds that look alike, as those of a belief do.
type outcomes struct {
	free, costly, undone map[int32]bool    // what is seen
	to                   map[[2]int32]bool // what is seen, and where it leads, of what is not done
	merged               bool
	finished             int64
}

func (v *survey) follow(o *outcomes, b *bounds, w World, list []Step) error {
	finishes := false
	for _, st := range list {
		if st.Cost == 0 {
			o.free[st.Seen] = true
			v.zero[v.orbit[w]] = append(v.zero[v.orbit[w]], st.To)
		} else {
			o.costly[st.Seen] = true
			b.unit = min(b.unit, int64(st.Cost))
		}
		if b.game.Class(w) != b.game.Class(st.To) {
			b.fan = 0
		}
		if !b.game.Done(w) {
			if b.game.Done(st.To) {
				finishes = true
			} else {
				o.undone[st.Seen] = true
				key := [2]int32{st.Seen, int32(st.To)}
				o.merged = o.merged || o.to[key]
				o.to[key] = true
			}
		}
		if err := v.add(st.To); err != nil {
			return err
		}
	}
	if finishes {
		o.finished++
	}
	return nil
}

// combine makes bounds of what was counted.
func (b *bounds) combine(quiet, most int64, chain int, acyclic, injective bool) {
	if b.unit == math.MaxInt64 || !acyclic {
		b.fan, b.finish = 0, 0
		return
	}
	if chain > 0 || !injective {
		b.finish = 0
	}
	if b.fan == 0 {
		return
	}
	for range chain {
		if b.first *= quiet; b.first > 1<<20 {
			b.fan = 0
			return
		}
	}
	b.fan = most * b.first
}

// chain is the length of the longest chain of steps that cost nothing, unless there is a circle of
// them. It is looked for among orbits, as one choice of each kind was tried alone: every step is
// the image of one that was found, and joins the same orbits as that one. From each world of an
// orbit there is an image of each step that leaves the orbit, so that chains of orbits are chains of
// worlds too, and a circle of orbits goes round for ever among finitely many worlds.
func (v *survey) chain() (longest int, acyclic bool) {
	length := map[World]int{}
	const open = -1
	var visit func(w World) int
	acyclic = true
	visit = func(w World) int {
		if n, ok := length[w]; ok {
			if n == open {
				acyclic = false
				return 0
			}
			return n
		}
		length[w] = open
		n := 0
		for _, to := range v.zero[w] {
			n = max(n, 1+visit(v.orbit[to]))
			if !acyclic {
				return 0
			}
		}
		length[w] = n
		return n
	}
	for w := range v.zero {
		longest = max(longest, visit(w))
	}
	return longest, acyclic
}

func (v *survey) unique(b *bounds) {
	classes := map[int32]bool{}
	for _, w := range v.worlds {
		classes[b.game.Class(w)] = true
	}
	b.unique = len(classes) == len(v.worlds)
}

// unmet tells whether some worlds are no belief in the goal for reasons of counting alone.
func (b *bounds) unmet(worlds []World) bool {
	return b.game != nil && (b.unfinished(worlds) > 0 || b.count(worlds) > 1)
}

// worst is a bound on the worst case of a belief.
func (b *bounds) worst(worlds []World) int32 {
	least := int64(0)
	if b.fan > 0 {
		least = max(least, b.unit*b.deep(b.count(worlds)))
	}
	if b.finish > 0 {
		least = max(least, b.unit*b.steps(b.unfinished(worlds)))
	}
	return int32(min(least, Never-1))
}

// deep is how many steps it takes at least to tell n classes apart.
func (b *bounds) deep(n int64) int64 {
	if b.fan <= 1 {
		if n > b.first {
			return Never
		}
		return 0
	}
	k := int64(0)
	for leaves := b.first; leaves < n; leaves *= b.fan {
		k++
	}
	return k
}

// steps is how many steps it takes at least to finish n worlds.
func (b *bounds) steps(n int64) int64 {
	k := int64(0)
	for level := b.finish; n > 0; level = min(level*b.rest, 1<<40) {
		if k++; level == 0 {
			return Never
		}
		n -= level
	}
	return k
}

// count is how many classes there are among some worlds.
func (b *bounds) count(worlds []World) int64 {
	if b.unique {
		return int64(len(worlds))
	}
	b.classes = b.classes[:0]
	for _, w := range worlds {
		b.classes = append(b.classes, b.game.Class(w))
	}
	slices.Sort(b.classes)
	return int64(len(slices.Compact(b.classes)))
}

func (b *bounds) unfinished(worlds []World) int64 {
	n := int64(0)
	for _, w := range worlds {
		if !b.game.Done(w) {
			n++
		}
	}
	return n
}

// mean is a bound on the total of a belief.
func (b *bounds) mean(worlds []World, weights []int64) int64 {
	least := int64(0)
	if b.fan > 0 {
		least = max(least, times(b.unit, b.tree(worlds, weights)))
	}
	if b.finish > 0 {
		least = max(least, times(b.unit, b.fill(worlds, weights)))
	}
	return least
}

// tree is the total of Huffman's tree.
func (b *bounds) tree(worlds []World, weights []int64) int64 {
	n := len(worlds)
	if b.fan == 1 {
		return 0
	}
	if b.unique && weights == nil {
		for len(b.trees) <= n {
			ones := make([]int64, len(b.trees))
			for i := range ones {
				ones[i] = 1
			}
			b.trees = append(b.trees, huffman(ones, b.fan, b.first))
		}
		return b.trees[n]
	}
	return huffman(b.weigh(worlds, weights), b.fan, b.first)
}

// weigh lists the weights of the classes.
func (b *bounds) weigh(worlds []World, weights []int64) []int64 {
	type pair struct {
		class  int32
		weight int64
	}
	pairs := make([]pair, len(worlds))
	for i, w := range worlds {
		pairs[i] = pair{b.game.Class(w), 1}
		if weights != nil {
			pairs[i].weight = weights[i]
		}
	}
	slices.SortFunc(pairs, func(p, q pair) int { return int(p.class) - int(q.class) })
	b.sums = b.sums[:0]
	for i, p := range pairs {
		if i > 0 && pairs[i-1].class == p.class {
			b.sums[len(b.sums)-1] += p.weight
		} else {
			b.sums = append(b.sums, p.weight)
		}
	}
	return b.sums
}

// huffman is the least sum of weight times depth of leaves in a forest of so many trees,
// of nodes with fan children at most. The weights are changed.
func huffman(weights []int64, fan, trees int64) int64 {
	slices.Sort(weights)
	n := int64(len(weights))
	if n <= trees {
		return 0
	}
	// Leaves are taken from the front, inner nodes queue up behind them in increasing order.
	var inner []int64
	take := func() int64 {
		if len(inner) == 0 || len(weights) > 0 && weights[0] <= inner[0] {
			w := weights[0]
			weights = weights[1:]
			return w
		}
		w := inner[0]
		inner = inner[1:]
		return w
	}
	total := int64(0)
	join := (n-trees-1)%(fan-1) + 2
	for n > trees {
		sum := int64(0)
		for range join {
			sum += take()
		}
		inner = append(inner, sum)
		total += sum
		n, join = n-join+1, fan
	}
	return total
}

// fill is the least total of worlds that are finished as early as can be.
func (b *bounds) fill(worlds []World, weights []int64) int64 {
	n := b.unfinished(worlds)
	if weights == nil {
		for int64(len(b.filled)) <= n {
			b.filled = append(b.filled, b.fillOnes(int64(len(b.filled))))
		}
		return b.filled[n]
	}
	var sorted []int64
	for i, w := range worlds {
		if !b.game.Done(w) {
			sorted = append(sorted, weights[i])
		}
	}
	slices.Sort(sorted)
	slices.Reverse(sorted)
	total, depth, level := int64(0), int64(1), b.finish
	room := level
	for _, w := range sorted {
		for room == 0 {
			if level = min(level*b.rest, 1<<40); level == 0 {
				return total
			}
			depth, room = depth+1, level
		}
		total += times(depth, w)
		room--
	}
	return total
}

func (b *bounds) fillOnes(n int64) int64 {
	total, depth, level := int64(0), int64(1), b.finish
	for n > 0 && level > 0 {
		here := min(n, level)
		total, n = total+depth*here, n-here
		depth, level = depth+1, min(level*b.rest, 1<<40)
	}
	return total
}
