package kernel

import (
	"cmp"
	"slices"
)

// Arrange puts the variables into the given order, which names each of them
// once, top first. It gives up, and returns false, where there is no room.
func (k *Kernel) Arrange(order []int) bool {
	a := k.arrange()
	defer a.finish()
	for level, v := range order {
		for at := uint32(k.levelOf[v]); at > uint32(level); at-- {
			if !a.swap(at - 1) {
				return false
			}
		}
	}
	return true
}

// Order returns the variables, top first.
func (k *Kernel) Order() []int {
	out := make([]int, len(k.varAt))
	for level, v := range k.varAt {
		out[level] = int(v)
	}
	return out
}

// Sift looks for a better order: each variable in turn, those with most nodes
// first, is moved through all places and left at the best (Rudell, 1993). The
// variables of a group that are neighbours move together and keep their order; others
// are groups of their own. Groups stay together unless there is no room for that.
//
// It stops early if Config.Halted says so. Sifting takes long; it is worth it
// when diagrams have grown, not as a habit.
func (k *Kernel) Sift(groups [][]int) {
	s := sifter{arranger: k.arrange()}
	defer s.finish()
	s.split(groups)
	blocks := slices.Clone(s.blocks)
	slices.SortStableFunc(blocks, func(b, c *block) int { return cmp.Compare(s.size(c), s.size(b)) })
	for _, b := range blocks[:min(len(blocks), maxBlocks)] {
		if k.halted() || s.torn || s.swaps > maxSwaps {
			return
		}
		s.sift(b)
	}
}

// A search moves so many groups, those with most nodes, and starts with none
// after so many exchanges: with thousands of variables it would take hours.
const (
	maxBlocks = 1000
	maxSwaps  = 1 << 20
)

// block is a group at its place.
type block struct {
	vars []int // top first
	at   int   // the place among the blocks
}

type sifter struct {
	*arranger
	blocks []*block // top first
	torn   bool     // there was no room to take back an exchange; the blocks are wrong
}

// split finds the blocks in the present order.
func (s *sifter) split(groups [][]int) {
	group := make([]int, len(s.varAt))
	for g, vars := range groups {
		for _, v := range vars {
			group[v] = g + 1
		}
	}
	for level, v := range s.varAt {
		if level > 0 && group[v] > 0 && group[v] == group[s.varAt[level-1]] {
			b := s.blocks[len(s.blocks)-1]
			b.vars = append(b.vars, int(v))
			continue
		}
		s.blocks = append(s.blocks, &block{vars: []int{int(v)}, at: len(s.blocks)})
	}
}

// size is the number of nodes of a block, with some that are reclaimed.
func (s *sifter) size(b *block) int {
	n := 0
	for _, v := range b.vars {
		n += len(s.levels[s.levelOf[v]])
	}
	return n
}

// A direction is given up when the diagrams are larger than at the best place
// by a fifth.
func tooLarge(size, best int) bool { return size > best+best/5 }

// sift moves b to the nearer end, to the other end, and back to the best place.
func (s *sifter) sift(b *block) {
	best, place := s.count, b.at
	look := func(step int) {
		for next := b.at + step; next >= 0 && next < len(s.blocks) && !s.torn; next = b.at + step {
			if !s.exchange(min(b.at, next)) {
				return
			}
			if s.count < best {
				best, place = s.count, b.at
			}
			if tooLarge(s.count, best) || s.halted() {
				return
			}
		}
	}
	if b.at < len(s.blocks)/2 {
		look(-1)
		look(+1)
	} else {
		look(+1)
		look(-1)
	}
	for b.at != place && !s.torn {
		at := b.at
		if place < at {
			at--
		}
		if !s.exchange(at) {
			return
		}
	}
}

// exchange exchanges the blocks at a place and below it: the variables of the
// lower one rise through the upper one, from the top. If there is no room it
// undoes what it has done; if there is none for that either, the two stay where they
// are, one within the other, and the search is over. Functions do not depend on it.
func (s *sifter) exchange(at int) bool {
	b, c := s.blocks[at], s.blocks[at+1]
	top := uint32(s.levelOf[b.vars[0]])
	var done []uint32
	for i := range uint32(len(c.vars)) {
		for level := top + i + uint32(len(b.vars)); level > top+i; level-- {
			if !s.swap(level - 1) {
				for _, l := range slices.Backward(done) {
					if !s.swap(l) {
						s.torn = true
						return false
					}
				}
				return false
			}
			done = append(done, level-1)
		}
	}
	s.blocks[at], s.blocks[at+1] = c, b
	b.at, c.at = at+1, at
	return true
}
