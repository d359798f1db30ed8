package epddl_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
)

// The meaning of tasks, world by world, from the definitions: formulas in pointed models, the
// product update, and sequences of actions, all of which are tried.

type object = map[string]any

type task struct {
	Language struct{ Atoms, Agents []string }
	Initial  struct {
		Worlds     []string
		Relations  map[string]map[string][]string
		Labels     map[string][]string
		Designated []string
	} `json:"initial-state"`
	Actions map[string]*event
	Goal    object
}

type event struct {
	Events        []string
	Relations     map[string]map[string][]string
	Designated    []string
	Preconditions map[string]object
	Effects       map[string]map[string]object
	Observes      map[string]map[string]object `json:"observability-conditions"`
}

func parse(t *testing.T, text string) *task {
	t.Helper()
	var out task
	if err := json.Unmarshal([]byte(text), &out); err != nil {
		t.Fatal(err)
	}
	return &out
}

// model has worlds by their numbers: which atoms are true, and what each agent considers possible.
type model struct {
	labels     []map[string]bool
	possible   map[string][][]int
	designated []int
}

func (t *task) initial() *model {
	m := &model{possible: map[string][][]int{}}
	for i, w := range t.Initial.Worlds {
		label := map[string]bool{}
		for _, p := range t.Initial.Labels[w] {
			label[p] = true
		}
		m.labels = append(m.labels, label)
		if slices.Contains(t.Initial.Designated, w) {
			m.designated = append(m.designated, i)
		}
		for agent, r := range t.Initial.Relations {
			var is []int
			for _, v := range r[w] {
				is = append(is, slices.Index(t.Initial.Worlds, v))
			}
			m.possible[agent] = append(m.possible[agent], is)
		}
	}
	return m
}

func (m *model) holds(w int, f any) bool {
	if atom, ok := f.(string); ok {
		return atom == "true" || m.labels[w][atom]
	}
	o := f.(object)
	var args []any
	if o["formulas"] != nil {
		args = o["formulas"].([]any)
	}
	switch o["connective"] {
	case "not":
		return !m.holds(w, o["formula"])
	case "and":
		return !slices.ContainsFunc(args, func(g any) bool { return !m.holds(w, g) })
	case "or":
		return slices.ContainsFunc(args, func(g any) bool { return m.holds(w, g) })
	case "imply":
		return !m.holds(w, args[0]) || m.holds(w, args[1])
	}
	var agents []string
	for _, a := range o["modality-index"].([]any) {
		agents = append(agents, a.(string))
	}
	some := func(worlds []int, want bool) bool {
		return slices.ContainsFunc(worlds, func(v int) bool { return m.holds(v, o["formula"]) == want })
	}
	each := func(is func(worlds []int) bool) bool {
		return !slices.ContainsFunc(agents, func(a string) bool { return !is(m.possible[a][w]) })
	}
	switch o["modality-name"] {
	case "box":
		return each(func(v []int) bool { return !some(v, false) })
	case "diamond":
		return each(func(v []int) bool { return some(v, true) })
	case "Kw.box":
		return each(func(v []int) bool { return !some(v, false) || !some(v, true) })
	case "Kw.diamond":
		return each(func(v []int) bool { return some(v, false) && some(v, true) })
	}
	var reached []int
	next := []int{w}
	for len(next) > 0 {
		v := next[0]
		next = next[1:]
		for _, a := range agents {
			for _, u := range m.possible[a][v] {
				if !slices.Contains(reached, u) {
					reached, next = append(reached, u), append(next, u)
				}
			}
		}
	}
	if o["modality-name"] == "C.box" {
		return !some(reached, false)
	}
	return some(reached, true)
}

// reached tells whether a goal holds in all designated worlds.
func (m *model) reached(goal any) bool {
	return !slices.ContainsFunc(m.designated, func(w int) bool { return !m.holds(w, goal) })
}

// update is the product with an action; nil where it is not applicable.
func (m *model) update(e *event) *model {
	pre := func(w int, x string) bool { return m.holds(w, e.Preconditions[x]["formula"]) }
	for _, w := range m.designated {
		if !slices.ContainsFunc(e.Designated, func(x string) bool { return pre(w, x) }) {
			return nil
		}
	}
	types := map[string]string{}
	for agent := range m.possible {
		for name, cond := range e.Observes[agent] {
			if !slices.ContainsFunc(m.designated, func(w int) bool { return !m.holds(w, cond["formula"]) }) {
				types[agent] = name
			}
		}
	}
	type pair struct {
		w int
		x string
	}
	var pairs []pair
	out := &model{possible: map[string][][]int{}}
	for w := range m.labels {
		for _, x := range e.Events {
			if !pre(w, x) {
				continue
			}
			label := maps.Clone(m.labels[w])
			for p, f := range e.Effects[x] {
				label[p] = m.holds(w, f["formula"])
			}
			if slices.Contains(m.designated, w) && slices.Contains(e.Designated, x) {
				out.designated = append(out.designated, len(pairs))
			}
			pairs, out.labels = append(pairs, pair{w, x}), append(out.labels, label)
		}
	}
	for agent := range m.possible {
		for _, p := range pairs {
			var is []int
			for j, q := range pairs {
				if slices.Contains(m.possible[agent][p.w], q.w) && slices.Contains(e.Relations[types[agent]][p.x], q.x) {
					is = append(is, j)
				}
			}
			out.possible[agent] = append(out.possible[agent], is)
		}
	}
	return out
}

