package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// semantics is the page with the definitions that comments in the code cite.
const semantics = "docs/semantics.md"

var (
	anchor   = regexp.MustCompile(`<a id="([^"]*)"></a>`)
	section  = regexp.MustCompile(`(?m)^## .*$`)
	citation = regexp.MustCompile(regexp.QuoteMeta(semantics) + `#([\w-]*)`)
	pageLink = regexp.MustCompile(`\]\((?:[\w./-]*/)?semantics\.md#([^)]*)\)`)
	ownLink  = regexp.MustCompile(`\]\(#([^)]*)\)`)
)

// TestCitedDefinitionsExist holds comments in the code, and links in documents, to the
// anchors of the definitions: each that is cited is there, once.
func TestCitedDefinitionsExist(t *testing.T) {
	root := filepath.Join("..", "..")
	page := readText(t, filepath.Join(root, semantics))
	defined := map[string]bool{}
	for _, a := range anchor.FindAllStringSubmatch(page, -1) {
		if defined[a[1]] {
			t.Errorf("%s has the anchor %q twice", semantics, a[1])
		}
		defined[a[1]] = true
	}
	for _, heading := range section.FindAllString(page, -1) {
		if !anchor.MatchString(heading) {
			t.Errorf("%s: the section %q has no anchor", semantics, heading)
		}
	}
	cited := func(file, text string, by *regexp.Regexp) (n int) {
		for _, c := range by.FindAllStringSubmatch(text, -1) {
			if n++; !defined[c[1]] {
				t.Errorf("%s cites %s#%s, which is not there", file, semantics, c[1])
			}
		}
		return n
	}
	if cited(semantics, page, ownLink) == 0 {
		t.Errorf("%s has no links to its own sections", semantics)
	}
	links := 0
	for _, name := range documents {
		links += cited(name, readText(t, filepath.Join(root, name)), pageLink)
	}
	if links == 0 {
		t.Errorf("no document links to a section of %s", semantics)
	}
	inCode := 0
	err := filepath.WalkDir(root, func(file string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && strings.HasPrefix(entry.Name(), ".") && entry.Name() != "..":
			return fs.SkipDir
		case entry.IsDir() || filepath.Ext(file) != ".go":
			return nil
		}
		inCode += cited(file, readText(t, file), citation)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if inCode == 0 {
		t.Errorf("no comment in the code cites %s", semantics)
	}
}

func readText(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
