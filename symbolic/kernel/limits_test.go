package kernel

import "testing"

// The tables come close to every limit on memory before an operation is stopped,
// and never exceed it.
func TestMemoryLimitIsUsed(t *testing.T) {
	for limit := int64(5 << 20); limit < 16<<20; limit += 1_555_555 {
		h := newHolder(t, Config{Vars: 40})
		f, g := h.halves(10)
		h.SetLimits(0, limit)
		s := stopped(func() { h.And(f, g) })
		u := h.Usage()
		if s == nil || s.Reason != MemoryLimit || s.Need <= limit {
			t.Errorf("limit %d: got %+v", limit, s)
		}
		if u.Bytes < limit*9/10 || u.Bytes > limit || u.Nodes < u.Slots*9/10 {
			t.Errorf("limit %d: stopped with %d bytes, %d nodes in %d slots", limit, u.Bytes, u.Nodes, u.Slots)
		}
	}
}

// patient is a kernel that counts how often it looks outside, and is halted at a
// given time.
type patient struct {
	*holder
	looks, halt int
}

func newPatient(t testing.TB, vars int) *patient {
	p := new(patient)
	p.holder = newHolder(t, Config{Vars: vars, Halted: func() bool { p.looks++; return p.looks == p.halt }})
	return p
}

// leave makes the kernel copy tables that grow from now on, as where it can have no
// address space.
func (p *patient) leave() { p.reserved, p.confined = tables{}, true }

// Between two looks outside there is no more work than on some ten thousand nodes,
// also while tables grow and are cleaned up.
func TestLooksOutsideOften(t *testing.T) {
	p := newPatient(t, 36)
	f, g := p.halves(9)
	p.hold(p.And(f, g))
	count := func(what string, least int, work func()) {
		p.looks = 0
		work()
		if p.looks < least {
			t.Errorf("%s of %d nodes: %d looks, want at least %d", what, p.Usage().Nodes, p.looks, least)
		}
	}
	nodes, entries := p.Usage().Nodes, len(p.cache)
	if nodes < 20*stretch {
		t.Fatalf("only %d nodes: the test tests nothing", nodes)
	}
	count("a collection", nodes/patience+2*nodes/stretch, p.Collect)
	count("growth", nodes/stretch+entries/stretch, func() { p.build(layoutFor(2 * len(p.nodes))) })
	p.leave()
	count("growth by copying", 2*(nodes/stretch), func() { p.build(layoutFor(2 * len(p.nodes))) })
	count("a conjunction", nodes/patience/2, func() { p.And(p.held[len(p.held)-1], p.Literal(35)) })
}

// Wherever an operation is halted, also while tables grow or are cleaned up, the
// kernel is sane and goes on.
func TestHaltedAnywhere(t *testing.T) {
	p := newPatient(t, 32)
	f, g := p.halves(8)
	want := p.hold(p.And(f, g))
	slots := len(p.nodes)
	for _, w := range []struct {
		name string
		work func()
	}{
		{"collection", p.Collect},
		{"growth", func() { p.build(layoutFor(2 * slots)) }},
		{"linking", p.link},
		{"spreading", func() { p.spread(len(p.cache)) }},
		{"growth by copying", func() { p.leave(); p.build(layoutFor(4 * slots)) }},
	} {
		name, work := w.name, w.work
		for halt := 1; ; halt++ {
			p.looks, p.halt = 0, halt
			s := stopped(work)
			if s == nil {
				if halt < 5 && name != "growth" { // which goes on where it was
					t.Errorf("%s: only %d looks: the test tests nothing", name, halt-1)
				}
				break
			}
			p.halt = 0
			if s.Reason != Halted {
				t.Fatalf("%s: %v", name, s)
			}
			if got := p.And(f, g); got != want {
				t.Fatalf("%s halted at look %d: then the conjunction is %d, before it was %d", name, halt, got, want)
			}
			if halt%16 == 1 {
				p.sane(t)
			}
		}
	}
}

