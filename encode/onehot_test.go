package encode

import (
	"fmt"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/encode/order"
	"github.com/epibdd/epibdd/internal/heuristic"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/symbolic"
)

// What is constant and compared with many names has a bit for each of them, and what is used
// otherwise has not.
func TestOneHot(t *testing.T) {
	const model = `
types: {Who: 0..%d, Bit: 0..19}
vars: {who: "Who?", bit: array Bit of bool, said: array Bit of bool}
init: "forall w in Bit: !said[w]"
agents:
  w in Bit: {sees: ["bit[w]", who = w, "%s"]}
actions:
  say(w in Bit): {when: "!said[w]%s", then: {"said[w]": "bit[w] != (%s)"%s}}
`
	for _, c := range []struct {
		last                     int
		seen, guard, value, then string
		named                    bool // in an order
		want                     int  // bits
	}{
		{19, "bit[0]", "", "who = w", "", false, 20},
		{19, "who = 3", "", "who = w", "", false, 20},
		{19, "bit[0]", "", "who = 3", "", false, 5},
		{14, "bit[0]", "", "who = w", "", false, 15}, // and none
		{13, "bit[0]", "", "who = w", "", false, 4},
		{19, "who", "", "who = w", "", false, 5},
		{19, "bit[0]", " & who != w", "who = w", "", false, 5},
		{19, "bit[0]", "", "who = w", ", who: none", false, 5},
		{19, "bit[0]", "", "who != none & who < w", "", false, 5},
		{19, "bit[0]", "", "who = w", "", true, 5},
	} {
		o := Options{}
		if c.named {
			o.Order, _ = order.Parse(source.NewFile("order", "who\n"))
		}
		m := load(t, fmt.Sprintf(model, c.last, c.seen, c.guard, c.value, c.then))
		s, err := New(t.Context(), m, o)
		if err != nil {
			t.Fatal(err)
		}
		got := len(s.codes.Layout.Vars[0].Bits())
		if got != c.want {
			t.Errorf("%+v: %d bits", c, got)
		}
		if n, least := s.codes.Count(s.codes.Valid), s.codes.Layout.Size(); n.Cmp(least) != 0 {
			t.Errorf("%+v: %s states are valid, and there are %s", c, n, least)
		}
		if got == 20 {
			beside(t, s)
		}
	}
	s, err := New(t.Context(), load(t, fmt.Sprintf(model, 19, "bit[0]", "", "who = w", "")), Options{Symbolic: symbolic.Options{Without: heuristic.OneHot}})
	if err != nil || len(s.codes.Layout.Vars[0].Bits()) != 5 {
		t.Errorf("left out: %d bits (%v)", len(s.codes.Layout.Vars[0].Bits()), err)
	}
}

// beside tests that each bit is near what is compared with its value.
func beside(t *testing.T, s *System) {
	place := map[string]int{}
	for i, c := range s.codes.Layout.Ordered {
		place[c.Name] = i
	}
	for w := range 20 {
		hot, ok := place[fmt.Sprintf("who = %d", w)]
		if d := hot - place[fmt.Sprintf("bit[%d]", w)]; !ok || d < -4 || d > 4 {
			t.Errorf("who = %d is %d cells from bit[%d], in %s", w, d, w, strings.Join(names(s), " "))
		}
	}
}

func names(s *System) []string {
	var all []string
	for _, c := range s.codes.Layout.Ordered {
		all = append(all, c.Name)
	}
	return all
}
