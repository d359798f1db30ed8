package verdict

import (
	"errors"
	"fmt"
	"strings"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/source"
)

// Kind says what is wrong with a question or its model.
type Kind int

// The kinds of mistakes.
const (
	Faulty       Kind = iota + 1 // an action goes wrong in a reachable state
	NoValue                      // an expression has no value in a world where it is needed
	NoInitial                    // no initial state
	NoFairRun                    // no initial state has a run that counts
	NoneWithAt                   // no initial state with at
	MayDoNothing                 // a program admits no steps where that makes no sense
	Unsupported                  // the question cannot be asked, or not in this way
)

// Mistake is an error in a model or a question, with its place.
type Mistake struct {
	Kind    Kind
	Place   source.Span
	Message string
	Model   *spec.Model
	State   spec.State // a world where it happens; nil: none is to blame
	Cause   error      // what it was made from; may be nil
}

// Refuse is a mistake in a question about a model, in no state in particular.
func Refuse(m *spec.Model, kind Kind, place source.Span, format string, args ...any) *Mistake {
	return &Mistake{Kind: kind, Place: place, Message: fmt.Sprintf(format, args...), Model: m}
}

// IsMistake tells whether an error is one of the model or the question.
func IsMistake(err error) bool { return errors.As(err, new(*Mistake)) }

// Error is the message with the state, without the place.
func (e *Mistake) Error() string {
	if e.State == nil {
		return e.Message
	}
	return e.Message + "; this happens in the reachable state " + ShowState(e.Model, e.State)
}

// Unwrap returns the cause.
func (e *Mistake) Unwrap() error { return e.Cause }

// Diagnostic is the mistake with its place, ready to be rendered.
func (e *Mistake) Diagnostic() source.Diagnostic {
	return source.Diagnostic{Severity: source.Error, Span: e.Place, Message: e.Error()}
}

// widest is how much of a state a message shows, in bytes.
const widest = 400

// ShowState is a state as messages show it: variable by variable, without those of
// conditions on the past, and cut where it is too long.
func ShowState(m *spec.Model, s spec.State) string {
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
