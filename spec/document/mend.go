package document

import (
	"strings"

	"github.com/epibdd/epibdd/spec/source"
)

// A text that YAML cannot read is read again after it was mended, so that all that is
// wrong with it is said at once. Mending writes over characters and never moves one: a
// place in the mended text is the same place in the file.
type mended struct {
	text string
	// lost are the offsets at which the value of an entry stood that cannot be read, and
	// of which that has been said.
	lost map[int]bool
}

// lostValue stands where a value was that cannot be read.
const lostValue = 'x'

// entry is a line of block style with the lines that continue its value: those indented
// deeper than its key.
type entry struct {
	value  int // the offset of its value; the end of the line if it has none
	end    int // of its last line
	column int // of its key, or of its dash where it has no key
}

// forgive writes over the colons of quantifiers and folds in plain texts of block style,
// where YAML allows no colon: the second one of "formula: forall p in P: q" can belong to
// the formula alone, and so does the third one of "forall p in {q in P: q != r}: q". Any other colon may be that of a key that is indented too far.
func (m *mended) forgive() bool {
	text := []byte(m.text)
	changed := false
	m.entries(func(e entry) {
		if !isPlain(m.text[e.value:e.end]) {
			return
		}
		binders := 0 // in this line, before their colons
		for at := e.value; at < e.end; at++ {
			switch {
			case text[at] == '#' && isBlank(text[at-1]):
				at, binders = lineEnd(m.text, at), 0
			case text[at] == '\n':
				binders = 0
			case strings.HasPrefix(m.text[at:], " in "):
				binders++
			case binders > 0 && colonAt(m.text, at):
				text[at], changed, binders = '.', true, binders-1
			}
		}
	})
	m.text = string(text)
	return changed
}

// lose gives up the value of the entry in which something is wrong at an offset.
func (m *mended) lose(at int) bool {
	var around *entry
	m.entries(func(e entry) {
		if around == nil && at < e.end && e.value < e.end && lineStart(m.text, e.value) <= at {
			around = &e
		}
	})
	if around == nil || m.lost[around.value] {
		return false
	}
	text := []byte(m.text)
	for i := around.value; i < around.end; i++ {
		if !isBlank(text[i]) || text[i] == '\t' {
			text[i] = ' '
		}
	}
	text[around.value] = lostValue
	m.text = string(text)
	m.lost[around.value] = true
	return true
}

// entries visits the entries of a text, line by line.
func (m *mended) entries(visit func(entry)) {
	for at := 0; at < len(m.text); {
		e := m.entry(at)
		if e.value < e.end {
			visit(e)
		}
		at = e.end + 1
	}
}

// entry returns the entry that begins in the line at an offset.
func (m *mended) entry(start int) entry {
	end := lineEnd(m.text, start)
	line := m.text[start:end]
	at := leading(line)
	e := entry{value: end, end: end, column: at}
	for strings.HasPrefix(line[at:], "- ") {
		e.column = at
		at += 2
		at += leading(line[at:])
	}
	if rest := line[at:]; rest == "" || rest[0] == '#' {
		return e
	}
	if key := keyEnd(line[at:]); key > 0 && (at == e.column || !quantified(line[at:at+key])) {
		e.column = at
		at += key + 1
		at += leading(line[at:])
	}
	if rest := line[at:]; rest == "" || rest[0] == '#' {
		return e
	}
	e.value = start + at
	for e.end < len(m.text) {
		next := m.text[e.end+1 : lineEnd(m.text, e.end+1)]
		text := strings.TrimSpace(next)
		closes := text != "" && (text[0] == ']' || text[0] == '}')
		if text != "" && leading(next) <= e.column && !closes {
			break
		}
		e.end += 1 + len(next)
	}
	for e.end > e.value && isBlank(m.text[e.end-1]) {
		e.end--
	}
	e.end = lineEnd(m.text, e.end)
	return e
}

// quantified tells the text before the colon of a quantifier or fold, which no key of an
// item looks like.
func quantified(text string) bool { return strings.Contains(text, " in ") }

// keyEnd returns the offset of the colon behind the key that a text of one line begins
// with; 0: there is none.
func keyEnd(text string) int {
	at := 0
	switch text[0] {
	case '"', '\'':
		at = quoteEnd(text, 0)
	case '[', '{', '|', '>':
		return 0
	}
	for ; at < len(text); at++ {
		if text[at] == '#' && at > 0 && isBlank(text[at-1]) {
			return 0
		}
		if colonAt(text, at) {
			return at
		}
	}
	return 0
}

// colonAt says that a colon stands at an offset that YAML takes for the end of a key.
func colonAt(text string, at int) bool {
	return text[at] == ':' && (at+1 == len(text) || isBlank(text[at+1]))
}

// isPlain says that a value is a plain text: no quotes, no block, no collection, and none
// of the marks that YAML would drop.
func isPlain(value string) bool {
	return value != "" && !strings.ContainsRune("\"'|>[{]}!&*%@`#,?", rune(value[0]))
}

// lineStart returns the offset at which the line begins that at is in.
func lineStart(text string, at int) int { return strings.LastIndexByte(text[:at], '\n') + 1 }

// asText makes a text of a mapping where an expression is expected and the mapping is
// nothing but a quantifier or a fold with its colon: "- forall n in 1..3: x != n".
func asText(n *node) *node {
	if n.kind != mapping || n.flow || len(n.pairs) != 1 {
		return n
	}
	key, value := n.pairs[0].key, n.pairs[0].value
	if !key.plain() || !value.plain() || !quantified(key.text.Text()) {
		return n
	}
	n.kind, n.text, n.style, n.value = scalar, n.full, 0, n.full.Text()
	return n
}

// mend reads a text again in which something is wrong, until it can be read or nothing
// more can be said, and returns what was found out about it.
func mend(file *source.File, err error) (*mended, []source.Diagnostic) {
	m := &mended{text: file.Text, lost: map[int]bool{}}
	var said []source.Diagnostic
	if m.forgive() {
		_, err = decode(newDecoder(m.text))
	}
	for err != nil && len(said) < source.Cap {
		d, slip := explain(source.NewFile(file.Name, m.text), file, err, progress(m.text, 1))
		d.Span.File = file
		said = append(said, d)
		if !slip || !m.lose(d.Span.Start) {
			return nil, said
		}
		_, err = decode(newDecoder(m.text))
	}
	if err != nil {
		return nil, said
	}
	return m, said
}
