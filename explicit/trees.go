package explicit

import (
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/epibdd/epibdd/spec"
)

// Trees say what agents with perfect recall know of one another, as deep as it is asked
// (R. van der Meyden, N. Shilov, "Model checking knowledge and time in systems with perfect
// recall", FSTTCS, 1999: k-trees). The tree of a history is its state with, for each observer
// who is asked, the set of the trees, of one level less, of the histories that it confuses with
// this one. What a step makes of a tree is a function of the tree: those of the next history are
// what steps that look the same make of those in the set (docs/semantics.md#knowledge-trees).
// So the trees with steps between them are a finite graph, in which formulas mean what they mean
// among histories. Equal trees, and equal sets of trees, are there once.
//
// A tree says nothing of whom nobody asks: what these know is open there.

// forest makes trees of the steps between states.
type forest struct {
	*structure            // of the trees
	states     *structure // the reachable states
	work       *Budget
	most       int // trees

	seen     map[string]int    // numbers of what somebody saw
	sights   map[string]*sight // by observer
	kinds    []*spec.Nesting   // of each tree
	at       []int             // its state
	below    [][]int           // its sets, by what is below its kind
	index    map[treeKey]int   // trees
	sets     [][]int           // of trees
	setIndex map[string]int
	starts   map[treesFrom]int // sets
	nexts    map[treesFrom]int
}

// sight numbers what an observer sees where runs begin, and of the steps from each state.
type sight struct {
	start []int
	steps [][]int
}

// treeKey is equal for equal trees.
type treeKey struct {
	kind  *spec.Nesting
	parts string // sets, and the state
}

// treesFrom are the trees of a kind in which runs begin, or those to which steps lead from a
// set, that look to an observer so.
type treesFrom struct {
	kind *spec.Nesting
	set  int
	who  *sight
	look int
}

// notMade is where a step leads of which the tree was not made yet.
const notMade = -2

// Trees is the graph of the trees that say what a nesting asks. It fails as New does.
func Trees(m *spec.Model, runs spec.Runs, kind *spec.Nesting, o Options) (*System, error) {
	o = o.withDefaults()
	states, err := explore(m, runs, o)
	if err != nil {
		return nil, err
	}
	if len(states.initial) == 0 {
		return nil, ErrNoInitial
	}
	f := &forest{
		structure: newStructure(m, spec.PerfectRecall, runs), states: states, work: o.search(), most: o.MaxStates,
		seen: map[string]int{}, sights: map[string]*sight{}, index: map[treeKey]int{}, setIndex: map[string]int{},
		starts: map[treesFrom]int{}, nexts: map[treesFrom]int{},
	}
	f.trees = f
	if err := f.grow(kind); err != nil {
		return nil, err
	}
	f.layer = make([]int, len(f.worlds))
	if states.fair != nil {
		if err := evaluateFairness(f.structure); err != nil {
			return nil, err
		}
	}
	return newSystem(f.structure, &horizon{}, o), nil
}

// grow makes all trees.
func (f *forest) grow(kind *spec.Nesting) error {
	for _, st := range f.states.initial {
		w, err := f.begin(kind, st)
		if err != nil {
			return err
		}
		f.initial = append(f.initial, w)
	}
	for w := 0; w < len(f.worlds); w++ {
		for k := range f.out[w] {
			if _, err := f.next(w, k); err != nil {
				return err
			}
		}
	}
	return nil
}

// begin is the tree of a kind of the history without steps that begins in a state.
func (f *forest) begin(kind *spec.Nesting, st int) (int, error) {
	below := make([]int, len(kind.Below))
	for i, b := range kind.Below {
		who, err := f.sight(b.Who)
		if err != nil {
			return 0, err
		}
		from := treesFrom{kind: b.Nesting, who: who, look: who.start[st]}
		set, err := f.once(f.starts, from, func() (list []int, err error) {
			for _, other := range f.states.initial {
				if who.start[other] == from.look {
					w, err := f.begin(b.Nesting, other)
					if err != nil {
						return nil, err
					}
					list = append(list, w)
				}
			}
			return list, nil
		})
		if err != nil {
			return 0, err
		}
		below[i] = set
	}
	return f.tree(kind, st, below)
}

// next is the tree to which a step leads from another.
func (f *forest) next(w, k int) (int, error) {
	e := &f.out[w][k]
	if e.to != notMade {
		return e.to, nil
	}
	kind, st := f.kinds[w], f.at[w]
	below := make([]int, len(kind.Below))
	for i, b := range kind.Below {
		who, err := f.sight(b.Who)
		if err != nil {
			return 0, err
		}
		from := treesFrom{set: f.below[w][i], who: who, look: who.steps[st][k]}
		set, err := f.once(f.nexts, from, func() ([]int, error) { return f.afterSet(from) })
		if err != nil {
			return 0, err
		}
		below[i] = set
	}
	to, err := f.tree(kind, f.states.out[st][k].to, below)
	f.out[w][k].to = to
	return to, err
}

// afterSet are the trees to which steps lead that look so.
func (f *forest) afterSet(from treesFrom) (list []int, err error) {
	for _, v := range f.sets[from.set] {
		for k, look := range from.who.steps[f.at[v]] {
			if look != from.look {
				continue
			}
			to, err := f.next(v, k)
			if err != nil {
				return nil, err
			}
			list = append(list, to)
		}
	}
	return list, nil
}

