package lsp

import (
	"context"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"github.com/epibdd/epibdd"
	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/spec/syntax"
)

// References are the places where a name stands, in this text, in what it uses, and in the
// documents of the workspace that use what declares it.
func (s *server) References(ctx context.Context, params *protocol.ReferenceParams) ([]protocol.Location, error) {
	t := s.texts.get(params.TextDocument.URI)
	if t == nil {
		return nil, nil
	}
	m := t.names().at(offsetOf(t.file, params.Position))
	if m == nil {
		return nil, nil
	}
	var all []protocol.Location
	for _, o := range s.occurrences(ctx, t, m) {
		if o.decl != nil && !params.Context.IncludeDeclaration {
			continue
		}
		if at, ok := locationOf(o.at); ok {
			all = append(all, at)
		}
	}
	return all, nil
}

// occurrences are the places of the same name.
func (s *server) occurrences(ctx context.Context, t *snapshot, m *mention) []mention {
	chain := t.chain()
	ds := declarations(m, chain)
	if len(ds) == 0 {
		return nil
	}
	if ds[0].kind == bound {
		var all []mention
		for _, o := range t.names().mentions {
			if o.decl == ds[0] || o.binder == ds[0] {
				all = append(all, o)
			}
		}
		return all
	}
	var all []mention
	sp := ds[0].space
	home := ds[0].at.File.Name
	seen := map[string]bool{}
	for _, chain := range append([][]*names{chain}, s.users(ctx, t, home)...) {
		for _, n := range chain {
			if seen[n.file.Name] {
				continue
			}
			seen[n.file.Name] = true
			for _, o := range n.mentions {
				if o.name == m.name && o.at.File == n.file && o.binder == nil && (o.decl == nil || o.decl.kind != bound) && spaceOf(&o, chain) == sp {
					all = append(all, o)
				}
			}
		}
	}
	return all
}

// mostFiles is how many files of a workspace are looked at.
const mostFiles = 2000

// users are the chains of the documents of the workspace that use a file, directly or not.
func (s *server) users(ctx context.Context, t *snapshot, home string) [][]*names {
	known := map[string]bool{t.file.Name: true}
	var chains [][]*names
	consider := func(name string) {
		if known[name] || ctx.Err() != nil || document.Foreign(name) {
			return
		}
		known[name] = true
		text, err := s.texts.read(name)
		if err != nil || len(text) > document.Largest || !strings.Contains(string(text), "use:") && name != home {
			return
		}
		file := source.NewFile(name, string(text))
		chain := s.texts.chain(namesOf(file, document.Own(file)))
		for _, n := range chain {
			if n.file.Name == home {
				chains = append(chains, chain)
				return
			}
		}
	}
	for _, open := range s.texts.all() {
		consider(open.file.Name)
	}
	s.mu.Lock()
	roots := append([]string{filepath.Dir(t.file.Name)}, s.roots...)
	s.mu.Unlock()
	left := mostFiles
	for _, root := range roots {
		if !filepath.IsAbs(root) {
			continue
		}
		_ = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil || left == 0 || ctx.Err() != nil:
				return fs.SkipDir
			case d.IsDir() && path != root && (strings.HasPrefix(d.Name(), ".") || d.Name() == "node_modules"):
				return fs.SkipDir
			case !d.IsDir() && (strings.HasSuffix(path, ".yaml") || strings.HasSuffix(path, ".yml")):
				left--
				consider(path)
			}
			return nil
		})
	}
	return chains
}

