package document

import (
	"sort"
	"strconv"
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
	other  place = iota // a comment, a blank line, a document mark
	key                 // a key or the dash of an item in block style
	inside              // the rest of a scalar or a flow collection
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
		p.continued(n, first+1, last, to, open)
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
func (p *planner) continued(n *node, first, last, to int, open []level) {
	prose := n.kind == scalar && p.own.canon[n] == ""
	left := p.leftmost(n, first, last)
	if digit := p.indicator(n); digit > 0 && prose && len(open) > 0 {
		left = open[len(open)-1].old + digit
	}
	base := to + indentStep
	for i := first; i <= last; i++ {
		text := p.textOf(i)
		indent := max(0, base+leading(text)-left)
		if p.closes(n, text) {
			indent = max(to, 0)
		}
		p.lines[i] = line{indent: indent, kind: inside}
	}
	if n.block() && p.indicator(n) > 0 {
		p.header(n, first, base, !prose)
	}
}

// leftmost returns the smallest indentation of the lines of a value.
func (p *planner) leftmost(n *node, first, last int) int {
	left := -1
	for i := first; i <= last; i++ {
		text := p.textOf(i)
		if strings.TrimSpace(text) == "" || p.closes(n, text) {
			continue
		}
		if blanks := leading(text); left < 0 || blanks < left {
			left = blanks
		}
	}
	return max(left, 0)
}

// indicator returns the digit in the header of a block scalar; 0: none.
func (p *planner) indicator(n *node) int {
	if !n.block() {
		return 0
	}
	for at := n.full.Start + 1; at < len(p.source) && strings.IndexByte("+-123456789", p.source[at]) >= 0; at++ {
		if digit := p.source[at]; digit >= '1' {
			return int(digit - '0')
		}
	}
	return 0
}

// header drops the digit from the header of a block that is an expression, whose
// first line then goes to the base; of other texts it now says two.
func (p *planner) header(n *node, first, base int, expression bool) {
	at := n.full.Start + 1
	for p.source[at] < '1' || p.source[at] > '9' {
		at++
	}
	if !expression {
		p.replace(at, at+1, strconv.Itoa(indentStep))
		return
	}
	p.replace(at, at+1, "")
	for strings.TrimSpace(p.textOf(first)) == "" {
		first++
	}
	p.lines[first].indent = base
}

// closes says that a line of a flow collection begins with a closing bracket.
func (p *planner) closes(n *node, text string) bool {
	text = strings.TrimLeft(text, " \t")
	return n.flow && (strings.HasPrefix(text, "]") || strings.HasPrefix(text, "}"))
}

// textOf returns a line of the source without its line break.
func (p *planner) textOf(i int) string {
	return p.source[p.starts[i]:lineEnd(p.source, p.starts[i])]
}

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
	touched := strings.HasPrefix(n.full.File.Text[n.full.End:], "#") // by a comment, which would become text
	if bare(text, flow) && !touched {
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
		if strings.TrimSpace(text) == "" || strings.HasPrefix(text, "---") || strings.HasPrefix(text, "...") || strings.HasPrefix(text, "%") {
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
				end = min(end+1, len(p.source))
			}
			p.replace(start, end, "")
			blank = true
			continue
		}
		blank = false
		p.replace(start, start+leading(text), strings.Repeat(" ", l.indent))
		if trimmed := strings.TrimRight(text, " \t"); !strings.HasSuffix(trimmed, "\\") {
			p.replace(start+len(trimmed), end, "") // behind a backslash a blank may count
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
