package report

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"time"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/verdict"
)

// Document is the report of one call, as JSON.
type Document struct {
	// Version is that of the program.
	Version string `json:"version,omitempty"`
	// Options are those of the call that bear on answers, as they were given.
	Options []string `json:"options,omitempty"`
	// Shard says which part of the checks was asked, as in 2/12; without it all were.
	Shard string `json:"shard,omitempty"`
	// Specs are the documents in the order in which they were given.
	Specs []SpecRecord `json:"specs"`
	// Summary counts them and their checks.
	Summary Summary `json:"summary"`
}

// SpecRecord is one document.
type SpecRecord struct {
	// Spec is the file as it was named, or "<stdin>".
	Spec string `json:"spec"`
	// Name is what the document calls itself.
	Name string `json:"name"`
	// Errors say why the document could not be read, or some rows of its sweep.
	Errors []Remark `json:"errors,omitempty"`
	// Warnings are about what is odd in it.
	Warnings []Remark `json:"warnings,omitempty"`
	// All are the ids of all checks of which a shard asked some.
	All []string `json:"all,omitempty"`
	// Checks are in the order of the document.
	Checks []CheckRecord `json:"checks"`
}

// CheckRecord is one check and its answer.
type CheckRecord struct {
	// ID is the name of the check, with the values of the sweep as in id[n=3].
	ID string `json:"id"`
	// Kind is the question: is the formula true in all initial states, in some, in
	// how many reachable ones, for which number first?
	Kind string `json:"kind" jsonschema:"enum=formula,enum=some,enum=count,enum=least,enum=plan,enum=chance,enum=classes"`
	// Formula is what is asked.
	Formula string `json:"formula"`
	// Line is where the check stands in its file; 0 if nowhere.
	Line int `json:"line"`
	// Verdict is the answer. Questions for a number hold where there is one.
	Verdict verdict.Verdict `json:"verdict" jsonschema:"enum=holds,enum=fails,enum=unknown,enum=error"`
	// Value is the number that was asked for.
	Value *Number `json:"value"`
	// Worst is what the best plan costs in the worst case, of a check that plans.
	Worst *Bounds `json:"worst,omitempty"`
	// Mean is what the best plan costs on average.
	Mean *Bounds `json:"mean,omitempty"`
	// Starts is from how many of the things that may be seen at first there is a plan.
	Starts *Bounds `json:"starts,omitempty"`
	// Chance is how likely the formula is, or what that lies between in the worlds asked about.
	Chance *Bounds `json:"chance,omitempty"`
	// Table has the chances of values, a distribution for all who consider the same likely.
	Table []Distribution `json:"table,omitempty"`
	// Experiment is what an experiment tells.
	Experiment *Experiment `json:"experiment,omitempty"`
	// Expect is what the author expects, as written.
	Expect *string `json:"expect"`
	// OK says whether the answer is as expected; null where nothing was expected.
	OK *bool `json:"ok"`
	// Reason says why the verdict is unknown or error.
	Reason *string `json:"reason"`
	// Seconds is the time that the check took.
	Seconds float64 `json:"seconds"`
	// Nodes is the largest number of decision diagram nodes in use.
	Nodes int `json:"nodes"`
	// Work counts what was done with decision diagrams: operations, steps of recursion, and
	// nodes made, visited or moved. It says what the check cost where seconds depend on
	// the machine.
	Work int64 `json:"work"`
	// States is the number of reachable states.
	States *Number `json:"states"`
	// Depth is how many steps of runs were looked at, with memory, where runs go on.
	Depth int `json:"depth,omitempty"`
	// Interpretation is how knowledge actions are read; without it as products.
	Interpretation spec.Interpretation `json:"interpretation,omitempty" jsonschema:"enum=local,enum=printed"`
	// Exact says why a verdict with memory is about runs of any length.
	Exact string `json:"exact,omitempty"`
	// Route is the name of the way on which the verdict was found.
	Route string `json:"route,omitempty"`
	// Cached says that the answer is from a cache; nodes and work are those of the call that found it.
	Cached bool `json:"cached,omitempty"`
	// Run is evidence for the verdict.
	Run *Run `json:"run"`
	// Problem is what is wrong with the model or the question, and where.
	Problem *Remark `json:"problem,omitempty"`
	// Warnings are about what is odd in the question.
	Warnings []Remark `json:"warnings,omitempty"`
	// Saved is the file with what is needed to find a bug of the program.
	Saved string `json:"saved,omitempty"`
}

