package document

import (
	"strings"

	"github.com/epibdd/epibdd/spec/source"
)

// Format returns the canonical text of a document. It changes blanks, line
// ends, and quotes, and nothing else: comments and the order of keys stay,
// expressions of one line are spaced as syntax.String spaces them, texts of
// several lines keep their lines and are indented under their key.
//
// A file with errors is refused with them. That the result says the same as the
// text is not taken on trust: both are read and compared.
func Format(file *source.File) (string, *source.List) {
	errs := new(source.List)
	if !readable(file, errs) {
		return "", errs
	}
	clean := source.NewFile(file.Name, cleanLines(file.Text))
	own := read(clean, errs)
	if own == nil || errs.Err() != nil {
		// With the places of the file as it is.
		errs = new(source.List)
		read(file, errs)
		return "", errs
	}
	text := layout(own)
	if len(text) > Largest {
		complain(errs, source.Span{File: source.NewFile(file.Name, "")}, "the formatted text would have %d bytes; at most %d are read", len(text), Largest)
		return "", errs
	}
	if problem := sameMeaning(own, source.NewFile(file.Name, text)); problem != "" {
		refuse(errs, source.Span{File: file}, "this is a bug in epibdd; the file is left as it was", "internal error: formatting would change the document: %s", problem)
		return "", errs
	}
	return text, errs
}

// cleanLines drops the byte order mark and the carriage returns.
func cleanLines(text string) string {
	return strings.ReplaceAll(strings.TrimPrefix(text, bom(text)), "\r\n", "\n")
}

// sameMeaning says how the document in file differs from own; "" if it does not.
func sameMeaning(own *layer, file *source.File) string {
	errs := new(source.List)
	other := read(file, errs)
	if err := errs.Err(); err != nil {
		return "it could not be read again: " + err.Error()
	}
	before, after := strings.Split(own.dump(), "\n"), strings.Split(other.dump(), "\n")
	for i := range before {
		if i >= len(after) || before[i] != after[i] {
			return before[i] + " is lost"
		}
	}
	if len(after) > len(before) {
		return after[len(before)] + " is new"
	}
	return ""
}
