package schema

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"gopkg.in/yaml.v3"

	"github.com/epibdd/epibdd/models"
	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
)

// compiled reads a schema, and checks it against the schema of schemas.
func compiled(t *testing.T, text string) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("schema.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// asJSON is what an editor sees of a YAML document.
func asJSON(t *testing.T, text string) any {
	t.Helper()
	var v any
	if err := yaml.Unmarshal([]byte(text), &v); err != nil {
		t.Fatal(err)
	}
	return withTextKeys(v)
}

func withTextKeys(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k, e := range v {
			v[k] = withTextKeys(e)
		}
	case map[any]any:
		m := map[string]any{}
		for k, e := range v {
			m[fmt.Sprint(k)] = withTextKeys(e)
		}
		return m
	case []any:
		for i, e := range v {
			v[i] = withTextKeys(e)
		}
	}
	return v
}

func TestSpecsSatisfyTheSchema(t *testing.T) {
	s := compiled(t, Spec)
	texts := map[string]string{}
	samples, err := filepath.Glob("../spec/document/testdata/sample/*.yaml")
	if err != nil || len(samples) < 20 {
		t.Fatalf("%d samples, %v", len(samples), err)
	}
	for _, path := range samples {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		texts[filepath.Base(path)] = string(text)
	}
	for _, name := range models.Names() {
		texts[name], _ = models.Get(name)
	}
	for name, text := range texts {
		if err := s.Validate(asJSON(t, text)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestWhatTheSchemaRefuses(t *testing.T) {
	s := compiled(t, Spec)
	for name, text := range map[string]string{
		"unknown key":             "vars: {a: bool}\nvar: {b: bool}\n",
		"unknown key of a check":  "check: [{id: a, formula: x, expects: holds}]\n",
		"unknown key of a step":   "actions: {a: {if: x}}\n",
		"two questions":           "check: [{id: a, formula: x, count: y}]\n",
		"no question":             "check: [{id: a}]\n",
		"no id":                   "check: [{formula: x}]\n",
		"least without formula":   "check: [{id: a, count: x, least: m in 1..3}]\n",
		"mapping as expression":   "init: {forall x in T: a}\n",
		"unknown recall":          "recall: prefect\n",
		"checks that are no list": "check: {a: b}\n",
		"a list":                  "[a]\n",
	} {
		if s.Validate(asJSON(t, text)) == nil {
			t.Errorf("%s: nothing is refused", name)
		}
	}
}

// The loader names its keys when it meets one that it does not know. The schema
// has to know the same.
func TestKeysAreThoseOfTheLoader(t *testing.T) {
	s := compiled(t, Spec)
	defs := func(name string) *jsonschema.Schema {
		switch name {
		case "document":
			return s
		case "check":
			return s.Properties["check"].Items2020.Ref
		case "limits":
			return s.Properties["limits"].Ref
		}
		return s.Properties[name+"s"].AdditionalProperties.(*jsonschema.Schema).AnyOf[0].Ref
	}
	for name, text := range map[string]string{
		"document": "qqqqqqqqqqqqqqqq: 1\n",
		"check":    "check: [{id: a, formula: x, qqqqqqqqqqqqqqqq: 1}]\n",
		"action":   "actions: {a: {qqqqqqqqqqqqqqqq: 1}}\n",
		"agent":    "agents: {a: {qqqqqqqqqqqqqqqq: 1}}\n",
		"limits":   "limits: {qqqqqqqqqqqqqqqq: 1}\n",
	} {
		want := loaderKeys(t, text)
		var got []string
		for key := range defs(name).Properties {
			got = append(got, key)
		}
		slices.Sort(got)
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("keys of %s (-loader +schema):\n%s", name, d)
		}
	}
}

func loaderKeys(t *testing.T, text string) []string {
	t.Helper()
	_, errs := (&document.Loader{}).Load(source.NewFile("t.yaml", text))
	for _, d := range errs.All() {
		if list, ok := strings.CutPrefix(d.Hint, "the keys are "); ok {
			keys := strings.Split(list, ", ")
			slices.Sort(keys)
			return keys
		}
	}
	t.Fatalf("the loader does not list its keys: %v", errs.Err())
	return nil
}
