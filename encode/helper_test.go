package encode

import (
	"fmt"
	"testing"

	"github.com/epibdd/epibdd/encode/internal/tune"
	"github.com/epibdd/epibdd/encode/internal/value"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/symbolic"
)

// suite resolves a document with parameters such as "n=3".
func suite(text string, params ...string) (*spec.Suite, error) {
	var o spec.Options
	for _, p := range params {
		param, errs := document.ParseAssignment(p)
		if err := errs.Err(); err != nil {
			return nil, err
		}
		o.Params = append(o.Params, param)
	}
	s, errs := spec.Load(&document.Loader{}, source.NewFile("test.yaml", text), o)
	return s, errs.Err()
}

// load returns the first model of a document.
func load(t testing.TB, text string, params ...string) *spec.Model {
	t.Helper()
	s, err := suite(text, params...)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return s.Models[0]
}

// build encodes a model and checks the invariants of the result.
func build(t testing.TB, m *spec.Model, asked ...spec.Expr) *System {
	t.Helper()
	return buildTuned(t, m, tune.Sizes{}, asked...)
}

// small makes small models take the ways of large ones.
var small = tune.Sizes{Instances: 2, Few: 0, Parts: 4, Union: 2, Blocks: 4, Terms: 2, Hot: 2}

func buildTuned(t testing.TB, m *spec.Model, tune tune.Sizes, asked ...spec.Expr) *System {
	t.Helper()
	s, err := New(t.Context(), m, Options{Asked: asked, tune: tune})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.sane(); err != nil {
		t.Fatal(err)
	}
	return s
}

// states lists all states of a small model.
func states(m *spec.Model) []spec.State {
	types := make([]spec.Type, len(m.Vars))
	for i, v := range m.Vars {
		types[i] = v.Type
	}
	var all []spec.State
	for tuple := range spec.Tuples(types) {
		all = append(all, append(spec.State(nil), tuple...))
	}
	return all
}

// has tells whether a set contains a state.
func (s *System) has(set symbolic.Set, st spec.State) bool {
	return set.Contains(s.codes.VectorOf(st).Assignment(s.codes.Layout.StateBits()))
}

// at returns the value in a state.
func (s *System) at(v value.Value, st spec.State) spec.Value {
	switch v := v.(type) {
	case value.Constant:
		return v.V
	case value.Truth:
		return spec.Bool(s.has(v.In, st))
	case value.Scalar:
		for _, c := range v.Cases {
			if s.has(c.When, st) {
				return c.Value
			}
		}
	case value.Tuple:
		if s.has(v.Absent, st) {
			return spec.Absent{}
		}
		var parts []spec.Value
		for _, p := range v.Parts {
			parts = append(parts, s.at(p, st))
		}
		if v.Record {
			return spec.Record(parts)
		}
		return spec.Array(parts)
	case value.Family:
		if s.has(v.Absent, st) {
			return spec.Absent{}
		}
		var elems []spec.Value
		for _, m := range v.Members {
			if s.has(m.In, st) {
				elems = append(elems, m.Elem)
			}
		}
		return spec.NewSet(elems...)
	}
	return spec.Symbol(fmt.Sprintf("no value: %T", v))
}

func show(m *spec.Model, st spec.State) string {
	text := ""
	for i, v := range m.Vars {
		text += fmt.Sprintf("%s=%s ", v.Name, v.Type.Show(st[i]))
	}
	return text
}
