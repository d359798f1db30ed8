package explicit

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/epibdd/epibdd/explicit/internal/kleene"
	"github.com/epibdd/epibdd/explicit/internal/sample"
	"github.com/epibdd/epibdd/internal/randmodel"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// TestAlong asks at the ends of random histories among what agents take for these, and among all histories: whatever
// is decided along one is so among all, and what agents consider possible is the same.
func TestAlong(t *testing.T) {
	tally := map[string]int{}
	for seed, last := *seed, *seed+100; seed < last; seed++ {
		r := rand.New(rand.NewPCG(seed, 9))
		suite := sample.Read(t, randmodel.Document(r, randmodel.Options{Risky: -1, Checks: 6, Recall: "perfect", Joint: seed%2 == 0}))
		for _, c := range suite.Checks {
			p := spec.ProfileOf(c, "")
			if p.Restricted || p.Guarded || p.Acted || p.Shares || p.Unrelated || p.Planned || p.AboutRuns {
				continue
			}
			whole, err := Unroll(c.Model, spec.PerfectRecall, "", 4, Options{MaxStates: 150})
			if err != nil {
				continue
			}
			start, steps := randomRun(r, whole)
			along, err := Along(c.Model, "", p.Memories, start, steps, Options{})
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			compareAlong(t, fmt.Sprintf("seed %d, %s", seed, c.Text), whole, along, start, steps, c.Formula, p.Memories, tally)
		}
	}
	t.Logf("%v", tally)
	if tally["knowledge"] < 50 || tally["fewer worlds"] < 50 || tally["supposed"] < 50 {
		t.Error("the test tests little")
	}
}

// randomRun is one of the histories of a system.
func randomRun(r *rand.Rand, s *System) (start spec.State, steps []witness.Step) {
	w := s.initial[r.IntN(len(s.initial))]
	start = s.worlds[w]
	for range r.IntN(4) {
		edges := slices.DeleteFunc(slices.Clone(s.out[w]), func(e edge) bool { return e.to == Beyond })
		if len(edges) == 0 {
			break
		}
		e := edges[r.IntN(len(edges))]
		w = e.to
		steps = append(steps, witness.Step{Moves: e.moves, To: s.worlds[w]})
	}
	return start, steps
}

func compareAlong(t *testing.T, name string, whole, along *System, start spec.State, steps []witness.Step, f spec.Expr, asked []*spec.Agent, tally map[string]int) {
	for n := range len(steps) + 1 {
		v, _ := whole.Locate(start, steps[:n])
		w, known := along.Locate(start, steps[:n])
		if !known || w == Beyond || !slices.ContainsFunc(along.initial, func(i int) bool { return spec.Equal(spec.Record(along.worlds[i]), spec.Record(start)) }) {
			t.Errorf("%s: the history is not among those along it after %d steps", name, n)
			return
		}
		if len(along.worlds) < len(whole.worlds) {
			tally["fewer worlds"]++
		}
		spec.Walk(f, func(e spec.Expr) bool {
			if _, isBool := e.Type().(spec.BoolType); !isBool || len(e.Free()) > 0 {
				return true
			}
			want, err := whole.truth(e, nil)
			got, gotErr := along.truth(e, nil)
			if err != nil || gotErr != nil {
				return true
			}
			switch {
			case got[w] == kleene.Open || want[v] == kleene.Open:
				tally["open"]++
			case got[w] != want[v]:
				t.Errorf("%s: after %d steps %s is %v along the history, and %v among all", name, n, e.Span().Text(), got[w], want[v])
			case e.Traits()&spec.Modal != 0 && (spec.Asks[*spec.Knows](e) || spec.Asks[*spec.GroupKnows](e)):
				tally["knowledge"]++
			default:
				tally["else"]++
			}
			return true
		})
		for _, a := range asked {
			for _, x := range along.model.Vars {
				about := &spec.VarRef{Var: x}
				want, err := whole.Supposed(a, about, v)
				got, gotErr := along.Supposed(a, about, w)
				if err != nil || gotErr != nil || !spec.Equal(spec.NewSet(got...), spec.NewSet(want...)) {
					t.Errorf("%s: after %d steps %s considers %s = %v possible along the history, and %v among all", name, n, a.Name, x.Name, got, want)
				}
				tally["supposed"]++
			}
		}
	}
}

// Where there is no room for a further layer, what is there is complete as far as it goes; where a history
// does not begin in an initial state, there is none.
func TestAlongWithinLimits(t *testing.T) {
	chk := sample.Question(t, `
vars: {secret: 0..2, last: 0..2, n: 0..3}
init: last = 0 & n = 0
agents: {ann: {sees: [last, n]}}
actions:
  say(k in 0..2): {when: n < 3 & k != secret, then: {last: k, n: n + 1}}
recall: perfect
`, "formula", "AG !KV{ann} secret")
	m := chk.Model
	var steps []witness.Step
	st := spec.State{spec.Int(0), spec.Int(0), spec.Int(0)}
	for _, k := range []int{1, 2, 1} {
		all, err := Successors(m, st, nil)
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(all, func(s witness.Step) bool { return spec.Equal(s.Moves[0].Args[0], spec.Int(k)) })
		steps, st = append(steps, all[i]), all[i].To
	}
	start := spec.State{spec.Int(0), spec.Int(0), spec.Int(0)}
	for _, c := range []struct{ room, reaches int }{{100, 3}, {9, 3}, {8, 0}} {
		s, err := Along(m, "", m.Agents, start, steps, Options{MaxStates: c.room})
		if err != nil {
			t.Fatal(err)
		}
		for n := range 4 {
			w, known := s.Locate(start, steps[:n])
			if (w != Beyond) != (n <= c.reaches) || known != (n <= c.reaches) {
				t.Errorf("room for %d: after %d steps world %d, %v", c.room, n, w, known)
			}
			if w == Beyond {
				continue
			}
			values, err := s.Supposed(m.Agents[0], chk.Formula.(*spec.Temporal).X.(*spec.Unary).X.(*spec.Knows).X, w)
			if want := []int{3, 2, 1, 1}[n]; err != nil || len(values) != want {
				t.Errorf("room for %d: after %d steps %v, %v is considered possible", c.room, n, values, err)
			}
		}
		if !s.Cut() {
			t.Errorf("room for %d: no step leads beyond", c.room)
		}
	}
	if _, err := Along(m, "", m.Agents, spec.State{spec.Int(0), spec.Int(1), spec.Int(0)}, nil, Options{}); err == nil {
		t.Error("a history from a state that is not initial")
	}
}
