package main

import (
	"bytes"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/epibdd/epibdd/internal/batch"
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
		p.show(batch.Progress{
			Check: "rule-1", Phase: "worlds", Iteration: iteration, Nodes: 512,
			Reached: func() *big.Int { counted++; return big.NewInt(42) },
		})
		return b.String()
	}
	if s := step(patience/2, 1); s != "" {
		t.Errorf("too early: %q", s)
	}
	if s, want := step(patience, 2), "\r\x1b[Krule-1: worlds, iteration 2, 512 nodes, 42 states"; s != want {
		t.Errorf("got %q, want %q", s, want)
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
	p.clear()
	if s := b.String(); s != "\r\x1b[K" {
		t.Errorf("cleared by %q", s)
	}
}

func TestProgressFitsTheTerminal(t *testing.T) {
	var b bytes.Buffer
	c := &clock{time.Unix(0, 0)}
	p := startProgress(&b, 20, c.now)
	c.t = c.t.Add(patience)
	p.show(batch.Progress{Check: "a-rather-long-name", Phase: "encoding"})
	if line := strings.TrimPrefix(b.String(), "\r\x1b[K"); len([]rune(line)) >= 20 {
		t.Errorf("%q does not fit", line)
	}
}

func TestNobodyWatches(t *testing.T) {
	p := newProgress(&bytes.Buffer{})
	if p.hook() != nil {
		t.Error("progress is shown where there is no terminal")
	}
	p.clear()
}
