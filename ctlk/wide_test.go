package ctlk

import (
	"context"
	"fmt"
	"testing"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/spec"
)

// eager takes wide worlds wherever there are some, and relaxes small models.
func eager(keep int) wideness {
	return wideness{from: 1, worlds: 1 << 20, work: 1 << 22, keep: encode.Looseness{Element: keep, Other: keep}}
}

// TestWideAgainstExplicit decides random questions in wide worlds where it can, and by
// enumeration of the reachable ones.
func TestWideAgainstExplicit(t *testing.T) {
	documents := *pairs / perDocument
	if testing.Short() {
		documents /= 20
	}
	t.Logf("seeds %d to %d", *seed, *seed+uint64(documents)-1)
	wide := map[Verdict]int{}
	for i := range documents {
		seed := *seed + uint64(i)
		suite, err := spec.Parse(fmt.Sprintf("seed%d.yaml", seed), newAuthor(seed).document(10*perDocument))
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		oracle, oracleErr := explicit.New(suite.Models[0], "", explicit.Options{})
		replayer := explicit.NewReplayer(suite.Models[0], explicit.Options{})
		cs := checkers{}
		for _, chk := range suite.Checks {
			c := cs.of(t, chk)
			if c.wide = eager(1 + i%4); i%8 == 7 {
				c.wide.work = 1 // which is soon exceeded
			}
			if !c.aboutFuture(chk) {
				continue
			}
			a, err := c.Check(context.Background(), chk)
			got, want := result(a, err, chk.Kind), decided(oracle, oracleErr, chk)
			if want == tooMuch {
				continue
			}
			if got != want {
				t.Errorf("seed %d, %s: %s, by enumeration %s\n%s", seed, chk.ID, got, want, chk.Text)
			}
			if err != nil || c.frame == nil || !c.frame.roomy {
				continue
			}
			wide[a.Verdict]++
			if a.States != nil {
				t.Errorf("seed %d, %s: %s states, of which some may be out of reach", seed, chk.ID, a.States)
			}
			if a.Run != nil {
				if err := replay(replayer, chk, a); err != nil {
					t.Errorf("seed %d, %s: %v\n%s\n%s", seed, chk.ID, err, chk.Text, outline(a.Run))
				}
			}
		}
	}
	t.Logf("decided in wide worlds: %v", wide)
	if wide[Holds]+wide[Fails] == 0 {
		t.Error("nothing is decided in wide worlds")
	}
}
