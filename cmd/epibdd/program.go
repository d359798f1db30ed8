package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"
	"unicode"

	"github.com/epibdd/epibdd"
)

// program is one call with its surroundings.
type program struct {
	args           []string
	stdin          io.Reader
	stdout, stderr io.Writer
}

// say says something on standard error, without the control characters that names of
// files may have.
func (p *program) say(format string, args ...any) {
	text := strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return '?'
		}
		return r
	}, fmt.Sprintf(format, args...))
	fmt.Fprintln(p.stderr, text)
}

// panicked reports a panic outside of any check.
func (p *program) panicked(cause any) int {
	text := fmt.Sprintf("%s\n\narguments: %q\n\npanic: %v\n\n%s", epibdd.About(), p.args, cause, debug.Stack())
	f, err := os.CreateTemp("", "epibdd-bug-*.txt")
	if err == nil {
		_, err = f.WriteString(text)
		f.Close()
	}
	if err != nil {
		p.say("epibdd: this is a bug in epibdd\n%s", text)
		return exitBug
	}
	p.say("epibdd: this is a bug in epibdd: %v\nWhat is needed to find it is in %s", cause, f.Name())
	return exitBug
}

// interruptible ends with Ctrl-C, TERM, or a terminal that is closed, unless nohup says not
// to mind that. The second one ends the program.
func interruptible(ctx context.Context) (context.Context, func()) {
	ends := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		ends = append(ends, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(ctx, ends...)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}
