package document

import (
	"sort"
	"strings"
)

// A layout is a list of edits to the source, never a new text: whatever no edit
// touches, comments above all, stays as it is.
type edit struct {
	start, end int
	text       string
}

// planner collects the edits for one document. Each line of the source gets an
// indentation, and within the lines scalars and the gaps around them are
// replaced.
type planner struct {
	own    *layer
	source string
	starts []int // of the lines
	edits  []edit
	lines  []line
}

// line is what the planner knows of a line of the source.
type line struct {
	indent int   // the new indentation; unknown: see indentation
	kind   place // what the line begins with
	// levels are the columns, old and new, of the collections that are open
	// where a structural line begins; comments are put at one of them.
	levels []level
}

type level struct{ old, new int }

// place says what a line begins with.
type place int

const (
	other    place = iota // a comment, a blank line, a document mark
	key                   // a key or the dash of an item in block style
	inside                // the rest of a scalar or a flow collection
	verbatim              // as inside, and blanks at its end count
)

func layout(own *layer) string {
	p := &planner{own: own, source: own.File.Text}
	for i := range p.source {
		if i == 0 || p.source[i-1] == '\n' {
			p.starts = append(p.starts, i)
		}
	}
	p.lines = make([]line, len(p.starts))
	p.block(own.root, 0, nil)
	p.comments()
	p.margins()
	return p.apply()
}

func (p *planner) lineOf(offset int) int {
	return sort.SearchInts(p.starts, offset+1) - 1
}

// column returns the column of an offset, counting from 0 in bytes: before the
// values that matter there are only blanks and dashes.
func (p *planner) column(offset int) int { return offset - p.starts[p.lineOf(offset)] }

// opens says that only blanks stand before offset in its line.
func (p *planner) opens(offset int) bool {
	return strings.TrimLeft(p.source[p.starts[p.lineOf(offset)]:offset], " \t") == ""
}

func (p *planner) replace(start, end int, text string) {
	if p.source[start:end] != text {
		p.edits = append(p.edits, edit{start, end, text})
	}
}

// block lays out a collection in block style whose entries begin at column to.
func (p *planner) block(n *node, to int, open []level) {
	if n.flow || n.kind != mapping && n.kind != list {
		p.value(n, to-indentStep, open)
		return
	}
	for _, entry := range n.pairs {
		here := p.begin(entry.key.full.Start, to, open)
		p.scalar(entry.key, false, true)
		p.gap(entry.key.full.End, entry.value)
		p.value(entry.value, to, here)
	}
	for _, item := range n.items {
		dash := strings.LastIndexByte(p.source[:item.full.Start], '-')
		if item.kind == empty || dash < 0 {
			continue
		}
		here := p.begin(dash, to, open)
		if p.lineOf(dash) == p.lineOf(item.full.Start) {
			p.replace(dash+1, item.full.Start, " ")
		}
		if !item.flow && (item.kind == mapping || item.kind == list) {
			p.block(item, to+indentStep, here)
			continue
		}
		p.value(item, to, here)
	}
}

// indentStep is how far each level is indented.
const indentStep = 2

// begin notes that an entry begins at an offset, and returns the levels that
// are open in it.
func (p *planner) begin(offset, to int, open []level) []level {
	here := append(open[:len(open):len(open)], level{p.column(offset), to})
	if p.opens(offset) {
		p.lines[p.lineOf(offset)] = line{indent: to, kind: key, levels: here}
		return here
	}
	// Behind a dash: comments below may belong to this level as well.
	l := &p.lines[p.lineOf(offset)]
	l.levels = here
	return here
}

// gap makes ": " of what stands between a key and its value in the same line.
func (p *planner) gap(end int, value *node) {
	if value.kind == empty && !value.null || p.lineOf(end) != p.lineOf(value.full.Start) {
		return
	}
	if between := p.source[end:value.full.Start]; strings.Trim(between, " \t") == ":" {
		p.replace(end, value.full.Start, ": ")
	}
}

