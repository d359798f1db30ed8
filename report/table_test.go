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

	thought := run(state("a", "b"), state("x", "b"), state("x", "c"))
	thought.Path.Possible = []Possible{
		{After: 0, Agent: "ann", About: "v", Count: 2, Values: []string{"b", "c"}}, {After: 0, Agent: "bob", About: "v", Count: 20},
		{After: 1, Agent: "ann", About: "v", Count: 2, Values: []string{"b", "c"}}, {After: 1, Agent: "bob", About: "v", Count: 20},
		{After: 2, Agent: "ann", About: "v", Count: 1, Values: []string{"c"}}, {After: 2, Agent: "bob", About: "v", Count: 9},
	}
	thoughtHeader := []string{"step", "", "v0", "v1", "ann: v", "bob: v"}
	thoughtRows := [][]string{{"", "start", "a", "b", "b, c", "20 values"}, {"1", "go", "x", "", "", ""}, {"2", "go", "", "c", "c", "9 values"}}
	if h, r := thought.table(); !slices.Equal(h, thoughtHeader) || !slices.EqualFunc(r, thoughtRows, slices.Equal) {
		t.Errorf("with what is considered possible: %q %q", h, r)
	}

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
