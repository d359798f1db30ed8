package report

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"strings"
	"testing"

	"github.com/jstemmer/go-junit-report/v2/junit"
	"pgregory.net/rapid"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/verdict"
)

// nasty draws texts with what some format has a meaning for.
var nasty = rapid.Custom(func(t *rapid.T) string {
	parts := rapid.SliceOf(rapid.OneOf(
		rapid.String(),
		rapid.SampledFrom([]string{"]]>", "```", "`", "|", `\`, "%0A", "%", "::", ",", "\n", "\r\n", "\x00", "\x1b[31m", "<&>\"'", "\ufffe", "\xff"}),
	)).Draw(t, "parts")
	return strings.Join(parts, "")
})

// oneResult reports a result with the given texts.
func oneResult(t *rapid.T, format, file, label, details string) string {
	var b bytes.Buffer
	w, err := New(format, &b, Options{Verbose: true})
	if err != nil {
		t.Fatal(err)
	}
	f := source.NewFile(file, "x")
	check := &spec.Check{ID: "a", Label: label, Text: details, Place: source.Span{File: f, Start: 0, End: 1}}
	r := &Result{Check: check, Verdict: verdict.Error, Cause: Bug, Reason: details, Details: details}
	s := &Summary{}
	s.Add(r)
	for _, err := range []error{w.Spec(&Spec{File: file, Checks: []*spec.Check{check}}), w.Result(r), w.Close(s)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

// Whatever a document calls its checks, parsers read back what was meant.
func TestEscapes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		file, label, details := nasty.Draw(t, "file"), nasty.Draw(t, "label"), nasty.Draw(t, "details")
		junitEscapes(t, file, label, details)
		annotationEscapes(t, file, label, details)
		markdownEscapes(t, file, label, details)
		var doc Document
		if err := json.Unmarshal([]byte(oneResult(t, "json", file, label, details)), &doc); err != nil {
			t.Fatal(err)
		}
		if got, want := doc.Specs[0].Checks[0].ID, strings.ToValidUTF8(label, "\ufffd"); got != want && !strings.Contains(label, "\xff") {
			t.Errorf("JSON: %q, want %q", got, want)
		}
	})
}

func junitEscapes(t *rapid.T, file, label, details string) {
	var all junit.Testsuites
	if err := xml.Unmarshal([]byte(oneResult(t, "junit", file, label, details)), &all); err != nil {
		t.Fatal(err)
	}
	tc := all.Suites[0].Testcases[0]
	if tc.Name != xmlText(label) || tc.Classname != xmlText(file) {
		t.Errorf("JUnit: %q in %q, want %q in %q", tc.Name, tc.Classname, xmlText(label), xmlText(file))
	}
	if want := xmlText(details); !strings.Contains(tc.Error.Data, want) {
		t.Errorf("JUnit: %q is not in %q", want, tc.Error.Data)
	}
}

func annotationEscapes(t *rapid.T, file, label, details string) {
	lines := strings.Split(oneResult(t, "github", file, label, details), "\n")
	if len(lines) != 3 { // the annotation, the summary, nothing
		t.Fatalf("%d lines: %q", len(lines), lines)
	}
	m := workflowCommand.FindStringSubmatch(lines[0])
	if m == nil {
		t.Fatalf("no workflow command: %q", lines[0])
	}
	properties := strings.Split(m[2], ",")
	if got, want := unescape.Replace(properties[0]), "file="+printable(file); got != want {
		t.Errorf("annotation: %q, want %q", got, want)
	}
	if got, want := unescape.Replace(m[3]), printable(details); !strings.Contains(got, want) {
		t.Errorf("annotation: %q is not in %q", want, got)
	}
}

func markdownEscapes(t *rapid.T, file, label, details string) {
	text := oneResult(t, "markdown", file, label, details)
	rows := 0
	for line := range strings.SplitSeq(text, "\n") {
		if strings.HasPrefix(line, "| 🐞") {
			rows++
			unescaped := strings.NewReplacer(`\\`, "", `\|`, "").Replace(line)
			if n := strings.Count(unescaped, "|"); n != 8 {
				t.Errorf("Markdown: %d bars in %q", n, line)
			}
		}
	}
	if rows != 1 {
		t.Errorf("Markdown: %d rows in\n%s", rows, text)
	}
}
