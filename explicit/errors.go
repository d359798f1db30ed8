package explicit

import (
	"errors"
	"fmt"
	"strings"

	"github.com/epibdd/epibdd/explicit/internal/terms"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/source"
)

// TooLarge says that enumeration was given up.
type TooLarge struct {
	What    string // such as "reachable states"
	Limit   int
	Initial int // how many initial states were found before, if not all were
}

func (e *TooLarge) Error() string { return fmt.Sprintf("more than %d %s", e.Limit, e.What) }

// Fault is an error of the model: a step that is neither possible nor
// impossible in a state, or an initial condition that is neither true nor false.
type Fault struct {
	Action *spec.Action // nil: the initial condition
	Args   []spec.Value
	Model  *spec.Model // to show State; may be nil
	State  spec.State
	Place  source.Span
	Reason string
}

func (e *Fault) Error() string {
	where := "in the initial condition"
	if e.Action != nil {
		where = "in " + spec.Move{Action: e.Action, Args: e.Args}.String()
	}
	if e.Model != nil {
		where += ", state " + ShowState(e.Model, e.State)
	}
	return where + ": " + e.Reason
}

// UndefinedIn is an expression without a value in a world where it is
// evaluated. It wraps *spec.Undefined.
type UndefinedIn struct {
	*spec.Undefined
	Model *spec.Model
	State spec.State
}

func (e *UndefinedIn) Error() string {
	return fmt.Sprintf("%s, in state %s", e.Reason, ShowState(e.Model, e.State))
}

func (e *UndefinedIn) Unwrap() error { return e.Undefined }

// Idle is an operator whose answer would not depend on what its program does.
type Idle struct {
	Place source.Span
}

func (e *Idle) Error() string { return "the program may do nothing" }

// FindIdle returns *Idle for the first operator in the formulas along whose runs nothing
// need ever happen.
func FindIdle(formulas ...spec.Expr) error {
	for _, f := range formulas {
		if p := spec.IdleProgram(f); p != nil {
			return &Idle{Place: p.Span()}
		}
	}
	return nil
}

// Malformed says that moves are no step of a model: values are missing or outside
// their types, or it is not these agents who have to act.
type Malformed struct{ Reason string }

func (e *Malformed) Error() string { return e.Reason }

// ErrNotFair is the error of a question about infinite runs, where these are
// not defined.
var ErrNotFair = errors.New("fairness and runs: infinite are decided neither for histories that are cut off or go on behind knowledge actions, nor for strategies with memory, nor where actions ask what somebody knows")

// The errors of questions about nothing.
var (
	ErrNoInitial = errors.New("no state is initial")
	ErrNoFair    = errors.New("no initial state has a run that the document's runs and fairness admit")
	ErrNothingAt = errors.New("no state satisfies the condition of at")
	ErrNoWay     = errors.New("the knowledge action can be executed in no state that the check asks about")
)

// fault turns the error of an evaluation for a move into a Fault.
func fault(move spec.Move, st spec.State, err error) error {
	var u *spec.Undefined
	switch {
	case errors.As(err, &u):
		return &Fault{Action: move.Action, Args: move.Args, State: st, Place: u.Place, Reason: u.Reason}
	case errors.Is(err, spec.ErrTooLarge):
		return &TooLarge{What: "parts of one expression", Limit: terms.MaxNodes}
	}
	return err
}

// withModel lets a Fault show its state.
func withModel(m *spec.Model, err error) error {
	if f, ok := err.(*Fault); ok {
		f.Model = m
	}
	return err
}

// isFault tells whether an error is one of the model, and not of what there is room for.
func isFault(err error) bool {
	return errors.As(err, new(*Fault)) || errors.As(err, new(*spec.Undefined))
}

// ShowState writes a state as the author of the model would.
func ShowState(m *spec.Model, st spec.State) string {
	var parts []string
	for i, v := range m.Vars {
		if i < len(st) && !v.Past {
			parts = append(parts, v.Name+" = "+v.Type.Show(st[i]))
		}
	}
	return "(" + strings.Join(parts, ", ") + ")"
}
