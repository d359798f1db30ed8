package ispl

import "fmt"

// sections reads the sections of a file, each of which decides what its conditions may
// name.
type sections struct{ conditions }

// model = [ semantics ] [ environment ] agent { agent } evaluation initstates
// [ groups ] [ fairness ] formulae.
func (p *sections) model() *Model {
	m := &Model{File: p.file, Single: p.semantics()}
	for p.kind() == tAgent {
		m.Agents = append(m.Agents, p.agent(len(m.Agents) == 0))
	}
	if len(m.Agents) == 0 || len(m.Agents) == 1 && m.Agents[0].Env {
		p.expected("an agent")
	}
	p.section(tEvaluation, func() {
		for p.kind() != tEnd || len(m.Props) == 0 {
			m.Props = append(m.Props, p.prop())
		}
	})
	start := p.pos
	p.section(tInitStates, func() {
		p.scope = inInit
		m.Init = p.cond()
		p.expect(tSemi, "behind the condition")
	})
	m.InitPlace = p.since(start).Place
	p.optional(tGroups, func() {
		for p.kind() != tEnd {
			if p.kind() != tName {
				p.expected(`a group, or "end Groups",`)
			}
			g := &Group{Name: p.ident("a group")}
			p.expect(tEQ, "and the agents of the group")
			g.Members = p.names("an agent", false, p.agentName)
			p.expect(tSemi, "behind the group")
			m.Groups = append(m.Groups, g)
		}
	})
	p.optional(tFairness, func() {
		for p.kind() != tEnd {
			m.Fairness = append(m.Fairness, formulas{p.parser}.formula())
			p.expect(tSemi, "or an operator")
		}
	})
	start = p.pos
	p.section(tFormulae, func() {
		for p.kind() != tEnd || len(m.Formulae) == 0 {
			if p.kind() == tEOF {
				p.expected(`a formula, or "end Formulae",`)
			}
			m.Formulae = append(m.Formulae, formulas{p.parser}.question())
			p.expect(tSemi, "or an operator")
		}
	})
	m.FormulaeAt = p.since(start).Place
	if p.kind() != tEOF {
		p.expectedHint("the sections stand in this order: agents, Evaluation, InitStates, Groups, Fairness, Formulae", "the end of the file")
	}
	return m
}

// section = NAME … "end" NAME.
func (p *sections) section(name token, body func()) {
	if !p.accept(name) {
		p.expectedHint("the sections stand in this order: agents, Evaluation, InitStates, Groups, Fairness, Formulae", fmt.Sprintf("the section %s", name))
	}
	body()
	p.end(name)
}

func (p *sections) optional(name token, body func()) {
	if p.kind() == name {
		p.section(name, body)
	}
}

// end = "end" NAME.
func (p *sections) end(name token) {
	if p.kind() != tEnd || p.kindAt(p.pos+1) != name {
		p.expected(fmt.Sprintf(`"end %s"`, name))
	}
	p.pos += 2
}

// semantics = [ "Semantics" "=" word ";" ].
func (p *sections) semantics() (single bool) {
	if !p.accept(tSemantics) {
		return false
	}
	p.expect(tEQ, "behind Semantics")
	switch p.kind() {
	case tSingleAssignment, tSA:
		single = true
	case tMultiAssignment, tMA:
	default:
		p.expected("MultiAssignment or SingleAssignment")
	}
	p.pos++
	p.expect(tSemi, "")
	return single
}

// agent = "Agent" name sections "end" "Agent".
func (p *sections) agent(first bool) *Agent {
	p.expect(tAgent, "")
	a := &Agent{Env: p.kind() == tEnvironment}
	if a.Env && !first {
		fail(p.here(), "move it to the top of the file", "the Environment is declared before all other agents, and once")
	}
	a.Name = p.agentName("the agent")
	p.scope = inAgent
	if a.Env {
		p.scope = inEnvironment
	}
	p.variables(a)
	if p.accept(tRedStates) {
		p.expect(tColon, "behind RedStates")
		if p.kind() != tEnd {
			a.Red = p.cond()
			p.expect(tSemi, "behind the condition")
		}
		p.end(tRedStates)
	}
	p.inOrder(tActions, a)
	p.expect(tEQ, "behind Actions")
	a.Actions = p.names("an action", a.Env, p.ident)
	p.expect(tSemi, "behind the actions")
	p.protocol(a)
	p.evolution(a)
	p.end(tAgent)
	return a
}

// inOrder passes the keyword of a section that must come next.
func (p *sections) inOrder(name token, a *Agent) {
	if p.accept(name) {
		return
	}
	order := "Lobsvars, Vars, RedStates, Actions, Protocol, Evolution"
	if a.Env {
		order = "Obsvars, Vars, RedStates, Actions, Protocol, Evolution"
	}
	p.expectedHint("the sections of an agent stand in this order: "+order, fmt.Sprintf("the section %s of %s", name, a.Name.Name))
}

