// Package plan finds the layout of a model: its cells, what needs bits besides, the order of
// the cells, and their bits. It reads the model and the formulas that will be asked, and
// makes no set.
package plan

import (
	"context"
	"math/big"
	"slices"

	"github.com/epibdd/epibdd/encode/internal/failure"
	"github.com/epibdd/epibdd/encode/internal/footprint"
	"github.com/epibdd/epibdd/encode/internal/layout"
	"github.com/epibdd/epibdd/encode/internal/tune"
	"github.com/epibdd/epibdd/encode/order"
	"github.com/epibdd/epibdd/internal/heuristic"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// planner makes a layout.
type planner struct {
	*layout.Layout
	tune  tune.Sizes
	spend func(steps int) // counts steps, and fails once the time is over
}

// Options say what a layout has to hold besides the model.
type Options struct {
	// Asked are expressions and formulas that will be asked.
	Asked []spec.Expr
	// Order says where cells stand, or nil.
	Order order.File
	// History asks for bits of history variables.
	History []Anchor
	Sizes   tune.Sizes
	// Meter, if not nil, takes the steps of planning.
	Meter *symbolic.Meter
	// Attempt numbers the orders that are tried one after the other.
	Attempt int
}

// New plans the cells of a model, their order and their bits, until ctx is done.
func New(ctx context.Context, m *spec.Model, o Options) *layout.Layout {
	p := planner{Layout: layout.New(), tune: o.Sizes, spend: func(steps int) {
		if o.Meter != nil {
			o.Meter.Planning += int64(steps)
		}
		if err := symbolic.Interrupted(ctx); err != nil {
			failure.Raise(err)
		}
	}}
	var left map[*spec.Var][]spec.Value
	if !p.tune.Without.Has(heuristic.Frozen) {
		left = p.frozen(m)
	}
	hot := p.oneHot(m, left, o)
	for _, v := range m.Vars {
		l := layout.Builder{Layout: p.Layout, Var: v}
		if values, ok := hot[v]; ok {
			p.Vars = append(p.Vars, l.OneHot(v.Name, v.Type, values))
			continue
		}
		sh := l.Shape(v.Name, v.Type, 0)
		if values, ok := left[v]; ok {
			sh.Cell.SetValues(values)
		}
		p.Vars = append(p.Vars, sh)
	}
	for _, mv := range m.Movers {
		p.Movers = append(p.Movers, p.AddMover(mv))
	}
	if !p.tune.Without.Has(heuristic.SharedSums) {
		footprint.ShareSums(p.Layout, p.tune, p.spend)
	}
	for _, a := range m.Actions {
		if !m.Joint {
			p.Split[a] = p.splitParams(a)
		}
	}
	p.addRegisters(p.needsOf(m, o.Asked))
	p.Ordered = o.Order.Apply(order.Arrange(m, p.Layout, p.tune, p.spend, o.Asked, o.Attempt))
	p.recordBelow(o.History)
	p.Number()
	return p.Layout
}

// needsOf returns the registers that the model and the formulas need.
func (p planner) needsOf(m *spec.Model, asked []spec.Expr) needs {
	known := make(map[spec.Expr]needs)
	all := needs{}
	state := slices.Concat(m.Init, m.Fairness, asked)
	for _, a := range m.Agents {
		for _, o := range a.Sees {
			state = append(append(state, spec.Domains(o.Binders)...), o.Value)
			if o.Cond != nil {
				state = append(state, o.Cond)
			}
		}
	}
	for _, e := range state {
		all.include(p.registersOf(e, known))
	}
	for _, a := range m.Actions {
		n := needs{}
		for _, e := range slices.Concat(spec.Expressions(a), spec.Observations(a)) {
			n.include(p.registersOf(e, known))
		}
		for i, b := range a.Params {
			if !m.Joint && !p.Split[a][i] {
				n.add(b.Type)
			}
		}
		all.include(n)
	}
	return all
}

// splitParams decides which arguments of an action split it into parts: those
// that select the cell to write, which then is the only cell that a part
// writes, and those that select an element of an array or a set to look at,
// as long as there are not too many parts. The others stay bits.
func (p planner) splitParams(a *spec.Action) []bool {
	split := make([]bool, len(a.Params))
	parts := big.NewInt(1)
	take := func(wanted func(b *spec.Bound) bool) {
		for i, b := range a.Params {
			n := new(big.Int).Mul(parts, b.Type.Size())
			if !split[i] && n.Cmp(big.NewInt(int64(p.tune.Parts))) <= 0 && wanted(b) {
				split[i], parts = true, n
			}
		}
	}
	take(func(b *spec.Bound) bool {
		for _, t := range a.Then {
			if slices.ContainsFunc(t.Indices(), func(e spec.Expr) bool { return tune.Mentions(e, b) }) {
				return true
			}
		}
		return false
	})
	take(func(b *spec.Bound) bool {
		return slices.ContainsFunc(spec.Expressions(a), func(e spec.Expr) bool { return tune.IndexedBy(e, b) })
	})
	return split
}

func (p planner) addRegisters(n needs) {
	keys := make([]string, 0, len(n))
	for k := range n {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	for _, k := range keys {
		for i := range n[k].n {
			sh := layout.Builder{Layout: p.Layout}.Shape(layout.Numbered("a "+k, i), n[k].typ, 0)
			reg := &layout.Register{Shape: sh}
			p.Registers[k] = append(p.Registers[k], reg)
			if k == tune.OpenKey(n[k].typ) {
				p.Opened = append(p.Opened, reg)
			}
		}
	}
}
