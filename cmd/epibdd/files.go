package main

import (
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
)

// stdinName is what the document on standard input is called.
const stdinName = "<stdin>"

// found is a document that was named, or why it could not be read.
type found struct {
	file *source.File
	err  error
}

// read reads the documents that arguments name: files, folders with all that is
// below them, and - for standard input. Each is read once, in this order.
func (p *program) read(args []string, below func(path string) bool) []found {
	var all []found
	seen := map[string]bool{}
	for _, arg := range args {
		paths := expand(arg, below)
		if len(paths) == 0 {
			all = append(all, found{source.NewFile(arg, ""), fmt.Errorf("there are no specs below %s", arg)})
		}
		for _, path := range paths {
			if id := identity(path); !seen[id] {
				seen[id] = true
				all = append(all, p.readOne(path))
			}
		}
	}
	return all
}

func identity(path string) string {
	if abs, err := filepath.Abs(path); err == nil && path != "-" {
		if real, err := filepath.EvalSymlinks(abs); err == nil {
			return real
		}
		return abs
	}
	return path
}

func (p *program) readOne(path string) found {
	var text []byte
	var err error
	name := path
	if path == "-" {
		name = stdinName
		text, err = io.ReadAll(io.LimitReader(p.stdin, document.Largest+1))
	} else {
		text, err = document.ReadFile(path)
	}
	if err != nil {
		return found{source.NewFile(name, ""), fmt.Errorf("cannot read %s: %s", name, document.Reason(err))}
	}
	return found{file: source.NewFile(name, string(text))}
}

// expand lists the documents below a folder, sorted, without what is hidden;
// anything else is a file.
func expand(arg string, below func(path string) bool) []string {
	if arg == "-" {
		return []string{arg}
	}
	var paths []string
	err := filepath.WalkDir(arg, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case path != arg && strings.HasPrefix(d.Name(), "."):
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		case path == arg && !d.IsDir():
			paths = append(paths, path)
		case !d.IsDir() && below(path):
			paths = append(paths, path)
		}
		return nil
	})
	if err != nil {
		return []string{arg} // reading it says why
	}
	slices.Sort(paths)
	return paths
}

// isSpec tells what can be checked, isDocument what is written in our own
// language.
func isSpec(path string) bool { return isDocument(path) || document.Foreign(path) }

func isDocument(path string) bool {
	ext := strings.ToLower(filepath.Ext(path))
	return ext == ".yaml" || ext == ".yml"
}
