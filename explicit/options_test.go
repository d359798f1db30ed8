package explicit

import (
	"errors"
	"testing"

	"github.com/epibdd/epibdd/spec"
)

// What agents see of a history is evaluated, too, and ends where the parts of expressions do.
func TestPartsOfViewsAreBounded(t *testing.T) {
	suite, err := spec.Parse("views.yaml", `
name: views
vars: {x: 0..999}
agents: {ann: {sees: ["count(n in 0..99: n < x)"]}}
actions:
  stay: {then: {x: x}}
check: [{id: sees, formula: "K{ann} x = 0"}]
`)
	if err != nil {
		t.Fatal(err)
	}
	const limit, view = 20_000, 500
	o := Options{}
	o.Parts = o.Budget(limit, "parts of expressions")
	_, err = Unroll(suite.Models[0], spec.PerfectRecall, "", spec.AutoDepth, o)
	if large := (*TooLarge)(nil); !errors.As(err, &large) || o.Parts.Spent() > limit+view {
		t.Errorf("%v after %d parts, with a limit of %d", err, o.Parts.Spent(), limit)
	}
}
