package epibdd

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/epibdd/epibdd/decide"
	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/internal/batch"
	"github.com/epibdd/epibdd/report"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/spec/syntax"
	"github.com/epibdd/epibdd/symbolic"
	"github.com/epibdd/epibdd/verdict"
)

// Worlds are what agents consider possible: a list of worlds, and the classes that each
// agent divides them into. They can be written as a list, or drawn.
type Worlds = report.Worlds

// Query says which worlds are asked for. The zero value asks for the initial states.
// Errors call the texts "--after", "--at" and "--actual", as the command does.
type Query struct {
	At     string // only those that satisfy this formula
	After  string // what this knowledge action leads to from there
	Actual string // the worlds that satisfy this condition are marked

	// Layer is how many steps were taken, for agents who count or remember them.
	Layer int
	// Along is what has happened: steps, and tests of what was seen, one after the other, with
	// blanks or semicolons between them. The worlds are those that it leads to, which are marked
	// unless Actual says which are, and all that anybody considers possible there, and so on.
	Along string
	// Given is the same, of what everybody was told: the worlds are those that it leads to.
	Given string

	Show []string // the variables that pictures show, instead of those that the document names
}

// Worlds finds worlds of the first model of a document. Where there are too many to be
// listed they are counted.
func (d *Document) Worlds(ctx context.Context, q Query, o Options) (*Worlds, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	if err := d.Err(); err != nil {
		return nil, err
	}
	checks, err := q.checks()
	if err != nil {
		return nil, err
	}
	s := d.settings
	s.Spec.Checks = checks
	in := batch.Load(d.in.File, s)
	if in.Suite == nil {
		return nil, Errors(in.Errors)
	}
	ctx, end := o.bound(ctx, Progress{Check: d.File(), Phase: "worlds"})
	defer end()
	m, asked := in.Suite.Models[0], in.Suite.Checks
	var course explicit.Course
	ws := &Worlds{Warnings: newIn(in.Warnings, d.in.Warnings)}
	if err := named(ws, m, q.Show); err != nil {
		return nil, err
	}
	if q.Along != "" || q.Given != "" {
		last := len(asked) - 1
		course = explicit.Course{Steps: asked[last].Happened, Others: q.Given == ""}
		asked = asked[:last]
	}
	if course.Steps == nil && q.After == "" && asked[0].Recall != spec.NoRecall && len(m.Actions) > 0 {
		ws.When = " before the first step"
		if q.Layer > 0 {
			ws.When = " at step " + strconv.Itoa(q.Layer)
		}
	}
	l, err := list(ctx, asked[0], course)
	if errors.As(err, new(*explicit.TooLarge)) && course.Steps != nil {
		ws.Reason = "too many worlds to follow their steps"
		return ws, nil
	}
	if errors.As(err, new(*explicit.TooLarge)) {
		asked[0].Limits = o.Limits
		ws.Count, ws.Reason, err = count(ctx, asked[0], o.encoding())
	}
	if ws.Reason == verdict.Interrupted {
		err = symbolic.Interrupted(ctx)
	}
	var limit *LimitError
	switch {
	case errors.As(err, &limit) && limit.Kind != symbolic.Cancelled:
		ws.Reason = verdict.Reason(limit.Kind.String())
		return ws, nil
	case err != nil:
		return nil, placed(err)
	case l == nil:
		return ws, nil
	}
	actual := map[string]bool{}
	if len(asked) > 1 {
		marked, err := list(ctx, asked[1], course)
		if err != nil {
			return nil, placed(err)
		}
		for _, st := range marked.States {
			actual[spec.Key(st...)] = true
		}
	}
	mark := func(k int) bool { return actual[spec.Key(l.States[k]...)] }
	if course.Others && q.Actual == "" {
		mark = func(k int) bool { return l.Along[k] }
	}
	ws.Count, ws.List = big.NewInt(int64(len(l.States))), worldsOf(m, l, mark)
	for i, a := range m.Agents {
		if len(l.Classes[i]) == len(l.States) {
			ws.Agents = append(ws.Agents, report.WorldAgent{Name: a.Name.String(), Class: l.Classes[i]})
		}
	}
	return ws, nil
}

// named gives worlds the names of variables, and of those of them that are shown.
func named(ws *Worlds, m *spec.Model, show []string) error {
	for _, v := range m.Vars {
		ws.Variables = append(ws.Variables, v.Name)
	}
	for _, v := range m.Show {
		ws.Show = append(ws.Show, v.Name)
	}
	for _, name := range show {
		if !slices.Contains(ws.Variables, name) {
			return fmt.Errorf("--show: unknown variable %q%s", name, source.DidYouMean(name, ws.Variables))
		}
		ws.Show = show
	}
	return nil
}

