package lsp

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

var update = flag.Bool("update", false, "write the transcript of the session")

// editor is a test client at the other end of a pipe.
type editor struct {
	t    *testing.T
	conn jsonrpc2.Conn
	dir  string
	end  chan error

	mu       sync.Mutex
	more     *sync.Cond
	found    map[string][]protocol.PublishDiagnosticsParams // by file
	progress []string
	onBegin  func(token json.RawMessage)
	refresh  int
	logged   []string
	log      strings.Builder // the transcript
}

// edit starts a server and an editor, which has told it what it can.
func edit(t *testing.T) *editor {
	t.Helper()
	toServer, fromClient := io.Pipe()
	toClient, fromServer := io.Pipe()
	e := &editor{t: t, dir: t.TempDir(), end: make(chan error, 1), found: map[string][]protocol.PublishDiagnosticsParams{}}
	e.more = sync.NewCond(&e.mu)
	go func() {
		e.end <- Serve(context.Background(), toServer, fromServer)
		fromServer.Close()
	}()
	e.conn = jsonrpc2.NewConn(jsonrpc2.NewStream(&stream{toClient, fromClient}))
	e.conn.Go(context.Background(), e.told)
	t.Cleanup(func() { fromClient.Close(); toClient.Close() })
	var got protocol.InitializeResult
	e.call("initialize", map[string]any{
		"processId": nil, "workspaceFolders": []any{map[string]any{"uri": uriOf(e.dir), "name": "specs"}},
		"capabilities": map[string]any{
			"window":    map[string]any{"workDoneProgress": true},
			"workspace": map[string]any{"codeLens": map[string]any{"refreshSupport": true}},
		},
	}, &got)
	e.notify("initialized", map[string]any{})
	return e
}

// told takes what the server says and asks.
func (e *editor) told(ctx context.Context, reply jsonrpc2.Replier, req jsonrpc2.Request) error {
	e.mu.Lock()
	defer e.more.Broadcast()
	defer e.mu.Unlock()
	switch req.Method() {
	case "textDocument/publishDiagnostics":
		var p protocol.PublishDiagnosticsParams
		if err := json.Unmarshal(req.Params(), &p); err != nil {
			e.t.Error(err)
		}
		name := filepath.Base(string(p.URI))
		e.found[name] = append(e.found[name], p)
	case "$/progress":
		var p struct {
			Token json.RawMessage
			Value struct{ Kind, Title, Message string }
		}
		if err := json.Unmarshal(req.Params(), &p); err != nil {
			e.t.Error(err)
		}
		if p.Value.Kind != "report" {
			e.progress = append(e.progress, strings.TrimSpace(p.Value.Kind+" "+p.Value.Title+p.Value.Message))
		}
		if p.Value.Kind == "begin" && e.onBegin != nil {
			go e.onBegin(p.Token)
		}
	case "workspace/codeLens/refresh":
		e.refresh++
	case "window/logMessage":
		e.logged = append(e.logged, string(req.Params()))
	}
	go reply(ctx, nil, nil) // both ends may be about to write
	return nil
}

// wait waits until something is so.
func (e *editor) wait(what string, so func() bool) {
	e.t.Helper()
	late := time.AfterFunc(time.Minute, e.more.Broadcast)
	defer late.Stop()
	deadline := time.Now().Add(time.Minute)
	e.mu.Lock()
	defer e.mu.Unlock()
	for !so() {
		if time.Now().After(deadline) {
			e.t.Fatalf("no %s came; the server logged %q", what, e.logged)
		}
		e.more.Wait()
	}
}

func (e *editor) call(method string, params, result any) {
	e.t.Helper()
	if err := e.ask(method, params, result); err != nil {
		e.t.Fatalf("%s: %v", method, err)
	}
}

