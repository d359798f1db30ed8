package document

import (
	"fmt"
	"strings"

	"github.com/epibdd/epibdd/spec/source"
	"gopkg.in/yaml.v3"
)

// refuse reports an error with a way out. Beyond what is ever shown, nothing is
// kept: finding the place of an error costs time in a text without line breaks.
func refuse(errs *source.List, span source.Span, hint, format string, args ...any) {
	if errs.Full() {
		return
	}
	for i, arg := range args {
		if text, ok := arg.(string); ok && len(text) > longest && strings.Contains(format, "%q") {
			args[i] = strings.ToValidUTF8(text[:longest], "") + "…"
		}
	}
	errs.Add(source.Diagnostic{Severity: source.Error, Span: span, Message: fmt.Sprintf(format, args...), Hint: hint})
}

// longest is how many bytes of a text a message quotes, and a hint writes out.
const longest = 200

// complain is refuse where there is nothing to propose.
func complain(errs *source.List, span source.Span, format string, args ...any) {
	refuse(errs, span, "", format, args...)
}

// write returns the hint that shows text, quoted, behind what leads it.
func write(lead, text string) string {
	quoted := quote(text)
	if quoted == "" || len(lead)+len(text) > longest || strings.Contains(text, "\n") {
		return "quote the text, or put it in a block (|) below the key"
	}
	return "write " + lead + quoted
}

// tagged refuses tags and anchors, and says whether there was one.
func (b *builder) tagged(n *node, y *yaml.Node) bool {
	text := b.file.Text[n.full.Start:]
	if y.Kind != yaml.ScalarNode && !n.flow && len(y.Content) > 0 && b.sharesStart(n, y) {
		return false // the property is that of the first key, which reports it
	}
	switch {
	case strings.HasPrefix(text, "!"):
		b.refuseProperty(n, "tag")
	case strings.HasPrefix(text, "&"):
		b.refuseProperty(n, "anchor")
	case y.Style&yaml.TaggedStyle != 0 || y.Anchor != "":
		complain(b.errs, n.full, "tags and anchors of YAML are not used here")
	default:
		return false
	}
	n.kind = broken
	return true
}

func (b *builder) sharesStart(n *node, y *yaml.Node) bool {
	first := y.Content[0]
	return y.Kind == yaml.MappingNode && first.Line == y.Line && first.Column == y.Column
}

func (b *builder) refuseProperty(n *node, what string) {
	text := b.file.Text
	word := b.span(n.full.Start, propertyEnd(text, n.full.Start))
	hint := "leave it out"
	if n.kind == scalar || n.kind == empty {
		hint = write(n.lead, strings.TrimSpace(text[n.full.Start:max(word.End, n.full.End)]))
	}
	refuse(b.errs, word, hint, "YAML takes %q for a%s %s and drops it", word.Text(), article(what), what)
}

func article(word string) string {
	if strings.ContainsRune("aeiou", rune(word[0])) {
		return "n"
	}
	return ""
}

// propertyEnd returns the end of a tag or anchor, which a flow indicator ends
// as well as a blank.
func propertyEnd(text string, at int) int {
	end := at + 1
	for end < len(text) && !isBlank(text[end]) && !strings.ContainsRune(",[]{}", rune(text[end])) {
		end++
	}
	return end
}

func (b *builder) refuseAlias(n *node) {
	word := b.span(n.full.Start, propertyEnd(b.file.Text, n.full.Start))
	n.full.End = word.End
	refuse(b.errs, word, write(n.lead, word.Text()), "YAML takes %q for an alias, which is not used here", word.Text())
}

// refuseKeys refuses keys that are no plain texts, merge keys, and repetitions.
func (b *builder) refuseKeys(n *node) {
	first := map[string]*node{}
	for i, p := range n.pairs {
		key := p.key
		switch {
		case key.kind == list || key.kind == mapping:
			refuse(b.errs, key.full, write("", key.full.Text())+": …", "a key must be a text")
			n.pairs[i].key.kind = broken
		case key.kind == empty:
			complain(b.errs, key.full, "empty key")
			n.pairs[i].key.kind = broken
		case key.kind == scalar && key.plain() && key.value == "<<":
			refuse(b.errs, key.full, "use: NAME starts from another document", "merge keys of YAML are not used here")
			n.pairs[i].key.kind = broken
		case key.kind == scalar:
			b.repeated(first, n.pairs[i].key)
		}
	}
}

func (b *builder) repeated(first map[string]*node, key *node) {
	text := squeeze(key.text.Text())
	if old := first[text]; old != nil {
		complain(b.errs, key.full, "the key %q is repeated; it is already in line %d", text, b.file.Position(old.full.Start).Line)
		key.kind = broken
		return
	}
	first[text] = key
}

// refuseCutItems finds the items of [f(a, b)]: YAML cuts them at the comma.
func (b *builder) refuseCutItems(n *node) {
	for i := 0; i < len(n.items); i++ {
		cut := n.items[i]
		if !open(cut) {
			continue
		}
		depth, end := balance(cut.text.Text()), cut.full.End
		for first := i; depth > 0 && i+1 < len(n.items); {
			i++
			depth, end = b.extend(depth, end, n.items[i].full.End)
			n.items[i].kind = broken
			if depth <= 0 || i+1 == len(n.items) {
				b.refuseCut(n.items[first], end)
			}
		}
	}
}

// refuseCutPairs finds the entries of {x: f(a, b)}.
func (b *builder) refuseCutPairs(n *node) {
	for i := 0; i < len(n.pairs); i++ {
		cut := n.pairs[i].value
		if !open(cut) {
			cut = n.pairs[i].key
			if !open(cut) || n.pairs[i].value.kind != empty {
				continue
			}
		}
		depth, end := balance(cut.text.Text()), cut.full.End
		for depth > 0 && i+1 < len(n.pairs) {
			i++
			p := n.pairs[i]
			depth, end = b.extend(depth, end, p.key.full.End)
			if depth > 0 {
				depth, end = b.extend(depth, end, p.value.full.End)
			}
			p.key.kind, p.value.kind = broken, broken
			if depth <= 0 || i+1 == len(n.pairs) {
				b.refuseCut(cut, end)
			}
		}
	}
}

// extend moves the end of a text forward and returns how many brackets are then
// open.
func (b *builder) extend(depth, end, to int) (int, int) {
	to = max(end, to)
	return depth + balance(b.file.Text[end:to]), to
}

func (b *builder) refuseCut(n *node, end int) {
	whole := b.span(n.full.Start, end)
	n.kind = broken
	refuse(b.errs, whole, write(n.lead, whole.Text()), "YAML cuts this text at the comma")
}

// open says that a plain text has a bracket that it does not close.
func open(n *node) bool { return n.plain() && balance(n.text.Text()) > 0 }

// balance counts the brackets that text opens and does not close.
func balance(text string) int {
	n := 0
	for _, c := range text {
		switch c {
		case '(', '[', '{':
			n++
		case ')', ']', '}':
			n--
		}
	}
	return n
}

// squeeze makes every run of blanks one blank.
func squeeze(s string) string { return strings.Join(strings.Fields(s), " ") }
