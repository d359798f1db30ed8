package decide

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/verdict"
)

// Questions that ask for shares of worlds are decided by sums over diagrams, or class by class,
// and by enumeration: more than 1,000 of present states, others of layers and histories.
func TestSharesAgainstExplicit(t *testing.T) {
	write := func(recall string) func(seed uint64) string {
		return func(seed uint64) string {
			writer := newAuthor(seed)
			writer.recall, writer.shares = recall, true
			return writer.document(perDocument)
		}
	}
	t.Run("none", func(t *testing.T) { compare(t, seeds(t, *pairs/perDocument, 10), write("")) })
	for _, recall := range memoryModes {
		t.Run(recall, func(t *testing.T) { compareMemory(t, write(recall)) })
	}
}

// A step that is taken in two ways makes two histories of one, also of those that end in the same
// state and look the same to everybody; of states there is one.
func TestSharesOfHistories(t *testing.T) {
	const model = `
types: {P: [ann, bob]}
vars: {x: 0..2, done: bool}
init: x in 0..1 & !done
agents:
  ann: {sees: [done]}
  bob: {sees: all}
actions:
  stay(way in 1..3): {when: x = 0 & !done, then: {done: true}, seen: {}}
  step: {when: x = 1 & !done, then: {done: true, x: 2}, seen: {}}
`
	for _, c := range []struct{ recall, question, want string }{
		{"none", "formula: share(x = 0) = 1/2 & share{ann}(x = 0) = 1/2", "holds"}, // (0, false), (1, false), (0, true), (2, true)
		{"none", "formula: share{bob}(x = 0) = if 1 = 1 then 1 else 0", "refused"},
		{"clock", "formula: AX share{ann}(x = 0) = 1/2", "holds"},
		{"clock", "formula: AX (share{bob}(x = 0) = 1 | share{bob}(x = 0) = 0)", "holds"},
		{"perfect", "formula: AX share{ann}(x = 0) = 3/4", "holds"},
		{"perfect", "formula: AX (share{ann, bob}(x = 0) = 1 | share{ann, bob}(x = 0) = 0)", "holds"},
		{"perfect", "formula: share(x = 0) = 1/2 & AX share(x = 0) = 3/4", "holds"},
		{"perfect", "formula: EX share{ann}(share{bob}(x = 0) >= 1/2) > 3/4", "fails"},
		{"perfect", "formula: AX share{p in P: p = ann}(x = 0) != 3/4", "fails"},
		{"perfect", "some: share{p in P: x = 0 & p = ann}(x = 0) = 1/2", "holds"},
	} {
		t.Run(c.recall+" "+c.question, func(t *testing.T) {
			question := strings.Replace(c.question, ": ", ": |\n  ", 1)
			if c.want == "refused" {
				if _, err := spec.Parse("t.yaml", document(model+"recall: "+c.recall, question)); err == nil {
					t.Error("a share is compared with what is no number that is written out")
				}
				return
			}
			a, err := ask(t, model+"recall: "+c.recall, question)
			if err != nil {
				t.Fatal(err)
			}
			if got := string(a.Verdict); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

// Agent i sees the coins before the i-th, and whether an even number of the others lies face up. Classes
// that are many are counted at once, and few one by one, as closed formulas have it.
func TestSharesOfCoins(t *testing.T) {
	const model = `
types: {Coin: 1..13}
vars: {up: array Coin of bool}
init: true
agents:
  i in Coin: {sees: ["up[c] for c in Coin if c < i", "count(c in Coin: up[c] & c >= i) mod 2"]}
`
	for question, want := range map[string]string{
		"formula: share(up[1]) = 1/2 & share(count(c in Coin: up[c]) = 2) = 78/8192":                                               "holds",
		"formula: share{1}(up[13]) = 1/2 & share{13}(up[13]) in {0, 1}":                                                            "refused",
		"formula: forall i in Coin: i < 13 -> share{i}(up[13]) = 1/2":                                                              "holds",
		"formula: forall i in Coin: share{i}(up[13]) = 1/2":                                                                        "fails",
		"formula: share{10}(count(c in Coin: up[c] & c >= 10) = 2) = 6/8 | share{10}(count(c in Coin: up[c] & c >= 10) = 1) = 4/8": "holds",
		"formula: share{12, 13}(up[13]) = 1 | share{12, 13}(up[13]) = 0":                                                           "holds",
		"formula: share{13}(count(c in Coin: up[c]) = 4) = 0 | share{13}(count(c in Coin: up[c]) = 4) = 1":                         "holds",
		"count: share{12}(up[13]) >= 1/2":                                                                                          "8192",
		"count: share{12}(up[12] & up[13]) = 1/2":                                                                                  "4096",
	} {
		t.Run(question, func(t *testing.T) {
			question := strings.Replace(question, ": ", ": |\n  ", 1)
			if want == "refused" {
				if _, err := spec.Parse("t.yaml", document(model, question)); err == nil {
					t.Error("a share is no number")
				}
				return
			}
			a, err := ask(t, model, question)
			if err != nil {
				t.Fatal(err)
			}
			if got := inShort(a, spec.CountCheck); a.Value != nil && got != want || a.Value == nil && string(a.Verdict) != want {
				t.Errorf("%s, want %s", got, want)
			}
		})
	}
}

// TestSharesBehindActions asks for shares of the histories that go on behind knowledge actions. Many steps are hidden, so
// that what can be known comes again while shares do not: layers are not taken for earlier ones.
func TestSharesBehindActions(t *testing.T) {
	asked, all := 0, seeds(t, *pairs/8, 5)
	for _, seed := range all {
		r := rand.New(rand.NewPCG(seed, 1998))
		text := "recall: perfect\nvars: {s: 0..2, z: bool}\ninit: s = 0\nagents: {ann: {sees: []}, bob: {sees: [z]}}\nactions:\n"
		for i := range 2 + r.IntN(2) {
			text += fmt.Sprintf("  a%d(k in 0..%d): {when: %q, seen: {}, then: {s: %d}}\n", i, r.IntN(2), []string{"s = 0 | s = 1", "s = 0 | s = 2", "s != 2", "s != 1"}[r.IntN(4)], 1+r.IntN(2))
		}
		text += fmt.Sprintf("depth: %d\ncheck: [", 3+r.IntN(2))
		for k := range 4 {
			share := fmt.Sprintf("share{%s}(s = %d) %s %s", []string{"ann", "bob", "ann, bob"}[r.IntN(3)], 1+r.IntN(2), []string{"<=", ">", "="}[r.IntN(3)], []string{"1/2", "2/3", "4/5", "1/3", "1"}[r.IntN(5)])
			text += fmt.Sprintf("{id: c%d, formula: %q}, ", k, fmt.Sprintf("[%s] %s %s", []string{"L{ann, bob} (?z | ?!z)", "L{ann, bob} ?true", "L{ann, bob} (L{bob} ?z | L{bob} ?!z)"}[r.IntN(3)], []string{"AG", "EF", "AX AX", "EX EX"}[r.IntN(4)], share))
		}
		for _, chk := range parse(t, text+"]\n").Checks {
			want, err := explicit.Decide(chk, explicit.Options{})
			if err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, text)
			}
			for _, choice := range []verdict.RouteChoice{{Only: SmallWorlds}, {Without: listing}} {
				a, err := counting(chk, choice, defaults).Check(context.Background(), chk)
				if err != nil {
					t.Fatalf("seed %d: %v\n%s", seed, err, text)
				}
				if want.Open || a.Verdict == verdict.Unknown { // diagrams see where layers come again one by one
					continue
				}
				if asked++; want.Holds != (a.Verdict == verdict.Holds) {
					t.Errorf("seed %d: %s: %s by %v, enumeration says %+v\n%s", seed, chk.Text, a.Verdict, choice, want, text)
				}
			}
		}
	}
	if asked < 5*len(all) {
		t.Errorf("%d answers: the test tests little", asked)
	}
	t.Logf("%d answers", asked)
}