// ask asks the server and writes the transcript.
func (e *editor) ask(method string, params, result any) error {
	var raw json.RawMessage
	_, err := e.conn.Call(context.Background(), method, params, &raw)
	e.transcribe("-> "+method, params)
	if err != nil {
		e.transcribe("<- error", err.Error())
		return err
	}
	var loose any
	if json.Unmarshal(raw, &loose); method != "initialize" {
		e.transcribe("<-", loose)
	} else {
		e.transcribe("<-", "…") // has the version
	}
	if result != nil && len(raw) > 0 && string(raw) != "null" {
		if err := json.Unmarshal(raw, result); err != nil {
			e.t.Fatalf("%s: %v in %s", method, err, raw)
		}
	}
	return nil
}

func (e *editor) notify(method string, params any) {
	e.t.Helper()
	e.transcribe("-> "+method, params)
	if err := e.conn.Notify(context.Background(), method, params); err != nil {
		e.t.Fatal(err)
	}
}

func (e *editor) transcribe(what string, x any) {
	var text strings.Builder
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(x); err != nil {
		e.t.Fatal(err)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.log.WriteString(what + " " + strings.ReplaceAll(text.String(), filepath.ToSlash(e.dir), "/specs"))
}

func (e *editor) uri(name string) protocol.DocumentURI { return uriOf(filepath.Join(e.dir, name)) }

// write puts a file on the disk.
func (e *editor) write(name, text string) {
	e.t.Helper()
	if err := os.WriteFile(filepath.Join(e.dir, name), []byte(text), 0o644); err != nil {
		e.t.Fatal(err)
	}
}

// open opens a text, and returns what is wrong with it.
func (e *editor) open(name, text string) []protocol.Diagnostic {
	e.t.Helper()
	e.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": e.uri(name), "languageId": "epibdd", "version": 1, "text": text}})
	return e.wrong(name, 1)
}

func (e *editor) change(name string, version int, text string) []protocol.Diagnostic {
	e.t.Helper()
	e.notify("textDocument/didChange", map[string]any{
		"textDocument":   map[string]any{"uri": e.uri(name), "version": version},
		"contentChanges": []any{map[string]any{"text": text}},
	})
	return e.wrong(name, version)
}

// wrong waits for what is wrong with a version of a text.
func (e *editor) wrong(name string, version int) []protocol.Diagnostic {
	e.t.Helper()
	var last protocol.PublishDiagnosticsParams
	e.wait(fmt.Sprintf("diagnostics of %s, version %d", name, version), func() bool {
		all := e.found[name]
		if len(all) > 0 {
			last = all[len(all)-1]
		}
		return len(all) > 0 && last.Version == uint32(version)
	})
	e.transcribe("<- textDocument/publishDiagnostics", shown(last.Diagnostics))
	return last.Diagnostics
}

func shown(ds []protocol.Diagnostic) []string {
	all := []string{}
	for _, d := range ds {
		all = append(all, fmt.Sprintf("%d:%d-%d:%d %v: %s", d.Range.Start.Line, d.Range.Start.Character, d.Range.End.Line, d.Range.End.Character, d.Severity, d.Message))
	}
	return all
}

// at is the place of the nth occurrence (from 0) of a part of a text, and so far behind it.
func at(t *testing.T, text, part string, nth, behind int) map[string]any {
	t.Helper()
	offset := -1
	for range nth + 1 {
		i := strings.Index(text[offset+1:], part)
		if i < 0 {
			t.Fatalf("%q is not there so often", part)
		}
		offset += 1 + i
	}
	offset += behind
	line := strings.Count(text[:offset], "\n")
	return map[string]any{"line": line, "character": len([]rune(text[strings.LastIndex(text[:offset], "\n")+1 : offset]))}
}

func (e *editor) place(name, text, part string, nth, behind int) map[string]any {
	return map[string]any{"textDocument": map[string]any{"uri": e.uri(name)}, "position": at(e.t, text, part, nth, behind)}
}

// close ends the session as editors do.
func (e *editor) close() {
	e.t.Helper()
	e.call("shutdown", nil, nil)
	e.conn.Notify(context.Background(), "exit", nil)
	if err := <-e.end; err != nil {
		e.t.Errorf("the server ended with %v", err)
	}
	if len(e.logged) > 0 {
		e.t.Errorf("the server logged %s", e.logged)
	}
}
