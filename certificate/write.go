package certificate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"slices"

	"github.com/epibdd/epibdd/ctlk"
	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/internal/certify"
	"github.com/epibdd/epibdd/internal/certify/question"
	"github.com/epibdd/epibdd/internal/heuristic"
	"github.com/epibdd/epibdd/kripke"
	"github.com/epibdd/epibdd/plan"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// Write writes a certificate of an answer to a check. The error is one of
// certify.Uncovered where it is not covered, and a *symbolic.LimitError at a limit.
func Write(ctx context.Context, w io.Writer, c *spec.Check, answer certify.Answer, o encode.Options) (err error) {
	defer func() {
		if errors.Is(err, ctlk.ErrStrategies) {
			err = &certify.Refusal{Open: true, Reason: err.Error()}
		}
	}()
	needs, err := question.Needs(c, answer.Holds)
	if err != nil {
		return err
	}
	o.Asked = c.Asked()
	o.Symbolic.Without |= heuristic.OneHot // a certificate has one binary number for each scalar
	sys, err := encode.New(ctx, c.Model, o)
	if err != nil {
		return err
	}
	if c.Kind == spec.PlanCheck {
		a := &author{sys: sys, cert: &certify.Certificate{Check: c.Label, Answer: answer, Claims: map[string]*certify.Claim{}}}
		err := sys.Space().Do(ctx, func() error { return a.planned(ctx, w, c) })
		if plan.IsLimit(err) || errors.As(err, new(*explicit.TooLarge)) {
			err = &certify.Refusal{Open: true, Reason: err.Error()}
		}
		return err
	}
	a := &author{sys: sys, sites: map[*question.Structure]*site{}, repetitions: map[string]kripke.Set{}}
	a.cert = &certify.Certificate{Check: c.Label, Answer: answer, Claims: map[string]*certify.Claim{}}
	if c.Recall != "" && c.Recall != spec.NoRecall {
		return a.remember(ctx, c, o, func() error { return a.all(w, c, needs, symbolic.Set{}) })
	}
	return sys.Space().Do(ctx, func() error {
		profile := spec.ProfileOf(c, c.Runs)
		reached := worlds(sys, profile)
		a.m = kripke.States(sys.WithInvariant(reached), reached, kripke.Set{sys.Init()}, false)
		options := ctlk.Options{Runs: profile.Runs}
		a.ev = ctlk.New(a.m, options)
		if profile.Restricted {
			if err := a.last(c.Model, options); err != nil {
				return err
			}
		}
		if profile.Planned && c.After == nil { // uniform strategies are found where they are asked for
			if _, err := a.decides(c); err != nil {
				return err
			}
		}
		return a.all(w, c, needs, reached)
	})
}

