package report

import (
	"strings"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/source"
)

// Record is a result as the JSON report has it.
func (r *Result) Record() CheckRecord { return r.record() }

// Remarks are diagnostics as the JSON report has them.
func Remarks(ds []source.Diagnostic) []Remark { return remarks(ds) }

// ViewOf is what an agent sees of a state, by the text of its observables.
func ViewOf(m *spec.Model, a *spec.Agent, st spec.State) Object {
	return (&teller{model: m}).observed(a, st)
}

// Condition is a text that holds of the states alone that are shown like this one.
func (o Object) Condition() string {
	cells := o.cells()
	if len(cells) == 0 {
		return "true"
	}
	parts := make([]string, len(cells))
	for i, c := range cells {
		parts[i] = c.String()
	}
	return strings.Join(parts, " & ")
}
