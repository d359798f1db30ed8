package encode

import (
	"cmp"
	"maps"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/epibdd/epibdd/encode/internal/codes"
	"github.com/epibdd/epibdd/encode/internal/eval"
	"github.com/epibdd/epibdd/encode/internal/failure"
	"github.com/epibdd/epibdd/encode/internal/layout"
	"github.com/epibdd/epibdd/encode/internal/value"
	"github.com/epibdd/epibdd/internal/heuristic"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// A view is a list of Boolean functions of the state: two states are confused
// iff all of them agree. An observable e is split into the bits of its value;
// where it has a condition, whether that holds is a function of its own, and
// the bits are false where it does not. That an observable or its condition is
// undefined can be seen as well, though not which of them.
//
// The closure of F under equal views needs no second copy of the state as long
// as functions do not read much. A bit that is seen as it is, is kept; a bit
// that no function reads is quantified; the other bits fall into groups with no
// function in common (functions may read kept bits besides), and are closed
// group by group:
//
//	blocks   Q(F) = ⋁ C ∧ ∃g (F ∧ C)       over the combinations C of values of the
//	                                       functions of the group, if they are few
//	                                       (C ∧ F where C allows one value of g)
//	scratch  Q(F) = ∃o (o = e ∧ ∃g (o = e ∧ F))
//	copy     Q(F) = ∃g' (e = e' ∧ F')
//
// with a bit o for each function e, if there are fewer functions than bits g,
// or else with a copy g' of the group. Groups of which little is seen are closed by
// scratch all at once. In both cases the next bits of the group
// serve: nothing in a closure is about steps.

// View is what some agents together see of a state.
type View struct {
	codes  *codes.Codes
	worlds []symbolic.Bit // the bits of a world, ascending
	all    bool
	seen   []symbolic.Set // the functions
	kept   []symbolic.Bit
	free   symbolic.Cube
	groups []*group
	narrow *narrow // nil: there is none
}

// group is a set of bits and the functions that read them.
type group struct {
	bits   []symbolic.Bit
	fs     []symbolic.Set
	blocks []symbolic.Set // if they are few
	wide   []symbolic.Set // blocks in which the group may have several values
	single symbolic.Set   // the union of the others
	narrow bool           // closed with others
}

// narrow are groups of which little is seen: which of the cards somebody holds, say,
// of all that can be said of where they are. They are closed at once by way of
// scratch bits,
//
//	Q(F) = ∃o (o = e ∧ ∃g (o = e ∧ F))      for all e, o and g of these groups together
//
// because what is seen is a small set, whereas closing group by group leads through
// sets that say much of the groups that are still to be closed.
type narrow struct {
	rel           symbolic.Set
	bits, scratch symbolic.Cube
}

// maxNarrow bounds the nodes of the relation of a narrow group, and narrowGrowth how
// many times as many as they are one by one all of them are together: where the order
// has bits of one group between those of others they may be a power of that.
const (
	maxNarrow    = 64
	narrowGrowth = 4
)

// findNarrow finds the narrow groups, if there are several.
func (v *View) findNarrow() {
	cs := v.codes
	var found []*group
	rel, parts := cs.Space.Full(), 0
	var bits, scratch []symbolic.Bit
	for _, g := range v.groups {
		if g.blocks == nil || len(g.fs) >= len(g.bits) {
			continue
		}
		conjuncts, out := onScratch(cs, g)
		one := cs.Space.AndAll(conjuncts...)
		nodes := one.CountNodes()
		if nodes > maxNarrow {
			continue
		}
		if both := rel.And(one); both.CountNodes() <= narrowGrowth*(parts+nodes) {
			rel, parts, found = both, parts+nodes, append(found, g)
			bits, scratch = append(bits, g.bits...), append(scratch, out...)
		}
	}
	if len(found) < 2 {
		return
	}
	for _, g := range found {
		g.narrow = true
	}
	v.narrow = &narrow{rel, cs.Space.Cube(bits...), cs.Space.Cube(scratch...)}
}

// sight is what agents see of the worlds of a system: of states, and of what is recorded
// of the past. What is kept is right in a care set.
type sight struct {
	codes       *codes.Codes
	care        symbolic.Set
	memo        *eval.Memo
	past        []*HistoryVariable // in which worlds record what was seen before
	publicCells []*publicCell      // hidden cells of which worlds say what is known (public.go)

	forms   map[symbolic.Set]form          // kept, of what agents see
	sights  map[*spec.Agent][]symbolic.Set // kept: what agents see of a state
	views   map[string]*View               // kept
	refined map[refinement]*Refined        // kept
}

func newSight(cs *codes.Codes, care symbolic.Set, memo *eval.Memo) *sight {
	return &sight{codes: cs, care: care, memo: memo, forms: make(map[symbolic.Set]form), sights: make(map[*spec.Agent][]symbolic.Set), views: make(map[string]*View), refined: make(map[refinement]*Refined)}
}

// caring returns s for another care set. What was right in more states is right in these.
func (s *sight) caring(care symbolic.Set, memo *eval.Memo) *sight {
	t := newSight(s.codes, care, memo)
	t.past, t.publicCells, t.forms = s.past, s.publicCells, s.forms
	if care.SubsetOf(s.care) {
		t.sights, t.views, t.refined = maps.Clone(s.sights), maps.Clone(s.views), maps.Clone(s.refined)
	}
	return t
}

// recalling returns s for worlds that record the past in some history variables.
func (s *sight) recalling(past []*HistoryVariable) *sight {
	t := newSight(s.codes, s.care, s.memo)
	t.past, t.publicCells, t.forms, t.sights = past, s.publicCells, s.forms, s.sights
	return t
}

// knowingPublicly returns s for worlds that say what is publicly known of hidden cells.
func (s *sight) knowingPublicly(informs []*publicCell) *sight {
	t := s.recalling(s.past)
	t.publicCells = informs
	return t
}

// evaluator computes the values of expressions that are not modal.
func (s *sight) evaluator() *eval.Evaluator { return eval.New(s.codes, s.care, nil, s.memo) }

// View returns the joint view of the agents; it is kept for the next call.
func (s *System) View(agents ...*spec.Agent) (*View, error) { return s.sight.view(agents) }

func (s *sight) view(agents []*spec.Agent) (v *View, err error) {
	key := viewKey(agents)
	if v, ok := s.views[key]; ok {
		return v, nil
	}
	err = failure.Try(func() { v = s.newView(agents) })
	if err == nil {
		s.views[key] = v
	}
	return v, err
}

// Refined is the joint view of agents who see the value of an expression as well.
type Refined struct {
	*View
	// Bits are functions that determine the value, in the states in which it has one;
	// elsewhere, and outside of the care set, they are arbitrary.
	Bits []symbolic.Set
	// Undefined are the states of the care set in which it has none.
	Undefined symbolic.Set
}

// Refine returns the view of agents who see the value of e as well, which is not
// modal; it is kept for the next call.
func (s *System) Refine(e spec.Expr, env *spec.Env, agents ...*spec.Agent) (*Refined, error) {
	return s.sight.refine(e, env, agents)
}

func (s *sight) refine(e spec.Expr, env *spec.Env, agents []*spec.Agent) (v *Refined, err error) {
	key := refinement{e, "", viewKey(agents)}
	for _, b := range e.Free() {
		key.values += spec.Key(env.Lookup(b))
	}
	if v, ok := s.refined[key]; ok {
		return v, nil
	}
	err = failure.Try(func() {
		r := s.evaluator().Eval(e, s.codes.OpenNames(env))
		v = &Refined{Undefined: s.care.And(r.Undef)}
		for _, f := range value.Functions(s.codes.Space, r.Val) {
			if !f.IsEmpty() && !f.IsFull() {
				v.Bits = append(v.Bits, f)
			}
		}
		told := v.Bits
		if r, ok := e.(*spec.VarRef); ok && s.codes.Layout.Vars[r.Var.Index].OneHot { // bits cost nothing
			told = nil
			for _, b := range s.codes.Layout.Vars[r.Var.Index].Bits() {
				told = append(told, s.codes.Space.Lit(b))
			}
		}
		v.View = s.newView(agents, told...)
	})
	if err == nil {
		s.refined[key] = v
	}
	return v, err
}

// refinement is what a refined view depends on.
type refinement struct {
	e      spec.Expr
	values string
	agents string
}

func viewKey(agents []*spec.Agent) string {
	var keys []string
	for _, a := range agents {
		keys = append(keys, strconv.Itoa(a.Index))
	}
	slices.Sort(keys)
	return strings.Join(slices.Compact(keys), " ")
}

// newView is the view of agents who see the values of further functions as well.
func (s *sight) newView(agents []*spec.Agent, more ...symbolic.Set) *View {
	v := &View{codes: s.codes, worlds: s.worldBits()}
	var fs []symbolic.Set
	known := map[symbolic.Set]bool{s.codes.Space.Empty(): true, s.codes.Space.Full(): true}
	add := func(f symbolic.Set) {
		if !known[f] {
			known[f] = true
			fs = append(fs, f)
		}
	}
	for _, a := range agents {
		if a.All && len(s.past) == 0 {
			v.all = true
			return v
		}
		for _, f := range s.visible(a) {
			add(f)
		}
	}
	for _, f := range more {
		add(s.codes.Trim(f))
	}
	v.seen = fs
	v.classify(fs)
	return v
}

// form is a function that somebody sees as it is kept: trimmed, so that those are the same
// that agree on all states, with the cell that it reads if it reads one alone.
type form struct {
	f    symbolic.Set
	home *layout.Cell
}

// form returns the form of a function. Many agents see the same.
func (s *sight) form(f symbolic.Set) form {
	known, ok := s.forms[f]
	if !ok {
		known.f = s.codes.Trim(f)
		known.home = s.codes.Home(known.f.Support())
		s.forms[f] = known
	}
	return known
}

// observed returns the functions that an agent sees, equal ones made the same:
// the constraints on the cells that a function reads are part of it.
func (s *sight) observed(a *spec.Agent) []symbolic.Set {
	ev := s.evaluator()
	var fs []form
	for _, o := range a.Sees {
		for _, f := range shown(ev, o) {
			fs = append(fs, s.form(f))
		}
	}
	return byBits(s.codes, fs)
}

// byBits puts the bits of a cell in place of functions that read it alone and
// together tell all its values apart: an agent may see the place of a card by way
// of an expression that happens to be the place. Bits that are seen as they are
// cost nothing.
func byBits(cs *codes.Codes, fs []form) []symbolic.Set {
	alone := make(map[*layout.Cell][]symbolic.Set)
	var plain []symbolic.Set
	for _, f := range fs {
		if f.home == nil {
			plain = append(plain, f.f)
		} else {
			alone[f.home] = append(alone[f.home], f.f)
		}
	}
	for _, c := range cs.Layout.Ordered {
		seen, ok := alone[c]
		switch {
		case !ok:
		case tellsApart(cs, seen, c):
			for _, b := range c.Cur {
				is, _ := cs.Literal(b)
				plain = append(plain, is)
			}
		default:
			plain = append(plain, seen...)
		}
	}
	return plain
}

// tellsApart tells whether functions that read one cell differ on all its values: they do
// if its bits are among them.
func tellsApart(cs *codes.Codes, fs []symbolic.Set, c *layout.Cell) bool {
	hidden := func(b symbolic.Bit) bool {
		is, not := cs.Literal(b)
		return !slices.Contains(fs, is) && !slices.Contains(fs, not)
	}
	if !slices.ContainsFunc(c.Cur, hidden) {
		return true
	}
	known := make(map[string]bool, len(c.Values))
	for code := range c.Values {
		here := cs.Space.Singleton(c.Holds(c.Cur, code))
		look := make([]byte, len(fs))
		for i, f := range fs {
			if here.SubsetOf(f) {
				look[i] = 1
			}
		}
		known[string(look)] = true
	}
	return len(known) == len(c.Values)
}

// shown returns the functions of an observable: for each choice of its names
// whether it is one, whether the condition or the value is undefined, whether
// the value is shown, and the value. Where a domain is undefined that is all
// that is seen.
func shown(ev *eval.Evaluator, o spec.Observable) []symbolic.Set {
	var fs []symbolic.Set
	lost := ev.Each(o.Binders, value.Names{}, ev.Codes.Space.Full(), func(ns value.Names, when symbolic.Set) symbolic.Set {
		shown, undef := when, ev.Codes.Space.Empty()
		if o.Cond != nil {
			in, u := ev.Holds(o.Cond, ns)
			shown, undef = when.And(in).Diff(u), when.And(u)
		}
		r := ev.Eval(o.Value, ns)
		undef, shown = undef.Or(shown.And(r.Undef)), shown.Diff(r.Undef)
		fs = append(fs, when, undef, shown)
		for _, f := range value.Functions(ev.Codes.Space, r.Val) {
			fs = append(fs, shown.And(f))
		}
		return ev.Codes.Space.Empty()
	})
	for i, f := range fs {
		fs[i] = f.Diff(lost)
	}
	return append(fs, lost)
}

// classify finds the kept bits, the groups, and what is free.
func (v *View) classify(fs []symbolic.Set) {
	cs := v.codes
	seen := make(map[symbolic.Set]bool, len(fs))
	for _, f := range fs {
		seen[f] = true
	}
	kept := make(map[symbolic.Bit]bool)
	for _, b := range v.worlds {
		if is, not := cs.Literal(b); seen[is] || seen[not] {
			kept[b] = true
			v.kept = append(v.kept, b)
		}
	}
	groups := make(map[symbolic.Bit]*group) // by bit
	for _, f := range fs {
		v.join(groups, f, kept)
	}
	var free []symbolic.Bit
	for _, b := range v.worlds {
		switch g := groups[b]; {
		case kept[b]:
		case g == nil:
			free = append(free, b)
		case g.bits[0] == b:
			v.groups = append(v.groups, g)
		}
	}
	v.free = cs.Space.Cube(free...)
	for _, g := range v.groups {
		if g.blocks = blocks(cs, g); g.blocks != nil {
			g.divide(cs)
		}
	}
	v.findNarrow()
}

// join puts a function, and all groups that it has bits in common with, into
// one group. What reads only kept bits says nothing new.
func (v *View) join(groups map[symbolic.Bit]*group, f symbolic.Set, kept map[symbolic.Bit]bool) {
	g := &group{fs: []symbolic.Set{f}}
	for _, b := range f.Support() {
		if kept[b] || slices.Contains(g.bits, b) {
			continue
		}
		if old := groups[b]; old != nil {
			g.bits = append(g.bits, old.bits...)
			g.fs = append(g.fs, old.fs...)
			continue
		}
		g.bits = append(g.bits, b)
	}
	slices.Sort(g.bits)
	for _, b := range g.bits {
		groups[b] = g
	}
}

// maxBlockNodes bounds the nodes of all blocks of a group together.
const maxBlockNodes = 200_000

// blocks returns the combinations of values of the functions of a group, or nil if they are
// too many or too large. Many small blocks are far better than scratch bits that
// are those of a product: for the pairs of numbers with a sum of at most 100,
// whose products take a thousand values, by a factor of 100.
func blocks(cs *codes.Codes, g *group) []symbolic.Set {
	if cs.Sizes.Without.Has(heuristic.GroupedViews) {
		return nil
	}
	blocks := []symbolic.Set{cs.Space.Full()}
	for _, f := range g.fs {
		var finer []symbolic.Set
		for _, b := range blocks {
			for _, c := range []symbolic.Set{b.And(f), b.Diff(f)} {
				if !c.IsEmpty() {
					finer = append(finer, c)
				}
			}
		}
		if len(finer) > cs.Sizes.Blocks {
			return nil
		}
		blocks = finer
	}
	nodes := 0
	for _, b := range blocks {
		if nodes += b.CountNodes(); nodes > maxBlockNodes {
			return nil
		}
	}
	return blocks
}

// divide parts the blocks by whether what is seen tells the value of the group: where it does, a closure
// leaves a set as it is. Blocks are looked at where there are nearly as many as values, as where an agent sees
// where its own cards are, and of others only that they are not its own.
func (g *group) divide(cs *codes.Codes) {
	g.wide, g.single = g.blocks, cs.Space.Empty()
	if n := len(g.bits); bits.Len(uint(len(g.blocks)-1)) != n {
		return
	}
	var beside []symbolic.Bit // that functions read
	for _, f := range g.fs {
		beside = append(beside, slices.DeleteFunc(f.Support(), func(b symbolic.Bit) bool { return slices.Contains(g.bits, b) })...)
	}
	slices.Sort(beside)
	beside = slices.Compact(beside)
	var single []symbolic.Set
	g.wide = slices.DeleteFunc(slices.Clone(g.blocks), func(c symbolic.Set) bool {
		vectors, seen := c.Count(slices.Concat(beside, g.bits)), c.Exists(cs.Space.Cube(g.bits...)).Count(beside)
		if vectors.Cmp(seen) != 0 {
			return false
		}
		single = append(single, c)
		return true
	})
	g.single = cs.Space.OrAll(single...)
}

// Sees reports whether a function of the state is among those that are seen, so
// that nobody has to compute that it is known.
func (v *View) Sees(f symbolic.Set) bool {
	f = v.codes.Trim(f)
	return v.all || slices.Contains(v.seen, f) || slices.Contains(v.seen, v.codes.Trim(f.Not()))
}

// Kept are the bits of a world that are seen as they are, ascending: worlds with the same view
// agree on them.
func (v *View) Kept() []symbolic.Bit {
	if v.all {
		return slices.Clone(v.worlds)
	}
	return slices.Clone(v.kept)
}

// Keeps tells whether a bit of a world is seen as it is.
func (v *View) Keeps(b symbolic.Bit) bool {
	_, ok := slices.BinarySearch(v.kept, b)
	return ok || v.all
}

// Closure returns the states whose view equals that of some state in f.
func (v *View) Closure(f symbolic.Set) symbolic.Set { return v.ClosureOf(f, f) }

// ClosureOf returns the states whose view equals that of some state in both f
// and g.
func (v *View) ClosureOf(f, g symbolic.Set) symbolic.Set {
	f = f.And(v.codes.Valid)
	if v.all || f.IsEmpty() {
		return f.And(g)
	}
	f = f.AndExists(g, v.free)
	if n := v.narrow; n != nil {
		f = f.AndExists(n.rel, n.bits).AndExists(n.rel, n.scratch)
	}
	for _, g := range v.groups {
		if !g.narrow {
			f = closeGroup(v.codes, g, f)
		}
	}
	return f.And(v.codes.Valid)
}

// Hidden is the bit of which nothing is seen, if all others are seen as they are.
func (v *View) Hidden() (hidden symbolic.Bit, ok bool) {
	if free := v.free.Bits(); len(free) == 1 && len(v.groups) == 0 {
		return free[0], true
	}
	return 0, false
}

// Torn returns the states that look like one of part and like one of the rest of
// all. Where nothing is hidden but one bit, and part are the states in which that
// is true, as in puzzles about hats and muddy foreheads, these are the ones that
// belong to all with either value.
func (v *View) Torn(all, part symbolic.Set) symbolic.Set {
	if hidden, ok := v.Hidden(); ok && all.And(v.codes.Space.Lit(hidden)).Equal(part) {
		return all.Forall(v.free)
	}
	return v.Closure(part).And(v.ClosureOf(all, part.Not()))
}

func closeGroup(cs *codes.Codes, g *group, f symbolic.Set) symbolic.Set {
	switch {
	case g.blocks != nil:
		cube := cs.Space.Cube(g.bits...)
		sets := []symbolic.Set{f.And(g.single)}
		for _, c := range g.wide {
			sets = append(sets, c.And(f.AndExists(c, cube)))
		}
		return cs.Space.OrAll(sets...)
	case len(g.fs) < len(g.bits):
		return closeByScratch(cs, g, f)
	default:
		return closeByCopy(cs, g, f)
	}
}

// closeByScratch moves what f says of the group onto one bit a function and
// back. A bit is quantified with the last function that reads it.
func closeByScratch(cs *codes.Codes, g *group, f symbolic.Set) symbolic.Set {
	rel, scratch := onScratch(cs, g)
	for i, cube := range lastReads(cs, g.bits, g.fs) {
		f = f.AndExists(rel[i], cube)
	}
	for i := range rel {
		f = f.AndExists(rel[i], cs.Space.Cube(scratch[i]))
	}
	return f
}

// onScratch are scratch bits for the functions of a group, and what makes them equal.
func onScratch(cs *codes.Codes, g *group) (rel []symbolic.Set, scratch []symbolic.Bit) {
	rel = make([]symbolic.Set, len(g.fs))
	scratch = scratchBits(cs, g)
	for i, e := range g.fs {
		rel[i] = cs.Space.Lit(scratch[i]).Iff(e)
	}
	return rel, scratch
}

// scratchBits chooses a bit for each function: the next copy of a bit near the
// middle of what it reads.
func scratchBits(cs *codes.Codes, g *group) []symbolic.Bit {
	free := slices.Clone(g.bits)
	out := make([]symbolic.Bit, len(g.fs))
	for i, e := range g.fs {
		support := e.Support()
		middle := support[len(support)/2]
		best := 0
		for k, b := range free {
			if distance(b, middle) < distance(free[best], middle) {
				best = k
			}
		}
		out[i] = nextOf(free[best])
		free = slices.Delete(free, best, best+1)
	}
	return out
}

func distance(a, b symbolic.Bit) symbolic.Bit { return max(a-b, b-a) }

// nextOf returns the next copy of a current bit: the one below it.
func nextOf(b symbolic.Bit) symbolic.Bit { return b + 1 }

// onNext renames current bits to their next copies.
func onNext(cs *codes.Codes, bits []symbolic.Bit) (next []symbolic.Bit, r symbolic.Renaming) {
	next = make([]symbolic.Bit, len(bits))
	for i, b := range bits {
		next[i] = nextOf(b)
	}
	r, err := cs.Space.Renaming(bits, next)
	if err != nil {
		panic(err)
	}
	return next, r
}

// closeByCopy compares every function with itself on a copy of the group.
func closeByCopy(cs *codes.Codes, g *group, f symbolic.Set) symbolic.Set {
	next, r := onNext(cs, g.bits)
	f = f.Rename(r)
	copies := make([]symbolic.Set, len(g.fs))
	for i, e := range g.fs {
		copies[i] = e.Rename(r)
	}
	for i, cube := range lastReads(cs, next, copies) {
		f = f.AndExists(g.fs[i].Iff(copies[i]), cube)
	}
	return f
}

// lastReads returns for each function the bits that no later one reads.
func lastReads(cs *codes.Codes, bits []symbolic.Bit, fs []symbolic.Set) []symbolic.Cube {
	last := make(map[symbolic.Bit]int)
	for i, f := range fs {
		for _, b := range f.Support() {
			last[b] = i
		}
	}
	done := make([][]symbolic.Bit, len(fs))
	for _, b := range bits {
		done[last[b]] = append(done[last[b]], b)
	}
	cubes := make([]symbolic.Cube, len(fs))
	for i, bs := range done {
		slices.SortFunc(bs, func(a, b symbolic.Bit) int { return cmp.Compare(a, b) })
		cubes[i] = cs.Space.Cube(bs...)
	}
	return cubes
}
