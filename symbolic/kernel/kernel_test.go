package kernel

import (
	"errors"
	"math/rand/v2"
	"testing"
)

// holder is a kernel with a list of what the test holds.
type holder struct {
	*Kernel
	held []Ref
}

func newHolder(t testing.TB, c Config) *holder {
	h := new(holder)
	c.Roots = func(yield func(Ref)) {
		for _, f := range h.held {
			yield(f)
		}
	}
	h.Kernel = New(c)
	t.Cleanup(func() { h.sane(t) })
	return h
}

func (h *holder) sane(t testing.TB) {
	t.Helper()
	if err := h.Check(); err != nil {
		t.Error(err)
	}
}

// hold appends f to what is held and returns it.
func (h *holder) hold(f Ref) Ref {
	h.held = append(h.held, f)
	return f
}

// eval evaluates f where variable v is value>>v&1.
func (h *holder) eval(f Ref, value int) bool {
	for !f.IsConstant() {
		if value>>h.Var(f)&1 == 1 {
			f = h.High(f)
		} else {
			f = h.Low(f)
		}
	}
	return f == True
}

// table is the truth table of f over so many variables.
func (h *holder) table(f Ref, vars int) uint64 {
	var t uint64
	for v := range 1 << vars {
		if h.eval(f, v) {
			t |= 1 << v
		}
	}
	return t
}

// random draws functions of six variables until so many are held.
func (h *holder) random(random *rand.Rand, n int) {
	for v := range 6 {
		h.hold(h.Literal(v))
	}
	for len(h.held) < n {
		f, g, i := h.any(random), h.any(random), h.any(random)
		switch random.IntN(3) {
		case 0:
			h.hold(h.And(f, g.Not()))
		case 1:
			h.hold(h.Xor(f, g))
		default:
			h.hold(h.Ite(f, g, i))
		}
	}
}

func (h *holder) any(random *rand.Rand) Ref {
	return h.held[random.IntN(len(h.held))] ^ Ref(random.IntN(2))
}

const deep = 100_000

// No recursion is deeper than the number of variables, which may be large.
func TestManyVariables(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and nothing runs beside it")
	}
	h := newHolder(t, Config{Vars: deep})
	and, odd := True, False
	h.held = make([]Ref, 2)
	for v := deep - 1; v >= 0; v-- {
		and = h.And(h.Literal(v), and)
		h.held[0] = and
		odd = h.Xor(h.Literal(v), odd)
		h.held[1] = odd
	}
	if got := h.Exists(h.And(odd, and.Not()), and); got != True {
		t.Errorf("some vector is odd and not all ones: got %d", got)
	}
	if got := h.AndExists(odd, and, and); got != False {
		t.Errorf("an even number of ones is odd: got %d", got)
	}
	if got := h.Restrict(odd, and); got != False {
		t.Errorf("restricted to all ones: got %d", got)
	}
	h.Collect()
	if u := h.Usage(); u.Nodes != 3*deep-1 { // both end in the last literal
		t.Errorf("%d nodes, want %d", u.Nodes, 3*deep-1)
	}
	h.Sift(nil) // gives up in time
	if got := h.AndExists(odd, and, and); got != False {
		t.Errorf("after sifting an even number of ones is odd: got %d", got)
	}
}

func TestOperationsWithCareSet(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and nothing runs beside it")
	}
	h := newHolder(t, Config{Vars: 6, CollectNth: 7})
	random := rand.New(rand.NewPCG(1990, 6))
	h.random(random, 200)
	for range 5000 {
		f, care := h.any(random), h.any(random)
		if care == False {
			continue
		}
		on := h.table(care, 6)
		held := len(h.held)
		r := h.hold(h.Restrict(f, care))
		if got, want := h.table(r, 6)&on, h.table(f, 6)&on; got != want {
			t.Fatalf("Restrict(%d, %d): got %x where care holds, want %x", f, care, got, want)
		}
		if h.support(r)&^h.support(f) != 0 {
			t.Fatalf("Restrict(%d, %d) depends on more variables", f, care)
		}
		h.held = h.held[:held]
	}
}

