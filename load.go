package epibdd

import (
	"fmt"
	"slices"

	"github.com/epibdd/epibdd/internal/batch"
	"github.com/epibdd/epibdd/models"
	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
)

// Document is a spec, or a model in ISPL, with its parameters given. It does not change
// and may be used by several goroutines.
type Document struct {
	in       *batch.Input
	settings batch.Settings
}

// Load reads the document in a file and all that it uses: ISPL where the name ends with
// .ispl, and a spec in YAML elsewhere. What is wrong with their texts is an Errors. The
// document is not nil even then, so that a report can name it; it has no checks, or, where
// there are errors in some rows of its sweep alone, those of the other rows.
func Load(path string, settings ...Setting) (*Document, error) {
	text, err := ReadFile(path)
	if err != nil {
		return Unreadable(path, err), err
	}
	return Parse(path, text, settings...)
}

// Parse is Load of a text. Errors call it by its name, which says in what language it
// is, as the name of a file does, and from which folder it uses others.
func Parse(name, text string, settings ...Setting) (*Document, error) {
	s, err := settingsOf(settings)
	if err != nil {
		return Unreadable(name, err), err
	}
	d := &Document{batch.Load(source.NewFile(name, text), s), s}
	return d, d.Err()
}

// Model loads a document of the library, of which a spec says 'use: NAME'.
func Model(name string, settings ...Setting) (*Document, error) {
	text, ok := models.Get(name)
	if !ok {
		err := fmt.Errorf("there is no model %q%s", name, DidYouMean(name, Models()))
		return Unreadable(name, err), err
	}
	return Parse("built-in "+name, text, settings...)
}

// Models lists the names of the library.
func Models() []string { return models.Names() }

// Unreadable is a document that could not be had, which a report is to name.
func Unreadable(name string, err error) *Document {
	in := &batch.Input{File: source.NewFile(name, ""), Errors: []Diagnostic{{Message: err.Error()}}}
	return &Document{in: in}
}

// Largest is how many bytes a text in YAML may have.
const Largest = document.Largest

// ReadFile returns the text of a file, and no more of it than shows that it is too large
// for a document.
func ReadFile(path string) (string, error) {
	text, err := document.ReadFile(path)
	if err != nil {
		return "", &readError{path, err}
	}
	return string(text), nil
}

// readError says in few words which file could not be read.
type readError struct {
	path string
	err  error
}

func (e *readError) Error() string {
	return "cannot read " + source.Shown(e.path) + ": " + FileReason(e.err)
}
func (e *readError) Unwrap() error { return e.err }

// Err is what is wrong with the document, as loading it said. Checks can be asked all the same
// where there are any.
func (d *Document) Err() error {
	if d.in.Suite != nil {
		return nil
	}
	return Errors(d.in.Errors)
}

// File is what errors and reports call the document: the name of its file.
func (d *Document) File() string { return d.in.File.Name }

// Text is the text of the document itself, without what it uses.
func (d *Document) Text() string { return d.in.File.Text }

// IsForeign tells by its name a file in the language of another tool: of MCMAS (.ispl), of
// SMCDEL (.smcdel, .smcdel.txt) or of plank (.epddl.json).
func IsForeign(path string) bool { return document.Foreign(path) }

// Uses lists the files that the document uses, by their paths.
func (d *Document) Uses() []string { return d.in.Uses() }

// Texts are the texts of the document and of the files that it uses, by their names.
func (d *Document) Texts() map[string]string {
	texts := map[string]string{d.File(): d.Text()}
	for _, f := range d.in.Used() {
		texts[f.Name] = f.Text
	}
	return texts
}

// Doc is what the document says about itself.
func (d *Document) Doc() string {
	if d.in.Suite == nil {
		return ""
	}
	return d.in.Suite.Doc
}

// Checks lists the checks by their labels: the id, with the values of the sweep where
// there is one, as in rule-1[n=3].
func (d *Document) Checks() []string {
	var labels []string
	if suite := d.in.Asked(); suite != nil {
		for _, c := range suite.Checks {
			labels = append(labels, c.Label)
		}
	}
	return labels
}

// PassedOver lists the parameters that a setting with IfAny names and the document does not
// have.
func (d *Document) PassedOver() []string {
	if d.in.Suite == nil {
		return nil
	}
	return d.in.Suite.PassedOver
}

// Variables are the names of the variables of its models, each once.
func (d *Document) Variables() []string {
	var names []string
	if suite := d.in.Asked(); suite != nil {
		for _, m := range suite.Models {
			for _, v := range m.Vars {
				if !slices.Contains(names, v.Name) {
					names = append(names, v.Name)
				}
			}
		}
	}
	return names
}

// Warnings are about what is odd in the document, though no error.
func (d *Document) Warnings() []Diagnostic { return d.in.Warnings }
