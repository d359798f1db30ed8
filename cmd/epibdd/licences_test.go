package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The texts of the licences are those of the modules that are in the program and in
// epibdd-worker, of Go, and our own.
func TestLicences(t *testing.T) {
	var b strings.Builder
	for _, name := range []string{"LICENSE", "NOTICE"} {
		appendText(t, &b, "epibdd: "+name, filepath.Join("..", "..", name))
	}
	appendText(t, &b, "the explorer's page", filepath.Join("..", "..", "explore", "page", "LICENSES.txt"))
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	appendText(t, &b, "Go: LICENSE", filepath.Join(strings.TrimSpace(string(root)), "LICENSE"))
	text := regexp.MustCompile(`^(?i)(licen[cs]e|copying|notice)`)
	for _, m := range modulesOf(t) {
		files, err := os.ReadDir(m.Dir)
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, f := range files {
			if !f.IsDir() && text.MatchString(f.Name()) {
				appendText(t, &b, m.Path+": "+f.Name(), filepath.Join(m.Dir, f.Name()))
				found = true
			}
		}
		if !found {
			t.Errorf("%s has no text of a licence", m.Path)
		}
		if notice := read(t, filepath.Join("..", "..", "NOTICE")); !strings.Contains(notice, m.Path) {
			t.Errorf("NOTICE does not name %s", m.Path)
		}
	}
	if *update {
		if err := os.WriteFile("licences.txt", []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if licences != b.String() {
		t.Error("licences.txt is not what the modules say; go test ./cmd/epibdd -run TestLicences -update writes it")
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func appendText(t *testing.T, b *strings.Builder, title, path string) {
	t.Helper()
	text := strings.TrimSpace(strings.ReplaceAll(read(t, path), "\r\n", "\n"))
	b.WriteString("== " + title + "\n\n" + text + "\n\n")
}

type module struct{ Path, Dir string }

// modulesOf are the modules whose packages are in the programs.
func modulesOf(t *testing.T) []module {
	t.Helper()
	out, err := exec.Command("go", "list", "-deps", "-json=Module", ".", "../epibdd-worker").Output()
	if err != nil {
		t.Fatal(err)
	}
	var all []module
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p struct{ Module *module }
		err := dec.Decode(&p)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if p.Module != nil && p.Module.Path != "github.com/epibdd/epibdd" && !slices.Contains(all, *p.Module) {
			all = append(all, *p.Module)
		}
	}
	slices.SortFunc(all, func(a, b module) int { return cmp.Compare(a.Path, b.Path) })
	return all
}
