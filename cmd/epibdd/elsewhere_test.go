package main

import (
	"bytes"
	"context"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/epibdd/epibdd"
	"github.com/epibdd/epibdd/pool"
	"github.com/epibdd/epibdd/pool/server"
)

// With --nats a report is that of a call without it, in all formats, and so is the exit code.
func TestNats(t *testing.T) {
	s, err := server.Start(-1, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Shutdown()
	ctx, stop := context.WithCancel(context.Background())
	var workers sync.WaitGroup
	for range 2 {
		workers.Go(func() {
			w := pool.Worker{Answer: epibdd.Work}
			if err := w.Work(ctx, s.ClientURL(), epibdd.Version()); err != nil {
				t.Error(err)
			}
		})
	}
	defer workers.Wait()
	defer stop()
	specs := filepath.Join("..", "..", "testdata", "specs")
	cost := regexp.MustCompile(`[0-9.]+s\b|("seconds"|"work"|"nodes"|time=|duration=): ?"?[0-9.e-]+|work \d+|\d+ nodes|time="[0-9.]+"|\| \d+\.\d\d \| \d+ \|`)
	for _, flags := range []string{"", "--format json", "--format junit", "--format markdown --verbose", "--quiet -p n=2 --only muddy*", "--only nothing", "--recall none"} {
		var there, here bytes.Buffer
		args := append([]string{"epibdd", "check"}, strings.Fields(flags)...)
		for _, name := range []string{"lamp", "monty-hall", "gossip"} {
			args = append(args, filepath.Join(specs, name+".yaml"))
		}
		want := run(args, nil, &here, &here)
		got := run(append(args, "--nats", s.ClientURL()), nil, &there, &there)
		if got != want {
			t.Errorf("%s: exit %d, want %d\n%s", flags, got, want, there.String())
		}
		if diff := cmp.Diff(cost.ReplaceAllString(here.String(), ""), cost.ReplaceAllString(there.String(), "")); diff != "" {
			t.Errorf("%s (-here +there):\n%s", flags, diff)
		}
	}
	var out, errs bytes.Buffer
	lamp := filepath.Join(specs, "lamp.yaml")
	if code := run([]string{"epibdd", "check", lamp, "--nats", s.ClientURL(), "--cache", t.TempDir()}, nil, &out, &errs); code != exitInput || !strings.Contains(errs.String(), "--nats does not go with --cache") {
		t.Errorf("exit %d: %s", code, errs.String())
	}
	errs.Reset()
	if code := run([]string{"epibdd", "check", lamp, "--nats", "nats://127.0.0.1:1"}, nil, &out, &errs); code != exitInput || !strings.Contains(errs.String(), "cannot connect to nats://127.0.0.1:1") {
		t.Errorf("exit %d: %s", code, errs.String())
	}
}
