package ispl

import (
	"fmt"
	"math/big"
	"slices"
)

// oracle decides formulas of a small model by enumeration, straight from the text
// and from what MCMAS does with it. It shares the tree with the importer and
// nothing else: neither the translation nor what is known of conditions.
type oracle struct {
	m      *Model
	vars   []*Var
	states []map[*Var]any
	index  map[string]int
	next   [][]int
	joint  [][]jointStep // by state
	init   []int
	fair   [][]bool // nil: no Fairness section
}

func newOracle(m *Model) *oracle {
	o := &oracle{m: m, index: map[string]int{}}
	for _, a := range m.Agents {
		o.vars = append(o.vars, a.Vars...)
	}
	for _, s := range assignments(o.vars) {
		if o.cond(m.Init, nil, s, nil) {
			o.init = append(o.init, o.add(s))
		}
	}
	for w := 0; w < len(o.states); w++ {
		var to []int
		var steps []jointStep
		for _, step := range o.successors(o.states[w]) {
			for _, s := range step.ends {
				v := o.add(s)
				step.to = append(step.to, v)
				if !slices.Contains(to, v) {
					to = append(to, v)
				}
			}
			steps = append(steps, step)
		}
		o.next, o.joint = append(o.next, to), append(o.joint, steps)
	}
	o.restrict()
	return o
}

// assignments lists all ways to give values to variables.
func assignments(vars []*Var) []map[*Var]any {
	all := []map[*Var]any{{}}
	for _, v := range vars {
		var more []map[*Var]any
		for _, s := range all {
			for _, x := range valuesOf(v.Type) {
				more = append(more, with(s, v, x))
			}
		}
		all = more
	}
	return all
}

func valuesOf(t Type) []any {
	var all []any
	switch t.Kind {
	case BoolKind:
		return []any{false, true}
	case IntKind:
		for n := t.Lo; n <= t.Hi; n++ {
			all = append(all, n)
		}
	case EnumKind:
		for _, v := range t.Values {
			all = append(all, v.Name)
		}
	}
	return all
}

func with(s map[*Var]any, v *Var, x any) map[*Var]any {
	t := map[*Var]any{}
	for k, y := range s {
		t[k] = y
	}
	t[v] = x
	return t
}

func (o *oracle) add(s map[*Var]any) int {
	key := ""
	for _, v := range o.vars {
		key += fmt.Sprint(s[v], " ")
	}
	w, ok := o.index[key]
	if !ok {
		w = len(o.states)
		o.index[key] = w
		o.states = append(o.states, s)
	}
	return w
}

// enabled lists the actions that a protocol allows.
func (o *oracle) enabled(a *Agent, s map[*Var]any) []string {
	if len(a.Actions) == 0 {
		return []string{""}
	}
	some := false
	var acts []string
	for _, l := range a.Protocol {
		if l.Cond == nil && some || l.Cond != nil && !o.cond(l.Cond, a, s, nil) {
			continue
		}
		some = true
		for _, id := range l.Actions {
			if !slices.Contains(acts, id.Name) {
				acts = append(acts, id.Name)
			}
		}
	}
	return acts
}

// jointStep is what all do in a state, and where it may lead.
type jointStep struct {
	acts map[*Agent]string
	ends []map[*Var]any
	to   []int
}

// successors lists the states after all joint actions.
func (o *oracle) successors(s map[*Var]any) []jointStep {
	joint := []map[*Agent]string{{}}
	for _, a := range o.m.Agents {
		var more []map[*Agent]string
		for _, j := range joint {
			for _, act := range o.enabled(a, s) {
				k := map[*Agent]string{a: act}
				for b, x := range j {
					k[b] = x
				}
				more = append(more, k)
			}
		}
		joint = more
	}
	var all []jointStep
	for _, j := range joint {
		ends := []map[*Var]any{s}
		for _, a := range o.m.Agents {
			ends = o.evolve(a, s, j, ends)
		}
		all = append(all, jointStep{acts: j, ends: ends})
	}
	return all
}

