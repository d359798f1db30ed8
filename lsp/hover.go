package lsp

import (
	"context"
	"fmt"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/source"
)

// Hover says what stands at a place: how a name is declared and of what type it is, and what
// an operator or a key means.
func (s *server) Hover(_ context.Context, params *protocol.HoverParams) (*protocol.Hover, error) {
	t := s.texts.get(params.TextDocument.URI)
	if t == nil {
		return nil, nil
	}
	offset := offsetOf(t.file, params.Position)
	text, at := t.about(offset)
	if text == "" {
		return nil, nil
	}
	r := rangeOf(at)
	return &protocol.Hover{Contents: protocol.MarkupContent{Kind: protocol.Markdown, Value: text}, Range: &r}, nil
}

// about says what stands at an offset, and where that begins and ends; "" where there is
// nothing to say.
func (t *snapshot) about(offset int) (string, source.Span) {
	n := t.names()
	chain := t.chain()
	if m := n.at(offset); m != nil {
		if ds := declarations(m, chain); len(ds) > 0 {
			var parts []string
			for _, d := range ds {
				parts = append(parts, t.tell(d))
			}
			if typ := t.typeAt(m.at); typ != "" {
				parts = append(parts, typ)
			}
			return strings.Join(parts, "\n\n"), m.at
		}
	}
	if token, at := n.operatorAt(offset); token != "" {
		if op, ok := operators[token]; ok {
			text := fmt.Sprintf("`%s`: %s", op.form, op.reads)
			if typ := t.typeAt(at); typ != "" {
				text += "\n\n" + typ
			}
			return text, at
		}
	}
	if m := n.at(offset); m != nil {
		if typ := t.typeAt(m.at); typ != "" {
			return typ, m.at
		}
	}
	if key, at := keyAt(t.file, offset); key != nil {
		return fmt.Sprintf("`%s`: %s", at.Text(), key.Description), at
	}
	return "", source.Span{}
}

// tell says how something is declared.
func (t *snapshot) tell(d *decl) string {
	text := fmt.Sprintf("%s\n\n```epibdd\n%s\n```", d.kind, d.text)
	if d.doc != "" {
		text += "\n\n" + d.doc
	}
	if d.at.File.Name != t.file.Name {
		text += "\n\nin " + source.Shown(d.at.File.Name)
	}
	if d.kind == check {
		if v := t.verdict(d.name); v != nil {
			text += "\n\n" + v.title()
		}
	}
	if suite := t.typed(); suite != nil && d.kind == parameter {
		for _, p := range suite.Models[0].Params {
			if p.Name == d.name {
				text += fmt.Sprintf("\n\nhere %s", p.Value)
			}
		}
	}
	return text
}

// typeAt says of what type the expression is that begins or ends at a place, or has its
// operator there: the smallest one.
func (t *snapshot) typeAt(at source.Span) string {
	suite := t.typed()
	if suite == nil || len(suite.Models) == 0 {
		return ""
	}
	var best spec.Expr
	look := func(root spec.Expr) {
		spec.Walk(root, func(e spec.Expr) bool {
			s := e.Span()
			if s.File != nil && s.File.Name == at.File.Name && s.Start <= at.Start && at.End <= s.End {
				if best == nil || s.End-s.Start < best.Span().End-best.Span().Start {
					best = e
				}
			}
			return true
		})
	}
	for _, c := range suite.Checks {
		if c.Model == suite.Models[0] {
			look(c.Formula)
			look(c.At)
		}
	}
	inModel(suite.Models[0], look)
	if best == nil {
		return ""
	}
	if _, truth := best.Type().(spec.BoolType); truth && best.Traits()&spec.Modal != 0 {
		return "a formula"
	}
	return fmt.Sprintf("of type `%s`", best.Type())
}

// inModel goes through the expressions of a model.
func inModel(m *spec.Model, look func(spec.Expr)) {
	all := func(list []spec.Expr) {
		for _, e := range list {
			look(e)
		}
	}
	observed := func(list []spec.Observable) {
		for _, o := range list {
			look(o.Cond)
			look(o.Value)
		}
	}
	all(m.Init)
	all(m.Fairness)
	for _, a := range m.Agents {
		observed(a.Sees)
	}
	for _, a := range m.Actions {
		look(a.By)
		all(a.When)
		all(a.Given)
		for _, t := range a.Then {
			look(t.Cond)
			look(t.Value)
		}
		for _, o := range a.Seen {
			look(o.Cond)
			look(o.Agent)
			observed(o.What)
		}
	}
}
