package replay

import (
	"slices"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/explicit/internal/sample"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// What is said to be considered possible along a path is what it is, no more and no less.
func TestWhatIsConsideredPossibleOnTheWay(t *testing.T) {
	chk := sample.Question(t, sample.Coin, "formula", "EX{show; hide} KV{bob} side", "recall: perfect")
	h := runOf(t, chk.Model, "perfect", 0, "show", "hide")
	knows := operand(chk.Formula)
	side := knows.(*spec.Knows).X
	one, other := h.states[0][0], spec.Value(spec.Symbol("tails"))
	if spec.Equal(one, other) {
		other = spec.Symbol("heads")
	}
	bob := agentNamed(chk.Model, "bob")
	both, alone := []spec.Value{one, other}, []spec.Value{one}
	for _, c := range []struct {
		note witness.Possible
		want string
	}{
		{witness.Possible{After: 0, Values: both, Count: 2}, "fits"},
		{witness.Possible{After: 0, Values: []spec.Value{other, one}, Count: 2}, "fits"},
		{witness.Possible{After: 0, Count: 2}, "fits"},
		{witness.Possible{After: 1, Values: alone, Count: 1}, "fits"},
		{witness.Possible{After: 2, Values: alone, Count: 1}, "fits"},
		{witness.Possible{After: 0, Values: alone, Count: 1}, "after 0 steps bob does not consider side"},
		{witness.Possible{After: 0, Count: 1}, "after 0 steps bob does not consider side"},
		{witness.Possible{After: 2, Values: both, Count: 2}, "after 2 steps bob does not consider side"},
		{witness.Possible{After: 2, Values: []spec.Value{other}, Count: 1}, "after 2 steps bob does not consider side"},
		{witness.Possible{After: 3, Values: alone, Count: 1}, "after 3 steps of 2"},
		{witness.Possible{After: 1, Values: alone, Count: 2}, "1 values are listed instead of 2"},
	} {
		c.note.Agent, c.note.About = bob, side
		n := &witness.Node{Formula: chk.Formula, Holds: true, State: h.states[0], Path: &witness.Path{
			Steps: h.steps, Marks: []int{0, 2}, Loop: -1, Possible: []witness.Possible{c.note},
			Shown: []witness.Shown{{Mark: 1, Node: &witness.Node{Formula: knows, Holds: true, State: slices.Clone(h.now()), Claim: "so it is"}}},
		}}
		if got := replayed(chk, n); !strings.HasPrefix(got, c.want) {
			t.Errorf("%v: %s, want %s", c.note, got, c.want)
		}
	}
}
