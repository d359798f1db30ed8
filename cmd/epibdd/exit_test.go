package main

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/report"
)

func TestTheWorstDecidesTheExitCode(t *testing.T) {
	for _, c := range []struct {
		s           report.Summary
		interrupted bool
		want        int
	}{
		{report.Summary{Met: 3, Open: 1}, false, exitOK},
		{report.Summary{Limited: 1}, false, exitLimit},
		{report.Summary{Limited: 1, Unmet: 1}, false, exitUnmet},
		{report.Summary{Unmet: 1, Faulty: 1}, false, exitInput},
		{report.Summary{Limited: 1, BadSpecs: 1}, false, exitInput},
		{report.Summary{Unmet: 1, BadSpecs: 1, Interrupted: 1}, true, exitInterrupted},
		{report.Summary{Unmet: 1, BadSpecs: 1, Broken: 1}, true, exitBug},
	} {
		if got := codeOf(&c.s, c.interrupted); got != c.want {
			t.Errorf("%+v, %t: %d, want %d", c.s, c.interrupted, got, c.want)
		}
	}
}

// A panic outside of checks is a bug too, and no stack trace goes to the user.
func TestAPanicAnywhere(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	var out bytes.Buffer
	p := &program{args: []string{"epibdd", "check", "-"}, stdin: broken{}, stdout: &out, stderr: &out}
	if code := p.run(context.Background()); code != exitBug {
		t.Errorf("exit code %d", code)
	}
	if text := out.String(); !strings.Contains(text, "this is a bug in epibdd: no stream") || strings.Contains(text, "goroutine") {
		t.Errorf("said: %s", text)
	}
}

type broken struct{}

func (broken) Read([]byte) (int, error) { panic("no stream") }
