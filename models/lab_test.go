package models_test

import (
	"fmt"
	"testing"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/explicit/planning"
	"github.com/epibdd/epibdd/models"
	"github.com/epibdd/epibdd/plan"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
)

// Behind the ten of hearts 15,292 beliefs can be reached without going on where the law is known, as a program of
// another kind has counted.
func TestBeliefsOfTheLaboratory(t *testing.T) {
	if testing.Short() {
		t.Skip("a million steps")
	}
	text := "use: eleusis-lab\nwith: {start: 10H}\ncheck: [{id: p, plan: 'KV{scientist} law'}]\n"
	suite, errs := spec.Load(&document.Loader{Library: models.Get}, source.NewFile("plan.yaml", text), spec.Options{})
	if errs.Err() != nil {
		t.Fatal(errs.Err())
	}
	c := suite.Checks[0]
	g, err := planning.NewStates(c.Model, c.Plan, c.Formula, source.Span{}, explicit.Options{})
	if err != nil {
		t.Fatal(err)
	}
	type choice struct {
		w plan.World
		c plan.Choice
	}
	steps := map[choice]plan.Step{}
	step := func(w plan.World, c plan.Choice) plan.Step {
		if _, ok := steps[choice{w, c}]; !ok {
			all, err := g.Try(w, c)
			if err != nil {
				t.Fatal(err)
			}
			steps[choice{w, c}] = all[0]
		}
		return steps[choice{w, c}]
	}
	known := map[string]bool{}
	var todo [][]plan.World
	add := func(b []plan.World) {
		if key := fmt.Sprint(b); !known[key] {
			known[key] = true
			todo = append(todo, b)
		}
	}
	for _, b := range g.Start() {
		add(b)
	}
	for len(todo) > 0 {
		b := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if met, err := g.Met(b); met || err != nil {
			if err != nil {
				t.Fatal(err)
			}
			continue
		}
		choices, err := g.Choices(b[0])
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range choices { // any card can be played in every world
			next := map[int32][]plan.World{}
			for _, w := range b {
				s := step(w, c)
				next[s.Seen] = append(next[s.Seen], s.To)
			}
			for _, b := range next {
				add(b)
			}
		}
	}
	if len(known) != 15_292 {
		t.Errorf("%d beliefs", len(known))
	}
}
