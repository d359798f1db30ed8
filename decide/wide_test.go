package decide

import (
	"context"
	"testing"

	"github.com/epibdd/epibdd/verdict"
)

// TestSumsOfManyNumbers asks for sums that are no machine word: no route has an answer. One of these goes over values
// of a, of which all but 0 make it too large.
func TestSumsOfManyNumbers(t *testing.T) {
	for _, text := range []string{
		"vars: {x: 0..1}\ninit: x = 1\ncheck: [{id: a, formula: \"sum(i in 1..4096: x * 4503599627370496) = 0\"}]",
		"vars: {x: 0..1}\ninit: x = 1\ncheck: [{id: a, formula: \"sum(i in 1..4097: x * 4503599627370496) = 4503599627370496\"}]",
		"vars: {x: 0..1}\ninit: x = 1\nactions: {go: {when: \"sum(i in 1..4096: x * 4503599627370496) = 0\", then: {x: 0}}}\ncheck: [{id: a, formula: EF x = 0}]",
		"vars: {a: 0..1}\ninit: \"sum(i in 1..4096: a * 4503599627370496) = 0\"\ncheck: [{id: a, formula: a = 0}]",
	} {
		chk := parse(t, text).Checks[0]
		for _, choice := range []verdict.RouteChoice{{Only: SmallWorlds}, {Without: listing}} {
			if a, err := counting(chk, choice, defaults).Check(context.Background(), chk); err == nil {
				t.Errorf("%+v by %v\n%s", a, choice, text)
			}
		}
	}
}
