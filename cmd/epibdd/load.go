package main

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/epibdd/epibdd"
)

// document loads what an argument names.
func (p *program) document(path string, settings []epibdd.Setting) (*epibdd.Document, error) {
	if path != "-" {
		return epibdd.Load(path, settings...)
	}
	name, text, err := p.text(path)
	if err != nil {
		return epibdd.Unreadable(name, err), err
	}
	return epibdd.Parse(name, text, settings...)
}

// documents loads all that arguments name; what is wrong with them is said at once.
func (p *program) documents(files []found, settings []epibdd.Setting) []*epibdd.Document {
	if len(files) > 1 {
		for i, s := range settings {
			settings[i] = s.IfAny()
		}
	}
	var docs []*epibdd.Document
	for _, f := range files {
		var doc *epibdd.Document
		err := f.err
		if err != nil {
			doc = epibdd.Unreadable(f.path, err)
		} else {
			doc, err = p.document(f.path, settings)
		}
		p.sayAbout(doc, err)
		docs = append(docs, doc)
	}
	return docs
}

// passedOver says which documents do not have the parameters that are set by -p, once for
// each; that none has one is a mistake.
func (p *program) passedOver(docs []*epibdd.Document) error {
	readable := 0
	without := map[string][]string{}
	for _, doc := range docs {
		if doc.Err() != nil {
			continue
		}
		readable++
		for _, name := range doc.PassedOver() {
			without[name] = append(without[name], doc.File())
		}
	}
	for _, name := range slices.Sorted(maps.Keys(without)) {
		files := without[name]
		if len(files) == readable {
			return input("-p %s: none of these documents has a parameter %q", name, name)
		}
		p.say("warning: -p %s is passed over where there is no such parameter: %s", name, strings.Join(files, ", "))
	}
	return nil
}

// showable refuses names to be shown that no document has; where one could not be read, it may
// have had them.
func showable(docs []*epibdd.Document, names []string) error {
	var known []string
	for _, doc := range docs {
		if doc.Err() != nil {
			return nil
		}
		known = append(known, doc.Variables()...)
	}
	for _, name := range names {
		if !slices.Contains(known, name) {
			return input("--show: unknown variable %q%s", name, epibdd.DidYouMean(name, known))
		}
	}
	return nil
}

// one loads a document for a command that takes one.
func (p *program) one(path string, settings []epibdd.Setting) (*epibdd.Document, error) {
	doc, err := p.document(path, settings)
	var errs epibdd.Errors
	switch {
	case errors.As(err, &errs):
		p.sayAbout(doc, err)
		return nil, status(exitInput)
	case err != nil:
		return nil, input("%s", err)
	}
	p.sayAbout(doc, nil)
	return doc, nil
}

// sayAbout tells what is wrong with a document, and before that with -p for it, and what
// is odd in it.
func (p *program) sayAbout(doc *epibdd.Document, err error) {
	var errs, others epibdd.Errors
	if err != nil && !errors.As(err, &errs) {
		errs = epibdd.Errors{{Message: err.Error()}}
	}
	for _, d := range errs {
		if d.Span.File != nil && strings.HasPrefix(d.Span.File.Name, "-p ") {
			p.say("epibdd: %s: %s", doc.File(), assignmentError(d))
			continue
		}
		others = append(others, d)
	}
	if len(others) > 0 {
		p.say("%s", others)
	}
	p.warn(doc.Warnings())
}

func (p *program) warn(warnings []epibdd.Diagnostic) {
	for _, w := range warnings {
		p.say("%s", w.Error())
	}
}

// assignmentError says what is wrong with -p, whose text the user sees on the
// line above: it takes no line, no column and no quotation.
func assignmentError(d epibdd.Diagnostic) string {
	text := d.Span.File.Name + ": " + d.Message
	if d.Hint != "" {
		text += "\n  hint: " + d.Hint
	}
	return text
}

// warnOfNoChecks says of a call that decides nothing why that is. Where there
// are checks, specs without any are the libraries of the others.
func (p *program) warnOfNoChecks(docs []*epibdd.Document) {
	for _, doc := range docs {
		if doc.Err() != nil || len(doc.Checks()) > 0 {
			return
		}
	}
	for _, doc := range docs {
		p.say("warning: %s has no checks", doc.File())
	}
}

// parameter reads -p.
func parameter(text string) (epibdd.Setting, error) {
	name, value, _ := strings.Cut(text, "=")
	s := epibdd.Param(name, value)
	var errs epibdd.Errors
	if errors.As(s.Err(), &errs) {
		return s, fmt.Errorf("%s", assignmentError(errs[0]))
	}
	return s, s.Err()
}
