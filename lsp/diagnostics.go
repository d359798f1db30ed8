package lsp

import (
	"context"
	"errors"
	"fmt"
	"time"

	"go.lsp.dev/protocol"

	"github.com/epibdd/epibdd"
	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
)

// DidOpen, DidChange and DidClose keep the texts of the editor.
func (s *server) DidOpen(_ context.Context, params *protocol.DidOpenTextDocumentParams) error {
	t := s.texts.put(s.ctx, params.TextDocument.URI, params.TextDocument.Version, params.TextDocument.Text)
	s.changed(t)
	s.beside(func() { s.inVain(t) })
	return nil
}

// DidChange has the whole text, as it was agreed upon.
func (s *server) DidChange(_ context.Context, params *protocol.DidChangeTextDocumentParams) error {
	if n := len(params.ContentChanges); n > 0 {
		s.changed(s.texts.put(s.ctx, params.TextDocument.URI, params.TextDocument.Version, params.ContentChanges[n-1].Text))
	}
	return nil
}

// DidClose forgets a text.
func (s *server) DidClose(_ context.Context, params *protocol.DidCloseTextDocumentParams) error {
	s.texts.remove(params.TextDocument.URI)
	s.beside(func() {
		s.notify(protocol.MethodTextDocumentPublishDiagnostics, &protocol.PublishDiagnosticsParams{URI: params.TextDocument.URI, Diagnostics: []protocol.Diagnostic{}})
	})
	return nil
}

// DidSave looks for what holds in vain, which takes longer than typing does.
func (s *server) DidSave(_ context.Context, params *protocol.DidSaveTextDocumentParams) error {
	if t := s.texts.get(params.TextDocument.URI); t != nil {
		s.beside(func() { s.inVain(t) })
	}
	return nil
}

// DidChangeWatchedFiles looks again at the texts that use a file.
func (s *server) DidChangeWatchedFiles(context.Context, *protocol.DidChangeWatchedFilesParams) error {
	for _, t := range s.texts.all() {
		if p := t.names().part; p != nil && p.Use.Text != "" {
			if t = s.texts.renew(s.ctx, t); t != nil {
				s.changed(t)
			}
		}
	}
	return nil
}

// changed says what is wrong with a text, and with those that use it.
func (s *server) changed(t *snapshot) {
	s.beside(func() {
		defer s.survive()
		s.publish(t)
		for _, other := range s.texts.all() {
			if other == t || other.names().part == nil || other.names().part.Use.Text == "" {
				continue
			}
			for _, n := range other.chain()[1:] {
				if n.file.Name == t.file.Name {
					if other = s.texts.renew(s.ctx, other); other != nil {
						s.publish(other)
					}
					break
				}
			}
		}
	})
}

// survive is deferred by what runs beside the messages: a mistake of ours ends it alone.
func (s *server) survive() {
	if r := recover(); r != nil {
		s.log("a bug of epibdd: %v", r)
	}
}

// publish says all that is known to be wrong with a text, unless it has changed.
func (s *server) publish(t *snapshot) {
	if t.ctx.Err() != nil || epibdd.IsExpectations(t.file.Name) {
		return
	}
	t.telling.Lock()
	defer t.telling.Unlock()
	found := []protocol.Diagnostic{}
	doc, err := t.load()
	var errs epibdd.Errors
	if errors.As(err, &errs) {
		for _, d := range errs {
			found = append(found, t.diagnostic(d))
		}
	} else if err != nil {
		found = append(found, t.diagnostic(epibdd.Diagnostic{Message: err.Error()}))
	}
	for _, d := range doc.Warnings() {
		found = append(found, t.diagnostic(d))
	}
	if err == nil {
		for _, d := range document.Lint(t.file) {
			found = append(found, t.diagnostic(d))
		}
	}
	found = append(found, t.later()...)
	if s.texts.isCurrent(t) {
		s.notify(protocol.MethodTextDocumentPublishDiagnostics, &protocol.PublishDiagnosticsParams{URI: t.uri, Version: uint32(t.version), Diagnostics: found})
	}
}

// later is what was found of a text after it was read: by linting, and by its checks.
func (t *snapshot) later() []protocol.Diagnostic {
	t.mu.Lock()
	defer t.mu.Unlock()
	var found []protocol.Diagnostic
	for _, d := range t.lint {
		found = append(found, t.diagnostic(d))
	}
	for _, v := range t.verdicts {
		found = append(found, v.diagnostics()...)
	}
	return found
}

// diagnostic is a diagnostic as editors show it. One about another file is shown where that
// is used.
func (t *snapshot) diagnostic(d epibdd.Diagnostic) protocol.Diagnostic {
	p := protocol.Diagnostic{Source: "epibdd", Severity: protocol.DiagnosticSeverityError, Message: d.Message, Range: rangeOf(d.Span)}
	if d.Severity == source.Warning {
		p.Severity = protocol.DiagnosticSeverityWarning
	}
	if d.Hint != "" {
		p.Message += "\n" + d.Hint
	}
	if d.Span.File != nil && d.Span.File.Name != t.file.Name {
		p.Message = fmt.Sprintf("%s: %s", d.Span, p.Message)
		if at, ok := locationOf(d.Span); ok {
			p.RelatedInformation = []protocol.DiagnosticRelatedInformation{{Location: at, Message: d.Message}}
		}
		p.Range = protocol.Range{}
		if part := t.names().part; part != nil {
			p.Range = rangeOf(part.Use.Span)
		}
	}
	return p
}

// lintTime is how long a question may take that asks what holds in vain.
const lintTime = 2 * time.Second

// inVain looks for what holds in vain in a text.
func (s *server) inVain(t *snapshot) {
	defer s.survive()
	doc, err := t.load()
	if err != nil {
		return
	}
	found, err := doc.Lint(t.ctx, epibdd.Options{Jobs: 1, Limits: epibdd.Limits{Time: lintTime}})
	if err != nil || t.ctx.Err() != nil {
		return
	}
	static := map[epibdd.Diagnostic]bool{} // which is shown already
	for _, d := range document.Lint(t.file) {
		static[placed(d)] = true
	}
	t.mu.Lock()
	t.lint = nil
	for _, d := range found {
		if !static[placed(d)] {
			t.lint = append(t.lint, d)
		}
	}
	t.mu.Unlock()
	s.publish(t)
}

// placed is a diagnostic that can be compared: a text that is read twice is two files.
func placed(d epibdd.Diagnostic) epibdd.Diagnostic {
	d.Span.File = nil
	return d
}
