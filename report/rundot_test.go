package report

import (
	"strings"
	"testing"
)

// A drawn run has a box for each state but that to which a loop returns, with what is new in it,
// and a dashed line to what somebody considers possible.
func TestDrawnRuns(t *testing.T) {
	state := func(x, y string) Object { return Object{{Name: "x", Value: x}, {Name: `"y`, Value: y}} }
	loop := 1
	run := &Run{Formula: "AF K{ann} p", State: state("0", "0"), Path: &Path{
		Steps: []Step{{Action: "go", State: state("1", "0")}, {Action: "stay", State: state("1", "0")}, {Action: "back", State: state("1", "0")}},
		Marks: []int{0, 1, 2, 3}, Loop: &loop,
		Shown: []Shown{{Mark: 1, Run: &Run{Formula: "K{ann} p", State: state("1", "0"), Epistemic: &EpistemicStep{Agents: []string{"ann"}, State: state("1", `\2`)}}}},
	}}
	d := &runDOT{}
	d.run(run)
	const want = `  s0 [label="x = 0, \"y = 0", penwidth=2];
  s1 [label="x = 1"];
  s0 -> s1 [label="go"];
  s2 [label="unchanged"];
  s1 -> s2 [label="stay"];
  s2 -> s1 [label="back", style=bold];
  s3 [label="\"y = \\2", color="#0072b2"];
  s1 -> s3 [style=dashed, dir=none, color="#0072b2", fontcolor="#0072b2", label="ann"];
`
	if got := d.text.String(); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if svg := written(t, "svg", Options{}); !strings.HasPrefix(svg, "<svg") || !strings.Contains(svg, "class=\"cluster\"") {
		t.Error("no run is drawn")
	}
}
