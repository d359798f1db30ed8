package epibdd

import (
	"errors"

	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/symbolic"
)

// Errors are all that is wrong with a text, sorted by place. Printed they quote the
// lines and mark the places.
type Errors = source.Errors

// Diagnostic is one error or warning: a message, its place, and perhaps a way out.
type Diagnostic = source.Diagnostic

// LimitError says that a limit on time, memory or nodes ended what is no check: those
// have results.
type LimitError = symbolic.LimitError

// OptionError is a value of an option that means nothing.
type OptionError struct {
	Option  string // the name of a field of Options
	Problem string // what is wrong with it, as the rest of a sentence
}

func (e *OptionError) Error() string { return e.Option + " " + e.Problem }

// placed makes Errors of an error that has a place.
func placed(err error) error {
	var known interface{ Diagnostic() source.Diagnostic }
	if errors.As(err, &known) {
		return Errors{known.Diagnostic()}
	}
	return err
}

// DidYouMean ends a message about a name that is not among those known: it suggests one
// that is spelled nearly like it, or is empty.
func DidYouMean(name string, known []string) string { return source.DidYouMean(name, known) }

// FileReason is why a file could not be read or written, in few words, without its name.
func FileReason(err error) string { return document.Reason(err) }
