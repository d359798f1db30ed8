package batch

import (
	"github.com/epibdd/epibdd/epddl"
	"github.com/epibdd/epibdd/ispl"
	"github.com/epibdd/epibdd/smcdel"
	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
)

// Import reads a file in another language, which its name tells, as a document. It is nil
// where errs has an error.
func Import(file *source.File, errs *source.List) *document.Document {
	switch document.Language(file.Name) {
	case "smcdel":
		return smcdel.Import(file, errs)
	case "epddl":
		return epddl.Import(file, errs)
	}
	return ispl.Import(file, errs)
}
