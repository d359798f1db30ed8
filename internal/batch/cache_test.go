package batch

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/epibdd/epibdd/models"
	"github.com/epibdd/epibdd/report"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/verdict"
)

// heard is a report as text and JSON, and the results.
type heard struct {
	text, json string
	results    map[string]*report.Result
	both       []report.Writer
}

func (a *heard) Spec(s *report.Spec) error {
	for _, w := range a.both {
		if err := w.Spec(s); err != nil {
			return err
		}
	}
	return nil
}

func (a *heard) Result(r *report.Result) error {
	a.results[r.Check.Label] = r.Brief()
	for _, w := range a.both {
		if err := w.Result(r); err != nil {
			return err
		}
	}
	return nil
}

// cached lists the checks whose answers are from the cache.
func (a *heard) cached() int {
	n := 0
	for _, r := range a.results {
		if r.Cached {
			n++
		}
	}
	return n
}

// askAll decides the checks of a text.
func askAll(t *testing.T, name, text string, files map[string]string, o Options) *heard {
	t.Helper()
	read := func(path string) ([]byte, error) {
		if text, ok := files[path]; ok {
			return []byte(text), nil
		}
		return document.ReadFile(path)
	}
	in := Load(source.NewFile(name, text), Settings{Library: models.Get, Names: models.Names, ReadFile: read})
	if in.Suite == nil {
		t.Fatal(source.Errors(in.Errors))
	}
	a := &heard{results: map[string]*report.Result{}}
	var plain, object strings.Builder
	for format, to := range map[string]*strings.Builder{"text": &plain, "json": &object} {
		w, err := report.New(format, to, report.Options{Verbose: true})
		if err != nil {
			t.Fatal(err)
		}
		a.both = append(a.both, w)
	}
	o.Jobs, o.BugDir = 1, t.TempDir()
	summary, err := Run(context.Background(), []*Input{in}, o, a)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range a.both {
		if err := w.Close(summary); err != nil {
			t.Fatal(err)
		}
	}
	a.text, a.json = plain.String(), object.String()
	return a
}

