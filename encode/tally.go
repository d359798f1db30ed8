package encode

import (
	"slices"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// Each of n muddy children compares with the number of muddy foreheads that it sees,
// which are all but its own. As functions of the foreheads these n sums have n³ nodes
// together, though they differ in one term each. A tally is a number beside what is
// done in a joint step: the sum of all terms. One conjunct says so, and a sum is the
// tally without the terms that it lacks. Two hundred children then take as much as
// twenty did.

// A tally counts how many of its terms, cells that are 0 or 1, are 1.
type tally struct {
	cell  *cell
	terms []*cell
}

// few is how many terms of a tally a sum may lack.
func (t *tally) few() int { return max(1, len(t.terms)/fewMovers) }

// lacks returns the terms that a sum lacks; false if it has others.
func (t *tally) lacks(sum edge) (edge, bool) {
	for _, c := range sum {
		if !slices.Contains(t.terms, c) {
			return nil, false
		}
	}
	return slices.DeleteFunc(slices.Clone(t.terms), func(c *cell) bool { return slices.Contains(sum, c) }), true
}

// addTallies plans tallies for the sums of the movers, of which more than one mover
// must need nearly the same.
func (p *plan) addTallies() {
	type sums struct {
		tally
		movers map[*mover]bool
	}
	var found []*sums
	sc := &scene{plan: p}
	note := func(m *mover, sum edge) {
		for _, f := range found {
			all := unique(slices.Concat(f.terms, sum))
			if t := (&tally{terms: all}); len(all)-len(sum) <= t.few() && len(all)-len(f.terms) <= t.few() {
				f.terms, f.movers[m] = all, true
				return
			}
		}
		found = append(found, &sums{tally{terms: sum}, map[*mover]bool{m: true}})
	}
	for _, m := range p.movers {
		for _, o := range m.options {
			ns := o.layout()
			for _, e := range spec.Expressions(o.action) {
				sc.sums(e, ns, func(sum edge) { note(m, sum) })
			}
		}
	}
	for _, f := range found {
		if len(f.movers) > 1 {
			t := f.tally
			t.cell = layouter{plan: p}.cell(numbered("tally", len(p.tallies)), &spec.IntType{Lo: 0, Hi: int64(len(t.terms))}, 0)
			p.tallies = append(p.tallies, &t)
		}
	}
}

// sums calls f for each sum of enough cells that are 0 or 1.
func (sc *scene) sums(e spec.Expr, ns names, f func(edge)) {
	if sc.tired() || e.Traits()&spec.ReadsState == 0 {
		return
	}
	if sum := sc.sum(e, ns); len(sum) >= sc.plan.tune.terms {
		f(sum)
		return
	}
	for _, x := range spec.Children(e) {
		sc.sums(x, ns, f)
	}
}

// sum returns the terms of a sum of different cells that are 0 or 1; nil: e is none.
func (sc *scene) sum(e spec.Expr, ns names) edge {
	if b, ok := e.(*spec.Binary); !ok || b.Op != spec.Add {
		return nil
	}
	var sum edge
	for _, x := range summands(e) {
		p, ok := sc.locate(x, ns).(placed)
		if !ok || p.cell == nil || !isBit(p.cell) {
			return nil
		}
		sum = append(sum, p.cell)
	}
	if len(unique(sum)) < len(sum) {
		return nil
	}
	return sum
}

func isBit(c *cell) bool {
	return len(c.values) == 2 && spec.Equal(c.values[0], spec.Int(0)) && spec.Equal(c.values[1], spec.Int(1))
}

// tallyFor returns the tally to take a sum from, and what that lacks.
func (p *plan) tallyFor(sum edge) (*tally, edge) {
	for _, t := range p.tallies {
		if lacking, ok := t.lacks(sum); ok && len(sum) > 0 && len(lacking) <= t.few() {
			return t, lacking
		}
	}
	return nil, nil
}

// tallied is the value of a sum of cells in a step, if there is a tally for it. A
// tally that is less than what the sum lacks does not occur.
func (ev *evaluator) tallied(e *spec.Binary, ns names) (value, bool) {
	if !ev.stepping || len(ev.plan.tallies) == 0 {
		return nil, false
	}
	var sum edge
	for _, x := range summands(e) {
		sh := ev.placeOf(x, ns)
		if sh == nil || sh.cell == nil {
			return nil, false
		}
		sum = append(sum, sh.cell)
	}
	t, lacking := ev.plan.tallyFor(sum)
	if t == nil || len(sum)+len(lacking) != len(t.terms) {
		return nil, false
	}
	key := idsOf(sum)
	if v, ok := ev.sums[key]; ok {
		return v, true
	}
	missed := ev.asCases(ev.countOnes(lacking))
	var l caseList
	for n := range len(t.terms) + 1 {
		for _, m := range missed {
			left := min(max(n-int(m.Value.(spec.Int)), 0), len(sum))
			l.add(spec.Int(left), ev.tallyIs(t, n).And(m.When))
		}
	}
	v := l.value(ev.System)
	ev.sums[key] = v
	return v, true
}

// tallyIs returns where a tally is n. Numbers that are too large do not occur.
func (s *System) tallyIs(t *tally, n int) symbolic.Set {
	if n == len(t.terms) {
		return s.atMost(t.cell.cur, n-1).Not()
	}
	return s.space.Singleton(t.cell.holds(t.cell.cur, n))
}

// countOnes returns how many of the cells are 1.
func (s *System) countOnes(cells edge) value {
	ones := make([]symbolic.Set, len(cells))
	for i, c := range cells {
		ones[i] = s.space.Lit(c.cur[0])
	}
	return s.countTrue(ones, precision{})
}

// meaning says what the tallies are.
func (s *System) meaning() symbolic.Set {
	var sets []symbolic.Set
	for _, t := range s.plan.tallies {
		var is []symbolic.Set
		for _, c := range s.asCases(s.countOnes(t.terms)) {
			n := int(c.Value.(spec.Int))
			is = append(is, s.space.Singleton(t.cell.holds(t.cell.cur, n)).And(c.When))
		}
		sets = append(sets, s.space.OrAll(is...))
	}
	return s.space.AndAll(sets...)
}

// steady tells whether no term of a tally is written.
func (s *System) steady(writes []write) bool {
	written := make(map[symbolic.Bit]bool)
	for _, w := range writes {
		written[w.pair.Cur] = true
	}
	for _, t := range s.plan.tallies {
		if slices.ContainsFunc(t.terms, func(c *cell) bool { return written[c.cur[0]] }) {
			return false
		}
	}
	return len(s.plan.tallies) > 0
}

// tallyBits are the bits of all tallies.
func (p *plan) tallyBits() []symbolic.Bit {
	var bits []symbolic.Bit
	for _, t := range p.tallies {
		bits = append(bits, t.cell.cur...)
	}
	return bits
}

func (p *plan) isTally(c *cell) bool {
	return slices.ContainsFunc(p.tallies, func(t *tally) bool { return t.cell == c })
}
