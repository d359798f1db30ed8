package epibdd

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/epibdd/epibdd/report"
	"github.com/epibdd/epibdd/spec/document"
)

// Acceptance is the text of a file with the answers to checks as what is expected of them.
type Acceptance struct {
	File     string   // the document, or of one in ISPL the file beside it
	Was      string   // the text of the file; empty where there is none
	Text     string   // what is to stand there; equal to Was if nothing is new
	Accepted []string // the labels of the checks whose answers are accepted
	Skipped  []string // those of which nothing can be expected, with the reason
}

// Accept takes the answers to checks of the document for right, and returns its text with
// what is expected of them. A check keeps an expectation that is met. Of checks in a sweep
// one answer has to be that of all rows, and these have to be among the results.
func (d *Document) Accept(results []*Result) (*Acceptance, error) {
	if err := d.Err(); err != nil {
		return nil, err
	}
	a := &Acceptance{File: d.File(), Was: d.Text()}
	var expected []document.Expectation
	for i := 0; i < len(results); i++ {
		id := results[i].Check.ID
		if slices.ContainsFunc(results[:i], func(r *Result) bool { return r.Check.ID == id }) {
			continue
		}
		if x, why := d.accepted(id, results); why != "" {
			a.Skipped = append(a.Skipped, id+": "+why)
		} else if x != nil {
			expected = append(expected, document.Expectation{ID: id, Keys: x})
			for _, r := range results {
				if r.Check.ID == id {
					a.Accepted = append(a.Accepted, r.Check.Label)
				}
			}
		}
	}
	if document.Foreign(d.File()) {
		a.File, a.Was = document.Expectations(d.File()), ""
		for _, f := range d.in.Used() {
			if f.Name == a.File {
				a.Was = f.Text
			}
		}
	}
	a.Text = a.Was
	if len(expected) == 0 {
		return a, nil
	}
	var err error
	if document.Foreign(d.File()) {
		a.Text, err = document.AcceptForeign(d.in.File, a.Was, expected)
	} else {
		a.Text, err = document.Accept(d.in.File, expected)
	}
	return a, err
}

// accepted is what is to be expected of a check, nil where that is so already.
func (d *Document) accepted(id string, results []*Result) ([]document.KeyText, string) {
	var keys []document.KeyText
	rows, met := 0, true
	for _, r := range results {
		if r.Check.ID != id {
			continue
		}
		rows++
		if r.Status() == report.Met {
			continue
		}
		met = false
	}
	if met {
		return nil, ""
	}
	for _, r := range results {
		if r.Check.ID != id {
			continue
		}
		these, why := r.Accepted()
		switch {
		case why != "":
			return nil, fmt.Sprintf("%s (%s)", why, r.Check.Label)
		case keys == nil:
			keys = these
		case !slices.Equal(keys, these):
			return nil, "the rows of the sweep have different answers; write an expression over the parameters"
		}
	}
	for _, c := range d.in.Suite.Checks {
		if c.ID == id {
			rows--
		}
	}
	if rows < 0 {
		return nil, "not all rows of the sweep were asked"
	}
	return keys, ""
}

// IsExpectations tells by its name a file with what is expected of a document in another
// language, which is none itself.
func IsExpectations(path string) bool { return document.IsExpectations(path) }

// errUnnamed says that a document is in no file.
var errUnnamed = errors.New("it is in no file")

// Writable says why nothing can be written into a document: it may be of the library, or
// have come from elsewhere.
func (d *Document) Writable() error {
	if strings.HasPrefix(d.File(), "built-in ") || strings.HasPrefix(d.File(), "<") {
		return errUnnamed
	}
	return nil
}
