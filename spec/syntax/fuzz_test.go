package syntax

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/epibdd/epibdd/spec/source"
)

// roundTrip parses any text. It must be refused with one error at a place within
// it, or read as a tree that is the same after printing and parsing, parentheses
// included.
func roundTrip(t reporter, kind, in string) {
	t.Helper()
	var errs source.List
	at := whole(in)
	tree := kinds[kind](at, &errs)
	if tree == nil {
		all := errs.All()
		if len(all) != 1 || all[0].Message == "" {
			t.Fatalf("%q is refused with %d errors", in, len(all))
		}
		if place := all[0].Span; place.File != at.File || place.Start < at.Start || place.End > at.End || place.End < place.Start {
			t.Fatalf("%q: the error is outside: %v", in, all[0])
		}
		return
	}
	if errs.Err() != nil {
		t.Fatalf("%q is read in spite of %v", in, errs.Err())
	}
	printed := text(kind, tree)
	again := kinds[kind](whole(printed), &errs)
	if again == nil {
		t.Fatalf("%q is printed as %q, which is refused: %v", in, printed, errs.Err())
	}
	if a, b := bare(tree, true), bare(again, true); !reflect.DeepEqual(a, b) {
		t.Fatalf("%q is printed as %q, which is another tree:\n%s", in, printed, cmp.Diff(a, b))
	}
}

// seeds adds the texts of testdata as first inputs.
func seeds(f *testing.F, kind string) {
	for _, name := range []string{"canonical.txt", "errors.txt"} {
		content, err := os.ReadFile("testdata/" + name)
		if err != nil {
			f.Fatal(err)
		}
		for line := range strings.Lines(string(content)) {
			if rest, ok := strings.CutPrefix(line, kind+" "); ok {
				rest, _, _ = strings.Cut(rest, "###")
				f.Add(strings.TrimSuffix(rest, "\n"))
			}
		}
	}
}

func FuzzParseExpr(f *testing.F) {
	seeds(f, "expr")
	f.Add("X{(i),i mod n+1}")
	f.Add("0[<<0>>[0 U 0]*0]")
	f.Fuzz(func(t *testing.T, in string) {
		for _, kind := range []string{"expr", "entry", "who", "least"} {
			roundTrip(t, kind, in)
		}
	})
}

func FuzzParseProgram(f *testing.F) {
	seeds(f, "prog")
	f.Fuzz(func(t *testing.T, in string) { roundTrip(t, "prog", in) })
}

func FuzzParseType(f *testing.F) {
	seeds(f, "type")
	f.Fuzz(func(t *testing.T, in string) {
		for _, kind := range []string{"type", "sig", "names"} {
			roundTrip(t, kind, in)
		}
	})
}
