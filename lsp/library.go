package lsp

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/epibdd/epibdd/epddl"
	"github.com/epibdd/epibdd/models"
	"github.com/epibdd/epibdd/spec/source"
)

// builtIn begins what errors call a model of the library, which is a part of the program and
// in no file.
const builtIn = "built-in "

// isFile tells whether a text can be changed: not one of the library.
func isFile(f *source.File) bool { return !strings.HasPrefix(f.Name, builtIn) }

// ending is that of a file that editors take for a document without being told.
const ending = ".epibdd.yaml"

// libraryPath is where a model of the library is written for editors to open. The folder is
// named by its text, so that programs of several versions do not meet.
func libraryPath(name, text string) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256([]byte(text))
	return filepath.Join(cache, "epibdd", "library", hex.EncodeToString(sum[:6]), name+ending), nil
}

// opened is what errors call a text in a file that an editor has opened: that of a model of the
// library where it is such a copy, else its path.
func opened(path string) string {
	name := strings.TrimSuffix(filepath.Base(path), ending)
	text, ok := models.Get(name)
	if !ok {
		return path
	}
	if copied, err := libraryPath(name, text); err != nil || copied != path {
		return path
	}
	return builtIn + name
}

// locationOf is where an editor finds a span; false where it cannot. A model of the library is
// written where editors can open it, and nobody changes it by mistake.
func locationOf(at source.Span) (protocol.Location, bool) {
	if task, ok := strings.CutPrefix(at.File.Name, epddl.Converted); ok { // which has no such place
		return protocol.Location{URI: uriOf(task)}, true
	}
	name, ok := strings.CutPrefix(at.File.Name, builtIn)
	if !ok {
		return protocol.Location{URI: uriOf(at.File.Name), Range: rangeOf(at)}, true
	}
	text, ok := models.Get(name)
	if !ok {
		return protocol.Location{}, false
	}
	path, err := libraryPath(name, text)
	if err == nil {
		err = writeCopy(path, text)
	}
	return protocol.Location{URI: uriOf(path), Range: rangeOf(at)}, err == nil
}

// writeCopy makes a file that cannot be written to, unless it is there. It comes all at once,
// for another editor may be about to read it.
func writeCopy(path, text string) error {
	if old, err := os.ReadFile(path); err == nil && string(old) == text {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".new-*")
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	if e := f.Chmod(0o444); err == nil {
		err = e
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}
