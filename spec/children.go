package spec

import "slices"

// Children returns the expressions directly below e, those in programs and
// groups included, and the bodies of definitions.
func Children(e Expr) []Expr {
	switch e := e.(type) {
	case *FieldOf:
		return []Expr{e.X}
	case *Element:
		return append([]Expr{e.X}, e.Index...)
	case *Unary:
		return []Expr{e.X}
	case *Binary:
		return []Expr{e.X, e.Y}
	case *Cond:
		return []Expr{e.If, e.Then, e.Else}
	case *Fold:
		return append(Domains(e.Binders), e.Body)
	case *MakeRecord:
		return e.Fields
	case *MakeSet:
		return e.Elems
	case *Does:
		return InProgram(e.Step)
	case *Call:
		return append([]Expr{e.Define.Body}, e.Args...)
	}
	return modalChildren(e)
}

func modalChildren(e Expr) []Expr {
	switch e := e.(type) {
	case *Knows:
		return []Expr{e.Agent, e.X}
	case *GroupKnows:
		return appendSome(append(inGroup(e.Group), e.X), e.Times)
	case *Share:
		return append(inGroup(e.Group), e.X)
	case *OnRuns:
		return []Expr{e.X}
	case *Path:
		return appendSome([]Expr{e.X}, e.Y)
	case *Coalition:
		return append(inGroup(e.Group), appendSome([]Expr{e.X}, e.Y)...)
	case *Temporal:
		es := appendSome(nil, e.X)
		es = appendSome(appendSome(es, e.Y), e.Bound)
		return append(es, InProgram(e.Program)...)
	case *Update:
		return append(InProgram(e.Action), e.X)
	}
	return nil
}

// inGroup are the parts of a group, nil: of none.
func inGroup(g *Group) []Expr {
	if g == nil {
		return nil
	}
	var es []Expr
	for _, m := range g.Members {
		es = append(es, Domains(m.Binders)...)
		es = appendSome(append(es, m.Agent), m.Cond)
	}
	return es
}

// inProgram returns the tests, arguments, domains and groups of a program.
func InProgram(p Program) []Expr {
	var es []Expr
	switch p := p.(type) {
	case *Step:
		for _, a := range p.Args {
			es = appendSome(es, a)
		}
	case *Test:
		es = append(es, p.X)
	case *Doing:
		es = append(es, p.X)
	case *SomeOf:
		es = append(es, Domains(p.Binders)...)
	case *Run:
		for _, a := range p.Args {
			es = appendSome(es, a)
		}
	case *Learn:
		es = append(es, inGroup(p.Group)...)
	}
	for _, q := range Subprograms(p) {
		es = append(es, InProgram(q)...)
	}
	return es
}

func appendSome(es []Expr, e Expr) []Expr {
	if e == nil {
		return es
	}
	return append(es, e)
}

// Walk calls visit with e (nil: nothing) and, where that returns true, with all
// expressions below it, those in programs, groups and definitions included. What
// stands in several places, such as the body of a definition, is visited once.
func Walk(e Expr, visit func(Expr) bool) { (&walker{visit: visit}).walk(e) }

// walker visits expressions; seen are those below definitions and programs, which may
// stand in several places.
type walker struct {
	visit func(Expr) bool
	seen  map[Expr]bool
}

func (w *walker) walk(e Expr) {
	if e == nil || !w.visit(e) {
		return
	}
	switch e := e.(type) {
	case *Call:
		for _, arg := range e.Args {
			w.walk(arg)
		}
		w.once(e.Define.Body)
	case *Does, *Temporal, *Update:
		for _, below := range Children(e) {
			w.once(below)
		}
	default:
		for _, below := range Children(e) {
			w.walk(below)
		}
	}
}

func (w *walker) once(e Expr) {
	if w.seen[e] {
		return
	}
	if w.seen == nil {
		w.seen = map[Expr]bool{}
	}
	w.seen[e] = true
	w.walk(e)
}

// Asks tells whether a modal operator of a kind stands in e (nil: none).
func Asks[Operator Expr](e Expr) bool {
	found := false
	Walk(e, func(x Expr) bool {
		if _, ok := x.(Operator); ok {
			found = true
		}
		return !found && x.Traits()&Modal != 0
	})
	return found
}

// Expressions returns the expressions in the guards and effects of an action.
func Expressions(a *Action) []Expr {
	es := slices.Concat(a.When, a.Given)
	for _, t := range a.Then {
		es = append(es, Domains(t.Binders)...)
		es = append(appendSome(es, t.Cond), t.Value)
		es = append(es, t.Indices()...)
	}
	return es
}

// Observations returns the expressions that say who observes what of an action.
func Observations(a *Action) []Expr {
	es := appendSome(nil, a.By)
	for _, s := range a.Seen {
		es = append(es, Domains(s.Binders)...)
		es = appendSome(appendSome(es, s.Cond), s.Agent)
		for _, o := range s.What {
			es = append(append(es, Domains(o.Binders)...), o.Value)
			es = appendSome(es, o.Cond)
		}
	}
	return es
}

// Indices returns the expressions that select the cell to assign.
func (t Assign) Indices() []Expr {
	var es []Expr
	for _, step := range t.Path {
		es = append(es, step.Index...)
	}
	return es
}

// Subprograms returns the programs directly below p; of a named one that is
// its body.
func Subprograms(p Program) []Program {
	switch p := p.(type) {
	case *Seq:
		return p.Parts
	case *Choice:
		return p.Parts
	case *Both:
		return p.Parts
	case *Star:
		return []Program{p.X}
	case *Repeat:
		return []Program{p.X}
	case *SomeOf:
		return []Program{p.Body}
	case *Run:
		return []Program{p.Named.Body}
	case *Learn:
		return []Program{p.X}
	}
	return nil
}

// AsksKnowledge returns a guard, a right-hand side or another part of an action
// that contains knowledge operators, nil where there is none. Such an expression is
// evaluated among the histories of the same length as the one that the step
// extends, so that the model has no meaning under recall none.
func (m *Model) AsksKnowledge() Expr {
	for _, a := range m.Actions {
		for _, e := range Expressions(a) {
			if e.Traits()&Epistemic != 0 {
				return e
			}
		}
	}
	return nil
}
