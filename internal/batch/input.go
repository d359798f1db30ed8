package batch

import (
	"github.com/epibdd/epibdd/report"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
)

// Input is a document to be checked, with the texts of all files it was made of.
type Input struct {
	File  *source.File
	Suite *spec.Suite // nil where the document has errors
	// Rest are the rows of the sweep in which there are none, of a document that has errors in
	// the others alone.
	Rest *spec.Suite
	// Errors and Warnings are what is wrong with it.
	Errors, Warnings []source.Diagnostic

	used []*source.File
	all  []string // the labels of all checks, of a shard
}

// Settings are what the caller sets over all documents.
type Settings struct {
	Library func(name string) (string, bool)
	Names   func() []string
	// ReadFile reads the files that documents use; nil: from the disk.
	ReadFile func(path string) ([]byte, error)
	Spec     spec.Options
}

// Load reads and resolves one document.
func Load(file *source.File, s Settings) *Input {
	in := &Input{File: file}
	loader := &document.Loader{Library: s.Library, Names: s.Names, ReadFile: in.reader(s.ReadFile), Import: Import}
	suite, errs := spec.Load(loader, file, s.Spec)
	in.Warnings = errs.Warnings()
	if err, bad := errs.Err().(source.Errors); bad {
		in.Errors = err
		if suite != nil && suite.Rest {
			in.Rest = suite
		}
		return in
	}
	in.Suite = suite
	return in
}

// Asked is the suite whose checks are decided: that of the document, or of the rows without
// errors; nil: none.
func (in *Input) Asked() *spec.Suite {
	if in.Suite != nil {
		return in.Suite
	}
	return in.Rest
}

// Keep returns the input with those of its checks alone that are asked for.
func (in *Input) Keep(asked func(*spec.Check) bool) *Input {
	if in.Asked() == nil {
		return in
	}
	suite, kept := *in.Asked(), *in
	suite.Checks = nil
	for _, c := range in.Asked().Checks {
		if asked(c) {
			suite.Checks = append(suite.Checks, c)
		}
	}
	if in.Suite != nil {
		kept.Suite = &suite
	} else {
		kept.Rest = &suite
	}
	return &kept
}

// reader reads a file that the document uses and remembers its text.
func (in *Input) reader(read func(path string) ([]byte, error)) func(path string) ([]byte, error) {
	if read == nil {
		read = document.ReadFile
	}
	return func(path string) ([]byte, error) {
		text, err := read(path)
		if err == nil {
			in.used = append(in.used, source.NewFile(path, string(text)))
		}
		return text, err
	}
}

// Uses lists the files that the document uses, by their paths.
func (in *Input) Uses() []string {
	var paths []string
	for _, f := range in.used {
		paths = append(paths, f.Name)
	}
	return paths
}

// Used are the files that the document uses.
func (in *Input) Used() []*source.File { return in.used }

// record is the document as reports see it.
func (in *Input) record() *report.Spec {
	s := &report.Spec{File: in.File.Name, Errors: in.Errors, Warnings: in.Warnings}
	if suite := in.Asked(); suite != nil {
		s.Name, s.Doc, s.Checks = suite.Name, suite.Doc, suite.Checks
		s.All = in.all
	}
	return s
}
