package encode

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/encode/internal/plan"
	"github.com/epibdd/epibdd/encode/internal/tune"
	"github.com/epibdd/epibdd/internal/heuristic"
)

// offered are hands of two of four cards, and which of them are announced; what else there is
// says who sees that, and what changes.
const offered = `
types:
  Player: [alice, bob]
  Card: 0..3
vars:
  holder: array Card of Player
  offer: set 0..%d
  small: set 0..2
init: "count(c in Card: holder[c] = alice) = 2 & (forall c, d in Card: 4 * c + d in offer -> holder[c] = alice & holder[d] = alice)"
agents:
  alice: {sees: ["holder[c] = alice for c in Card", %s]}
  bob: {sees: ["holder[c] = bob for c in Card", offer]}
%s`

// TestParametersBelow looks at where the announcement stands: below what else a state says,
// if it is for ever the same, everybody sees it, and it is large.
func TestParametersBelow(t *testing.T) {
	const change = `
actions:
  more: {then: {offer: "offer + {1}"}}
`
	for _, c := range []struct {
		name, seen, more string
		last             int
		without          heuristic.Set
		below            bool
	}{
		{"parameter", "offer", "", 15, 0, true},
		{"left out", "offer", "", 15, heuristic.Parameters, false},
		{"not seen by alice", "small", "", 15, 0, false},
		{"changes", "offer", change, 15, 0, false},
		{"13 bits beside 7", "offer", "", 12, 0, false},
	} {
		sizes := tune.Defaults
		sizes.Without = c.without
		cells := plan.New(t.Context(), load(t, fmt.Sprintf(offered, c.last, c.seen, c.more)), plan.Options{Sizes: sizes}).Ordered
		var names []string
		for _, cell := range cells {
			names = append(names, cell.Name)
		}
		isOffer := func(name string) bool { return strings.Contains(name, "in offer") }
		first := slices.IndexFunc(names, isOffer)
		if got := !slices.ContainsFunc(names[first:], func(name string) bool { return !isOffer(name) }); got != c.below {
			t.Errorf("%s: below all else: %v, want %v: %v", c.name, got, c.below, names)
		}
	}
}
