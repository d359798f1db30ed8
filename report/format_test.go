package report

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
	"github.com/jstemmer/go-junit-report/v2/junit"
)

var update = flag.Bool("update", false, "write what was found into the golden files")

// written is the report of the sample in a format.
func written(t testing.TB, format string, o Options) string {
	t.Helper()
	var b bytes.Buffer
	w, err := New(format, &b, o)
	if err != nil {
		t.Fatal(err)
	}
	spec, results := sample(t)
	summary := &Summary{Seconds: 1.5}
	for _, s := range []*Spec{spec, badSample(), {File: "library.yaml", Name: "library", Doc: "Types alone."}} {
		summary.AddSpec(s)
		if err := w.Spec(s); err != nil {
			t.Fatal(err)
		}
		if s != spec {
			continue
		}
		for _, r := range results {
			summary.Add(r)
			if err := w.Result(r); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := w.Close(summary); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestGolden(t *testing.T) {
	for _, c := range []struct {
		file, format string
		o            Options
	}{
		{"text.txt", "text", Options{}},
		{"quiet.txt", "text", Options{Quiet: true}},
		{"verbose.txt", "text", Options{Verbose: true}},
		{"color.txt", "text", Options{Color: true, Quiet: true}},
		{"report.json", "json", Options{}},
		{"report.xml", "junit", Options{}},
		{"report.md", "markdown", Options{}},
		{"quiet.md", "markdown", Options{Quiet: true}},
		{"github.txt", "github", Options{}},
		{"github-quiet.txt", "github", Options{Quiet: true}},
	} {
		t.Run(c.file, func(t *testing.T) {
			path := filepath.Join("testdata", c.file)
			got := written(t, c.format, c.o)
			if *update {
				if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(string(want), got); d != "" {
				t.Errorf("-want +got:\n%s", d)
			}
		})
	}
}

// The route of an answer stands in reports that machines read, and in those of people
// who ask for more.
func TestRoute(t *testing.T) {
	for _, c := range []struct {
		format, want string
		o            Options
	}{
		{"json", `"route": "reachable states"`, Options{}},
		{"junit", `<property name="lasso.route" value="reachable states"></property>`, Options{}},
		{"text", "\n         route: reachable states\n", Options{Verbose: true}},
		{"markdown", "\nroute: reachable states\n```\n", Options{Verbose: true}},
		{"text", "", Options{}},
		{"markdown", "", Options{}},
		{"github", "", Options{Verbose: true}},
	} {
		got, times := written(t, c.format, c.o), 1
		if c.want == "" {
			c.want, times = "route", 0
		}
		if n := strings.Count(got, c.want); n != times {
			t.Errorf("%s, %+v: %q stands %d times in\n%s", c.format, c.o, c.want, n, got)
		}
	}
}

// No format lets control characters of a document reach a terminal or a parser.
func TestNoControlCharacters(t *testing.T) {
	for _, format := range Formats() {
		for _, r := range written(t, format, Options{Verbose: true}) {
			if unicode.IsControl(r) && r != '\n' && r != '\t' {
				t.Errorf("%s writes %q", format, r)
			}
		}
	}
}

func TestJSONReadsBack(t *testing.T) {
	text := written(t, "json", Options{})
	var doc Document
	dec := json.NewDecoder(strings.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&doc); err != nil {
		t.Fatal(err)
	}
	var again bytes.Buffer
	enc := json.NewEncoder(&again)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(doc); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(text, again.String()); d != "" {
		t.Errorf("-written +read and written:\n%s", d)
	}
	if got := doc.Specs[0].Checks[1].Run.State.Get("hand").(Object).Get("alice"); got != "{AS, 2H}" {
		t.Errorf("hand[alice] = %v", got)
	}
}

func TestJUnitReadsBack(t *testing.T) {
	text := written(t, "junit", Options{})
	var all junit.Testsuites
	if err := xml.Unmarshal([]byte(text), &all); err != nil {
		t.Fatal(err)
	}
	if all.Tests != 11 || all.Failures != 4 || all.Errors != 4 || all.Skipped != 2 {
		t.Errorf("%d tests, %d failures, %d errors, %d skipped", all.Tests, all.Failures, all.Errors, all.Skipped)
	}
	if got := all.Suites[0].Name; got != oddName {
		t.Errorf("the suite is called %q", got)
	}
	var again bytes.Buffer
	again.WriteString("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
	if err := all.WriteXML(&again); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(text, again.String()); d != "" {
		t.Errorf("-written +read and written:\n%s", d)
	}
}

var (
	workflowCommand = regexp.MustCompile(`^::(error|warning|notice)(?: (.*?))?::(.*)$`)
	unescape        = strings.NewReplacer("%0A", "\n", "%0D", "\r", "%3A", ":", "%2C", ",", "%25", "%")
)

func TestAnnotationsReadBack(t *testing.T) {
	var titles []string
	lines := strings.Split(strings.TrimSpace(written(t, "github", Options{})), "\n")
	for _, line := range lines[:len(lines)-1] {
		m := workflowCommand.FindStringSubmatch(line)
		if m == nil {
			t.Errorf("no workflow command: %s", line)
			continue
		}
		properties := map[string]string{}
		if m[2] != "" {
			for p := range strings.SplitSeq(m[2], ",") {
				key, value, _ := strings.Cut(p, "=")
				properties[key] = unescape.Replace(value)
			}
		}
		if f := properties["file"]; f != "" && f != oddName && f != "bad.yaml" {
			t.Errorf("file %q", f)
		}
		titles = append(titles, properties["title"])
	}
	want := []string{
		"", "unmet: fails, expected holds", "lasso: fails, expected holds", "open: holds",
		"number: is 590295810358705651712, expected > pow(2, 70), which is 1180591620717411303424",
		"first: is 2, expected none", "slow: unknown (time: 10s)", "faulty", "broken: the program panicked", "", "",
	}
	if d := cmp.Diff(want, titles); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}

// Every row of a Markdown table has as many cells as its head, and fences close.
func TestMarkdownHoldsTogether(t *testing.T) {
	fence, rows, bars := "", 0, 0
	for line := range strings.SplitSeq(written(t, "markdown", Options{Verbose: true}), "\n") {
		switch {
		case fence == "" && strings.HasPrefix(line, "```"):
			fence = line
		case fence != "":
			if line == fence {
				fence = ""
			}
		case strings.HasPrefix(line, "|"):
			rows++
			n := strings.Count(strings.ReplaceAll(line, `\|`, ""), "|")
			if bars > 0 && n != bars {
				t.Errorf("%d bars, not %d: %s", n, bars, line)
			}
			bars = n
		default:
			bars = 0 // the next table has its own
		}
	}
	if fence != "" || rows != 27 {
		t.Errorf("%d rows, open fence %q", rows, fence)
	}
}

func TestUnknownFormat(t *testing.T) {
	_, err := New("jnit", io.Discard, Options{})
	if err == nil || !strings.Contains(err.Error(), `did you mean "junit"?`) {
		t.Errorf("err = %v", err)
	}
}

// full is a disk without room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }

var errFull = errors.New("no space left")

func TestWriteErrorsAreReported(t *testing.T) {
	for _, format := range Formats() {
		w, err := New(format, full{}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		spec, results := sample(t)
		err = w.Spec(spec)
		for _, r := range results {
			if err == nil {
				err = w.Result(r)
			}
		}
		if err == nil {
			err = w.Close(&Summary{})
		}
		if !errors.Is(err, errFull) {
			t.Errorf("%s: %v", format, err)
		}
	}
}
