package decide

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/verdict"
)

// TestBoundedRepetition compares programs that are done at most n times with 0, 1, …, n of them
// written one after the other, of steps and of knowledge actions, by diagrams and by enumeration.
func TestBoundedRepetition(t *testing.T) {
	const model = `
vars: {x: 0..5, p: bool, q: bool}
agents: {ann: {sees: [x]}, bob: {sees: [p, x / 2]}}
actions:
  up: {when: "x < 5", then: {x: x + 1}}
  down: {when: "x > 1", then: {x: x - 2}}
  flip: {when: "x != 3", then: {p: "!p"}}
programs:
  either: up | flip; down
`
	steps := []string{"up", "either", "?p; up", "up*", "(up | down); ?(x != 2)", "?(K{bob} q); flip", "_"}
	learnt := []string{"L{all} ?p", "L{all} ?(!K{ann} p)", "L{all} (!L{ann} ?p | L{ann} ?(!p))", "L{all} ?(x > 0) | L{all} ?q", "L{all} (L{bob} ?q | L{bob} ?(!q))"}
	facts := []string{"x < 4", "p | K{ann} p", "KW{bob} q", "C{all} (x > 0)", "!K{ann} K{bob} p"}
	asked := 0
	ask := func(program, fact string) {
		for n := range 4 {
			for _, operator := range []string{"[%s] (%s)", "<%s> (%s)"} {
				join := " & "
				if operator[0] == '<' {
					join = " | "
				}
				times := []string{"(" + fact + ")"}
				for k := 1; k <= n; k++ {
					times = append(times, fmt.Sprintf(operator, strings.Repeat("("+program+"); ", k-1)+"("+program+")", fact))
				}
				formula := fmt.Sprintf(operator, fmt.Sprintf("(%s){<= %d}", program, n), fact) + " <-> " + strings.Join(times, join)
				chk := parse(t, document(model, fmt.Sprintf("formula: %q", formula))).Checks[0]
				for _, routes := range []verdict.RouteChoice{{Only: SmallWorlds}, {Without: []string{SmallWorlds}}} {
					c := Lazy(chk.Model, func(ctx context.Context, chk *spec.Check) (*encode.System, error) {
						return encode.New(ctx, chk.Model, encode.Options{Asked: chk.Asked()})
					}, "", Options{Routes: routes})
					if a, err := c.Check(context.Background(), chk); err != nil || a.Verdict != verdict.Holds {
						t.Errorf("%s, %+v: %+v, %v", formula, routes, a, err)
					}
					asked++
				}
			}
		}
	}
	for _, fact := range facts {
		for _, program := range steps {
			ask(program, fact)
		}
		for _, program := range learnt {
			ask(program, fact)
		}
	}
	t.Logf("%d questions", asked)
}
