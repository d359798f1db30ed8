package main

import (
	"os"
	"path/filepath"
	"testing"
)

func TestWriteAtomically(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "report.txt")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(dir, "link.txt")
	if err := os.Symlink("report.txt", link); err != nil {
		t.Fatal(err)
	}
	if err := writeAtomically(link, []byte("new")); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil || string(text) != "new" {
		t.Errorf("%q, %v", text, err)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if names, _ := filepath.Glob(filepath.Join(dir, ".*")); len(names) > 0 {
		t.Errorf("left behind: %v", names)
	}
}

func TestWriteAtomicallyFails(t *testing.T) {
	dir := t.TempDir()
	if err := writeAtomically(filepath.Join(dir, "no", "file"), nil); err == nil {
		t.Error("no error without a folder")
	}
	if err := writeAtomically(dir, nil); err == nil {
		t.Error("a folder is overwritten")
	}
}

func TestNoColorWithoutATerminal(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "f"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if hasColor(f) || isTerminal(f) {
		t.Error("a file is taken for a terminal")
	}
}
