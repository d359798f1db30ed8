package explore

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"embed"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/epibdd/epibdd/session"
)

//go:embed page
var embedded embed.FS

// Options say what can be looked at.
type Options = session.Options

// Server is an explorer behind one listener.
type Server struct {
	listener net.Listener
	options  Options
	token    string
	page     fs.FS

	mu       sync.Mutex
	sessions []*visitor // the one that asked last at the end
}

// visitor is a page that is open, with its session.
type visitor struct {
	id      string
	session *session.Session
}

// mostVisitors is how many pages are remembered.
const mostVisitors = 8

// Listen makes a server at an address of this machine, such as 127.0.0.1:0. It answers once
// Serve is called.
func Listen(address string, o Options) (*Server, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	if ip := net.ParseIP(host); ip == nil || !ip.IsLoopback() {
		return nil, errors.New("the explorer listens at loopback addresses alone, such as 127.0.0.1:0")
	}
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, err
	}
	page, err := fs.Sub(embedded, "page")
	if err != nil {
		return nil, err
	}
	return &Server{listener: l, options: o, token: rand.Text(), page: page}, nil
}

// URL is the address of the page.
func (s *Server) URL() string { return "http://" + s.listener.Addr().String() + "/" + s.token + "/" }

// Serve answers until ctx ends.
func (s *Server) Serve(ctx context.Context) error {
	server := &http.Server{
		Handler:           s,
		ReadHeaderTimeout: 10 * time.Second,
		BaseContext:       func(net.Listener) context.Context { return ctx },
	}
	done := make(chan struct{})
	defer close(done)
	go func() {
		select {
		case <-ctx.Done():
		case <-done:
		}
		server.Close()
	}()
	if err := server.Serve(s.listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// policy lets the page load what is here, and Graphviz run, which is WebAssembly.
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
	"connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// largestRequest is how many bytes a request may have: a document, and a walk.
const largestRequest = 8 << 20

// ServeHTTP answers requests for the page, and those that the page makes.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	host := s.listener.Addr().String()
	if origin := r.Header.Get("Origin"); r.Host != host || origin != "" && origin != "http://"+host {
		http.Error(w, "this is for the page of the explorer alone", http.StatusForbidden)
		return
	}
	token, path, found := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	if !found || subtle.ConstantTimeCompare([]byte(token), []byte(s.token)) != 1 {
		http.NotFound(w, r)
		return
	}
	h := w.Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
	if path == "api" {
		s.answer(w, r)
		return
	}
	if path == "" {
		path = "index.html"
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		http.Error(w, "pages are got", http.StatusMethodNotAllowed)
		return
	}
	if info, err := fs.Stat(s.page, path); err != nil || info.IsDir() {
		http.NotFound(w, r)
		return
	}
	http.ServeFileFS(w, r, s.page, path)
}

// answer lets the session of a page answer, a line for each reply.
func (s *Server) answer(w http.ResponseWriter, r *http.Request) {
	id := r.Header.Get("Explorer-Session")
	if r.Method != http.MethodPost || r.Header.Get("Content-Type") != "application/json" || id == "" || len(id) > 64 {
		http.Error(w, "requests are posted as JSON, with a session", http.StatusBadRequest)
		return
	}
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, largestRequest))
	var request session.Request
	if err == nil {
		err = json.Unmarshal(text, &request)
	}
	if err != nil {
		http.Error(w, "this is no request: "+err.Error(), http.StatusBadRequest)
		return
	}
	w.Header().Set("Content-Type", "application/x-ndjson")
	lines := json.NewEncoder(w)
	out := http.NewResponseController(w)
	s.session(id).Do(r.Context(), request, func(reply session.Reply) {
		if lines.Encode(reply) == nil {
			out.Flush()
		}
	})
}

// session is that of a page. Pages that did not ask for long are forgotten.
func (s *Server) session(id string) *session.Session {
	s.mu.Lock()
	defer s.mu.Unlock()
	mine := &visitor{id: id}
	for i, v := range s.sessions {
		if v.id == id {
			mine = v
			s.sessions = append(s.sessions[:i], s.sessions[i+1:]...)
			break
		}
	}
	if mine.session == nil {
		mine.session = session.New(s.options)
	}
	s.sessions = append(s.sessions, mine)
	if n := len(s.sessions); n > mostVisitors {
		s.sessions = s.sessions[n-mostVisitors:]
	}
	return mine.session
}
