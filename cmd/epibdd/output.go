package main

import (
	"io"
	"os"
	"path/filepath"

	"golang.org/x/term"
)

// writeAtomically puts text into a file as a whole or not at all: whoever reads
// it meanwhile sees the old file. The permissions of a file that is there stay.
func writeAtomically(path string, text []byte) (err error) {
	mode := os.FileMode(0o644)
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real // the link stays one
	}
	if info, err := os.Stat(path); err == nil {
		mode = info.Mode().Perm()
		if !info.Mode().IsRegular() { // a pipe or a device: /dev/stdout
			return os.WriteFile(path, text, mode)
		}
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".epibdd-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	if _, err = f.Write(text); err != nil {
		return err
	}
	if err = f.Chmod(mode); err != nil {
		return err
	}
	if err = f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// isTerminal says whether somebody watches what is written to w.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// hasColor says whether to use colours on w (https://no-color.org).
func hasColor(w io.Writer) bool {
	return isTerminal(w) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}
