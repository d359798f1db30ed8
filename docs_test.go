package epibdd_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// example is the text of an Example function without its last comment, and what it prints.
type example struct{ body, output string }

// examples reads the examples of this package.
func examples(t *testing.T) map[string]example {
	t.Helper()
	const file = "example_test.go"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	set := token.NewFileSet()
	parsed, err := parser.ParseFile(set, file, text, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]example{}
	for _, d := range parsed.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || !strings.HasPrefix(f.Name.Name, "Example") {
			continue
		}
		body := string(text[set.Position(f.Body.Lbrace).Offset+1 : set.Position(f.Body.Rbrace).Offset])
		code, output, found := strings.Cut(body, "\t// Output:")
		if !found {
			t.Errorf("%s prints nothing, so that nothing runs it", f.Name.Name)
		}
		all[f.Name.Name] = example{unindented(code, "\t"), unindented(output, "\t//")}
	}
	return all
}

// unindented takes a mark and a blank off the lines of a text.
func unindented(text, mark string) string {
	var lines []string
	for line := range strings.Lines(text) {
		line = strings.TrimPrefix(strings.TrimRight(line, "\n"), mark)
		if mark != "\t" {
			line = strings.TrimPrefix(line, " ")
		}
		lines = append(lines, line)
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}

var block = regexp.MustCompile("(?ms)^```(\\w+)\n(.*?)\n?^```$")

// TestPagesShowExamples compares the code of the pages, and what it is said to print, with
// the examples, which are compiled and run. The page for Go users has all of them.
func TestPagesShowExamples(t *testing.T) {
	all := examples(t)
	for _, page := range []struct {
		file string
		all  bool
	}{{"docs/go.md", true}, {"README.md", false}} {
		text, err := os.ReadFile(page.file)
		if err != nil {
			t.Fatal(err)
		}
		shown := map[string]bool{}
		last := ""
		for _, b := range block.FindAllStringSubmatch(string(text), -1) {
			switch lang, code := b[1], b[2]; {
			case lang == "go":
				if last = exampleOf(code, all); last == "" {
					t.Errorf("%s: this is no example:\n%s", page.file, code)
				}
				shown[last] = true
			case lang == "text" && last != "":
				if d := cmp.Diff(all[last].output, code); d != "" {
					t.Errorf("%s: what %s prints (-example +page):\n%s", page.file, last, d)
				}
				last = ""
			}
		}
		for name := range all {
			if page.all && !shown[name] {
				t.Errorf("%s does not show %s", page.file, name)
			}
		}
		if len(shown) == 0 {
			t.Errorf("%s shows no example", page.file)
		}
	}
}

// exampleOf is the name of the example with this body.
func exampleOf(code string, all map[string]example) string {
	for name, e := range all {
		if e.body == code {
			return name
		}
	}
	return ""
}

// TestPackageCommentShowsAnExample compares the code of the package comment, which is
// all that a comment indents by a tab.
func TestPackageCommentShowsAnExample(t *testing.T) {
	parsed, err := parser.ParseFile(token.NewFileSet(), "doc.go", nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	var code []string
	for line := range strings.Lines(parsed.Doc.Text()) {
		if rest, ok := strings.CutPrefix(line, "\t"); ok && len(code) < 10 {
			code = append(code, strings.TrimRight(rest, "\n"))
		}
	}
	if d := cmp.Diff(examples(t)["Example"].body, strings.Join(code, "\n")); d != "" {
		t.Errorf("-example +comment:\n%s", d)
	}
}

var sourceFile = regexp.MustCompile("`([\\w/]+\\.go)`")

// TestPagesNameFiles looks for the source files that pages name by their paths.
func TestPagesNameFiles(t *testing.T) {
	pages, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range append(pages, "README.md", "CONTRIBUTING.md", "bench/README.md") {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range sourceFile.FindAllStringSubmatch(string(text), -1) {
			if _, err := os.Stat(name[1]); err != nil {
				t.Errorf("%s names %s: %v", page, name[1], err)
			}
		}
	}
}
