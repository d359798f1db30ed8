package document

import (
	"path/filepath"
	"strings"

	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/spec/syntax"
)

// read reads one file. It returns nil where there is no mapping to read.
func read(file *source.File, errs *source.List) *layer {
	root := parse(file, errs)
	if root == nil {
		return nil
	}
	r := &sections{&reader{errs: errs, canon: map[*node]string{}}, &layer{root: root}}
	r.layer.File = file
	r.layer.Name = strings.TrimSuffix(filepath.Base(file.Name), filepath.Ext(file.Name))
	if root.kind != mapping {
		if root.kind != broken {
			refuse(errs, root.full, "begin with name: …", "a document is a mapping from keys such as vars and check")
		}
		return nil
	}
	keys := make([]field, len(topKeys))
	for i, k := range topKeys {
		keys[i] = field{k.name, func(n *node) { k.read(r, n) }}
	}
	r.fields(root, "a document", keys)
	r.layer.canon, r.layer.removed = r.canon, r.removed
	return r.layer
}

// topKeys are the keys of a document, in the order of the language reference.
var topKeys = []struct {
	name string
	read func(*sections, *node)
}{
	{"name", func(r *sections, n *node) { r.layer.Name = r.line(n) }},
	{"doc", func(r *sections, n *node) { r.layer.Doc = r.prose(n) }},
	{"use", func(r *sections, n *node) { r.layer.use = Word{n.text, r.line(n)} }},
	{"with", func(r *sections, n *node) { r.layer.with = r.settings(n) }},
	{"params", (*sections).params},
	{"types", (*sections).types},
	{"define", (*sections).defines},
	{"vars", (*sections).vars},
	{"init", func(r *sections, n *node) { r.layer.Init = r.exprs(n) }},
	{"agents", (*sections).agents},
	{"actions", (*sections).actions},
	{"programs", func(r *sections, n *node) { r.layer.Programs = r.programs(n, "programs") }},
	{"history", func(r *sections, n *node) { r.layer.History = r.programs(n, "history") }},
	{"steps", func(r *sections, n *node) { r.layer.Steps = r.word(n, stepWords) }},
	{"recall", func(r *sections, n *node) { r.layer.Recall = r.word(n, recallWords) }},
	{"depth", func(r *sections, n *node) { r.layer.Depth, r.layer.DepthExpr = r.depth(n) }},
	{"runs", func(r *sections, n *node) { r.layer.Runs = r.word(n, runsWords) }},
	{"fairness", func(r *sections, n *node) { r.layer.Fairness = r.entryList(n) }},
	{"show", func(r *sections, n *node) {
		r.each(n, func(n *node) { r.layer.Show = append(r.layer.Show, r.names(n)...) })
	}},
	{"check", (*sections).checks},
	{"sweep", (*sections).sweep},
	{"limits", func(r *sections, n *node) { r.limits(n, &r.layer.Limits) }},
}

func isTopKey(name string) bool {
	for _, k := range topKeys {
		if k.name == name {
			return true
		}
	}
	return false
}

// defines reads named expressions.
func (r *sections) defines(n *node) {
	r.entries(n, "define", sigName, func(key, value *node, sig *syntax.Sig) {
		r.layer.Defines = append(r.layer.Defines, Define{sig, r.expr(value)})
	})
}

// programs reads the entries of programs and of history.
func (r *sections) programs(n *node, section string) []Program {
	var found []Program
	r.entries(n, section, sigName, func(key, value *node, sig *syntax.Sig) {
		found = append(found, Program{sig, r.program(value)})
	})
	return found
}

// vars reads state variables; a key may declare several.
func (r *sections) vars(n *node) {
	r.shared(n, func(names []syntax.Ident, value *node) {
		if value.null {
			for _, name := range names {
				r.remove("vars", name.Name, name.Place)
			}
			return
		}
		typ := r.typ(value)
		for _, name := range names {
			if r.once("vars", name.Name, name.Place) {
				r.layer.Vars = append(r.layer.Vars, Var{name, typ})
			}
		}
	})
}

// agents reads who sees what.
func (r *sections) agents(n *node) {
	r.mapping(n, func(key, value *node) {
		who := r.who(key)
		if who == nil {
			return
		}
		if value.null {
			r.remove("agents", nameOfAgent(who), key.full)
			return
		}
		if !r.once("agents", nameOfAgent(who), key.full) {
			return
		}
		agent := Agent{Who: who}
		r.fields(value, "an agent", []field{{"sees", func(n *node) {
			if n.kind == scalar && n.text.Text() == "all" {
				agent.SeesAll = true
				r.note(n, "all")
				return
			}
			agent.Sees = r.entryList(n)
		}}})
		r.layer.Agents = append(r.layer.Agents, agent)
	})
}
