package report

import (
	"fmt"
	"strings"

	"github.com/epibdd/epibdd/chance"
	"github.com/epibdd/epibdd/spec"
)

// Distribution is how likely each value of a table is, to those who consider the same
// possible, or something with the same chances.
type Distribution struct {
	// Classes is how many sets of worlds that somebody considers possible have it.
	Classes int `json:"classes"`
	// Share is the part of all worlds asked about in which it is so, as a fraction.
	Share string `json:"share"`
	// Chance is that of the formula, as a fraction.
	Chance string `json:"chance"`
	// Values are those that are possible.
	Values []Likely `json:"values"`
}

// Likely is a value with its chance.
type Likely struct {
	// Value is one of the table.
	Value string `json:"value"`
	// Chance is how likely it is, as a fraction.
	Chance string `json:"chance"`
}

// Experiment is what an experiment tells, measured before it is made.
type Experiment struct {
	// Outcomes is how many there are.
	Outcomes int `json:"outcomes"`
	// Largest is how much the worst outcome leaves.
	Largest *Number `json:"largest"`
	// Mean is how much is left on average, as a fraction.
	Mean string `json:"mean"`
}

// distributions are the rows of a table.
func (r *Result) distributions() []Distribution {
	if r.Chance == nil {
		return nil
	}
	var all []Distribution
	for _, row := range r.Chance.Rows {
		d := Distribution{row.Classes, row.Asked.RatString(), row.Chance.RatString(), []Likely{}}
		for _, w := range row.Table {
			d.Values = append(d.Values, Likely{r.Check.Measure.Table.Type().Show(w.Value), w.Weight.RatString()})
		}
		all = append(all, d)
	}
	return all
}

func experimentOf(e *chance.Experiment) *Experiment {
	if e == nil {
		return nil
	}
	return &Experiment{e.Outcomes, (*Number)(e.Largest), e.Mean.RatString()}
}

// measured is the answer to a question for shares of worlds; "" where none is known.
func (r *Result) measured() string {
	switch {
	case r.Chance != nil && onlyTable(r.Check):
		return plural(len(r.Chance.Rows), "distribution", "distributions")
	case r.Chance != nil:
		return r.Chance.String()
	case r.Experiment != nil:
		e := r.Experiment
		return fmt.Sprintf("%s, largest: %s, mean: %s", plural(e.Outcomes, "outcome", "outcomes"), e.Largest, e.Mean.RatString())
	}
	return ""
}

// onlyTable tells whether nothing but a table was asked for.
func onlyTable(c *spec.Check) bool {
	f, constant := c.Formula.(*spec.Const)
	return c.Measure.Table != nil && constant && spec.Equal(f.Value, spec.Bool(true))
}

// tableLines is how many lines of a table are shown to people; JSON has all.
const tableLines = 60

// chances is the table of a chance, as lines of text; "" where none was asked for.
func (r *Result) chances() string {
	var lines []string
	rows := r.distributions()
	for _, d := range rows {
		if len(rows) > 1 {
			line := fmt.Sprintf("in %s, %s of all", plural(d.Classes, "class", "classes"), d.Share)
			if d.Chance != "1" {
				line += ", with chance " + d.Chance
			}
			lines = append(lines, line+":")
		}
		for _, v := range d.Values {
			lines = append(lines, "  "+v.Value+": "+v.Chance)
		}
	}
	if more := len(lines) - tableLines; more > 1 {
		lines = append(lines[:tableLines], fmt.Sprintf("… and %d lines more", more))
	}
	return strings.Join(lines, "\n")
}

// measureQuestion is what a check for shares of worlds asks, in words.
func measureQuestion(c *spec.Check) string {
	lead, text, m := "chance", c.Text, c.Measure
	switch {
	case c.Kind == spec.ClassesCheck:
		lead = "classes"
	case onlyTable(c):
		lead, text = "table", formulaText(m.Table)
	}
	if len(m.Of) > 0 {
		lead += " of " + spec.AgentNames(m.Of)
	}
	if m.Weigh != spec.ByChoices {
		lead += ", weighing " + string(m.Weigh)
	}
	return lead + ": " + text
}
