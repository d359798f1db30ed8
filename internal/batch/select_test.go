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
	} {
		in := load(t, "t.yaml", two)
		broken := Load(source.NewFile("u.yaml", "init: ("), Settings{})
		err := Select([]*Input{in, broken}, c.patterns)
		if err != nil {
			if err.Error() != c.err {
				t.Errorf("%q: %v, want %s", c.patterns, err, c.err)
			}
			continue
		}
		var got []string
		for _, check := range in.Suite.Checks {
			got = append(got, check.Label)
		}
		if d := cmp.Diff(c.want, got); d != "" || c.err != "" {
			t.Errorf("%q: error %v, want %q (-want +got):\n%s", c.patterns, err, c.err, d)
		}
	}
}
