package main

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// The command has one way into this module, the one that all Go programs have, package
// report for formats, and packages explore, lsp and pool, which bring servers, and a client of
// one, that nobody else is to carry.
func TestTheCommandUsesTheFrontDoor(t *testing.T) {
	const module = "github.com/epibdd/epibdd"
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("%q, %v", files, err)
	}
	doors := 0
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range f.Imports {
			path, err := strconv.Unquote(i.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			if path == module {
				doors++
			}
			if strings.HasPrefix(path, module+"/") && path != module+"/report" && path != module+"/explore" && path != module+"/lsp" && path != module+"/pool" {
				t.Errorf("%s imports %s", name, path)
			}
		}
	}
	if doors == 0 {
		t.Error("no file uses the front door")
	}
}