// support returns the set of the variables that f depends on.
func (h *holder) support(f Ref) (set uint) {
	n := len(h.held)
	for v := range 6 {
		low := h.hold(h.Cofactor(f, v, false))
		if h.Cofactor(f, v, true) != low {
			set |= 1 << v
		}
	}
	h.held = h.held[:n]
	return set
}

// TestErode compares erosion with what it is an intersection of.
func TestErode(t *testing.T) {
	h := newHolder(t, Config{Vars: 6, CollectNth: 5})
	random := rand.New(rand.NewPCG(2000, 6))
	h.random(random, 100)
	for range 2000 {
		f, held := h.any(random), len(h.held)
		cube, want := True, f
		for v := range 6 {
			if random.IntN(2) == 0 {
				cube = h.hold(h.And(cube, h.Literal(v)))
				want = h.hold(h.And(want, h.hold(h.Forall(f, h.Literal(v)))))
			}
		}
		if got := h.Erode(f, cube); got != want {
			t.Fatalf("Erode(%d, %d): got %x, want %x", f, cube, h.table(got, 6), h.table(want, 6))
		}
		h.held = h.held[:held]
	}
}

func TestDuals(t *testing.T) {
	h := newHolder(t, Config{Vars: 6, CollectNth: 5})
	random := rand.New(rand.NewPCG(8, 15))
	h.random(random, 100)
	cube := h.hold(h.And(h.Literal(1), h.hold(h.And(h.Literal(3), h.Literal(4)))))
	for range 500 {
		f, g := h.any(random), h.any(random)
		or := h.hold(h.Or(f, g))
		if h.OrForall(f, g, cube) != h.Forall(or, cube) {
			t.Fatalf("OrForall(%d, %d) is not Forall of Or", f, g)
		}
		h.held = h.held[:len(h.held)-1]
		if h.Forall(f, cube) != h.Exists(f.Not(), cube).Not() {
			t.Fatalf("Forall(%d) is not the dual of Exists", f)
		}
	}
}

// halves returns two small functions with a huge conjunction.
func (h *holder) halves(n int) (f, g Ref) {
	f, g = True, True
	for i := range n {
		f = h.hold(h.And(f, h.hold(h.Xor(h.Literal(i), h.Literal(2*n+i)))))
		g = h.hold(h.And(g, h.hold(h.Xor(h.Literal(n+i), h.Literal(3*n+i)))))
	}
	return f, g
}

func stopped(f func()) (s *Stop) {
	defer func() {
		if err, ok := recover().(error); ok {
			errors.As(err, &s)
		}
	}()
	f()
	return nil
}

func TestStops(t *testing.T) {
	halt := false
	h := newHolder(t, Config{Vars: 48, Halted: func() bool { return halt }})
	f, g := h.halves(12)
	const nodes, memory = 100_000, 64 << 20
	cases := []struct {
		name       string
		halt       bool
		nodes      int
		bytes      int64
		want       Reason
		need, most int64
	}{
		{"halted", true, 0, 0, Halted, 0, 0},
		{"nodes", false, nodes, 0, NodeLimit, nodes + 1, nodes * 11 / 10},
		{"memory", false, 0, memory, MemoryLimit, memory + 1, memory * 2},
	}
	for _, c := range cases {
		halt = c.halt
		h.SetLimits(c.nodes, c.bytes)
		s := stopped(func() { h.And(f, g) })
		if s == nil || s.Reason != c.want || s.Need < c.need || s.Need > c.most {
			t.Errorf("%s: got %+v", c.name, s)
		}
		u := h.Usage()
		if c.nodes > 0 && (u.Nodes < c.nodes*9/10 || u.Nodes > c.nodes*11/10) {
			t.Errorf("%s: stopped with %d nodes", c.name, u.Nodes)
		}
		if c.bytes > 0 && (u.Bytes < c.bytes*9/10 || u.Bytes > c.bytes || u.Nodes < u.Slots*9/10) {
			t.Errorf("%s: stopped with %d bytes, %d nodes in %d slots", c.name, u.Bytes, u.Nodes, u.Slots)
		}
		h.sane(t)
		h.SetLimits(0, 0)
		halt = false
		if h.And(f, h.Literal(0)) == False || h.And(f, f.Not()) != False {
			t.Errorf("%s: afterwards operations are wrong", c.name)
		}
	}
}

