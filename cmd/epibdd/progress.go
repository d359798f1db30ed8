package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"github.com/epibdd/epibdd"
)

// Progress is shown once the work takes longer than patience, and again after each beat.
// Where nobody watches, as in the log of a build, it is a line for each heartbeat.
const (
	patience  = time.Second
	beat      = 100 * time.Millisecond
	heartbeat = time.Minute
)

// progress is one line on standard error that says what is being done. It is
// overwritten by the next one and cleared before anything else is written.
type progress struct {
	w     io.Writer
	width int
	plain bool // lines stay
	now   func() time.Time
	start time.Time

	mu   sync.Mutex
	next time.Time // nothing is shown before
	bar  *progressbar.ProgressBar
}

// newProgress returns nil, on which all methods do nothing, if nothing is to be shown.
func newProgress(w io.Writer, quiet bool) *progress {
	if !isTerminal(w) && quiet {
		return nil
	}
	if !isTerminal(w) {
		return startHeartbeat(w, time.Now)
	}
	width, _, err := term.GetSize(int(w.(*os.File).Fd()))
	if err != nil || width < 40 {
		width = 80
	}
	return startProgress(w, width, time.Now)
}

func startProgress(w io.Writer, width int, now func() time.Time) *progress {
	return &progress{w: w, width: width, now: now, start: now(), next: now().Add(patience)}
}

func startHeartbeat(w io.Writer, now func() time.Time) *progress {
	return &progress{w: w, plain: true, now: now, start: now(), next: now().Add(heartbeat)}
}

// hook is what tells the line, nil if there is none.
func (p *progress) hook() func(epibdd.Progress) {
	if p == nil {
		return nil
	}
	return p.show
}

// show is called by all workers; whoever comes at the right moment is shown.
// States are counted for that one only, since counting takes time.
func (p *progress) show(now epibdd.Progress) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.now().Before(p.next) {
		return
	}
	if p.plain {
		now.Reached = nil // it is work, which is not to depend on the clock
		fmt.Fprintf(p.w, "epibdd: after %s: %s\n", p.now().Sub(p.start).Round(time.Second), progressLine(now))
		p.next = p.now().Add(heartbeat)
		return
	}
	if p.bar == nil {
		p.bar = newBar(p.w)
	}
	p.bar.Describe(shortened(progressLine(now), p.width-margin))
	p.next = p.now().Add(beat)
}

// margin is what the spinner needs beside the line.
const margin = 6

// newBar is a spinner, since nobody knows how long a fixpoint takes. It turns
// when it is told something new: by itself it would race with being cleared.
func newBar(w io.Writer) *progressbar.ProgressBar {
	return progressbar.NewOptions(-1,
		progressbar.OptionSetWriter(w),
		progressbar.OptionUseANSICodes(true),
		progressbar.OptionSpinnerType(14),
		progressbar.OptionSetSpinnerChangeInterval(0),
		progressbar.OptionSetElapsedTime(false),
		progressbar.OptionClearOnFinish(),
	)
}

func progressLine(now epibdd.Progress) string {
	line := shortened(now.Check, 32) + ": " + now.Phase
	if now.Iteration > 0 {
		line += fmt.Sprintf(", iteration %d", now.Iteration)
	}
	if now.Nodes > 0 {
		line += fmt.Sprintf(", %d nodes", now.Nodes)
	}
	if now.Reached != nil {
		if n := now.Reached(); n != nil {
			line += fmt.Sprintf(", %s states", n)
		}
	}
	return line
}

// shortened cuts a text to at most n characters.
func shortened(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return s
}

// clear takes the line away so that something else can be written.
func (p *progress) clear() {
	if p == nil || p.plain {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bar != nil {
		p.bar.Clear()
		p.bar = nil
	}
	if pause := p.now().Add(beat); pause.After(p.next) {
		p.next = pause // what is written now stands alone
	}
}
