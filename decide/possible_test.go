package decide

import (
	"fmt"
	"testing"
)

// Evidence says what is left of what agents are asked, step by step.
func TestWhatIsConsideredPossible(t *testing.T) {
	for _, c := range []struct{ formula, want string }{
		{"AG !KV{alice} law", " alice 0 even odd up any; alice 1 even odd up any; alice 2 even;"},
		{"AG !K{alice} law = even", " alice 0 even odd up any; alice 1 even odd up any; alice 2 even;"},
		{"AG !(K{alice} (law in {up, even}) & KV{bob} law)", " alice 0 even odd up any; bob 0 even odd up any; alice 1 even odd up any; bob 1 even odd up any; alice 2 even; bob 2 even;"},
		{"AG !KV{alice} top", " alice 0 1;"},
		{"AG !K{dealer} (law = odd -> top = 1)", ""}, // which of the two?
		{"AG !(KV{dealer} lies & KV{alice} lies[1])", " alice 0 false true; alice 1 true;"},
	} {
		a, err := ask(t, public, fmt.Sprintf("formula: %q", c.formula))
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if a.Run != nil && a.Run.Path != nil {
			for _, p := range a.Run.Path.Possible {
				got += fmt.Sprintf(" %s %d", p.Agent.Name, p.After)
				for _, v := range p.Values {
					got += " " + v.String()
				}
				got += ";"
			}
		}
		if got != c.want {
			t.Errorf("%s %s:%s, want%s", c.formula, a.Verdict, got, c.want)
		}
	}
}
