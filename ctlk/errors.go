package ctlk

import (
	"errors"
	"fmt"
	"strings"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/source"
)

// ErrorKind says what is wrong with a question or its model.
type ErrorKind int

// The kinds of errors.
const (
	Faulty       ErrorKind = iota + 1 // an action goes wrong in a reachable state
	NoValue                           // an expression has no value in a world where it is needed
	NoInitial                         // no initial state
	NoFairRun                         // no initial state has a run that counts
	NoneWithAt                        // no initial state with at
	MayDoNothing                      // a program admits no steps where that makes no sense
	Unsupported                       // the question needs something else than this package
)

// Error is a mistake in a model or a question, with its place.
type Error struct {
	Kind    ErrorKind
	Place   source.Span
	Message string
	// State is a world where it happens; nil where none is to blame.
	State spec.State
	model *spec.Model
	cause error
}

// Error is the message with the state, without the place.
func (e *Error) Error() string {
	if e.State == nil {
		return e.Message
	}
	return e.Message + "; this happens in the reachable state " + showState(e.model, e.State)
}

// isMistake tells whether an error is one of the model or the question.
func isMistake(err error) bool { return errors.As(err, new(*Error)) }

// Unwrap returns what the error was made from, perhaps nil.
func (e *Error) Unwrap() error { return e.cause }

// Diagnostic is the error with its place, ready to be rendered.
func (e *Error) Diagnostic() source.Diagnostic {
	return source.Diagnostic{Severity: source.Error, Span: e.Place, Message: e.Error()}
}

// widest is how much of a state a message shows, in bytes.
const widest = 400

func showState(m *spec.Model, s spec.State) string {
	var b strings.Builder
	for i, v := range m.Vars {
		if v.Past {
			continue
		}
		if b.Len() > widest {
			b.WriteString(", …")
			break
		}
		if b.Len() > 0 {
			b.WriteString(", ")
		}
		b.WriteString(v.Name + " = " + v.Type.Show(s[i]))
	}
	return b.String()
}

// noValue explains why e has no value in a world.
func (c *Checker) noValue(e spec.Expr, env *spec.Env, w world) error {
	_, err := c.evaluator(w).Eval(e, env)
	return c.undefinedAt(e, w, err)
}

// noMeaning is noValue for a modal operator whose agent, group or number has no
// value.
func (c *Checker) noMeaning(e spec.Expr, env *spec.Env, w world) error {
	switch e := e.(type) {
	case *spec.Knows:
		return c.noAgent(e.Agent, env, w)
	case *spec.GroupKnows:
		return c.noGroup(e.Group, env, w)
	}
	return c.undefinedAt(e, w, nil)
}

// noAgent explains why e is not an agent in a world; nil: it is one.
func (c *Checker) noAgent(e spec.Expr, env *spec.Env, w world) error {
	v, err := c.evaluator(w).Eval(e, env)
	if err != nil {
		return c.undefinedAt(e, w, err)
	}
	if a, ok := c.agents[spec.Key(v)]; ok {
		if c.frame.informed(a) {
			return nil
		}
		return c.undefinedAt(e, w, &spec.Undefined{Place: e.Span(), Reason: spec.Uninformed(a)})
	}
	return c.undefinedAt(e, w, &spec.Undefined{Place: e.Span(), Reason: v.String() + " is not an agent"})
}

// noGroup explains why a group has no value in a world.
func (c *Checker) noGroup(g *spec.Group, env *spec.Env, w world) error {
	ev := c.evaluator(w)
	for _, m := range g.Members {
		for inner, err := range ev.Instances(m.Binders, env) {
			if err != nil {
				return c.undefinedAt(m.Agent, w, err)
			}
			if m.Cond != nil {
				if in, err := ev.Holds(m.Cond, inner); err != nil || !in {
					continue
				}
			}
			if err := c.noAgent(m.Agent, inner, w); err != nil {
				return err
			}
		}
	}
	return c.undefinedAt(g.Members[0].Agent, w, nil)
}

// noDomain is noValue for the domain that has none.
func (c *Checker) noDomain(binders []spec.Binder, env *spec.Env, w world) error {
	ev := c.evaluator(w)
	for _, err := range ev.Instances(binders, env) {
		if err != nil {
			return c.undefinedAt(binders[0].Domain, w, err)
		}
	}
	return c.undefinedAt(binders[0].Domain, w, nil)
}

// noArgument is noValue for the argument of a step that has none.
func (c *Checker) noArgument(p *spec.Step, env *spec.Env, w world) error {
	for _, arg := range p.Args {
		if arg == nil {
			continue
		}
		if _, err := c.evaluator(w).Eval(arg, env); err != nil {
			return c.undefinedAt(arg, w, err)
		}
	}
	return &Error{Kind: NoValue, Place: p.Span(), Message: "an argument has no value", State: w.state, model: c.sys.Model()}
}

// undefinedAt is an error about e in a world, explained by what evaluation said.
func (c *Checker) undefinedAt(e spec.Expr, w world, err error) error {
	if known := (*Error)(nil); errors.As(err, &known) {
		return known
	}
	out := &Error{Kind: NoValue, Place: e.Span(), Message: "this has no value", State: w.state, model: c.sys.Model()}
	if u := (*spec.Undefined)(nil); errors.As(err, &u) {
		out.Place, out.Message, out.cause = u.Place, u.Reason, u
	}
	return out
}

// refuse is an error about a formula or program, in no state in particular.
func (c *Checker) refuse(kind ErrorKind, place source.Span, format string, args ...any) error {
	return &Error{Kind: kind, Place: place, Message: fmt.Sprintf(format, args...), model: c.sys.Model()}
}

// faulty turns a fault of the system into an error of this package.
func (c *Checker) faulty(err error) error {
	f := (*encode.FaultError)(nil)
	if !errors.As(err, &f) {
		return err
	}
	return &Error{Kind: Faulty, Place: f.Place, Message: f.Reason, State: f.State, model: c.sys.Model(), cause: f}
}