// Entries of the cache outlive a collection if their nodes do.
func TestCacheOutlivesCollections(t *testing.T) {
	h := newHolder(t, Config{Vars: 32})
	f, g := h.halves(8)
	h.hold(h.And(f, g))
	h.Collect()
	entries := 0
	for _, e := range h.cache {
		if e.a != 0 {
			entries++
		}
	}
	if entries < 1000 {
		t.Errorf("%d entries are left", entries)
	}
	h.held = nil
	h.Collect()
	for _, e := range h.cache {
		if e.a != 0 && !(e.c == opAnd && h.Var(e.result) < 32) {
			t.Fatalf("entry %v is left when nothing is held", e)
		}
	}
	if u := h.Usage(); u.Nodes != 33 {
		t.Errorf("%d nodes when nothing is held, want terminal and literals", u.Nodes)
	}
}

// TestExtend takes tables around the sizes at which large pages begin: what is asked
// of the system must lie within.
func TestExtend(t *testing.T) {
	k := New(Config{})
	for _, n := range []int{0, 1, hugePage / nodeSize, 2 * hugePage / nodeSize, 2*hugePage/nodeSize + 3, 5 * hugePage / nodeSize} {
		nodes := extend[node](k, nil, nil, n)
		if len(nodes) != n {
			t.Fatalf("%d nodes, want %d", len(nodes), n)
		}
		for i := range nodes {
			if nodes[i] != (node{}) {
				t.Fatalf("node %d of %d is %v", i, n, nodes[i])
			}
			nodes[i] = node{level: uint32(i)}
		}
		for i := range nodes {
			if nodes[i].level != uint32(i) {
				t.Fatalf("node %d of %d is %v", i, n, nodes[i])
			}
		}
	}
}

// Sizes are those of a plain walk, also up to a bound, after a halt, and when tables have
// grown or nodes are reclaimed.
func TestSize(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and nothing runs beside it")
	}
	p := newPatient(t, 28)
	random := rand.New(rand.NewPCG(7, 7))
	f, g := p.halves(7)
	p.hold(p.And(f, g).Not())
	check := func(f Ref) {
		seen := map[Ref]bool{}
		var visit func(f Ref)
		visit = func(f Ref) {
			if !f.IsConstant() && !seen[f] {
				seen[f] = true
				visit(p.Low(f))
				visit(p.High(f))
			}
		}
		visit(f)
		want := len(seen)
		for _, most := range []int{want + 1, want, want - 1, want / 2, 0} {
			if got := p.Size(f, most); most >= want && got != want || most < want && got <= most {
				t.Fatalf("size of %d up to %d: got %d, want %d", f, most, got, want)
			}
		}
	}
	large := p.held[len(p.held)-1]
	check(large)
	for p.halt = 1; p.halt < 4; p.halt++ {
		p.looks = 0
		if stopped(func() { p.Size(large, 1<<30) }) == nil {
			t.Fatalf("not halted at look %d", p.halt)
		}
		check(large.Not())
	}
	p.build(layoutFor(2 * len(p.nodes)))
	check(large)
	p.random(random, 200)
	p.held = p.held[len(p.held)-50:]
	p.Collect()
	for _, f := range append(p.held, False, True) {
		check(f)
	}
}
