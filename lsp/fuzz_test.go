package lsp

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.lsp.dev/protocol"

	"github.com/epibdd/epibdd/models"
)

// lookAt asks all that editors ask of a text at a place.
func lookAt(t *testing.T, text string, offset int) {
	ctx := context.Background()
	s := &server{ctx: ctx, texts: &texts{open: map[string]*snapshot{}}}
	uri := protocol.DocumentURI("untitled:fuzz.yaml")
	x := s.texts.put(ctx, uri, 1, text)
	where := protocol.TextDocumentPositionParams{TextDocument: protocol.TextDocumentIdentifier{URI: uri}, Position: positionOf(x.file, offset)}
	if _, err := s.Hover(ctx, &protocol.HoverParams{TextDocumentPositionParams: where}); err != nil {
		t.Error(err)
	}
	if _, err := s.Completion(ctx, &protocol.CompletionParams{TextDocumentPositionParams: where}); err != nil {
		t.Error(err)
	}
	if _, err := s.Definition(ctx, &protocol.DefinitionParams{TextDocumentPositionParams: where}); err != nil {
		t.Error(err)
	}
	for _, m := range x.names().mentions {
		if m.at.File == x.file && m.at.Text() != m.name && !strings.HasPrefix(m.at.Text(), `"`) {
			t.Errorf("the name %q stands at %q", m.name, m.at.Text())
		}
	}
	_, _ = s.Rename(ctx, &protocol.RenameParams{TextDocumentPositionParams: where, NewName: "another"})
	if _, err := s.CodeLens(ctx, &protocol.CodeLensParams{TextDocument: where.TextDocument}); err != nil {
		t.Error(err)
	}
	if _, err := s.Formatting(ctx, &protocol.DocumentFormattingParams{TextDocument: where.TextDocument}); err != nil {
		t.Error(err)
	}
}

// A text may be half typed: every beginning of it is one that an editor has had.
func TestHalfTyped(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "testdata", "specs", "lamp.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	for end := 0; end <= len(text); end += 3 {
		lookAt(t, string(text[:end]), end)
		lookAt(t, string(text[:end]), end/2)
	}
}

func FuzzTexts(f *testing.F) {
	for _, name := range models.Names() {
		text, _ := models.Get(name)
		f.Add(text, len(text)/2)
	}
	f.Add("use: hexa\ncheck:\n  - {id: a, formula: \"AG [\"}\n", 40)
	f.Fuzz(func(t *testing.T, text string, offset int) {
		if len(text) > 20_000 {
			return
		}
		lookAt(t, text, min(max(offset, 0), len(text)))
	})
}
