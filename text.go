package epibdd

import (
	"fmt"

	"github.com/epibdd/epibdd/internal/batch"
	"github.com/epibdd/epibdd/ispl"
	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
)

// Format returns the text of a spec in canonical form: blanks, line ends and quotes
// change, the order of keys and all comments stay. Errors call the text by its name.
func Format(name, text string) (string, error) {
	formatted, errs := document.Format(source.NewFile(name, text))
	return formatted, errs.Err()
}

// Convert returns a model in the language of another tool, which the name tells, ISPL unless
// it ends with .smcdel, .smcdel.txt or .epddl.json, as a spec in YAML, with warnings of what is odd in it.
// Comments of ISPL are kept. Errors call the text by its name.
func Convert(name, text string) (string, []Diagnostic, error) {
	var errs source.List
	d := batch.Import(source.NewFile(name, text), &errs)
	if err := errs.Err(); err != nil {
		return "", errs.Warnings(), err
	}
	var comments []document.Comment
	if l := document.Language(name); l == "" || l == "ispl" {
		comments = ispl.Comments(source.NewFile(name, text))
	}
	converted := document.Write(d, comments...)
	if len(converted) > Largest {
		return "", errs.Warnings(), fmt.Errorf("the spec would have %d bytes, and at most %d are read: ask the file itself, or use it", len(converted), Largest)
	}
	return converted, errs.Warnings(), nil
}
