package document

import (
	"strings"

	"github.com/epibdd/epibdd/spec/source"
	"gopkg.in/yaml.v3"
)

// kind is what a node is.
type kind int

const (
	scalar kind = iota
	list
	mapping
	empty  // nothing, or a plain null or ~
	broken // reported already: whoever meets it keeps quiet
)

// node is a YAML value at its place.
type node struct {
	kind kind
	full source.Span // as written, with quotes or block header
	text source.Span // of a scalar: what stands between them
	// value is what YAML makes of a scalar; only texts for people use it.
	value string
	style yaml.Style
	flow  bool   // a collection in [ ] or { }
	null  bool   // an empty node that was spelled out: null or ~
	lead  string // what stands before it in its line, to show how it should be written

	items []*node
	pairs []pair
}

// pair is an entry of a mapping.
type pair struct{ key, value *node }

func (n *node) plain() bool { return n.kind == scalar && n.style == 0 }

// block says that n is a literal or folded block scalar.
func (n *node) block() bool {
	return n.kind == scalar && n.style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0
}

// deepest is how far collections may be nested. The keys of the language need
// six levels; list parameters take the rest.
const deepest = 64

// builder turns the nodes of the YAML library into ours, and refuses what YAML
// would silently change.
type builder struct {
	file   *source.File
	errs   *source.List
	mended *mended // what YAML has read
	depth  int

	// The last place that was asked for. Nodes come in the order of the text,
	// and counting characters from the start of a long line each time would
	// take quadratic time.
	line, column, offset int
}

// place returns the offset of a line and column of the YAML library: both from
// 1, columns in characters, a byte order mark at the start not counted.
func (b *builder) place(line, column int) int {
	if line != b.line || column < b.column {
		b.line, b.column, b.offset = line, 1, b.file.Offset(line, 1)
		if line == 1 {
			b.offset += len(bom(b.file.Text))
		}
	}
	for text := b.file.Text; b.column < column && b.offset < len(text); b.column++ {
		b.offset += runeSize(text[b.offset:])
	}
	return b.offset
}

func (b *builder) span(start, end int) source.Span {
	return source.Span{File: b.file, Start: start, End: end}
}

// node converts y; lead is what stands before it in its line.
func (b *builder) node(y *yaml.Node, lead string) *node {
	n := &node{lead: lead, flow: y.Style&yaml.FlowStyle != 0}
	start := b.place(y.Line, y.Column)
	n.full = b.span(start, start)
	b.depth++
	defer func() { b.depth-- }()
	if b.depth > deepest {
		complain(b.errs, n.full, "nested too deeply: more than %d levels", deepest)
		n.kind = broken
		return n
	}
	switch y.Kind {
	case yaml.ScalarNode:
		b.scalar(n, y)
	case yaml.SequenceNode:
		b.list(n, y)
	case yaml.MappingNode:
		b.mapping(n, y)
	default:
		n.kind = broken
		n.full.End = wordEnd(b.file.Text, start)
		b.refuseAlias(n)
	}
	return n
}

func (b *builder) list(n *node, y *yaml.Node) {
	n.kind = list
	if b.tagged(n, y) {
		return
	}
	lead := "- "
	if n.flow {
		lead = ""
	}
	for _, item := range y.Content {
		n.items = append(n.items, b.node(item, lead))
	}
	n.full.End = b.listEnd(n)
	if n.flow {
		b.refuseCutItems(n)
	}
}

func (b *builder) mapping(n *node, y *yaml.Node) {
	n.kind = mapping
	if b.tagged(n, y) {
		return
	}
	for i := 0; i+1 < len(y.Content); i += 2 {
		key := b.node(y.Content[i], "")
		value := b.node(y.Content[i+1], key.full.Text()+": ")
		if value.kind == empty && !value.null {
			value.full = key.full
		}
		n.pairs = append(n.pairs, pair{key, value})
	}
	n.full.End = b.mappingEnd(n)
	if n.flow {
		b.refuseCutPairs(n)
	}
	b.refuseKeys(n)
}

// listEnd returns where a list ends.
func (b *builder) listEnd(n *node) int {
	end := n.full.Start
	if len(n.items) > 0 {
		end = n.items[len(n.items)-1].full.End
	}
	if n.flow {
		return closing(b.file.Text, max(end, n.full.Start+1), ']')
	}
	return end
}

// mappingEnd returns where a mapping ends. In [a: b] the item is a mapping in
// flow style that has no braces.
func (b *builder) mappingEnd(n *node) int {
	end := n.full.Start
	bare := false
	if len(n.pairs) > 0 {
		last := n.pairs[len(n.pairs)-1]
		end = max(last.key.full.End, last.value.full.End)
		bare = n.pairs[0].key.full.Start == n.full.Start
	}
	if n.flow && !bare {
		return closing(b.file.Text, max(end, n.full.Start+1), '}')
	}
	return end
}

// closing returns the offset behind the bracket that closes a flow collection,
// from the end of its last value on: only blanks, comments, commas and the
// colon of an empty value may come before.
func closing(text string, at int, bracket byte) int {
	for ; at < len(text); at++ {
		switch text[at] {
		case bracket:
			return at + 1
		case '#':
			at = lineEnd(text, at) - 1
		case ' ', '\t', '\r', '\n', ',', ':', '?':
		default:
			return at
		}
	}
	return at
}

// bareKey says that a key of a flow mapping has no colon behind it.
func bareKey(key, value *node) bool {
	if value.kind != empty || value.null {
		return false
	}
	rest := strings.TrimLeft(key.full.File.Text[key.full.End:], " \t\r\n")
	return !strings.HasPrefix(rest, ":")
}
