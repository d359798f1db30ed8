package encode

import (
	"os"
	"strings"
	"testing"
	"time"
)

func TestScratchDeck(t *testing.T) {
	text, _ := os.ReadFile("../models/eleusis.yaml")
	body, _, _ := strings.Cut(string(text), "check:")
	body = strings.Replace(body, "laws: [parity]", "laws: [parity, match, colours, colours7, second_card, ace, alternate]", 1)
	m := load(t, body)
	start := time.Now()
	s, err := New(t.Context(), m, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Log(time.Since(start), s.Count(s.Init()), s.Init().CountNodes(), s.Space().Stats())
	start = time.Now()
	for _, a := range s.actions {
		n := 0
		for _, p := range a.parts {
			n += p.enabled.CountNodes()
		}
		t.Log(a.spec.Name, len(a.parts), len(a.relation.Parts()), n, len(a.faults))
	}
	f := s.Steps().Image(s.Init())
	t.Log("image", time.Since(start), f.CountNodes(), s.Count(f))
	start = time.Now()
	f = s.Steps().Image(f)
	t.Log("image", time.Since(start), f.CountNodes(), s.Count(f))
}
