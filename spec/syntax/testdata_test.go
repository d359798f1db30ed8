package syntax

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/epibdd/epibdd/spec/source"
)

// whole returns a span over all of text, placed in a larger file so that a
// mistaken offset shows.
func whole(text string) source.Span {
	const before = "key: "
	f := source.NewFile("t", before+text+"\nnext: x\n")
	return source.Span{File: f, Start: len(before), End: len(before) + len(text)}
}

// kinds are the rules that the files in testdata name.
var kinds = map[string]func(source.Span, *source.List) Node{
	"expr":  func(at source.Span, errs *source.List) Node { return node(ParseExpr(at, errs)) },
	"prog":  func(at source.Span, errs *source.List) Node { return node(ParseProgram(at, errs)) },
	"type":  func(at source.Span, errs *source.List) Node { return node(ParseType(at, errs)) },
	"sig":   func(at source.Span, errs *source.List) Node { return node(ParseSig(at, errs)) },
	"entry": func(at source.Span, errs *source.List) Node { return node(ParseEntry(at, errs)) },
	"who":   func(at source.Span, errs *source.List) Node { return node(ParseWho(at, errs)) },
	"least": func(at source.Span, errs *source.List) Node { return node(ParseLeast(at, errs)) },
	"names": func(at source.Span, errs *source.List) Node {
		names := ParseNames(at, errs)
		if names == nil {
			return nil
		}
		return &Quant{Binders: []Binder{{Names: names, Domain: &BoolType{}}}, Body: &None{}}
	},
}

// node turns a typed nil into a plain one.
func node(n Node) Node {
	if n == nil || reflect.ValueOf(n).IsNil() {
		return nil
	}
	return n
}

// text prints a node that a rule of kinds returned.
func text(kind string, n Node) string {
	if q, ok := n.(*Quant); ok && kind == "names" {
		var w printer
		w.names(q.Binders[0].Names)
		return string(w.buf)
	}
	return String(n)
}

// reporter is what tests, fuzz targets and random checks have in common.
type reporter interface {
	Helper()
	Fatalf(format string, args ...any)
}

// read parses text, which must be without error.
func read(t reporter, kind, text string) Node {
	t.Helper()
	var errs source.List
	n := kinds[kind](whole(text), &errs)
	if err := errs.Err(); err != nil {
		t.Fatalf("%s %s\n%v", kind, text, err)
	}
	if n == nil {
		t.Fatalf("%s %s: nothing was read, and no error reported", kind, text)
	}
	return n
}

// bare copies a tree without places and, where parens is false, without Paren
// nodes, for comparison.
func bare(n Node, parens bool) Node {
	return strip(reflect.ValueOf(n), parens).Interface().(Node)
}

func strip(v reflect.Value, parens bool) reflect.Value {
	switch v.Kind() {
	case reflect.Interface:
		if v.IsNil() {
			return v
		}
		return strip(v.Elem(), parens)
	case reflect.Pointer:
		return stripPointer(v, parens)
	case reflect.Slice:
		c := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		for i := range v.Len() {
			c.Index(i).Set(strip(v.Index(i), parens))
		}
		return c
	case reflect.Struct:
		c := reflect.New(v.Type()).Elem()
		for i := range v.NumField() {
			if v.Field(i).Type() != reflect.TypeFor[source.Span]() {
				c.Field(i).Set(strip(v.Field(i), parens))
			}
		}
		return c
	}
	return v
}

func stripPointer(v reflect.Value, parens bool) reflect.Value {
	if v.IsNil() {
		return v
	}
	switch x := v.Interface().(type) {
	case *Paren:
		if !parens {
			return strip(reflect.ValueOf(x.X), parens)
		}
	case *ParenProgram:
		if !parens {
			return strip(reflect.ValueOf(x.X), parens)
		}
	}
	c := reflect.New(v.Type().Elem())
	c.Elem().Set(strip(v.Elem(), parens))
	return c
}

// lines returns the lines of a file in testdata that are no comments, each with
// its kind.
func lines(t *testing.T, name string, visit func(t *testing.T, kind, line string)) {
	t.Helper()
	content, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for line := range strings.Lines(string(content)) {
		line = strings.TrimSuffix(line, "\n")
		if line == "" || line[0] == '#' {
			continue
		}
		kind, rest, _ := strings.Cut(line, " ")
		if kinds[kind] == nil {
			t.Fatalf("%s: no kind %q in %q", name, kind, line)
		}
		seen++
		t.Run(line, func(t *testing.T) { visit(t, kind, rest) })
	}
	if seen < 50 {
		t.Errorf("%s has only %d lines", name, seen)
	}
}

func TestCanonical(t *testing.T) {
	lines(t, "canonical.txt", func(t *testing.T, kind, line string) {
		in, want, differs := strings.Cut(line, " ==> ")
		if !differs {
			want = in
		}
		first := read(t, kind, in)
		if got := text(kind, first); got != want {
			t.Errorf("printed as\n%s\nwant\n%s", got, want)
		}
		again := read(t, kind, text(kind, first))
		if diff := cmp.Diff(bare(first, true), bare(again, true)); diff != "" {
			t.Errorf("printed and parsed it is another tree (-first +again):\n%s", diff)
		}
	})
}
