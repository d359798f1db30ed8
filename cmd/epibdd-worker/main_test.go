package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/epibdd/epibdd"
	"github.com/epibdd/epibdd/pool"
)

// TestMain is the program where its own pool has started it as a worker.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "work" {
		main()
		return
	}
	os.Exit(m.Run())
}

// A pool on this machine decides a document, and ends when it is told to.
func TestPool(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	r, w := io.Pipe()
	ended := make(chan error)
	go func() {
		ended <- run(ctx, []string{"epibdd-worker", "pool", "--workers", "2", "--port", "-1"}, w, io.Discard)
	}()
	url, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	client, err := pool.Connect(ctx, strings.TrimSpace(url), epibdd.Version())
	if err != nil {
		t.Fatal(err)
	}
	doc, err := epibdd.Load(filepath.Join("..", "..", "testdata", "specs", "lamp.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for r, err := range doc.Check(ctx, epibdd.Options{Elsewhere: client.Ask}) {
		if n++; err != nil || r.Verdict == epibdd.Unknown || r.Route == "" {
			t.Errorf("%v, %v", r, err)
		}
	}
	if n != len(doc.Checks()) {
		t.Errorf("%d of %d checks were decided", n, len(doc.Checks()))
	}
	client.Close()
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

func TestUsage(t *testing.T) {
	for args, want := range map[string]string{
		"wrok":             `unknown command "wrok"`,
		"work":             `"nats" not set`,
		"pool --workers 0": "--workers and --deaths are numbers from 1",
		"work --nats nats://127.0.0.1:1 --deaths 0": "--deaths is a number from 1",
		"serve here": "serve takes no arguments",
	} {
		var out bytes.Buffer
		err := run(context.Background(), append([]string{"epibdd-worker"}, strings.Fields(args)...), &out, &out)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", args, err)
		}
	}
}