// once returns the set that a function makes, made when it is first asked for.
func (f *forest) once(table map[treesFrom]int, from treesFrom, list func() ([]int, error)) (int, error) {
	if set, ok := table[from]; ok {
		return set, nil
	}
	all, err := list()
	if err != nil {
		return 0, err
	}
	slices.Sort(all)
	all = slices.Compact(all)
	if !f.work.Spend(len(all) + 1) {
		return 0, f.work.Exceeded()
	}
	key := keyOfNumbers(all...)
	set, ok := f.setIndex[key]
	if !ok {
		set = len(f.sets)
		f.setIndex[key] = set
		f.sets = append(f.sets, all)
	}
	table[from] = set
	return set, nil
}

// tree is the number of a tree.
func (f *forest) tree(kind *spec.Nesting, st int, below []int) (int, error) {
	key := treeKey{kind, keyOfNumbers(append(below, st)...)}
	if w, ok := f.index[key]; ok {
		return w, nil
	}
	if len(f.worlds) == f.most {
		return 0, &TooLarge{What: "trees of what agents know of one another", Limit: f.most}
	}
	steps := f.states.out[st]
	if !f.work.Spend(len(steps) + 1) {
		return 0, f.work.Exceeded()
	}
	w := len(f.worlds)
	f.index[key] = w
	f.worlds = append(f.worlds, f.states.worlds[st])
	f.kinds, f.at, f.below = append(f.kinds, kind), append(f.at, st), append(f.below, below)
	out := make([]edge, len(steps))
	for i, e := range steps {
		out[i] = edge{e.moves, notMade}
	}
	f.out = append(f.out, out)
	return w, nil
}

func keyOfNumbers(all ...int) string {
	var b []byte
	for _, n := range all {
		b = binary.AppendUvarint(b, uint64(n))
	}
	return string(b)
}

// sight is what an observer sees, of a group what all of its members see.
func (f *forest) sight(who []*spec.Agent) (*sight, error) {
	key := keyOf(who)
	if s, ok := f.sights[key]; ok {
		return s, nil
	}
	s := &sight{make([]int, len(f.states.worlds)), make([][]int, len(f.states.worlds))}
	for w, st := range f.states.worlds {
		s.start[w] = f.number(f.eachOf(who, func(a *spec.Agent) string { return View(a, st) }))
		for _, e := range f.states.out[w] {
			s.steps[w] = append(s.steps[w], f.number(f.eachOf(who, func(a *spec.Agent) string {
				return fmt.Sprintf("%q %q", Observed(a, e.moves, st), View(a, f.states.worlds[e.to]))
			})))
		}
		if !f.work.Spend((len(f.states.out[w]) + 1) * (len(who) + 1)) {
			return nil, f.work.Exceeded()
		}
	}
	f.sights[key] = s
	return s, nil
}

// eachOf puts together what members see.
func (f *forest) eachOf(who []*spec.Agent, see func(a *spec.Agent) string) string {
	all := make([]int, len(who))
	for i, a := range who {
		all[i] = f.number(see(a))
	}
	return keyOfNumbers(all...)
}

func (f *forest) number(saw string) int {
	n, ok := f.seen[saw]
	if !ok {
		n = len(f.seen)
		f.seen[saw] = n
	}
	return n
}

// levels is how many operators of knowledge stand in one another, in words.
func (f *forest) levels() string {
	if n := f.kinds[f.initial[0]].Depth; n != 1 {
		return fmt.Sprint(n, " levels")
	}
	return "one level"
}

// possible are the trees that each tree says an observer considers possible.
func (f *forest) possible(who []*spec.Agent) [][]int {
	all := make([][]int, len(f.worlds))
	for w, kind := range f.kinds {
		i := slices.IndexFunc(kind.Below, func(b spec.Inside) bool { return slices.Equal(b.Who, who) })
		if i >= 0 {
			all[w] = f.sets[f.below[w][i]]
		}
	}
	return all
}

// HasTrees tells whether worlds are trees: what looks like a run to somebody is then found along it.
func (s *structure) HasTrees() bool { return s.trees != nil }

// Alike is a run that looks to agents as another one does, step by step, and leads to a tree of a
// set that they consider possible at its end. The other one begins in a tree, too.
func (s *structure) Alike(who []*spec.Agent, start int, way []Taken, into int) (first int, alike []Taken) {
	f, possible := s.trees, s.classesOf(who...).possible
	looks := f.sights[keyOf(who)].steps
	lead := make([]map[int]edge, len(way)) // the step on the way to where it is to lead
	to := map[int]bool{into: true}
	for k, t := range slices.Backward(way) {
		from := start
		if k > 0 {
			from = way[k-1].World
		}
		i := slices.IndexFunc(f.out[from], func(e edge) bool { return e.to == t.World && sameMoves(e.moves, t.Moves) })
		look := looks[f.at[from]][i]
		lead[k] = map[int]edge{}
		for _, v := range possible[from] {
			for j, e := range f.out[v] {
				if to[e.to] && looks[f.at[v]][j] == look {
					lead[k][v] = e
				}
			}
		}
		to = map[int]bool{}
		for v := range lead[k] {
			to[v] = true
		}
	}
	first = possible[start][slices.IndexFunc(possible[start], func(v int) bool { return to[v] })]
	at := first
	for k := range way {
		e := lead[k][at]
		alike, at = append(alike, movesOf(s, []edge{e})...), e.to
	}
	return first, alike
}