// evolve applies the evolution of an agent to what others have made of the state s.
func (o *oracle) evolve(a *Agent, s map[*Var]any, j map[*Agent]string, ends []map[*Var]any) []map[*Var]any {
	groups := [][]*Line{a.Evolution}
	if o.m.Single {
		groups = nil
		for _, v := range a.Vars {
			var lines []*Line
			for _, l := range a.Evolution {
				if l.Assigns[0].Name.Name == v.Name.Name {
					lines = append(lines, l)
				}
			}
			groups = append(groups, lines)
		}
	}
	for _, lines := range groups {
		var on []*Line
		for _, l := range lines {
			if o.cond(l.Cond, a, s, j) {
				on = append(on, l)
			}
		}
		if len(on) == 0 {
			continue
		}
		var after []map[*Var]any
		for _, l := range on {
			for _, e := range ends {
				if t, ok := o.assign(l, a, s, e); ok {
					after = append(after, t)
				}
			}
		}
		ends = after
	}
	return ends
}

// assign carries out a line; it cannot be where a value leaves its range.
func (o *oracle) assign(l *Line, a *Agent, s, e map[*Var]any) (map[*Var]any, bool) {
	for _, as := range l.Assigns {
		x := o.expr(as.Value, a, s)
		if q, number := x.(*big.Rat); number {
			if !q.IsInt() {
				return nil, false
			}
			x = q.Num().Int64()
		}
		if !slices.Contains(valuesOf(as.Var.Type), x) {
			return nil, false
		}
		e = with(e, as.Var, x)
	}
	return e, true
}

func (o *oracle) cond(c Cond, a *Agent, s map[*Var]any, j map[*Agent]string) bool {
	switch c := c.(type) {
	case *NotCond:
		return !o.cond(c.X, a, s, j)
	case *BinCond:
		x, y := o.cond(c.X, a, s, j), o.cond(c.Y, a, s, j)
		return x && y || c.Or && (x || y)
	case *Acts:
		who := a
		if c.Agent.Name != "" {
			who = o.agent(c.Agent.Name)
		}
		return j[who] == c.Action.Name
	}
	cmp := c.(*Compare)
	x, y := o.expr(cmp.X, a, s), o.expr(cmp.Y, a, s)
	order := 0
	if a, number := x.(*big.Rat); number {
		order = a.Cmp(y.(*big.Rat))
	} else if x != y {
		order = 1
	}
	switch cmp.Op {
	case tEQ:
		return order == 0
	case tNE:
		return order != 0
	case tLT:
		return order < 0
	case tLE:
		return order <= 0
	case tGT:
		return order > 0
	}
	return order >= 0
}

func (o *oracle) agent(name string) *Agent {
	for _, a := range o.m.Agents {
		if a.Name.Name == name {
			return a
		}
	}
	panic(name)
}

// expr computes an expression; numbers are fractions.
func (o *oracle) expr(e Expr, a *Agent, s map[*Var]any) any {
	switch e := e.(type) {
	case *Number:
		return big.NewRat(e.Value, 1)
	case *Truth:
		return e.Value
	case *Name:
		if e.Var == nil {
			return e.Name.Name
		}
		if n, number := s[e.Var].(int64); number {
			return big.NewRat(n, 1)
		}
		return s[e.Var]
	case *BitNot:
		return !o.expr(e.X, a, s).(bool)
	}
	b := e.(*Binary)
	x, y := o.expr(b.X, a, s), o.expr(b.Y, a, s)
	if p, number := x.(*big.Rat); number {
		compute := map[token]func(z, p, q *big.Rat) *big.Rat{
			tPlus: (*big.Rat).Add, tMinus: (*big.Rat).Sub, tTimes: (*big.Rat).Mul, tDivide: (*big.Rat).Quo,
		}
		return compute[b.Op](new(big.Rat), p, y.(*big.Rat))
	}
	switch b.Op {
	case tBitAnd:
		return x.(bool) && y.(bool)
	case tBitOr:
		return x.(bool) || y.(bool)
	}
	return x.(bool) != y.(bool)
}

