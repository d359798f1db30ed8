package document

import (
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/spec/syntax"
)

// Part is what one file says by itself, before it is laid over what it uses.
type Part struct {
	*Document
	Use  Word    // the name or path after use; empty: none
	With []Param // parameters of the used document
	// Removed are the names of entries of the used document that are taken out.
	Removed []syntax.Ident
}

// Own reads one file and none that it uses, as far as it can be read; nil where there is no
// mapping. It is for editors, which look at documents while they are written.
func Own(file *source.File) *Part {
	own := read(file, new(source.List))
	if own == nil {
		return nil
	}
	p := &Part{Document: &own.Document, Use: own.use, With: own.with}
	for _, gone := range own.removed {
		if gone.at.Text() == gone.name {
			p.Removed = append(p.Removed, syntax.Ident{At: syntax.At{Place: gone.at}, Name: gone.name})
		}
	}
	return p
}