// shortest is how many actions lead to the goal, at most as many as most; -1: no so few do.
func (t *task) shortest(most int) int {
	layer := []*model{t.initial()}
	for n := 0; ; n++ {
		var next []*model
		for _, m := range layer {
			if m.reached(t.Goal["formula"]) {
				return n
			}
			for _, name := range slices.Sorted(maps.Keys(t.Actions)) {
				if u := m.update(t.Actions[name]); n < most && u != nil {
					next = append(next, u)
				}
			}
		}
		if n == most {
			return -1
		}
		layer = next
	}
}

// random makes tasks.
type random struct{ *rand.Rand }

func (r random) formula(depth int) any {
	if depth == 0 {
		return []any{"p", "q", "r", "true", "false"}[min(r.IntN(9)/2, 4)]
	}
	f := func() any { return r.formula(depth - 1) }
	if r.IntN(2) == 0 {
		return []any{
			object{"connective": "not", "formula": f()}, object{"connective": "and", "formulas": []any{f(), f()}},
			object{"connective": "or", "formulas": []any{f(), f(), f()}}, object{"connective": "imply", "formulas": []any{f(), f()}}, f(),
		}[r.IntN(5)]
	}
	index := [][]any{{"a"}, {"b"}, {"a", "b"}, {}}[min(r.IntN(7), 3)]
	name := []string{"box", "diamond", "Kw.box", "Kw.diamond", "C.box", "C.diamond"}[r.IntN(6)]
	return object{"modality-name": name, "modality-index": index, "formula": f()}
}

func (r random) relation(elements []string) map[string][]string {
	class := map[string]int{}
	for _, x := range elements {
		class[x] = r.IntN(2)
	}
	out := map[string][]string{}
	for _, x := range elements {
		for _, y := range elements {
			if class[x] == class[y] {
				out[x] = append(out[x], y)
			}
		}
	}
	return out
}

// some are at least one of some elements.
func (r random) some(elements []string) []string {
	out := []string{elements[r.IntN(len(elements))]}
	for _, x := range elements {
		if r.IntN(3) == 0 && x != out[0] {
			out = append(out, x)
		}
	}
	return out
}

func (r random) task(t *testing.T) string {
	worlds := []string{"w0", "w1", "w2", "w3"}[:1+r.IntN(4)]
	labels := map[string][]string{}
	for _, w := range worlds {
		labels[w] = []string{}
		for _, p := range []string{"p", "q"} {
			if r.IntN(2) == 0 {
				labels[w] = append(labels[w], p)
			}
		}
	}
	actions := object{}
	for i := range 1 + r.IntN(3) {
		events := []string{"e-0", "e-1", "e-2"}[:1+r.IntN(3)]
		pre, effects := object{}, object{}
		flip := r.IntN(3) == 0 // r is public: all events make the same of it
		for _, e := range events {
			pre[e] = object{"formula": []any{"true", r.formula(1), r.formula(2)}[r.IntN(3)]}
			change := object{}
			if flip {
				change["r"] = object{"formula": object{"connective": "not", "formula": "r"}}
			}
			if r.IntN(3) == 0 {
				change[[]string{"p", "q"}[r.IntN(2)]] = object{"formula": r.formula(r.IntN(3))}
			}
			effects[e] = change
			if len(change) == 0 {
				effects[e] = nil
			}
		}
		observes := object{}
		for _, agent := range []string{"a", "b"} {
			observes[agent] = []object{
				{"s": object{"formula": "true"}}, {"t": object{"formula": "true"}},
				{"s": object{"formula": "r"}, "t": object{"formula": object{"connective": "not", "formula": "r"}}},
			}[r.IntN(3)]
		}
		actions[fmt.Sprintf("do-%d", i)] = object{
			"action-type": "some", "events": events, "relations": object{"s": r.relation(events), "t": r.relation(events)},
			"designated": r.some(events), "preconditions": pre, "effects": effects, "observability-conditions": observes,
		}
	}
	task := object{
		"language": object{"atoms": []string{"p", "q", "r"}, "agents": []string{"a", "b"}}, "facts": []string{},
		"initial-state": object{
			"worlds": worlds, "relations": object{"a": r.relation(worlds), "b": r.relation(worlds)}, "labels": labels, "designated": r.some(worlds),
		},
		"actions": actions, "goal": object{"formula": r.formula(3)},
	}
	written := func() string {
		text, _ := json.Marshal(task)
		return string(text)
	}
	// Most goals hold at first or never, so one is looked for that holds behind some actions.
	read := parse(t, written())
	first := read.initial()
	later := first
	for range 3 {
		for _, name := range slices.Sorted(maps.Keys(read.Actions)) {
			if m := later.update(read.Actions[name]); m != nil && len(m.labels) < 50 && r.IntN(2) == 0 {
				later = m
			}
		}
	}
	for range 50 {
		goal := r.formula(2 + r.IntN(2))
		text, _ := json.Marshal(goal)
		var f any
		if err := json.Unmarshal(text, &f); err != nil {
			t.Fatal(err)
		}
		if later.reached(f) && !first.reached(f) {
			task["goal"] = object{"formula": goal}
			break
		}
	}
	return written()
}

// TestRandomTasks holds the length of plans for random tasks to what the slow search finds.
func TestRandomTasks(t *testing.T) {
	const seed = 23
	r := random{rand.New(rand.NewPCG(seed, 0))}
	t.Logf("seed %d", seed)
	n := 400
	if testing.Short() {
		n = 100
	}
	found := map[int]int{}
	for range n {
		task := r.task(t)
		want := parse(t, task).shortest(2)
		if got := worst(t, task, 2); got != want {
			t.Fatalf("%d steps, and the slow search finds %d:\n%s", got, want, task)
		}
		found[want]++
	}
	t.Logf("lengths of plans: %v", found)
	if found[1] < n/10 || found[2] < n/100 || found[-1] < n/10 {
		t.Errorf("plans are too much alike: %v", found)
	}
}
