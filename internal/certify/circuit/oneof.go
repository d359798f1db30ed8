package circuit

import "slices"

// term is a wire, and wires that are all true where it is, whose gates come in order.
type term struct {
	wire Lit
	all  []Lit
}

// OneOf is true where one of some wires is. Those that ask for the same wires, true or false, as views do, are made a tree of
// choices between these: where what is left to ask is the same it is one gate, however many views lead to it.
func (c *Circuit) OneOf(ls []Lit) Lit {
	whole := map[Lit]bool{} // gates of which the negation is asked for, too
	for _, l := range ls {
		for _, x := range c.conjuncts([]Lit{l}) {
			whole[x.Not()] = true
		}
	}
	terms := make([]term, len(ls))
	for i, l := range ls {
		terms[i] = term{l, c.operandsBut(l, whole)}
	}
	slices.SortFunc(terms, func(x, y term) int { return slices.Compare(x.all, y.all) })
	return c.tree(terms, 0)
}

// operandsBut are wires that are all true where one is, and none of them is a gate, but for some.
func (c *Circuit) operandsBut(l Lit, whole map[Lit]bool) (all []Lit) {
	met := map[Lit]bool{}
	for path := []Lit{l}; len(path) > 0; {
		l := path[len(path)-1]
		path = path[:len(path)-1]
		switch g := c.gates[l/2]; {
		case met[l]:
		case l&1 == 0 && g[0] != l && !whole[l]:
			path = append(path, g[0], g[1])
		default:
			all = append(all, l)
		}
		met[l] = true
	}
	slices.Sort(all)
	return all
}

// tree is where one of some terms is true, of which the first wires are known to be; terms are sorted.
func (c *Circuit) tree(terms []term, known int) Lit {
	out := No
	for len(terms) > 0 {
		if len(terms[0].all) == known {
			return Yes
		}
		if len(terms) == 1 && known == 0 {
			return c.Or(out, terms[0].wire)
		}
		x := terms[0].all[known] &^ 1
		yes := count(terms, func(t term) bool { return t.all[known] == x })
		no := count(terms[yes:], func(t term) bool { return t.all[known] == x.Not() })
		out = c.Or(out, c.Ite(x, c.tree(terms[:yes], known+1), c.tree(terms[yes:yes+no], known+1)))
		terms = terms[yes+no:]
	}
	return out
}

// count is how many terms come before the first one that is not as asked.
func count(terms []term, as func(t term) bool) int {
	if n := slices.IndexFunc(terms, func(t term) bool { return !as(t) }); n >= 0 {
		return n
	}
	return len(terms)
}
