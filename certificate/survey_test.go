package certificate_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/epibdd/epibdd/certificate"
	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/internal/certify"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

var survey = flag.String("survey", "", "part the verdicts of the specs with names like this into certified ones and others")

// TestSurvey parts the verdicts that specs expect into those that are certified, within 10 s to write and
// 20 s to check, and those that are not, by reason.
func TestSurvey(t *testing.T) {
	if *survey == "" {
		t.Skip("no -survey")
	}
	files, _ := filepath.Glob("../testdata/specs/" + *survey + ".yaml")
	more, _ := filepath.Glob("../models/" + *survey + ".yaml")
	total, outcomes := 0, map[string]int{}
	for _, name := range append(files, more...) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range load(t, name, string(text)).Checks {
			if c.Expect == nil || c.Expect.Verdict == "" && (c.Kind != spec.CountCheck || c.Expect.Number == nil) {
				continue
			}
			outcome, figures := certifiedWithin(t, c)
			total, outcomes[outcome] = total+1, outcomes[outcome]+1
			fmt.Printf("%s %s: %s, %s\n", filepath.Base(name), c.Label, outcome, figures)
			if strings.HasPrefix(outcome, "refused") {
				t.Errorf("%s %s: a true verdict is %s", name, c.Label, outcome)
			}
		}
	}
	fmt.Printf("%d verdicts\n", total)
	for _, outcome := range slices.Sorted(maps.Keys(outcomes)) {
		fmt.Printf("%5d %s\n", outcomes[outcome], outcome)
	}
}

// certifiedWithin writes and checks the certificate of a verdict, and says what came of it.
func certifiedWithin(t *testing.T, c *spec.Check) (outcome, figures string) {
	var b bytes.Buffer
	took := func(limit time.Duration, do func(ctx context.Context) error) (time.Duration, error) {
		ctx, cancel := context.WithTimeout(t.Context(), limit)
		defer cancel()
		start := time.Now()
		err := do(ctx)
		return time.Since(start).Round(time.Millisecond), err
	}
	written, err := took(10*time.Second, func(ctx context.Context) error {
		return certificate.Write(ctx, &b, c, expected(c), encode.Options{})
	})
	figures = fmt.Sprintf("%d bytes, written in %s", b.Len(), written)
	if limit := new(symbolic.LimitError); errors.As(err, &limit) {
		return "too slow to write", figures
	}
	if err == nil {
		var checked time.Duration
		checked, err = took(20*time.Second, func(ctx context.Context) error { return check(ctx, c, b.Bytes()) })
		figures += fmt.Sprintf(", checked in %s", checked)
	}
	switch reason, open := certify.Uncovered(err); {
	case err == nil:
		return "certified", figures
	case !open:
		return "refused: " + err.Error(), figures
	case reason == "the time is up":
		return "too slow to check", figures
	case strings.Contains(reason, "more than"):
		return "too large: " + reason, figures
	default:
		return "not covered: " + reason, figures
	}
}
