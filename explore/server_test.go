package explore

import (
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// served is a server that runs while a test does.
func served(t *testing.T, o Options) *Server {
	t.Helper()
	s, err := Listen("127.0.0.1:0", o)
	if err != nil {
		t.Fatal(err)
	}
	ctx, end := context.WithCancel(context.Background())
	done := make(chan error)
	go func() { done <- s.Serve(ctx) }()
	t.Cleanup(func() {
		end()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return s
}

// get makes a request, changed by change.
func get(t *testing.T, method, url, body string, change func(*http.Request)) (status int, header http.Header, text string) {
	t.Helper()
	r, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Explorer-Session", "test")
	if change != nil {
		change(r)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	all, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, answer.Header, string(all)
}

func TestPageAndAnswers(t *testing.T) {
	s := served(t, Options{First: "lamp.yaml", Files: map[string]string{"lamp.yaml": "vars: {lit: bool}\ninit: lit\n"}})
	for path, want := range map[string]string{"": "<!doctype html>", "app.js": "", "style.css": ":root"} {
		if status, h, text := get(t, "GET", s.URL()+path, "", nil); status != 200 || !strings.HasPrefix(text, want) || h.Get("Content-Security-Policy") == "" {
			t.Errorf("%q: %d, %.40q", path, status, text)
		}
	}
	status, _, text := get(t, "POST", s.URL()+"api", `{"op": "load"}`, func(r *http.Request) { r.Header.Set("Origin", strings.TrimSuffix(s.URL(), "/"+s.token+"/")) })
	if status != 200 || !strings.Contains(text, `"name":"lamp"`) || !strings.HasSuffix(text, "}\n") {
		t.Errorf("%d %s", status, text)
	}
	if _, _, text := get(t, "POST", s.URL()+"api", `{"op": "start"}`, nil); !strings.Contains(text, `"count":"1"`) {
		t.Error(text)
	}
	// Another page has a session of its own.
	if _, _, text := get(t, "POST", s.URL()+"api", `{"op": "start"}`, func(r *http.Request) { r.Header.Set("Explorer-Session", "other") }); !strings.Contains(text, "no document") {
		t.Error(text)
	}
}

// Nobody else is answered: no other host name, origin, token, path or method, and no file is
// read but those that were given.
func TestOthersAreNotAnswered(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "secret.yaml")
	if err := os.WriteFile(secret, []byte("vars: {known: bool}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := served(t, Options{})
	root := strings.TrimSuffix(s.URL(), s.token+"/")
	for _, test := range []struct {
		name, method, url, body string
		change                  func(*http.Request)
	}{
		{"host", "GET", s.URL(), "", func(r *http.Request) { r.Host = "evil.example" }},
		{"host of the same port", "GET", s.URL(), "", func(r *http.Request) { r.Host = strings.Replace(r.Host, "127.0.0.1", "localhost.evil.example", 1) }},
		{"origin", "POST", s.URL() + "api", `{"op": "load", "name": "hexa"}`, func(r *http.Request) { r.Header.Set("Origin", "http://evil.example") }},
		{"no origin", "POST", s.URL() + "api", `{"op": "load", "name": "hexa"}`, func(r *http.Request) { r.Header.Set("Origin", "null") }},
		{"no token", "GET", root, "", nil},
		{"other token", "GET", root + "AAAAAAAAAAAAAAAAAAAAAAAAAA/", "", nil},
		{"no token for requests", "POST", root + "api", `{"op": "load"}`, nil},
		{"other path", "GET", s.URL() + "server.go", "", nil},
		{"path upwards", "GET", s.URL() + "..%2f..%2fetc%2fpasswd", "", nil},
		{"folder", "GET", s.URL() + ".", "", nil},
		{"method", "DELETE", s.URL() + "app.js", "", nil},
		{"got request", "GET", s.URL() + "api", "", nil},
		{"form", "POST", s.URL() + "api", `{"op": "load"}`, func(r *http.Request) { r.Header.Set("Content-Type", "text/plain") }},
		{"no JSON", "POST", s.URL() + "api", `load`, nil},
	} {
		if status, _, text := get(t, test.method, test.url, test.body, test.change); status < 400 {
			t.Errorf("%s: %d, %.60s", test.name, status, text)
		}
	}
	for _, body := range []string{`{"op":"load","name":"` + secret + `"}`, `{"op":"load","text":"use: ` + secret + `\n"}`, `{"op":"load","text":"use: ../go.mod\n"}`} {
		if _, _, text := get(t, "POST", s.URL()+"api", body, nil); strings.Contains(text, "known") || !strings.Contains(text, `"error"`) {
			t.Errorf("%s: %s", body, text)
		}
	}
}

func TestLoopbackAlone(t *testing.T) {
	for _, address := range []string{"0.0.0.0:0", "192.0.2.1:0", ":0", "[::]:0", "example.org:80", "127.0.0.1"} {
		if s, err := Listen(address, Options{}); err == nil {
			t.Errorf("it listens at %s", s.URL())
		}
	}
}
