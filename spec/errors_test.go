package spec_test

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/epibdd/epibdd/spec"
)

var update = flag.Bool("update", false, "rewrite expected texts")

// TestErrorsPage keeps docs/errors.md true: every spec on the page is refused
// with the text that stands below it.
func TestErrorsPage(t *testing.T) {
	const page = "../docs/errors.md"
	old, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	var rewritten strings.Builder
	parts := strings.Split(string(old), "```")
	specs := 0
	for i, part := range parts {
		if i > 0 {
			rewritten.WriteString("```")
		}
		if i >= 2 && strings.HasPrefix(part, "text\n") {
			text := strings.TrimPrefix(parts[i-2], "yaml\n")
			_, err := spec.Parse("game.yaml", text)
			if err == nil {
				t.Errorf("accepted:\n%s", text)
				continue
			}
			specs++
			part = "text\n" + err.Error() + "\n"
		}
		rewritten.WriteString(part)
	}
	if specs != 11 {
		t.Errorf("%d specs on the page, want 11", specs)
	}
	if *update {
		if err := os.WriteFile(page, []byte(rewritten.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(old), rewritten.String()); diff != "" {
		t.Errorf("the page differs from the program (-page +program):\n%s", diff)
	}
}