// restrict keeps the states with a run along which each fairness condition holds
// again and again: νZ. ⋀ EX E[true U c ∧ Z].
func (o *oracle) restrict() {
	if len(o.m.Fairness) == 0 {
		return
	}
	for _, f := range o.m.Fairness {
		o.fair = append(o.fair, o.formula(f))
	}
	z := o.all(true)
	for {
		next := slices.Clone(z)
		for _, c := range o.fair {
			next = both2(next, o.pre(o.until(o.all(true), both2(c, z))))
		}
		if slices.Equal(next, z) {
			break
		}
		z = next
	}
	for w := range o.next {
		o.next[w] = slices.DeleteFunc(o.next[w], func(v int) bool { return !z[v] || !z[w] })
	}
	for w, steps := range o.joint {
		for i := range steps {
			steps[i].to = slices.DeleteFunc(steps[i].to, func(v int) bool { return !z[v] || !z[w] })
		}
	}
	o.init = slices.DeleteFunc(o.init, func(w int) bool { return !z[w] })
	o.gone(z)
}

// gone makes states outside of z invisible: they are confused with nothing.
func (o *oracle) gone(z []bool) {
	for w := range o.states {
		if !z[w] {
			o.states[w] = nil
		}
	}
}

func (o *oracle) all(value bool) []bool { return slices.Repeat([]bool{value}, len(o.states)) }

func both2(x, y []bool) []bool {
	z := make([]bool, len(x))
	for w := range x {
		z[w] = x[w] && y[w]
	}
	return z
}

func not2(x []bool) []bool {
	z := make([]bool, len(x))
	for w := range x {
		z[w] = !x[w]
	}
	return z
}

func (o *oracle) pre(x []bool) []bool {
	z := o.all(false)
	for w, to := range o.next {
		for _, v := range to {
			z[w] = z[w] || x[v]
		}
	}
	return z
}

func (o *oracle) until(x, y []bool) []bool {
	z := y
	for {
		step := o.pre(z)
		next := slices.Clone(z)
		for w := range next {
			next[w] = y[w] || x[w] && step[w]
		}
		if slices.Equal(next, z) {
			return z
		}
		z = next
	}
}

// always is EG: νZ. x ∧ EX Z, or with fairness νZ. x ∧ ⋀ EX E[x U x ∧ c ∧ Z].
func (o *oracle) always(x []bool) []bool {
	fair := o.fair
	if fair == nil {
		fair = [][]bool{o.all(true)}
	}
	z := x
	for {
		next := x
		for _, c := range fair {
			goal := both2(both2(x, c), z)
			if o.fair != nil {
				goal = o.until(x, goal)
			}
			next = both2(next, o.pre(goal))
		}
		if slices.Equal(next, z) {
			return z
		}
		z = next
	}
}

// formula lists where a formula of CTL with knowledge is true.
func (o *oracle) formula(f Formula) []bool {
	switch f := f.(type) {
	case *Atom:
		return o.where(f.Prop.Cond, nil)
	case *Colour:
		red := o.all(false)
		if f.Who.Red != nil {
			red = o.where(f.Who.Red, f.Who)
		}
		if f.Red {
			return red
		}
		return not2(red)
	case *NotFormula:
		return not2(o.formula(f.X))
	case *BinFormula:
		x, y := o.formula(f.X), o.formula(f.Y)
		switch f.Op {
		case tAnd:
			return both2(x, y)
		case tOr:
			return not2(both2(not2(x), not2(y)))
		}
		return not2(both2(x, not2(y)))
	case *Temporal:
		return o.temporal(f)
	case *Knows:
		return o.knows(f)
	case *Strategic:
		return o.strategic(f)
	}
	panic(fmt.Sprintf("%T", f))
}

func (o *oracle) where(c Cond, a *Agent) []bool {
	z := o.all(false)
	for w, s := range o.states {
		z[w] = s != nil && o.cond(c, a, s, nil)
	}
	return z
}

