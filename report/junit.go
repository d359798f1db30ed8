// What this needs brings templates and XML, and a page in a browser writes no such file.
//go:build !js

package report

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/jstemmer/go-junit-report/v2/junit"

	"github.com/epibdd/epibdd/spec/source"
)

// junitWriter writes one test suite a document and one test case a check.
// JUnit knows three ways not to pass: failures are answers other than expected,
// errors are answers that could not be had, and what nobody expected anything
// of, or an interrupt has left out, is skipped.
type junitWriter struct {
	collector
	w io.Writer
}

func init() { formats["junit"] = newJUnit }

func newJUnit(w io.Writer, _ Options) Writer { return &junitWriter{w: w} }

func (j *junitWriter) Close(s *Summary) error {
	all := junit.Testsuites{Name: "epibdd", Time: decimal(s.Seconds)}
	for i, c := range j.specs {
		suite := c.suite()
		suite.ID = i
		all.AddSuite(suite)
	}
	var b bytes.Buffer
	b.WriteString("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
	if err := all.WriteXML(&b); err != nil {
		return err
	}
	_, err := j.w.Write(b.Bytes())
	return err
}

func (c *collected) suite() junit.Testsuite {
	s := junit.Testsuite{Name: xmlText(c.File), File: xmlText(c.File)}
	s.AddProperty("name", xmlText(c.Name))
	if len(c.Errors) > 0 {
		s.AddTestcase(junit.Testcase{
			Name: "(document)", Classname: xmlText(c.File),
			Error: &junit.Result{Type: "input", Message: "the document has errors", Data: cdata(source.Errors(c.Errors).Error())},
		})
	}
	total := time.Duration(0)
	for _, r := range c.results {
		total += r.Time
		s.AddTestcase(r.testcase(c.File))
		s.AddProperty(xmlText(r.Check.Label)+".nodes", strconv.Itoa(r.Nodes))
		if r.States != nil {
			s.AddProperty(xmlText(r.Check.Label)+".states", r.States.String())
		}
		if r.Route != "" {
			s.AddProperty(xmlText(r.Check.Label)+".route", xmlText(r.Route))
		}
	}
	s.Time = decimal(total.Seconds())
	return s
}

func (r *Result) testcase(file string) junit.Testcase {
	tc := junit.Testcase{Name: xmlText(r.Check.Label), Classname: xmlText(file), Time: decimal(r.Time.Seconds())}
	because := func(kind string) *junit.Result {
		return &junit.Result{Type: kind, Message: xmlText(r.String()), Data: cdata(r.explanation())}
	}
	switch r.Status() {
	case Unmet:
		tc.Failure = because("expectation")
	case Stopped:
		tc.Error = because("limit")
	case Faulty:
		tc.Error = because("input")
	case Broken:
		tc.Error = because("bug")
	case Cut:
		tc.Skipped = &junit.Result{Message: "interrupted"}
	case Open:
		tc.Skipped = because("no expectation")
	}
	return tc
}

func decimal(seconds float64) string { return fmt.Sprintf("%.3f", seconds) }

// xmlText replaces what XML cannot hold, even escaped.
func xmlText(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t' || r == '\n':
			return r
		case r < ' ' || 0x7f <= r && r < 0xa0 || r == 0xfffe || r == 0xffff:
			return '?'
		}
		return r
	}, strings.ToValidUTF8(s, "?"))
}

// cdata is a text that can stand in a CDATA section. The encoder splits the
// sequence that would end it.
func cdata(s string) string { return "\n" + xmlText(s) + "\n" }
