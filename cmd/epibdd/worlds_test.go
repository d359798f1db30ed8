package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestPictures draws the pictures of the reference again.
func TestPictures(t *testing.T) {
	for file, args := range map[string][]string{
		"hexa.svg":          nil,
		"hexa-showcard.svg": {"--after", "showcard(one, two, red)"},
	} {
		var out, errs bytes.Buffer
		args = append([]string{"epibdd", "worlds", "../../models/hexa.yaml", "--format", "svg", "--actual", "paper"}, args...)
		if code := run(args, nil, &out, &errs); code != 0 {
			t.Fatalf("exit code %d: %s", code, errs.String())
		}
		want, err := os.ReadFile("../../docs/" + file)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(out.Bytes(), want) {
			t.Errorf("docs/%s is not what the command writes", file)
		}
	}
}

// TestWorldsOfLargeGames lists the few worlds in which a game begins where the histories that may
// follow are too many.
func TestWorldsOfLargeGames(t *testing.T) {
	var out, errs bytes.Buffer
	if code := run([]string{"epibdd", "worlds", "../../testdata/specs/weighings-between.yaml", "--agent", "weigher"}, nil, &out, &errs); code != exitOK {
		t.Fatalf("exit code %d: %s", code, errs.String())
	}
	if !strings.HasPrefix(out.String(), "8 worlds ") || !strings.Contains(out.String(), ", 1 class of agent weigher\n") {
		t.Errorf("wrong answer: %s", out.String())
	}
}

// TestWorldsSayWhen: where agents remember steps the list is of one layer, and says of which.
func TestWorldsSayWhen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lamp.yaml")
	if err := os.WriteFile(path, []byte("vars: {lit: bool}\ninit: \"!lit\"\nactions: {switch: {then: {lit: \"!lit\"}}}\nagents: {a: {sees: []}}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for args, want := range map[string]string{
		"":                                "2 worlds (lit)\n  false\n  true\n",
		"--recall clock":                  "1 world before the first step (lit)\n  false\n",
		"--recall perfect --layer 1":      "1 world at step 1 (lit)\n  true\n",
		"--recall perfect --layer 4":      "1 world at step 4 (lit)\n  false\n", // where all is known that was at step 2
		"--recall clock --layer 5":        "1 world at step 5 (lit)\n  true\n",
		"--recall perfect --along switch": "1 world (lit)\n  true  <- actual\n",
	} {
		var out, errs bytes.Buffer
		if code := run(append([]string{"epibdd", "worlds", path}, strings.Fields(args)...), nil, &out, &errs); code != exitOK || out.String() != want {
			t.Errorf("%q: exit code %d\n%s%s", args, code, out.String(), errs.String())
		}
	}
}

// TestWorldsAreInterrupted ends an enumeration that has begun: 1,024 sets are
// tried for one world.
func TestWorldsAreInterrupted(t *testing.T) {
	path := filepath.Join(t.TempDir(), "search.yaml")
	if err := os.WriteFile(path, []byte("vars: {s: set 0..9}\ninit: \"sum(x in 0..9: if x in s then pow(2, x) else 0) mod 1024 = 1023\"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	for _, want := range []int{exitOK, exitInterrupted} {
		var out, errs bytes.Buffer
		p := &program{args: []string{"epibdd", "worlds", path}, stdout: &out, stderr: &errs}
		if code := p.run(ctx); code != want || strings.Contains(out.String(), "{0, 1") != (want == exitOK) {
			t.Errorf("exit code %d, want %d\n%s%s", code, want, out.String(), errs.String())
		}
		cancel()
	}
}
