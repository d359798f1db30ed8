package batch

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/epibdd/epibdd/spec/source"
)

func TestSelect(t *testing.T) {
	for _, c := range []struct {
		patterns []string
		want     []string
		err      string
	}{
		{nil, inOrder, ""},
		{[]string{"a"}, []string{"a[n=1]", "a[n=2]"}, ""},
		{[]string{"b[n=2]"}, []string{"b[n=2]"}, ""},
		{[]string{"*[n=2]", "a"}, []string{"a[n=1]", "a[n=2]", "b[n=2]"}, ""},
		{[]string{"*"}, inOrder, ""},
		{[]string{"a[n=3]"}, nil, `no check "a[n=3]"; did you mean "a[n=1]"?`},
		{[]string{"a", "x*y"}, nil, `no check "x*y"`},
		{[]string{"."}, nil, `no check "."`},
		{[]string{"\xff"}, nil, `no check "\xff"`},
	} {
		in := load(t, "t.yaml", two)
		broken := Load(source.NewFile("u.yaml", "init: ("), Settings{})
		selected, err := Select([]*Input{in, broken}, c.patterns)
		if err != nil {
			if err.Error() != c.err {
				t.Errorf("%q: %v, want %s", c.patterns, err, c.err)
			}
			continue
		}
		var got []string
		for _, check := range selected[0].Suite.Checks {
			got = append(got, check.Label)
		}
		if n := len(in.Suite.Checks); n != len(inOrder) {
			t.Errorf("%q: %d checks are left in what was selected from", c.patterns, n)
		}
		if d := cmp.Diff(c.want, got); d != "" || c.err != "" {
			t.Errorf("%q: error %v, want %q (-want +got):\n%s", c.patterns, err, c.err, d)
		}
	}
}

const grid = `
params: {n: 1, lim: 1, deal: [a]}
types: {Card: [a, b]}
vars: {x: Card}
check:
  - {id: a, formula: x in Card}
sweep:
  - {n: 1, lim: 1, deal: [a, b]}
  - {n: 1, lim: 2, deal: [a, b]}
  - {n: 2, lim: 1, deal: [b]}
`

// TestSelectPartOfARow names rows by some of their values.
func TestSelectPartOfARow(t *testing.T) {
	labels := func(in *Input) []string {
		var all []string
		for _, check := range in.Suite.Checks {
			all = append(all, check.Label)
		}
		return all
	}
	all := labels(load(t, "t.yaml", grid))
	if len(all) != 3 {
		t.Fatalf("the rows are %q", all)
	}
	for _, c := range []struct {
		pattern string
		want    []string
	}{
		{"a[n=1]", all[:2]},
		{"a[lim=2]", all[1:2]},
		{"*[lim=1,n=2]", all[2:]},
		{"a[n=1, lim=1]", all[:1]},
		{"a[n=*]", all},
		{all[0], all[:1]},
		{"a[n=3]", nil},
		{"a[n=1,lim=3]", nil},
		{"b[n=1]", nil},
		{"a[]", nil},
		{"a[n=1", nil},
		{"a[n=1,lim=1,deal=c]", nil},
	} {
		in := load(t, "t.yaml", grid)
		selected, err := Select([]*Input{in}, []string{c.pattern})
		if (err != nil) != (c.want == nil) {
			t.Errorf("%s: %v, want %q", c.pattern, err, c.want)
		}
		if err != nil {
			continue
		}
		if got := labels(selected[0]); !cmp.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.pattern, got, c.want)
		}
	}
}

// TestGlob takes * for any text, and everything else for itself.
func TestGlob(t *testing.T) {
	for _, c := range []struct {
		pattern, text string
		want          bool
	}{
		{"", "", true},
		{"", "a", false},
		{"a", "a", true},
		{"a", "ab", false},
		{"b", "ab", false},
		{"*", "", true},
		{"a*", "ab", true},
		{"*b", "ab", true},
		{"*a", "ab", false},
		{"a*a", "a", false},
		{"a*a", "aa", true},
		{"a**c", "abc", true},
		{"a*b*b", "ab", false},
		{"a*b*a", "abbaba", true},
		{"*b*", "abc", true},
		{"a.c", "abc", false},
		{"\xff*", "\xff\n", true},
	} {
		if got := glob(c.pattern, c.text); got != c.want {
			t.Errorf("glob(%q, %q) is %v", c.pattern, c.text, got)
		}
	}
}
