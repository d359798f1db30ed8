package ispl

// dialect is which formulas are read.
type dialect int

const (
	ctl      dialect = iota // CTL, knowledge, strategies
	linear                  // behind LTL
	ctlStar                 // behind CTL*, about states
	ctlPaths                // behind CTL*, about runs
)

func (d dialect) paths() bool { return d == linear || d == ctlPaths }

// strength is how tightly an operator binds: from loose to tight -> (to the
// right), or, and, !, the operators of CTL with U, and last K … and X F G. What a
// prefix operator stands before reaches over the infix operators that bind more
// tightly than it.
var strength = [tokens]int{
	tArrow: 1, tOr: 2, tAnd: 3, tNot: 4,
	tAG: 5, tEG: 5, tAX: 5, tEX: 5, tAF: 5, tEF: 5, tA: 5, tE: 5, tU: 5,
	tX: 6, tF: 6, tG: 6,
}

// formulas reads formulas.
type formulas struct{ *parser }

// question = formula | "LTL" ltl | "CTL*" state.
func (p formulas) question() Formula {
	start := p.pos
	switch {
	case p.accept(tLTL):
		x := p.level(linear, 1)
		return &Quantified{p.since(start), true, x}
	case p.accept(tCTLStar):
		return p.level(ctlStar, 1)
	}
	return p.formula()
}

func (p formulas) formula() Formula { return p.level(ctl, 1) }

// level reads infix operators that bind at least as tightly as least.
func (p formulas) level(d dialect, least int) Formula {
	p.enter()
	defer p.leave()
	start := p.pos
	x := p.prefix(d)
	for {
		op := p.kind()
		switch op {
		case tAnd, tOr, tArrow:
		case tU:
			if !d.paths() {
				return x
			}
		default:
			return x
		}
		s := strength[op]
		if s < least {
			return x
		}
		p.pos++
		right := s + 1
		if op == tArrow {
			right = s
		}
		y := p.level(d, right)
		x = &BinFormula{p.since(start), op, x, y}
	}
}

// prefix reads an operand with what stands before it.
func (p formulas) prefix(d dialect) Formula {
	start := p.pos
	switch op := p.kind(); op {
	case tLParen:
		p.pos++
		x := p.level(d, 1)
		p.expect(tRParen, "or an operator")
		return x
	case tNot:
		p.pos++
		x := p.level(d, strength[tNot]+1)
		return &NotFormula{p.since(start), x}
	case tAG, tEG, tAX, tEX, tAF, tEF:
		if d != ctl {
			p.expectedHint("in LTL and CTL* write A and E apart from X, F and G", "a formula")
		}
		p.pos++
		x := p.level(d, strength[op]+1)
		return &Temporal{p.since(start), op == tAG || op == tAX || op == tAF, pathOf[op], x, nil}
	case tA, tE:
		return p.quantified(d)
	case tX, tF, tG:
		if !d.paths() {
			p.expectedHint("write AX, EF, … in one word, or CTL* in front of the formula", "a formula")
		}
		p.pos++
		x := p.level(d, strength[op]+1)
		return &Path{p.since(start), op, x}
	case tK, tO, tGK, tGCK, tDK:
		return p.knows(d)
	case tLT:
		return p.strategic(d)
	}
	return p.atom()
}

var pathOf = [tokens]token{tAG: tG, tEG: tG, tAX: tX, tEX: tX, tAF: tF, tEF: tF}

// quantified = ("A"|"E") "(" formula "U" formula ")" in CTL, ("A"|"E") path in
// CTL*.
func (p formulas) quantified(d dialect) Formula {
	start := p.pos
	all := p.kind() == tA
	p.pos++
	switch d {
	case ctl:
		x, y := p.until("behind A or E; for other formulas about runs write CTL* in front")
		return &Temporal{p.since(start), all, tU, x, y}
	case linear:
		fail(p.since(start).Place, "LTL is about all runs; write CTL* in front for A and E within", "LTL formulas have no path quantifiers")
	}
	x := p.level(ctlPaths, strength[tA]+1)
	if p.kind() == tU && d == ctlStar {
		p.expectedHint("write A (p U q): A and E bind more tightly than U", "an operator other than U")
	}
	return &Quantified{p.since(start), all, x}
}

// until = "(" formula "U" formula ")".
func (p formulas) until(why string) (x, y Formula) {
	p.expect(tLParen, why)
	x = p.level(ctl, 1)
	p.expect(tU, "between two formulas")
	y = p.level(ctl, 1)
	p.expect(tRParen, "behind the second formula")
	return x, y
}

// knows = ("K"|"O") "(" agent "," formula ")" | ("GK"|"GCK"|"DK") "(" group ","
// formula ")". In LTL what is known is a formula about all runs.
func (p formulas) knows(d dialect) Formula {
	start := p.pos
	k := &Knows{Op: p.kind()}
	if k.Op == tO && d != ctl {
		p.expectedHint("O stands in CTL formulas alone", "a formula")
	}
	p.pos++
	p.expect(tLParen, "behind "+k.Op.String())
	if k.Op == tK || k.Op == tO {
		k.Name = p.agentName("an agent")
	} else {
		k.Name = p.ident("a group")
	}
	p.expect(tComma, "and a formula")
	if inner := p.pos; d == linear {
		x := p.level(linear, 1)
		k.X = &Quantified{p.since(inner), true, x}
	} else {
		if d == ctlPaths {
			d = ctlStar
		}
		k.X = p.level(d, 1)
	}
	p.expect(tRParen, "or an operator")
	k.at = p.since(start)
	return k
}

// strategic = "<" group ">" ("X"|"F"|"G") formula | "<" group ">" "(" formula "U" formula ")".
func (p formulas) strategic(d dialect) Formula {
	start := p.pos
	if d != ctl {
		p.expectedHint("strategies stand in CTL formulas alone", "a formula")
	}
	p.pos++
	s := &Strategic{Name: p.ident("a group")}
	p.expect(tGT, "behind the group")
	switch s.Op = p.kind(); s.Op {
	case tX, tF, tG:
		p.pos++
		s.X = p.level(d, strength[s.Op]+1)
	case tLParen:
		s.Op = tU
		s.X, s.Y = p.until("")
	default:
		p.expected("X, F, G or (p U q) behind the group")
	}
	s.at = p.since(start)
	return s
}

// atom = ID | agent "." ("GreenStates" | "RedStates").
func (p formulas) atom() Formula {
	start := p.pos
	if p.kind() == tEnvironment || p.kind() == tName && p.kindAt(p.pos+1) == tDot {
		c := &Colour{Agent: p.agentName("an agent")}
		p.expect(tDot, "behind the agent")
		if c.Red = p.kind() == tRedStates; !c.Red && p.kind() != tGreenStates {
			p.expectedHint("give the condition a name under Evaluation", "GreenStates or RedStates")
		}
		p.pos++
		c.at = p.since(start)
		return c
	}
	if p.kind() != tName {
		p.expected("a formula")
	}
	a := &Atom{Name: p.ident("a proposition")}
	a.at = p.since(start)
	return a
}
