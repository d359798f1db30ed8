package main

import (
	"bytes"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/epibdd/epibdd/verdict"
)

// clock is a time that tests move.
type clock struct{ t time.Time }

func (c *clock) now() time.Time { return c.t }

func TestProgress(t *testing.T) {
	var b bytes.Buffer
	c := &clock{time.Unix(0, 0)}
	p := startProgress(&b, 200, c.now)
	counted := 0
	step := func(after time.Duration, iteration int) string {
		t.Helper()
		c.t = c.t.Add(after)
		b.Reset()
		p.show(verdict.Progress{
			Check: "rule-1", Phase: "worlds", Iteration: iteration, Nodes: 512,
			Reached: func() *big.Int { counted++; return big.NewInt(42) },
		})
		return b.String()
	}
	if s := step(patience/2, 1); s != "" {
		t.Errorf("too early: %q", s)
	}
	if s, want := step(patience, 2), "rule-1: worlds, iteration 2, 512 nodes, 42 states"; !strings.Contains(s, want) {
		t.Errorf("got %q, without %q", s, want)
	}
	if s := step(beat/2, 3); s != "" {
		t.Errorf("again too soon: %q", s)
	}
	if s := step(beat, 4); !strings.Contains(s, "iteration 4") {
		t.Errorf("got %q", s)
	}
	if counted != 2 {
		t.Errorf("states were counted %d times for 2 lines", counted)
	}
	b.Reset()
	p.clear()
	once := b.String()
	p.clear()
	if s := b.String(); s != once || !strings.Contains(s, "\x1b[2K\r") {
		t.Errorf("cleared by %q, then %q", once, s)
	}
}

func TestProgressFitsTheTerminal(t *testing.T) {
	var b bytes.Buffer
	c := &clock{time.Unix(0, 0)}
	p := startProgress(&b, 30, c.now)
	c.t = c.t.Add(patience)
	p.show(verdict.Progress{Check: "a-rather-long-name", Phase: "encoding"})
	lines := strings.FieldsFunc(b.String(), func(r rune) bool { return r == '\r' || r == '\x1b' })
	for _, line := range lines {
		if len([]rune(line)) >= 30 {
			t.Errorf("%q does not fit", line)
		}
	}
	if !strings.Contains(b.String(), "a-rather") {
		t.Errorf("got %q", b.String())
	}
}

// Where nobody watches a line stays, at each heartbeat, and none if there is to be quiet.
func TestNobodyWatches(t *testing.T) {
	if p := newProgress(&bytes.Buffer{}, true); p.hook() != nil {
		t.Error("progress is shown though it is to be quiet")
	}
	var b bytes.Buffer
	c := &clock{time.Unix(0, 0)}
	p := startHeartbeat(&b, c.now)
	for range 5 {
		c.t = c.t.Add(heartbeat/2 + time.Second)
		p.show(verdict.Progress{Check: "rule-1", Phase: "worlds", Reached: func() *big.Int { t.Error("states are counted"); return nil }})
		p.clear()
	}
	if got, want := b.String(), "epibdd: after 1m2s: rule-1: worlds\nepibdd: after 2m4s: rule-1: worlds\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
