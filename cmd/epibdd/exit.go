package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/epibdd/epibdd"
	"github.com/epibdd/epibdd/report"
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

// sorted gives an error of the door the exit code for what the user can do about it.
func sorted(c *cli.Context, err error) error {
	var option *epibdd.OptionError
	var code *exitError
	switch {
	case err == nil, errors.As(err, &code):
		return err
	case errors.As(err, &option) && option.Option == "SaveOrder":
		return usage(commandName(c), "--save-order %s; -p and --only choose one", option.Problem)
	case errors.As(err, &option) && option.Option == "Certificates":
		return usage(commandName(c), "--certificate %s", option.Problem)
	case errors.As(err, &option):
		return usage(commandName(c), "--%s %s", strings.ToLower(option.Option), option.Problem)
	case errors.Is(err, context.Canceled):
		return &exitError{exitInterrupted, errors.New("interrupted")}
	case errors.As(err, new(*epibdd.LimitError)):
		return &exitError{exitLimit, err}
	}
	return &exitError{exitInput, err}
}

// commandName is the name of the present command with those above it.
func commandName(c *cli.Context) string {
	var parts []string
	for _, ctx := range c.Lineage() {
		if ctx.Command != nil && ctx.Command.Name != "" {
			parts = append(parts, ctx.Command.Name)
		}
	}
	parts = append(parts, "epibdd")
	slices.Reverse(parts)
	return strings.Join(slices.Compact(parts), " ")
}

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
