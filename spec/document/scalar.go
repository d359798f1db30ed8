package document

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// scalar finds the extent of a scalar in the source.
func (b *builder) scalar(n *node, y *yaml.Node) {
	n.kind, n.value, n.style = scalar, y.Value, y.Style&^(yaml.TaggedStyle|yaml.FlowStyle)
	text, start := b.file.Text, n.full.Start
	if b.mended.lost[start] {
		n.kind = broken
		n.full.End = start + runeSize(text[start:])
		return
	}
	content := skipProperties(text, start)
	switch {
	case n.style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle) != 0:
		n.full.End = quoteEnd(text, content)
		n.text = b.span(content+1, max(content+1, n.full.End-1))
	case n.block():
		n.full.End = b.blockExtent(n, content)
	default:
		n.full.End = match(b.mended.text, content, y.Value)
		n.text = b.span(content, n.full.End)
		if b.mended.text[content:n.full.End] != n.text.Text() {
			n.value = squeeze(n.text.Text()) // with the colons that YAML did not see
		}
		n.null = y.Value == "null" || y.Value == "~"
		if n.null || y.Value == "" {
			n.kind = empty
		}
	}
	b.tagged(n, y)
}

// blockExtent sets the text of a block scalar, which starts behind the line of
// the indicator, and returns its end.
func (b *builder) blockExtent(n *node, header int) int {
	text := b.file.Text
	first := lineEnd(text, header)
	for first < len(text) && isBlank(text[first]) {
		first++
	}
	if strings.TrimSpace(n.value) == "" {
		first = lineEnd(text, header)
		n.text = b.span(first, first)
		return first
	}
	end := match(text, first, n.value)
	n.text = b.span(first, end)
	return end
}

// match returns where value ends when it begins at start, going by the
// characters that are not blank: folding changes nothing else.
func match(text string, start int, value string) int {
	at, end := start, start
	for _, r := range value {
		if unicode.IsSpace(r) {
			continue
		}
		for at < len(text) {
			found, size := utf8.DecodeRuneInString(text[at:])
			at += size
			if found == r {
				end = at
				break
			}
			if !unicode.IsSpace(found) {
				return end
			}
		}
	}
	return end
}

// quoteEnd returns the offset behind the quote that closes the one at start.
func quoteEnd(text string, start int) int {
	if start >= len(text) {
		return start
	}
	quote := text[start]
	for at := start + 1; at < len(text); at++ {
		switch {
		case quote == '"' && text[at] == '\\':
			at++
		case quote == '\'' && strings.HasPrefix(text[at:], "''"):
			at++
		case text[at] == quote:
			return at + 1
		}
	}
	return len(text)
}

// skipProperties returns the offset of the value behind tags and anchors.
func skipProperties(text string, at int) int {
	for at < len(text) && (text[at] == '!' || text[at] == '&') {
		at = wordEnd(text, at)
		for at < len(text) && (isBlank(text[at]) || text[at] == '#') {
			if text[at] == '#' {
				at = lineEnd(text, at)
				continue
			}
			at++
		}
	}
	return at
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

// wordEnd returns the offset of the first blank from at on.
func wordEnd(text string, at int) int {
	for at < len(text) && !isBlank(text[at]) {
		at++
	}
	return at
}

// lineEnd returns the offset of the end of the line that at is in.
func lineEnd(text string, at int) int {
	if i := strings.IndexByte(text[at:], '\n'); i >= 0 {
		return at + i
	}
	return len(text)
}

func runeSize(s string) int {
	_, size := utf8.DecodeRuneInString(s)
	return size
}

// bom returns the byte order mark that text begins with, or "".
func bom(text string) string {
	if mark := "\ufeff"; strings.HasPrefix(text, mark) {
		return mark
	}
	return ""
}

// leading is how many blanks a text begins with.
func leading(text string) int { return len(text) - len(strings.TrimLeft(text, " \t")) }
