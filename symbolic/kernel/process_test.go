package kernel

import "testing"

// Who is asked before the limit on memory stops an operation can raise it, and is asked
// once where that does not help.
func TestSqueezed(t *testing.T) {
	const low, high = 6 << 20, 24 << 20
	asked := 0
	var h *holder
	h = newHolder(t, Config{Vars: 40, Squeezed: func() bool {
		asked++
		h.SetLimits(0, high)
		return true
	}})
	f, g := h.halves(10)
	h.SetLimits(0, low)
	if s := stopped(func() { h.And(f, g) }); s == nil || s.Reason != MemoryLimit || s.Need <= high {
		t.Errorf("got %+v", s)
	}
	if u := h.Usage(); u.Bytes < high*9/10 || u.Bytes > high || asked != 2 {
		t.Errorf("%d bytes at a limit that rises from %d to %d; asked %d times", u.Bytes, low, high, asked)
	}
}

// Outside counts tables as long as there are any.
func TestOutside(t *testing.T) {
	before := Outside()
	k := New(Config{Vars: 4})
	k.build(layoutFor(2 * reserveFrom))
	k.build(layoutFor(4 * reserveFrom))
	if k.confined {
		t.Skip("there is no memory outside of Go's heap")
	}
	if got := Outside() - before; got != k.bytes() {
		t.Errorf("%d bytes outside, want %d", got, k.bytes())
	}
	k.loan.end()
	k.loan.space, k.tables, k.reserved = lend(1<<20), tables{}, tables{} // for the cleanup
	if got := Outside() - before; got != 0 {
		t.Errorf("%d bytes outside after the end", got)
	}
}
