package certify

import (
	"go/scanner"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const mostLines = 1500

// The core of the checker can be read in an afternoon.
func TestCoreIsShort(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) < 5 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	total := 0
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		n := linesOfCode(text)
		total += n
		t.Logf("%4d %s", n, name)
	}
	if total > mostLines {
		t.Errorf("%d lines of code, of which there may be %d: say what is new by a rule that is there, or move what does not belong to a rule to the package below that does such things", total, mostLines)
	}
}

// linesOfCode counts those that are not blank and have something else than a comment.
func linesOfCode(text []byte) int {
	var s scanner.Scanner
	files, lines := token.NewFileSet(), map[int]bool{}
	file := files.AddFile("", -1, len(text))
	s.Init(file, text, nil, 0)
	for {
		at, kind, what := s.Scan()
		if kind == token.EOF {
			return len(lines)
		}
		if kind == token.SEMICOLON && what == "\n" {
			continue
		}
		for i := range strings.Count(what, "\n") + 1 {
			lines[file.Line(at)+i] = true
		}
	}
}

func TestLinesOfCode(t *testing.T) {
	for text, want := range map[string]int{
		"":                             0,
		"// one\n\n/* two\nthree */\n": 0,
		"package p\n\n// one\nvar x = 1 // two\n": 2,
		"package p\nvar x = `a\n\nb`\n":           4,
		"package p\nvar x, y = 1,\n\t2":           3,
	} {
		if got := linesOfCode([]byte(text)); got != want {
			t.Errorf("%q has %d lines of code, not %d", text, got, want)
		}
	}
}
