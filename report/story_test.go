package report

import (
	"strings"
	"testing"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

const roundText = `
vars: {x: 0..3, b: bool}
init: x = 0 & !b
agents: {ann: {sees: [x]}, bob: {sees: [b]}}
actions: {i: {then: {x: (x + 1) mod 4}}}
check:
  - {id: chain, formula: "E{ann, bob; 2 + 1} x = 0"}
  - {id: next, formula: "[i; i] x = 0"}
  - {id: all, formula: "AF{i; <= 2} b"}
  - {id: unknown, formula: "AF{i; <= 2} K{ann} b"}
`

// tell tells the run that build makes for a check of roundText.
func tell(t *testing.T, id string, build func(m *spec.Model, n *witness.Node) []Doubt) string {
	t.Helper()
	suite, err := spec.Parse("round.yaml", roundText)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range suite.Checks {
		if c.ID == id {
			n := &witness.Node{Formula: c.Formula, State: at(0)}
			doubts := build(suite.Models[0], n)
			return RunOf(suite.Models[0], n, doubts).Story() + "\n"
		}
	}
	t.Fatal(id)
	return ""
}

func at(x int64) spec.State { return spec.State{spec.Int(x), spec.Bool(false)} }

func walk(m *spec.Model, through ...int64) []witness.Step {
	var steps []witness.Step
	for _, x := range through {
		steps = append(steps, step(at(x), m.Actions[0]))
	}
	return steps
}

func TestStory(t *testing.T) {
	cases := []struct {
		name, check, want string
		build             func(m *spec.Model, n *witness.Node) []Doubt
	}{
		{"each level says how often", "chain", `
E{ann, bob; 2 + 1} x = 0 fails
  start: x = 0, b = false
  ann considers possible what is so here:
    here E{ann, bob} x = 0, 2 times, fails:
      bob considers possible what is so here:
        here E{ann, bob} x = 0, 1 time, fails:
          bob considers also possible (reached by i): x = 1
            here x = 0 fails
`, func(m *spec.Model, n *witness.Node) []Doubt {
			e := n.Formula.(*spec.GroupKnows)
			two := &witness.Node{Formula: e, State: at(0), Times: 2}
			one := &witness.Node{Formula: e, State: at(0), Times: 1}
			n.Epistemic = &witness.EpistemicStep{Agents: m.Agents[:1], Start: at(0), To: two}
			two.Epistemic = &witness.EpistemicStep{Agents: m.Agents[1:], Start: at(0), To: one}
			one.Epistemic = &witness.EpistemicStep{Agents: m.Agents[1:], Start: at(0), Origin: walk(m, 1), To: &witness.Node{Formula: e.X, State: at(1)}}
			return nil
		}},
		{"one execution is no repetition", "next", `
[i; i] x = 0 fails
  start: x = 0, b = false
  1. i: x = 1
  2. i: x = 2
    here x = 0 fails
`, func(m *spec.Model, n *witness.Node) []Doubt {
			n.Path = &witness.Path{Steps: walk(m, 1, 2), Marks: []int{0, 2}, Loop: -1, Shown: []witness.Shown{
				{Mark: 1, Node: &witness.Node{Formula: n.Formula.(*spec.Temporal).X, State: at(2)}},
			}}
			return nil
		}},
		{"the last state says what fails", "all", `
AF{i; <= 2} b fails
  start: x = 0, b = false
    here b fails
  1. i: x = 1
  2. i: x = 2
    here b fails
`, func(m *spec.Model, n *witness.Node) []Doubt {
			n.Path = &witness.Path{Steps: walk(m, 1, 2), Marks: []int{0, 1, 2}, Loop: -1}
			for i := range 3 {
				n.Path.Shown = append(n.Path.Shown, witness.Shown{Mark: i, Node: &witness.Node{Formula: n.Formula.(*spec.Temporal).X, State: at(int64(i))}})
			}
			return nil
		}},
		{"that somebody does not know what is not so is said at first and at last", "unknown", `
AF{i; <= 2} K{ann} b fails
  start: x = 0, b = false
    here K{ann} b fails:
      ann considers possible what is so here:
        here b fails
  1. i: x = 1
  2. i: x = 2
    here K{ann} b fails:
      ann considers possible what is so here:
        here b fails
`, func(m *spec.Model, n *witness.Node) []Doubt {
			n.Path = &witness.Path{Steps: walk(m, 1, 2), Marks: []int{0, 1, 2}, Loop: -1}
			knows := n.Formula.(*spec.Temporal).X.(*spec.Knows)
			for i := range 3 {
				here, way := at(int64(i)), walk(m, 1, 2)[:i]
				j := &witness.EpistemicStep{Agents: m.Agents[:1], Start: at(0), Origin: way, To: &witness.Node{Formula: knows.X, State: here}}
				n.Path.Shown = append(n.Path.Shown, witness.Shown{Mark: i, Node: &witness.Node{Formula: knows, State: here, Epistemic: j}})
			}
			return nil
		}},
		{"what is considered possible is told where it changes", "next", `
[i; i] x = 0 fails
  start: x = 0, b = false
    bob considers x = 0, 1, 2 possible
    ann knows that x = 0
  1. i: x = 1
    bob still considers x = 1, 2 possible
    ann considers 7 values of x possible
  2. i: x = 2
    bob knows that x = 2
`, func(m *spec.Model, n *witness.Node) []Doubt {
			n.Path = &witness.Path{Steps: walk(m, 1, 2), Marks: []int{0, 2}, Loop: -1}
			x := n.Formula.(*spec.Temporal).X.(*spec.Binary).X
			note := func(after, agent, count int, values ...spec.Value) {
				n.Path.Possible = append(n.Path.Possible, witness.Possible{After: after, Agent: m.Agents[agent], About: x, Values: values, Count: count})
			}
			note(0, 1, 3, spec.Int(0), spec.Int(1), spec.Int(2))
			note(0, 0, 1, spec.Int(0))
			note(1, 1, 2, spec.Int(1), spec.Int(2))
			note(1, 0, 7)
			note(2, 1, 1, spec.Int(2))
			note(2, 0, 7)
			return nil
		}},
		{"all doubts are marked", "chain", `
E{ann, bob; 2 + 1} x = 0 fails
  start: x = 0, b = false
  ann considers possible what is so here:
    here E{ann, bob} x = 0, 2 times, fails:
      left out (decided symbolically, not re-checked)
      a run goes on (decided symbolically, not re-checked)
`, func(m *spec.Model, n *witness.Node) []Doubt {
			two := &witness.Node{Formula: n.Formula, State: at(0), Times: 2, Claim: "left out"}
			n.Epistemic = &witness.EpistemicStep{Agents: m.Agents[:1], Start: at(0), To: two}
			return []Doubt{{two, "left out"}, {two, "a run goes on"}}
		}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := tell(t, c.check, c.build); got != strings.TrimPrefix(c.want, "\n") {
				t.Errorf("got\n%s", got)
			}
		})
	}
}