// all writes all that is claimed.
func (a *author) all(w io.Writer, c *spec.Check, needs *question.List, reached symbolic.Set) error {
	if _, err := a.site(needs.Start); err != nil {
		return err
	}
	for _, n := range needs.Needs {
		if err := a.claim(n); err != nil {
			return err
		}
	}
	if c.Kind == spec.CountCheck {
		if err := a.counted(c); err != nil {
			return err
		}
	}
	if a.m.Memory {
		if err := a.layers(); err != nil {
			return err
		}
		return a.write(w)
	}
	claimed := &draft{set: reached}
	if a.witnesses || c.Kind == spec.CountCheck {
		var err error
		if claimed, err = a.reached(reached); err != nil {
			return err
		}
	}
	a.say(question.Reached, claimed)
	return a.write(w)
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
	for i, v := range a.records {
		made.inputs[v.Bit] = 2 * (len(made.inputs) + 1)
		names = append(names, fmt.Sprintf("record %d", i))
		known := map[int]bool{}
		for _, who := range v.Known() {
			if known[who.Index] = true; who == encode.Witness {
				delete(known, who.Index)
				known[len(a.sys.Model().Agents)] = true
			}
		}
		a.cert.Records = append(a.cert.Records, known)
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
	sets        []symbolic.Set // that are written
	constant    map[bool]int   // which of them are nothing, and all
	cert        *certify.Certificate
	order       []string                  // of its claims
	repetitions map[string]kripke.Set     // in programs, that are claimed
	records     []*encode.HistoryVariable // what was seen before, with memory

	matches   *matches // what coalitions whose members remember bring about
	witnesses bool     // there are functions to worlds, or views of them, which have to be reached
	sites     map[*question.Structure]*site
}

// draft is a claim in sets.
type draft struct {
	set       symbolic.Set
	layers    []symbolic.Set
	witnesses []map[symbolic.Bit]symbolic.Set
}

// root numbers a set that is to be written.
func (a *author) root(s symbolic.Set) int {
	constant := s.IsEmpty() || s.IsFull()
	if n, ok := a.constant[s.IsFull()]; constant && ok {
		return n
	}
	a.sets = append(a.sets, s)
	if n := len(a.sets) - 1; constant {
		if a.constant == nil {
			a.constant = map[bool]int{}
		}
		a.constant[s.IsFull()] = n
	}
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

// bits are those of a world.
func (a *author) bits() (list []symbolic.Bit) {
	for _, v := range a.sys.Model().Vars {
		for _, s := range a.sys.Written(v) {
			list = append(list, s.Bits...)
		}
	}
	for _, v := range a.records {
		list = append(list, v.Bit)
	}
	return list
}

// counted makes the sets of the worlds that are counted.
func (a *author) counted(c *spec.Check) error {
	asked := a.m.Worlds
	if a.m.Memory {
		asked = a.m.At(c.Layer)
	}
	if c.At != nil {
		at, err := a.ev.Formula(c.At, nil, asked)
		if err != nil {
			return err
		}
		asked = at.Lower
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
				if set := p.of(t.Lower); !set.IsEmpty() {
					a.say(p.key+question.Number, &draft{set: set.And(a.blank(p.layer))})
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
func (a *author) claim(n *question.Need) error {
	s, err := a.site(n.In)
	if err != nil {
		return err
	}
	if n.Expr == nil {
		for _, p := range s.places {
			a.say(p.key+question.Reached, &draft{set: p.worlds.And(a.blank(p.layer))})
		}
		return nil
	}
	if x, ok := n.Expr.(*spec.Coalition); ok {
		return a.coalition(n, x)
	}
	t, err := s.ev.Everywhere(n.Expr, n.Env)
	if err != nil {
		return err
	}
	if n.Lower && n.Upper && !t.Exact() {
		return &certify.Refusal{Open: true, Reason: "what more steps would tell"}
	}
	set := t.Bound(!n.Lower)
	if x, ok := n.Expr.(*spec.Temporal); ok {
		return a.temporal(n, x, set)
	}
	for _, p := range s.places {
		d := &draft{set: p.of(set)}
		if operand, groups, links := question.Asked(n); operand != nil {
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
	d, z := &draft{set: all}, a.sys.Init()
	for d.layers = append(d.layers, z); !z.Equal(all); d.layers = append(d.layers, z) {
		if len(d.layers) > mostLayers {
			return nil, &certify.Refusal{Open: true, Reason: fmt.Sprintf("worlds that more than %d steps lead to", mostLayers)}
		}
		f, next, err := a.back(a.sys, z, z, nil)
		if err != nil {
			return nil, err
		}
		d.witnesses = append(d.witnesses, f)
		z = next
	}
	return d, nil
}

// back makes a function, bit by bit, to worlds of z from those outside of known to which a step
// leads from there, and returns known with these. What the lost bits hold is forgotten on the way.
func (a *author) back(sys *encode.System, z, known symbolic.Set, lost []symbolic.Bit) (map[symbolic.Bit]symbolic.Set, symbolic.Set, error) {
	sp, f := a.sys.Space(), map[symbolic.Bit]symbolic.Set{}
	for _, b := range a.bits() {
		f[b] = sp.Lit(b)
	}
	for _, p := range sys.Steps().Parts() {
		var bits, to, gone []symbolic.Bit
		dropped := lost
		for _, w := range p.Writes() {
			_, written := f[w.Cur]
			if !written || slices.Contains(lost, w.Cur) {
				gone = append(gone, w.Next)
			}
			if !written {
				dropped = append(slices.Clip(dropped), w.Cur)
				continue
			}
			bits, to = append(bits, w.Cur), append(to, w.Next)
		}
		found := p.Image(z).Exists(sp.Cube(dropped...)).Diff(known)
		if found.IsEmpty() {
			continue
		}
		known = known.Or(found)
		back, err := sp.Renaming(to, bits)
		if err != nil {
			return nil, known, err
		}
		for _, b := range lost {
			if !slices.Contains(bits, b) {
				bits = append(bits, b)
			}
		}
		choose(sp, bits, p.Steps(z).Exists(p.Aux()).Exists(sp.Cube(gone...)), func(i int, s symbolic.Set) {
			f[bits[i]] = found.Ite(s.Rename(back), f[bits[i]])
		})
	}
	return f, known, nil
}

// Opposite is an answer that contradicts one, by which those who write and check are tested.
func Opposite(a certify.Answer) certify.Answer {
	if a.Count != nil {
		return certify.Answer{Holds: a.Holds, Count: new(big.Int).Add(a.Count, big.NewInt(1))}
	}
	return certify.Answer{Holds: !a.Holds}
}