// value lays out the value of an entry that begins at column to.
func (p *planner) value(n *node, to int, open []level) {
	if !n.flow && (n.kind == mapping || n.kind == list) {
		p.block(n, to+indentStep, open)
		return
	}
	first, last := p.lineOf(n.full.Start), p.lineOf(max(n.full.Start, n.full.End-1))
	if first != last {
		p.continued(n, first+1, last, to)
	}
	if p.opens(n.full.Start) && p.lines[first].kind == other {
		p.lines[first] = line{indent: to + indentStep, kind: inside, levels: open}
	}
	if first == last && (n.kind == mapping || n.kind == list) {
		p.replace(n.full.Start, n.full.End, p.flow(n))
		return
	}
	p.scalars(n, n.flow)
}

// continued indents the lines from first to last, which belong to a value: the
// leftmost goes below its key by one level, the others keep their distance to
// it. A line that only closes brackets goes to the key itself.
func (p *planner) continued(n *node, first, last, to int) {
	kind := inside
	if p.own.canon[n] == "" && n.kind == scalar {
		kind = verbatim
	}
	left := -1
	for i := first; i <= last; i++ {
		text := p.textOf(i)
		if blanks := leading(text); blanks < len(text) && !p.closes(n, text) && (left < 0 || blanks < left) {
			left = blanks
		}
	}
	for i := first; i <= last; i++ {
		text := p.textOf(i)
		indent := to + indentStep + leading(text) - left
		if p.closes(n, text) {
			indent = max(to, 0)
		}
		p.lines[i] = line{indent: max(indent, 0), kind: kind}
	}
	if n.block() {
		p.header(n, kind == inside)
	}
}

// closes says that a line of a flow collection begins with a closing bracket.
func (p *planner) closes(n *node, text string) bool {
	return n.flow && strings.ContainsAny(strings.TrimLeft(text, " \t")+" ", "]}") && strings.ContainsRune("]}", rune((strings.TrimLeft(text, " \t") + " ")[0]))
}

// header drops the indentation indicator of a block that is an expression, for
// its first line then goes where the leftmost goes; of other texts the
// indicator now says two.
func (p *planner) header(n *node, expression bool) {
	at := n.full.Start + 1
	end := at
	for end < len(p.source) && strings.IndexByte("+-0123456789", p.source[end]) >= 0 {
		end++
	}
	old := p.source[at:end]
	digits := strings.Trim(old, "+-")
	if digits == "" {
		return
	}
	first := p.lineOf(n.text.Start)
	if expression {
		p.lines[first].indent = p.leftmost(first, p.lineOf(n.full.End-1))
		p.replace(at, end, strings.Replace(old, digits, "", 1))
		return
	}
	p.replace(at, end, strings.Replace(old, digits, "2", 1))
}

func (p *planner) leftmost(first, last int) int {
	left := p.lines[first].indent
	for i := first; i <= last; i++ {
		if strings.TrimSpace(p.textOf(i)) != "" {
			left = min(left, p.lines[i].indent)
		}
	}
	return left
}

// textOf returns a line of the source without its line break.
func (p *planner) textOf(i int) string {
	return p.source[p.starts[i]:lineEnd(p.source, p.starts[i])]
}

func leading(text string) int { return len(text) - len(strings.TrimLeft(text, " \t")) }

// scalars prints the scalars of a value that is not printed as a whole.
func (p *planner) scalars(n *node, flow bool) {
	if n.kind == scalar {
		p.scalar(n, flow, false)
	}
	for _, item := range n.items {
		p.scalars(item, true)
	}
	for _, entry := range n.pairs {
		p.scalar(entry.key, true, true)
		p.scalars(entry.value, true)
	}
}

// scalar prints a scalar in its place.
func (p *planner) scalar(n *node, flow, isKey bool) {
	if n.kind != scalar {
		return
	}
	if n.block() {
		if text := p.canonical(n); text != "" {
			p.replace(n.text.Start, n.text.End, text)
		}
		return
	}
	p.replace(n.full.Start, n.full.End, p.printed(n, flow))
}

