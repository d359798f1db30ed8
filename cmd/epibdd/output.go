package main

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/term"
)

// writeAtomically puts text into a file as a whole or not at all: whoever reads
// it meanwhile sees the old file. The permissions of a file that is there stay.
func writeAtomically(path string, text []byte) (err error) {
	path, mode := target(path)
	if !mode.IsRegular() { // a pipe or a device: /dev/stdout
		return os.WriteFile(path, text, mode.Perm())
	}
	f, err := temporary(path)
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
	if err = f.Chmod(mode.Perm()); err != nil {
		return err
	}
	if err = f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// writable says why writeAtomically would fail, as far as that is known before
// there is anything to write. It leaves nothing behind, however the program ends.
func writable(path string) error {
	path, mode := target(path)
	switch {
	case mode.IsDir():
		return errors.New("it is a folder")
	case !mode.IsRegular():
		return nil // opening a pipe may wait
	}
	f, err := temporary(path)
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// target is the file behind a path, for a link stays one, and the mode that it
// has or shall have.
func target(path string) (string, fs.FileMode) {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	if info, err := os.Stat(path); err == nil {
		return path, info.Mode()
	}
	return path, 0o644
}

// temporary creates the file that is going to take the place of path.
func temporary(path string) (*os.File, error) {
	return os.CreateTemp(filepath.Dir(path), ".epibdd-*")
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
