package encode

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/encode/internal/tune"
	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// action writes a random action. Arguments are of all kinds: some select the
// cell to write, some stay bits.
func (w *writer) action(name string) string {
	params := []string{}
	w.names = map[string][]string{}
	for _, p := range []struct{ kind, decl string }{
		{"player", "x in Player"}, {"int", "k in 0..2"}, {"set", "t in set Player"}, {"card", "d in Card?"},
	} {
		if w.IntN(3) == 0 {
			params = append(params, p.decl)
			w.names[p.kind] = append(w.names[p.kind], strings.Fields(p.decl)[0])
		}
	}
	text := fmt.Sprintf("  \"%s(%s)\":\n", name, strings.Join(params, ", "))
	if len(params) == 0 {
		text = "  " + name + ":\n"
	}
	text += "    when:\n"
	for range 1 + w.IntN(2) {
		text += "      - " + quoted(w.boolean(w.IntN(3))) + "\n"
	}
	text += "    then:\n"
	targets := map[string]string{}
	for range w.IntN(4) {
		target, value := w.assignment()
		targets[target] = value
	}
	if len(targets) == 0 {
		targets["o"] = "!o"
	}
	for target, value := range targets {
		text += "      " + quoted(target) + ": " + quoted(value) + "\n"
	}
	return text
}

func (w *writer) assignment() (target, value string) {
	d := w.IntN(3)
	switch w.IntN(12) {
	case 0:
		return "n", w.integer(d)
	case 1:
		return "q", w.player(d)
	case 2:
		return "s", w.set(d)
	case 3:
		return "rn", w.one(w.card(d), "none")
	case 4:
		return "ar[" + w.player(d) + "]", w.integer(d)
	case 5:
		return "ac[" + w.player(d) + "]", w.card(d)
	case 6:
		return "rn.val", w.integer(d)
	case 7:
		w.names["player"] = append(w.names["player"], "y")
		defer func() { w.names["player"] = w.names["player"][:len(w.names["player"])-1] }()
		return "ar[y] for y in " + w.one("Player", "s") + " if " + w.boolean(1), w.integer(d)
	case 8:
		return "r.suit", w.one("S", "r.suit", "mat[p, o]")
	case 9:
		return "ar", "ar"
	case 10:
		return "p", w.one("if o then next(p) else p", "p", w.player(d))
	default:
		return "o", w.boolean(d)
	}
}

// TestRandomActions compares steps, faults and instances with the definitions.
func TestRandomActions(t *testing.T) {
	const seed = 5
	t.Logf("seed %d", seed)
	w := &writer{Rand: rand.New(rand.NewPCG(seed, 3))}
	rounds := 80
	if testing.Short() {
		rounds = 20
	}
	var tried stepStats
	for range rounds {
		text := strings.Replace(everyType, "agents:\n  watcher:\n    sees:\n", "", 1) + "actions:\n" + w.action("act") + w.action("other")
		if _, err := suite(text); err != nil {
			continue
		}
		tried.models++
		m := load(t, text)
		for _, tune := range []tune.Sizes{{}, small} {
			s := buildTuned(t, m, tune)
			for range 12 {
				compareSteps(t, s, randomState(w.Rand, m), w.Rand, &tried, text)
			}
		}
	}
	t.Logf("%+v", tried)
	if tried.models < rounds/3 || tried.steps == 0 || tried.faults == 0 {
		t.Error("the writer writes too little that has a meaning")
	}
}

type stepStats struct{ models, steps, faults int }

func compareSteps(t *testing.T, s *System, st spec.State, r *rand.Rand, tried *stepStats, text string) {
	t.Helper()
	here := s.codes.Single(st)
	for _, a := range s.model.Actions {
		types := make([]spec.Type, len(a.Params))
		for i, b := range a.Params {
			types[i] = b.Type
		}
		faulty := false
		want := s.codes.Space.Empty()
		for args := range spec.Tuples(types) {
			to, enabled, err := explicit.Apply(s.model, []spec.Move{{Action: a, Args: args}}, st)
			if err != nil {
				faulty = true
				continue
			}
			if enabled {
				tried.steps++
				want = want.Or(s.codes.Single(to))
			}
			compareInstance(t, s, a, args, st, to, enabled, r)
		}
		if got := s.Action(a).Image(here); !got.Equal(want) {
			t.Fatalf("%s\n%s: %v successors, want %v\n%s", text, a.Name, s.codes.Count(got), s.codes.Count(want), show(s.model, st))
		}
		if !want.IsEmpty() && !here.SubsetOf(s.Action(a).Preimage(want)) {
			t.Fatalf("%s\n%s: the state is not in the preimage of its image", text, a.Name)
		}
		if faulty {
			tried.faults++
		}
		compareFault(t, s, a, st, faulty, text)
	}
	if step, ok := Instance(s, nil, nil, st, s.codes.Valid); ok {
		checkInstance(t, s.model, st, step)
	} else if !s.Steps().Image(here).IsEmpty() {
		t.Fatalf("no instance though there is a step")
	}
}

// compareInstance asks for one instance, with its arguments given.
func compareInstance(t *testing.T, s *System, a *spec.Action, args []spec.Value, st, to spec.State, enabled bool, r *rand.Rand) {
	t.Helper()
	if r.IntN(20) > 0 {
		return
	}
	step := stepOf(a, args)
	rel, err := s.Step(step, nil)
	if err != nil {
		t.Fatal(err)
	}
	got := rel.Image(s.codes.Single(st))
	switch found, ok := Instance(s, step, nil, st, s.codes.Valid); {
	case enabled != ok:
		t.Fatalf("%s%v is an instance: %v, want %v", a.Name, args, ok, enabled)
	case !enabled:
		if !got.IsEmpty() {
			t.Fatalf("%s%v leads somewhere", a.Name, args)
		}
	default:
		if !got.Equal(s.codes.Single(to)) {
			t.Fatalf("%s%v leads to %v states", a.Name, args, s.codes.Count(got))
		}
		checkInstance(t, s.model, st, found)
	}
}

// stepOf is a step with constant arguments.
func stepOf(a *spec.Action, args []spec.Value) *spec.Step {
	step := &spec.Step{Action: a}
	for _, v := range args {
		step.Args = append(step.Args, &spec.Const{Value: v})
	}
	return step
}

func checkInstance(t *testing.T, m *spec.Model, st spec.State, step witness.Step) {
	t.Helper()
	want, ok, err := explicit.Apply(m, step.Moves, st)
	if err != nil || !ok || spec.Key(want...) != spec.Key(step.To...) {
		t.Fatalf("%s is no step to %v: %v, %v, %v", step, step.To, want, ok, err)
	}
}

func compareFault(t *testing.T, s *System, a *spec.Action, st spec.State, faulty bool, text string) {
	t.Helper()
	found := false
	for _, f := range s.steps.actions[a.Index].faults {
		found = found || s.has(f, st)
	}
	if found != faulty {
		t.Fatalf("%s\n%s is faulty: %v, want %v\n%s", text, a.Name, found, faulty, show(s.model, st))
	}
	if !found {
		return
	}
	err := s.Fault(s.codes.Single(st))
	var fault *FaultError
	if !errors.As(err, &fault) {
		t.Fatalf("no fault but %v", err)
	}
	if fault.Action == nil || strings.Contains(fault.Reason, "finds no reason") {
		t.Fatalf("%s\nunexplained: %v", text, err)
	}
	if _, _, err := explicit.Apply(s.model, []spec.Move{{Action: fault.Action, Args: fault.Args}}, fault.State); err == nil {
		t.Fatalf("%s\nno fault by the definitions: %v", text, fault)
	}
}
