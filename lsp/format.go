package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/epibdd/epibdd"
)

// Formatting writes a text in canonical form, as epibdd fmt does. One with mistakes stays as
// it is: what is wrong is shown already.
func (s *server) Formatting(_ context.Context, params *protocol.DocumentFormattingParams) ([]protocol.TextEdit, error) {
	t := s.texts.get(params.TextDocument.URI)
	if t == nil || epibdd.IsForeign(t.file.Name) || epibdd.IsExpectations(t.file.Name) {
		return nil, nil
	}
	text, err := epibdd.Format(t.file.Name, t.file.Text)
	if err != nil || text == t.file.Text {
		return nil, nil
	}
	return []protocol.TextEdit{{Range: whole(t.file), NewText: text}}, nil
}
