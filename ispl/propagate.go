package ispl

import (
	"slices"
	"strconv"
	"strings"
)

// Unit propagation (Davis, Logemann and Loveland 1962) finds that conditions contradict
// each other whatever their comparisons say: that c and d, where d is written as the
// negation of c, never hold together. It takes time linear in their text, where to try all
// values of what they read would take all there are.

// A clause is a comparison, which has no parts, or a disjunction of literals. Clauses
// that are written alike, but for the order of the parts, are one.
type clause struct {
	parts []literal
	in    []*clause // of which it is a part
	value int8      // 0: not assigned
}

// A literal is a clause or its negation.
type literal struct {
	*clause
	negated bool
}

func (l literal) not() literal { return literal{l.clause, !l.negated} }

// value is 1 where the literal is true, -1 where it is false, and 0 where that is open.
func (l literal) value() int8 {
	if l.negated {
		return -l.clause.value
	}
	return l.clause.value
}

// clauses are those of the conditions of an agent.
type clauses struct {
	known  map[string]*clause
	number map[*clause]int
}

func newClauses() *clauses { return &clauses{map[string]*clause{}, map[*clause]int{}} }

// of is the literal of a condition.
func (cs *clauses) of(c Cond) literal {
	switch c := c.(type) {
	case *NotCond:
		return cs.of(c.X).not()
	case *BinCond:
		return cs.either(cs.operands(c, c.Or, nil), !c.Or)
	case *Acts:
		return literal{clause: cs.clause(c.Who.Name.Name+".Action = "+c.Action.Name, nil)}
	case *Compare:
		return cs.compared(c)
	}
	panic("unreachable")
}

// operands are the literals of a chain of one connective.
func (cs *clauses) operands(c Cond, or bool, all []literal) []literal {
	if b, ok := c.(*BinCond); ok && b.Or == or {
		return cs.operands(b.Y, or, cs.operands(b.X, or, all))
	}
	return append(all, cs.of(c))
}

// either is a disjunction or, if all is set, the conjunction of the parts, which is that of
// their negations, negated.
func (cs *clauses) either(parts []literal, all bool) literal {
	if all {
		for i := range parts {
			parts[i] = parts[i].not()
		}
	}
	keys := make([]string, len(parts))
	for i, p := range parts {
		keys[i] = strconv.Itoa(cs.number[p.clause])
		if p.negated {
			keys[i] = "!" + keys[i]
		}
	}
	slices.Sort(keys)
	return literal{cs.clause(strings.Join(slices.Compact(keys), ", "), parts), all}
}

// compared is a comparison: that x is not y and that x is false are negations.
func (cs *clauses) compared(c *Compare) literal {
	x, y, op := spelt(c.X), spelt(c.Y), c.Op
	negated := false
	switch op {
	case tNE:
		op, negated = tEQ, true
	case tGE:
		op, negated = tLT, true
	case tGT:
		op, negated = tLE, true
	}
	if b, ok := c.Y.(*Truth); ok && op == tEQ && !b.Value {
		y, negated = "true", !negated
	}
	return literal{cs.clause(x+" "+op.String()+" "+y, nil), negated}
}

func (cs *clauses) clause(key string, parts []literal) *clause {
	if c, ok := cs.known[key]; ok {
		return c
	}
	c := &clause{parts: parts}
	cs.known[key], cs.number[c] = c, len(cs.number)
	for _, p := range parts {
		p.in = append(p.in, c)
	}
	return c
}

// contradict reports whether propagation finds that literals cannot all be true.
func contradict(literals ...literal) bool {
	p := &propagation{}
	defer p.undo()
	for _, l := range literals {
		p.assign(l)
	}
	for i := 0; i < len(p.assigned) && !p.conflict; i++ {
		c := p.assigned[i]
		if len(c.parts) > 0 {
			p.below(c)
			p.above(c)
		}
		for _, d := range c.in {
			p.above(d)
		}
	}
	return p.conflict
}

// propagation is what follows from the values of some clauses.
type propagation struct {
	assigned []*clause
	conflict bool
}

func (p *propagation) assign(l literal) {
	switch l.value() {
	case -1:
		p.conflict = true
	case 0:
		l.clause.value = 1
		if l.negated {
			l.clause.value = -1
		}
		p.assigned = append(p.assigned, l.clause)
	}
}

// below draws the conclusions of a disjunction that is false: so are its parts.
func (p *propagation) below(c *clause) {
	if c.value == -1 {
		for _, l := range c.parts {
			p.assign(l.not())
		}
	}
}

// above draws the conclusions from the parts of a disjunction: one that has a true part is
// true, one whose parts are all false is false, and the last part of a true one that is open
// is true if the others are false.
func (p *propagation) above(c *clause) {
	var open []literal
	for _, l := range c.parts {
		switch l.value() {
		case 1:
			p.assign(literal{clause: c})
			return
		case 0:
			open = append(open, l)
		}
	}
	switch {
	case len(open) == 0:
		p.assign(literal{clause: c, negated: true})
	case len(open) == 1 && c.value == 1:
		p.assign(open[0])
	}
}

func (p *propagation) undo() {
	for _, c := range p.assigned {
		c.value = 0
	}
}
