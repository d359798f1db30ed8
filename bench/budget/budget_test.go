package main

import (
	"bytes"
	"context"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/epibdd/epibdd/bench"
)

var long = flag.Bool("long", false, "count the cases too that take too long otherwise")

// shortWork is what a case may take, by its budget, to be counted with -short.
const shortWork = 1_000_000

// endless is when counting is given up: what takes so long is far above every budget.
const endless = 3 * time.Minute

// TestBudgets counts the work of all cases. It fails where one takes more than 1.5 times
// its budget.
func TestBudgets(t *testing.T) {
	budgets, err := read(written)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range bench.Cases() {
		b, ok := budgets[c.Name()]
		delete(budgets, c.Name())
		if !ok && (c.Family == bench.Specs || c.Family == bench.Large) { // whoever adds a document need not know of this
			t.Logf("%s has no budget", c.Name())
			continue
		}
		if !ok {
			t.Errorf("%s has no budget: go run ./bench/budget -write -because REASON", c.Name())
			continue
		}
		if c.Long && !*long || testing.Short() && b.Work > shortWork {
			continue
		}
		t.Run(c.Name(), func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithTimeout(t.Context(), endless)
			defer cancel()
			work, err := c.Work(ctx, bench.RunOptions{})
			switch ratio := b.ratio(work); {
			case err != nil:
				t.Errorf("family %s, size %s: %v; budget %d", c.Family, c.Size, err, b.Work)
			case ratio > tolerance:
				t.Errorf("family %s, size %s: work %d, %.2f times the budget %d", c.Family, c.Size, work, ratio, b.Work)
			case ratio < slack:
				t.Logf("family %s, size %s: work %d, %.2f times the budget %d: tighten it", c.Family, c.Size, work, ratio, b.Work)
			}
		})
	}
	for name := range budgets {
		t.Errorf("there is a budget for %s, and no such case", name)
	}
}

// TestRepeats counts cases again beside one another: nothing else in the process matters.
func TestRepeats(t *testing.T) {
	chosen := regexp.MustCompile(`^(ispl-muddy/30|ispl-dining/30|milner/20|eleusis/16|in-turn/20|muddy-children/50|cluedo-play/6|specs/eleusis-(hidden-law|endless))$`)
	for _, c := range bench.Cases() {
		if !chosen.MatchString(c.Name()) || testing.Short() && c.Family == "specs" {
			continue
		}
		t.Run(c.Name(), func(t *testing.T) {
			t.Parallel()
			var first int64
			for i := range 2 {
				work, err := c.Work(t.Context(), bench.RunOptions{})
				if err != nil {
					t.Fatal(err)
				}
				if i == 0 {
					first = work
				} else if work != first {
					t.Errorf("work %d, then %d", first, work)
				}
			}
		})
	}
}

// TestWrite gives a budget to a case without one, leaves one alone that is right, and
// corrects one that is not, each with its reason.
func TestWrite(t *testing.T) {
	path := filepath.Join(t.TempDir(), file)
	count := func(args ...string) (string, string, int) {
		var stdout, stderr bytes.Buffer
		code := run(append([]string{"-file", path}, args...), &stdout, &stderr)
		return stdout.String(), stderr.String(), code
	}
	if err := os.WriteFile(path, []byte("[]"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, stderr, code := count("-run", "^milner/10$", "-write", "-because", "as it was: first"); code != 0 {
		t.Fatal(stderr)
	}
	if _, stderr, code := count("-run", "^milner/[12]0$"); code != 1 || !strings.Contains(stderr, "1 cases") {
		t.Errorf("code %d: %s", code, stderr)
	}
	out, stderr, code := count("-run", "^milner/[12]0$", "-write", "-because", "more")
	if code != 0 || strings.Contains(out, "milner/10") || !strings.HasPrefix(out, "more\n\nmilner/20: ") {
		t.Errorf("code %d: %s%s", code, out, stderr)
	}
	if _, stderr, code = count("-run", "^milner/[12]0$"); code != 0 {
		t.Error(stderr)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	budgets, err := read(text)
	if err != nil || budgets["milner/10"].Because != "as it was: first" || budgets["milner/20"].Because != "more" {
		t.Errorf("%v %+v", err, budgets)
	}
	if _, _, code := count("-write"); code != 2 {
		t.Errorf("no reason: code %d", code)
	}
}