// A full table of which nearly all is dead grows if its nodes took many steps, while it is
// not large.
func TestGrowsWhereLaborious(t *testing.T) {
	for _, c := range []struct{ steps, room, want int }{
		{2 * collectFrom, collectFrom, collectFrom},
		{4 * collectFrom, collectFrom, 2 * collectFrom},
		{4 * roomy, roomy, roomy},
	} {
		k := New(Config{Vars: 3, Room: c.room})
		low, high := k.Literal(2), k.And(k.Literal(1), k.Literal(2))
		for k.count < len(k.nodes) { // nodes that are in no chain, and dead
			k.nodes[k.fresh] = node{0, low, high, 0}
			k.fresh++
			k.count++
		}
		k.steps = c.steps
		f := k.Xor(k.Literal(0), low)
		if got := len(k.nodes); got != c.want {
			t.Errorf("%d steps for %d nodes: room for %d then, want %d", c.steps, c.room, got, c.want)
		}
		if k.steps >= patience {
			t.Errorf("%d steps are counted right after a collection", k.steps)
		}
		if err := k.Check(); err != nil {
			t.Error(err)
		}
		if k.Low(f) != low {
			t.Error("wrong result")
		}
	}
}

// counts are where a and b of the variables of even and of odd number hold. Their conjunction has about
// as many nodes as both have together for each pair of numbers counted.
func (h *holder) counts(a, b int) (f, g Ref) {
	exactly := func(first, number int) Ref {
		counted := make([]Ref, number+2) // 0, 1, … of the variables below
		counted[0] = True
		for v := h.Vars() - 2 + first; v >= 0; v -= 2 {
			for n := number; n >= 0; n-- {
				less := False
				if n > 0 {
					less = counted[n-1]
				}
				counted[n] = h.hold(h.Ite(h.Literal(v), less, counted[n]))
			}
		}
		return counted[number]
	}
	return exactly(0, a), exactly(1, b)
}

// A cache that is too small for an operation grows within it, as far as the limit on memory
// lets it; one that loses nothing does not.
func TestCacheGrowsWhereLaborious(t *testing.T) {
	const most = 100_000 // steps
	var start int64
	h := newHolder(t, Config{Vars: 80, Room: 1 << 17})
	h.halted = func() bool { return h.Work().Steps-start > most }
	f, g := h.counts(20, 20)
	var both Ref
	conjunction := func(entries int) (steps int64, s *Stop) {
		start = h.Work().Steps
		h.Collect()
		clear(h.cache)
		h.cache, h.cacheShift = h.cache[:entries], shiftFor(entries)
		s = stopped(func() { both = h.hold(h.And(f, g)) })
		return h.Work().Steps - start, s
	}
	const few, enough = minRoom, 1 << 16
	least, s := conjunction(enough)
	if s != nil || len(h.cache) != enough {
		t.Errorf("a cache that loses nothing has %d entries in the end: %v", len(h.cache), s)
	}
	want := both
	steps, s := conjunction(few)
	if s != nil || both != want || steps > 4*least || len(h.cache) <= few {
		t.Errorf("%d steps, %d with a large cache; %d entries in the end: %v", steps, least, len(h.cache), s)
	}
	h.sane(t)
	clear(h.cache[few:])
	h.cache = h.cache[:few]
	h.SetLimits(0, h.bytes())
	if _, s = conjunction(few); s == nil || s.Reason != Halted || len(h.cache) != few {
		t.Errorf("limited: %d entries in the end: %v", len(h.cache), s)
	}
}

// Tables grow without a collection to four times the size at which the one before found a
// quarter of the nodes dead or less, and look again then.
func TestGrowsWhereLittleWasDead(t *testing.T) {
	for _, c := range []struct{ held, unlooked int }{
		{collectFrom / 8 * 7, 4 * collectFrom},
		{collectFrom / 2, collectFrom},
	} {
		const vars = 1100
		h := newHolder(t, Config{Vars: vars, Room: collectFrom})
		made := 0
		add := func() Ref { // a node that no other function has
			a, b := 1+made/(vars-1), 1+made%(vars-1)
			made++
			return h.Ite(h.Literal(0), h.Literal(a), h.Literal(b).Not())
		}
		fill := func(slots int) {
			for h.Usage().Slots < slots {
				h.hold(add())
			}
		}
		for range c.held {
			h.hold(add())
		}
		for range collectFrom/9*8 - c.held {
			add()
		}
		h.Collect()
		looks := h.Usage().Collections
		fill(c.unlooked)
		if got := h.Usage().Collections; got != looks {
			t.Errorf("%d nodes held: %d collections before there is room for %d", c.held, got-looks, c.unlooked)
		}
		fill(2 * c.unlooked)
		if got := h.Usage().Collections; got != looks+1 {
			t.Errorf("%d nodes held: %d collections before there is room for %d, want 1", c.held, got-looks, 2*c.unlooked)
		}
	}
}
