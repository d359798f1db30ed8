package ispl

import "github.com/epibdd/epibdd/spec/source"

// Parse reads a file. The model is nil where errs has an error; what names mean
// is found out as well.
func Parse(file *source.File, errs *source.List) *Model {
	var m *Model
	p := &sections{conditions{parser: &parser{file: file}}}
	if !catch(errs, func() { p.toks = scan(file); m = p.model() }) {
		return nil
	}
	if !resolve(m, errs) {
		return nil
	}
	return m
}