// renamable is the name at a place, if it can have another one; else it says why not.
func renamable(t *snapshot, p protocol.Position) (*mention, []*decl, error) {
	m := t.names().at(offsetOf(t.file, p))
	if m == nil {
		return nil, nil, refusal("no name stands here")
	}
	ds := declarations(m, t.chain())
	switch {
	case len(ds) == 0:
		return nil, nil, refusal("%s is declared nowhere that can be changed", m.name)
	case ds[0].kind == check:
		return nil, nil, refusal("reports and baselines know a check by its id; change it there as well")
	case ds[0].kind == field:
		return nil, nil, refusal("fields of several records may have the same name; change them in the text")
	}
	kinds := map[kind]int{}
	for _, d := range ds {
		kinds[d.kind]++
		if !isFile(d.at.File) || document.Foreign(d.at.File.Name) {
			return nil, nil, refusal("%s is declared in %s", m.name, d.at.File.Name)
		}
	}
	if kinds[value] > 1 {
		return nil, nil, refusal("several types have the value %s", m.name)
	}
	return m, ds, nil
}

func refusal(format string, args ...any) error {
	return jsonrpc2.NewError(jsonrpc2.InvalidRequest, fmt.Sprintf(format, args...))
}

// PrepareRename says whether the name at a place can have another one.
func (s *server) PrepareRename(_ context.Context, params *protocol.PrepareRenameParams) (*protocol.Range, error) {
	t := s.texts.get(params.TextDocument.URI)
	if t == nil {
		return nil, nil
	}
	m, _, err := renamable(t, params.Position)
	if err != nil {
		return nil, err
	}
	r := rangeOf(m.at)
	return &r, nil
}

// Rename gives a name another one wherever it stands. What comes of it is read again: where a
// document had no mistakes before and would have some, nothing is renamed.
func (s *server) Rename(ctx context.Context, params *protocol.RenameParams) (*protocol.WorkspaceEdit, error) {
	t := s.texts.get(params.TextDocument.URI)
	if t == nil {
		return nil, nil
	}
	m, ds, err := renamable(t, params.Position)
	if err != nil {
		return nil, err
	}
	if !isName(params.NewName) {
		return nil, refusal("%q is no name: names have letters, digits and _, one of them a letter", params.NewName)
	}
	for _, n := range t.chain() {
		for _, o := range n.mentions {
			if o.name == params.NewName && o.space == ds[0].space && o.decl != nil && o.decl.kind != bound {
				return nil, refusal("%s is a %s already", o.name, o.decl.kind)
			}
		}
	}
	edits := map[protocol.DocumentURI][]protocol.TextEdit{}
	changed := map[string]string{} // texts by their names
	all := s.occurrences(ctx, t, m)
	for i := len(all) - 1; i >= 0; i-- { // from the end of each text, so that places stay
		o := all[i]
		if !isFile(o.at.File) {
			continue
		}
		uri := uriOf(o.at.File.Name)
		edits[uri] = append(edits[uri], protocol.TextEdit{Range: rangeOf(o.at), NewText: params.NewName})
		text, ok := changed[o.at.File.Name]
		if !ok {
			text = o.at.File.Text
		}
		changed[o.at.File.Name] = text[:o.at.Start] + params.NewName + text[o.at.End:]
	}
	if err := s.stillReads(changed); err != nil {
		return nil, err
	}
	return &protocol.WorkspaceEdit{Changes: edits}, nil
}

// stillReads says what would be wrong with changed texts that were right before.
func (s *server) stillReads(changed map[string]string) error {
	read := func(path string) ([]byte, error) {
		if text, ok := changed[filepath.Clean(path)]; ok {
			return []byte(text), nil
		}
		return s.texts.read(path)
	}
	for name, text := range changed {
		before, err := s.texts.read(name)
		if err != nil {
			return refusal("%s cannot be read", name)
		}
		if _, err := epibdd.Parse(name, string(before), epibdd.Files(s.texts.read)); err != nil {
			continue
		}
		if _, err := epibdd.Parse(name, text, epibdd.Files(read)); err != nil {
			return refusal("with that name there would be a mistake: %s", err)
		}
	}
	return nil
}

// isName tells whether a text can be a name.
func isName(text string) bool {
	var errs source.List
	words := syntax.ParseNames(source.Span{File: source.NewFile("name", text), End: len(text)}, &errs)
	return errs.Err() == nil && len(words) == 1 && words[0].Name == text && !syntax.Reserved(text)
}
