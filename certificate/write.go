package certificate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
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
	a := &author{sys: sys, sites: map[*question.Structure]*site{}, wide: map[int]*encode.System{}, repetitions: map[string]kripke.Set{}}
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

	wide map[int]*encode.System // of layers, for those who ask about what is no world

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

// mostLayers is how many steps may lead to a world that has to be reached, and mostParts how many parts the worlds come
// in: of each whoever checks makes all steps.
const mostLayers, mostParts = 1000, 256

// reached makes the layers of the worlds by how many steps lead to them, and of each but the
// first a function, bit by bit, to a world of the layer before from which a step leads there, or several for parts of them
// where one has many nodes.
func (a *author) reached(all symbolic.Set) (*draft, error) {
	d, z, parts := &draft{set: all}, a.sys.Init(), 0
	for d.layers = append(d.layers, z); !z.Equal(all); d.layers = append(d.layers, z) {
		if len(d.layers) > mostLayers {
			return nil, &certify.Refusal{Open: true, Reason: fmt.Sprintf("worlds that more than %d steps lead to", mostLayers)}
		}
		all, next, err := a.back(a.sys, z, z, nil)
		if err != nil {
			return nil, err
		}
		f := a.joined(all)
		if nodes, _ := symbolic.Diagram(slices.Collect(maps.Values(f))...); len(nodes) > 4*simple && parts+len(all) <= mostParts {
			parts, f = parts+len(all), all[len(all)-1].to
			rest := next.Diff(z)
			for i, p := range all[:len(all)-1] {
				a.say(question.FromKey(len(d.layers), i), &draft{set: p.worlds.Restrict(rest), witnesses: []map[symbolic.Bit]symbolic.Set{p.to}})
				rest = rest.Diff(p.worlds)
			}
		}
		d.witnesses = append(d.witnesses, f)
		z = next
	}
	return d, nil
}

// origin is where worlds come from by one part of the steps: a function, bit by bit.
type origin struct {
	worlds symbolic.Set
	to     map[symbolic.Bit]symbolic.Set
}

// back makes functions to worlds of z from those outside of known to which a step leads from
// there, part by part, and returns known with these. What the lost bits hold is forgotten on the way.
func (a *author) back(sys *encode.System, z, known symbolic.Set, lost []symbolic.Bit) (all []origin, _ symbolic.Set, err error) {
	sp := a.sys.Space()
	for _, p := range sys.Steps().Parts() {
		part := origin{to: map[symbolic.Bit]symbolic.Set{}}
		for _, b := range a.bits() {
			part.to[b] = sp.Lit(b)
		}
		var bits, to, gone []symbolic.Bit
		dropped := lost
		for _, w := range p.Writes() {
			_, written := part.to[w.Cur]
			if !written || slices.Contains(lost, w.Cur) {
				gone = append(gone, w.Next)
			}
			if !written {
				dropped = append(slices.Clip(dropped), w.Cur)
				continue
			}
			bits, to = append(bits, w.Cur), append(to, w.Next)
		}
		if part.worlds = p.Image(z).Exists(sp.Cube(dropped...)).Diff(known); part.worlds.IsEmpty() {
			continue
		}
		known = known.Or(part.worlds)
		back, err := sp.Renaming(to, bits)
		if err != nil {
			return nil, known, err
		}
		onward, err := sp.Renaming(bits, to)
		if err != nil {
			return nil, known, err
		}
		for _, b := range lost {
			if !slices.Contains(bits, b) {
				bits = append(bits, b)
			}
		}
		ways := &origins{sp: sp, bits: bits, to: to, back: back, onward: onward, fixed: part.to, left: mostOrigins}
		ways.split(p.Steps(z).Exists(p.Aux()).Exists(sp.Cube(gone...)).And(part.worlds.Rename(onward)), part.worlds)
		all = append(all, ways.all...)
	}
	return all, known, nil
}

// joined is one function for worlds that come from several parts of the steps.
func (a *author) joined(all []origin) map[symbolic.Bit]symbolic.Set {
	f := map[symbolic.Bit]symbolic.Set{}
	for _, b := range a.bits() {
		f[b] = a.sys.Space().Lit(b)
		for _, p := range all {
			f[b] = p.worlds.Ite(p.to[b], f[b])
		}
	}
	return f
}

// origins are where worlds come from by one part of the steps: functions that are simple, each for some of the worlds.
type origins struct {
	sp           *symbolic.Space
	bits, to     []symbolic.Bit // that steps write, before and after
	back, onward symbolic.Renaming
	fixed        map[symbolic.Bit]symbolic.Set
	left         int // how often worlds may still be split
	all          []origin
}

// mostOrigins is how often the worlds to which one part of the steps leads are split at most, by whether a bit was another
// one before, and simpleOrigin how many nodes the function of a bit may have that is not split by.
const mostOrigins, simpleOrigin = 16, 8

// split makes functions for worlds of pairs of what was before and is after.
func (o *origins) split(pairs, worlds symbolic.Set) {
	for {
		f, changed, split := o.choose(pairs, worlds), symbolic.Set{}, false
		if nodes, _ := symbolic.Diagram(slices.Collect(maps.Values(f))...); len(nodes) <= simple || o.left == 0 {
			o.all = append(o.all, origin{worlds, f})
			return
		}
		for i, b := range o.bits[:len(o.to)] {
			if f[b].IsLarger(simpleOrigin) {
				changed = pairs.Diff(o.sp.Lit(b).Iff(o.sp.Lit(o.to[i])))
				if split = !changed.Equal(pairs); split {
					break
				}
			}
		}
		if !split {
			o.all = append(o.all, origin{worlds, f})
			return
		}
		led := changed.Exists(o.sp.Cube(o.bits...)).Rename(o.back)
		if led.Equal(worlds) {
			pairs = changed
			continue
		}
		o.left--
		o.split(changed, led)
		worlds = worlds.Diff(led)
		pairs = pairs.And(worlds.Rename(o.onward))
	}
}

// choose makes functions, bit by bit: what is afterwards, where that can be.
func (o *origins) choose(pairs, worlds symbolic.Set) map[symbolic.Bit]symbolic.Set {
	to := maps.Clone(o.fixed)
	for i, b := range o.bits {
		one, none := pairs.Cofactor(b, true), pairs.Cofactor(b, false)
		rest := o.sp.Cube(o.bits[i+1:]...)
		f := one.Exists(rest)
		if i < len(o.to) {
			f = o.sp.Lit(o.to[i]).Ite(f, none.Exists(rest).Not())
		}
		pairs = f.Ite(one, none)
		same := o.sp.Lit(b)
		switch f = f.Rename(o.back).And(worlds); {
		case f.Equal(same.And(worlds)):
			to[b] = same
		case f.Equal(worlds.Diff(same)):
			to[b] = same.Not()
		default:
			to[b] = f.Restrict(worlds)
		}
	}
	return to
}

// Opposite is an answer that contradicts one, by which those who write and check are tested.
func Opposite(a certify.Answer) certify.Answer {
	if a.Count != nil {
		return certify.Answer{Holds: a.Holds, Count: new(big.Int).Add(a.Count, big.NewInt(1))}
	}
	return certify.Answer{Holds: !a.Holds}
}
