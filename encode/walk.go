package encode

import "github.com/epibdd/epibdd/spec"

// Children returns the expressions directly below e, those in programs and
// groups included, and the bodies of definitions.
func Children(e spec.Expr) []spec.Expr {
	switch e := e.(type) {
	case *spec.FieldOf:
		return []spec.Expr{e.X}
	case *spec.Element:
		return append([]spec.Expr{e.X}, e.Index...)
	case *spec.Unary:
		return []spec.Expr{e.X}
	case *spec.Binary:
		return []spec.Expr{e.X, e.Y}
	case *spec.Cond:
		return []spec.Expr{e.If, e.Then, e.Else}
	case *spec.Fold:
		return append(domains(e.Binders), e.Body)
	case *spec.MakeRecord:
		return e.Fields
	case *spec.MakeSet:
		return e.Elems
	case *spec.Does:
		return inProgram(e.Step)
	case *spec.Call:
		return append([]spec.Expr{e.Define.Body}, e.Args...)
	}
	return modalChildren(e)
}

func modalChildren(e spec.Expr) []spec.Expr {
	switch e := e.(type) {
	case *spec.Knows:
		return []spec.Expr{e.Agent, e.X}
	case *spec.GroupKnows:
		return appendSome(append(inGroup(e.Group), e.X), e.Times)
	case *spec.OnRuns:
		return []spec.Expr{e.X}
	case *spec.Path:
		return appendSome([]spec.Expr{e.X}, e.Y)
	case *spec.Coalition:
		return append(inGroup(e.Group), appendSome([]spec.Expr{e.X}, e.Y)...)
	case *spec.Temporal:
		es := appendSome(nil, e.X)
		es = appendSome(appendSome(es, e.Y), e.Bound)
		return append(es, inProgram(e.Program)...)
	case *spec.Update:
		return append(inProgram(e.Action), e.X)
	}
	return nil
}

func inGroup(g *spec.Group) []spec.Expr {
	var es []spec.Expr
	for _, m := range g.Members {
		es = append(es, domains(m.Binders)...)
		es = appendSome(append(es, m.Agent), m.Cond)
	}
	return es
}

// inProgram returns the tests, arguments, domains and groups of a program.
func inProgram(p spec.Program) []spec.Expr {
	var es []spec.Expr
	switch p := p.(type) {
	case *spec.Step:
		for _, a := range p.Args {
			es = appendSome(es, a)
		}
	case *spec.Test:
		es = append(es, p.X)
	case *spec.Doing:
		es = append(es, p.X)
	case *spec.SomeOf:
		es = append(es, domains(p.Binders)...)
	case *spec.Run:
		for _, a := range p.Args {
			es = appendSome(es, a)
		}
	case *spec.Learn:
		es = append(es, inGroup(p.Group)...)
	}
	for _, q := range spec.Subprograms(p) {
		es = append(es, inProgram(q)...)
	}
	return es
}

func domains(bs []spec.Binder) []spec.Expr {
	var es []spec.Expr
	for _, b := range bs {
		es = appendSome(es, b.Domain)
	}
	return es
}

func appendSome(es []spec.Expr, e spec.Expr) []spec.Expr {
	if e == nil {
		return es
	}
	return append(es, e)
}

// heavy tells whether it pays to remember the body of a definition by its
// arguments: it has a fold, or asks about other worlds.
func (s *System) heavy(d *spec.Define) bool {
	known, ok := s.weight[d]
	if !ok {
		known = isHeavy(d.Body)
		s.weight[d] = known
	}
	return known
}

func isHeavy(e spec.Expr) bool {
	if _, fold := e.(*spec.Fold); fold || e.Traits()&spec.Modal != 0 {
		return true
	}
	for _, c := range Children(e) {
		if isHeavy(c) {
			return true
		}
	}
	return false
}

// indexedBy tells whether e selects an element of an array or a set by the name
// b, directly or through other operations.
func indexedBy(e spec.Expr, b *spec.Bound) bool {
	switch e := e.(type) {
	case *spec.Element:
		for _, x := range e.Index {
			if mentions(x, b) {
				return true
			}
		}
	case *spec.Binary:
		if e.Op == spec.In && mentions(e.X, b) && e.Y.Traits()&spec.ReadsState != 0 {
			return true
		}
	case *spec.Call:
		for i, a := range e.Args {
			if mentions(a, b) && indexedBy(e.Define.Body, e.Define.Params[i]) {
				return true
			}
		}
	}
	for _, c := range Children(e) {
		if indexedBy(c, b) {
			return true
		}
	}
	return false
}

func mentions(e spec.Expr, b *spec.Bound) bool {
	for _, f := range e.Free() {
		if f == b {
			return true
		}
	}
	return false
}
