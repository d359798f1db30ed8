package symbolic

import (
	"fmt"

	"github.com/epibdd/epibdd/symbolic/kernel"
)

// kernelEngine runs on the project's own kernel. A node number is a kernel.Ref,
// of which 0 and 1 are false and true as well.
type kernelEngine struct {
	k    *kernel.Kernel
	stay *kernel.Map // the map that moves nothing
}

func openKernel(bits int, o Options, h host) (engine, error) {
	if bits > kernel.MaxVars {
		return nil, fmt.Errorf("symbolic: %d bits are too many for the kernel, which has room for %d", bits, kernel.MaxVars)
	}
	k := kernel.New(kernel.Config{
		Vars:       bits,
		Room:       o.room(),
		Roots:      func(yield func(kernel.Ref)) { h.held(func(n int) { yield(kernel.Ref(n)) }) },
		Halted:     h.halting,
		Squeezed:   h.relieve,
		CollectNth: o.collectNth,
	})
	e := &kernelEngine{k, k.NewMap(nil, nil)}
	if o.Order != nil {
		order := make([]int, bits)
		for level, b := range o.Order {
			order[level] = int(b)
		}
		e.k.Arrange(order)
	}
	return e, nil
}

func (e *kernelEngine) literal(b Bit) int { return int(e.k.Literal(int(b))) }

func (e *kernelEngine) bit(n int) int     { return e.k.Var(kernel.Ref(n)) }
func (e *kernelEngine) low(n int) int     { return int(e.k.Low(kernel.Ref(n))) }
func (e *kernelEngine) high(n int) int    { return int(e.k.High(kernel.Ref(n))) }
func (e *kernelEngine) level(bit int) int { return e.k.Level(bit) }

func (e *kernelEngine) not(f int) int { return f ^ 1 }

func (e *kernelEngine) apply(op operator, f, g int) int {
	s, t := kernel.Ref(f), kernel.Ref(g)
	var r kernel.Ref
	switch op {
	case opAnd:
		r = e.k.And(s, t)
	case opOr:
		r = e.k.Or(s, t)
	case opXor:
		r = e.k.Xor(s, t)
	case opIff:
		r = e.k.Xor(s, t.Not())
	case opImp:
		r = e.k.Or(s.Not(), t)
	case opDiff:
		r = e.k.And(s, t.Not())
	}
	return int(r)
}

func (e *kernelEngine) meet(f, g int) bool { return e.k.Meet(kernel.Ref(f), kernel.Ref(g)) }

func (e *kernelEngine) ite(f, g, h int) int {
	return int(e.k.Ite(kernel.Ref(f), kernel.Ref(g), kernel.Ref(h)))
}

func (e *kernelEngine) exists(f, cube int) int {
	return int(e.k.Exists(kernel.Ref(f), kernel.Ref(cube)))
}

func (e *kernelEngine) andExists(f, g, cube int) int {
	return int(e.k.AndExists(kernel.Ref(f), kernel.Ref(g), kernel.Ref(cube)))
}

func (e *kernelEngine) permutes() bool { return true }

func (e *kernelEngine) rename(f int, m *bitMap) int {
	return int(e.k.Permute(kernel.Ref(f), e.mapOf(m)))
}

func (e *kernelEngine) mapOf(m *bitMap) *kernel.Map {
	if m == nil {
		return e.stay
	}
	if m.kernel == nil {
		m.kernel = e.k.NewMap(m.from, m.to)
	}
	return m.kernel
}

func (e *kernelEngine) product(f, g int, p *product) int {
	if p.kernel == nil {
		cube := kernel.True
		if !p.quantify.IsEmpty() {
			cube = kernel.Ref(p.quantify.lits.h.node)
		}
		p.kernel = e.k.NewProduct(e.mapOf(p.before.bitMap), cube, e.mapOf(p.after.bitMap))
	}
	return int(e.k.Product(kernel.Ref(f), kernel.Ref(g), p.kernel))
}

func (e *kernelEngine) order() []int { return e.k.Order() }

func (e *kernelEngine) rearrange(groups [][]int) { e.k.Sift(groups) }

// The kernel asks the space which nodes are held.
func (e *kernelEngine) retain(int)  {}
func (e *kernelEngine) release(int) {}

func (e *kernelEngine) collect() { e.k.Collect() }

func (e *kernelEngine) usage() usage {
	u := e.k.Usage()
	return usage{nodes: u.Nodes, slots: u.Slots, worth: u.Worth, bytes: u.Bytes, collections: u.Collections}
}

func (e *kernelEngine) work() Work {
	w := e.k.Work()
	return Work{Steps: w.Steps, Nodes: w.Nodes, Visits: w.Visits, Swept: w.Swept, Moves: w.Moves}
}

func (e *kernelEngine) lasting() bool { return true }

func (e *kernelEngine) small() bool { return true }

func (e *kernelEngine) bound(l Limits) { e.k.SetLimits(l.Nodes, l.Memory) }

func (e *kernelEngine) overrun(p any) (usage, bool) {
	s, ok := p.(*kernel.Stop)
	if !ok {
		return usage{}, false
	}
	u := e.usage()
	switch s.Reason {
	case kernel.NodeLimit:
		u.nodes = int(s.Need)
		u.slots = max(u.slots, slotsFor(u.nodes))
	case kernel.MemoryLimit:
		u.bytes = s.Need
	}
	return u, true
}

func (e *kernelEngine) halt() {} // it asks the space

func (e *kernelEngine) check() error { return e.k.Check() }

func (e *kernelEngine) size(f, most int) int { return e.k.Size(kernel.Ref(f), most) }

func (e *kernelEngine) restrict(f, care int) int {
	return int(e.k.Restrict(kernel.Ref(f), kernel.Ref(care)))
}

func (e *kernelEngine) erode(f, cube int) int {
	return int(e.k.Erode(kernel.Ref(f), kernel.Ref(cube)))
}
