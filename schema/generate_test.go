package schema

import (
	"encoding/json"
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/invopop/jsonschema"

	"github.com/epibdd/epibdd/report"
)

var update = flag.Bool("update", false, "write what was generated")

const reportFile = "report.schema.json"

// The schema of reports is made from the structures that are written, and its
// descriptions from their comments.
func TestReportSchemaIsGenerated(t *testing.T) {
	comments, err := commentsOf("../report/json.go", "../report/run.go", "../report/plan.go", "../report/measure.go", "../report/result.go")
	if err != nil {
		t.Fatal(err)
	}
	r := jsonschema.Reflector{
		Mapper:        mapped,
		LookupComment: func(typ reflect.Type, field string) string { return comments[typ.Name()+"."+field] },
	}
	s := r.Reflect(&report.Document{})
	s.ID = "https://github.com/epibdd/epibdd/schema/" + reportFile
	s.Title = "epibdd report"
	nullable(s.Definitions["CheckRecord"], "value", "expect", "ok", "reason", "states", "run")
	s.Definitions["Values"] = values
	text, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	got := string(text) + "\n"
	if *update {
		if err := os.WriteFile(reportFile, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if d := cmp.Diff(Report, got); d != "" {
		t.Errorf("go generate ./schema brings it up to date (-file +structures):\n%s", d)
	}
}

// mapped are the types that write themselves.
func mapped(t reflect.Type) *jsonschema.Schema {
	switch t {
	case reflect.TypeFor[report.Number]():
		return &jsonschema.Schema{Type: "string", Pattern: "^-?[0-9]+$"}
	case reflect.TypeFor[report.Object]():
		return &jsonschema.Schema{Ref: "#/$defs/Values"}
	}
	return nil
}

// values are variables with their values: texts, or arrays by index.
var values = &jsonschema.Schema{
	Type:        "object",
	Description: "Names with their values; an array is an object by index.",
	AdditionalProperties: &jsonschema.Schema{
		AnyOf: []*jsonschema.Schema{{Type: "string"}, {Ref: "#/$defs/Values"}},
	},
}

// nullable allows null for members that are always there.
func nullable(s *jsonschema.Schema, members ...string) {
	for _, m := range members {
		p, ok := s.Properties.Get(m)
		if !ok {
			panic("no member " + m)
		}
		inner := *p
		inner.Description = ""
		s.Properties.Set(m, &jsonschema.Schema{
			AnyOf:       []*jsonschema.Schema{&inner, {Type: "null"}},
			Description: p.Description,
		})
	}
}

// commentsOf returns the comments of types, by "Type.", and of their fields, by
// "Type.Field", each
// as one line.
func commentsOf(files ...string) (map[string]string, error) {
	comments := map[string]string{}
	for _, file := range files {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		ast.Inspect(f, func(n ast.Node) bool {
			d, ok := n.(*ast.GenDecl)
			if !ok {
				return true
			}
			for _, spec := range d.Specs {
				if t, ok := spec.(*ast.TypeSpec); ok {
					comments[t.Name.Name+"."] = sentence(t.Name.Name, line(d.Doc))
					fieldComments(comments, t)
				}
			}
			return true
		})
	}
	return comments, nil
}

func fieldComments(comments map[string]string, t *ast.TypeSpec) {
	s, ok := t.Type.(*ast.StructType)
	if !ok {
		return
	}
	for _, f := range s.Fields.List {
		for _, name := range f.Names {
			text := line(f.Doc)
			if text == "" {
				text = line(f.Comment)
			}
			comments[t.Name.Name+"."+name.Name] = sentence(name.Name, text)
		}
	}
}

// sentence is a comment without the name that it begins with: readers of the
// schema know the members by other names.
func sentence(name, comment string) string {
	text := strings.TrimPrefix(comment, name+" ")
	text = strings.TrimPrefix(strings.TrimPrefix(text, "is "), "are ")
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

func line(c *ast.CommentGroup) string {
	if c == nil {
		return ""
	}
	return strings.Join(strings.Fields(c.Text()), " ")
}