// variables = [ obsvars ] [ vars ] of the Environment, [ lobsvars ] vars of others.
func (p *sections) variables(a *Agent) {
	if a.Env {
		p.declarations(a, tObsvars, true)
		p.declarations(a, tVars, false)
		return
	}
	if p.kind() == tObsvars {
		fail(p.here(), "an agent names what it sees of the Environment: Lobsvars = {x, y};", "only the Environment has Obsvars")
	}
	if p.accept(tLobsvars) {
		p.expect(tEQ, "behind Lobsvars")
		a.Local = p.names("a variable of the Environment", true, p.ident)
		p.expect(tSemi, "behind the names")
	}
	if p.kind() != tVars {
		p.inOrder(tVars, a)
	}
	if p.declarations(a, tVars, false); len(a.Vars) == 0 {
		fail(a.Name.Place, "declare one that nothing uses: null : boolean;", "agent %s needs at least one variable", a.Name.Name)
	}
}

// declarations = NAME ":" { ID ":" type ";" } "end" NAME.
func (p *sections) declarations(a *Agent, name token, public bool) {
	if !p.accept(name) {
		return
	}
	p.expect(tColon, "behind "+name.String())
	for p.kind() != tEnd {
		v := &Var{Name: p.ident("a variable"), Public: public, Owner: a}
		p.expect(tColon, "and the type of the variable")
		v.Type = p.typ()
		p.expect(tSemi, "behind the type")
		a.Vars = append(a.Vars, v)
	}
	p.end(name)
}

// maxValues is how many values a type may have.
const maxValues = 1 << 16

// typ = "boolean" | int ".." int | "{" ID { "," ID } "}".
func (p *sections) typ() Type {
	start := p.pos
	switch p.kind() {
	case tBoolean:
		p.pos++
		return Type{Kind: BoolKind}
	case tLBrace:
		return Type{Kind: EnumKind, Values: p.names("a value", false, p.ident)}
	case tNumber, tMinus:
		t := Type{Kind: IntKind, Lo: p.number()}
		p.expect(tRange, "between the ends of a range")
		t.Hi = p.number()
		switch place := p.since(start).Place; {
		case t.Lo > t.Hi:
			fail(place, "", "the range is empty: %d is larger than %d", t.Lo, t.Hi)
		case t.Hi-t.Lo >= maxValues:
			fail(place, "", "the range has %d values; at most %d are possible", t.Hi-t.Lo+1, maxValues)
		}
		return t
	}
	p.expected("a type, which is boolean, a range such as 0..3, or values such as {a, b},")
	panic("unreachable")
}

// protocol = "Protocol" ":" { cond ":" names ";" } [ "Other" ":" names ";" ]
// "end" "Protocol".
func (p *sections) protocol(a *Agent) {
	p.inOrder(tProtocol, a)
	p.expect(tColon, "behind Protocol")
	for p.kind() != tEnd {
		start := p.pos
		l := &ProtocolLine{}
		if !p.accept(tOther) {
			l.Cond = p.cond()
		}
		p.expect(tColon, "and the actions that are possible")
		l.Actions = p.names("an action", false, p.ident)
		p.expect(tSemi, "behind the actions")
		l.at = p.since(start)
		a.Protocol = append(a.Protocol, l)
		if l.Cond == nil {
			break
		}
	}
	if p.kind() != tEnd {
		p.expectedHint("Other is the last line of a protocol", `"end Protocol"`)
	}
	if len(a.Protocol) == 0 && !a.Env {
		p.expected("a line that says when which actions are possible")
	}
	p.end(tProtocol)
}

// evolution = "Evolution" ":" { assignments "if" cond ";" } "end" "Evolution".
func (p *sections) evolution(a *Agent) {
	p.inOrder(tEvolution, a)
	p.expect(tColon, "behind Evolution")
	if p.scope = inAgentEvolution; a.Env {
		p.scope = inEnvironmentEvolution
	}
	for p.kind() != tEnd {
		start := p.pos
		l := &Line{}
		p.assignments(l)
		p.expect(tIf, "and the condition of the assignment")
		l.Cond = p.cond()
		p.expect(tSemi, "behind the condition")
		l.at = p.since(start)
		a.Evolution = append(a.Evolution, l)
	}
	if len(a.Evolution) == 0 && !a.Env {
		p.expected("a line that says how a variable changes, such as x = 1 if Action = a;")
	}
	p.end(tEvolution)
}

// assignments = "(" assignments ")" | assignments "and" assignments | ID "=" expr.
func (p *sections) assignments(l *Line) {
	p.enter()
	defer p.leave()
	for {
		if p.accept(tLParen) {
			p.assignments(l)
			p.expect(tRParen, "behind the assignment")
		} else {
			as := &Assign{Name: p.ident("the variable to assign")}
			p.expect(tEQ, "and the new value")
			as.Value = p.expr()
			l.Assigns = append(l.Assigns, as)
		}
		if !p.accept(tAnd) {
			return
		}
	}
}

// prop = ID "if" cond ";".
func (p *sections) prop() *Prop {
	p.scope = inEvaluation
	e := &Prop{Name: p.ident("a proposition")}
	p.expect(tIf, "and the condition that the proposition stands for")
	e.Cond = p.cond()
	p.expect(tSemi, "behind the condition")
	return e
}
