package report

import (
	"encoding/json"
	"errors"
	"math/big"
	"reflect"
	"time"

	"github.com/epibdd/epibdd/chance"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/verdict"
)

// stored is an answer as a cache keeps it.
type stored struct {
	Verdict    verdict.Verdict
	Value      *big.Int
	Plan       *verdict.Plan
	Chance     *chance.Answer
	Experiment *chance.Experiment
	Route      string
	Nodes      int
	Work       int64
	States     *big.Int
	Depth      int
	Exact      string
	Run        *Run
	// Hidden is what JSON leaves out of the run, in the order of the run.
	Hidden []json.RawMessage
}

// Store writes an answer so that Restore reads it again, whole. Only what was decided is
// stored, without warnings: these have places. What does not come back as it was, such as a
// table of chances, is not stored either; then there is an error.
func (r *Result) Store() ([]byte, error) {
	if r.Cause != NoCause || r.Problem != nil || len(r.Warnings) > 0 || r.Verdict != verdict.Holds && r.Verdict != verdict.Fails {
		return nil, errors.New("it is no answer")
	}
	s := stored{
		Verdict: r.Verdict, Value: r.Value, Plan: r.Plan, Chance: r.Chance, Experiment: r.Experiment, Route: r.Route,
		Nodes: r.Nodes, Work: r.Work, States: r.States, Depth: r.Depth, Exact: r.Exact, Run: r.Run,
	}
	var err error
	hidden(reflect.ValueOf(r.Run), func(x any) {
		text, e := json.Marshal(x)
		s.Hidden, err = append(s.Hidden, text), errors.Join(err, e)
	})
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(s)
	if err != nil {
		return nil, err
	}
	again, err := Restore(text, r.Check, r.Time)
	if err != nil {
		return nil, err
	}
	if again.Cached = false; !alike(reflect.ValueOf(r), reflect.ValueOf(again)) {
		return nil, errors.New("it does not come back as it was")
	}
	return text, nil
}

// Restore reads the answer to a check that was stored, in so much time.
func Restore(text []byte, c *spec.Check, took time.Duration) (*Result, error) {
	var s stored
	if err := json.Unmarshal(text, &s); err != nil {
		return nil, err
	}
	if s.Verdict != verdict.Holds && s.Verdict != verdict.Fails {
		return nil, errors.New("it is no answer")
	}
	var err error
	left := s.Hidden
	hidden(reflect.ValueOf(s.Run), func(x any) {
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
	return &Result{
		Check: c, Verdict: s.Verdict, Value: s.Value, Plan: s.Plan, Chance: s.Chance, Experiment: s.Experiment, Route: s.Route,
		Nodes: s.Nodes, Work: s.Work, States: s.States, Depth: s.Depth, Exact: s.Exact, Run: s.Run, Time: took, Cached: true,
	}, nil
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
