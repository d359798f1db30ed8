package epddl

import (
	"slices"

	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/spec/syntax"
)

// formula is a formula of a task.
type formula struct {
	at     source.Span
	op     string // "true", "false", "atom", a connective, or a modality
	atom   string
	agents []string
	args   []*formula
}

// longest is how deep formulas may be nested that come of it; those of a list are nested.
const longest = 5000

// wrapped reads {"formula": f}, as conditions, effects and the goal are written.
func (im *importer) wrapped(v *value, what string) *formula {
	return im.formula(v.one(v.object(what, "formula"), "formula", what))
}

func (im *importer) formula(v *value) *formula {
	f := &formula{at: v.head()}
	if v.is == '"' {
		switch {
		case v.text == "true", v.text == "false":
			f.op = v.text
		case im.atoms[v.text] == "":
			fail(v.at, "", "there is no atom %q%s", v.text, source.DidYouMean(v.text, im.atomNames))
		default:
			f.op, f.atom = "atom", v.text
		}
		return f
	}
	if v.is != '{' {
		fail(v.head(), "", "a formula is the name of an atom, \"true\", \"false\", or an object in { }")
	}
	keys := v.object("a formula", "connective", "modality-name", "modality-index", "formula", "formulas")
	name := keys["connective"]
	if keys["modality-name"] != nil {
		name = keys["modality-name"]
		index := v.one(keys, "modality-index", "a modality")
		if index.is == '"' { // a single agent may stand without brackets
			index = &value{at: index.at, is: '[', items: []*value{index}}
		}
		f.agents = index.names("the index of a modality")
		for i, agent := range f.agents {
			if im.agents[agent] == "" {
				fail(index.items[i].at, "", "there is no agent %q%s", agent, source.DidYouMean(agent, im.agentNames))
			}
		}
	}
	if name == nil {
		fail(v.head(), "", "a formula has a \"connective\" or a \"modality-name\"")
	}
	switch f.op = name.text; {
	case f.agents == nil && (f.op == "and" || f.op == "or" || f.op == "imply") && keys["modality-name"] == nil:
		list := v.one(keys, "formulas", "a formula")
		if list.is != '[' {
			fail(list.head(), "", "formulas are a list in [ ]")
		}
		for _, item := range list.items {
			f.args = append(f.args, im.formula(item))
		}
		if f.op == "imply" && len(f.args) != 2 {
			fail(list.head(), "", "an implication has two formulas, and not %d", len(f.args))
		}
	case f.op == "not" && keys["modality-name"] == nil, keys["connective"] == nil && slices.Contains(modalities, f.op):
		f.args = []*formula{im.formula(v.one(keys, "formula", "a formula"))}
	default:
		fail(name.head(), "", "no formula is made by %q; there are not, and, or, imply, box, diamond, Kw.box, Kw.diamond, C.box and C.diamond", name.text)
	}
	return f
}

var modalities = []string{"box", "diamond", "Kw.box", "Kw.diamond", "C.box", "C.diamond"}

// expr is a formula in our language. Modalities of several agents say of each of them what they
// say, those of none nothing; and C.box is about the worlds that are reached in a step or more,
// of which the world itself is one where somebody is asked.
func (im *importer) expr(f *formula) syntax.Expr {
	e, depth := im.convert(f)
	if depth > longest {
		fail(f.at, "", "formulas are nested deeper than %d", longest)
	}
	return e
}

func (im *importer) convert(f *formula) (syntax.Expr, int) {
	var xs []syntax.Expr
	depth := 0
	for i, arg := range f.args {
		x, below := im.convert(arg)
		xs, depth = append(xs, x), max(depth, below+len(f.args)-i)
	}
	at := f.at
	switch f.op {
	case "true", "false":
		return truth(at, f.op == "true"), 1
	case "atom":
		return ref(at, im.atoms[f.atom]), 1
	case "not":
		return not(at, xs[0]), depth
	case "and":
		return chain(at, syntax.AND, xs, true), depth
	case "or":
		return chain(at, syntax.OR, xs, false), depth
	case "imply":
		return binary(at, syntax.IMP, xs[0], xs[1]), depth
	case "C.box", "C.diamond":
		if len(f.agents) == 0 {
			return truth(at, f.op == "C.box"), 1
		}
		if f.op == "C.diamond" {
			return not(at, im.common(f, not(at, xs[0]))), depth + 2
		}
		return im.common(f, xs[0]), depth
	}
	var all []syntax.Expr
	for _, agent := range f.agents {
		a := ref(at, im.agents[agent])
		switch f.op {
		case "box":
			all = append(all, knows(at, syntax.KNOWS, a, xs[0]))
		case "diamond":
			all = append(all, knows(at, syntax.SUPPOSE, a, xs[0]))
		case "Kw.box":
			all = append(all, knows(at, syntax.WHETHER, a, xs[0]))
		case "Kw.diamond":
			all = append(all, not(at, knows(at, syntax.WHETHER, a, xs[0])))
		}
	}
	return chain(at, syntax.AND, all, true), depth + len(all)
}

func (im *importer) common(f *formula, x syntax.Expr) syntax.Expr {
	g := &syntax.Group{At: here(f.at)}
	for _, agent := range f.agents {
		g.Elems = append(g.Elems, ref(f.at, im.agents[agent]))
	}
	return &syntax.GroupKnows{At: here(f.at), Op: syntax.COMMON, Group: g, X: x}
}

// The nodes of our language, at a place of the file.

func here(at source.Span) syntax.At { return syntax.At{Place: at} }

func ident(at source.Span, name string) syntax.Ident { return syntax.Ident{At: here(at), Name: name} }

func ref(at source.Span, name string) syntax.Expr { return &syntax.Name{At: here(at), Name: name} }

func truth(at source.Span, v bool) syntax.Expr { return &syntax.Bool{At: here(at), Value: v} }

func not(at source.Span, x syntax.Expr) syntax.Expr {
	return &syntax.Unary{At: here(at), Op: syntax.NOT, X: x}
}

func binary(at source.Span, op syntax.Token, x, y syntax.Expr) syntax.Expr {
	return &syntax.Binary{At: here(at), Op: op, OpAt: at, X: x, Y: y}
}

// chain joins formulas by an operator, to the left; empty is what none of them are.
func chain(at source.Span, op syntax.Token, xs []syntax.Expr, empty bool) syntax.Expr {
	if len(xs) == 0 {
		return truth(at, empty)
	}
	x := xs[0]
	for _, y := range xs[1:] {
		x = binary(at, op, x, y)
	}
	return x
}

func knows(at source.Span, op syntax.Token, agent, x syntax.Expr) syntax.Expr {
	return &syntax.Knows{At: here(at), Op: op, Agent: agent, X: x}
}

// among says that a name has one of some values.
func among(at source.Span, name string, values []string) syntax.Expr {
	if len(values) == 1 {
		return binary(at, syntax.EQ, ref(at, name), ref(at, values[0]))
	}
	set := &syntax.Set{At: here(at)}
	for _, v := range values {
		set.Elems = append(set.Elems, ref(at, v))
	}
	return binary(at, syntax.IN, ref(at, name), set)
}
