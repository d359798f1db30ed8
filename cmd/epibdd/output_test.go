package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/epibdd/epibdd"
	"github.com/epibdd/epibdd/report"
	"github.com/epibdd/epibdd/spec"
)

// full is a disk on which nothing has room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

func TestOutputWithoutRoomIsAnError(t *testing.T) {
	path := filepath.Join(t.TempDir(), "messy.yaml")
	if err := os.WriteFile(path, []byte("vars:   {n: 0..3}\ncheck: [{id: a, formula: n >= 0}]\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{
		"check SPEC", "check SPEC --format json", "check SPEC --format junit", "check SPEC --format markdown", "check SPEC --format github",
		"fmt SPEC", "fmt --check SPEC", "explain SPEC", "explain SPEC --format json",
		"worlds SPEC", "worlds SPEC --format dot", "worlds SPEC --format svg", "convert ../../ispl/testdata/fair.ispl",
		"models", "models show hexa", "version", "completion bash", "completion zsh", "completion fish",
	} {
		var errs bytes.Buffer
		code := run(append([]string{"epibdd"}, strings.Fields(strings.ReplaceAll(command, "SPEC", path))...), nil, full{}, &errs)
		if code != exitInput || !strings.Contains(errs.String(), "no space left") {
			t.Errorf("%s: exit code %d\n%s", command, code, errs.String())
		}
	}
}

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

// A new file has the mode that the user's mask leaves.
func TestNewFilesHaveTheModeOfTheUser(t *testing.T) {
	for _, mask := range []int{0o022, 0o077, 0o002} {
		old := syscall.Umask(mask)
		path := filepath.Join(t.TempDir(), "report.txt")
		err := writeAtomically(path, []byte("new"))
		syscall.Umask(old)
		if err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(path)
		if want := os.FileMode(0o666 &^ mask); err != nil || info.Mode().Perm() != want {
			t.Errorf("mask %o: %v, %v, want %v", mask, info.Mode(), err, want)
		}
		if names, _ := filepath.Glob(filepath.Join(filepath.Dir(path), ".*")); len(names) > 0 {
			t.Errorf("left behind: %v", names)
		}
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

// Whoever kills the program while a check is decided finds in the file of --output what was
// decided before.
func TestDraftWhileChecksAreDecided(t *testing.T) {
	path := filepath.Join(t.TempDir(), "report.json")
	out := &output{
		record: report.NewRecorder(report.Call{}), file: path, buffer: &bytes.Buffer{}, asked: 2,
		fresh: func(w io.Writer) report.Writer {
			fresh, err := report.New("json", w, report.Options{})
			if err != nil {
				t.Fatal(err)
			}
			return fresh
		},
	}
	out.Writer = out.fresh(out.buffer)
	a, b := &spec.Check{Label: "a"}, &spec.Check{Label: "b"}
	if err := errors.Join(out.Spec(&report.Spec{Checks: []*spec.Check{a, b}}), out.Result(&report.Result{Check: a, Verdict: epibdd.Holds})); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	doc, err := report.Read(f)
	if err != nil || doc.Summary.Open != 1 || doc.Summary.Interrupted != 1 || doc.Specs[0].Checks[0].Verdict != epibdd.Holds {
		t.Errorf("%+v, %v", doc, err)
	}
}
