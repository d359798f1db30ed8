package document

import (
	"path/filepath"
	"strings"

	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/spec/syntax"
)

// layer is what one file says, before it is laid over what it uses.
type layer struct {
	Document
	use     Word // the name or path after use; empty: none
	with    []Param
	removed []removal
	// canon is the canonical text of each scalar of the expression language,
	// from which the formatter prints it.
	canon map[*node]string
	root  *node
}

// removal takes an entry of the used document out.
type removal struct {
	at      source.Span
	section string // the key under which it stands
	name    string // as in nameOf…
}

// read reads one file. It returns nil where there is no mapping to read.
func read(file *source.File, errs *source.List) *layer {
	root := parse(file, errs)
	if root == nil {
		return nil
	}
	r := &reader{errs: errs, layer: &layer{root: root, canon: map[*node]string{}}}
	r.layer.File = file
	r.layer.Name = strings.TrimSuffix(filepath.Base(file.Name), filepath.Ext(file.Name))
	if root.kind != mapping {
		if root.kind != broken {
			refuse(errs, root.full, "begin with name: …", "a document is a mapping from keys such as vars and check")
		}
		return nil
	}
	r.fields(root, "a document", topKeys)
	return r.layer
}

// topKeys are the keys of a document, in the order of the language reference.
var topKeys = []field{
	{"name", func(r *reader, n *node) { r.layer.Name = r.line(n) }},
	{"doc", func(r *reader, n *node) { r.layer.Doc = r.prose(n) }},
	{"use", func(r *reader, n *node) { r.layer.use = Word{n.text, r.line(n)} }},
	{"with", func(r *reader, n *node) { r.layer.with = r.settings(n) }},
	{"params", (*reader).params},
	{"types", (*reader).types},
	{"define", (*reader).defines},
	{"vars", (*reader).vars},
	{"init", func(r *reader, n *node) { r.layer.Init = r.exprs(n) }},
	{"agents", (*reader).agents},
	{"actions", (*reader).actions},
	{"programs", func(r *reader, n *node) { r.layer.Programs = r.programs(n, "programs") }},
	{"history", func(r *reader, n *node) { r.layer.History = r.programs(n, "history") }},
	{"steps", func(r *reader, n *node) { r.layer.Steps = r.word(n, stepWords) }},
	{"recall", func(r *reader, n *node) { r.layer.Recall = r.word(n, recallWords) }},
	{"depth", func(r *reader, n *node) { r.layer.Depth, r.layer.DepthExpr = r.depth(n) }},
	{"runs", func(r *reader, n *node) { r.layer.Runs = r.word(n, runsWords) }},
	{"fairness", func(r *reader, n *node) { r.layer.Fairness = r.exprs(n) }},
	{"check", (*reader).checks},
	{"sweep", (*reader).sweep},
	{"limits", func(r *reader, n *node) { r.limits(n, &r.layer.Limits) }},
}

var (
	stepWords           = []string{"interleaved", "joint"}
	recallWords         = []string{"none", "clock", "perfect"}
	runsWords           = []string{"maximal", "infinite", "ispl"}
	interpretationWords = []string{"product", "local", "printed"}
)

// defines reads named expressions.
func (r *reader) defines(n *node) {
	r.entries(n, "define", sigName, func(key, value *node, sig *syntax.Sig) {
		r.layer.Defines = append(r.layer.Defines, Define{sig, r.expr(value)})
	})
}

// programs reads the entries of programs and of history.
func (r *reader) programs(n *node, section string) []Program {
	var found []Program
	r.entries(n, section, sigName, func(key, value *node, sig *syntax.Sig) {
		found = append(found, Program{sig, r.program(value)})
	})
	return found
}

// vars reads state variables; a key may declare several.
func (r *reader) vars(n *node) {
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
func (r *reader) agents(n *node) {
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
		r.fields(value, "an agent", []field{{"sees", func(r *reader, n *node) {
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
