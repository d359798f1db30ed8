package epibdd

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/epibdd/epibdd/decide"
	"github.com/epibdd/epibdd/internal/batch"
	"github.com/epibdd/epibdd/report"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/verdict"
)

// vainChecker adds warnings to checks that hold in vain, of which Lint finds more. It asks
// only where that costs little and the same everywhere: of checks that were decided by listing
// worlds, in all rows of the sweep, with the parts that Lint replaces by false, and among the
// worlds that are listed, with little work, or as much as the verdict took. The warnings are with the last row.
type vainChecker struct {
	batch.Sink
	inputs []*batch.Input // with the checks that are asked
	at     int            // in inputs, from 1

	lock sync.Mutex
	of   map[*batch.Input]*vainDocument
}

// vainWork is how much work may be done to warn of one check whose verdict took less.
var vainWork int64 = 1_000_000

// vainDocument is a document with what linting asks of its formulas.
type vainDocument struct {
	*Document
	questions func() []suspicion
	rows      map[string]*vainRows
	found     map[*Result]map[int]bool // the questions that hold in the row of a result
}

// vainRows are the rows of a check.
type vainRows struct {
	left  int          // whose results were not handed on
	holds map[int]bool // the questions that hold in all rows that were
	none  bool         // no question holds in all rows, or nothing is known of some
}

func newVainChecker(docs []*Document, inputs []*batch.Input, sink batch.Sink) *vainChecker {
	v := &vainChecker{Sink: sink, inputs: inputs, of: map[*batch.Input]*vainDocument{}}
	for i, d := range docs {
		if d.Err() == nil && d.settings.Spec.Checks == nil {
			v.of[inputs[i]] = &vainDocument{Document: d, questions: sync.OnceValue(d.vacuity), rows: map[string]*vainRows{}, found: map[*Result]map[int]bool{}}
		}
	}
	return v
}

func (v *vainChecker) Spec(s *report.Spec) error {
	v.at++
	return v.Sink.Spec(s)
}

func (v *vainChecker) Result(r *Result) error {
	v.lock.Lock()
	var found []Diagnostic
	if d := v.of[v.inputs[v.at-1]]; d != nil && r.Check.Kind == spec.FormulaCheck {
		found = d.warnings(r)
	}
	v.lock.Unlock()
	if len(found) > 0 {
		warned := *r
		warned.Warnings = append(slices.Clip(r.Warnings), found...)
		r = &warned
	}
	return v.Sink.Result(r)
}

// further asks which questions about a check hold in the row of its result.
func (v *vainChecker) further(in *batch.Input, r *Result, ask func(*spec.Check) *Result) {
	d := v.of[in]
	if d == nil || r.Check.Kind != spec.FormulaCheck {
		return
	}
	v.lock.Lock()
	rows := d.rowsOf(r.Check.ID, in)
	if r.Verdict != verdict.Holds || !strings.HasPrefix(r.Route, decide.SmallWorlds) {
		rows.none = true
	}
	none := rows.none
	v.lock.Unlock()
	if none {
		return
	}
	holds, spent := map[int]bool{}, int64(0)
	for i, q := range d.questions() {
		if q.of < 0 || q.check.ID.Name != r.Check.ID {
			continue
		}
		c := q.check
		c.Expect = nil
		like := d.in.Suite.Like(r.Check, c)
		if like == nil {
			continue
		}
		if spent > max(r.Work, vainWork) { // the verdict is what was asked for
			holds = nil
			break
		}
		answer := ask(like)
		spent += answer.Work
		if answer.Verdict == Holds {
			holds[i] = true
		}
	}
	v.lock.Lock()
	defer v.lock.Unlock()
	d.found[r] = holds
	rows.none = rows.none || len(holds) == 0
}

// rowsOf are the rows of a check, all of which are to be asked.
func (d *vainDocument) rowsOf(id string, in *batch.Input) *vainRows {
	rows := d.rows[id]
	if rows == nil {
		rows = &vainRows{left: countOf(d.in.Suite, id)}
		rows.none = countOf(in.Suite, id) < rows.left // of a shard, or of some rows, nothing is known of the rest
		d.rows[id] = rows
	}
	return rows
}

// warnings are about a check whose last row this is.
func (d *vainDocument) warnings(r *Result) []Diagnostic {
	rows := d.rows[r.Check.ID]
	holds := d.found[r]
	delete(d.found, r)
	if rows == nil || rows.none {
		return nil
	}
	if rows.holds != nil {
		maps.DeleteFunc(holds, func(i int, _ bool) bool { return !rows.holds[i] })
	}
	rows.holds = holds
	if rows.left--; rows.left > 0 || len(holds) == 0 {
		return nil
	}
	for i, q := range d.questions() {
		if q.of < 0 && q.check.ID.Name == r.Check.ID {
			holds[i] = true // the formula itself
		}
	}
	return confirmed(slices.Clone(d.questions()), holds)
}

// countOf is how many rows a check has.
func countOf(s *spec.Suite, id string) int {
	n := 0
	for _, c := range s.Checks {
		if c.ID == id {
			n++
		}
	}
	return n
}
