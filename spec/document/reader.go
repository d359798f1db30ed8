package document

import (
	"fmt"
	"slices"
	"strings"

	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/spec/syntax"
)

// reader reads the values of a tree: texts of the expression language, words, prose,
// lists and mappings.
type reader struct {
	errs     *source.List
	declared map[string]source.Span
	removed  []removal
	// canon is the canonical text of each scalar of the expression language,
	// from which the formatter prints it.
	canon map[*node]string
}

// field is a key of a mapping and what reads its value.
type field struct {
	name string
	read func(*node)
}

// fields reads a mapping with fixed keys; what says whose they are.
func (r *reader) fields(n *node, what string, known []field) {
	r.mapping(n, func(key, value *node) {
		name := key.text.Text()
		for _, f := range known {
			if f.name == name {
				r.note(key, name)
				if r.present(value, name) {
					f.read(value)
				}
				return
			}
		}
		r.unknownKey(key, what, known)
	})
}

func (r *reader) unknownKey(key *node, what string, known []field) {
	var names []string
	for _, f := range known {
		names = append(names, f.name)
	}
	name := key.text.Text()
	did := source.DidYouMean(name, names)
	if ours := elsewhere[name]; slices.Contains(names, ours) {
		did = fmt.Sprintf("; it is called %q here", ours)
	}
	hint := ""
	if did == "" {
		hint = "the keys are " + strings.Join(names, ", ")
	}
	refuse(r.errs, key.full, hint, "%s has no key %q%s", what, name, did)
}

// elsewhere are words by which keys go in other tools, and what they are called here.
var elsewhere = map[string]string{
	"name": "id", "title": "id", "label": "id", "description": "doc", "comment": "doc",
	"property": "formula", "spec": "formula", "query": "formula", "ask": "formula", "result": "expect", "verdict": "expect",
	"variables": "vars", "state": "vars", "parameters": "params", "constants": "params", "definitions": "define", "initial": "init",
	"properties": "check", "formulas": "check", "tests": "check", "players": "agents", "moves": "actions", "transitions": "actions",
	"guard": "when", "pre": "when", "precondition": "when", "if": "when", "effect": "then", "effects": "then", "post": "then", "do": "then",
	"owner": "by", "observes": "sees", "obs": "sees", "observed": "seen", "include": "use", "extends": "use", "import": "use",
}

// mapping calls visit for the entries of n, and complains if n is no mapping.
func (r *reader) mapping(n *node, visit func(key, value *node)) {
	if n.kind == broken {
		return
	}
	if n.kind != mapping {
		refuse(r.errs, n.full, "", "a mapping from names to values is expected")
		return
	}
	for _, p := range n.pairs {
		if p.key.kind != broken && p.value.kind != broken {
			visit(p.key, p.value)
		}
	}
}

// present complains about a missing value.
func (r *reader) present(n *node, name string) bool {
	if n.kind != empty {
		return n.kind != broken
	}
	r.emptyValue(n, name, "leave it out, or write none if the absent value is meant")
	return false
}

func (r *reader) emptyValue(n *node, name, hint string) {
	refuse(r.errs, n.full, hint, "empty value%s", ofName(name))
}

func ofName(name string) string {
	switch name {
	case "":
		return ""
	case "-":
		return " in a list"
	}
	return fmt.Sprintf(" of %q", squeeze(name))
}

// scalar complains if n is not a text. What should have been one is shown as it
// has to be written.
func (r *reader) scalar(n *node, what string) bool {
	switch asText(n).kind {
	case scalar:
		if strings.TrimSpace(n.text.Text()) == "" {
			r.present(&node{kind: empty, full: n.full}, "")
			return false
		}
		return true
	case list:
		hint := ""
		if what == "an expression" || what == "a program" {
			hint = write(n.lead, n.full.Text()) // it may well begin with a box
		}
		refuse(r.errs, n.full, hint, "a list where %s is expected", what)
	case mapping:
		hint := write(n.lead, n.full.Text())
		if what == "a type" && n.flow {
			hint = "write " + n.lead + enumeration(n)
		}
		refuse(r.errs, n.full, hint, "a mapping where %s is expected", what)
	case empty:
		r.present(n, strings.TrimRight(n.lead, ": "))
	}
	return false
}

