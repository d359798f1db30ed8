package value

import (
	"cmp"
	"slices"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// Precision says how exactly a count is asked for; its zero value stands for exactly.
type Precision struct {
	AtMost int // what is greater is counted as this number; 0: no bound
	Modulo int // what is left after division by this number; 0: no division
}

// of is the number that stands for n.
func (p Precision) of(n int) int {
	switch {
	case p.Modulo > 0:
		return n % p.Modulo
	case p.AtMost > 0:
		return min(n, p.AtMost)
	}
	return n
}

// fold joins the last of the sets of states in which a number is 0, 1, 2, … more than
// always with the one before that stands for the same, if there is one.
func (p Precision) fold(counts []symbolic.Set, always int) []symbolic.Set {
	last := len(counts) - 1
	for k, c := range counts[:last] {
		if p.of(always+k) == p.of(always+last) {
			counts[k] = c.Or(counts[last])
			return counts[:last]
		}
	}
	return counts
}

// CountTrue returns how many of the sets a state is in, as far as is asked. Sets are
// added from the bottom of the order to the top: then each step looks at the new bits
// only, since the counts so far stand below them.
func CountTrue(sp *symbolic.Space, sets []symbolic.Set, asked Precision) Value {
	always := 0
	var some []symbolic.Set
	for _, t := range sets {
		switch {
		case t.IsFull():
			always++
		case !t.IsEmpty():
			some = append(some, t)
		}
	}
	counts := []symbolic.Set{sp.Full()}
	for _, t := range bottomUp(sp, some) {
		next := make([]symbolic.Set, len(counts)+1)
		next[0] = counts[0].Diff(t)
		for k := 1; k < len(counts); k++ {
			next[k] = t.Ite(counts[k-1], counts[k])
		}
		next[len(counts)] = t.And(counts[len(counts)-1])
		counts = asked.fold(next, always)
	}
	var l CaseList
	for k, c := range counts {
		l.Add(spec.Int(asked.of(always+k)), c)
	}
	return l.Value(sp)
}

// bottomUp orders sets by their topmost bit, the lowest in the order first.
func bottomUp(sp *symbolic.Space, sets []symbolic.Set) []symbolic.Set {
	sets = slices.Clone(sets)
	top := make(map[symbolic.Set]symbolic.Bit, len(sets))
	for _, t := range sets {
		top[t] = topBit(sp, t)
	}
	slices.SortStableFunc(sets, func(a, b symbolic.Set) int { return cmp.Compare(top[b], top[a]) })
	return sets
}

func topBit(sp *symbolic.Space, t symbolic.Set) symbolic.Bit {
	if support := t.Support(); len(support) > 0 {
		return support[0]
	}
	return symbolic.Bit(sp.Bits())
}

func Size(sp *symbolic.Space, x Result, asked Precision) Result {
	if x.Undef.IsFull() {
		return x
	}
	f := AsFamily(sp, x.Val)
	terms := make([]symbolic.Set, len(f.Members))
	for i, m := range f.Members {
		terms[i] = m.In
	}
	return Result{CountTrue(sp, terms, asked), x.Undef.Or(f.Absent)}
}
