//go:build unix

package certificate_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/epibdd/epibdd/certificate"
	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/internal/certify"
	"github.com/epibdd/epibdd/spec"
)

var (
	survey     = flag.String("survey", "", "part the verdicts of the specs with names like this into certified ones and others")
	surveyOnly = flag.String("survey-check", "", "of these the checks whose names start so")
	toWrite    = flag.Duration("survey-write", 20*time.Second, "the processor time to write one of them")
	toCheck    = flag.Duration("survey-time", 40*time.Second, "the processor time to check one of them")
)

// TestSurvey parts the verdicts that specs expect into those that are certified, within some processor time to write
// and to check, and those that are not, by reason.
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
			if !strings.HasPrefix(c.Label, *surveyOnly) || c.Expect == nil || c.Expect.Verdict == "" && (c.Kind != spec.CountCheck || c.Expect.Number == nil) {
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
	fmt.Printf("%d verdicts of %s, %v to write and %v to check one\n", total, *survey, *toWrite, *toCheck)
	for _, outcome := range slices.Sorted(maps.Keys(outcomes)) {
		fmt.Printf("%5d %s\n", outcomes[outcome], outcome)
	}
}

// processor is the processor time that this process has taken.
func processor() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// within does something within some processor time, so that others at work change nothing, and says how much it took.
func within(t *testing.T, limit time.Duration, do func(ctx context.Context) error) (took time.Duration, inTime bool, err error) {
	ctx, cancel := context.WithCancel(t.Context())
	start := processor()
	go func() {
		for ctx.Err() == nil {
			if processor()-start > limit {
				cancel()
			}
			time.Sleep(20 * time.Millisecond)
		}
	}()
	err = do(ctx)
	inTime = ctx.Err() == nil
	cancel()
	return (processor() - start).Round(time.Millisecond), inTime, err
}

// certifiedWithin writes and checks the certificate of a verdict, and says what came of it.
func certifiedWithin(t *testing.T, c *spec.Check) (outcome, figures string) {
	var b bytes.Buffer
	written, inTime, err := within(t, *toWrite, func(ctx context.Context) error {
		return certificate.Write(ctx, &b, c, expected(c), encode.Options{})
	})
	figures = fmt.Sprintf("%d bytes, written in %s", b.Len(), written)
	if !inTime {
		return "too slow to write", figures
	}
	if err == nil {
		var checked time.Duration
		checked, inTime, err = within(t, *toCheck, func(ctx context.Context) error { return check(ctx, c, b.Bytes()) })
		figures += fmt.Sprintf(", checked in %s", checked)
	}
	switch reason, open := certify.Uncovered(err); {
	case err == nil:
		return "certified", figures
	case !inTime:
		return "too slow to check", figures
	case !open:
		return "refused: " + err.Error(), figures
	case strings.Contains(reason, "more than"):
		return "too large: " + reason, figures
	default:
		return "not covered: " + reason, figures
	}
}
