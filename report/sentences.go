package report

import (
	"fmt"
	"strings"
	"time"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/verdict"
)

// answer is what was found, as a verb with its object.
func (r *Result) answer() string {
	switch {
	case r.Verdict == verdict.Error:
		return r.Reason
	case r.Plan != nil:
		return r.price()
	case r.Chance != nil || r.Experiment != nil:
		return r.measured()
	case r.Verdict == verdict.Unknown && r.Reason != "":
		return "unknown (" + r.Reason + ")"
	case r.Verdict == verdict.Unknown || !asksNumber(r.Check):
		return string(r.Verdict)
	case r.Value == nil:
		return "none"
	}
	return r.Value.String()
}

// asksNumber says that a check asks for a number.
func asksNumber(c *spec.Check) bool {
	return c.Kind == spec.CountCheck || c.Kind == spec.LeastCheck
}

// expected is what the author expects, with the number that it comes to; "" for
// nothing.
func expected(c *spec.Check) string {
	e := c.Expect
	switch {
	case c.Plan != nil || c.IsMeasured():
		return asWritten(c)
	case e == nil:
		return ""
	case e.Verdict != "":
		return e.Verdict
	}
	if e.Number == nil {
		return e.Text
	}
	if value := e.Number.String(); e.Text != value && e.Text != e.Op.String()+" "+value && e.Text != e.Op.String()+value {
		return e.Text + ", which is " + value
	}
	return e.Text
}

// basis says what an answer about agents who remember, or one that was found in another
// way than the rest, is based on; else empty.
func (r *Result) basis() string {
	switch {
	case r.Verdict == verdict.Unknown || r.Verdict == verdict.Error:
		return ""
	case r.Check.IsLiteral():
		return literal(r.Check.Interpretation)
	case r.Exact != "":
		return "exact for runs of any length: " + r.Exact
	case r.Depth > 0:
		return "decided by the first " + plural(r.Depth, "step", "steps") + " of runs"
	}
	return ""
}

// literal is the basis of an answer that is not about the product interpretation.
func literal(i spec.Interpretation) string {
	if i == spec.Printed {
		return "by enumeration, with the local interpretation of knowledge actions as it is printed"
	}
	return "by enumeration, with the local interpretation of knowledge actions"
}

// outcome is the answer, with what was expected instead.
func (r *Result) outcome() string {
	switch status := r.Status(); {
	case status == Faulty || status == Broken:
		return firstLine(r.Reason)
	case status == Unmet:
		return verb(r) + ", expected " + expected(r.Check)
	}
	return verb(r)
}

// verb makes a sentence of an answer: holds, is 6, has no such number.
func verb(r *Result) string {
	switch {
	case r.Chance != nil && !onlyTable(r.Check):
		return "is " + r.measured()
	case r.Verdict == verdict.Unknown || !asksNumber(r.Check):
		return r.answer()
	case r.Value == nil:
		return fmt.Sprintf("is none of %d..%d", r.Check.Least.Lo, r.Check.Least.Hi)
	}
	return "is " + r.Value.String()
}

// question is what a check asks, in words.
func question(c *spec.Check) string {
	lead := map[spec.CheckKind]string{spec.SomeCheck: "some: ", spec.CountCheck: "count: "}[c.Kind]
	if c.Plan != nil {
		lead = "plan of " + spec.AgentNames(c.Plan.By) + ": "
	}
	if c.Kind == spec.LeastCheck {
		lead = fmt.Sprintf("least %s in %d..%d: ", c.Least.Bound.Name, c.Least.Lo, c.Least.Hi)
	}
	text := lead + c.Text
	if c.IsMeasured() {
		text = measureQuestion(c)
	}
	if c.At != nil {
		text += ", at " + formulaText(c.At)
	}
	if c.IsLiteral() {
		text += ", interpretation: " + string(c.Interpretation)
	}
	if c.Doc != "" {
		text = oneLine(c.Doc) + "\n" + text
	}
	return text
}

func numbers(r *Result) string {
	parts := []string{fmt.Sprintf("%d nodes", r.Nodes), fmt.Sprintf("work %d", r.Work)}
	if r.States != nil {
		parts = append([]string{r.States.String() + " states"}, parts...)
	}
	return strings.Join(parts, ", ")
}

// way names the route of an answer; "" where none is known.
func (r *Result) way() string {
	if r.Route == "" {
		return ""
	}
	return "route: " + r.Route
}

// String is what happened, in one line: the label of the check, and the answer with
// what was expected instead.
func (r *Result) String() string { return r.Check.Label + ": " + r.outcome() }

// explanation is what there is to say about a result besides the headline: the
// question, then what is wrong with it or the run that shows the answer. A run
// begins with the formula, which may be all of the question.
func (r *Result) explanation() string {
	parts := []string{question(r.Check)}
	if r.showsRun() && r.Run.Formula == parts[0] {
		parts = nil
	}
	if r.Problem != nil {
		parts = append(parts, r.Problem.Error())
	}
	if r.Cause == Bug {
		parts = append(parts, r.Details)
		if r.SavedTo != "" {
			parts = append(parts, "saved to "+r.SavedTo)
		}
	}
	if table := r.chances(); table != "" {
		parts = append(parts, table)
	}
	if r.showsRun() {
		parts = append(parts, r.Run.Story())
	}
	return strings.Join(parts, "\n")
}

// String counts in words, leaving out what did not happen.
func (s *Summary) String() string {
	text := plural(s.Checks, "check", "checks")
	parts := s.parts()
	if len(parts) > 0 {
		text += ": " + strings.Join(parts, ", ")
	}
	if s.BadSpecs > 0 {
		text += "; " + plural(s.BadSpecs, "file has errors", "files have errors")
	}
	return text + " (" + seconds(time.Duration(s.Seconds*float64(time.Second))) + ")"
}

func (s *Summary) parts() []string {
	var parts []string
	for _, p := range []struct {
		n    int
		what string
	}{
		{s.Met, "ok"}, {s.Unmet, "failed"}, {s.Open, "without expectation"}, {s.Limited, "at a limit"},
		{s.Interrupted, "interrupted"}, {s.Faulty, "faulty"}, {s.Broken, "broken by a bug"},
	} {
		if p.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", p.n, p.what))
		}
	}
	return parts
}

// price is what the best plans cost.
func (r *Result) price() string {
	text := "worst: " + r.Plan.Worst.String()
	if r.Plan.Worst.None {
		text = "no plan"
		if within := r.Check.Plan.Within; within > 0 {
			text += fmt.Sprintf(" within %d", within)
		}
	} else if r.Plan.Mean != nil {
		text += ", mean: " + r.Plan.Mean.String()
	}
	if r.Plan.Starts != nil {
		text += fmt.Sprintf(", starts: %s of %d", r.Plan.Starts, r.Plan.Beginnings)
	}
	if r.Verdict == verdict.Unknown && r.Reason != "" {
		text += " (" + r.Reason + ")"
	}
	return text
}

// asWritten is what the author expects, in the author's words.
func asWritten(c *spec.Check) string {
	var parts []string
	for _, e := range expectations(c) {
		text := e.Text
		if e.key != "" {
			text = e.key + ": " + text
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, ", ")
}
