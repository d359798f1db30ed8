package lsp

import (
	"context"
	"path/filepath"
	"slices"

	"go.lsp.dev/protocol"

	"github.com/epibdd/epibdd/spec/source"
)

// Definition is where a name is declared, in this text or in one that it uses; of use, the
// file. Of what the library declares the editor is given a copy.
func (s *server) Definition(_ context.Context, params *protocol.DefinitionParams) ([]protocol.Location, error) {
	t := s.texts.get(params.TextDocument.URI)
	if t == nil {
		return nil, nil
	}
	offset := offsetOf(t.file, params.Position)
	n := t.names()
	if n.part != nil && n.part.Use.File != nil && n.part.Use.Start <= offset && offset <= n.part.Use.End {
		if file := t.texts.used(n); file != nil && (!isFile(file) || filepath.IsAbs(file.Name)) {
			if at, ok := locationOf(source.Span{File: file}); ok {
				return []protocol.Location{at}, nil
			}
		}
		return nil, nil
	}
	m := n.at(offset)
	if m == nil {
		return nil, nil
	}
	return locations(declarations(m, t.chain())), nil
}

func locations(ds []*decl) []protocol.Location {
	var all []protocol.Location
	for _, d := range ds {
		if at, ok := locationOf(d.at); ok && !slices.Contains(all, at) {
			all = append(all, at)
		}
	}
	return all
}
