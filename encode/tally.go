package encode

import (
	"math/big"
	"math/bits"

	"github.com/epibdd/epibdd/encode/internal/codes"
	"github.com/epibdd/epibdd/symbolic"
)

// Counting within the classes of a view follows its closure (view.go), with sums in place of
// quantifiers: bits that no function reads are summed over, bits that are seen as they are
// stay, and what is read of the other bits is moved group by group onto scratch bits, or onto
// the group itself from a copy of it.

// Compared returns the states in whose class p is true of two numbers: that of the states of
// part that look like it, and that of all, each as often as the tally says. p may compare
// tallies, vector by vector.
func (v *View) Compared(part, all symbolic.Tally, p func(part, all symbolic.Tally) symbolic.Set) symbolic.Set {
	if v.all {
		return p(part, all)
	}
	ways := make([]*projection, len(v.groups))
	for i, g := range v.groups {
		ways[i] = projectionOf(v.codes, g)
	}
	in := func(t symbolic.Tally) symbolic.Tally {
		t = t.And(v.codes.Valid).Sum(v.free.Bits())
		for _, w := range ways {
			t = w.into(t)
		}
		return t
	}
	found := p(in(part), in(all))
	for _, w := range ways {
		found = w.back(found)
	}
	return found
}

// Classes is how many classes there are of states of x, which are told apart by some bits
// besides; nil where that is not found with little effort, or each state is a class.
func (v *View) Classes(x symbolic.Set, besides []symbolic.Bit) *big.Int {
	if v.all {
		return nil
	}
	x = x.And(v.codes.Valid).Exists(v.free)
	over := append(besides[:len(besides):len(besides)], v.kept...)
	for _, g := range v.groups {
		w := projectionOf(v.codes, g)
		if w.copy {
			return nil
		}
		for i, rel := range w.rel {
			x = x.AndExists(rel, w.sum[i])
		}
		over = append(over, w.out...)
	}
	return x.Count(over)
}

// Split calls f with the classes of states of x, one after the other. It parts x by one function
// after the other, so that sets soon are small.
func (v *View) Split(x symbolic.Set, f func(class symbolic.Set)) {
	seen := v.seen
	if v.all {
		seen = v.Functions()
	}
	split(x, seen, f)
}

func split(x symbolic.Set, seen []symbolic.Set, f func(class symbolic.Set)) {
	for i, e := range seen {
		with := x.And(e)
		if with.IsEmpty() || with.Equal(x) {
			continue
		}
		split(with, seen[i+1:], f)
		split(x.Diff(e), seen[i+1:], f)
		return
	}
	if !x.IsEmpty() {
		f(x)
	}
}

// projection moves numbers from the bits of a group onto what is seen of it.
type projection struct {
	copy bool              // from a copy of the group, whose bits the renaming tells
	to   symbolic.Renaming // of a copy
	rel  []symbolic.Set    // that say what is seen, each to be met before bits are summed over
	sum  []symbolic.Cube   // with each of rel: the bits that no later one reads
	out  []symbolic.Bit    // scratch bits
}

// projectionOf finds the way that takes the fewest bits.
func projectionOf(cs *codes.Codes, g *group) *projection {
	fs := g.fs
	if n := bits.Len(uint(max(len(g.blocks)-1, 0))); g.blocks != nil && n < len(fs) {
		fs = numbered(cs, g.blocks, n)
	}
	w := &projection{}
	if len(fs) <= len(g.bits) {
		w.rel, w.out = onScratch(cs, &group{bits: g.bits, fs: fs})
		w.sum = lastReads(cs, g.bits, fs)
		return w
	}
	next, r := onNext(cs, g.bits)
	w.copy, w.to = true, r
	copies := make([]symbolic.Set, len(fs))
	for i, e := range fs {
		copies[i] = e.Rename(r)
		w.rel = append(w.rel, e.Iff(copies[i]))
	}
	w.sum = lastReads(cs, next, copies)
	return w
}

// numbered are n functions that tell blocks apart, the binary digits of their numbers.
func numbered(cs *codes.Codes, blocks []symbolic.Set, n int) []symbolic.Set {
	fs := make([]symbolic.Set, n)
	for i := range fs {
		var in []symbolic.Set
		for k, b := range blocks {
			if k>>i&1 == 1 {
				in = append(in, b)
			}
		}
		fs[i] = cs.Space.OrAll(in...)
	}
	return fs
}

func (w *projection) into(t symbolic.Tally) symbolic.Tally {
	if w.copy {
		t = t.Rename(w.to)
	}
	for i, rel := range w.rel {
		t = t.And(rel).Sum(w.sum[i].Bits())
	}
	return t
}

// back is what is seen as a set of states.
func (w *projection) back(x symbolic.Set) symbolic.Set {
	if w.copy {
		return x
	}
	for i, rel := range w.rel {
		x = x.AndExists(rel, x.Space().Cube(w.out[i]))
	}
	return x
}
