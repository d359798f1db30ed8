package encode

import (
	"fmt"
	"testing"

	"github.com/epibdd/epibdd/symbolic"
)

// TestSearches counts the reachable states by every method on every engine, with
// and without looking for a better order.
func TestSearches(t *testing.T) {
	for _, c := range []struct {
		name, text string
		params     []string
		want       string
	}{
		{"dining", dining, []string{"n=7"}, ""},
		{"deck", deck, []string{"ranks=2", "hand=1", "n=1"}, ""},
	} {
		m := load(t, c.text, c.params...)
		for _, engine := range symbolic.Engines() {
			for _, method := range symbolic.Methods() {
				for _, reorder := range []bool{false, true} {
					if reorder && engine != symbolic.Engines()[0] {
						continue // only the kernel can
					}
					t.Run(fmt.Sprintf("%s/%s/%s/%v", c.name, engine, method, reorder), func(t *testing.T) {
						s, err := New(t.Context(), m, Options{Symbolic: symbolic.Options{Engine: engine, Reach: method, Reorder: reorder}})
						if err != nil {
							t.Fatal(err)
						}
						if got := Explain(s).Search.Method; method != symbolic.Auto && got != method {
							t.Errorf("the method is %s", got)
						}
						reached := s.Steps().Reach(s.Init(), nil)
						got := s.codes.Count(reached).String()
						if c.want == "" {
							c.want = got
						}
						if got != c.want || !s.Steps().Image(reached).SubsetOf(reached) || !s.Init().SubsetOf(reached) {
							t.Errorf("%s states, or not all of them; %s by the first method", got, c.want)
						}
					})
				}
			}
		}
	}
}
