package kripke

import (
	"iter"
	"math/big"

	"github.com/epibdd/epibdd/chance"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// Classes are what the agents together may consider possible in the worlds of x, one after
// the other: the worlds that they confuse with some of x.
func Classes(m *Structure, agents []*spec.Agent, x Set) iter.Seq2[Set, error] {
	return func(yield func(Set, error) bool) {
		for k, part := range x {
			if part.IsEmpty() {
				continue
			}
			view, err := m.Layers[k].System.View(agents...)
			if err != nil {
				yield(nil, err)
				return
			}
			var found []symbolic.Set
			near := m.LookingLike(view, agents, k, part).And(m.Worlds[k])
			m.Product.split(view, agents, k, near, func(class symbolic.Set) { found = append(found, class) })
			for _, class := range found {
				if !yield(m.None().Replace(k, class), nil) {
					return
				}
			}
		}
	}
}

// Weigh is the weight of the worlds of x: a world before all knowledge actions weighs 1, and
// what comes of it has a share of that (docs/semantics.md#chances).
func Weigh(m *Structure, x Set, by spec.Weighing) *big.Rat {
	if by == spec.ByWorlds {
		return new(big.Rat).SetInt(m.Count(x))
	}
	total := new(big.Rat)
	for k, part := range x {
		total.Add(total, weighIn(m, k, part))
	}
	return total
}

// heavy are worlds of which each has the same weight.
type heavy struct {
	weight *big.Rat
	worlds symbolic.Set
}

// weighIn weighs worlds of layer k by choices. It goes back from one knowledge action to the
// one before it, and parts the worlds by how many alternatives there were. Where all that can
// happen are there, as with those that nobody saw, their shares are 1 together, and one of
// them stands for all.
func weighIn(m *Structure, k int, x symbolic.Set) *big.Rat {
	parts := []heavy{{big.NewRat(1, 1), x}}
	for behind := m; behind.Product != nil; behind = behind.Product.Before {
		p := behind.Product
		if p.index == nil { // at most one alternative
			continue
		}
		var next []heavy
		for _, h := range parts {
			if h.worlds.IsEmpty() {
				continue
			}
			origins := p.Origins(h.worlds)
			if behind.Worlds[k].And(origins).Equal(h.worlds) {
				next = joined(next, heavy{h.weight, origins.And(p.Is(0))})
				continue
			}
			for n, worlds := range p.numbers(k, origins) {
				if here := h.worlds.And(worlds); !here.IsEmpty() {
					next = joined(next, heavy{new(big.Rat).Mul(h.weight, chance.Share(spec.ByChoices, n)), here})
				}
			}
		}
		parts = next
	}
	total := new(big.Rat)
	for _, h := range parts {
		n := new(big.Rat).SetInt(m.Layers[k].System.CountWith(h.worlds, m.BitsIn(k)))
		total.Add(total, n.Mul(n, h.weight))
	}
	return total
}

// joined adds worlds to those of the same weight.
func joined(parts []heavy, h heavy) []heavy {
	for i := range parts {
		if parts[i].weight.Cmp(h.weight) == 0 {
			parts[i].worlds = parts[i].worlds.Or(h.worlds)
			return parts
		}
	}
	return append(parts, h)
}

// numbers divides some worlds before the action by how many alternatives can happen there.
func (p *Product) numbers(k int, origins symbolic.Set) []symbolic.Set {
	exactly := []symbolic.Set{origins}
	for _, way := range p.WaysIn(k) {
		next := append(exactly, p.space.Empty())
		for n := len(exactly); n >= 0; n-- {
			here := p.space.Empty()
			if n < len(exactly) {
				here = exactly[n].Diff(way.Domain)
			}
			if n > 0 {
				here = here.Or(exactly[n-1].And(way.Domain))
			}
			next[n] = here
		}
		for len(next) > 1 && next[len(next)-1].IsEmpty() {
			next = next[:len(next)-1]
		}
		exactly = next
	}
	return exactly
}
