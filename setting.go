package epibdd

import (
	"fmt"
	"slices"
	"strings"

	"github.com/epibdd/epibdd/internal/batch"
	"github.com/epibdd/epibdd/models"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/spec/syntax"
)

// Setting says something over a document as it is loaded.
type Setting struct {
	set   func(*spec.Options)
	err   error
	param *document.Param
	read  func(path string) ([]byte, error)
}

// Err is what is wrong with a setting by itself, which loading says as well.
func (s Setting) Err() error { return s.err }

// Param gives a parameter a value over all that the document says, sweeps included. The
// value is written as in a document, such as 5 or "2S | 3H 4S". Errors about it call it
// "-p NAME", as the command does.
func Param(name, value string) Setting {
	p, errs := document.ParseAssignment(name + "=" + value)
	return Setting{set: func(o *spec.Options) { o.Params = append(o.Params, p) }, err: errs.Err(), param: &p}
}

// IfAny is a setting for many documents: one of a parameter is passed over where a document
// has no such parameter, which PassedOver then tells; others are as they are.
func (s Setting) IfAny() Setting {
	if p := s.param; p != nil {
		s.set = func(o *spec.Options) { o.IfAny = append(o.IfAny, *p) }
	}
	return s
}

// Files lets documents read the files that they use in another way than from the disk, such
// as the texts that an editor holds.
func Files(read func(path string) ([]byte, error)) Setting {
	return Setting{set: func(*spec.Options) {}, read: read}
}

// Recall lets agents remember "none", the "clock", or all that they have seen ("perfect"),
// over all that the document says.
func Recall(how string) Setting {
	s := Setting{set: func(o *spec.Options) { o.Recall = spec.Recall(how) }}
	if !slices.Contains(Recalls(), how) {
		s.err = fmt.Errorf("there is no recall %q%s; there are %s", how, DidYouMean(how, Recalls()), strings.Join(Recalls(), ", "))
	}
	return s
}

// AutoDepth as a depth is as many steps as an answer needs.
const AutoDepth = spec.AutoDepth

// Depth bounds the steps of runs that are looked at under clock and perfect recall, over
// all that the document says.
func Depth(steps int) Setting {
	s := Setting{set: func(o *spec.Options) { o.Depth = &steps }}
	if steps != AutoDepth && (steps < 1 || steps > spec.MaxSteps) {
		s.err = fmt.Errorf("a depth is a number of steps from 1 to %d, not %d", spec.MaxSteps, steps)
	}
	return s
}

// Ask asks these formulas, each in the initial states of the first model, instead of the
// checks of the document; without any, nothing is asked. They are known by their texts.
func Ask(formulas ...string) Setting {
	errs := &source.List{}
	checks := []document.Check{}
	for _, text := range formulas {
		checks = append(checks, question(document.Formula, text, "question", text, errs))
	}
	return Setting{set: func(o *spec.Options) { o.Checks = checks }, err: errs.Err()}
}

// question is a check of a formula that stands in no document; errors call its text by
// the name of a file.
func question(kind document.CheckKind, id, file, text string, errs *source.List) document.Check {
	at := textOf(file, text)
	return document.Check{
		Span: at, ID: syntax.Ident{At: syntax.At{Place: at}, Name: id},
		Kind: kind, Formula: syntax.ParseExpr(at, errs),
	}
}

// textOf is a text that stands in no document.
func textOf(file, text string) source.Span {
	return source.Span{File: source.NewFile(file, text), End: len(text)}
}

// settingsOf are all settings, on top of the library.
func settingsOf(settings []Setting) (batch.Settings, error) {
	all := batch.Settings{Library: models.Get, Names: models.Names}
	for _, s := range settings {
		if s.err != nil {
			return all, s.err
		}
		s.set(&all.Spec)
		if s.read != nil {
			all.ReadFile = s.read
		}
	}
	return all, nil
}
