package lsp

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/epibdd/epibdd"
	"github.com/epibdd/epibdd/internal/lazy"
	"github.com/epibdd/epibdd/spec/syntax"
)

// Completion offers what may stand at a place. The text there is half typed, so that it is
// looked at as text: what may be meant comes first, and the rest of the names after it.
func (s *server) Completion(_ context.Context, params *protocol.CompletionParams) (*protocol.CompletionList, error) {
	t := s.texts.get(params.TextDocument.URI)
	if t == nil {
		return nil, nil
	}
	offset := offsetOf(t.file, params.Position)
	c := &completer{snapshot: t, chain: t.chain(), seen: map[string]bool{}}
	line := t.file.Position(offset).Line
	c.prefix = t.file.Text[t.file.Offset(line, 1):offset]
	c.complete(line)
	return &protocol.CompletionList{Items: c.items}, nil
}

type completer struct {
	*snapshot
	chain  []*names
	prefix string // of the line, up to the cursor
	items  []protocol.CompletionItem
	seen   map[string]bool
}

// offer offers a word. Ranks are 0 for what is probably meant, and go up to 9.
func (c *completer) offer(rank int, label string, k protocol.CompletionItemKind, detail, doc string) {
	if c.seen[label] || label == "" {
		return
	}
	c.seen[label] = true
	item := protocol.CompletionItem{Label: label, Kind: k, Detail: detail, SortText: fmt.Sprintf("%d%s", rank, label)}
	if doc != "" {
		item.Documentation = doc
	}
	c.items = append(c.items, item)
}

var (
	typingKey  = lazy.Pattern(`^( *)((?:- +)*)(\w*)$`)
	typingUse  = lazy.Pattern(`^use:\s*["']?([^"']*)$`)
	typingWord = lazy.Pattern(`(?:^|[\s{,])([a-z]+):\s*["']?\w*$`)
	afterDot   = lazy.Pattern(`(\w+)\.\w*$`)
	inAgents   = lazy.Pattern(`(?:\b(?:K|KW|KV|S|L)\{|(?:\b[EDCL]|share)\{[^{}]*|<<[^<>]*)\w*$`)
	inProgram  = lazy.Pattern(`(?:\b(?:past|does|A|E|AX|EX|AG|EG|AF|EF)\{|[\[<;(&|]\s*|\bafter:\s*["']?)[^\[\]<>{}]*$`)
	comparing  = lazy.Pattern(`(\w+)(?:\[[^\[\]]*\])?\s*(?:!?=|\bin\b)\s*\w*$`)
	assigning  = lazy.Pattern(`[{,]\s*"?(\w+)(?:\[[^\[\]]*\])?"?:\s*["']?\w*$`)
	binding    = lazy.Pattern(`(\w+(?:\s*,\s*\w+)*)\s+in\s+([\w.]+)`)
	domain     = lazy.Pattern(`\bin\s+\w*$`)
)

func (c *completer) complete(line int) {
	if epibdd.IsExpectations(c.file.Name) {
		c.foreignChecks()
		return
	}
	if m := typingUse().FindStringSubmatch(c.prefix); m != nil {
		c.documents(m[1])
		return
	}
	if m := typingKey().FindStringSubmatch(c.prefix); m != nil {
		indent := len(m[1]) + len(m[2])
		mapping := around(c.file, line, indent)
		if m[2] != "" {
			mapping = around(c.file, line, len(m[1])+1).item()
		}
		if c.keys(mapping) {
			return
		}
	}
	if m := typingWord().FindStringSubmatch(c.prefix); m != nil && c.words(line, m[1]) {
		return
	}
	if m := afterDot().FindStringSubmatch(c.prefix); m != nil {
		c.members(m[1])
		return
	}
	c.names(line)
}

// foreignChecks offers the checks of the model beside a file with expectations.
func (c *completer) foreignChecks() {
	base := strings.TrimSuffix(c.file.Name, ".expect.yaml")
	for _, ending := range []string{".ispl", ".smcdel", ".smcdel.txt", ".epddl.json"} {
		path := base + ending
		text, err := c.texts.read(path)
		if err != nil {
			continue
		}
		doc, _ := epibdd.Parse(path, string(text))
		for _, label := range doc.Checks() {
			c.offer(0, label, protocol.CompletionItemKindEvent, "check of "+filepath.Base(path), "")
		}
	}
}

// documents offers what can be used: the library, and the files of the folder.
func (c *completer) documents(typed string) {
	for _, name := range epibdd.Models() {
		c.offer(1, name, protocol.CompletionItemKindModule, "of the library", "")
	}
	folder := filepath.ToSlash(filepath.Dir(typed + "x"))
	files, _ := os.ReadDir(besides(c.file.Name, folder))
	for _, f := range files {
		name := f.Name()
		is := strings.HasSuffix(name, ".yaml") || strings.HasSuffix(name, ".yml") || epibdd.IsForeign(name)
		if is && !epibdd.IsExpectations(name) && name != filepath.Base(c.file.Name) {
			c.offer(0, filepath.ToSlash(filepath.Join(folder, name)), protocol.CompletionItemKindFile, "", "")
		}
	}
}

// keys offers the keys of a mapping, and tells whether it has any.
func (c *completer) keys(mapping *schema) bool {
	for _, form := range mapping.forms() {
		for key, p := range form.Properties {
			c.offer(0, key, protocol.CompletionItemKindProperty, "key", p.Description)
		}
	}
	return len(c.items) > 0
}

