package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestArrange(t *testing.T) {
	for _, c := range []struct{ args, want, err string }{
		{"epibdd", "epibdd", ""},
		{"epibdd check a.yaml", "epibdd check -- a.yaml", ""},
		{"epibdd check a.yaml --quiet", "epibdd check --quiet -- a.yaml", ""},
		{"epibdd check a.yaml --jobs 3 b.yaml -q", "epibdd check --jobs 3 -q -- a.yaml b.yaml", ""},
		{"epibdd check a.yaml --jobs=3 -", "epibdd check --jobs=3 -- a.yaml -", ""},
		{"epibdd check -p n=2 -p -m=3", "epibdd check -p n=2 -p -m=3", ""},
		{"epibdd check a -- --quiet -x", "epibdd check -- a --quiet -x", ""},
		{"epibdd check --", "epibdd check", ""},
		{"epibdd check a -h", "epibdd check -h", ""},
		{"epibdd worlds a --agent -h --help", "epibdd worlds --help", ""},
		{"epibdd models check x --jobs 2", "epibdd models check --jobs 2 -- x", ""},
		{"epibdd models copy a b --force", "epibdd models copy --force -- a b", ""},
		{"epibdd check -quiet a", "epibdd check -quiet -- a", ""},
		{"epibdd check --quite a", "", `unknown flag --quite; did you mean "--quiet"?`},
		{"epibdd check -z a", "", "unknown flag -z"},
		{"epibdd check a --jobs", "", "--jobs needs a value"},
		{"epibdd models --jobs 2 check", "", "unknown flag --jobs"},
		{"epibdd models chekc", "", `unknown command "chekc"; did you mean "check"?`},
		{"epibdd --help check", "epibdd --help check", ""},
	} {
		app := (&program{}).app()
		app.Setup()
		got, err := arrange(app, strings.Fields(c.args))
		if c.err != "" {
			if err == nil || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%s: %v, want %s", c.args, err, c.err)
			}
			continue
		}
		if d := cmp.Diff(strings.Fields(c.want), got); err != nil || d != "" {
			t.Errorf("%s: %v (-want +got):\n%s", c.args, err, d)
		}
	}
}