// enumeration writes the entries of a mapping, which was meant for a set of values, as the
// type that they make.
func enumeration(n *node) string {
	var names []string
	for _, p := range n.pairs {
		if !bareKey(p.key, p.value) {
			return "[a, b, c] for these values"
		}
		names = append(names, p.key.full.Text())
	}
	return "[" + strings.Join(names, ", ") + "]"
}

// note records the canonical text of a scalar for the formatter.
func (r *reader) note(n *node, text string) { r.canon[n] = text }

// parsed runs a parser on the text of a scalar and notes its canonical form.
// Once there are more errors than are ever shown, nothing is parsed.
func parsed[T any](r *reader, n *node, what string, parser func(source.Span, *source.List) T, print func(T) string) (T, bool) {
	var none T
	if !r.scalar(n, what) || r.errs.Full() {
		return none, false
	}
	return parsedSpan(r, n, n.text, parser, print)
}

func parsedSpan[T any](r *reader, n *node, span source.Span, parser func(source.Span, *source.List) T, print func(T) string) (T, bool) {
	var none T
	var errs source.List
	tree := parser(span, &errs)
	r.errs.Merge(&errs)
	if errs.Err() != nil {
		return none, false
	}
	r.note(n, print(tree))
	return tree, true
}

func printNode[T syntax.Node](x T) string { return syntax.String(x) }

// expr reads an expression; nil after an error, as for all that follow.
func (r *reader) expr(n *node) syntax.Expr {
	e, _ := parsed(r, n, "an expression", syntax.ParseExpr, printNode)
	return e
}

func (r *reader) program(n *node) syntax.Program {
	p, _ := parsed(r, n, "a program", syntax.ParseProgram, printNode)
	return p
}

func (r *reader) sig(n *node) *syntax.Sig {
	s, _ := parsed(r, n, "a name", syntax.ParseSig, printNode)
	return s
}

func (r *reader) who(n *node) *syntax.Who {
	w, _ := parsed(r, n, "an agent", syntax.ParseWho, printNode)
	return w
}

func (r *reader) entry(n *node) *syntax.Entry {
	e, _ := parsed(r, n, "an expression", syntax.ParseEntry, printNode)
	return e
}

// typedNames reads names with their types, in one text or a list of them.
func (r *reader) typedNames(n *node) []syntax.Binder {
	var found []syntax.Binder
	r.each(n, func(item *node) {
		params, _ := parsed(r, item, "a name with its type, such as k in 1..3", syntax.ParseParams, printParams)
		found = append(found, params...)
	})
	return found
}

func printParams(params []syntax.Binder) string {
	texts := make([]string, len(params))
	for i, b := range params {
		texts[i] = syntax.String(b)
	}
	return strings.Join(texts, ", ")
}

func (r *reader) least(n *node) *syntax.Least {
	l, _ := parsed(r, n, "a range such as m in 1..8", syntax.ParseLeast, printNode)
	return l
}

func (r *reader) names(n *node) []syntax.Ident {
	names, _ := parsed(r, n, "a name", syntax.ParseNames, func(names []syntax.Ident) string {
		var texts []string
		for _, name := range names {
			texts = append(texts, name.Name)
		}
		return strings.Join(texts, ", ")
	})
	return names
}

// shared reads a mapping whose keys may hold several names. In flow style YAML
// cuts such a key at its commas, {a, b: bool} has the keys a and b: a key
// without a colon waits for the value of the next one.
func (r *reader) shared(n *node, visit func(names []syntax.Ident, value *node)) {
	var waiting []syntax.Ident
	var last *node
	r.mapping(n, func(key, value *node) {
		waiting, last = append(waiting, r.names(key)...), value
		if !n.flow || !bareKey(key, value) {
			visit(waiting, value)
			waiting = nil
		}
	})
	if len(waiting) > 0 {
		r.present(last, waiting[len(waiting)-1].Name)
	}
}

// name reads exactly one name.
func (r *reader) name(n *node) (syntax.Ident, bool) {
	names := r.names(n)
	if len(names) > 1 {
		complain(r.errs, n.text, "one name is expected here, not %d", len(names))
	}
	if len(names) != 1 {
		return syntax.Ident{}, false
	}
	return names[0], true
}