// words offers the words that may stand behind a key, and tells whether there are any.
func (c *completer) words(line int, key string) bool {
	m := keyLine().FindStringSubmatch(c.file.Line(line))
	if m == nil {
		return false
	}
	mapping := around(c.file, line, len(m[1])+len(m[2]))
	if m[2] != "" {
		mapping = around(c.file, line, len(m[1])+1).item()
	}
	if m[3] != "" { // { begins a mapping of its own
		mapping = mapping.below(strings.Trim(m[4], `"'`))
	}
	any := false
	for _, form := range mapping.below(key).forms() {
		for _, word := range form.Enum {
			if text, ok := word.(string); ok {
				c.offer(0, text, protocol.CompletionItemKindEnumMember, "", "")
				any = true
			}
		}
	}
	if key == "expect" {
		for _, word := range []string{"holds", "fails", "unknown"} {
			c.offer(0, word, protocol.CompletionItemKindEnumMember, "", "")
		}
		any = true
	}
	return any
}

// all are the declarations of the text and of what it uses.
func (c *completer) all(yield func(*decl) bool) {
	for _, n := range c.chain {
		for d := range n.declared {
			if !yield(d) {
				return
			}
		}
	}
}

// members offers what may stand behind a name and a dot: values of a type, or fields.
func (c *completer) members(of string) {
	for d := range c.all {
		switch {
		case d.kind == value && nameOfType(d.typ) == of:
			c.offer(0, d.name, protocol.CompletionItemKindEnumMember, d.text, "")
		case d.kind == field:
			c.offer(1, d.name, protocol.CompletionItemKindField, d.text, "")
		}
	}
}

// nameOfType is the name of a type, or of what an array has; "" if it has none.
func nameOfType(t syntax.Expr) string {
	switch t := t.(type) {
	case *syntax.Name:
		return t.Name
	case *syntax.ArrayType:
		return nameOfType(t.Elem)
	case *syntax.OptionType:
		return nameOfType(t.Elem)
	case *syntax.SetType:
		return nameOfType(t.Elem)
	}
	return ""
}

var itemKinds = map[kind]protocol.CompletionItemKind{
	parameter: protocol.CompletionItemKindConstant, typeName: protocol.CompletionItemKindClass, value: protocol.CompletionItemKindEnumMember,
	definition: protocol.CompletionItemKindFunction, variable: protocol.CompletionItemKindVariable, agent: protocol.CompletionItemKindUnit,
	action: protocol.CompletionItemKindMethod, program: protocol.CompletionItemKindMethod, past: protocol.CompletionItemKindFunction,
}

// names offers the names that an expression or a program may mention.
func (c *completer) names(line int) {
	expected := c.expected(line)
	agents, programs := inAgents().MatchString(c.prefix), inProgram().MatchString(c.prefix)
	for name, of := range c.bound(line) {
		c.offer(0, name, protocol.CompletionItemKindVariable, name+" in "+of, "")
	}
	for d := range c.all {
		rank := 3
		switch {
		case d.kind == field || d.kind == check:
			continue
		case domain().MatchString(c.prefix):
			if d.kind == typeName {
				rank = 0
			}
		case agents:
			if d.kind == agent || d.kind == typeName {
				rank = 0
			}
		case d.kind == value && expected != "" && (nameOfType(d.typ) == expected):
			rank = 0
		case d.space == steps:
			if rank = 5; programs {
				rank = 1
			}
		case d.kind == variable || d.kind == definition || d.kind == past:
			rank = 2
		}
		c.offer(rank, d.name, itemKinds[d.kind], string(d.kind)+" "+d.text, d.doc)
	}
	for token, op := range operators {
		if word := strings.TrimRight(token, "{[("); len(word) > 0 && word[0] >= 'A' && word[len(word)-1] <= 'z' {
			c.offer(8, word, protocol.CompletionItemKindOperator, op.form, op.reads)
		}
	}
	for _, word := range []string{"true", "false", "then", "else", "all", "count", "sum", "size", "some"} {
		c.offer(9, word, protocol.CompletionItemKindKeyword, "", "")
	}
}

// expected is the name of the type of what the cursor is compared with, or assigned to; of
// an enumeration without a name it is that of its variable. "" where it is not known.
func (c *completer) expected(line int) string {
	name := ""
	if m := comparing().FindStringSubmatch(c.prefix); m != nil {
		name = m[1]
	} else if m := assigning().FindStringSubmatch(c.prefix); m != nil {
		name = m[1]
	}
	if of, ok := c.bound(line)[name]; ok {
		return of
	}
	for d := range c.all {
		if d.name == name && d.kind == variable {
			if of := nameOfType(d.typ); of != "" {
				return of
			}
			return name
		}
	}
	return ""
}

// bound are the names bound before the cursor in its line and in the heads of what it is
// part of, with what they run over.
func (c *completer) bound(line int) map[string]string {
	found := map[string]string{}
	note := func(text string) {
		for _, m := range binding().FindAllStringSubmatch(text, -1) {
			for _, name := range strings.Split(m[1], ",") {
				if name = strings.TrimSpace(name); !syntax.Reserved(name) {
					found[name] = m[2]
				}
			}
		}
	}
	note(c.prefix)
	indent := indentOf(c.prefix)
	for n := line - 1; n >= 1 && indent > 0; n-- {
		text := c.file.Line(n)
		if strings.TrimSpace(text) == "" {
			continue
		}
		if own := indentOf(text); own < indent {
			note(text)
			indent = own
		}
	}
	return found
}

func indentOf(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }
