package explicit

import (
	"math/big"

	"github.com/epibdd/epibdd/explicit/internal/kleene"
	"github.com/epibdd/epibdd/explicit/internal/memo"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// share decides in a world how the share of a formula compares, among the worlds that a group
// considers possible.
func (s *scope) share(e *spec.Share, env *spec.Env, w int) (kleene.Value, error) {
	agents, err := s.sharing(e, env, w)
	if err != nil {
		return kleene.No, err
	}
	in, err := memo.Once(s.sets, memo.KeyOf(e, env, keyOf(agents)), func() (kleene.Set, error) {
		x, err := s.truth(e.X, env)
		if err != nil {
			return nil, err
		}
		c := s.classesOf(agents...)
		sizes, y := c.sizes(x), make(kleene.Set, len(x))
		for v, k := range c.of {
			y[v] = sizes[k].compared(e)
		}
		return y, nil
	})
	if err != nil {
		return kleene.No, err
	}
	return in[w], nil
}

// sharing are the agents of whose worlds a share is meant: those of its group, or nobody.
func (s *scope) sharing(e *spec.Share, env *spec.Env, w int) ([]*spec.Agent, error) {
	if e.Group == nil {
		return nil, nil
	}
	return s.group(e.Group, env, w)
}

// size is in how many worlds of a class a formula surely holds, and perhaps, and how many
// there are.
type size struct{ least, most, all int64 }

// sizes are those of a formula, by class.
func (c classes) sizes(x kleene.Set) []size {
	sizes := make([]size, c.n)
	for w, k := range c.of {
		sizes[k].all++
		if x[w] == kleene.Yes {
			sizes[k].least++
		}
		if x[w] != kleene.No {
			sizes[k].most++
		}
	}
	return sizes
}

// compared is how the share compares: a comparison is open where the least and the greatest
// number that there may be differ in whether the share is at least, or above, the bound.
func (n size) compared(e *spec.Share) kleene.Value {
	from, to := big.NewRat(n.least, n.all).Cmp(e.Bound), big.NewRat(n.most, n.all).Cmp(e.Bound)
	within := func(sure, perhaps bool) kleene.Value {
		switch {
		case sure:
			return kleene.Yes
		case perhaps:
			return kleene.Open
		}
		return kleene.No
	}
	least, above := within(from >= 0, to >= 0), within(from > 0, to > 0)
	switch e.Op {
	case spec.Ge:
		return least
	case spec.Gt:
		return above
	case spec.Lt:
		return kleene.Yes - least
	case spec.Le:
		return kleene.Yes - above
	}
	equal := min(least, kleene.Yes-above)
	if e.Op == spec.Ne {
		return kleene.Yes - equal
	}
	return equal
}

// Shared counts in how many of the worlds that a group considers possible in a world the formula
// of a share is true.
func (s *scope) Shared(e *spec.Share, env *spec.Env, w int) (*witness.Count, error) {
	agents, err := s.sharing(e, env, w)
	if err != nil {
		return nil, s.InWorld(w, err)
	}
	x, err := s.truth(e.X, env)
	if err != nil {
		return nil, err
	}
	c := s.classesOf(agents...)
	n := c.sizes(x)[c.of[w]]
	return &witness.Count{Agents: agents, Least: big.NewInt(n.least), Most: big.NewInt(n.most), All: big.NewInt(n.all)}, nil
}
