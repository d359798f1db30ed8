package encode

import (
	"context"
	"fmt"
	"math/big"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/symbolic"
	"github.com/epibdd/epibdd/witness"
)

// Options choose how a system is built.
type Options struct {
	// Symbolic chooses the engine and the limits of the space.
	Symbolic symbolic.Options
	// Asked are expressions and formulas that will be asked of the system: bits for
	// their binders are planned, and the order takes them into account.
	Asked []spec.Expr
}

// System is a model in symbolic form. Like its space it belongs to one
// goroutine at a time.
type System struct {
	model *spec.Model
	space *symbolic.Space
}

// New encodes m.
func New(ctx context.Context, m *spec.Model, o Options) (*System, error) {
	return nil, fmt.Errorf("not yet")
}

// Space returns the space of all sets of s.
func (s *System) Space() *symbolic.Space { return s.space }

// Model returns the model that s encodes.
func (s *System) Model() *spec.Model { return s.model }

// Valid returns the set of all states: bit vectors without unused codes.
func (s *System) Valid() symbolic.Set { panic("not yet") }

// Init returns the initial states.
func (s *System) Init() symbolic.Set { panic("not yet") }

// Steps returns the relation of all steps.
func (s *System) Steps() symbolic.Relation { panic("not yet") }

// Step returns the steps of one action with the given arguments; an argument
// that is nil is open. Arguments may read the state and the names bound by env.
// Where an argument is undefined or outside the type of its parameter there is
// no step.
func (s *System) Step(p *spec.Step, env *spec.Env) (symbolic.Relation, error) { panic("not yet") }

// StepUndefined returns the states in which some argument of p has no value.
func (s *System) StepUndefined(p *spec.Step, env *spec.Env) (symbolic.Set, error) { panic("not yet") }

// Fault tells where an action, or for a nil Action the conditions on initial
// states, cannot be evaluated.
type Fault struct {
	Action *spec.Action
	Where  symbolic.Set
}

// FaultError is a state in which an action, or a condition on initial states
// (Action is nil), has no meaning, with the place and the reason.
type FaultError struct {
	Action *spec.Action
	Args   []spec.Value
	State  spec.State
	Place  source.Span
	Reason string
}

func (e *FaultError) Error() string { return e.Reason }

// Faults returns where the actions and the initial conditions are faulty; what
// is not listed has no fault.
func (s *System) Faults() []Fault { panic("not yet") }

// Fault returns nil if no state of within has a fault and the initial
// conditions are defined everywhere, and else a *FaultError.
func (s *System) Fault(within symbolic.Set) error { panic("not yet") }

// Modal gives knowledge and temporal formulas a meaning: the states in which e
// is true, with names bound by env.
type Modal func(e spec.Expr, env *spec.Env) (symbolic.Set, error)

// Truth is the meaning of a formula: disjoint sets of states in which it is
// true, and in which it has no value.
type Truth struct{ True, Undefined symbolic.Set }

// Case says that an expression has Value in the states of When.
type Case struct {
	Value spec.Value
	When  symbolic.Set
}

// Truth returns the meaning of a formula. A nil modal stands for one that
// returns spec.ErrModal.
func (s *System) Truth(e spec.Expr, env *spec.Env, modal Modal) (Truth, error) { panic("not yet") }

// Cases returns the values of a scalar expression: a partition of the states in
// which it is defined, and the others.
func (s *System) Cases(e spec.Expr, env *spec.Env, modal Modal) ([]Case, symbolic.Set, error) {
	panic("not yet")
}

// Bits returns functions of the state that together determine the value of e,
// and where it is undefined. No function holds in a state in which e is undefined.
func (s *System) Bits(e spec.Expr, env *spec.Env, modal Modal) ([]symbolic.Set, symbolic.Set, error) {
	panic("not yet")
}

// View is what some agents together see of a state.
type View struct{}

// View returns the joint view of the agents; it is kept for the next call.
func (s *System) View(agents ...*spec.Agent) (*View, error) { panic("not yet") }

// Closure returns the states whose view equals that of some state in f.
func (v *View) Closure(f symbolic.Set) symbolic.Set { panic("not yet") }

// Pick returns the least state of set, comparing the variables in the order in
// which they were declared, or false if set is empty.
func (s *System) Pick(set symbolic.Set) (spec.State, bool) { panic("not yet") }

// Single returns the set of which st is the only state.
func (s *System) Single(st spec.State) symbolic.Set { panic("not yet") }

// Count returns the number of states in set.
func (s *System) Count(set symbolic.Set) *big.Int { panic("not yet") }

// Instance returns some enabled instance of p, or of any action where p is nil,
// from a state into a set. It is always the same one.
func (s *System) Instance(p *spec.Step, env *spec.Env, from spec.State, into symbolic.Set) (witness.Step, bool) {
	panic("not yet")
}

// Explanation says how a model was encoded, for people.
type Explanation struct{}

// Explain says how the model was encoded.
func (s *System) Explain() Explanation { panic("not yet") }
