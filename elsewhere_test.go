package epibdd_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/epibdd/epibdd"
	"github.com/epibdd/epibdd/report"
)

// costs are what a report says of the machine.
var costs = regexp.MustCompile(`"(seconds|work|nodes)": [0-9.e-]+`)

// reported is the report of these documents in a format.
func reported(t *testing.T, docs []*epibdd.Document, o epibdd.Options, format string) string {
	t.Helper()
	var b strings.Builder
	w, err := report.New(format, &b, report.Options{Verbose: true})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := epibdd.Report(context.Background(), docs, o, w); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// What is decided elsewhere is reported like what is decided here: runs, tables of chances,
// plans, warnings, limits and errors, under parameters and options.
func TestElsewhereIsReportedLikeHere(t *testing.T) {
	const odd = `
params: {n: 2}
vars: {x: 0..n, y: bool}
init: x = 0
agents: {ann: {sees: [y]}}
actions:
  up: {when: x < n, then: {x: x + 1}}
  over: {when: y & x = n, then: {x: x + 1}}
check:
  - {id: leaves, formula: AG x <= n}
  - {id: stays, formula: "AG (x > n -> K{ann} y)"}
sweep: {n: [1, 2]}
`
	var docs []*epibdd.Document
	for _, name := range []string{"lamp", "monty-hall", "clue-chances", "false-coin-choice", "memory", "joint", "two-doors"} {
		doc, err := epibdd.Load(filepath.Join("testdata", "specs", name+".yaml"))
		if err != nil {
			t.Fatal(err)
		}
		docs = append(docs, doc)
	}
	rows, err := epibdd.Parse("rows.yaml", strings.Replace(odd, "[1, 2]", "[1, -1, 2]", 1))
	if err == nil || len(rows.Checks()) != 4 {
		t.Fatalf("%v, %v", rows.Checks(), err)
	}
	docs = append(docs, rows)
	doc, err := epibdd.Parse("odd.yaml", odd)
	if err != nil {
		t.Fatal(err)
	}
	docs = append(docs, doc, epibdd.Unreadable("gone.yaml", errors.New("it is gone")))
	if doc, err = epibdd.Model("muddy-children", epibdd.Param("n", "3"), epibdd.Param("m", "3").IfAny(), epibdd.Recall("none")); err != nil {
		t.Fatal(err)
	}
	docs = append(docs, doc)
	o := epibdd.Options{Limits: epibdd.Limits{Nodes: 1 << 22}, Alternatives: true}
	here := reported(t, docs, o, "json")
	sent := map[string]bool{}
	jobs := make(chan []byte, 1<<10)
	o.Elsewhere = func(ctx context.Context, job []byte) ([]byte, error) {
		jobs <- job
		return epibdd.Work(ctx, job)
	}
	o.Jobs = 2
	there := reported(t, docs, o, "json")
	if diff := cmp.Diff(costs.ReplaceAllString(here, ""), costs.ReplaceAllString(there, "")); diff != "" {
		t.Errorf("-here +elsewhere:\n%s", diff)
	}
	close(jobs)
	for job := range jobs {
		if sent[string(job)] {
			t.Error("the same job was sent twice")
		}
		sent[string(job)] = true
	}
	if len(sent) < len(docs)-1 {
		t.Errorf("only %d jobs were sent", len(sent))
	}
}

// Who cannot be asked leaves checks unknown, with the reason.
func TestNobodyElsewhere(t *testing.T) {
	doc, err := epibdd.Load(filepath.Join("testdata", "specs", "lamp.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	for name, elsewhere := range map[string]epibdd.Elsewhere{
		"three workers died":      func(context.Context, []byte) ([]byte, error) { return nil, errors.New("three workers died") },
		"a worker sent no answer": func(context.Context, []byte) ([]byte, error) { return []byte(`[{}]`), nil },
	} {
		for r, err := range doc.Check(context.Background(), epibdd.Options{Elsewhere: elsewhere}) {
			if err != nil || r.Verdict != epibdd.Unknown || !strings.Contains(r.Reason, name) || r.Status() != report.Stopped {
				t.Errorf("%s: %v, %v", name, r, err)
			}
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for r, err := range doc.Check(ctx, epibdd.Options{Elsewhere: epibdd.Work}) {
		if err != nil || r.Status() != report.Cut {
			t.Errorf("interrupted: %v, %v", r, err)
		}
	}
	var option *epibdd.OptionError
	for _, err := range doc.Check(context.Background(), epibdd.Options{Elsewhere: epibdd.Work, Cache: t.TempDir()}) {
		if !errors.As(err, &option) || option.Option != "Elsewhere" {
			t.Errorf("with a cache: %v", err)
		}
	}
}

// A job is refused by another version, and reads no files.
func TestWorkRefuses(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "secret.yaml")
	if err := os.WriteFile(secret, []byte("vars: {x: bool}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for job, want := range map[string]string{
		"": "no job", "{}": "of version",
		`{"Version": "` + epibdd.Version() + `", "Name": "a.yaml", "Texts": {"a.yaml": "use: ` + secret + `"}}`:                         "secret.yaml",
		`{"Version": "` + epibdd.Version() + `", "Name": "a.yaml", "Checks": ["x"], "Texts": {"a.yaml": "vars: {x: bool}\ninit: x\n"}}`: "0 of 1 checks",
	} {
		if answers, err := epibdd.Work(context.Background(), []byte(job)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %s, %v", job, answers, err)
		}
	}
}
