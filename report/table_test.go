package report

import (
	"fmt"
	"slices"
	"testing"
)

func TestTableOfAPath(t *testing.T) {
	state := func(parts ...string) Object {
		o := Object{}
		for i, value := range parts {
			o = append(o, Member{Name: fmt.Sprintf("v%d", i), Value: value})
		}
		return o
	}
	run := func(states ...Object) *Run {
		p := &Path{}
		for _, s := range states[1:] {
			p.Steps = append(p.Steps, Step{Action: "go", State: s})
		}
		return &Run{State: states[0], Path: p}
	}
	two := run(state("a", "b", "c"), state("a", "x", "c"), state("z", "x", "c"))
	header := []string{"step", "", "v1", "v0"}
	rows := [][]string{{"", "start", "b", "a"}, {"1", "go", "x", ""}, {"2", "go", "", "z"}}

	wide, other := make([]string, widest+1), make([]string, widest+1)
	for i := range other {
		other[i] = "new"
	}
	for name, c := range map[string]struct {
		run  *Run
		show bool
	}{
		"a path":                {two, true},
		"in a part":             {&Run{State: two.State, Parts: []*Run{{State: two.State}, two}}, true},
		"no path":               {&Run{State: two.State}, false},
		"one step":              {run(state("a"), state("b")), false},
		"more than can be read": {run(state(wide...), state(other...), state(wide...)), false},
	} {
		h, r := c.run.table()
		if !c.show {
			if h != nil || r != nil {
				t.Errorf("%s: %q, %q", name, h, r)
			}
			continue
		}
		if !slices.Equal(h, header) || !slices.EqualFunc(r, rows, slices.Equal) {
			t.Errorf("%s: %q, %q; want %q, %q", name, h, r, header, rows)
		}
	}
}
