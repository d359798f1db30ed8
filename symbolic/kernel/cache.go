package kernel

import "math/bits"

// entry is a solved problem: an operation, up to three operands, the result. The
// operation is coded by the highest bits of a and c, which no Ref has:
//
//	a        b       c
//	f        g       h               if f then g else h
//	f|tag    g       cube            ∃ cube. f ∧ g
//	f|tag    g       tag|number      the product of that number
//	f        g       code            an operation of two operands
//	f        number  opPermute       b is the number of the map
//
// An empty entry has a = 0: no operation on a constant is looked up.
type entry struct{ a, b, c, result Ref }

const (
	entrySize = 16
	tag       = 1 << 31
)

// Codes of the operations of two operands.
const (
	opAnd Ref = tag + iota
	opXor
	opExists
	opRestrict
	opPermute
	opErode
)

func problem(a, b, c Ref) uint64 {
	return uint64(a)*k1 + uint64(b)*k2 + uint64(c)*k3
}

// look returns the hash of a problem for store, and the entry at its place.
func (k *Kernel) look(a, b, c Ref) (h uint64, e *entry) {
	h = problem(a, b, c)
	return h, &k.cache[h>>(k.cacheShift&63)]
}

// store replaces what was at the place of h: what was asked last will be asked
// again soonest.
func (k *Kernel) store(h uint64, a, b, c, result Ref) {
	k.cache[h>>(k.cacheShift&63)] = entry{a, b, c, result}
}

// spread moves the first entries, which are all that is known, to their places in a
// cache that has grown. A place is the upper bits of a hash, so problems that were apart
// stay apart, none moves up, and from the end on nothing is in the way. If it is
// stopped, what has not moved yet is forgotten.
func (k *Kernel) spread(known int) {
	k.cacheShift = shiftFor(len(k.cache))
	defer func() { clear(k.cache[:known]) }()
	for known > 0 {
		if known%stretch == 0 {
			k.poll()
		}
		known--
		if e := k.cache[known]; e.a != 0 {
			k.cache[known] = entry{}
			k.cache[problem(e.a, e.b, e.c)>>(k.cacheShift&63)] = e
		}
	}
}

// purge drops the entries that mention nodes without a mark.
func (k *Kernel) purge() {
	for i := range k.cache {
		if i%stretch == 0 {
			k.poll()
		}
		e := &k.cache[i]
		if e.a != 0 && !k.keeps(e) {
			*e = entry{}
		}
	}
}

func (k *Kernel) keeps(e *entry) bool {
	return k.marked(e.a&^tag) && k.marked(e.result) &&
		(e.permutes() || k.marked(e.b)) &&
		(e.c >= tag || k.marked(e.c))
}

// permutes tells whether b is a number.
func (e *entry) permutes() bool { return e.a < tag && e.c == opPermute }

// shiftFor is by how much a hash is shifted to be a place among size, a power
// of two.
func shiftFor(size int) uint { return uint(64 - bits.TrailingZeros(uint(size))) }
