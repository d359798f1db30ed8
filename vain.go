package epibdd

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/epibdd/epibdd/decide"
	"github.com/epibdd/epibdd/internal/batch"
	"github.com/epibdd/epibdd/report"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/verdict"
)

// vainChecker adds warnings to checks that hold in vain, of which Lint finds more. It asks
// only where that costs little and the same everywhere: of checks that were decided by listing
// worlds, in all rows of the sweep, with the parts that Lint replaces by false, and by listing
// worlds again. The warnings are with the last row.
type vainChecker struct {
	batch.Sink
	ctx     context.Context
	docs    []*Document
	inputs  []*batch.Input // with the checks that are asked
	options batch.Options

	at        int // in docs, from 1
	questions []suspicion
	suite     *spec.Suite // of the questions; nil: not known yet
	of        map[string]*vainRows
}

// vainRows are the rows of a check whose answers have come.
type vainRows struct {
	left  int          // whose answers have not come
	holds map[int]bool // the questions that hold in all of these; nil: none
}

func (v *vainChecker) Spec(s *report.Spec) error {
	v.at++
	v.questions, v.suite, v.of = nil, nil, map[string]*vainRows{}
	return v.Sink.Spec(s)
}

func (v *vainChecker) Result(r *Result) error {
	if found := v.warnings(r); len(found) > 0 {
		warned := *r
		warned.Warnings = append(slices.Clip(r.Warnings), found...)
		r = &warned
	}
	return v.Sink.Result(r)
}

// warnings are about a check whose last row this is.
func (v *vainChecker) warnings(r *Result) []Diagnostic {
	id, d := r.Check.ID, v.docs[v.at-1]
	if r.Check.Kind != spec.FormulaCheck || d.settings.Spec.Checks != nil || d.Err() != nil {
		return nil
	}
	rows := v.of[id]
	if rows == nil {
		rows = &vainRows{left: countOf(d.in.Suite, id), holds: map[int]bool{}}
		if countOf(v.inputs[v.at-1].Suite, id) < rows.left { // of a shard, or of some rows, nothing is known of the rest
			rows.holds = nil
		}
		v.of[id] = rows
	}
	first := rows.left == countOf(d.in.Suite, id)
	rows.left--
	if r.Verdict != verdict.Holds || !strings.HasPrefix(r.Route, decide.SmallWorlds) {
		rows.holds = nil
	}
	if rows.holds == nil {
		return nil
	}
	holds := v.ask(d, r.Check)
	for i := range holds {
		if !first && !rows.holds[i] {
			delete(holds, i)
		}
	}
	if rows.holds = holds; len(holds) == 0 {
		rows.holds = nil
	}
	if rows.left > 0 || rows.holds == nil {
		return nil
	}
	for i := range v.questions {
		if q := v.questions[i]; q.of < 0 && q.check.ID.Name == id {
			holds[i] = true // the formula itself
		}
	}
	return confirmed(slices.Clone(v.questions), holds)
}

func countOf(s *spec.Suite, id string) int {
	n := 0
	for _, c := range s.Checks {
		if c.ID == id {
			n++
		}
	}
	return n
}

// ask returns which of the questions about a check hold in its row.
func (v *vainChecker) ask(d *Document, about *spec.Check) map[int]bool {
	if v.suite == nil {
		doc, questions := d.vacuity()
		v.questions, v.suite = questions, &spec.Suite{}
		if len(questions) > 0 {
			v.suite = d.asking(doc, questions)
		}
	}
	row := about.Label[len(about.ID):]
	suite := *v.suite
	suite.Checks = nil
	for _, c := range v.suite.Checks {
		i, _ := strconv.Atoi(c.ID)
		if q := v.questions[i]; q.of >= 0 && q.check.ID.Name == about.ID && c.Label[len(c.ID):] == row {
			suite.Checks = append(suite.Checks, c)
		}
	}
	if len(suite.Checks) == 0 {
		return nil
	}
	o := v.options
	o.Routes, o.Cache, o.Elsewhere, o.Ordered, o.Alternatives, o.Jobs = verdict.RouteChoice{Only: decide.SmallWorlds}, nil, nil, nil, false, 1
	o.NoEvidence = true
	answers := &answered{}
	if _, err := batch.Run(v.ctx, []*batch.Input{{File: d.in.File, Suite: &suite}}, o, answers); err != nil {
		return nil
	}
	holds := map[int]bool{}
	for _, r := range answers.results {
		if i, _ := strconv.Atoi(r.Check.ID); r.Verdict == Holds {
			holds[i] = true
		}
	}
	return holds
}
