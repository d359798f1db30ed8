package ispl

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/spec/syntax"
)

// Import reads a file as a document of the spec language. The document is nil
// where errs has an error.
func Import(file *source.File, errs *source.List) *document.Document {
	m := Parse(file, errs)
	if m == nil {
		return nil
	}
	return Translate(m, errs)
}

// Translate writes a model in the spec language. Warnings say what MCMAS would
// keep quiet about.
func Translate(m *Model, errs *source.List) *document.Document {
	im := &importer{translator: translator{naming: nameAll(m)}, m: m, errs: errs}
	base := filepath.Base(m.File.Name)
	im.doc = &document.Document{
		File: m.File, Name: strings.TrimSuffix(base, filepath.Ext(base)),
		Steps: im.word("joint"), Runs: im.word("ispl"),
	}
	for _, a := range m.Agents {
		im.variables(a)
	}
	for _, a := range m.Agents {
		im.agent(a)
		im.action(a)
	}
	for _, p := range m.Props {
		sig := &syntax.Sig{At: here(p.Name.Place), Name: ident(p.Name.Place, im.props[p])}
		im.doc.Defines = append(im.doc.Defines, document.Define{Sig: sig, Body: im.cond(p.Cond)})
	}
	im.doc.Init = im.conjuncts(m.Init)
	if asks := slices.DeleteFunc(slices.Clone(im.doc.Init), func(x syntax.Expr) bool { return isTruth(x, true) }); len(asks) > 0 {
		im.doc.Init = asks
	}
	for _, f := range m.Fairness {
		x := im.formula(f)
		im.doc.Fairness = append(im.doc.Fairness, &syntax.Entry{At: syntax.At{Place: x.Span()}, Value: x})
	}
	for i, f := range m.Formulae {
		im.doc.Checks = append(im.doc.Checks, document.Check{
			Span: f.Span(), ID: ident(f.Span(), numbered("formula", i)), Formula: im.formula(f),
		})
	}
	if im.nobody != "" {
		name := ref(m.FormulaeAt, im.nobody)
		im.doc.Agents = append(im.doc.Agents, document.Agent{Who: &syntax.Who{At: name.At, Value: name}})
	}
	return im.doc
}

// importer builds the document.
type importer struct {
	translator
	m    *Model
	errs *source.List
	doc  *document.Document
}

// word is a setting that the ISPL file does not spell.
func (im *importer) word(text string) document.Word {
	return document.Word{Span: source.Span{File: im.m.File}, Text: text}
}

func (im *importer) variables(a *Agent) {
	for _, v := range a.Vars {
		im.doc.Vars = append(im.doc.Vars, document.Var{Name: ident(v.Name.Place, im.vars[v]), Type: im.typ(v)})
	}
}

// agent declares an agent with what it sees: its own variables, and those of the
// Environment that are public or listed.
func (im *importer) agent(a *Agent) {
	name := ref(a.Name.Place, im.agents[a])
	agent := document.Agent{Who: &syntax.Who{At: here(a.Name.Place), Value: name}}
	see := func(v *Var) {
		agent.Sees = append(agent.Sees, &syntax.Entry{At: here(v.Name.Place), Value: ref(v.Name.Place, im.vars[v])})
	}
	for _, v := range a.Vars {
		see(v)
	}
	if env := im.m.Agents[0]; env.Env && env != a {
		for _, v := range env.Vars {
			if v.Public || listed(a.Local, v.Name.Name) {
				see(v)
			}
		}
	}
	im.doc.Agents = append(im.doc.Agents, agent)
}

func listed(ids []Ident, name string) bool {
	for _, id := range ids {
		if id.Name == name {
			return true
		}
	}
	return false
}

// action declares what an agent does: one action of its name, whose argument is
// the ISPL action, and which others notice by its effects alone. An agent that never does anything, and can always do so, needs
// none.
func (im *importer) action(a *Agent) {
	place := a.Name.Place
	im.self = a
	defer func() { im.self, im.act = nil, "" }()
	action := document.Action{By: ref(place, im.agents[a]), HasSeen: true}
	sig := &syntax.Sig{At: here(place), Name: ident(place, im.agents[a])}
	if len(a.Actions) > 1 {
		im.act = im.fresh("act")
		defer delete(im.used, im.act)
		name := ident(place, im.acting[a])
		if !slices.ContainsFunc(im.doc.Types, func(t document.Type) bool { return t.Name.Name == name.Name }) {
			im.doc.Types = append(im.doc.Types, document.Type{Name: name, Expr: im.enum(place, a.Actions)})
		}
		sig.Params = []syntax.Binder{{At: here(place), Names: []syntax.Ident{ident(place, im.act)}, Domain: ref(place, name.Name)}}
	}
	action.Sig = sig
	action.When = im.protocol(a)
	im.evolution(a, &action)
	if len(action.When)+len(action.Then) > 0 || len(a.Actions) > 1 {
		im.doc.Actions = append(im.doc.Actions, action)
	}
}

// protocol says for each action where it is possible.
func (im *importer) protocol(a *Agent) []syntax.Expr {
	if len(a.Protocol) == 0 {
		if len(a.Actions) > 0 {
			im.errs.Warnf(a.Name.Place, "the Environment has actions but no protocol: all of them are taken to be possible everywhere")
		}
		return nil
	}
	var guards []syntax.Expr
	for _, act := range a.Actions {
		var conds []Cond
		guard := truth(act.Place, false)
		for _, l := range a.Protocol {
			switch {
			case !listed(l.Actions, act.Name):
			case l.Cond == nil:
				guard = not(l.Place, im.protocolLines(a))
			default:
				conds = append(conds, disjuncts(l.Cond)...)
			}
		}
		guard = or(act.Place, im.someOf(act.Place, conds), guard)
		if len(a.Actions) > 1 {
			is := binary(act.Place, syntax.EQ, ref(act.Place, im.act), ref(act.Place, im.value(act.Name)))
			guard = implies(act.Place, is, guard)
		}
		if !isTruth(guard, true) {
			guards = append(guards, guard)
		}
	}
	return guards
}

// protocolLines is where some line of a protocol applies, Other apart, which is the
// last one.
func (im *importer) protocolLines(a *Agent) syntax.Expr {
	var conds []Cond
	for _, l := range a.Protocol {
		if l.Cond != nil {
			conds = append(conds, disjuncts(l.Cond)...)
		}
	}
	return im.someOf(a.Name.Place, conds)
}

func (im *importer) warn(place source.Span, format string, args ...any) {
	im.errs.Add(source.Diagnostic{Severity: source.Warning, Span: place, Message: fmt.Sprintf(format, args...)})
}