func (o *oracle) temporal(f *Temporal) []bool {
	x := o.formula(f.X)
	all := o.all(true)
	switch {
	case f.Op == tX && f.All:
		return not2(o.pre(not2(x)))
	case f.Op == tX:
		return o.pre(x)
	case f.Op == tF && f.All:
		return not2(o.always(not2(x)))
	case f.Op == tF:
		return o.until(all, x)
	case f.Op == tG && f.All:
		return not2(o.until(all, not2(x)))
	case f.Op == tG:
		return o.always(x)
	}
	y := o.formula(f.Y)
	if !f.All {
		return o.until(x, y)
	}
	refuted := o.until(not2(y), both2(not2(x), not2(y)))
	for w, forever := range o.always(not2(y)) {
		refuted[w] = refuted[w] || forever
	}
	return not2(refuted)
}

// strategic is what a group can bring about. Runs that end do not count.
func (o *oracle) strategic(f *Strategic) []bool {
	x, hold, y := o.formula(f.X), o.all(true), []bool(nil)
	switch f.Op {
	case tX:
		return o.force(f.Group, x)
	case tG:
		for z := x; ; {
			next := both2(x, o.force(f.Group, z))
			if slices.Equal(next, z) {
				return z
			}
			z = next
		}
	case tU:
		hold, y = x, o.formula(f.Y)
	default:
		y = x
	}
	for z := y; ; {
		next := not2(both2(not2(y), not2(both2(hold, o.force(f.Group, z)))))
		if slices.Equal(next, z) {
			return z
		}
		z = next
	}
}

// force is where members of a group can do something that some step follows and all steps
// that follow it lead into z.
func (o *oracle) force(g *Group, z []bool) []bool {
	in := o.all(false)
	for w, steps := range o.joint {
		can, may := map[string]bool{}, map[string]bool{}
		for _, step := range steps {
			key := ""
			for _, id := range g.Members {
				key += step.acts[o.agent(id.Name)] + " "
			}
			for _, v := range step.to {
				can[key] = true
				may[key] = may[key] || !z[v]
			}
		}
		for key := range can {
			in[w] = in[w] || !may[key]
		}
	}
	return in
}

// confused reports whether agents together confuse two states.
func (o *oracle) confused(who []*Agent, v, w int) bool {
	for _, a := range who {
		for _, x := range o.vars {
			sees := x.Owner == a || x.Public || x.Owner.Env && slices.Contains(identNames(a.Local), x.Name.Name)
			if sees && o.states[v][x] != o.states[w][x] {
				return false
			}
		}
	}
	return true
}

// know is where the agents together know x.
func (o *oracle) know(who []*Agent, x []bool) []bool {
	z := o.all(true)
	for w := range o.states {
		for v := range o.states {
			if o.states[v] != nil && o.states[w] != nil && !x[v] && o.confused(who, v, w) {
				z[w] = false
			}
		}
	}
	return z
}

func (o *oracle) knows(f *Knows) []bool {
	x := o.formula(f.X)
	switch f.Op {
	case tK:
		return o.know([]*Agent{o.agent(f.Name.Name)}, x)
	case tO:
		red := o.formula(&Colour{Who: o.agent(f.Name.Name), Red: true})
		for w := range x {
			x[w] = x[w] || red[w]
		}
		return o.know(nil, x)
	}
	var who []*Agent
	for _, id := range f.Group.Members {
		who = append(who, o.agent(id.Name))
	}
	every := func(x []bool) []bool {
		z := o.all(true)
		for _, a := range who {
			z = both2(z, o.know([]*Agent{a}, x))
		}
		return z
	}
	switch f.Op {
	case tDK:
		return o.know(who, x)
	case tGK:
		return every(x)
	}
	z := every(x)
	for {
		next := both2(z, every(z))
		if slices.Equal(next, z) {
			return z
		}
		z = next
	}
}

// holds is the verdict: true in all initial states.
func (o *oracle) holds(f Formula) bool {
	x := o.formula(f)
	return !slices.ContainsFunc(o.init, func(w int) bool { return !x[w] })
}
