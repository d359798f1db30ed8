package encode

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// plan says which bits there are and what they hold. A space has a fixed number
// of bits, so everything that will need some is found before the first set is
// made: variables, arguments of actions, binders over large types.
type plan struct {
	ctx       context.Context // while the plan is made
	tune      tuning
	vars      []*shape // by Var.Index
	cells     []*cell
	registers map[string][]*register // by type
	split     map[*spec.Action][]bool
	movers    []*mover // of joint steps
	tallies   []*tally // of what they count
	ordered   []*cell
	selector  []symbolic.Bit  // number the members of a union that is not built
	opened    []*register     // for names that are open, by their number
	beside    map[*cell]*cell // cells of open names, and what they are compared with
	blocks    map[Occurrence]*block
	blockList []*block
	past      [][]*cell // for each trace that is recorded
	bits      int
}

// poll ends the planning if its context has ended.
func (p *plan) poll() {
	if err := symbolic.Interrupted(p.ctx); err != nil {
		panic(failure{err})
	}
}

// selectorBits suffice for maxParts members.
const selectorBits = 8

func newPlan(ctx context.Context, m *spec.Model, o Options, attempt int) *plan {
	p := &plan{ctx: ctx, tune: o.tuning(), registers: make(map[string][]*register), split: make(map[*spec.Action][]bool), beside: make(map[*cell]*cell), blocks: make(map[Occurrence]*block)}
	left := p.frozen(m)
	for _, v := range m.Vars {
		sh := layouter{plan: p, v: v}.shape(v.Name, v.Type, 0)
		if values, ok := left[v]; ok {
			sh.cell.setValues(values)
		}
		p.vars = append(p.vars, sh)
	}
	for _, mv := range m.Movers {
		p.movers = append(p.movers, p.mover(mv))
	}
	p.addTallies()
	for _, a := range m.Actions {
		if !m.Joint {
			p.split[a] = p.splitParams(a)
		}
	}
	p.addRegisters(p.needsOf(m, o.Asked))
	p.ordered = o.Order.apply(p.besides(arrange(m, p, o.Asked, attempt)))
	p.recordBelow(o.past)
	p.number()
	return p
}

// needsOf returns the registers that the model and the formulas need.
func (p *plan) needsOf(m *spec.Model, asked []spec.Expr) needs {
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
			if !m.Joint && !p.split[a][i] {
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
func (p *plan) splitParams(a *spec.Action) []bool {
	split := make([]bool, len(a.Params))
	parts := big.NewInt(1)
	take := func(wanted func(b *spec.Bound) bool) {
		for i, b := range a.Params {
			n := new(big.Int).Mul(parts, b.Type.Size())
			if !split[i] && n.Cmp(big.NewInt(int64(p.tune.parts))) <= 0 && wanted(b) {
				split[i], parts = true, n
			}
		}
	}
	take(func(b *spec.Bound) bool {
		for _, t := range a.Then {
			if slices.ContainsFunc(t.Indices(), func(e spec.Expr) bool { return mentions(e, b) }) {
				return true
			}
		}
		return false
	})
	take(func(b *spec.Bound) bool {
		return slices.ContainsFunc(spec.Expressions(a), func(e spec.Expr) bool { return indexedBy(e, b) })
	})
	return split
}

func (p *plan) addRegisters(n needs) {
	keys := make([]string, 0, len(n))
	for k := range n {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	for _, k := range keys {
		for i := range n[k].n {
			sh := layouter{plan: p}.shape(numbered("a "+k, i), n[k].typ, 0)
			reg := &register{shape: sh}
			p.registers[k] = append(p.registers[k], reg)
			if k == openKey(n[k].typ) {
				p.opened = append(p.opened, reg)
			}
		}
	}
}

// numbered is the name of the i-th of several things.
func numbered(name string, i int) string {
	if i == 0 {
		return name
	}
	return fmt.Sprintf("%s, no. %d", name, i+1)
}

// number gives bits to the cells in their order. The next copy of a bit stands
// right below the current one, so that renaming keeps the order and a bit that
// keeps its value costs two nodes.
//
// The selector stands on top: there a relation that depends on it is as large as
// its members together.
func (p *plan) number() {
	for range selectorBits {
		p.selector = append(p.selector, symbolic.Bit(p.bits))
		p.bits++
	}
	for _, c := range p.ordered {
		for range c.width() {
			c.cur = append(c.cur, symbolic.Bit(p.bits))
			p.bits++
			if c.v != nil || c.past {
				c.next = append(c.next, symbolic.Bit(p.bits))
				p.bits++
			}
		}
	}
}

// groups returns the bits that belong together in any order: those of a cell,
// current and next.
func (p *plan) groups() [][]symbolic.Bit {
	groups := [][]symbolic.Bit{p.selector}
	for _, c := range p.ordered {
		var bits []symbolic.Bit
		for i, b := range c.cur {
			bits = append(bits, b)
			if c.next != nil {
				bits = append(bits, c.next[i])
			}
		}
		groups = append(groups, bits)
	}
	return groups
}

// stateBits returns the current bits of all variables, ascending.
func (p *plan) stateBits() []symbolic.Bit {
	var bits []symbolic.Bit
	for _, c := range p.ordered {
		if c.v != nil {
			bits = append(bits, c.cur...)
		}
	}
	return bits
}

// size is the number of states: of all combinations of values that are left.
func (p *plan) size() *big.Int {
	n := big.NewInt(1)
	for _, sh := range p.vars {
		if sh.cell != nil {
			n.Mul(n, big.NewInt(int64(len(sh.cell.values))))
			continue
		}
		n.Mul(n, sh.typ.Size())
	}
	return n
}
