package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Each change is seen alone, and the file stays as it is.
func TestRun(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.go")
	const text = "package a\n\nfunc f(x, y int) bool {\n\tif x < 1 && y == 2 {\n\t\tx++\n\t}\n\treturn x > y\n}\n"
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	var seen []string
	var out bytes.Buffer
	living, err := run(t.Context(), path, 1, 6, func(overlay string) bool {
		changed, err := os.ReadFile(filepath.Join(filepath.Dir(overlay), "changed.go"))
		if err != nil {
			t.Fatal(err)
		}
		seen = append(seen, string(changed))
		return !strings.Contains(string(changed), "y != 2")
	}, &out)
	if err != nil || living != 1 || !strings.Contains(out.String(), "a.go:4:16: lives: != for ==\n8 changes, 1 live\n") {
		t.Errorf("%d, %v\n%s", living, err, &out)
	}
	for _, want := range []string{"x <= 1", "||", "y != 2", "if !(x < 1 && y == 2)", "x < 2", "y == 3"} {
		n := 0
		for _, s := range seen {
			n += strings.Count(s, want)
		}
		if n != 1 {
			t.Errorf("%q is there %d times", want, n)
		}
	}
	if after, err := os.ReadFile(path); err != nil || string(after) != text {
		t.Errorf("%s, %v", after, err)
	}
}
