package ctlk

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/internal/randmodel"
	"github.com/epibdd/epibdd/spec"
)

// TestKnowledgeActionsAgainstExplicit decides random questions about knowledge
// actions by diagrams and by listing worlds with alternatives.
func TestKnowledgeActionsAgainstExplicit(t *testing.T) {
	documents := *pairs / perDocument
	if testing.Short() {
		documents /= 10
	}
	t.Logf("seeds %d to %d", *seed, *seed+uint64(documents)-1)
	tally := map[string]int{}
	for i := range documents {
		seed := *seed + uint64(i)
		o := randmodel.LearningOptions{Checks: perDocument, Joint: i%2 == 0, Careless: i % 3}
		text := randmodel.Learning(rand.New(rand.NewPCG(seed, 1)), o)
		suite, err := spec.Parse(fmt.Sprintf("seed%d.yaml", seed), text)
		if err != nil {
			tally["refused"]++
			continue
		}
		oracle, oracleErr := explicit.New(suite.Models[0], "", explicit.Options{})
		replayer := explicit.NewReplayer(suite.Models[0], explicit.Options{})
		checker := checkerFor(t, suite)
		for _, chk := range suite.Checks {
			a, err := checker.Check(context.Background(), chk)
			got, want := result(a, err, chk.Kind), decided(oracle, oracleErr, chk)
			if got != want {
				t.Errorf("seed %d, %s: %s, by enumeration %s\n%s", seed, chk.ID, got, want, chk.Text)
			}
			count(tally, got, err)
			if err == nil && a.Run != nil {
				tally["shown"]++
				if _, err := replayer.Replay(chk, a.Run); err != nil {
					t.Errorf("seed %d, %s: %v\n%s\n%s", seed, chk.ID, err, chk.Text, outline(a.Run))
				}
			}
		}
	}
	t.Logf("%v", tally)
}

// checkerFor returns a checker for all questions about the only model of a suite.
func checkerFor(t testing.TB, suite *spec.Suite) *Checker {
	t.Helper()
	var asked []spec.Expr
	for _, chk := range suite.Checks {
		asked = append(asked, chk.Asked()...)
	}
	sys, err := encode.New(context.Background(), suite.Models[0], encode.Options{Asked: asked})
	if err != nil {
		t.Fatal(err)
	}
	return New(sys, "", Options{})
}
