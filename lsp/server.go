package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"sync"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"github.com/epibdd/epibdd"
)

// ErrNoShutdown says that an editor has gone without saying so.
var ErrNoShutdown = errors.New("the editor has gone without a shutdown")

// Serve answers an editor until it exits or ctx ends.
func Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := &server{
		conn:  jsonrpc2.NewConn(jsonrpc2.NewStream(&stream{in, out})),
		texts: &texts{open: map[string]*snapshot{}},
		tasks: map[string]context.CancelFunc{},
		ctx:   ctx,
	}
	handler, cancelRequest := jsonrpc2.CancelHandler(s.handle)
	s.cancelRequest = cancelRequest
	s.conn.Go(ctx, handler)
	select {
	case <-s.conn.Done():
	case <-ctx.Done():
		return nil
	}
	cancel()
	s.running.Wait()
	if !s.isDown() {
		return ErrNoShutdown
	}
	return nil
}

// stream is what an editor writes and reads.
type stream struct {
	io.Reader
	io.Writer
}

// Close closes what can be closed.
func (s *stream) Close() error {
	if c, ok := s.Reader.(io.Closer); ok {
		return c.Close()
	}
	return nil
}

// server answers one editor. What it does not offer is not in served, and never called.
type server struct {
	protocol.Server

	ctx           context.Context // ends with the server
	conn          jsonrpc2.Conn
	texts         *texts
	cancelRequest func(jsonrpc2.ID)
	running       sync.WaitGroup

	mu    sync.Mutex
	down  bool
	can   protocol.ClientCapabilities
	roots []string
	tasks map[string]context.CancelFunc // checks that are decided, by their tokens of progress
	count int                           // of tasks so far
}

// served are the methods that the server offers. Those that are true take time or ask the
// editor, and are answered beside what comes next.
var served = map[string]bool{
	protocol.MethodInitialize:                     false,
	protocol.MethodInitialized:                    false,
	protocol.MethodSetTrace:                       false,
	protocol.MethodTextDocumentDidOpen:            false,
	protocol.MethodTextDocumentDidChange:          false,
	protocol.MethodTextDocumentDidSave:            false,
	protocol.MethodTextDocumentDidClose:           false,
	protocol.MethodWorkspaceDidChangeWatchedFiles: false,
	protocol.MethodWorkDoneProgressCancel:         false,
	protocol.MethodTextDocumentHover:              true,
	protocol.MethodTextDocumentCompletion:         true,
	protocol.MethodTextDocumentDefinition:         true,
	protocol.MethodTextDocumentReferences:         true,
	protocol.MethodTextDocumentPrepareRename:      true,
	protocol.MethodTextDocumentRename:             true,
	protocol.MethodTextDocumentFormatting:         true,
	protocol.MethodTextDocumentCodeLens:           true,
	protocol.MethodTextDocumentCodeAction:         true,
	protocol.MethodWorkspaceExecuteCommand:        true,
}

// handle takes messages in their order. A text is changed before what comes next is looked
// at; an answer is given about the text at the time of the question or a later one.
func (s *server) handle(ctx context.Context, reply jsonrpc2.Replier, req jsonrpc2.Request) error {
	switch req.Method() {
	case protocol.MethodShutdown:
		s.mu.Lock()
		s.down = true
		s.mu.Unlock()
		return reply(ctx, nil, nil)
	case protocol.MethodExit:
		return s.conn.Close()
	case protocol.MethodCancelRequest:
		var params struct {
			ID jsonrpc2.ID `json:"id"`
		}
		if err := json.Unmarshal(req.Params(), &params); err == nil {
			s.cancelRequest(params.ID)
		}
		return nil
	}
	slow, known := served[req.Method()]
	switch _, isCall := req.(*jsonrpc2.Call); {
	case !known && !isCall:
		return nil
	case !known:
		return jsonrpc2.MethodNotFoundHandler(ctx, reply, req)
	case s.isDown():
		return reply(ctx, nil, jsonrpc2.NewError(jsonrpc2.InvalidRequest, "the server is shut down"))
	case slow:
		s.beside(func() { s.answer(ctx, reply, req) })
		return nil
	}
	s.answer(ctx, reply, req)
	return nil
}

// beside does something beside what comes next.
func (s *server) beside(f func()) {
	s.running.Add(1)
	go func() {
		defer s.running.Done()
		f()
	}()
}

// answer answers one message. A mistake of ours ends the answer and not the server.
func (s *server) answer(ctx context.Context, reply jsonrpc2.Replier, req jsonrpc2.Request) {
	replied := false
	once := func(ctx context.Context, result any, err error) error {
		replied = true
		if errors.Is(err, context.Canceled) {
			result, err = nil, protocol.ErrRequestCancelled
		}
		return reply(context.WithoutCancel(ctx), result, err)
	}
	defer func() {
		if r := recover(); r != nil {
			s.log("%v\n%s", r, debug.Stack())
			if !replied {
				reply(ctx, nil, fmt.Errorf("%s: a bug of epibdd: %v", req.Method(), r))
			}
		}
	}()
	protocol.ServerHandler(s, nil)(ctx, once, req)
}

// log tells the editor what went wrong here.
func (s *server) log(format string, args ...any) {
	s.notify(protocol.MethodWindowLogMessage, &protocol.LogMessageParams{Type: protocol.MessageTypeError, Message: fmt.Sprintf(format, args...)})
}

// notify tells the editor something; one that has gone is told nothing.
func (s *server) notify(method string, params any) { _ = s.conn.Notify(s.ctx, method, params) }

func (s *server) isDown() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.down
}

// Initialize says what the server offers.
func (s *server) Initialize(_ context.Context, params *protocol.InitializeParams) (*protocol.InitializeResult, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.can = params.Capabilities
	for _, f := range params.WorkspaceFolders {
		s.roots = append(s.roots, nameOf(protocol.DocumentURI(f.URI)))
	}
	return &protocol.InitializeResult{
		ServerInfo: &protocol.ServerInfo{Name: "epibdd", Version: epibdd.Version()},
		Capabilities: protocol.ServerCapabilities{
			TextDocumentSync: &protocol.TextDocumentSyncOptions{
				OpenClose: true, Change: protocol.TextDocumentSyncKindFull, Save: &protocol.SaveOptions{},
			},
			HoverProvider:              true,
			DefinitionProvider:         true,
			ReferencesProvider:         true,
			DocumentFormattingProvider: true,
			RenameProvider:             &protocol.RenameOptions{PrepareProvider: true},
			CompletionProvider:         &protocol.CompletionOptions{TriggerCharacters: []string{"{", ".", "[", "<", "("}},
			CodeLensProvider:           &protocol.CodeLensOptions{},
			CodeActionProvider:         true,
			ExecuteCommandProvider:     &protocol.ExecuteCommandOptions{Commands: []string{commandCheck}},
		},
	}, nil
}

// Initialized is when the editor has heard that.
func (s *server) Initialized(context.Context, *protocol.InitializedParams) error { return nil }

// SetTrace asks for more to be logged; there is nothing to log.
func (s *server) SetTrace(context.Context, *protocol.SetTraceParams) error { return nil }
