package report

import (
	"encoding/json"
	"errors"
	"math/big"
	"reflect"
	"time"

	"github.com/epibdd/epibdd/chance"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/verdict"
)

// packed is a result without its check.
type packed struct {
	Verdict    verdict.Verdict
	Value      *big.Int
	Plan       *verdict.Plan
	Chance     *chance.Answer
	Experiment *chance.Experiment
	Reason     string
	Cause      Cause
	Limit      verdict.Reason
	Route      string
	Time       time.Duration
	Nodes      int
	Work       int64
	States     *big.Int
	Depth      int
	Exact      string
	Run        *Run
	// Hidden is what JSON leaves out of the run, in the order of the run.
	Hidden   []json.RawMessage
	Cached   bool
	Problem  []packedDiagnostic // one or none
	Warnings []packedDiagnostic
	// Files are the texts that these have places in, by name.
	Files            map[string]string
	Details, SavedTo string
}

// packedDiagnostic is a diagnostic with the name of its file; nil: it has no place.
type packedDiagnostic struct {
	File          *string
	Start, End    int
	Severity      source.Severity
	Message, Hint string
}

// Pack writes a result, all but its check, so that Unpack reads it again, whole. What does
// not come back as it was is an error.
func (r *Result) Pack() ([]byte, error) {
	p := packed{
		Verdict: r.Verdict, Value: r.Value, Plan: r.Plan, Chance: r.Chance, Experiment: r.Experiment,
		Reason: r.Reason, Cause: r.Cause, Limit: r.Limit, Route: r.Route, Time: r.Time,
		Nodes: r.Nodes, Work: r.Work, States: r.States, Depth: r.Depth, Exact: r.Exact, Run: r.Run, Cached: r.Cached,
		Files: map[string]string{}, Details: r.Details, SavedTo: r.SavedTo,
	}
	if r.Problem != nil {
		p.Problem = p.pack([]source.Diagnostic{*r.Problem})
	}
	p.Warnings = p.pack(r.Warnings)
	var err error
	hidden(reflect.ValueOf(r.Run), func(x any) {
		text, e := json.Marshal(x)
		p.Hidden, err = append(p.Hidden, text), errors.Join(err, e)
	})
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(p)
	if err != nil {
		return nil, err
	}
	again, err := Unpack(text, r.Check)
	if err != nil {
		return nil, err
	}
	if !alike(reflect.ValueOf(r), reflect.ValueOf(again)) {
		return nil, errors.New("it does not come back as it was")
	}
	return text, nil
}

// pack notes the texts of the files.
func (p *packed) pack(all []source.Diagnostic) []packedDiagnostic {
	var to []packedDiagnostic
	for _, d := range all {
		one := packedDiagnostic{Start: d.Span.Start, End: d.Span.End, Severity: d.Severity, Message: d.Message, Hint: d.Hint}
		if f := d.Span.File; f != nil {
			one.File, p.Files[f.Name] = &f.Name, f.Text
		}
		to = append(to, one)
	}
	return to
}

// unpack gives diagnostics their places again.
func (p *packed) unpack(all []packedDiagnostic) ([]source.Diagnostic, error) {
	var to []source.Diagnostic
	for _, one := range all {
		d := source.Diagnostic{Severity: one.Severity, Message: one.Message, Hint: one.Hint}
		if one.File != nil {
			text, ok := p.Files[*one.File]
			if !ok || one.Start < 0 || one.End < one.Start || len(text) < one.End {
				return nil, errors.New("it has no such place")
			}
			d.Span = source.Span{File: source.NewFile(*one.File, text), Start: one.Start, End: one.End}
		}
		to = append(to, d)
	}
	return to, nil
}

// Unpack reads the result of a check that Pack has written.
func Unpack(text []byte, c *spec.Check) (*Result, error) {
	var p packed
	if err := json.Unmarshal(text, &p); err != nil {
		return nil, err
	}
	var err error
	left := p.Hidden
	hidden(reflect.ValueOf(p.Run), func(x any) {
		if len(left) == 0 {
			err = errors.New("something is missing")
			return
		}
		err = errors.Join(err, json.Unmarshal(left[0], x))
		left = left[1:]
	})
	if err != nil || len(left) > 0 {
		return nil, errors.Join(err, errors.New("it is another run"))
	}
	r := &Result{
		Check: c, Verdict: p.Verdict, Value: p.Value, Plan: p.Plan, Chance: p.Chance, Experiment: p.Experiment,
		Reason: p.Reason, Cause: p.Cause, Limit: p.Limit, Route: p.Route, Time: p.Time,
		Nodes: p.Nodes, Work: p.Work, States: p.States, Depth: p.Depth, Exact: p.Exact, Run: p.Run, Cached: p.Cached,
		Details: p.Details, SavedTo: p.SavedTo,
	}
	problem, err := p.unpack(p.Problem)
	if err != nil {
		return nil, err
	}
	if len(problem) > 0 {
		r.Problem = &problem[0]
	}
	r.Warnings, err = p.unpack(p.Warnings)
	return r, err
}

// isAnswer tells whether a check was decided, and nothing is to be said besides.
func (r *Result) isAnswer() bool {
	return r.Cause == NoCause && r.Problem == nil && len(r.Warnings) == 0 && (r.Verdict == verdict.Holds || r.Verdict == verdict.Fails)
}

// Store packs an answer for a cache. Only what was decided is stored, without warnings: these
// have places.
func (r *Result) Store() ([]byte, error) {
	if !r.isAnswer() {
		return nil, errors.New("it is no answer")
	}
	return r.Pack()
}

// Restore reads the answer to a check that was stored, in so much time.
func Restore(text []byte, c *spec.Check, took time.Duration) (*Result, error) {
	r, err := Unpack(text, c)
	if err != nil {
		return nil, err
	}
	if !r.isAnswer() {
		return nil, errors.New("it is no answer")
	}
	r.Time, r.Cached = took, true
	return r, nil
}

// hidden visits pointers to what JSON leaves out of a run.
func hidden(v reflect.Value, visit func(any)) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return
		}
		switch x := v.Interface().(type) {
		case *Run:
			visit(&x.everybody)
			visit(&x.show)
		case *Path:
			visit(&x.once)
		}
		hidden(v.Elem(), visit)
	case reflect.Slice:
		for i := range v.Len() {
			if m, ok := v.Index(i).Addr().Interface().(*Member); ok {
				visit(&m.field)
			}
			hidden(v.Index(i), visit)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				hidden(v.Field(i), visit)
			}
		}
	}
}

// alike compares values of the same type, unexported fields as well. Nothing and an empty list
// are the same.
func alike(x, y reflect.Value) bool {
	if x.IsValid() != y.IsValid() || x.IsValid() && x.Type() != y.Type() {
		return false
	}
	switch x.Kind() {
	case reflect.Invalid:
		return true
	case reflect.Pointer:
		return x.Pointer() == y.Pointer() || !x.IsNil() && !y.IsNil() && alike(x.Elem(), y.Elem())
	case reflect.Interface:
		return alike(x.Elem(), y.Elem())
	case reflect.Slice:
		if x.Len() != y.Len() {
			return false
		}
		for i := range x.Len() {
			if !alike(x.Index(i), y.Index(i)) {
				return false
			}
		}
		return true
	case reflect.Struct:
		for i := range x.NumField() {
			if !alike(x.Field(i), y.Field(i)) {
				return false
			}
		}
		return true
	}
	return x.Comparable() && x.Equal(y)
}
