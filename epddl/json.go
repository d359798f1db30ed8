package epddl

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/epibdd/epibdd/spec/source"
)

// value is a JSON value with its place.
type value struct {
	at source.Span
	// is is what it is: '{', '[', '"', or 0 for a number or a truth value; 'n' is null.
	is     byte
	text   string // of a string
	items  []*value
	fields []field
}

// field is an entry of an object.
type field struct {
	key   string
	at    source.Span
	value *value
}

// deepest is how deep values may be nested.
const deepest = 1000

// failure stops reading; Import makes an error of it.
type failure struct{ source.Diagnostic }

func fail(at source.Span, hint, format string, args ...any) {
	panic(failure{source.Diagnostic{Severity: source.Error, Span: at, Message: fmt.Sprintf(format, args...), Hint: hint}})
}

// reader reads JSON by the tokens of the standard library, which knows where they end.
type reader struct {
	file    *source.File
	decoder *json.Decoder
	depth   int
}

// read returns the only value of a file.
func read(file *source.File) *value {
	r := &reader{file: file, decoder: json.NewDecoder(strings.NewReader(file.Text))}
	r.decoder.UseNumber()
	v := r.value()
	if _, err := r.decoder.Token(); !errors.Is(err, io.EOF) {
		fail(r.span(r.decoder.InputOffset(), r.decoder.InputOffset()), "", "the task ends here, and more follows")
	}
	return v
}

// span is a place, within the file whatever its ends are.
func (r *reader) span(from, to int64) source.Span {
	end := int64(len(r.file.Text))
	from = max(0, min(from, end))
	return source.Span{File: r.file, Start: int(from), End: int(max(from, min(to, end)))}
}

// token reads the next token.
func (r *reader) token() (json.Token, source.Span) {
	from := r.decoder.InputOffset()
	t, err := r.decoder.Token()
	to := r.decoder.InputOffset()
	var wrong *json.SyntaxError
	switch {
	case errors.As(err, &wrong):
		fail(r.span(wrong.Offset-1, wrong.Offset), "", "this is no JSON: %s", wrong.Error())
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		fail(r.span(int64(len(r.file.Text)), int64(len(r.file.Text))), "", "this is no JSON: the file ends too soon")
	case err != nil:
		fail(r.span(from, to), "", "this is no JSON: %v", err)
	}
	between := r.file.Text[from:to]
	return t, r.span(from+int64(len(between)-len(strings.TrimLeft(between, " \t\r\n,:"))), to)
}

func (r *reader) value() *value {
	t, at := r.token()
	v := &value{at: at}
	switch t := t.(type) {
	case nil:
		v.is = 'n'
	case string:
		v.is, v.text = '"', t
	case json.Delim:
		if r.depth++; r.depth > deepest {
			fail(at, "", "values are nested deeper than %d", deepest)
		}
		v.is = byte(t)
		if t == '{' {
			r.object(v)
		} else {
			for r.decoder.More() {
				v.items = append(v.items, r.value())
			}
		}
		_, end := r.token()
		v.at = at.To(end)
		r.depth--
	}
	return v
}

func (r *reader) object(v *value) {
	seen := map[string]bool{}
	for r.decoder.More() {
		t, at := r.token()
		key, _ := t.(string)
		if seen[key] {
			fail(at, "", "the key %q is there twice", key)
		}
		seen[key] = true
		v.fields = append(v.fields, field{key, at, r.value()})
	}
}

// head is the first character of a value, where it is long, for errors.
func (v *value) head() source.Span {
	if v.is == '{' || v.is == '[' {
		return source.Span{File: v.at.File, Start: v.at.Start, End: v.at.Start + 1}
	}
	return v.at
}

// object returns the entries of an object, which may have no other keys than those named; null
// has none.
func (v *value) object(what string, keys ...string) map[string]*value {
	all := map[string]*value{}
	for _, f := range v.entries(what) {
		known := false
		for _, k := range keys {
			known = known || k == f.key
		}
		if !known {
			fail(f.at, "", "%s has no key %q; its keys are %s", what, f.key, strings.Join(keys, ", "))
		}
		all[f.key] = f.value
	}
	return all
}

// entries are those of an object, in their order.
func (v *value) entries(what string) []field {
	if v.is == '[' {
		fail(v.head(), "versions of plank before 2026 write arrays here: ground the task by a later one", "%s is an object in { }", what)
	}
	if v.is != '{' && v.is != 'n' {
		fail(v.at, "", "%s is an object in { }", what)
	}
	return v.fields
}

// one is an entry that has to be there.
func (v *value) one(entries map[string]*value, key, what string) *value {
	if entries[key] == nil {
		fail(v.head(), "", "%s has no %q", what, key)
	}
	return entries[key]
}

// names are those of a list, each there once.
func (v *value) names(what string) []string {
	if v.is != '[' {
		fail(v.head(), "", "%s is a list in [ ]", what)
	}
	var all []string
	seen := map[string]bool{}
	for _, item := range v.items {
		if item.is != '"' || item.text == "" {
			fail(item.head(), "", "a name in quotes is expected")
		}
		if seen[item.text] {
			fail(item.at, "", "%q is there twice", item.text)
		}
		seen[item.text] = true
		all = append(all, item.text)
	}
	return all
}
