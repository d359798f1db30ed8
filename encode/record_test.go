package encode

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/models"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/symbolic"
)

// TestForgettable compares what is forgotten of the first steps with the definition, asked of one
// history variable after the other: no agent who has seen it confuses a world with one in which it
// has the other value.
func TestForgettable(t *testing.T) {
	someLeft, someSpare := 0, 0
	for _, name := range []string{"eleusis-hidden-law", "memory", "private-bits", "gossip", "kuhn-with-memory", "joint-memory", "clue-duel", "past-of-joint-steps"} {
		file := "../testdata/specs/" + name + ".yaml"
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		suite, errs := spec.Load(&document.Loader{Library: models.Get}, source.NewFile(file, string(text)), spec.Options{})
		if err := errs.Err(); err != nil {
			t.Fatal(err)
		}
		m := suite.Models[0]
		sys, err := New(t.Context(), m, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if sys, err = Remember(t.Context(), sys, m.Agents, 4, symbolic.Limits{}); err != nil {
			t.Fatal(err)
		}
		worlds, past := sys.Init(), []*HistoryVariable(nil)
		for step := range 4 {
			recording, fresh, err := sys.Recalling(past).Recording(worlds)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if worlds = recording.Steps().Image(worlds); worlds.IsEmpty() {
				break
			}
			all := slices.Concat(fresh, past)
			left, spare, err := sys.Recalling(all).Forgettable(worlds)
			if err != nil {
				t.Fatal(err)
			}
			wantLeft, wantSpare := forgettable(t, sys, all, worlds)
			if !slices.Equal(left, wantLeft) || !slices.Equal(spare, wantSpare) {
				t.Errorf("%s, step %d: %d left and %d spare, want %d and %d", name, step, len(left), len(spare), len(wantLeft), len(wantSpare))
			}
			someLeft, someSpare = someLeft+len(left), someSpare+len(spare)
			worlds, past = without(worlds, spare), left
		}
	}
	if someLeft == 0 || someSpare == 0 {
		t.Errorf("%d left and %d spare", someLeft, someSpare)
	}
	t.Logf("%d left, %d spare", someLeft, someSpare)
}

// forgettable is Forgettable by its definition.
func forgettable(t *testing.T, sys *System, left []*HistoryVariable, worlds symbolic.Set) (_, spare []*HistoryVariable) {
	left = slices.Clone(left)
	for i := 0; i < len(left); {
		rest := slices.Delete(slices.Clone(left), i, i+1)
		yes, no := worlds.Cofactor(left[i].Bit, true), worlds.Cofactor(left[i].Bit, false)
		news := false
		for _, a := range left[i].of.who {
			view, err := sys.Recalling(rest).View(a)
			if err != nil {
				t.Fatal(err)
			}
			news = news || !view.Closure(yes).Disjoint(no)
		}
		if news {
			i++
			continue
		}
		spare = append(spare, left[i])
		worlds, left = without(worlds, left[i:i+1]), rest
	}
	return left, spare
}

// TestRecordedIsWhatMayVary counts what is recorded of the first step: nothing that has one value
// in all steps that can be taken, or that the state after it says as well. More would be right, and
// take more bits.
func TestRecordedIsWhatMayVary(t *testing.T) {
	const flip = "vars: {x: bool}\nagents: {ann: {sees: x}}\nactions: {flip: {then: {x: \"!x\"}}}\n"
	const joint = "vars: {x: bool}\nsteps: joint\nagents: {ann: {}}\nactions: {go: {by: ann, when: x}, stay: {by: ann, when: \"!x\"}}\n"
	const told = "vars: {x: bool}\nagents: {ann: {}}\nactions: {go: {by: ann, when: x}, stay: {by: ann, when: \"!x\"}}\n"
	for text, want := range map[string]int{
		flip: 1, flip + "init: x\n": 0, flip + "init: \"!x\"\n": 0,
		strings.Replace(flip, "then: {x: \"!x\"}", "", 1): 0,
		joint: 2, joint + "init: x\n": 0, joint + "init: \"!x\"\n": 0,
		told: 2, told + "init: x\n": 0, told + "init: \"!x\"\n": 0,
	} {
		m := load(t, text)
		sys, err := New(t.Context(), m, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if sys, err = Remember(t.Context(), sys, m.Agents, 4, symbolic.Limits{}); err != nil {
			t.Fatal(err)
		}
		if _, fresh, err := sys.Recording(sys.Init()); err != nil || len(fresh) != want {
			t.Errorf("%s\n%d bits are recorded, not %d (%v)", text, len(fresh), want, err)
		}
	}
}