// asked reads the agents of a question, one or a list of them, of whom there is one at least.
func (r *reader) asked(n *node) []syntax.Expr {
	if n.kind == list && len(n.items) == 0 {
		refuse(r.errs, n.full, "leave the key out if nobody in particular is meant", "a list of nobody")
		return nil
	}
	return r.exprs(n)
}

// exprs reads one expression or a list of them.
func (r *reader) exprs(n *node) []syntax.Expr {
	var found []syntax.Expr
	r.each(n, func(item *node) {
		if e := r.expr(item); e != nil {
			found = append(found, e)
		}
	})
	return found
}

// entryList reads one entry or a list of them.
func (r *reader) entryList(n *node) []*syntax.Entry {
	var found []*syntax.Entry
	r.each(n, func(item *node) {
		if e := r.entry(item); e != nil {
			found = append(found, e)
		}
	})
	return found
}

// each visits the items of a list, or n itself where it is none.
func (r *reader) each(n *node, visit func(*node)) {
	if n.kind != list {
		visit(n)
		return
	}
	for _, item := range n.items {
		visit(item)
	}
}

// word reads one of a few words.
func (r *reader) word(n *node, words []string) Word {
	known := "the words are " + strings.Join(words, ", ")
	if n.kind == list || n.kind == mapping {
		refuse(r.errs, n.full, known, "one word is expected here")
		return Word{}
	}
	if !r.scalar(n, "a word") {
		return Word{}
	}
	text := n.text.Text()
	for _, w := range words {
		if w == text {
			r.note(n, text)
			return Word{n.text, text}
		}
	}
	did := source.DidYouMean(text, words)
	refuse(r.errs, n.text, known, "unknown word %q%s", text, did)
	return Word{}
}

// depth reads auto or an expression.
func (r *reader) depth(n *node) (Word, syntax.Expr) {
	if n.kind == scalar && n.text.Text() == "auto" {
		r.note(n, "auto")
		return Word{n.text, "auto"}, nil
	}
	e := r.expr(n)
	if e == nil {
		return Word{}, nil
	}
	return Word{Span: n.text}, e
}

// prose reads a text for people, as YAML understands it; blanks at the ends of
// its lines, which nobody sees, do not count.
func (r *reader) prose(n *node) string {
	if !r.scalar(n, "a text") {
		return ""
	}
	lines := strings.Split(n.value, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " \t")
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// line reads a text for people that stands on one line.
func (r *reader) line(n *node) string {
	text := r.prose(n)
	if strings.Contains(text, "\n") {
		complain(r.errs, n.full, "a text of one line is expected")
		return squeeze(text)
	}
	return text
}

// entries reads a mapping of named entries, of which null removes one.
func (r *reader) entries(n *node, section string, name func(*syntax.Sig) string, visit func(key, value *node, sig *syntax.Sig)) {
	r.mapping(n, func(key, value *node) {
		sig := r.sig(key)
		if sig == nil {
			return
		}
		if value.null {
			r.remove(section, name(sig), key.full)
			return
		}
		if value.kind == empty {
			r.emptyValue(value, key.text.Text(), "write {} if there is nothing to say, and null to remove an entry of the used document")
			return
		}
		if r.once(section, name(sig), sig.Name.Place) {
			visit(key, value, sig)
		}
	})
}

func (r *reader) remove(section, name string, at source.Span) {
	if r.once(section, name, at) {
		r.removed = append(r.removed, removal{at, section, name})
	}
}

// once reports a name that a section of this file declares twice, perhaps with
// other parameters, which YAML cannot see.
func (r *reader) once(section, name string, at source.Span) bool {
	if r.declared == nil {
		r.declared = map[string]source.Span{}
	}
	key := section + "\x00" + name
	if old, ok := r.declared[key]; ok {
		complain(r.errs, at, "%q is declared twice in %s; it is already in line %d", name, section, old.File.Position(old.Start).Line)
		return false
	}
	r.declared[key] = at
	return true
}

func sigName(s *syntax.Sig) string { return s.Name.Name }

func nameOfAgent(w *syntax.Who) string { return syntax.String(w) }
