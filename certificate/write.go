package certificate

import (
	"context"
	"fmt"
	"io"

	"github.com/epibdd/epibdd/ctlk"
	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/internal/certify"
	"github.com/epibdd/epibdd/kripke"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// Write writes a certificate of an answer to a check. The error is one of
// certify.Uncovered where it is not covered, and a *symbolic.LimitError at a limit.
func Write(ctx context.Context, w io.Writer, c *spec.Check, answer certify.Answer, o encode.Options) error {
	needs, err := certify.Needs(c, answer.Holds)
	if err != nil {
		return err
	}
	o.Asked = []spec.Expr{c.Formula}
	if c.At != nil {
		o.Asked = append(o.Asked, c.At)
	}
	sys, err := encode.New(ctx, c.Model, o)
	if err != nil {
		return err
	}
	return sys.Space().Do(ctx, func() error {
		reached := sys.Steps().Reach(sys.Init(), func(int, func() symbolic.Set) {})
		m := kripke.States(sys.WithInvariant(reached), reached, kripke.Set{sys.Init()}, false)
		a := &author{sys: sys, m: m, ev: ctlk.New(m, ctlk.Options{Runs: spec.MaximalRuns}), worlds: reached}
		cert := &certify.Certificate{Check: c.Label, Answer: answer, Claims: map[string]*certify.Claim{}}
		var order []string
		for _, n := range needs {
			d, err := a.claim(n)
			if err != nil {
				return err
			}
			order = append(order, n.Key)
			cert.Claims[n.Key] = a.put(d)
		}
		if c.Kind == spec.CountCheck {
			d, err := a.counted(c)
			if err != nil {
				return err
			}
			order = append(order, certify.Counted)
			cert.Claims[certify.Counted] = a.put(d)
		}
		worlds := &draft{set: reached}
		if (a.witnesses || c.Kind == spec.CountCheck) && !reached.Equal(sys.Init()) {
			if worlds, err = a.reached(); err != nil {
				return err
			}
		}
		order = append(order, certify.Reached)
		cert.Claims[certify.Reached] = a.put(worlds)
		return a.write(w, cert, order)
	})
}

// write writes a certificate whose claims are about the sets of an author.
func (a *author) write(w io.Writer, cert *certify.Certificate, order []string) error {
	made := &circuit{inputs: map[symbolic.Bit]int{}, known: map[[2]int]int{}}
	var names []string
	for _, v := range a.sys.Model().Vars {
		for i, s := range a.sys.Written(v) {
			cell := certify.Cell{Bits: len(s.Bits)}
			for _, v := range s.Values {
				cell.Values = append(cell.Values, spec.IndexOf(s.Type, v))
			}
			cert.Cells = append(cert.Cells, cell)
			for j, b := range s.Bits {
				made.inputs[b] = 2 * (len(made.inputs) + 1)
				names = append(names, fmt.Sprintf("%s part %d bit %d", v.Name, i, j))
			}
		}
	}
	nodes, roots := symbolic.Diagram(a.sets...)
	wires := made.diagram(nodes)
	for i, r := range roots {
		roots[i] = wires[r]
	}
	for _, claim := range cert.Claims {
		placed(claim, roots)
	}
	cert.Inputs, cert.Gates = len(names), made.gates
	return aiger(w, cert, names, order)
}

// author makes the sets of a certificate.
type author struct {
	sys    *encode.System
	m      *kripke.Structure
	ev     *ctlk.Evaluator
	worlds symbolic.Set
	sets   []symbolic.Set // that are written

	witnesses bool // there are functions to worlds, which have to be reached
}

// draft is a claim in sets.
type draft struct {
	set       symbolic.Set
	layers    []symbolic.Set
	witnesses []map[symbolic.Bit]symbolic.Set
}

// root numbers a set that is to be written.
func (a *author) root(s symbolic.Set) int {
	a.sets = append(a.sets, s)
	return len(a.sets) - 1
}

func (a *author) put(d *draft) *certify.Claim {
	claim := &certify.Claim{Set: a.root(d.set)}
	a.witnesses = a.witnesses || len(d.witnesses) > 0
	for _, l := range d.layers {
		claim.Layers = append(claim.Layers, a.root(l))
	}
	for _, f := range d.witnesses {
		var roots []int
		for _, b := range a.bits() {
			roots = append(roots, a.root(f[b]))
		}
		claim.Witnesses = append(claim.Witnesses, roots)
	}
	return claim
}

// placed turns numbers of sets into wires.
func placed(c *certify.Claim, wires []int) {
	c.Set = wires[c.Set]
	for _, list := range append(c.Witnesses, c.Layers) {
		for i, s := range list {
			list[i] = wires[s]
		}
	}
}

// bits are those of a state.
func (a *author) bits() (list []symbolic.Bit) {
	for _, v := range a.sys.Model().Vars {
		for _, s := range a.sys.Written(v) {
			list = append(list, s.Bits...)
		}
	}
	return list
}

// truth is where a formula is true.
func (a *author) truth(x spec.Expr, env *spec.Env) (symbolic.Set, error) {
	t, err := a.ev.Formula(x, env, kripke.Set{a.worlds})
	if err != nil {
		return symbolic.Set{}, err
	}
	return t.Lower[0], nil
}

// counted makes the set of the worlds that are counted.
func (a *author) counted(c *spec.Check) (*draft, error) {
	set, err := a.truth(c.Formula, nil)
	if err == nil && c.At != nil {
		var at symbolic.Set
		at, err = a.truth(c.At, nil)
		set = set.And(at)
	}
	return &draft{set: set.And(a.worlds)}, err
}

// claim makes the sets about an operator.
func (a *author) claim(n *certify.Need) (*draft, error) {
	set, err := a.truth(n.Expr, n.Env)
	if err != nil {
		return nil, err
	}
	d := &draft{set: set}
	switch x := n.Expr.(type) {
	case *spec.Temporal:
		return d, a.temporal(d, n, x)
	case *spec.Knows, *spec.GroupKnows:
		return d, a.knowledge(d, n)
	}
	return nil, fmt.Errorf("no certificate of %T", n.Expr)
}

// temporal makes the layers of an operator along runs: those of its least fixpoint, or of
// the complement of its greatest.
func (a *author) temporal(d *draft, n *certify.Need, x *spec.Temporal) error {
	if x.Op == spec.NextTime {
		return nil
	}
	search, err := ctlk.SearchOf(a.ev, x, n.Env, false)
	if err != nil {
		return err
	}
	before := func(z symbolic.Set) symbolic.Set { return search.Before(kripke.Set{z})[0] }
	f, err := a.truth(x.X, n.Env)
	if err != nil {
		return err
	}
	g := f
	if x.Y != nil {
		if g, err = a.truth(x.Y, n.Env); err != nil {
			return err
		}
	}
	lower, upper := n.Lower, n.Upper
	if x.All {
		lower, upper = upper, lower
	}
	all := a.worlds
	switch weak := x.Op == spec.Globally && !x.All || x.Op == spec.Eventually && x.All || x.Op == spec.Until && x.All; {
	case !weak && lower:
		hold, goal := all, g
		switch {
		case x.Op == spec.Until:
			hold = f
		case x.All:
			goal = all.Diff(f)
		}
		a.grow(d, goal, func(z symbolic.Set) symbolic.Set { return hold.And(before(z)) })
	case weak && upper:
		hold, goal := f, all.Space().Empty()
		switch {
		case x.Op == spec.Until:
			hold, goal = all.Diff(g), all.Diff(f)
		case x.All:
			hold = all.Diff(f)
		}
		open := goal.Or(all.Diff(before(all))) // and runs that end
		a.grow(d, all.Diff(hold), func(z symbolic.Set) symbolic.Set {
			return all.Diff(open).Diff(before(all.Diff(z)))
		})
	}
	return nil
}

// grow lists the layers of the least set that has some worlds and those that it leads to.
func (a *author) grow(d *draft, z symbolic.Set, more func(symbolic.Set) symbolic.Set) {
	for {
		d.layers = append(d.layers, z)
		next := z.Or(more(z).And(a.worlds))
		if next.Equal(z) {
			return
		}
		z = next
	}
}

// knowledge makes functions to worlds that are considered possible.
func (a *author) knowledge(d *draft, n *certify.Need) error {
	operand, groups := certify.Asked(n)
	op, isKnows := n.Expr.(*spec.Knows)
	dual := isKnows && op.Op == spec.Supposes
	if !n.Upper && !dual || dual && !n.Lower {
		return nil
	}
	f, err := a.truth(operand, n.Env)
	if err != nil {
		return err
	}
	var views [][]*spec.Agent
	for _, names := range groups {
		var who []*spec.Agent
		for _, name := range names {
			who = append(who, a.ev.Agent(name))
		}
		views = append(views, who)
	}
	bad := []symbolic.Set{a.worlds.Diff(f)}
	if dual {
		bad[0] = f
	} else if isKnows && op.Op == spec.KnowsWhether {
		bad = append(bad, f)
	}
	if g, ok := n.Expr.(*spec.GroupKnows); ok && g.Op == spec.Common {
		return a.common(d, bad[0], views)
	}
	for _, b := range bad {
		for _, who := range views {
			if err := a.witness(d, who, b); err != nil {
				return err
			}
		}
	}
	return nil
}

// common makes the layers of worlds from which chains lead out of what is to be known, and a
// function for each of the agents by which the next link goes.
func (a *author) common(d *draft, bad symbolic.Set, views [][]*spec.Agent) error {
	for z, last := bad, a.worlds.Space().Empty(); !z.Equal(last); {
		d.layers = append(d.layers, z)
		next := z
		for _, who := range views {
			if err := a.witness(d, who, last); err != nil {
				return err
			}
			closed, err := a.m.Closure(who, kripke.Set{z})
			if err != nil {
				return err
			}
			next = next.Or(closed[0])
		}
		z, last = next, z
	}
	return nil
}

// witness makes functions, bit by bit, from worlds to those of a set that agents together
// confuse with them. First all that they look at stays as it is; where that does not lead
// to all that they confuse with the set, it may change while what they see of it does not.
func (a *author) witness(d *draft, who []*spec.Agent, in symbolic.Set) error {
	sp, f := a.sys.Space(), map[symbolic.Bit]symbolic.Set{}
	bits, next := a.bits(), []symbolic.Bit(nil)
	for _, v := range a.sys.Model().Vars {
		for _, s := range a.sys.Written(v) {
			next = append(next, s.Next...)
		}
	}
	var reads []symbolic.Bit
	var functions []symbolic.Set
	closed := a.worlds
	if len(who) > 0 {
		view, err := a.sys.View(who...)
		if err != nil {
			return err
		}
		reads, functions = view.Reads(), view.Functions()
		near, err := a.m.Closure(who, kripke.Set{in})
		if err != nil {
			return err
		}
		closed = near[0]
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
	onward, err := sp.Renaming(bits, next)
	if err != nil {
		return err
	}
	pairs := in.Rename(onward)
	for _, g := range functions {
		pairs = pairs.And(g.Iff(g.Rename(onward)))
	}
	choose(sp, next, pairs, func(i int, s symbolic.Set) { f[bits[i]] = s })
	d.witnesses = append(d.witnesses, f)
	return nil
}

// mostLayers is how many steps may lead to a world that has to be reached.
const mostLayers = 1000

// reached makes the layers of the worlds by how many steps lead to them, and of each but the
// first a function, bit by bit, to a world of the layer before from which a step leads there.
func (a *author) reached() (*draft, error) {
	d, sp, z := &draft{set: a.worlds}, a.sys.Space(), a.sys.Init()
	for d.layers = append(d.layers, z); !z.Equal(a.worlds); d.layers = append(d.layers, z) {
		if len(d.layers) > mostLayers {
			return nil, &certify.Refusal{Open: true, Reason: fmt.Sprintf("worlds that more than %d steps lead to", mostLayers)}
		}
		f, next := map[symbolic.Bit]symbolic.Set{}, z
		for _, b := range a.bits() {
			f[b] = sp.Lit(b)
		}
		for _, p := range a.sys.Steps().Parts() {
			found := p.Image(z).Diff(next)
			if found.IsEmpty() {
				continue
			}
			next = next.Or(found)
			var bits, to []symbolic.Bit
			for _, w := range p.Writes() {
				bits, to = append(bits, w.Cur), append(to, w.Next)
			}
			back, err := sp.Renaming(to, bits)
			if err != nil {
				return nil, err
			}
			choose(sp, bits, p.Steps(z).Exists(p.Aux()), func(i int, s symbolic.Set) {
				b := bits[i]
				f[b] = found.Ite(s.Rename(back), f[b])
			})
		}
		d.witnesses = append(d.witnesses, f)
		z = next
	}
	return d, nil
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
