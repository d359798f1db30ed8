package kernel

import (
	"runtime"
	"sync/atomic"
	"unsafe"
)

// tables are the arrays of a kernel.
//
// Small ones are Go's, and are copied when they grow. Large ones lie outside Go's heap,
// where the system lends address space that takes memory only where it is used: enough
// for tables of any size, so that they grow in place. In Go's heap a table that grows
// is there twice until the next collection, and Go lets as much garbage accumulate
// as all tables are large.
type tables struct {
	nodes []node
	heads []uint32 // by hash: the first node of a chain
	cache []entry
}

// reserveFrom is the number of nodes of tables that lie outside Go's heap. Small
// kernels may be many, and come and go.
const reserveFrom = 1 << 16

// reserve asks for address space, once. It goes back when k cannot be reached any more:
// all exported methods that look at tables keep k alive until they are done.
func (k *Kernel) reserve() {
	if k.reserved.nodes != nil || k.confined {
		return
	}
	largest := layoutFor(maxSlots)
	sizes := []int64{int64(largest.slots) * nodeSize, int64(largest.heads) * headSize, int64(largest.entries) * entrySize}
	total := int64(hugePage)
	for i := range sizes {
		sizes[i] += -sizes[i] & (hugePage - 1)
		total += sizes[i]
	}
	space := lend(total)
	if space == nil {
		k.confined = true
		return
	}
	k.loan = &loan{space: space}
	runtime.AddCleanup(k, (*loan).end, k.loan)
	at := unsafe.Pointer(&space[-uintptr(unsafe.Pointer(&space[0]))&(hugePage-1)])
	k.reserved.nodes = unsafe.Slice((*node)(at), largest.slots)
	k.reserved.heads = unsafe.Slice((*uint32)(unsafe.Add(at, sizes[0])), largest.heads)
	k.reserved.cache = unsafe.Slice((*entry)(unsafe.Add(at, sizes[0]+sizes[1])), largest.entries)
}

// outside is the memory of all tables in this process that lie outside of Go's heap.
var outside atomic.Int64

// Outside returns the bytes that the tables of all kernels take outside of Go's heap. A kernel that cannot be reached
// any more counts until Go has collected it. It may be called from any goroutine.
func Outside() int64 { return outside.Load() }

// loan is address space, and how much of it the tables of a kernel take.
type loan struct {
	space []byte
	used  int64
}

func (l *loan) use(bytes int64) {
	outside.Add(bytes - l.used)
	l.used = bytes
}

func (l *loan) end() {
	giveBack(l.space)
	l.use(0)
}

// inPlace tells whether tables of the layout grow without a copy.
func (k *Kernel) inPlace(l layout) bool {
	return max(l.slots, l.entries) >= reserveFrom && !k.confined
}

// extend returns s with n elements, those further on 0: in place of the reserved ones if
// there are any, or else as a copy.
func extend[T any](k *Kernel, s, reserved []T, n int) []T {
	longer := reserved
	if longer == nil {
		longer = make([]T, n)
	}
	longer = longer[:n]
	adviseLarge(longer)
	if len(s) > 0 && &s[0] != &longer[0] {
		for i := 0; i < len(s); i += stretch {
			k.poll()
			copy(longer[i:], s[i:min(i+stretch, len(s))])
		}
	}
	return longer
}

// hugePage is the size of large pages, to which advice is aligned.
const hugePage = 1 << 21

// adviseLarge asks for larger pages. Tables are read at random, which costs the
// translation of an address each time; larger pages save a quarter of the time of a model
// with a million nodes. Small tables are left alone: a page is filled with zeros when it
// is first touched.
func adviseLarge[T any](s []T) {
	var zero T
	if size := len(s) * int(unsafe.Sizeof(zero)); size >= 2*hugePage {
		bytes := unsafe.Slice((*byte)(unsafe.Pointer(&s[0])), size)
		skip := -uintptr(unsafe.Pointer(&s[0])) & (hugePage - 1)
		adviseHuge(bytes[skip : skip+(uintptr(size)-skip)&^(hugePage-1)])
	}
}
