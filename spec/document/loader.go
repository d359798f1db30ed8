package document

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/epibdd/epibdd/spec/source"
)

// Loader reads documents and what they use.
type Loader struct {
	// Library returns the text of a built-in model; nil: there are none.
	Library func(name string) (text string, ok bool)
	// Names lists the built-in models, for suggestions; may be nil.
	Names func() []string
	// ReadFile reads a file that a document uses; nil: from the disk.
	ReadFile func(path string) ([]byte, error)
	// Import reads a file in another language, see Foreign; nil: there is none.
	Import func(file *source.File, errs *source.List) *Document
}

// Language tells by its name in what other language a file is written: "ispl", "smcdel" or
// "epddl";
// empty: in ours.
func Language(path string) string {
	path = strings.ToLower(path)
	switch {
	case strings.HasSuffix(path, ".ispl"):
		return "ispl"
	case strings.HasSuffix(path, ".smcdel"), strings.HasSuffix(path, ".smcdel.txt"):
		return "smcdel"
	case strings.HasSuffix(path, ".epddl.json"):
		return "epddl"
	}
	return ""
}

// Foreign reports whether a file is written in another language, by its name.
func Foreign(path string) bool { return Language(path) != "" }

// largestForeign is how many bytes a file in another language may have.
const largestForeign = 16 << 20

// Load returns the document in file, merged with what it uses, and all that is
// wrong with any of the texts. The document is nil only where nothing sensible
// could be read; with errors in the list it serves for looking at, not for
// checking.
func (l *Loader) Load(file *source.File) (*Document, *source.List) {
	errs := new(source.List)
	return l.load(file, errs, []string{pathID(file.Name)}), errs
}

// load is Load below the documents in chain, each of which uses the next.
func (l *Loader) load(file *source.File, errs *source.List, chain []string) *Document {
	if Foreign(file.Name) && l.Import != nil {
		d := l.Import(file, errs)
		if d != nil {
			l.expectations(d, errs)
		}
		return d
	}
	own := read(file, errs)
	if own == nil {
		return nil
	}
	if own.use.Text == "" {
		own.withoutBase(errs)
		return &own.Document
	}
	base := l.used(own, errs, chain)
	if base == nil {
		return &own.Document // said already; what is removed or set cannot be judged
	}
	return own.onto(base, errs)
}

// readFile reads no more of a file than may be loaded.
func (l *Loader) readFile(path string) ([]byte, error) {
	if l.ReadFile != nil {
		return l.ReadFile(path)
	}
	return ReadFile(path)
}

// ReadFile reads a file, and no more of it than shows that it is too large for a
// document. Reason says what an error of it is, without the path.
func ReadFile(path string) ([]byte, error) {
	if waits(path) {
		return nil, &fs.PathError{Op: "open", Path: path, Err: errors.New("it is a named pipe; give its text on standard input, as in epibdd check - < pipe")}
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return nil, &fs.PathError{Op: "read", Path: path, Err: errors.New("it is a directory")}
	}
	if Foreign(path) {
		return io.ReadAll(io.LimitReader(f, largestForeign+1))
	}
	return io.ReadAll(io.LimitReader(f, Largest+1))
}

// waits tells whether opening a file may wait for ever, as that of a named pipe does
// into which nobody writes. The pipes of a shell's <(…) have no name in any folder.
func waits(path string) bool {
	info, err := os.Stat(path)
	if err != nil || info.Mode()&fs.ModeNamedPipe == 0 {
		return false
	}
	_, err = filepath.EvalSymlinks(path)
	return err == nil
}
