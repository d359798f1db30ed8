package document

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/epibdd/epibdd/spec/source"
)

// longestChain is how many documents may start from one another.
const longestChain = 32

// used loads the document that own starts from; nil after an error. chain holds
// what is being loaded, as ids, so that a circle is noticed.
func (l *Loader) used(own *layer, errs *source.List, chain []string) *Document {
	at := own.use.Span
	file, id := l.find(own.use, own.File, errs)
	if file == nil {
		return nil
	}
	if what := noDocument(file); what != "" {
		complain(errs, at, "%s is no document that can be used: %s", source.Shown(file.Name), what)
		return nil
	}
	for i, other := range chain {
		if other == id {
			circle := append(append([]string(nil), chain[i:]...), id)
			complain(errs, at, "a document cannot start from itself: %s", strings.Join(circle, " uses "))
			return nil
		}
	}
	if len(chain) > longestChain {
		complain(errs, at, "more than %d documents that use one another", longestChain)
		return nil
	}
	return l.load(file, errs, append(chain, id))
}

// noDocument says why a file cannot be a document, "" where it may be one. It quotes
// nothing: any file can be named behind use, and what it holds may be no business of
// those who read the message.
func noDocument(file *source.File) string {
	if Foreign(file.Name) {
		return ""
	}
	if len(file.Text) > Largest {
		return fmt.Sprintf("it has more than %d bytes", Largest)
	}
	var errs source.List
	root := parse(file, &errs)
	switch {
	case root == nil && strings.TrimSpace(file.Text) == "":
		return "it is empty"
	case root == nil:
		return fmt.Sprintf("line %d cannot be read as YAML", file.Position(errs.All()[0].Span.Start).Line)
	case root.kind != mapping:
		return "it is no mapping from keys such as vars and actions"
	}
	for _, p := range root.pairs {
		if p.key.kind != scalar || !isTopKey(p.key.text.Text()) {
			return fmt.Sprintf("line %d has a key that no document has", file.Position(p.key.full.Start).Line)
		}
	}
	return ""
}

// find returns the text that use names, with an id by which it is known again.
func (l *Loader) find(use Word, from *source.File, errs *source.List) (*source.File, string) {
	if isPath(use.Text) {
		return l.fileBeside(use, from, errs)
	}
	if l.Library != nil {
		if text, ok := l.Library(use.Text); ok {
			return source.NewFile(builtin+use.Text, text), builtin + use.Text
		}
	}
	var names []string
	if l.Names != nil {
		names = l.Names()
	}
	hint := "a file is named with its ending, as in other.yaml"
	if file := use.Text + ".yaml"; l.stands(file, from) {
		hint = "a file of that name stands beside this one: use: " + file
	}
	refuse(errs, use.Span, hint, "no built-in model %q%s", use.Text, source.DidYouMean(use.Text, names))
	return nil, ""
}

// builtin begins the names of the files of the library.
const builtin = "built-in "

func isPath(name string) bool {
	ext := strings.ToLower(filepath.Ext(name))
	return ext == ".yaml" || ext == ".yml" || Foreign(name) || strings.ContainsAny(name, `/\`)
}

func (l *Loader) fileBeside(use Word, from *source.File, errs *source.List) (*source.File, string) {
	if strings.HasPrefix(from.Name, builtin) {
		complain(errs, use.Span, "a built-in model can only use built-in models")
		return nil, ""
	}
	path := pathBeside(use.Text, from)
	text, err := l.readFile(path)
	if err != nil {
		complain(errs, use.Span, "cannot read %s: %s", source.Shown(path), Reason(err))
		return nil, ""
	}
	return source.NewFile(path, string(text)), pathID(path)
}

// pathBeside returns the path of what a document calls name.
func pathBeside(name string, from *source.File) string {
	path := filepath.FromSlash(name)
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(filepath.Dir(from.Name), path)
}

// stands tells whether a file called name can be read beside a document.
func (l *Loader) stands(name string, from *source.File) bool {
	if strings.HasPrefix(from.Name, builtin) {
		return false
	}
	_, err := l.readFile(pathBeside(name, from))
	return err == nil
}

// Reason returns why a file could not be used, without naming it again.
func Reason(err error) string {
	var at *fs.PathError
	if errors.As(err, &at) {
		err = at.Err
	}
	if errors.Is(err, fs.ErrNotExist) {
		return "there is no such file"
	}
	return err.Error()
}

func pathID(name string) string { return filepath.Clean(name) }