// Lines are no longer than there is room for, those that go on are indented, and the way to a
// world by the same steps is not told again.
func TestStoriesAreWrapped(t *testing.T) {
	state := func(x, y string) Object { return Object{{Name: "x", Value: x}, {Name: "y", Value: y}} }
	step := func(name string, s Object) Step { return Step{Action: name, Args: Object{}, State: s} }
	long := "a_step_with_a_long_name"
	steps := func(y string) []Step { return []Step{step(long, state("1", y)), step(long, state("2", y))} }
	possible := func(y string) *Run {
		return &Run{Formula: "K{ann} p", State: state("2", "0"), Epistemic: &EpistemicStep{
			Agents: []string{"ann"}, Start: state("0", y), Origin: steps(y), State: state("2", y), Run: &Run{Formula: "p", State: state("2", y)},
		}}
	}
	elsewhere := possible("0")
	elsewhere.Epistemic.Origin = append(steps("0"), step("stay", state("2", "0")))
	run := &Run{Formula: "AG K{ann} p", State: state("0", "0"), Path: &Path{
		Steps: steps("0"), Marks: []int{0, 1, 2}, Shown: []Shown{{Mark: 2, Run: possible("0")}, {Mark: 2, Run: possible("1")}, {Mark: 2, Run: elsewhere}},
	}}
	const want = `AG K{ann} p fails
  start: x = 0, y = 0
  1. a_step_with_a_long_name: x = 1
  2. a_step_with_a_long_name: x = 2
    here K{ann} p fails:
      ann considers possible what is
          so here:
        here p fails
    here K{ann} p fails:
      ann considers also possible
          (reached by the same steps):
          y = 1
        here p fails
    here K{ann} p fails:
      ann considers possible what is
          so here (reached by
          a_step_with_a_long_name,
          a_step_with_a_long_name,
          stay):
        here p fails`
	if got := run.tell(40, nil); got != want {
		t.Errorf("%s", got)
	}
}
