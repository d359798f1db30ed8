package encode

import (
	"context"
	"maps"
	"slices"

	"github.com/epibdd/epibdd/encode/internal/codes"
	"github.com/epibdd/epibdd/encode/internal/failure"
	"github.com/epibdd/epibdd/encode/internal/layout"
	"github.com/epibdd/epibdd/encode/internal/plan"
	"github.com/epibdd/epibdd/encode/internal/value"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// Perfect recall needs no history where all that is hidden is constant and what
// is public determines the step. Let a state be (v, h): v is seen by all agents of
// a group, h has cells that no action writes, each agent sees some functions of h,
// and all steps are seen. After a public history the states that nobody can rule
// out by it alone are (v, h') for the h' in a set P, which a step shrinks to those
// that admit the same step:
//
//	A = {h' : the step is enabled in (v, h') and leads to the same v as from (v, h)}
//
// If all the sets A are products of sets of values of the cells, so is P, and a
// world is a state with a bit for each value of each hidden cell that says whether
// it is in P (of two values, whether the other one is). An agent confuses worlds
// that look the same and have one P: exactly those whose histories look the same
// (Act-CTL-Kn, perfect recall, public steps). There are finitely many worlds,
// however long runs are.

// maxPossible bounds the bits for the values of hidden cells.
const maxPossible = 256

// publicCell is a hidden cell with the history variables for its values.
type publicCell struct {
	cell      *layout.Cell
	variables []*HistoryVariable
}

// possibilities is the number of history variables that a cell needs.
func possibilities(c *layout.Cell) int {
	if len(c.Values) == 2 {
		return 1
	}
	return len(c.Values)
}

// WithPublicKnowledge encodes the model of s once more, with bits for what is publicly known
// of hidden constants, if for the agents perfect recall is no more than that; else
// it returns nil.
func WithPublicKnowledge(ctx context.Context, s *System, agents []*spec.Agent, l symbolic.Limits) (*System, error) {
	opts := s.options
	opts.Symbolic.Nodes, opts.Symbolic.Memory = l.Nodes, l.Memory
	opts.history = nil
	var hidden []*layout.Cell
	fits := false
	err := s.codes.Space.Do(ctx, func() error {
		return failure.Try(func() {
			hidden, fits = disclosure{s}.hidden(agents)
			for _, c := range hidden {
				opts.history = append(opts.history, plan.Anchor{Cell: c.ID, Copies: possibilities(c)})
			}
		})
	})
	if err != nil || !fits {
		return nil, err
	}
	r, err := New(ctx, s.model, opts)
	if err != nil {
		return nil, err
	}
	return r, r.codes.Space.Do(ctx, func() error { return failure.Try(func() { addPublicKnowledge(r, hidden) }) })
}

// HasPublicKnowledge tells whether the worlds of s say what is publicly known of hidden
// constants, as Informed makes them.
func (s *System) HasPublicKnowledge() bool { return s.public }

// disclosure asks whether perfect recall is no more than what is publicly known.
type disclosure struct{ *System }

// hidden are the cells that not all agents see, if the group meets the conditions.
func (s disclosure) hidden(agents []*spec.Agent) ([]*layout.Cell, bool) {
	if s.model.Joint || s.model.AsksKnowledge() != nil {
		return nil, false
	}
	secret := s.secret(agents)
	if slices.ContainsFunc(s.model.Actions, func(a *spec.Action) bool { return a.Hidden }) && !s.disclosed(agents, secret) {
		return nil, false
	}
	var hidden []*layout.Cell
	bits := 0
	for _, c := range s.codes.Layout.Ordered {
		if c.Var != nil && slices.ContainsFunc(c.Cur, func(b symbolic.Bit) bool { return secret[b] }) {
			hidden = append(hidden, c)
			bits += possibilities(c)
			for _, b := range c.Cur {
				secret[b] = true
			}
		}
	}
	if bits > maxPossible || !s.separate(agents, secret) || !s.independent(secret) {
		return nil, false
	}
	if !s.products(hidden, s.codes.Valid) && !s.products(hidden, s.surroundings(hidden)) {
		return nil, false
	}
	return hidden, true
}

// products tells whether in these states the constants that admit a step are
// always a product of values of the hidden cells.
func (s disclosure) products(hidden []*layout.Cell, in symbolic.Set) bool {
	for _, act := range s.steps.actions {
		for _, k := range publicSteps(s.codes, act) {
			if !product(s.codes, k, hidden, in) {
				return false
			}
		}
	}
	return true
}

// secret are the bits of states that some of the agents do not see as they are.
func (s disclosure) secret(agents []*spec.Agent) map[symbolic.Bit]bool {
	secret := map[symbolic.Bit]bool{}
	for _, a := range agents {
		fs := map[symbolic.Set]bool{}
		for _, f := range s.sight.seen(a) {
			fs[f] = true
		}
		for _, b := range s.codes.Layout.StateBits() {
			if is, not := s.codes.Literal(b); !fs[is] && !fs[not] {
				secret[b] = true
			}
		}
	}
	return secret
}

// disclosed tells whether every agent sees all steps, and of states nothing with them
// that is secret: its observations tell all kinds of steps apart, and none reads what is
// secret. A document that says who observes an action may well say that everybody
// does.
func (s disclosure) disclosed(agents []*spec.Agent, secret map[symbolic.Bit]bool) bool {
	t := recorder{s.steps, observe(s.System, agents)}
	enabled := make(map[int]symbolic.Set)
	for _, act := range s.steps.actions {
		for _, p := range act.parts {
			if i := t.kindOf(act, p); !p.enabled.IsEmpty() {
				enabled[i] = p.enabled.Or(orNone(s.codes, enabled[i]))
			}
		}
	}
	looks := make(map[*spec.Agent][][]byte)
	for _, a := range agents {
		looks[a] = make([][]byte, len(t.kinds))
	}
	for _, tr := range t.traces {
		if tr.state {
			continue
		}
		if slices.ContainsFunc(tr.in, func(f symbolic.Set) bool {
			return slices.ContainsFunc(f.Support(), func(b symbolic.Bit) bool { return secret[b] })
		}) {
			return false
		}
		for i, mark := range tr.marks(enabled) {
			for _, a := range tr.who {
				looks[a][i] = append(looks[a][i], mark)
			}
		}
	}
	for _, a := range agents {
		known := make(map[string]bool)
		for i := range enabled {
			known[string(looks[a][i])] = true
		}
		if len(known) < len(enabled) {
			return false
		}
		for _, act := range s.steps.actions {
			if act.spec.Hidden && !s.showsRegisters(t, act, a) {
				return false
			}
		}
	}
	return true
}

// showsRegisters tells whether an agent sees the arguments of an action that do not
// split it.
func (s disclosure) showsRegisters(t recorder, act *action, a *spec.Agent) bool {
	for _, reg := range act.registers {
		if reg == nil {
			continue
		}
		for _, c := range reg.Shape.Cells() {
			for _, p := range act.parts {
				var fs []symbolic.Set
				for _, tr := range t.traces {
					f := tr.in[t.kindOf(act, p)]
					if slices.Contains(tr.who, a) && !slices.ContainsFunc(f.Support(), func(b symbolic.Bit) bool { return !slices.Contains(c.Cur, b) }) {
						fs = append(fs, f)
					}
				}
				if !tellsApart(s.codes, fs, c) {
					return false
				}
			}
		}
	}
	return true
}

// orNone is f, or the empty set if there is none.
func orNone(cs *codes.Codes, f symbolic.Set) symbolic.Set {
	if f == (symbolic.Set{}) {
		return cs.Space.Empty()
	}
	return f
}

// marks tells of which enabled kinds of steps an observation is true, if it is true in all
// or in no steps of each kind; else it is nil.
func (tr *observation) marks(enabled map[int]symbolic.Set) map[int]byte {
	marks := make(map[int]byte)
	for _, i := range slices.Sorted(maps.Keys(enabled)) {
		switch steps := enabled[i]; {
		case steps.SubsetOf(tr.in[i]):
			marks[i] = 1
		case steps.Disjoint(tr.in[i]):
			marks[i] = 0
		default:
			return nil
		}
	}
	return marks
}

// separate tells whether no action writes what is secret, and whatever an agent
// sees depends on what is secret alone or on what is not.
func (s disclosure) separate(agents []*spec.Agent, secret map[symbolic.Bit]bool) bool {
	for _, act := range s.steps.actions {
		for _, p := range act.parts {
			if slices.ContainsFunc(p.writes, func(w write) bool { return secret[w.pair.Cur] }) {
				return false
			}
		}
	}
	for _, a := range agents {
		for _, f := range s.sight.seen(a) {
			support := f.Support()
			hides := slices.ContainsFunc(support, func(b symbolic.Bit) bool { return secret[b] })
			shows := slices.ContainsFunc(support, func(b symbolic.Bit) bool { return !secret[b] })
			if hides && shows {
				return false
			}
		}
	}
	return true
}

// independent tells whether at the start what is secret and what is not have
// nothing to do with each other.
func (s disclosure) independent(secret map[symbolic.Bit]bool) bool {
	var hidden, open []symbolic.Bit
	for _, b := range s.codes.Layout.StateBits() {
		if secret[b] {
			hidden = append(hidden, b)
		} else {
			open = append(open, b)
		}
	}
	return s.init.Exists(s.codes.Space.Cube(hidden...)).And(s.init.Exists(s.codes.Space.Cube(open...))).Equal(s.init)
}

// publicStep is the steps of an action with certain arguments.
type publicStep struct {
	parts   []*part
	enabled symbolic.Set
	writes  []write
}

// publicSteps are the steps of an action by what is seen of them.
func publicSteps(cs *codes.Codes, act *action) []*publicStep {
	byKind := map[string]*publicStep{}
	var all []*publicStep
	for _, p := range act.parts {
		key := kind{act.spec, p.args}.key()
		k := byKind[key]
		if k == nil {
			k = &publicStep{enabled: cs.Space.Empty(), writes: p.writes}
			byKind[key] = k
			all = append(all, k)
		}
		k.parts = append(k.parts, p)
		k.enabled = k.enabled.Or(p.enabled)
	}
	return all
}

// admits is where the same step could be taken with another value of a cell, the
// one with the given code, for all that can be seen.
func admits(cs *codes.Codes, k *publicStep, c *layout.Cell, code int) symbolic.Set {
	with := func(f symbolic.Set) symbolic.Set {
		for i, b := range c.Cur {
			f = f.Cofactor(b, c.BitOf(code, i))
		}
		return f
	}
	in := with(k.enabled)
	for _, w := range k.writes {
		in = in.And(with(w.code).Iff(w.code))
	}
	return in
}

// surroundings are the states reached, or more: what is hidden may be anything,
// again in each of them.
func (s disclosure) surroundings(hidden []*layout.Cell) symbolic.Set {
	var bits []symbolic.Bit
	for _, c := range hidden {
		bits = append(bits, c.Cur...)
	}
	cube := s.codes.Space.Cube(bits...)
	all := s.init.Exists(cube).And(s.codes.Valid)
	for fresh := all; !fresh.IsEmpty(); all = all.Or(fresh) {
		fresh = s.steps.relation.Image(fresh).Exists(cube).And(s.codes.Valid).Diff(all)
	}
	return all
}

// sameFor tells whether a step does the same whatever hidden cells are.
func (k *publicStep) sameFor(hidden []*layout.Cell) bool {
	return !slices.ContainsFunc(k.writes, func(w write) bool {
		support := w.code.Support()
		return slices.ContainsFunc(hidden, func(c *layout.Cell) bool { return reads(support, c) })
	})
}

// reads tells whether one of these bits belongs to a cell.
func reads(support []symbolic.Bit, c *layout.Cell) bool {
	return slices.ContainsFunc(support, func(b symbolic.Bit) bool { return slices.Contains(c.Cur, b) })
}

// product is products of one step. The next bits of the cells, which no step writes,
// hold the constants that are compared with those at hand.
func product(cs *codes.Codes, k *publicStep, hidden []*layout.Cell, in symbolic.Set) bool {
	if k.sameFor(hidden) {
		return separable(cs, k.enabled, hidden, in)
	}
	var from, to []symbolic.Bit
	for _, c := range hidden {
		from, to = append(from, c.Cur...), append(to, c.Next...)
	}
	r, err := cs.Space.Renaming(from, to)
	if err != nil {
		panic(err)
	}
	care := k.enabled.And(in)
	same := k.enabled.Rename(r)
	for _, w := range k.writes {
		same = same.And(w.code.Rename(r).Iff(w.code))
	}
	each := cs.Space.Full()
	for _, c := range hidden {
		care = care.And(cs.ValidCell(c).Rename(r))
		if indifferent(cs, k, c) {
			continue
		}
		var some []symbolic.Set
		for code := range c.Values {
			some = append(some, cs.Space.Singleton(c.Holds(c.Next, code)).And(admits(cs, k, c, code)))
		}
		each = each.And(cs.Space.OrAll(some...))
	}
	return care.Disjoint(same.Xor(each))
}

// separable tells whether in some states, in which hidden cells may be anything, a
// condition is one on each of these cells, given all else: if for each of them some
// values of the others do, so do these together.
func separable(cs *codes.Codes, f symbolic.Set, hidden []*layout.Cell, in symbolic.Set) bool {
	support := f.Support()
	hidden = slices.DeleteFunc(slices.Clone(hidden), func(c *layout.Cell) bool { return !reads(support, c) })
	left := in.Diff(f)
	for _, c := range hidden {
		var others []symbolic.Bit
		for _, o := range hidden {
			if o != c {
				others = append(others, o.Cur...)
			}
		}
		left = left.And(f.And(cs.Valid).Exists(cs.Space.Cube(others...)))
	}
	return len(hidden) < 2 || left.IsEmpty()
}

// indifferent tells whether a step has nothing to do with a cell.
func indifferent(cs *codes.Codes, k *publicStep, c *layout.Cell) bool {
	return !reads(k.enabled.Support(), c) && k.sameFor([]*layout.Cell{c})
}

// addPublicKnowledge makes history variables for cells, of another system of the model, part of worlds, and
// lets steps write them.
func addPublicKnowledge(s *System, hidden []*layout.Cell) {
	s.public = true
	var past []*HistoryVariable
	var informs []*publicCell
	for i, c := range hidden {
		in := &publicCell{cell: s.codes.Layout.Cells[c.ID]}
		for _, p := range s.codes.Layout.History[i] {
			variable := &HistoryVariable{Bit: p.Cur[0], next: p.Next[0]}
			in.variables = append(in.variables, variable)
			past = append(past, variable)
			s.init = s.init.And(s.codes.Space.Lit(variable.Bit))
		}
		informs = append(informs, in)
	}
	s.sight = s.sight.recalling(past).knowingPublicly(informs)
	actions := make([]*action, len(s.steps.actions))
	for i, act := range s.steps.actions {
		a := *act
		a.parts = nil
		for _, k := range publicSteps(s.codes, act) {
			more := teaches(s, k)
			for _, p := range k.parts {
				q := p.clone()
				q.writes = slices.Concat(p.writes, more)
				a.parts = append(a.parts, q)
			}
		}
		a.relation = relation(s.codes, &a, a.parts)
		actions[i] = &a
	}
	s.steps = interleaved(s.codes, actions)
}

// teaches are the history variables that a step may change: a value stays possible if it
// admits the step.
func teaches(s *System, k *publicStep) []write {
	var all []write
	for _, in := range s.sight.publicCells {
		if indifferent(s.codes, k, in.cell) {
			continue
		}
		for i, variable := range in.variables {
			var may symbolic.Set
			if len(in.variables) > 1 {
				may = admits(s.codes, k, in.cell, i)
			} else {
				here := s.codes.Space.Lit(in.cell.Cur[0])
				may = value.Ite(s.codes.Space, here, admits(s.codes, k, in.cell, 0), admits(s.codes, k, in.cell, 1))
			}
			all = append(all, write{symbolic.Pair{Cur: variable.Bit, Next: variable.next}, s.codes.Space.Lit(variable.Bit).And(may)})
		}
	}
	return all
}

// Conceivable are the worlds, reachable or not, in which what is hidden is publicly
// possible. Steps lead from such worlds to such worlds only.
func Conceivable(s *System) symbolic.Set {
	var open []symbolic.Bit
	for _, b := range s.sight.worldBits() {
		if !slices.ContainsFunc(s.sight.publicCells, func(in *publicCell) bool { return slices.Contains(in.cell.Cur, b) }) {
			open = append(open, b)
		}
	}
	worlds := s.codes.Valid.And(s.init.Exists(s.codes.Space.Cube(open...)))
	for _, in := range s.sight.publicCells {
		if len(in.variables) == 1 { // says of the other value alone whether it is possible
			continue
		}
		for code, variable := range in.variables {
			worlds = worlds.Diff(s.codes.Space.Singleton(in.cell.Holds(in.cell.Cur, code)).Diff(s.codes.Space.Lit(variable.Bit)))
		}
	}
	return worlds
}

// known are the functions of a world that say which values of hidden cells are
// possible: with two values, whether it is known which one it is, and which.
func (in *publicCell) known(cs *codes.Codes) []symbolic.Set {
	if len(in.variables) == 1 {
		other := cs.Space.Lit(in.variables[0].Bit)
		return []symbolic.Set{other, cs.Space.Lit(in.cell.Cur[0]).Diff(other)}
	}
	fs := make([]symbolic.Set, len(in.variables))
	for i, variable := range in.variables {
		fs[i] = cs.Space.Lit(variable.Bit)
	}
	return fs
}

// Exchange returns a state with the hidden cells of another one.
func Exchange(s *System, st, other spec.State) spec.State {
	v, w := s.codes.VectorOf(st), s.codes.VectorOf(other)
	for _, in := range s.sight.publicCells {
		for _, b := range in.cell.Cur {
			v[b] = w[b]
		}
	}
	return s.codes.StateOf(v)
}
