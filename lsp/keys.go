package lsp

import (
	"encoding/json"
	"strings"
	"sync"

	"github.com/epibdd/epibdd"
	"github.com/epibdd/epibdd/internal/lazy"
	"github.com/epibdd/epibdd/spec/source"
)

// schema is what is read of the JSON schema of documents: keys, words, and what they mean.
type schema struct {
	Description string
	Ref         string `json:"$ref"`
	Properties  map[string]*schema
	Enum        []any
	Items       *schema
	AnyOf       []*schema
	OneOf       []*schema
	Defs        map[string]*schema `json:"$defs"`
	// Additional is the schema of entries with names of their own.
	Additional json.RawMessage `json:"additionalProperties"`
}

// documents is the schema of documents.
var documents = sync.OnceValue(func() *schema {
	text, _ := epibdd.Schema("spec")
	root := &schema{}
	if err := json.Unmarshal([]byte(text), root); err != nil {
		panic(err) // it is part of the program
	}
	return root
})

// forms are all that a schema allows: itself, what it refers to, and its alternatives.
func (s *schema) forms() []*schema {
	if s == nil {
		return nil
	}
	all := []*schema{s}
	if name, ok := strings.CutPrefix(s.Ref, "#/$defs/"); ok {
		all = append(all, documents().Defs[name].forms()...)
	}
	for _, list := range [][]*schema{s.AnyOf, s.OneOf} {
		for _, form := range list {
			all = append(all, form.forms()...)
		}
	}
	return all
}

// below is the schema of a key in what s describes; nil where it has none.
func (s *schema) below(key string) *schema {
	for _, form := range s.forms() {
		if p := form.Properties[key]; p != nil {
			return p
		}
	}
	for _, form := range s.forms() {
		if len(form.Additional) == 0 || form.Additional[0] != '{' {
			continue
		}
		named := &schema{}
		if json.Unmarshal(form.Additional, named) == nil {
			return named
		}
	}
	return nil
}

// item is the schema of the items of a list.
func (s *schema) item() *schema {
	for _, form := range s.forms() {
		if form.Items != nil {
			return form.Items
		}
	}
	return s
}

// keyLine is a line of YAML that begins with a key, perhaps in a list.
var keyLine = lazy.Pattern(`^( *)((?:- +)*)(\{ *)?("[^"]*"|'[^']*'|[^\s:#"'{}\[\]&][^:#]*?)\s*:(?:\s|$)`)

// around is the schema of the mapping in which a line of so much indentation stands, found
// by the lines above that are indented less; the lines of a text that is half typed say as
// much. It is nil inside of texts.
func around(f *source.File, line, indent int) *schema {
	type level struct {
		key  string
		item bool
	}
	var path []level
	for n := line - 1; n >= 1 && indent > 0; n-- {
		text := f.Line(n)
		m := keyLine().FindStringSubmatch(text)
		if m == nil {
			continue
		}
		own := len(m[1]) + len(m[2])
		switch {
		case own < indent:
			path = append(path, level{key: strings.Trim(m[4], `"'`)})
			indent = own
			if m[2] != "" {
				path = append(path, level{item: true})
				indent = len(m[1]) + 1
			}
		case own == indent && m[2] != "": // the first key of this item of a list
			path = append(path, level{item: true})
			indent = len(m[1]) + 1
		}
	}
	at := documents()
	for i := len(path) - 1; i >= 0 && at != nil; i-- {
		if path[i].item {
			at = at.item()
		} else {
			at = at.below(path[i].key)
		}
	}
	return at
}

// keyAt is the key at an offset, nil where there is none; of entries with names of their own
// there is nothing to say.
func keyAt(f *source.File, offset int) (*schema, source.Span) {
	line := f.Position(offset).Line
	text := f.Line(line)
	m := keyLine().FindStringSubmatchIndex(text)
	if m == nil {
		return nil, source.Span{}
	}
	start := f.Offset(line, 1)
	at := source.Span{File: f, Start: start + m[8], End: start + m[9]}
	if offset < at.Start || offset > at.End {
		return nil, source.Span{}
	}
	indent := m[5] - m[0]
	mapping := around(f, line, indent)
	if m[5] > m[4] { // behind a dash
		mapping = around(f, line, m[3]+1).item()
	}
	for _, form := range mapping.forms() {
		if p := form.Properties[strings.Trim(at.Text(), `"'`)]; p != nil && p.Description != "" {
			return p, at
		}
	}
	return nil, source.Span{}
}
