package decide

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/explicit/replay"
	"github.com/epibdd/epibdd/internal/randmodel"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/verdict"
)

var (
	seed  = flag.Uint64("seed", 1, "the first random document")
	pairs = flag.Int("pairs", 2000, "how many questions to random documents are decided twice")
)

const perDocument = 10

// tooMuch is the answer of an oracle that gives up.
const tooMuch = "too much to enumerate"

// writers write random documents, the first from a wide range of types and
// expressions, the second from a small vocabulary in which most of what happens
// is connected, the third with joint steps, the fourth with owners of interleaved ones.
var writers = []func(seed uint64) string{
	func(seed uint64) string {
		return randmodel.Document(rand.New(rand.NewPCG(seed, 0)), randmodel.Options{Checks: perDocument})
	},
	func(seed uint64) string { return newAuthor(seed).document(perDocument) },
	func(seed uint64) string {
		return randmodel.Document(rand.New(rand.NewPCG(seed, 1)), randmodel.Options{Checks: perDocument, Joint: true, States: 100})
	},
	func(seed uint64) string {
		return randmodel.Document(rand.New(rand.NewPCG(seed, 2)), randmodel.Options{Checks: perDocument, Turns: true, States: 100, Depth: 2})
	},
}

// seeds are those of n random documents, in a short test of n / part. They are
// printed.
func seeds(t *testing.T, n, part int) []uint64 {
	t.Helper()
	if testing.Short() {
		n /= part
	}
	all := make([]uint64, n)
	for i := range all {
		all[i] = *seed + uint64(i)
	}
	t.Logf("seeds %d to %d", *seed, *seed+uint64(n)-1)
	return all
}

// TestAgainstExplicit decides random questions about random documents by
// fixpoints on diagrams and by enumeration from the definitions, which must
// agree on the answer, or that there is none.
func TestAgainstExplicit(t *testing.T) {
	all := seeds(t, *pairs/perDocument, 10)
	compare(t, all, func(seed uint64) string { return writers[int(seed-all[0])%len(writers)](seed) })
}

// compare decides the questions of documents twice.
func compare(t *testing.T, seeds []uint64, write func(seed uint64) string) {
	tally := map[string]int{}
	for _, seed := range seeds {
		text := write(seed)
		suite, err := spec.Parse(fmt.Sprintf("seed%d.yaml", seed), text)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		by := enumeratorOf(suite.Models[0])
		cs := checkers{}
		for _, chk := range suite.Checks {
			c := cs.of(t, chk)
			c.tune.classes = int(seed%3) * 50 // else all at once
			by.compare(t, seed, c, chk, tally)
		}
	}
	t.Logf("%v", tally)
}

// enumerator answers questions to a model without memory by the definitions, and replays what shows
// an answer.
type enumerator struct {
	*replay.Replayer
	sys *explicit.System
	err error
}

func enumeratorOf(m *spec.Model) *enumerator {
	sys, err := explicit.New(m, "", explicit.Options{})
	return &enumerator{replay.NewReplayer(m, explicit.Options{}), sys, err}
}

// compare decides a question by a decider as well, and counts the answer.
func (e *enumerator) compare(t *testing.T, seed uint64, c *Decider, chk *spec.Check, tally map[string]int) {
	t.Helper()
	a, err := c.Check(context.Background(), chk)
	got, want := result(a, err, chk.Kind), isDecided(e.sys, e.err, chk)
	if want == tooMuch {
		tally[want]++
		return
	}
	if got != want {
		t.Errorf("seed %d, %s: %s, by enumeration %s\n%s", seed, chk.ID, got, want, chk.Text)
	}
	count(tally, got, err)
	if err != nil || a.Run == nil {
		return
	}
	tally["shown"]++
	if runsOn(a.Run, false) {
		tally["paths behind"]++
	}
	if err := replayed(e.Replayer, chk, a); err != nil {
		t.Errorf("seed %d, %s: %v\n%s\n%s", seed, chk.ID, err, chk.Text, outline(a.Run))
	}
}

func result(a *verdict.Answer, err error, kind spec.CheckKind) string {
	if err != nil {
		return "error"
	}
	return inShort(a, kind)
}

// isDecided is the answer of the oracle.
func isDecided(oracle *explicit.System, err error, chk *spec.Check) string {
	if err != nil {
		return "error"
	}
	a, err := oracle.Check(chk)
	if large := (*explicit.TooLarge)(nil); errors.As(err, &large) {
		return tooMuch
	}
	if err != nil {
		return "error"
	}
	return inWords(a, chk)
}

func inWords(a explicit.Answer, chk *spec.Check) string {
	switch {
	case chk.Kind == spec.CountCheck:
		return fmt.Sprint(a.Count)
	case chk.Kind == spec.LeastCheck && a.Least == nil:
		return "none"
	case chk.Kind == spec.LeastCheck:
		return a.Least.String()
	case a.Holds:
		return string(verdict.Holds)
	}
	return string(verdict.Fails)
}

// count keeps a tally, to see that the questions are not all alike.
func count(tally map[string]int, answer string, err error) {
	if e, ok := err.(*verdict.Mistake); ok {
		answer = fmt.Sprint("error ", e.Kind)
	} else if answer[0] >= '0' && answer[0] <= '9' {
		answer = "number"
	}
	tally[answer]++
}
