package document

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/epibdd/epibdd/spec/source"
	"gopkg.in/yaml.v3"
)

// Largest is how many bytes a file may have. The nodes of the YAML library take
// some fifty times the room of a dense text, and a spec that people wrote has a
// few thousand bytes.
const Largest = 1 << 20

// parse returns the tree of a file, or nil where there is none.
func parse(file *source.File, errs *source.List) *node {
	if !readable(file, errs) {
		return nil
	}
	decoder := newDecoder(file.Text)
	root, err := decode(decoder)
	m := &mended{text: file.Text}
	if err != nil && !errors.Is(err, io.EOF) {
		var said []source.Diagnostic
		m, said = mend(file, err)
		for _, d := range said {
			errs.Add(d)
		}
		if m == nil {
			return nil
		}
		decoder = newDecoder(m.text)
		root, err = decode(decoder)
	}
	if errors.Is(err, io.EOF) || err == nil && len(root.Content) == 0 {
		complain(errs, source.Span{File: file}, "the document is empty")
		return nil
	}
	b := &builder{file: file, errs: errs, mended: m}
	tree := b.node(root.Content[0], "")
	refuseMore(file, errs, decoder)
	return tree
}

// readable refuses what is not a text before YAML sees it. Characters that end
// a line for YAML alone would make its line numbers differ from everybody's.
func readable(file *source.File, errs *source.List) bool {
	text := file.Text
	if len(text) > Largest {
		complain(errs, source.Span{File: source.NewFile(file.Name, "")}, "the file has more than %d bytes", Largest)
		return false
	}
	for i, r := range text {
		what := unreadable(text, i, r)
		if what == "" {
			continue
		}
		complain(errs, source.Span{File: file, Start: i, End: i + runeSize(text[i:])}, "%s", what)
		return false
	}
	return true
}

// unreadable says what is wrong with the character r at offset i; "" if nothing.
func unreadable(text string, i int, r rune) string {
	switch {
	case r == utf8.RuneError && runeSize(text[i:]) == 1:
		return fmt.Sprintf("not a text in UTF-8: byte %#02x", text[i])
	case r == '\r' && !strings.HasPrefix(text[i:], "\r\n"):
		return "a carriage return without a line feed"
	case r == '\t' || r == '\n' || r == '\r' || r == '\ufeff' && i == 0:
		return ""
	case r < ' ' || r >= 0x7f && r < 0xa0 || r == '\u2028' || r == '\u2029' || r == '\ufeff' || r == '\ufffe' || r == '\uffff':
		return fmt.Sprintf("the character %U may not stand in a document", r)
	}
	return ""
}

func newDecoder(text string) *yaml.Decoder { return yaml.NewDecoder(strings.NewReader(text)) }

// decode reads the next YAML document as nodes; aliases stay aliases. The
// library panics where it finds itself inconsistent: to a user that is a text
// that cannot be read.
func decode(d *yaml.Decoder) (root *yaml.Node, err error) {
	defer func() {
		if failure := recover(); failure != nil {
			err = fmt.Errorf("yaml: %v", failure)
		}
	}()
	root = new(yaml.Node)
	return root, d.Decode(root)
}

// progress returns how many bytes of a text were read when the nth document
// turned out to be broken. That says more than the line that the library
// reports, which is the line of the construct around. It costs a second reading,
// byte by byte, of files with errors only.
func progress(text string, n int) int {
	in := &meter{text: text}
	decoder := yaml.NewDecoder(in)
	for range n {
		if _, err := decode(decoder); err != nil {
			break
		}
	}
	return in.read
}

// meter feeds a text byte by byte and knows how much was taken.
type meter struct {
	text string
	read int
}

func (m *meter) Read(p []byte) (int, error) {
	if m.read >= len(m.text) || len(p) == 0 {
		return 0, io.EOF
	}
	p[0] = m.text[m.read]
	m.read++
	return 1, nil
}

// refuseMore reports what follows the document.
func refuseMore(file *source.File, errs *source.List, d *yaml.Decoder) {
	root, err := decode(d)
	if errors.Is(err, io.EOF) {
		return
	}
	line := root.Line
	if err != nil {
		line = file.Position(progress(file.Text, 2) - 1).Line
	}
	// The mark that opens it is at or before that line.
	for above := line; above > 1; above-- {
		if strings.HasPrefix(file.Line(above), "---") {
			line = above
			break
		}
	}
	start := file.Offset(line, 1)
	at := source.Span{File: file, Start: start, End: lineEnd(file.Text, start)}
	refuse(errs, at, "put it into a file of its own; use: FILE starts from it", "a file holds one document, here begins another")
}
