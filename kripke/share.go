package kripke

import (
	"math/big"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// Shared are the worlds of where in which a share compares with a bound as holds says of its
// sign, -1 for less and 1 for more: the share of x among all worlds that the agents together
// confuse with the world. Over nobody these are all worlds of the layer. Up to few classes of
// worlds that look alike are counted one by one. More are counted all at once, by sums over what
// the agents do not see, whose digits may be far larger than the worlds.
func Shared(m *Structure, agents []*spec.Agent, where, x Set, bound *big.Rat, few int, holds func(sign int) bool) (Set, error) {
	y := m.None()
	for k := range y {
		if where[k].IsEmpty() {
			continue
		}
		view, err := m.Layers[k].System.View(agents...)
		if err != nil {
			return nil, err
		}
		near := m.LookingLike(view, agents, k, where[k]).And(m.Worlds[k])
		if n := m.Product.classesIn(view, agents, k, near, nil); n != nil && n.Cmp(big.NewInt(int64(few))) <= 0 {
			m.Product.split(view, agents, k, near, func(class symbolic.Set) {
				part, all := countIn(m, k, class.And(x[k])), countIn(m, k, class)
				if holds(part.Mul(part, bound.Denom()).Cmp(all.Mul(all, bound.Num()))) {
					y[k] = y[k].Or(class)
				}
			})
			y[k] = y[k].And(where[k])
			continue
		}
		compare := func(part, all symbolic.Tally) symbolic.Set { return signed(m.Space(), part, all, bound, holds) }
		y[k] = m.Product.compared(view, agents, k, symbolic.Tally{x[k].And(near)}, symbolic.Tally{near}, compare).And(where[k])
	}
	return y, nil
}

// countIn is the number of worlds in a part of layer k.
func countIn(m *Structure, k int, part symbolic.Set) *big.Int {
	return m.Layers[k].System.CountWith(part, m.BitsIn(k))
}

// signed is where the share compares as holds says.
func signed(space *symbolic.Space, part, all symbolic.Tally, bound *big.Rat, holds func(sign int) bool) symbolic.Set {
	part, all = part.Times(bound.Denom()), all.Times(bound.Num())
	least, most := atLeast(space, part, all), atLeast(space, all, part)
	y := space.Empty()
	if holds(-1) {
		y = least.Not()
	}
	if holds(0) {
		y = y.Or(least.And(most))
	}
	if holds(1) {
		y = y.Or(most.Not())
	}
	return y
}

// atLeast is where x is at least y; either may be 0 everywhere.
func atLeast(space *symbolic.Space, x, y symbolic.Tally) symbolic.Set {
	if len(y) == 0 {
		return space.Full()
	}
	return x.AtLeast(y)
}

// compared is View.Compared of worlds that may be behind knowledge actions (nil: none), in
// layer k: those confuse alternatives as well.
func (p *Product) compared(view *encode.View, agents []*spec.Agent, k int, part, all symbolic.Tally, compare func(part, all symbolic.Tally) symbolic.Set) symbolic.Set {
	if p == nil {
		return view.Compared(part, all, compare)
	}
	if p.index == nil {
		return p.Before.Product.compared(view, agents, k, part, all, compare)
	}
	var found []symbolic.Set
	for _, class := range p.classesOf(agents, k) {
		x, y := part.And(class.numbers), all.And(class.numbers)
		if !class.apart {
			x, y = x.Sum(p.index.Bits()), y.Sum(p.index.Bits())
		}
		found = append(found, p.Before.Product.compared(view, agents, k, x, y, compare).And(class.numbers))
	}
	return p.space.OrAll(found...)
}

// classesIn is how many classes there are among the worlds of a part of layer k, which are told
// apart by some bits besides; nil where that is not known.
func (p *Product) classesIn(view *encode.View, agents []*spec.Agent, k int, part symbolic.Set, besides []symbolic.Bit) *big.Int {
	if p == nil {
		return view.Classes(part, besides)
	}
	if p.index == nil {
		return p.Before.Product.classesIn(view, agents, k, part, besides)
	}
	total := new(big.Int)
	for _, class := range p.classesOf(agents, k) {
		here, seen := part.And(class.numbers), append(besides[:len(besides):len(besides)], p.index.Bits()...)
		if !class.apart {
			here, seen = p.Origins(here), besides
		}
		n := p.Before.Product.classesIn(view, agents, k, here, seen)
		if n == nil {
			return nil
		}
		total.Add(total, n)
	}
	return total
}

// split is View.Split of worlds that may be behind knowledge actions (nil: none), in layer k.
func (p *Product) split(view *encode.View, agents []*spec.Agent, k int, part symbolic.Set, f func(class symbolic.Set)) {
	if p == nil {
		view.Split(part, f)
		return
	}
	before := p.Before.Product
	if p.index == nil {
		before.split(view, agents, k, part, f)
		return
	}
	for _, class := range p.classesOf(agents, k) {
		here := part.And(class.numbers)
		if !class.apart {
			before.split(view, agents, k, here, f)
			continue
		}
		for i := range p.WaysIn(k) {
			before.split(view, agents, k, here.And(p.Is(i)), f)
		}
	}
}

// Share counts the worlds of x, and all worlds, that agents together confuse with w.
func Share(m *Structure, agents []*spec.Agent, w World, x Set) (part, all *big.Int, err error) {
	near, err := m.Closure(agents, m.Only(w))
	if err != nil {
		return nil, nil, err
	}
	return m.Count(near.And(x)), m.Count(near), nil
}