func openCache(t *testing.T) *Cache {
	t.Helper()
	c, err := OpenCache(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// What a call costs, and where its answers are from, is not the same with a cache.
var cost = regexp.MustCompile(`[0-9.]+s\b|from the cache|"seconds": [0-9.e-]+|\s*"cached": true,|"work": \d+|work \d+|"nodes": \d+|\d+ nodes`)

// A report of answers from the cache is that of the answers themselves, runs and all.
func TestReportsFromTheCache(t *testing.T) {
	kept := 0
	for _, name := range []string{
		"lamp", "joint", "joint-memory", "knowledge", "memory", "fairness", "runs", "programs", "past-of-joint-steps", "two-doors",
		"monty-hall", "guess-who", "clue-suggestions", "cluedo-interpretations", "false-coin-choice", "eleusis-plans",
	} {
		file := filepath.Join("..", "..", "testdata", "specs", name+".yaml")
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		o := Options{Cache: openCache(t)}
		before := askAll(t, file, string(text), nil, o)
		after := askAll(t, file, string(text), nil, o)
		if n := before.cached(); n > 0 { // two checks may ask the same
			t.Logf("%s: %d answers are those of other checks", filepath.Base(file), n)
		}
		for label, r := range before.results {
			answered := r.Cause == report.NoCause && (r.Verdict == verdict.Holds || r.Verdict == verdict.Fails) && len(r.Warnings) == 0
			if again := after.results[label]; again.Cached && !answered {
				t.Errorf("%s: the answer to %s is kept, and is none", file, label)
			} else if again.Cached {
				kept++
			} else if answered && (r.Chance == nil || len(r.Chance.Rows) == 0) {
				t.Errorf("%s: the answer to %s is not kept", file, label)
			}
		}
		if diff := cmp.Diff(cost.ReplaceAllString(before.text, ""), cost.ReplaceAllString(after.text, "")); diff != "" {
			t.Errorf("%s (-before +after):\n%s", file, diff)
		}
		if diff := cmp.Diff(cost.ReplaceAllString(before.json, ""), cost.ReplaceAllString(after.json, "")); diff != "" {
			t.Errorf("%s (-before +after):\n%s", file, diff)
		}
	}
	t.Logf("%d answers were kept", kept)
}

const cachedBase = `params: {n: 3}
types: {Who: [ann, bob]}
vars: {lit: bool, x: 0..n, y: 0..n}
init: "!lit & x = 0 & y = 0"
agents: {ann: {sees: [lit]}, bob: {}}
define: {end: x = n}
actions: {switch: {when: x < n, then: {lit: "!lit", x: x + 1}}}
`

const cachedSpec = `use: base.yaml
check:
  - {id: knows, formula: "AG (lit -> K{ann} lit)", expect: holds}
  - {id: ends, formula: AF end, expect: fails}
  - {id: most, count: "true", expect: 4}
sweep: {n: [3, 4]}
`

// Any change that an answer may depend on makes it be found anew, and no other does.
func TestWhatTheCacheKnows(t *testing.T) {
	cache := openCache(t)
	ask := func(base, text string, o Options) *heard {
		o.Cache = cache
		return askAll(t, "spec.yaml", text, map[string]string{"base.yaml": base}, o)
	}
	if n := ask(cachedBase, cachedSpec, Options{}).cached(); n != 0 {
		t.Fatalf("%d answers were there before", n)
	}
	if n := ask(cachedBase, cachedSpec, Options{}).cached(); n != 6 {
		t.Fatalf("%d of 6 answers are kept", n)
	}
	change := func(old, new string) (base, text string) {
		base, text = strings.Replace(cachedBase, old, new, 1), strings.Replace(cachedSpec, old, new, 1)
		if base == cachedBase && text == cachedSpec {
			t.Fatalf("%q is nowhere", old)
		}
		return base, text
	}
	for _, c := range []struct {
		old, new string
		cached   int
	}{
		{"check:\n", "# a comment\n\ndoc: What it is about.\ncheck:\n", 6},
		{"expect: holds", "expect: fails", 6},
		{"id: knows", "id: tells", 6},
		{"sweep: {n: [3, 4]}", "sweep: {n: [4, 3, 5]}", 6},
		{"K{ann} lit", "K{bob} lit", 4},
		{"AF end", "AF !end", 4},
		{"end: x = n", "end: x = n - 1", 4},
		{`"!lit & x = 0 & y = 0"`, `"!lit & x = 0"`, 0},
		{"sees: [lit]", "sees: [x]", 0},
		{"when: x < n", "when: x <= n - 1", 0},
		{"x + 1}", "x + 1, y: 0}", 0},
		{"bob: {}", "bob: {sees: [y]}", 0},
		{"sweep: {n: [3, 4]}", "sweep: {n: [3, 4]}\nruns: infinite", 0},
		{"sweep: {n: [3, 4]}", "sweep: {n: [3, 4]}\nlimits: {time: 1h}", 0},
		{"sweep: {n: [3, 4]}", "sweep: {n: [3, 4]}\nrecall: clock", 0},
		{"sweep: {n: [3, 4]}", "sweep: {n: [3, 4]}\nshow: [lit]", 0},
		{"sweep: {n: [3, 4]}", "sweep: {n: [3, 4]}\nfairness: lit", 0},
	} {
		base, text := change(c.old, c.new)
		cache = openCache(t)
		ask(cachedBase, cachedSpec, Options{})
		if n := ask(base, text, Options{}).cached(); n != c.cached {
			t.Errorf("%d answers are kept and not %d where %q is %q", n, c.cached, c.old, c.new)
		}
	}
	for name, o := range map[string]Options{
		"limits":       {Limits: spec.Limits{Nodes: 1_000_000}},
		"routes":       {Routes: verdict.RouteChoice{Without: []string{"small-worlds"}}},
		"alternatives": {Alternatives: true},
	} {
		if n := ask(cachedBase, cachedSpec, o).cached(); n != 0 {
			t.Errorf("%d answers are kept with other %s", n, name)
		}
	}
	cache.program = "another"
	if n := ask(cachedBase, cachedSpec, Options{}).cached(); n != 0 {
		t.Errorf("%d answers of another program are taken", n)
	}
}

// A file of the cache that is not as it was written is passed over, and written again.
func TestBrokenCache(t *testing.T) {
	for name, spoil := range map[string]func(text string) string{
		"empty":     func(string) string { return "" },
		"cut":       func(text string) string { return text[:len(text)/2] },
		"a verdict": func(text string) string { return strings.Replace(text, `"Verdict":"holds"`, `"Verdict":"fails"`, 1) },
		"a key":     func(text string) string { return strings.Replace(text, `"Key":"`, `"Key":"0`, 1) },
		"a number":  func(text string) string { return strings.Replace(text, `"Work":`, `"Work":1`, 1) },
		"nothing":   func(string) string { return `{"Key": "", "Sum": "", "Answer": null}` },
	} {
		cache := openCache(t)
		files := map[string]string{"base.yaml": cachedBase}
		want := askAll(t, "spec.yaml", cachedSpec, files, Options{Cache: cache})
		all, err := filepath.Glob(filepath.Join(cache.dir, "*", "*"))
		if err != nil || len(all) != 6 {
			t.Fatalf("the cache has %q", all)
		}
		for _, file := range all {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(spoil(string(text))), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		got := askAll(t, "spec.yaml", cachedSpec, files, Options{Cache: cache})
		for label, r := range got.results {
			if r.Verdict != want.results[label].Verdict {
				t.Errorf("%s: %s %s", name, label, r.Verdict)
			}
			if r.Cached && (name != "a verdict" || r.Verdict == verdict.Holds) {
				t.Errorf("%s: the answer to %s is taken from a file that was changed", name, label)
			}
		}
		if n := askAll(t, "spec.yaml", cachedSpec, files, Options{Cache: cache}).cached(); n != 6 {
			t.Errorf("%s: %d answers are kept afterwards", name, n)
		}
	}
}