// checks are the questions that a query comes to: for the worlds, and for the states to
// be marked.
func (q Query) checks() ([]document.Check, error) {
	errs := &source.List{}
	worlds := question(document.Count, "worlds", "worlds", "true", errs)
	if q.After != "" {
		worlds.After = syntax.ParseProgram(textOf("--after", q.After), errs)
	}
	if q.At != "" {
		worlds.At = syntax.ParseExpr(textOf("--at", q.At), errs)
	}
	if q.Layer > 0 {
		worlds.Layer = syntax.ParseExpr(textOf("--layer", strconv.Itoa(q.Layer)), errs)
	}
	checks := []document.Check{worlds}
	if q.Actual != "" {
		actual := question(document.Count, "actual", "--actual", q.Actual, errs)
		actual.Layer = worlds.Layer
		checks = append(checks, actual)
	}
	flag, steps := "--along", q.Along
	if q.Given != "" {
		flag, steps = "--given", q.Given
	}
	if steps != "" {
		happened := question(document.Count, "steps", "steps", "true", errs)
		happened.Happened = syntax.ParseProgram(textOf(flag, inSequence(steps)), errs)
		checks = append(checks, happened)
	}
	return checks, errs.Err()
}

// newIn are the diagnostics that were not there before.
func newIn(now, before []Diagnostic) []Diagnostic {
	known := map[string]bool{}
	for _, d := range before {
		known[d.Error()] = true
	}
	var added []Diagnostic
	for _, d := range now {
		if !known[d.Error()] {
			added = append(added, d)
		}
	}
	return added
}

// list enumerates the worlds that a check counts.
func list(ctx context.Context, c *spec.Check, course explicit.Course) (*explicit.Listing, error) {
	if err := symbolic.Interrupted(ctx); err != nil {
		return nil, err
	}
	depth := depthOf(c, course)
	s, err := explicit.Unroll(c.Model, c.Recall, c.Runs, depth, explicit.Options{Apart: depth != spec.AutoDepth, MaxStates: 1 << 13, MaxWork: 1 << 22, Interrupted: func() error { return symbolic.Interrupted(ctx) }})
	if err != nil {
		return nil, err
	}
	return s.List(c, course)
}

// depthOf is how many steps have to be followed: those that are asked about, or all where the
// question is about what comes later or about runs that go on.
func depthOf(c *spec.Check, course explicit.Course) int {
	n := max(c.Layer, len(spec.Listed(course.Steps)))
	ahead := c.At != nil && c.At.Traits()&(spec.IsTemporal|spec.OnRun) != 0
	switch {
	case ahead || explicit.Constrained(c.Model, c.Runs) || n == 0 && c.After != nil:
		return spec.AutoDepth
	case n == 0:
		return spec.NoSteps
	}
	return n
}

// count counts the worlds that a check is about where they cannot be listed, or says which
// limit it met.
func count(ctx context.Context, c *spec.Check, how encode.Options) (*big.Int, verdict.Reason, error) {
	how.Asked = c.Asked()
	sys, err := encode.New(ctx, c.Model, how)
	if err != nil {
		return nil, "", err
	}
	a, err := decide.New(sys, c.Runs, decide.Options{NoEvidence: true}).Check(ctx, c)
	if err != nil {
		return nil, "", err
	}
	return a.Value, a.Reason, nil
}

// worldsOf labels the worlds by their states.
func worldsOf(m *spec.Model, l *explicit.Listing, mark func(world int) bool) []report.World {
	done, differ := make([]string, len(l.Done)), false
	for i, d := range l.Done {
		done[i] = strings.Join(d, "; ")
		differ = differ || done[i] != done[0]
	}
	var worlds []report.World
	times := map[string]int{}
	for k, st := range l.States {
		w := report.World{State: report.StateOf(m, st), Actual: mark(k)}
		var parts []string
		for i, v := range m.Vars {
			w.Values = append(w.Values, v.Type.Show(st[i]))
			parts = append(parts, strings.Trim(w.Values[i], "[]"))
		}
		w.Label = strings.Join(parts, "; ")
		if times[w.Label]++; times[w.Label] > 1 { // told apart by what happened alone
			w.Label += fmt.Sprintf(" (%d)", times[w.Label])
		}
		if differ {
			w.Done = l.Done[k]
		}
		worlds = append(worlds, w)
	}
	return worlds
}
