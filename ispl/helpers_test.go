package ispl

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/epibdd/epibdd/decide"
	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/spec/syntax"
	"github.com/epibdd/epibdd/verdict"
)

// imported reads a model, which must be without error.
func imported(t testing.TB, name, text string) *document.Document {
	t.Helper()
	var errs source.List
	d := Import(source.NewFile(name, text), &errs)
	if err := errs.Err(); err != nil {
		t.Fatal(err)
	}
	return d
}

// resolved is a document with its model and checks, which must be without error.
func resolved(t testing.TB, d *document.Document) *spec.Suite {
	t.Helper()
	suite, errs := spec.Resolve(d, spec.Options{})
	if err := errs.Err(); err != nil {
		t.Fatal(err)
	}
	return suite
}

// answers decides all checks.
func answers(t testing.TB, suite *spec.Suite) []*verdict.Answer {
	t.Helper()
	var asked []spec.Expr
	for _, c := range suite.Checks {
		asked = append(asked, c.Formula)
	}
	sys, err := encode.New(context.Background(), suite.Models[0], encode.Options{Asked: asked})
	if err != nil {
		t.Fatal(err)
	}
	checker := decide.New(sys, "", decide.Options{})
	var all []*verdict.Answer
	for _, c := range suite.Checks {
		a, err := checker.Check(context.Background(), c)
		if err != nil {
			t.Fatalf("%s: %v", c.ID, err)
		}
		all = append(all, a)
	}
	return all
}

// shared lists the files of a folder beside the repository; the tests that need
// them are skipped where it is not.
func shared(t *testing.T, pattern string) []string {
	t.Helper()
	root := os.Getenv("EPIBDD_SHARED")
	if root == "" {
		root = "../../shared"
	}
	files, err := filepath.Glob(filepath.Join(root, pattern))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Skip("there is no " + pattern + " beside the repository")
	}
	return files
}

func readText(t testing.TB, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func syntaxOf(x syntax.Expr) string { return syntax.String(x) }
