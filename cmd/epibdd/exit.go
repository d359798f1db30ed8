package main

import (
	"fmt"
	"os"
	"runtime/debug"

	"github.com/epibdd/epibdd/report"
	"github.com/epibdd/epibdd/spec/source"
)

// The exit codes are an interface: builds read them.
const (
	exitOK          = 0   // every expectation is met
	exitUnmet       = 1   // some expectation is not
	exitInput       = 2   // bad input or usage
	exitLimit       = 3   // a limit was reached before some answer
	exitBug         = 70  // a bug of this program
	exitInterrupted = 130 // Ctrl-C, or TERM
)

// exitError ends the program with a code; err is said on standard error, unless
// it is nil.
type exitError struct {
	code int
	err  error
}

func (e *exitError) Error() string { return fmt.Sprint(e.err) }
func (e *exitError) Unwrap() error { return e.err }

// status ends the program with a code when all has been said.
func status(code int) error {
	if code == exitOK {
		return nil
	}
	return &exitError{code: code}
}

// usage is an error in how command was called.
func usage(command, format string, args ...any) error {
	return &exitError{exitInput, fmt.Errorf("%s\nsee '%s --help'", fmt.Sprintf(format, args...), command)}
}

// input is an error in what a command was given.
func input(format string, args ...any) error {
	return &exitError{exitInput, fmt.Errorf(format, args...)}
}

func didYouMean(name string, known []string) string { return source.DidYouMean(name, known) }

// codeOf is the exit code of a report. A bug outweighs everything, for then no
// answer can be trusted; an interrupt says that answers are missing; bad input
// comes before answers, and a wrong answer before a missing one.
func codeOf(s *report.Summary, interrupted bool) int {
	switch {
	case s.Broken > 0:
		return exitBug
	case interrupted:
		return exitInterrupted
	case s.BadSpecs > 0 || s.Faulty > 0:
		return exitInput
	case s.Unmet > 0:
		return exitUnmet
	case s.Limited > 0:
		return exitLimit
	}
	return exitOK
}

// panicked reports a panic outside of any check.
func (p *program) panicked(cause any) int {
	text := fmt.Sprintf("%s\n\narguments: %q\n\npanic: %v\n\n%s", aboutProgram(), p.args, cause, debug.Stack())
	f, err := os.CreateTemp("", "epibdd-bug-*.txt")
	if err == nil {
		_, err = f.WriteString(text)
		f.Close()
	}
	if err != nil {
		fmt.Fprintf(p.stderr, "epibdd: this is a bug in epibdd\n%s", text)
		return exitBug
	}
	fmt.Fprintf(p.stderr, "epibdd: this is a bug in epibdd: %v\nWhat is needed to find it is in %s\n", cause, f.Name())
	return exitBug
}
