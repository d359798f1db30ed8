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
	o.Asked = c.Asked()
	sys, err := encode.New(ctx, c.Model, o)
	if err != nil {
		return err
	}
	return sys.Space().Do(ctx, func() error {
		reached := sys.Steps().Reach(sys.Init(), func(int, func() symbolic.Set) {})
		m := kripke.States(sys.WithInvariant(reached), reached, kripke.Set{sys.Init()}, false)
		profile := spec.ProfileOf(c, c.Runs)
		options := ctlk.Options{Runs: profile.Runs}
		cert := &certify.Certificate{Check: c.Label, Answer: answer, Claims: map[string]*certify.Claim{}}
		a := &author{sys: sys, m: m, ev: ctlk.New(m, options), worlds: reached, cert: cert, sites: map[*certify.Structure]*site{}, repetitions: map[string]kripke.Set{}}
		if profile.Restricted {
			if err := a.last(c.Model, options); err != nil {
				return err
			}
		}
		if _, err := a.site(certify.Start(needs)); err != nil {
			return err
		}
		for _, n := range needs {
			if err := a.claim(n); err != nil {
				return err
			}
		}
		if c.Kind == spec.CountCheck {
			if err := a.counted(c); err != nil {
				return err
			}
		}
		worlds := &draft{set: reached}
		if (a.witnesses || c.Kind == spec.CountCheck) && !reached.Equal(sys.Init()) {
			if worlds, err = a.reached(reached); err != nil {
				return err
			}
		}
		a.say(certify.Reached, worlds)
		return a.write(w)
	})
}

// write writes what was said.
func (a *author) write(w io.Writer) error {
	made := &circuit{inputs: map[symbolic.Bit]int{}, known: map[[2]int]int{}}
	var names []string
	for _, v := range a.sys.Model().Vars {
		for i, s := range a.sys.Written(v) {
			cell := certify.Cell{Bits: len(s.Bits)}
			for _, v := range s.Values {
				cell.Values = append(cell.Values, spec.IndexOf(s.Type, v))
			}
			a.cert.Cells = append(a.cert.Cells, cell)
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
	for _, claim := range a.cert.Claims {
		placed(claim, roots)
	}
	a.cert.Inputs, a.cert.Gates = len(names), made.gates
	return aiger(w, a.cert, names, a.order)
}

// author makes the sets of a certificate.
type author struct {
	sys         *encode.System
	m           *kripke.Structure
	ev          *ctlk.Evaluator
	worlds      symbolic.Set
	sets        []symbolic.Set // that are written
	cert        *certify.Certificate
	order       []string              // of its claims
	repetitions map[string]kripke.Set // in programs, that are claimed

	witnesses bool // there are functions to worlds, or views of them, which have to be reached
	sites     map[*certify.Structure]*site
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

// say claims something of a name.
func (a *author) say(key string, d *draft) {
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
	a.cert.Claims[key], a.order = claim, append(a.order, key)
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

// counted makes the sets of the worlds that are counted.
func (a *author) counted(c *spec.Check) error {
	asked := kripke.Set{a.worlds}
	if c.At != nil {
		at, err := a.truth(c.At, nil)
		if err != nil {
			return err
		}
		asked = kripke.Set{at.And(a.worlds)}
	}
	count := func(ev *ctlk.Evaluator, where kripke.Set) error {
		t, err := ev.Formula(c.Formula, nil, where)
		if err != nil {
			return err
		}
		for _, s := range a.sites {
			if s.ev.Structure() != ev.Structure() {
				continue
			}
			for _, p := range s.places {
				if set := p.of(t.Lower[0]); !set.IsEmpty() {
					a.say(p.key+certify.Counted, &draft{set: set})
				}
			}
		}
		return nil
	}
	if c.After == nil {
		return count(a.ev, asked)
	}
	return ctlk.Ends(a.ev, c.After, asked, true, count)
}

// claim makes the sets about an operator, at all places of its structure.
func (a *author) claim(n *certify.Need) error {
	s, err := a.site(n.In)
	if err != nil {
		return err
	}
	if n.Expr == nil {
		for _, p := range s.places {
			a.say(p.key+certify.Reached, &draft{set: p.worlds})
		}
		return nil
	}
	set, err := s.truth(n.Expr, n.Env)
	if err != nil {
		return err
	}
	switch x := n.Expr.(type) {
	case *spec.Temporal:
		return a.temporal(n, x, kripke.Set{set})
	case *spec.Coalition:
		return a.coalition(n, x, kripke.Set{set})
	}
	for _, p := range s.places {
		d := &draft{set: p.of(set)}
		if operand, groups, links := certify.Asked(n); operand != nil {
			if err := a.knowledge(d, n, operand, groups, links, s, p); err != nil {
				return err
			}
		}
		a.say(p.key+n.Key, d)
	}
	return nil
}

// mostLayers is how many steps may lead to a world that has to be reached.
const mostLayers = 1000

// reached makes the layers of the worlds by how many steps lead to them, and of each but the
// first a function, bit by bit, to a world of the layer before from which a step leads there.
func (a *author) reached(all symbolic.Set) (*draft, error) {
	d, sp, z := &draft{set: all}, a.sys.Space(), a.sys.Init()
	for d.layers = append(d.layers, z); !z.Equal(all); d.layers = append(d.layers, z) {
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