// canonical returns the canonical text of a scalar of one line without comment,
// or "" where it stays as written. Only blanks may differ: how a number is
// grouped or what is put in parentheses is its author's choice.
func (p *planner) canonical(n *node) string {
	canon := p.own.canon[n]
	text := n.text.Text()
	if canon == "" || strings.ContainsAny(text, "\n#") || solid(canon) != solid(text) {
		return ""
	}
	return canon
}

func solid(s string) string { return strings.Join(strings.Fields(s), "") }

// printed returns a scalar with the quotes that it needs.
func (p *planner) printed(n *node, flow bool) string {
	text := p.canonical(n)
	if text == "" {
		if p.own.canon[n] == "" || strings.ContainsAny(n.text.Text(), "\n#") {
			return n.full.Text()
		}
		text = strings.TrimSpace(n.text.Text())
	}
	if bare(text, flow) {
		return text
	}
	if quoted := quote(text); quoted != "" {
		return quoted
	}
	return n.full.Text()
}

// flow prints a collection of one line.
func (p *planner) flow(n *node) string {
	switch n.kind {
	case list:
		var items []string
		for _, item := range n.items {
			items = append(items, p.flow(item))
		}
		return "[" + strings.Join(items, ", ") + "]"
	case mapping:
		var entries []string
		for _, entry := range n.pairs {
			if bareKey(entry.key, entry.value) {
				entries = append(entries, p.flow(entry.key))
				continue
			}
			entries = append(entries, p.flow(entry.key)+": "+p.flow(entry.value))
		}
		return "{" + strings.Join(entries, ", ") + "}"
	case scalar:
		return p.printed(n, true)
	}
	return n.full.Text()
}

// comments indents the lines between the entries: as the entry below where they
// stood in its column, and otherwise as that one of the open levels above that
// they stood in.
func (p *planner) comments() {
	below := -1
	for i := len(p.lines) - 1; i >= 0; i-- {
		if p.lines[i].kind == key {
			below = i
			continue
		}
		if p.lines[i].kind != other {
			continue
		}
		text := p.textOf(i)
		if strings.HasPrefix(text, "---") || strings.HasPrefix(text, "...") || strings.HasPrefix(text, "%") {
			continue
		}
		p.lines[i].indent = p.commentColumn(i, leading(text), below)
	}
}

func (p *planner) commentColumn(i, old, below int) int {
	if below >= 0 && leading(p.textOf(below)) == old {
		return p.lines[below].indent
	}
	for i--; i >= 0; i-- {
		if p.lines[i].levels == nil {
			continue
		}
		levels := p.lines[i].levels
		for j := len(levels) - 1; j >= 0; j-- {
			if levels[j].old <= old && (j == 0 || levels[j-1].old < levels[j].old) {
				return levels[j].new
			}
		}
		break
	}
	return 0
}

// margins edits the blanks at the ends of all lines, and blank lines.
func (p *planner) margins() {
	blank := true // the line above is blank, or there is none
	for i, l := range p.lines {
		start := p.starts[i]
		text := p.textOf(i)
		end := start + len(text)
		if strings.TrimSpace(text) == "" {
			if blank && l.kind == other {
				p.replace(start, min(end+1, len(p.source)), "")
			} else if l.kind != verbatim {
				p.replace(start, end, "")
			}
			blank = true
			continue
		}
		blank = false
		p.replace(start, start+leading(text), strings.Repeat(" ", l.indent))
		if l.kind != verbatim {
			p.replace(start+len(strings.TrimRight(text, " \t")), end, "")
		}
	}
}

// apply carries the edits out.
func (p *planner) apply() string {
	sort.SliceStable(p.edits, func(i, j int) bool { return p.edits[i].start < p.edits[j].start })
	var b strings.Builder
	at := 0
	for _, e := range p.edits {
		if e.start < at {
			continue // within a larger edit
		}
		b.WriteString(p.source[at:e.start])
		b.WriteString(e.text)
		at = e.end
	}
	b.WriteString(p.source[at:])
	return strings.TrimRight(b.String(), " \t\n") + "\n"
}
