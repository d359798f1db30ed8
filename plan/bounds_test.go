package plan

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// drawn is a game that is drawn up by hand: steps are those from a world, by choice.
func drawn(start []World, classes []int32, steps map[World]map[Choice][]Step) *table {
	t := &table{start: [][]World{start}, choices: make([][]Choice, len(classes)), steps: map[[2]int32][]Step{}, class: classes, done: make([]bool, len(classes))}
	for w := range classes {
		t.done[w] = true
		for c, list := range steps[World(w)] {
			t.choices[w] = append(t.choices[w], c)
			t.steps[[2]int32{int32(w), int32(c)}] = list
		}
	}
	return t
}

// question is one of several that are asked in turn.
type question struct {
	choice        Choice
	answers, cost int32
}

// questions is the game of finding out all answers. In one world more the answer to the first question costs nothing and ends
// the game, so that each choice that is made for it has an outcome that costs nothing.
func questions(all []question) *table {
	odd := World(1)
	for _, q := range all {
		odd *= World(q.answers)
	}
	worlds, last := odd+1, World(len(all))
	steps := map[World]map[Choice][]Step{odd: {all[0].choice: {{Seen: 99, To: last*worlds + odd}}}}
	start, classes := []World{odd}, make([]int32, (last+1)*worlds)
	for w := range World(len(classes)) {
		classes[w] = int32(w % worlds)
	}
	for w := range odd {
		start = append(start, w)
		secret := int32(w)
		for i, q := range all {
			stage := World(i) * worlds
			steps[stage+w] = map[Choice][]Step{q.choice: {{Seen: int32(q.choice)*10 + secret%q.answers, To: stage + worlds + w, Cost: q.cost}}}
			secret /= q.answers
		}
	}
	return drawn(start, classes, steps)
}

// Four questions have three answers each, and two of them cost 1: two units tell 81 worlds apart, though each choice that
// costs something has an outcome that costs nothing.
func TestChoicesWithFreeAndCostlyOutcomes(t *testing.T) {
	g := questions([]question{{0, 3, 1}, {1, 3, 0}, {0, 3, 1}, {1, 3, 0}})
	for _, within := range []int{0, 2} {
		w, m := bothOf(t, classified{g}, Options{Within: within})
		if w != (Worst{2, 2, nil}) || !m.Exact() || m.Upper.RatString() != "81/41" {
			t.Errorf("within %d: %+v, %v to %v", within, w, m.Lower, m.Upper)
		}
	}
}

func bothOf(t *testing.T, g Game, o Options) (Worst, Mean) {
	t.Helper()
	s, err := New(g, o)
	if err != nil {
		t.Fatal(err)
	}
	w := s.Worst()
	return w, s.Mean(w)
}

// Where nothing is known of the goal there are no bounds, and questions cost the same.
func TestRandomQuestions(t *testing.T) {
	const games = 100
	t.Logf("seeds 0 to %d", games-1)
	for seed := range uint64(games) {
		r := rand.New(rand.NewPCG(seed, 8))
		var all []question
		prices := [3]int32{1, 0, int32(r.IntN(3))} // by choice
		for worlds := 1; worlds < 50; {
			q := question{choice: Choice(r.IntN(3)), answers: int32(1 + r.IntN(4))}
			if q.cost = prices[q.choice]; len(all)%2 == 0 {
				q.choice, q.cost = 0, 1
			}
			all, worlds = append(all, q), worlds*int(q.answers)
		}
		g := questions(all)
		w, m := bothOf(t, classified{g}, Options{})
		want, wanted := bothOf(t, g, Options{})
		if w != want || !m.Exact() || m.Upper.Cmp(wanted.Upper) != 0 {
			t.Errorf("seed %d, %v: %+v and %v to %v, and without bounds %+v and %v", seed, all, w, m.Lower, m.Upper, want, wanted.Upper)
		}
	}
}

// lying says of its goal what is not so.
type lying struct{ classified }

func (lying) Met(b []World) (bool, error) { return b[0] > 1, nil }

// A plan that costs less than what is said to be possible is no answer.
func TestContradictionsAreNoAnswers(t *testing.T) {
	defer func() {
		if p, ok := recover().(string); !ok || !strings.Contains(p, "the best one") {
			t.Errorf("%v", p)
		}
	}()
	on := func(to World) map[Choice][]Step { return map[Choice][]Step{0: {{To: to, Cost: 1}}} }
	g := drawn([]World{0, 1}, []int32{0, 1, 0, 1}, map[World]map[Choice][]Step{0: on(2), 1: on(3)})
	s, err := New(lying{classified{g}}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Errorf("%+v", s.Worst())
}

// Where there is a bound on what a plan may cost, a plan that costs more says nothing: there may be none.
func TestPlansBeyondTheBound(t *testing.T) {
	for _, c := range []struct {
		found, want Worst
		within      int
	}{
		{Worst{1, 6, nil}, Worst{1, 6, nil}, 0},
		{Worst{1, 6, nil}, Worst{1, 6, nil}, 6},
		{Worst{1, 6, nil}, Worst{1, Never, nil}, 3},
		{Worst{4, 6, nil}, Worst{Never, Never, nil}, 3},
		{Worst{4, 4, nil}, Worst{Never, Never, nil}, 3},
		{Worst{1, Never, nil}, Worst{1, Never, nil}, 3},
	} {
		w := c.found
		if w.confine(c.within); w != c.want {
			t.Errorf("%+v within %d: %+v", c.found, c.within, w)
		}
	}
}
