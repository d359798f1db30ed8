package certificate

import (
	"maps"
	"math/big"
	"slices"
	"strconv"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/internal/certify/question"
	"github.com/epibdd/epibdd/kripke"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// knowledge makes functions to worlds that are considered possible at a place.
func (a *author) knowledge(d *draft, n *question.Need, operand spec.Expr, groups [][]spec.Value, links int, s *site, p *place) error {
	op, isKnows := n.Expr.(*spec.Knows)
	dual := isKnows && op.Op == spec.Supposes
	if len(groups) == 1 && links == 1 && (n.Lower && !dual || n.Upper && dual) {
		if err := a.includes(d, n, operand, groups[0], dual, p); err != nil {
			return err
		}
	}
	if links == 1 && (!n.Upper && !dual || dual && !n.Lower) {
		return nil
	}
	var views [][]*spec.Agent
	for _, names := range groups {
		var who []*spec.Agent
		for _, name := range names {
			who = append(who, a.ev.Agent(name))
		}
		views = append(views, who)
	}
	if isKnows && op.Op == spec.KnowsValue {
		return a.values(d, n, operand, views[0], s, p)
	}
	bad, err := s.contradicting(operand, n, dual)
	if err != nil {
		return err
	}
	if links != 1 {
		return a.chain(d, n, bad[0], views, links, s, p)
	}
	for _, who := range views {
		var in []symbolic.Set
		for _, b := range bad {
			in = append(in, s.near(p, who, b))
		}
		if err := a.shown(d, who, p, in...); err != nil {
			return err
		}
	}
	return nil
}

// includes claims a set that is simpler than the worlds from which no link may lead to what is sought: all that looks
// to the agents like one of these, with the same value where it is values that differ. Where what is seen says by itself
// what is known, in all states, it is not asked which are worlds, and nothing is gained.
func (a *author) includes(d *draft, n *question.Need, operand spec.Expr, names []spec.Value, dual bool, p *place) error {
	from := d.set
	if dual {
		from = p.worlds.Diff(d.set)
	}
	nodes := from.CountNodes()
	if len(names) == 0 || nodes <= simple || operand.Traits()&spec.Modal != 0 {
		return nil
	}
	var who []*spec.Agent
	for _, name := range names {
		who = append(who, a.ev.Agent(name))
	}
	sys := a.states(p.layer)
	view, err := sys.View(who...)
	if err != nil {
		return err
	}
	bits, undef, err := sys.Bits(operand, n.Env, nil)
	if err != nil {
		return err
	}
	in, said := view.Closure(from).Diff(undef), true
	x, _ := n.Expr.(*spec.Knows)
	values := x != nil && (x.Op == spec.KnowsValue || x.Op == spec.KnowsWhether)
	for _, b := range bits {
		yes, no := view.Closure(from.And(b)), view.Closure(from.Diff(b))
		said = said && yes.SubsetOf(b) && no.And(b).IsEmpty()
		if values {
			in = in.And(yes.And(b).Or(no.Diff(b)))
		}
	}
	if !said && in.CountNodes()+simple <= nodes {
		d.layers = append(d.layers, in)
	}
	return nil
}

// states is the system of a layer for those who ask about what is no world, too.
func (a *author) states(layer int) *encode.System {
	if a.wide[layer] == nil {
		sys := a.m.Layers[layer].System
		a.wide[layer] = sys.WithCare(sys.Valid())
	}
	return a.wide[layer]
}

// values leads to worlds with two values, however many there are, where agents confuse worlds with several.
func (a *author) values(d *draft, n *question.Need, operand spec.Expr, who []*spec.Agent, s *site, p *place) error {
	bits, err := s.ev.Bits(operand, n.Env)
	if err != nil {
		return err
	}
	m := s.ev.Structure()
	left, one, other := m.Worlds, m.None(), m.None() // the worlds in which the bits so far are known
	for _, b := range bits {
		yes, no := left.And(b.Lower), left.Diff(b.Lower)
		like, err := m.Closure(who, yes)
		if err != nil {
			return err
		}
		unlike, err := m.Closure(who, no)
		if err != nil {
			return err
		}
		both := like.And(unlike)
		one, other, left = one.Or(yes.And(both)), other.Or(no.And(both)), left.Diff(both)
	}
	return a.shown(d, who, p, s.near(p, who, one), s.near(p, who, other))
}

// contradicting are sets of worlds, one of which has to be found where an operator is false.
func (s *site) contradicting(operand spec.Expr, n *question.Need, dual bool) (bad []kripke.Set, err error) {
	f, err := s.ev.Everywhere(operand, n.Env)
	if err != nil {
		return nil, err
	}
	not := f.Not(s.ev.Structure().Worlds).Bound(!n.Upper)
	if x, ok := n.Expr.(*spec.Knows); ok && x.Op == spec.KnowsWhether {
		return []kripke.Set{f.Lower, not}, nil
	}
	if dual {
		return []kripke.Set{f.Lower}, nil
	}
	return []kripke.Set{not}, nil
}

// chain makes the layers of worlds from which links lead out of what is to be known, and a
// function for each of the agents by which the next link goes.
func (a *author) chain(d *draft, n *question.Need, z kripke.Set, views [][]*spec.Agent, links int, s *site, p *place) error {
	for i, last := 0, s.ev.Structure().None(); i <= links && !z.Equal(last); i++ {
		d.layers = append(d.layers, p.of(z))
		next := z
		for _, who := range views {
			if n.Upper {
				if err := a.witness(d, who, s.near(p, who, last), p); err != nil {
					return err
				}
			}
			closed, err := s.ev.Structure().Closure(who, z)
			if err != nil {
				return err
			}
			next = next.Or(closed)
		}
		z, last = next, z
	}
	return nil
}

// Where functions have more nodes than simple, and with the worlds more than eight times that, or four times alone, single worlds
// stand in a certificate in their place, mostSingle at most: whoever checks functions has to put them into all that is
// asked of a world, for all that agents may see.
var simple, mostSingle = 1000, 4000

// shown leads from worlds at a place to one of each of some sets that agents together confuse with them: by
// functions, or by single worlds, one of each set for all that looks the same.
func (a *author) shown(d *draft, who []*spec.Agent, p *place, in ...symbolic.Set) error {
	from := len(d.witnesses)
	for i := range in {
		in[i] = in[i].And(a.blank(p.layer))
		if err := a.witness(d, who, in[i], p); err != nil {
			return err
		}
	}
	var functions []symbolic.Set
	for _, f := range d.witnesses[from:] {
		functions = slices.AppendSeq(functions, maps.Values(f))
	}
	nodes, _ := symbolic.Diagram(functions...)
	if len(nodes) <= simple || len(nodes) <= 4*simple && len(nodes)+p.worlds.CountNodes() <= 8*simple || len(who) == 0 {
		return nil
	}
	view, err := a.m.Layers[p.layer].System.View(who...)
	if err != nil {
		return err
	}
	for i, set := range in {
		// A function that goes by more than is seen may lead very many worlds to themselves, such as all.
		if in[i] = a.led(d.witnesses[from+i], set); !a.few(in[i]) {
			f, err := a.looking(view.Functions(), set)
			if err != nil {
				return err
			}
			if in[i] = a.led(f, set); !a.few(in[i]) {
				return nil
			}
		}
	}
	d.witnesses = append(d.witnesses[:from], a.single(view.Functions(), in)...)
	return nil
}

// led are the worlds of a set that a function to it leads to themselves.
func (a *author) led(to map[symbolic.Bit]symbolic.Set, set symbolic.Set) symbolic.Set {
	for _, b := range a.bits() {
		set = set.And(a.sys.Space().Lit(b).Iff(to[b]))
	}
	return set
}

func (a *author) few(worlds symbolic.Set) bool {
	return worlds.Count(a.bits()).Cmp(big.NewInt(int64(mostSingle))) <= 0
}

// single lists a world of each set for all that looks the same by some functions.
func (a *author) single(functions, in []symbolic.Set) (list []map[symbolic.Bit]symbolic.Set) {
	sp, bits := a.sys.Space(), a.bits()
	var views []string
	found := map[string][]map[symbolic.Bit]symbolic.Set{} // by what they look like
	for i, set := range in {
		for world := range set.Each(bits) {
			var view []byte
			for _, g := range functions {
				view = strconv.AppendBool(view, g.Contains(world))
			}
			if len(found[string(view)]) != i {
				continue
			}
			f := map[symbolic.Bit]symbolic.Set{}
			for _, b := range bits {
				if f[b] = sp.Empty(); world.Value(b) {
					f[b] = sp.Full()
				}
			}
			if found[string(view)] = append(found[string(view)], f); i == len(in)-1 {
				views = append(views, string(view))
			}
		}
	}
	for _, v := range views {
		list = append(list, found[v]...)
	}
	return list
}

// witness makes functions, bit by bit, from worlds to those of a set that agents together
// confuse with them. First all that they look at stays as it is; where that does not lead
// to all that they confuse with the set, it may change while what they see of it does not.
func (a *author) witness(d *draft, who []*spec.Agent, in symbolic.Set, p *place) error {
	in = in.And(a.blank(p.layer))
	sp, bits, f := a.sys.Space(), a.bits(), map[symbolic.Bit]symbolic.Set{}
	var reads []symbolic.Bit
	var functions []symbolic.Set
	closed := p.worlds
	if len(who) > 0 {
		view, err := a.m.Layers[p.layer].System.View(who...)
		if err != nil {
			return err
		}
		reads, functions = view.Reads(), view.Functions()
		near, err := a.m.Closure(who, a.m.None().Replace(p.layer, in))
		if err != nil {
			return err
		}
		closed = near[p.layer].And(p.worlds)
	}
	seen := map[symbolic.Bit]bool{}
	for _, b := range reads {
		seen[b] = true
	}
	var hidden []symbolic.Bit
	for _, b := range bits {
		if f[b] = sp.Lit(b); !seen[b] {
			hidden = append(hidden, b)
		}
	}
	if in.IsEmpty() || closed.SubsetOf(in.Exists(sp.Cube(hidden...))) {
		choose(sp, hidden, in, func(i int, s symbolic.Set) { f[hidden[i]] = s })
		d.witnesses = append(d.witnesses, f)
		return nil
	}
	f, err := a.looking(functions, in)
	d.witnesses = append(d.witnesses, f)
	return err
}

// looking makes functions, bit by bit, to worlds of a set by what is seen alone: one that some functions do not tell apart.
func (a *author) looking(functions []symbolic.Set, in symbolic.Set) (map[symbolic.Bit]symbolic.Set, error) {
	f, bits, next := map[symbolic.Bit]symbolic.Set{}, a.bits(), []symbolic.Bit(nil)
	for _, v := range a.sys.Model().Vars {
		for _, s := range a.sys.Written(v) {
			next = append(next, s.Next...)
		}
	}
	for _, v := range a.records {
		next = append(next, v.Next())
	}
	onward, err := a.sys.Space().Renaming(bits, next)
	if err != nil {
		return nil, err
	}
	pairs := in.Rename(onward)
	for _, g := range functions {
		pairs = pairs.And(g.Iff(g.Rename(onward)))
	}
	choose(a.sys.Space(), next, pairs, func(i int, s symbolic.Set) { f[bits[i]] = s })
	return f, nil
}

// choose makes functions of the other bits for some bits of a set, one after the other: 1
// wherever the set has something with 1.
func choose(sp *symbolic.Space, bits []symbolic.Bit, in symbolic.Set, put func(i int, f symbolic.Set)) {
	for i, b := range bits {
		one, none := in.Cofactor(b, true), in.Cofactor(b, false)
		f := one.Exists(sp.Cube(bits[i+1:]...))
		put(i, f)
		in = f.Ite(one, none)
	}
}