// Remark is a message about a place.
type Remark struct {
	// File is the file, as it was named.
	File string `json:"file,omitempty"`
	// Line counts from 1.
	Line int `json:"line,omitempty"`
	// Column counts characters from 1.
	Column int `json:"column,omitempty"`
	// Message is one sentence.
	Message string `json:"message"`
	// Hint names a way out.
	Hint string `json:"hint,omitempty"`
}

// Number is an exact number, written as a decimal string.
type Number big.Int

// MarshalText writes the number in decimal.
func (n *Number) MarshalText() ([]byte, error) { return (*big.Int)(n).MarshalText() }

// UnmarshalText reads a decimal number.
func (n *Number) UnmarshalText(text []byte) error { return (*big.Int)(n).UnmarshalText(text) }

// jsonWriter writes a Document at the end.
type jsonWriter struct {
	collector
	w    io.Writer
	call Call
}

func newJSON(w io.Writer, o Options) Writer { return &jsonWriter{w: w, call: o.Call} }

func (j *jsonWriter) Close(s *Summary) error { return j.document(s, j.call).Write(j.w) }

// Write writes the document as JSON.
func (d *Document) Write(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(d)
}

// Read reads a document that Write has written.
func Read(r io.Reader) (*Document, error) {
	d := new(Document)
	dec := json.NewDecoder(r)
	if err := dec.Decode(d); err != nil {
		return nil, fmt.Errorf("it is no report in JSON: %w", err)
	}
	if d.Specs == nil {
		return nil, errors.New("it is no report in JSON: it has no specs")
	}
	return d, nil
}

func (c *collected) record() SpecRecord {
	rec := SpecRecord{
		Spec: c.File, Name: c.Name, Checks: []CheckRecord{},
		Errors: remarks(c.Errors), Warnings: remarks(c.Warnings), All: c.All,
	}
	for _, r := range c.results {
		rec.Checks = append(rec.Checks, r.record())
	}
	return rec
}

var kinds = map[spec.CheckKind]string{
	spec.FormulaCheck: "formula", spec.SomeCheck: "some", spec.CountCheck: "count", spec.LeastCheck: "least", spec.PlanCheck: "plan",
	spec.ChanceCheck: "chance", spec.ClassesCheck: "classes",
}

func (r *Result) record() CheckRecord {
	c := r.Check
	rec := CheckRecord{
		ID: c.Label, Kind: kinds[c.Kind], Formula: c.Text, Line: position(c.Place).Line,
		Verdict: r.Verdict, Value: (*Number)(r.Value), States: (*Number)(r.States),
		Seconds: r.Time.Round(time.Microsecond).Seconds(), Nodes: r.Nodes, Work: r.Work, Depth: r.Depth, Exact: r.Exact, Route: r.Route, Cached: r.Cached, Run: r.Run,
		Warnings: remarks(r.Warnings), Saved: r.SavedTo,
	}
	if c.IsLiteral() {
		rec.Interpretation = c.Interpretation
	}
	if r.Reason != "" {
		rec.Reason = &r.Reason
	}
	if r.expects() {
		ok := r.Status() == Met
		text := asWritten(c)
		rec.Expect, rec.OK = &text, &ok
	}
	if r.Plan != nil {
		rec.Worst, rec.Mean, rec.Starts = boundsOf(r.Plan.Worst), boundsOf(r.Plan.Mean), boundsOf(r.Plan.Starts)
	}
	if r.Chance != nil {
		rec.Chance, rec.Table = boundsOf(r.number("")), r.distributions()
	}
	rec.Experiment = experimentOf(r.Experiment)
	if r.Problem != nil {
		rec.Problem = &remarks([]source.Diagnostic{*r.Problem})[0]
	}
	return rec
}

func remarks(ds []source.Diagnostic) []Remark {
	var out []Remark
	for _, d := range ds {
		at := position(d.Span)
		r := Remark{Line: at.Line, Column: at.Column, Message: d.Message, Hint: d.Hint}
		if d.Span.File != nil {
			r.File = d.Span.File.Name
		}
		out = append(out, r)
	}
	return out
}

// position is where a span begins; zero where it is nowhere.
func position(s source.Span) source.Position {
	if s.File == nil {
		return source.Position{}
	}
	return s.File.Position(s.Start)
}
