package lsp

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/epibdd/epibdd/spec/source"
)

// Definition is where a name is declared, in this text or in one that it uses; of use, the
// file. What the library declares is in no file.
func (s *server) Definition(_ context.Context, params *protocol.DefinitionParams) ([]protocol.Location, error) {
	t := s.texts.get(params.TextDocument.URI)
	if t == nil {
		return nil, nil
	}
	offset := offsetOf(t.file, params.Position)
	n := t.names()
	if n.part != nil && n.part.Use.File != nil && n.part.Use.Start <= offset && offset <= n.part.Use.End {
		if file := t.texts.used(n); file != nil && filepath.IsAbs(file.Name) {
			return []protocol.Location{{URI: uriOf(file.Name)}}, nil
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
		if at := (protocol.Location{URI: uriOf(d.at.File.Name), Range: rangeOf(d.at)}); isFile(d.at.File) && !slices.Contains(all, at) {
			all = append(all, at)
		}
	}
	return all
}

// isFile tells whether an editor can open a file: not one of the library.
func isFile(f *source.File) bool {
	return !strings.HasPrefix(f.Name, "built-in ")
}
