package main

import (
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/epibdd/epibdd"
)

// stdinName is what the document on standard input is called.
const stdinName = "<stdin>"

// text reads what an argument names: a file, or - for standard input. Errors call it by
// its name.
func (p *program) text(path string) (name, text string, err error) {
	if path != "-" {
		text, err = epibdd.ReadFile(path)
		return path, text, err
	}
	all, err := io.ReadAll(io.LimitReader(p.stdin, epibdd.Largest+1))
	if err != nil {
		err = fmt.Errorf("cannot read %s: %s", stdinName, epibdd.FileReason(err))
	}
	return stdinName, string(all), err
}

// found is a file that arguments name, or a folder in which there is none.
type found struct {
	path string
	err  error
}

// expand lists the documents that arguments name: files, folders with all that is below
// them, and - for standard input. Each is listed once, in this order.
func expand(args []string, below func(path string) bool) []found {
	var all []found
	seen := map[string]bool{}
	for _, arg := range args {
		paths := expandOne(arg, below)
		if len(paths) == 0 {
			all = append(all, found{arg, fmt.Errorf("there are no specs below %s", arg)})
		}
		for _, path := range paths {
			if id := identity(path); !seen[id] {
				seen[id] = true
				all = append(all, found{path: path})
			}
		}
	}
	return all
}

// expandOne lists the documents below a folder, sorted, without what is hidden;
// anything else is a file.
func expandOne(arg string, below func(path string) bool) []string {
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

// identity is the same for all names of a file, links resolved.
func identity(path string) string {
	if abs, err := filepath.Abs(path); err == nil && path != "-" {
		if real, err := filepath.EvalSymlinks(abs); err == nil {
			return real
		}
		return abs
	}
	return path
}

// isSpec tells what can be checked, isDocument what is written in our own
// language, isForeign what is written in that of another tool.
func isSpec(path string) bool { return isDocument(path) || isForeign(path) }

func isDocument(path string) bool {
	ext := strings.ToLower(filepath.Ext(path))
	return (ext == ".yaml" || ext == ".yml") && !epibdd.IsExpectations(path)
}

func isForeign(path string) bool { return epibdd.IsForeign(path) }
