package main

import (
	"slices"

	"github.com/epibdd/epibdd"
	"github.com/epibdd/epibdd/report"
)

// acceptable refuses --accept where there is no file to write to.
func acceptable(docs []*epibdd.Document) error {
	for _, doc := range docs {
		if err := doc.Writable(); err != nil {
			return input("--accept cannot write into %s: %s", doc.File(), err)
		}
	}
	return nil
}

// accept writes what was found into the documents as what is expected, and takes what is
// now as expected out of what the summary counts as wrong.
func (p *program) accept(docs []*epibdd.Document, out *output, s *report.Summary) error {
	for _, doc := range docs {
		results := out.results[doc.File()]
		if len(results) == 0 {
			continue
		}
		if doc.Err() != nil {
			p.say("epibdd: %s: not accepted: there are errors in rows of the sweep", doc.File())
			continue
		}
		a, err := doc.Accept(results)
		if err != nil {
			return input("%s", err)
		}
		for _, why := range a.Skipped {
			p.say("epibdd: %s: not accepted: %s", doc.File(), why)
		}
		if a.Text == a.Was {
			continue
		}
		if now, err := epibdd.ReadFile(a.File); a.Was != "" && (err != nil || now != a.Was) {
			return input("%s has changed since it was read, and is left as it is", a.File)
		}
		if err := writeAtomically(a.File, []byte(a.Text)); err != nil {
			return input("cannot write %s: %s", a.File, epibdd.FileReason(err))
		}
		p.say("epibdd: %s: %s accepted", a.File, counted(len(a.Accepted), "answer"))
		for _, r := range results {
			if slices.Contains(a.Accepted, r.Check.Label) && r.Status() == report.Unmet {
				s.Unmet--
				s.Met++
			}
		}
	}
	return nil
}
