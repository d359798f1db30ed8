package main

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/term"

	"github.com/epibdd/epibdd"
)

// writeAtomically puts text into a file as a whole or not at all: whoever reads
// it meanwhile sees the old file. The permissions of a file that is there stay.
func writeAtomically(path string, text []byte) (err error) {
	path, mode, isNew := target(path)
	if !mode.IsRegular() { // a pipe or a device: /dev/stdout
		return os.WriteFile(path, text, mode.Perm())
	}
	f, err := temporary(path, isNew)
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
	if !isNew {
		if err = f.Chmod(mode.Perm()); err != nil {
			return err
		}
	}
	if err = f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// writeNew writes a new file, or with force over one that is there.
func writeNew(path, text string, force bool) error {
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) && !force {
		return input("%s is there already; --force overwrites it", path)
	}
	if err := writeAtomically(path, []byte(text)); err != nil {
		return input("cannot write %s: %s", path, epibdd.FileReason(err))
	}
	return nil
}

// writable says why writeAtomically would fail, as far as that is known before
// there is anything to write. It leaves nothing behind, however the program ends.
func writable(path string) error {
	path, mode, _ := target(path)
	switch {
	case mode.IsDir():
		return errors.New("it is a folder")
	case !mode.IsRegular():
		return nil // opening a pipe may wait
	}
	f, err := temporary(path, false)
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// target is the file behind a path, for a link stays one, and the mode that it has; for
// a new file that of all files, of which the system takes away what the user's mask says.
func target(path string) (real string, mode fs.FileMode, isNew bool) {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	if info, err := os.Stat(path); err == nil {
		return path, info.Mode(), false
	}
	return path, 0o666, true
}

// temporary creates the file that is going to take the place of path: for the user alone,
// unless others may read a new one.
func temporary(path string, isNew bool) (*os.File, error) {
	f, err := os.CreateTemp(filepath.Dir(path), ".epibdd-*")
	if err != nil || !isNew {
		return f, err
	}
	// With the mode that the system gives to new files.
	if err := errors.Join(f.Close(), os.Remove(f.Name())); err != nil {
		return nil, err
	}
	return os.OpenFile(f.Name(), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
}

// isTerminal says whether somebody watches what is written to w.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// widthOf is the width of the terminal that w is; 0: it is none.
func widthOf(w io.Writer) int {
	if f, ok := w.(*os.File); ok {
		if width, _, err := term.GetSize(int(f.Fd())); err == nil {
			return width
		}
	}
	return 0
}

// hasColor says whether to use colours on w (https://no-color.org).
func hasColor(w io.Writer) bool {
	return isTerminal(w) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}
